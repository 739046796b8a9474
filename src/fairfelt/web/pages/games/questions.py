"""Questions about a game: a form, and a report that is counted from it; and the paytable editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.analysis.counting.shoe_bet import NotCountable, countable_bets
from fairfelt.analysis.design.knobs import Knob, count_settings, knobs_of, read_knob
from fairfelt.analysis.design.lines import DesignError, Range, Targets, TargetsError, parse_range
from fairfelt.analysis.design.pays import BadPay, PayLine, pay_lines, pays_text, read_pay
from fairfelt.analysis.design.search import search
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
from fairfelt.engine.exact import NO_SHARE, Progress, Share
from fairfelt.reports.counting import count_cards
from fairfelt.reports.design import TARGETS, design_problem, design_report, find_line, knobs_report
from fairfelt.reports.protection import exposure_report, verdict_report
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.english import listed
from fairfelt.reports.winnings import floor_report
from fairfelt.rules import Game, UnknownName, Wager
from fairfelt.rules.json_form.write import is_data
from fairfelt.web.http.answers import BadQuery, blame, read_integer
from fairfelt.web.jobs import Job
from fairfelt.web.pages.counting import (
    Counting,
    GameQuery,
    PayOverrides,
    PricedGame,
    Refusals,
    Study,
    counting_of,
    editable_wagers,
    game_of,
    pay_field,
    plain_query,
    read_pay_overrides,
    read_printed_query,
    reprice,
    wagers_with_choice,
)
from fairfelt.web.pages.page import FORMS, address, document, document_name, page

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


OF_RULES = ("edge", "hit", "volatility")
"""The targets that rules are held to."""
KNOB_WORDS = {
    "qualifier": ("Dealer's least hand", "none"),
    "copies": ("Equal hands", "push | player | dealer"),
    "decks": ("Decks", "2 | 6 | 8"),
}
"""Titles of knobs, with settings to try; other knobs are the sizes of bets."""
DESIGNS = 5
LONGEST_TEXT = 200


@dataclass(frozen=True)
class KnobField:
    """A field of the form: a rule, what it is called, how it is today, and settings to try."""

    knob: str
    title: str
    today: str
    example: str

    @property
    def field(self) -> str:
        """Its name in the form."""
        return f"rule_{self.knob.lower().replace(' ', '_')}"


@dataclass(frozen=True)
class DesignReport(Report):
    """The designs of a paytable."""

    links: tuple[tuple[str, str], ...] = ()
    """Addresses that open each design: in the editor, and in the studio if the game can be; else empty."""


def knob_fields(game: Game) -> list[KnobField]:
    """The rules of a game that can be set, as fields."""
    found = []
    for knob in knobs_of(game):
        (today,) = knob.values
        title, example = KNOB_WORDS.get(knob.name, (f"Size of the {knob.name} bet", ""))
        if not example:
            example = " | ".join(str(int(today) + more) for more in range(3))
        if example == "none":
            example = f"{today} | none"
        found.append(KnobField(knob.name, title, today, example))
    return found


def read_rules(fields: Fields, game: Game) -> tuple[Any, ...]:
    """Read the form of rules; a `BadQuery` names the field that cannot be read."""
    knobs = []
    for knob in knob_fields(game):
        text = fields.get(knob.field, "").strip()[:LONGEST_TEXT]
        if text:
            with blame(knob.field, DesignError):
                knobs.append(read_knob(game, f"{knob.knob}={text}"))
    if not knobs:
        raise BadQuery("rules", "no rule is set: write the settings to be counted into a field, such as push | player")
    return (
        _count_rules,
        tuple(knobs),
        Targets(**{"edge": Range(), **_read_ranges(fields, OF_RULES)}, whole_numbers=False),
    )


def _read_ranges(fields: Fields, names: Iterable[str]) -> dict[str, Range]:
    found = {}
    for name in names:
        title, _, percent, _ = TARGETS[name]
        text = fields.get(name, "").strip()[:LONGEST_TEXT]
        if text:
            with blame(name, TargetsError):
                found[name] = parse_range(text, what=title, percent=percent)
    return found


def read_design(fields: Fields, game: Game) -> tuple[Any, ...]:
    """Read the form of a paytable: its bet, and the pays that it keeps."""
    wager = read_wager(fields, game)
    found = _read_ranges(fields, TARGETS)
    if not found.keys() & {"edge", "break_even"}:
        raise BadQuery("edge", "the house edge is missing: write a range such as 3..4%")
    targets = Targets(**{"edge": Range(), **found}, whole_numbers=bool(fields.get("whole")))
    return _count_design, wager, targets, _read_keep(fields.get("keep", ""), game, wager)


def _read_keep(text: str, game: Game, wager: str) -> tuple[tuple[str, str], ...]:
    kept = []
    for part in filter(None, (each.strip() for each in text[:LONGEST_TEXT].split(","))):
        name, equals, pay = (each.strip() for each in part.partition("="))
        if not equals:
            raise BadQuery("keep", f"{part!r} is not of the form LINE=PAY, such as straight=5")
        with blame("keep", UnknownName, BadPay):
            find_line(game, wager, name)
            read_pay(pay, place=name)
        kept.append((name, pay))
    return tuple(kept)


def _count_rules(
    game: Game, knobs: tuple[Knob, ...], targets: Targets, executor: Executor, progress: Progress
) -> Report:
    return knobs_report(game, knobs, count_settings(game, knobs, targets, progress=progress, executor=executor))


def _count_design(
    game: Game, wager: str, targets: Targets, keep: tuple[tuple[str, str], ...], executor: Executor, progress: Progress
) -> Report:
    problem = design_problem(game, wager, targets, keep=dict(keep), executor=executor)
    found = search(problem, DESIGNS, progress=progress, executor=executor)
    report, links = design_report(found), []
    bet, shown = found.problem.wager, {line.line for line in found.problem.lines}
    lines = [line for line in pay_lines(game, bet.name) if line.line in shown]
    for each in found.designs:
        pays = {line: pay.words for line, _, pay in each.pays}
        fields = urlencode({pay_field(bet, line): pays.get(line.line, "") for line in lines})
        editor = address(game, "edit")
        editor += f"{'&' if '?' in editor else '?'}{fields}"
        links.append((editor, f"/studio?like={game.slug}&{fields}" if is_data(game) and not game.variant else ""))
    return DesignReport(**vars(report), links=tuple(links))


DESIGN = Question(
    "design", {}, lambda fields, game: (read_rules if "rules" in fields else read_design)(fields, game),
    is_asked=lambda fields, game: bool(fields.get("wager")) or "rules" in fields,
    more_fields=lambda game: (
        "wager", "keep", "whole", "rules", *TARGETS, *(knob.field for knob in knob_fields(game)),
    ),
    values=lambda game: {
        "wagers": editable_wagers(game), "ranges": {name: row[:3] for name, row in TARGETS.items()},
        "of_rules": OF_RULES, "knobs": knob_fields(game),
    },
    unsolved=(DesignError, TargetsError, BadPay),
)  # fmt: skip


View = dict[str, Any]
"""What the template of the editor draws."""


def build_editor(
    counting: Counting, known: Study, query: GameQuery, overrides: PayOverrides, fields: Fields
) -> View | None:
    """Price what was typed; None while the printed tables that were chosen are being calculated."""
    before = counting.price(query)
    if not before.solved:
        return None
    new = replace(query, pays=() if overrides.mistakes else overrides.pays)
    best = None if overrides.mistakes else counting.price(new)
    # The figures if nobody changes their play, where that follows from what was calculated.
    same = best.answer if best and best.solved else reprice(known, new) if new.pays else None
    after = None if overrides.mistakes else same
    groups = [
        _group(new.printed, wager, before.answer, after, overrides, fields) for wager in editable_wagers(new.printed)
    ]
    changed = {row["field"]: row["typed"] for group in groups for row in group["rows"] if row["changed"]}
    return {
        "query": new, "groups": groups, "before": before.answer.par, "same_play": same.par if same else None,
        "best": best, "now": best.answer.par if best and best.solved else same.par if same else None,
        "waits": best is not None and not best.ready,
        "fields": {"paytable": [f"{wager}={table}" for wager, table in new.paytables], **changed},
    }  # fmt: skip


def _group(
    game: Game, wager: Wager, before: PricedGame, after: PricedGame | None, overrides: PayOverrides, fields: Fields
) -> View:
    """A wager, or several of the game itself that are paid by one table, with a row for each possible line."""
    alike = [wager] if wager.is_optional else [w for w in game.wagers if w.paytables == wager.paytables and w.is_base]
    old, new = _shares(before, alike), _shares(after, alike) if after else {}
    changes = dict(dict(overrides.pays).get(wager.name, ()))

    def row(line: PayLine) -> View:
        pay, field = wager.paytable.pays.get(line.line), pay_field(wager, line)
        printed, mistake = pay.words if pay else "", overrides.mistakes.get(field, "")
        share, was = new.get(line.line), old.get(line.line)
        return {
            "name": line.name, "field": field, "printed": printed, "typed": fields.get(field, printed),
            "mistake": mistake, "changed": line.line in changes or bool(mistake), "before": was, "after": share,
            "difference": (share or NO_SHARE).contribution - (was or NO_SHARE).contribution,
        }  # fmt: skip

    rows = [row(line) for line in pay_lines(game, wager.name)]
    return {
        "wager": wager, "title": listed([other.name for other in alike]), "rows": rows,
        "changed": any(row["changed"] for row in rows),
        "before": before.par.wager(wager.name, wager.paytable.name),
        "after": after.par.wager(wager.name, "" if changes else wager.paytable.name) if after else None,
    }  # fmt: skip


def _shares(priced: PricedGame, wagers: list[Wager]) -> dict[int, Share]:
    """The contribution of each row over all wagers that it pays; its frequency, by the first of them."""
    first, *others = (priced.shares[wager.name] for wager in wagers)
    return {
        line: replace(
            share, contribution=share.contribution + sum(rows[line].contribution for rows in others if line in rows)
        )
        for line, share in first.items()
    }


def edit(request: Request) -> Response:
    """Every paytable of a game as fields; while a user types, the page is asked for again."""
    game, counting, fields = game_of(request), counting_of(request), request.query_params
    job = counting.study(plain_query(game))
    wrong = editor = None
    if job.solved:
        try:
            query = read_printed_query(request)
            overrides = read_pay_overrides(fields, query.printed)
            job = counting.pricing(plain_query(game)) if overrides.pays else job
            editor = build_editor(counting, job.answer, query, overrides, fields) if job.solved else None
        except BadQuery as error:
            wrong = error
    return page(
        "games/edit.html",
        game=game,
        job=job,
        wrong=wrong,
        editor=editor,
        wagers=wagers_with_choice(game),
        chosen=[text for text in fields.getlist("paytable") if text],
        query=editor["fields"] if editor else {},
        file=pays_text(editor["query"].changed_tables, editor["query"].printed) if editor else "",
        waiting=editor["waits"] if editor else not wrong and not job.unsolved,
    )


ROUTES = [*PROTECT.routes, *COUNTING.routes, *FLOOR.routes, *DESIGN.routes]
