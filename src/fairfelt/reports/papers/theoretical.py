"""Theoretical against actual: wins and hits by exact odds, and a chi-square test that hands are dealt fairly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot.meters.edge import ProgressiveBet
from fairfelt.jackpot.terms import CENT_MICROS, Terms
from fairfelt.reports.papers.controls import RoomFacts
from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import (
    ODD,
    SIGMAS,
    odd_remark,
    period_blocks,
    period_dict,
    theory_blocks,
    theory_dict,
)
from fairfelt.reports.sheet import Column, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import exact_text
from fairfelt.reports.sheet.footnotes import footnotes
from fairfelt.room import table_odds
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.periods import AtTable
from fairfelt.room.projections.records import Shift
from fairfelt.room.table_win import TableFigures, return_to_players, table_periods
from fairfelt.rules import MICROS, format_amount
from fairfelt.table.randomness import LEAST_EXPECTED, Tested


def theoretical_report(
    room: RoomFacts,
    period: str,
    tables: Iterable[TableFigures],
    days: tuple[TableDay, ...] = (),
    shifts: tuple[Shift, ...] = (),
) -> Report:
    """The games themselves by their days, then the progressive bets table by table; one without wagers says so."""
    found, active = list(tables), tuple(one for one in days if one.is_active)
    whole, findings = table_periods(days, shifts), tuple(each for one in found for each in one.findings)
    tested = [(one, dealt_fairly(one.table, one.bet, one.seen, one.crowd)) for one in found]
    sheet = Sheet(
        "Theoretical against actual",
        f"{room.location}, {period}",
        Section("", Notice("Hands that chance hardly explains", *findings)) if findings else None,
        Section("Tables in this time", *period_blocks(whole)) if whole else None,
        Section("Whether hands come as often as they should", _fairness(tested)) if found else None,
        Section("Games, day by day", *theory_blocks(active)) if active else None,
        *(Section(f"Table {one.table}: {one.bet.wager} {one.bet.paytable}", _compared(one)) for one in found),
        *([] if found or active else [Section("", Words("No activity."))]),
        Section("Return to players", _returns(room, found)) if any(one.now for one in found) else None,
        footnotes=footnotes(
            "theoretical", "same_bets", "theoretical_tests", sigmas=SIGMAS, rare=table_odds.RARE.denominator
        ),
        colophon=room.colophon,
    )
    plain = _plain(found, room) | {
        "findings": list(findings),
        "games": [theory_dict(one) for one in active],
        "periods": [period_dict(one) for one in whole],
        "dealt_fairly": [_fairness_dict(*each) for each in tested],
    }
    return Report(sheet, plain, "theoretical")


def _fairness(tested: list[tuple[TableFigures, Tested | None]]) -> Table:
    limit = ODD / max(1, sum(test is not None for _, test in tested))
    rows = [
        (one.table, one.bet.wager, "", "", "", "Too few bets to tell")
        if test is None
        else (
            one.table, one.bet.wager, f"{test.chi_square:.2f}", f"{test.freedom}", f"{test.p_value:.2%}",
            odd_remark(test.p_value, limit),
        )
        for one, test in tested
    ]  # fmt: skip
    columns = right("Chi-square", "Degrees of freedom", "Chance")
    return Table((Column("Table"), Column("Bet"), *columns, Column("Remark", breaks=True)), tuple(rows))


def _fairness_dict(one: TableFigures, test: Tested | None) -> dict[str, Any]:
    known = {"chi_square": test.chi_square, "freedom": test.freedom, "chance": test.p_value} if test else None
    return {"table": one.table, "bet": one.bet.wager, "paytable": one.bet.paytable, "test": known}


def _compared(one: TableFigures) -> Table | Words:
    if not one.seen.sizes:
        return Words("No activity.")
    rows = tuple(_row(line, one.currency) for line in one.lines)
    columns = (Column("Hand"), *right("Expected", "Interval", "Actual", "Deviations", "Chance"), Column("Remark"))
    wagers = sum(one.seen.sizes.values())
    return Table(columns, rows, (("Wagers", f"{wagers:,}", "", "", "", "", ""),))


def _row(line: table_odds.Compared, currency: str) -> Row:
    money = line.what == table_odds.FIXED_PAYS

    def write(number: Fraction) -> str:
        return (
            format_amount(round(number / CENT_MICROS) * CENT_MICROS, currency)
            if money
            else table_odds.hits_text(number)
        )

    low, high = (line.expected + sign * SIGMAS * line.deviation for sign in (-1, 1))
    actual = write(line.actual) if money else f"{int(line.actual):,}"
    sigmas = "" if line.sigmas is None else f"{float(line.sigmas):+.2f}"
    return (
        line.what,
        write(line.expected),
        f"{write(max(low, Fraction(0)))} to {write(high)}",
        actual,
        sigmas,
        "" if line.chance is None else table_odds.chance_text(line.chance),
        line.remark,
    )


def _terms(room: RoomFacts) -> Mapping[str, Terms]:
    return {name: room.floor.jackpot_of(table)[1].terms for name, table in room.linked.items()}


def _at_largest(room: RoomFacts, one: TableFigures) -> ProgressiveBet:
    """The bet at the largest amount that the table takes: a seed is the smallest part of that."""
    table, terms = room.floor.tables[one.table], _terms(room)[one.table]
    posted, most = (
        table.limits.posted(table.wager),
        max(table.denominations_micros, default=terms.largest_increment_micros),
    )
    most = min(most, posted.most_micros if posted else most, terms.largest_increment_micros)
    return replace(one.bet, stake=Fraction(most, MICROS))


def _returns(room: RoomFacts, found: Iterable[TableFigures]) -> Table:
    rule, terms = room.law.find("return.minimum"), _terms(room)
    least = Fraction(rule.number("at_least_ppm"), 10**6) if rule else None
    rows = []
    for one in (one for one in found if one.now):
        bet = _at_largest(room, one)
        whole, fed = return_to_players(bet, terms[one.table])
        verdict = "" if least is None else "met" if whole >= least else f"below {float(least):.2%} ({rule.cited})"  # type: ignore[union-attr]
        at = format_amount(int(bet.stake * MICROS), one.currency)
        rows.append((one.table, at, f"{float(whole):.4%}", f"{float(fed):.4%}", verdict))
    figures = right("Largest bet", "Return", "Of it tray pays and contributions")
    columns = (Column("Table"), *figures, Column("Minimum", breaks=True))
    return Table(columns, tuple(rows))


def _plain(found: Iterable[TableFigures], room: RoomFacts) -> dict[str, Any]:
    rule, terms = room.law.find("return.minimum"), _terms(room)
    least = rule.number("at_least_ppm") if rule else None
    returns = {id(one): return_to_players(_at_largest(room, one), terms[one.table])[0] for one in found if one.now}
    return {
        "minimum_return_ppm": least,
        "tables": [
            {
                "table": one.table,
                **as_plain(one.bet, "wager", "paytable"),
                "wagers": sum(one.seen.sizes.values()),
                "return": exact_text(returns[id(one)]) if one.now else None,
                "minimum_met": returns[id(one)] * 10**6 >= least if one.now and least is not None else None,
                "figures": [
                    {"what": line.what, "expected": exact_text(line.expected), "variance": exact_text(line.variance),
                     "actual": str(line.actual), "chance": None if line.chance is None else float(line.chance),
                     "remark": line.remark}
                    for line in one.lines
                ],
            }
            for one in found
        ],
    }  # fmt: skip


def dealt_fairly(table: str, bet: ProgressiveBet, seen: AtTable, crowd: Fraction = table_odds.ALONE) -> Tested | None:
    """Every hand that pays and all others together; None where so few bets were made that nothing can be told.

    Where `crowd` bets are won and lost as one, everything counts that many times less.
    """
    wagers = sum(seen.sizes.values()) / crowd
    chances = bet.chances
    cells = [(seen.hits.get(hand, 0) / crowd, wagers * chance) for hand, chance in chances.items()]
    cells.append((wagers - sum(hits for hits, _ in cells), wagers * (1 - sum(chances.values(), Fraction(0)))))
    grouped = _grouped(cells)
    if len(grouped) < 2:
        return None
    chi_square = sum((hits - expected) ** 2 / expected for hits, expected in grouped)
    return Tested(table, "hands that pay, against their exact odds", float(chi_square), len(grouped) - 1)


def _grouped(cells: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The rarest are counted together until every cell has enough for chi-square to hold."""
    left = sorted(cells, key=lambda cell: cell[1])
    while len(left) > 1 and left[0][1] < LEAST_EXPECTED:
        (hits, expected), (more, also) = left[:2]
        left = sorted([(hits + more, expected + also), *left[2:]], key=lambda cell: cell[1])
    return [cell for cell in left if cell[1] >= LEAST_EXPECTED]
