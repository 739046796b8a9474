"""Questions about a game: a form, and a report that is counted from it. Protection, card counting, table win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.analysis.counting.shoe_bet import NotCountable, countable_bets
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.findings import usual_terms
from fairfelt.analysis.protection.house import foresee_verdict, verdict
from fairfelt.analysis.protection.information import BadInformation, Information, read_information
from fairfelt.analysis.winnings.bets import WinningsError
from fairfelt.analysis.winnings.session import TooWide
from fairfelt.analysis.winnings.tables import (
    BadField,
    FloorQuestion,
    TableTerms,
    read_money,
    read_terms,
    table_plan,
    usual_stake,
)
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Progress
from fairfelt.reports.counting import count_cards
from fairfelt.reports.protection import exposure_report, verdict_report
from fairfelt.reports.report import Report
from fairfelt.reports.winnings import floor_report
from fairfelt.rules import Game, UnknownName
from fairfelt.web.http.answers import BadQuery, blame, read_integer
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import Refusals, counting_of
from fairfelt.web.pages.game_query import game_of
from fairfelt.web.pages.page import FORMS, document, document_name, page

Fields = Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """A form about a game and the report that answers it, at /games/SLUG/NAME."""

    name: str
    fields: Mapping[str, tuple[str, str]]
    """Title of each field, and its example or first value."""
    read: Callable[[Fields, Game], tuple[Any, ...]]
    """What counts the answer, and its values after the game; equal ones have one answer. `BadQuery` names the field
    that cannot be read."""
    is_asked: Callable[[Fields, Game], bool]
    """True if an address asks the question, or only for its form."""
    more_fields: Callable[[Game], Iterable[str]] = lambda game: ()
    """Fields that the template draws itself."""
    first_values: Callable[[Game], Mapping[str, str]] = lambda game: {}
    values: Callable[[Game], Mapping[str, Any]] = lambda game: {}
    """Further values of the template."""
    unsolved: Refusals = ()
    """Errors of the count that say why there is no answer."""

    @property
    def routes(self) -> list[Route]:
        path = f"/games/{{slug}}/{self.name}"
        return [Route(path, self.page), Route(f"{path}.{{form}}", document(*FORMS)(self.report))]

    def page(self, request: Request) -> Response:
        game, asked = game_of(request), request.query_params
        names, first = (*self.fields, *self.more_fields(game)), self.first_values(game)
        job = wrong = None
        try:
            if self.is_asked(asked, game):
                job = self._job(request, game, self.read(asked, game))
        except BadQuery as error:
            wrong = error
        return page(
            f"games/{self.name}.html",
            game=game,
            names=self.fields,
            fields={name: asked.get(name, first.get(name, "")) for name in names},
            job=job,
            wrong=wrong,
            query={name: asked[name] for name in names if asked.get(name)},
            **self.values(game),
        )

    def report(self, request: Request) -> Report:
        game = game_of(request)
        report = self._job(request, game, self.read(request.query_params, game)).result()
        return replace(report, name=document_name(game, self.name))

    def _job(self, request: Request, game: Game, query: tuple[Any, ...]) -> Job[Report]:
        count, *values = query
        key, counted = (self.name, game.slug, game.variant, query), partial(count, game, *values)
        return counting_of(request).bet(key, counted, solving=game.slug, unsolved=self.unsolved)


# How a table is run.

TABLE_FIELDS = {
    "bet": ("Bet of each player", ""),
    "players": ("Players", "5"),
    "rounds": ("Rounds an hour", ""),
    "hours": ("Hours of a shift", "8"),
    "shifts": ("Shifts a day", "3"),
}
"""Titles and first values; the bet depends on the game, rounds are as published."""
LONGEST = 20


def first_values(seats: int, stake: Fraction) -> dict[str, str]:
    """First values of the table's fields: the usual stake, and at most one player per seat."""
    first = {name: said for name, (_, said) in TABLE_FIELDS.items()}
    return first | {"bet": str(stake), "players": str(min(int(first["players"]), seats))}


@contextmanager
def blame_field() -> Iterator[None]:
    """Report what is wrong with a table as a mistake in that field of the query."""
    try:
        yield
    except BadField as error:
        raise BadQuery(error.field, error.sentence) from error


def read_table(fields: Fields, game: Game, stake: Fraction) -> TableTerms:
    """The table's fields as a value; a `BadQuery` names the one that cannot be read."""
    first = first_values(game.seats, stake)
    with blame_field():
        return read_terms({name: fields.get(name, said).strip()[:LONGEST] for name, said in first.items()}, game, stake)


def _read_whole(said: Fields, name: str, least: int, most: int) -> int | None:
    """A whole number, or nothing where the field was left empty."""
    text = said[name].removeprefix("+")
    if not text:
        return None
    if (found := read_integer(text, least, most)) is None:
        raise BadQuery(name, f"{said[name]!r:.40} is not possible: give a whole number from {least} to {most:,}")
    return found


# What a table wins.

WIN_FIELDS = {**TABLE_FIELDS, "drop": ("Drop of a shift", "")}


def read_floor(fields: Fields, game: Game) -> tuple[Any, ...]:
    """Read the form of a table's win: the bet, or the round where none is named, and the drop to explain."""
    wager = read_wager(fields, game) if fields.get("wager") else ""
    terms, drop = read_table(fields, game, usual_stake(game)), fields.get("drop", "").strip()[:LONGEST]
    with blame_field():
        return _count_floor, wager, terms, read_money(drop, "drop") if drop else None


def read_wager(fields: Fields, game: Game) -> str:
    with blame("wager", UnknownName):
        return game.wager(fields.get("wager", "").strip()).name


def _count_floor(
    game: Game, wager: str, terms: TableTerms, drop: Fraction | None, executor: Executor, progress: Progress
) -> Report:
    par = engine.answer(game, progress=progress, executor=executor).par
    return floor_report(game, table_plan(par, (wager, ""), terms), FloorQuestion(drop=drop))


# What information is worth.

PROTECT_FIELDS = {
    "seen": ("Cards seen early", "dealer 1"),
    "sorted": ("Ranks told from the back", "QKA"),
    "hands": ("Hands that are shared", "1"),
    "limit": ("Limit", "100"),
    "hours": ("Hours a year", "2000"),
}
LONGEST_INFORMATION = 60
MOST = {"limit": 10**9, "hours": 8_784}


def read_protect(fields: Fields, game: Game) -> tuple[Any, ...]:
    """Read the form of game protection: information to value, or none for the verdict at these limits."""
    said = {name: fields.get(name, "").strip()[:LONGEST_INFORMATION] for name in PROTECT_FIELDS}
    hands = _read_whole(said, "hands", 1, game.seats) or 1
    information = Information()
    for name, so_far in (
        ("seen", (said["seen"], "", 1)),
        ("sorted", (said["seen"], said["sorted"], 1)),
        ("hands", (said["seen"], said["sorted"], hands)),
    ):
        with blame(name, BadInformation):
            information = read_information(game, *so_far)
    limit, hours = (_read_whole(said, name, 1, most) or int(PROTECT_FIELDS[name][1]) for name, most in MOST.items())
    return _count_protect, information, limit, hours


def _count_protect(
    game: Game, information: Information, limit: int, hours: int, executor: Executor, progress: Progress
) -> Report:
    if information.nothing:
        terms = usual_terms(game, Fraction(limit), Fraction(hours))
        return verdict_report(verdict(game, terms, executor=executor, progress=progress))
    return exposure_report(expose(game, information, executor=executor, progress=progress))


# What a card counter wins.

COUNTING_FIELDS = {
    "decks": ("Decks", ""),
    "cut": ("Cards behind the cut card", ""),
    "players": ("Players", "1"),
    "tags": ("Your tags", "4=-1 5=-1 8=2 9=2"),
    "trigger": ("Bet from a true count of", ""),
    "removed": ("Cards that have gone", "8 9"),
}
LONGEST_TAGS, SHOES, SEATS = 80, 4_000, 7
MOST_CARDS = 1_000


def read_counting(fields: Fields, game: Game) -> tuple[Any, ...]:
    """Read the form of card counting: a bet from a shoe, and how it is counted."""
    said = {name: fields.get(name, "").strip()[:LONGEST_TAGS] for name in COUNTING_FIELDS}
    bets = countable_bets(game)
    wager = read_wager(fields, game) if fields.get("wager") else next(iter(bets), "")
    if wager not in bets:
        raise BadQuery("wager", f"{wager} cannot be counted: {', '.join(bets) or 'nothing here'} can")
    decks = _read_whole(said, "decks", 1, MOST_CARDS)
    if decks is not None and decks not in (counted := game.countable_decks):
        raise BadQuery("decks", f"{decks} is not possible: {game.name} is dealt from {', '.join(map(str, counted))}")
    return (
        _count_counting, wager, decks or game.deck.copies, _read_whole(said, "cut", 1, MOST_CARDS),
        _read_whole(said, "players", 1, SEATS) or 1, said["tags"],
        _read_whole(said, "trigger", -MOST_CARDS, MOST_CARDS), said["removed"],
    )  # fmt: skip


def _count_counting(
    game: Game, wager: str, decks: int, cut: int | None, players: int, tags: str, trigger: int | None, removed: str,
    executor: Executor, progress: Progress,
) -> Report:  # fmt: skip
    return count_cards(
        game if decks == game.deck.copies else game.with_decks(decks), wager, cut=cut, players=players, tags=tags,
        trigger=trigger, removed=removed, shoes=SHOES, executor=executor, progress=progress,
    )  # fmt: skip


PROTECT = Question(
    "protect", PROTECT_FIELDS, read_protect,
    is_asked=lambda fields, game: bool(PROTECT_FIELDS.keys() & fields.keys()) or not foresee_verdict(game),
)  # fmt: skip
COUNTING = Question(
    "counting", COUNTING_FIELDS, read_counting,
    is_asked=lambda fields, game: bool(countable_bets(game)),
    more_fields=lambda game: ["wager"],
    first_values=lambda game: {"wager": next(iter(countable_bets(game)), "")},
    values=lambda game: {"bets": countable_bets(game)},
    unsolved=(NotCountable,),
)  # fmt: skip
FLOOR = Question(
    "floor", WIN_FIELDS, read_floor,
    is_asked=lambda fields, game: True,
    more_fields=lambda game: ["wager"],
    first_values=lambda game: first_values(game.seats, usual_stake(game)),
    unsolved=(WinningsError, TooWide),
)  # fmt: skip
ROUTES = [*PROTECT.routes, *COUNTING.routes, *FLOOR.routes]
