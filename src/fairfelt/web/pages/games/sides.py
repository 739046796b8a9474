"""The sides of a comparison: a game, or a wager with one of its paytables, as an address writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from starlette.requests import Request

from fairfelt import games
from fairfelt.reports.comparison import SideName, read_side_name, tables_in_play
from fairfelt.rules import Game, Paytable, UnknownName, Wager

from ..game_query import BadQuery, GameQuery, plain_query, versions


@dataclass(frozen=True)
class Side:
    """What stands on one side."""

    query: GameQuery
    wager: str = ""
    """None for the round."""
    paytable: str = ""

    @property
    def name(self) -> SideName:
        """In parts."""
        return SideName(self.query.slug, self.query.variant, self.wager, self.paytable)

    @property
    def written(self) -> str:
        """As it stands in an address: "straight-edge-poker@v2:Bonus:1"."""
        return str(self.name)

    @property
    def words(self) -> str:
        """Within its game."""
        return self.name.words

    @property
    def title(self) -> str:
        """As a heading."""
        return f"{self.query.printed.title}: {self.words}"


def read_sides(request: Request) -> tuple[Side, Side]:
    """Both sides of the address; where one is missing, a good comparison to begin with."""
    a, b = (request.query_params.get(field, "") for field in ("a", "b"))
    if a and not b:
        return suggest_sides(games.find(read_side_name(a).game))
    first, second = suggest_sides(games.catalogue()[0])
    return read_side(a, "a") if a else first, read_side(b, "b") if b else second


def read_side(text: str, field: str) -> Side:
    """Read what an address says; a `BadQuery` if there is no such thing."""
    name = read_side_name(text)
    try:
        return _side(games.find(name.game, name.variant), name.wager, name.paytable)
    except UnknownName as error:
        raise BadQuery(field, str(error)) from error


def _side(game: Game, name: str, table: str) -> Side:
    if not name:
        return Side(plain_query(game))
    wager = game.wager(name)
    return _wager_side(game, wager, game.paytable(name, table) if table else wager.paytable)


def _wager_side(game: Game, wager: Wager, table: Paytable) -> Side:
    query = GameQuery(game.slug, game.variant, tables_in_play(game, wager.name, table.name))
    return Side(query, wager.name, table.name)


def sides(game: Game) -> Iterator[Side]:
    """All that can be compared of one game."""
    yield Side(plain_query(game))
    for wager in game.wagers:
        if wager.paytable.pays:
            yield from (_wager_side(game, wager, table) for table in wager.paytables)


@cache
def all_sides() -> tuple[tuple[str, tuple[Side, ...]], ...]:
    """Everything there is to compare, game by game."""
    return tuple((game.title, tuple(sides(game))) for game in versions())


def suggest_sides(game: Game) -> tuple[Side, Side]:
    """A good comparison to begin with: two tables of one wager, else two versions, else the next game."""
    for wager in sorted(game.wagers, key=lambda wager: wager.is_base):
        if len(wager.paytables) > 1:
            return _wager_side(game, wager, wager.paytables[0]), _wager_side(game, wager, wager.paytables[1])
    catalogue = games.catalogue()
    here = next((at for at, each in enumerate(catalogue) if each.slug == game.slug), -1)
    following = catalogue[(here + 1) % len(catalogue)]
    other = next((v for v in games.find(game.slug).variants if v.variant != game.variant), following)
    return Side(plain_query(game)), Side(plain_query(other))
