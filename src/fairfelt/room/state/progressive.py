"""A choice for a table: a game, one of its progressive wagers, and one paytable of that wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from fairfelt.rules import Game, Paytable

from .hand_buttons import HandButton, hand_buttons


@dataclass(frozen=True, kw_only=True, eq=False)
class Progressive:
    """A progressive wager of a game, with one of its paytables."""

    game: Game
    wager: str
    paytable: Paytable

    @cached_property
    def buttons(self) -> tuple[HandButton, ...]:
        """The hand buttons, best hand first."""
        return hand_buttons(self.game, self.wager, self.paytable.name)

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels it can win, from its highest line down."""
        return tuple(dict.fromkeys(button.level for button in self.buttons if button.level))

    @cached_property
    def game_in_play(self) -> Game:
        """The game with that paytable chosen."""
        return self.game.with_paytable(self.wager, self.paytable.name)

    @property
    def body(self) -> dict[str, str]:
        """The fields of a command that sets up a table with it."""
        names = {"game": self.game.slug, "variant": self.game.variant}
        return {**names, "wager": self.wager, "paytable": self.paytable.name}


def progressives(games: Iterable[Game]) -> Iterator[Progressive]:
    """Every progressive wager of these games that wins a share of a level, with each of its paytables."""
    for game in games:
        for wager in game.wagers:
            for paytable in wager.paytables if wager.feeds_meter else ():
                found = Progressive(game=game, wager=wager.name, paytable=paytable)
                if found.levels:
                    yield found
