"""The paytable editor, and the page on which a paytable or rules are designed from targets."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.analysis.design.knobs import Knob, count_settings, knobs_of, read_knob
from fairfelt.analysis.design.lines import DesignError, Range, Targets, TargetsError, parse_range
from fairfelt.analysis.design.pays import BadPay, PayLine, pay_lines, pays_text, read_pay
from fairfelt.analysis.design.search import Design, SearchResult, search
from fairfelt.engine.exact import NO_SHARE, Progress, Share
from fairfelt.reports.design import TARGETS, design_problem, design_report, find_line, knobs_report
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.english import listed
from fairfelt.rules import Game, UnknownName, Wager
from fairfelt.rules.json_form.write import is_data
from fairfelt.web.http.answers import BadQuery, blame
from fairfelt.web.pages.counting import Counting, PricedGame, Study, counting_of, reprice
from fairfelt.web.pages.game_query import (
    GameQuery,
    PayOverrides,
    editable_wagers,
    game_of,
    pay_field,
    plain_query,
    read_pay_overrides,
    read_printed_query,
    wagers_with_choice,
)
from fairfelt.web.pages.games.questions import Fields, Question, read_wager
from fairfelt.web.pages.page import address, page

OF_RULES = ("edge", "hit", "volatility")
"""The targets that rules are held to."""
KNOB_WORDS = {
    "qualifier": ("Dealer's least hand", "none"),
    "copies": ("Equal hands", "push | player | dealer"),
    "decks": ("Decks", "2 | 6 | 8"),
}
"""Titles of knobs, with settings to try; other knobs are the sizes of bets."""
DESIGNS = 5
LONGEST = 200


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
        text = fields.get(knob.field, "").strip()[:LONGEST]
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
        text = fields.get(name, "").strip()[:LONGEST]
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
    for part in filter(None, (each.strip() for each in text[:LONGEST].split(","))):
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
    for each in found.designs:
        fields = urlencode(_fields(game, found, each))
        editor = address(game, "edit")
        editor += f"{'&' if '?' in editor else '?'}{fields}"
        links.append((editor, f"/studio?like={game.slug}&{fields}" if is_data(game) and not game.variant else ""))
    return DesignReport(**vars(report), links=tuple(links))


def _fields(game: Game, found: SearchResult, design: Design) -> dict[str, str]:
    wager = found.problem.wager
    pays = {line: pay.words for line, _, pay in design.pays}
    listed = {line.line for line in found.problem.lines}
    return {
        pay_field(wager, line): pays.get(line.line, "") for line in pay_lines(game, wager.name) if line.line in listed
    }


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
