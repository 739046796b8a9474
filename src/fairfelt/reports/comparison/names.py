"""What a comparison or a portfolio is told of: a game, or a bet of it with one of its paytables, as one word."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.rules import Game


@dataclass(frozen=True)
class SideName:
    """A game and perhaps a version, a bet of it, a paytable of that bet."""

    game: str
    variant: str = ""
    wager: str = ""
    paytable: str = ""

    def __str__(self) -> str:
        """As it is typed: "game@v2:Bonus:1"."""
        game = "@".join(filter(None, (self.game, self.variant)))
        return ":".join(filter(None, (game, self.wager, self.paytable)))

    @property
    def words(self) -> str:
        """Within its game."""
        return ", ".join(filter(None, (self.wager, self.paytable))) or "The round"

    def side_bet(self, game: Game) -> tuple[str, str]:
        """The bet that is looked at by itself, and its paytable; nothing for the game or a part of it."""
        alone = self.wager and not game.wager(self.wager).is_base
        return (game.wager(self.wager).name, self.paytable) if alone else ("", "")


def read_side_name(text: str) -> SideName:
    """Take the parts of a name apart; whether there are such things is seen later."""
    game, _, rest = text.strip().partition(":")
    slug, _, variant = game.partition("@")
    wager, _, table = rest.partition(":")
    return SideName(slug.strip(), variant.strip(), wager.strip(), table.strip())


def tables_in_play(game: Game, wager: str, paytable: str) -> tuple[tuple[str, str], ...]:
    """A table that people decide by is put in play; a side bet has all its tables on the sheet of the game."""
    bet = game.wager(wager)
    table = game.paytable(wager, paytable)
    return ((bet.name, table.name),) if bet.is_base and table is not bet.paytable else ()
