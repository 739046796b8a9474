"""Games and bets by the names that comparisons and portfolios take: GAME@VERSION:WAGER:PAYTABLE."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairfelt import games
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


def put_in_play(name: SideName, game: Game) -> tuple[SideName, Game]:
    """The name with its parts as the game spells them, and the game with that paytable in play."""
    if not name.wager:
        return name, game
    wager = game.wager(name.wager).name
    table = game.paytable(wager, name.paytable).name if name.paytable else game.wager(wager).paytable.name
    for bet, chosen in tables_in_play(game, wager, table):
        game = game.with_paytable(bet, chosen)
    return replace(name, wager=wager, paytable=table), game


def tables_in_play(game: Game, wager: str, paytable: str) -> tuple[tuple[str, str], ...]:
    """A table that people decide by is put in play; a side bet has all its tables on the sheet of the game."""
    bet = game.wager(wager)
    table = game.paytable(wager, paytable)
    return ((bet.name, table.name),) if bet.is_base and table is not bet.paytable else ()


def find_side(text: str) -> tuple[SideName, Game]:
    """A game of the catalogue, or a bet of it, by its name, with that paytable in play."""
    name = read_side_name(text)
    return put_in_play(name, games.find(name.game, name.variant))
