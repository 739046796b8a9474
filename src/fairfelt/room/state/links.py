"""Links and what tables on them play for: a progressive wager with one of its paytables, and its hand buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from fairfelt.jackpot import Win
from fairfelt.rules import Game, Paytable
from fairfelt.table.settlement import EnvyLine, envy_line


class HandButton(Struct, frozen=True, forbid_unknown_fields=True):
    """One line that can be claimed: a share of a level, or a multiple of the wager."""

    hand: str
    level: str = ""
    share: str = "0"
    """A fraction in writing, so that the log holds no rounded number."""
    times_wager: int = 0
    """A "for 1" pay for each unit wagered."""
    envy_micros: int = 0
    envy_times_wager: bool = False
    envy_least_micros: int = 0
    """A smaller wager brings its bettor no envy."""

    def win(self, seat: int, wager_micros: int) -> Win:
        if self.level:
            return Win(seat, self.hand, self.level, Fraction(self.share))
        return Win(seat, self.hand, fixed_micros=self.times_wager * wager_micros)

    @property
    def envy(self) -> EnvyLine:
        """The envy that this hand brings to every other bettor."""
        return EnvyLine(self.envy_micros, self.envy_times_wager, self.envy_least_micros)


def hand_buttons(game: Game, wager: str, paytable: str) -> tuple[HandButton, ...]:
    """The buttons for a progressive wager with one of its paytables, best hand first."""
    bet = game.wager(wager)
    table = game.paytable(wager, paytable)
    ranking = bet.ranking or (game.showdown.ranking if game.showdown else None)
    return tuple(
        HandButton(
            table.line_name(line, ranking),
            pay.level,
            str(pay.share),
            0 if pay.level else int(pay.net) + 1,
            *envy_line(table.envy, line),
        )
        for line, pay in sorted(table.pays.items(), reverse=True)
    )


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


class FoldedHands(StrEnum):
    """What a link has decided about folded hands, where a sheet leaves it to the casino."""

    AS_THE_SHEET = "as the sheet"
    QUALIFY = "qualify"
    DO_NOT_QUALIFY = "do not qualify"

    def qualify(self, game: Game, wager: str) -> bool:
        """Whether folded hands qualify for a wager of a table on such a link."""
        printed = game.wager(wager).survives_fold
        others = (other.change(game) for ruling in game.rulings for other in ruling.alternatives.values())
        if self is FoldedHands.AS_THE_SHEET or all(each.wager(wager).survives_fold is printed for each in others):
            return printed  # the casino decides only what a ruling of the game leaves to it
        return self is FoldedHands.QUALIFY


@dataclass(frozen=True)
class Link:
    """The tables that feed and win one jackpot, in one licensed location."""

    jackpot: str
    location: str
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET
