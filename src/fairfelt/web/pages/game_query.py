"""From an address to the game it means, with the paytables and the company it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from starlette.requests import Request

from fairfelt import games
from fairfelt.rules import Game, Paytable, UnknownName, Wager
from fairfelt.web.http.request import read_integer

from .pay_overrides import Pays, apply_overrides, describe_overrides, read_pay_overrides, without_shared


class BadQuery(Exception):  # noqa: N818  (it reads as what happened)
    """A field of the query that cannot be, and the sentence that says what would be right."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True)
class GameQuery:
    """A game with the paytables, pays and company it is calculated with; equal queries have one answer."""

    slug: str
    variant: str = ""
    paytables: tuple[tuple[str, str], ...] = ()
    """Wagers and the tables put in play, in the order of the alphabet."""
    bettors: int = 0
    pays: Pays = ()

    @property
    def game(self) -> Game:
        """The game with those paytables and pays."""
        return apply_overrides(self.printed, self.pays)

    @property
    def printed(self) -> Game:
        """The game with those paytables as they are printed."""
        return _printed(self.slug, self.variant, self.paytables)

    @property
    def plain(self) -> GameQuery:
        """The game as it is defined."""
        return GameQuery(self.slug, self.variant)

    @property
    def changed_tables(self) -> dict[str, Paytable]:
        """The paytables with changed pays, by wager."""
        return {wager: self.game.wager(wager).paytable for wager, _ in self.pays}

    @property
    def keeps_play(self) -> bool:
        """Whether nothing is changed that anybody decides by: side bets alone."""
        game = games.find(self.slug, self.variant)
        return all(game.wager(wager).is_optional for wager, _ in (*self.paytables, *self.pays))

    @property
    def changes(self) -> tuple[str, ...]:
        """Where the pays depart from what is printed, in sentences."""
        return describe_overrides(self.printed, self.pays)


@lru_cache(maxsize=64)
def _printed(slug: str, variant: str, paytables: tuple[tuple[str, str], ...]) -> Game:
    """Always the same value for the same question, so that what is known of it is found again."""
    game = games.find(slug, variant)
    for wager, table in paytables:
        game = game.with_paytable(wager, table)
    return game


def plain_query(game: Game) -> GameQuery:
    """The game as it is defined."""
    return GameQuery(game.slug, game.variant)


def versions() -> Iterator[Game]:
    """Every version of every game."""
    return (game for first in games.catalogue() for game in first.variants)


def game_of(request: Request) -> Game:
    """The game and version in the address."""
    return games.find(request.path_params["slug"], request.query_params.get("variant", ""))


def read_game_query(request: Request) -> GameQuery:
    """The whole query: `paytable=WAGER=NAME` and `pay:WAGER:LINE=PAY` as often as needed, `bettors=N`."""
    query = read_printed_query(request)
    overrides = read_pay_overrides(request.query_params, query.printed)
    for field, sentence in overrides.mistakes.items():
        raise BadQuery(field, sentence)
    return replace(query, pays=overrides.pays)


def read_printed_query(request: Request) -> GameQuery:
    """The query without changed pays."""
    game = game_of(request)
    bettors = _bettors(request.query_params.get("bettors", "") or "0", game)
    return GameQuery(game.slug, game.variant, _paytables(request.query_params.getlist("paytable"), game), bettors)


def _paytables(texts: list[str], game: Game) -> tuple[tuple[str, str], ...]:
    chosen = []
    for text in filter(None, texts):
        wager, equals, table = text.partition("=")
        if not equals:
            raise BadQuery("paytable", f"{text!r} is not of the form WAGER=NAME")
        try:
            chosen.append((game.wager(wager.strip()).name, game.paytable(wager.strip(), table.strip()).name))
            game = game.with_paytable(*chosen[-1])
        except UnknownName as error:
            raise BadQuery("paytable", str(error)) from error
    return tuple(sorted(set(chosen)))


def _bettors(text: str, game: Game) -> int:
    if (bettors := read_integer(text, 0, game.seats - 1)) is None:
        raise BadQuery("bettors", f"{text!r:.40} other players are not possible: give 0 to {game.seats - 1}")
    return bettors


def wagers_with_choice(game: Game) -> list[Wager]:
    """Wagers with several paytables."""
    return without_shared(game, lambda wager: len(wager.paytables) > 1)
