"""What a table should have won on a day: the exact edge of its game times what was bet on it, beside what it won."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

from fairfelt import games
from fairfelt.answers.answer import Answer
from fairfelt.answers.store import kept_answer
from fairfelt.exact import Unsolved, answer, percent_text
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Column, Row, Table, Words, right
from fairfelt.room.events.set_up import Stood
from fairfelt.rules import Game, Opens, UnknownName, format_amount, format_day

from .table_days import TableDay

_edges: dict[str, Fraction | str] = {}
"""By fingerprint: the house edge of all opening bets together, or why it cannot be counted. Counted once in a run."""
_variances: dict[str, Fraction] = {}
"""By fingerprint: the variance of a round for each unit on all opening bets together, where it is counted."""
SIGMAS = 2
"""Standard deviations of the interval: about 95 of 100 days lie within."""
MOST_SIGMAS = 3
"""Beyond so many a day is to be looked into: chance brings one in 370."""


def known_edge(fingerprint: str) -> Fraction | None:
    """The edge of a game by what is bet on all its opening bets, if it was counted here."""
    found = _edges.get(fingerprint)
    return found if isinstance(found, Fraction) else None


def count_edges(days: tuple[TableDay, ...]) -> None:
    """Count the edge of every game on which a handle is on record. It may take minutes: call it off the event loop."""
    _learn(days, answer)


def read_edges(days: tuple[TableDay, ...]) -> tuple[TableDay, ...]:
    """The same days, with the edges that come with the package or were counted before: nothing is counted for them."""
    _learn(days, kept_answer)
    return days


def _learn(days: tuple[TableDay, ...], find: Callable[[Game], Answer | None]) -> None:
    for played in {one.played for one in days if one.handle_micros is not None}:
        if played and played.fingerprint not in _edges and (found := _edge_by(played, find)) is not None:
            _edges[played.fingerprint] = found


def _edge_by(played: Stood, find: Callable[[Game], Answer | None]) -> Fraction | str | None:
    try:
        game = games.find(played.game, played.variant)
        if games.fingerprint_of(played.game, played.variant) != played.fingerprint:
            return f"{game.title} was played by other rules than today's"
        found = find(game)
    except (Unsolved, UnknownName) as error:
        return str(error)
    if found is None:
        return None
    bets, whole = _bets_of_a_unit(game), found.par.round
    if whole.variance is not None:
        _variances[played.fingerprint] = whole.variance / bets**2
    return whole.house_edge / bets


def _bets_of_a_unit(game: Game) -> int:
    """How many opening bets go with one unit: the edge is of the first of them, the handle is of all."""
    return len(game.openings) if game.opens is Opens.ALL else 1


def _edge_of(one: TableDay) -> Fraction | None:
    return known_edge(one.played.fingerprint) if one.played else None


NO_HANDLE = "no handle on record: nothing counts the bets of the game itself; enter it with the closing bank"


def theory_missing(one: TableDay) -> str:
    """What is missing for a theoretical win; empty where nothing is."""
    if one.handle_micros is None:
        return NO_HANDLE
    if one.played is None:
        return "the game was changed on this day: the handle of each is not told apart"
    found = _edges.get(one.played.fingerprint)
    if found is None:
        return "the exact edge was not counted yet; the paper Theoretical against actual counts it"
    return "" if isinstance(found, Fraction) else f"the exact edge cannot be counted: {found}"


def theoretical_win_micros(one: TableDay) -> int | None:
    """The exact edge times the handle, rounded to a millionth; None while one of them is missing."""
    edge = _edge_of(one)
    return None if edge is None or one.handle_micros is None else round(edge * one.handle_micros)


def deviation_micros(one: TableDay) -> int | None:
    """How far chance carries the win of a day: one standard deviation, as if one player bet the same in every round.

    Several players vary less, and bets of many sizes more: a day outside of three of them is to be looked into.
    """
    variance, handle = _variances.get(one.played.fingerprint) if one.played else None, one.handle_micros
    if variance is None or handle is None or not one.rounds:
        return None
    return isqrt(int(variance * handle**2 / one.rounds))


def sigmas(one: TableDay) -> Fraction | None:
    """How many standard deviations the win of a day lies from what it should be; None while something is missing."""
    theory, deviation, win = theoretical_win_micros(one), deviation_micros(one), one.win_micros
    return None if theory is None or win is None or not deviation else Fraction(win - theory, deviation)


def fairness_remark(one: TableDay) -> str:
    """What somebody should do about a day; nothing where chance explains it."""
    away = sigmas(one)
    return "needs review: chance alone does that on one day in 370" if away and abs(away) > MOST_SIGMAS else ""


def theory_dict(one: TableDay) -> dict[str, Any]:
    """Plain data for JSON."""
    edge = _edge_of(one)
    return {
        "table": one.table,
        "day": one.day.isoformat(),
        "handle_micros": one.handle_micros,
        "edge": None if edge is None else exact_text(edge),
        "theoretical_win_micros": theoretical_win_micros(one),
        "win_micros": one.win_micros,
        "deviation_micros": deviation_micros(one),
        "deviations": None if (away := sigmas(one)) is None else float(away),
        "missing": theory_missing(one),
    }


def theory_table(days: tuple[TableDay, ...], *, dated: bool = True) -> Table | Words:
    """Every table that was active: handle, edge, theoretical and actual win, or what is missing."""
    active = [one for one in days if one.is_active]
    if not active:
        return Words("No activity.")
    if all(one.handle_micros is None for one in active):
        return Words(
            f"{capital(NO_HANDLE)}. Theoretical win, its interval and how far the win lies from it stand here then."
        )
    columns = (
        *right("Handle", "Edge", "Theoretical win", "Interval", "Win", "Deviations"),
        Column("Remark", breaks=True),
    )
    day = (Column("Day", whole=True),) if dated else ()
    rows = tuple((*((format_day(one.day),) if dated else ()), *_row(one)) for one in active)
    return Table((*day, Column("Table"), Column("Game", whole=True), *columns), rows)


def _row(one: TableDay) -> Row:
    edge, theory = _edge_of(one), theoretical_win_micros(one)
    deviation, away = deviation_micros(one), sigmas(one)

    def money(micros: int | None) -> str:
        return "" if micros is None else format_amount(round(Fraction(micros, CENT_MICROS)) * CENT_MICROS, one.currency)

    shown = percent_text(edge, 4) if edge is not None and one.handle_micros is not None else ""
    interval = ""
    if theory is not None and deviation is not None:
        interval = f"{money(theory - SIGMAS * deviation)} to {money(theory + SIGMAS * deviation)}"
    remark = capital(theory_missing(one) or fairness_remark(one))
    return (
        one.table, one.title, money(one.handle_micros), shown, money(theory), interval, money(one.win_micros),
        "" if away is None else f"{float(away):+.2f}", remark,
    )  # fmt: skip
