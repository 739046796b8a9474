"""What a table should have won on a day: the exact edge of its game times what was bet on it, beside what it won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fairfelt import games
from fairfelt.exact import Unsolved, answer, percent_text
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Column, Row, Table, Words, right
from fairfelt.room import Floor
from fairfelt.rules import UnknownName, format_amount, format_day

from .table_days import TableDay

_edges: dict[str, Fraction | str] = {}
"""By fingerprint: the house edge of a unit of the opening bet, or why it cannot be counted. Counted once in a run."""


def known_edge(fingerprint: str) -> Fraction | None:
    """The edge of a game, if it was counted here."""
    found = _edges.get(fingerprint)
    return found if isinstance(found, Fraction) else None


def count_edges(floor: Floor, days: tuple[TableDay, ...]) -> None:
    """Count the edge of every game on which a handle is on record. It may take minutes: call it off the event loop."""
    for name in {one.table for one in days if one.handle_micros is not None}:
        at = floor.tables[name]
        if at.fingerprint not in _edges:
            try:
                _edges[at.fingerprint] = answer(games.find(at.game, at.variant)).par.round.house_edge
            except (Unsolved, UnknownName) as error:
                _edges[at.fingerprint] = str(error)


def theory_missing(one: TableDay) -> str:
    """What is missing for a theoretical win; empty where nothing is."""
    if one.handle_micros is None:
        return "no handle on record: nothing counts the bets of the game itself; enter it with the closing bank"
    found = _edges.get(one.fingerprint)
    if found is None:
        return "the exact edge was not counted since the start; the paper Theoretical against actual counts it"
    return "" if isinstance(found, Fraction) else f"the exact edge cannot be counted: {found}"


def theoretical_win_micros(one: TableDay) -> int | None:
    """The exact edge times the handle, rounded to a millionth; None while one of them is missing."""
    edge = known_edge(one.fingerprint)
    return None if edge is None or one.handle_micros is None else round(edge * one.handle_micros)


def theory_dict(one: TableDay) -> dict[str, Any]:
    """Plain data for JSON."""
    edge = known_edge(one.fingerprint)
    return {
        "table": one.table,
        "day": one.day.isoformat(),
        "handle_micros": one.handle_micros,
        "edge": None if edge is None else exact_text(edge),
        "theoretical_win_micros": theoretical_win_micros(one),
        "win_micros": one.win_micros,
        "missing": theory_missing(one),
    }


def theory_table(days: tuple[TableDay, ...], *, dated: bool = True) -> Table | Words:
    """Every table that was active: handle, edge, theoretical and actual win, or what is missing."""
    active = [one for one in days if one.is_active]
    if not active:
        return Words("No activity.")
    columns = (*right("Handle", "Edge", "Theoretical win", "Win", "Difference"), Column("Missing", breaks=True))
    day = (Column("Day"),) if dated else ()
    rows = tuple((*((format_day(one.day),) if dated else ()), *_row(one)) for one in active)
    return Table((*day, Column("Table"), Column("Game", whole=True), *columns), rows)


def _row(one: TableDay) -> Row:
    edge, theory = known_edge(one.fingerprint), theoretical_win_micros(one)
    difference = None if theory is None or one.win_micros is None else one.win_micros - theory

    def money(micros: int | None) -> str:
        return "" if micros is None else format_amount(micros, one.currency)

    shown = percent_text(edge, 4) if edge is not None and one.handle_micros is not None else ""
    return (
        one.table, one.game, money(one.handle_micros), shown, money(theory), money(one.win_micros),
        money(difference), capital(theory_missing(one)),
    )  # fmt: skip
