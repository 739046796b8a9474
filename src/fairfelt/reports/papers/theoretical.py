"""Theoretical against actual: what exact odds and the wagers of the log lead one to expect, beside what was paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from fairfelt import games
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.law import Law
from fairfelt.meters.edge import contribution_rate, long_run_edge
from fairfelt.meters.progressive_bet import ProgressiveBet
from fairfelt.reports.room.bet_lines import ALONE, crowd_of
from fairfelt.reports.room.known_odds import count_progressive
from fairfelt.reports.room.table_days import TableDay
from fairfelt.reports.room.table_periods import ODD, odd_remark, period_blocks, period_dict, table_periods
from fairfelt.reports.room.table_theory import SAME_BETS, theory_blocks, theory_dict
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Column, Row, Section, Sheet, Table, Words, right
from fairfelt.room.projections.period import AtTable
from fairfelt.room.projections.shifts import Shift
from fairfelt.room.projections.stands import Stand, Stands
from fairfelt.rules import format_amount

from ..report import Report
from .dealt_fairly import dealt_fairly, hits_chance
from .room_facts import RoomFacts
from .side_bets import side_figures

SIGMAS = 2
"""Standard deviations of the interval: about 95 of 100 periods lie within."""
FIXED_PAYS = "fixed pays"
MOST_PLACES = 6
"""Of a number of hands."""
ONE_IN_370 = 0.0027
"""A hand that comes so seldom by chance is to be looked into, as a figure three standard deviations away."""


@dataclass(frozen=True)
class Compared:
    """A figure that was expected, how far chance carries it, and what came."""

    what: str
    expected: Fraction
    variance: Fraction
    actual: Fraction
    chance: float | None = None
    """How often a fair game lies at least as far away; none for money, which follows from the hands."""

    @property
    def deviation(self) -> Fraction:
        """One standard deviation, to a millionth."""
        return Fraction(isqrt(int(self.variance * 10**12)), 10**6)

    @property
    def sigmas(self) -> Fraction | None:
        """How many of them the actual figure lies away; None where chance has no part in it."""
        return (self.actual - self.expected) / self.deviation if self.deviation else None

    @property
    def remark(self) -> str:
        """What somebody should do about it."""
        if self.sigmas is None:
            return "" if self.actual == self.expected else "needs review"
        return "needs review" if self.chance is not None and self.chance < ONE_IN_370 else ""


def compare_table(bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE) -> tuple[Compared, ...]:
    """Every hand by its count, and the fixed pays by their money: exact means and variances of the wagers made.

    Of seats that share cards, so many are won and lost as one.
    """
    wagers = sum(seen.sizes.values())
    chances = {hit.hand: hit.probability for hit in bet.hits} | {pay.hand: pay.probability for pay in bet.pays}
    counted = [
        Compared(
            hand, wagers * chance, wagers * chance * (1 - chance) * crowd, Fraction(seen.hits.get(hand, 0)),
            hits_chance(round(seen.hits.get(hand, 0) / crowd), round(wagers / crowd), chance),
        )
        for hand, chance in chances.items()
    ]  # fmt: skip
    mean = bet.fixed_return
    spread = sum((pay.units**2 * pay.probability for pay in bet.pays), Fraction(0)) - mean**2
    squares = sum(size**2 * many for size, many in seen.sizes.items())
    money = Compared(FIXED_PAYS, mean * seen.wagered_micros, spread * squares * crowd, Fraction(seen.fixed_micros))
    return (*counted, money)


def table_figures(
    room: RoomFacts, stands: Stands, begin: int, end: int, read: Callable[[int, int], Mapping[str, AtTable]]
) -> list[TableFigures]:
    """Every progressive and side bet that stood at a table in a time, with what the table saw meanwhile."""
    whole, found = read(begin, end), list[TableFigures]()
    for name, at in stands.items():
        here = [one for one in at if one.meets(begin, end)]
        for one in here:
            seen = (whole if len(here) == 1 else read(*one.within(begin, end))).get(name, AtTable(""))
            found += _figures(name, one, seen, room.floor.tables[name].currency)
    return found


def _figures(table: str, at: Stand, seen: AtTable, currency: str) -> Iterator[TableFigures]:
    """The progressive bet of a table, and the side bets that slips were paid on."""
    bet = count_progressive(at.stood) if at.stood.wager else ""
    sides = list(side_figures(at.stood, seen))
    if not sides and isinstance(bet, str):
        return
    game = games.find(at.stood.game, at.stood.variant)
    if isinstance(bet, ProgressiveBet):
        now = at.to_micros is None
        yield TableFigures(table, bet, seen, currency, now=now, crowd=crowd_of(game, seen))
    for side, on in sides:
        yield TableFigures(table, side, on, currency, now=False, crowd=crowd_of(game, on))


@dataclass(frozen=True)
class TableFigures:
    """One table in a period, with the exact count of its bet."""

    table: str
    bet: ProgressiveBet
    seen: AtTable
    currency: str
    now: bool = True
    """Whether it is a progressive that stands there still."""
    crowd: Fraction = ALONE
    """So many bets of a round are won and lost as one."""


def theoretical_report(
    room: RoomFacts,
    period: str,
    tables: Iterable[TableFigures],
    days: tuple[TableDay, ...] = (),
    shifts: tuple[Shift, ...] = (),
) -> Report:
    """The games themselves by their days, then the progressive bets table by table; one without wagers says so."""
    found, active = list(tables), tuple(one for one in days if one.is_active)
    whole = table_periods(days, shifts)
    sheet = Sheet(
        title="Theoretical against actual",
        subtitle=f"{room.location}, {period}",
        sections=(
            *([Section("Tables in this time", tuple(period_blocks(whole)))] if whole else []),
            *([Section("Whether hands come as often as they should", (_fairness(found),))] if found else []),
            *([Section("Games, day by day", tuple(theory_blocks(active)))] if active else []),
            *(Section(f"Table {one.table}: {one.bet.wager} {one.bet.paytable}", (_compared(one),)) for one in found),
            *([] if found or active else [Section("", (Words("No activity."),))]),
            *([Section("Return to players", (_returns(room, found),))] if any(one.now for one in found) else []),
        ),
        footnotes=(
            ("Expected", "Wagers of the log times exact probabilities; fixed pays by the amounts wagered."),
            *SAME_BETS,
            (
                "Interval",
                f"Expected, less and plus {SIGMAS} standard deviations, by the bets that were reported; of a handle "
                "that was entered, as if one player bet the same in every round. Bets of one seat go together as exact "
                "counts say; where these do not tell, as far as they can, so that the interval is rather too wide.",
            ),
            (
                "Chance",
                "How often a fair game lies at least as far from what is expected. Below one in a hundred for all "
                "tables together, it is to be looked into; of one hand, below one in 370, by binomial odds. "
                "Money follows from the hands and has no chance of its own. Where players share cards, all bets of a "
                "round count as one, so that a shared pair is no reason to look.",
            ),
            ("Rounds an hour", "Rounds begun by the time that dealers dealt, from signing in to signing out."),
            ("Actual", "Awards confirmed on the log. A hand that was paid and not entered is missing here."),
            ("Return", "Long run, counted exactly: fixed pays, contributions and the cost of seeds, envy left out."),
        ),
        colophon=room.colophon,
    )
    plain = _plain(found, room.law, _terms(room)) | {
        "games": [theory_dict(one) for one in active],
        "periods": [period_dict(one) for one in whole],
        "dealt_fairly": [_fairness_dict(one) for one in found],
    }
    return Report(sheet, plain, "theoretical")


def _fairness(found: list[TableFigures]) -> Table:
    tests = [dealt_fairly(one.table, one.bet, one.seen, one.crowd) for one in found]
    limit = ODD / max(1, sum(test is not None for test in tests))
    rows = [
        (one.table, one.bet.wager, "", "", "", "Too few bets to tell")
        if test is None
        else (
            one.table, one.bet.wager, f"{test.chi_square:.2f}", f"{test.freedom}", f"{test.p_value:.2%}",
            odd_remark(test.p_value, limit),
        )
        for one, test in zip(found, tests, strict=True)
    ]  # fmt: skip
    columns = right("Chi-square", "Degrees of freedom", "Chance")
    return Table((Column("Table"), Column("Bet"), *columns, Column("Remark", breaks=True)), tuple(rows))


def _fairness_dict(one: TableFigures) -> dict[str, Any]:
    test = dealt_fairly(one.table, one.bet, one.seen, one.crowd)
    known = {"chi_square": test.chi_square, "freedom": test.freedom, "chance": test.p_value} if test else None
    return {"table": one.table, "bet": one.bet.wager, "paytable": one.bet.paytable, "test": known}


def _compared(one: TableFigures) -> Table | Words:
    if not one.seen.sizes:
        return Words("No activity.")
    rows = tuple(_row(line, one.currency) for line in compare_table(one.bet, one.seen, one.crowd))
    columns = (Column("Hand"), *right("Expected", "Interval", "Actual", "Deviations", "Chance"), Column("Remark"))
    wagers = sum(one.seen.sizes.values())
    return Table(columns, rows, (("Wagers", f"{wagers:,}", "", "", "", "", ""),))


def _row(line: Compared, currency: str) -> Row:
    money = line.what == FIXED_PAYS

    def write(number: Fraction) -> str:
        return format_amount(round(number / CENT_MICROS) * CENT_MICROS, currency) if money else _hits(number)

    low, high = (line.expected + sign * SIGMAS * line.deviation for sign in (-1, 1))
    actual = write(line.actual) if money else f"{int(line.actual):,}"
    sigmas = "" if line.sigmas is None else f"{float(line.sigmas):+.2f}"
    return (
        line.what,
        write(line.expected),
        f"{write(max(low, Fraction(0)))} to {write(high)}",
        actual,
        sigmas,
        "" if line.chance is None else f"{line.chance:.2%}",
        line.remark,
    )


def _hits(number: Fraction) -> str:
    """How many to expect: a rare hand is not none."""
    places = 2
    while places < MOST_PLACES and number and number < Fraction(1, 10 ** (places - 1)):
        places += 1
    return f"{float(number):,.{places}f}"


def return_to_players(bet: ProgressiveBet, contribution: Fraction, edge: Fraction) -> tuple[Fraction, Fraction]:
    """The long-run return of a bet, and the least of it: fixed pays and what goes to meters and reserves."""
    return 1 - edge, bet.fixed_return + contribution


def _terms(room: RoomFacts) -> Mapping[str, Any]:
    return {name: room.floor.jackpot_of(table)[1].terms for name, table in room.linked.items()}


def _returns(room: RoomFacts, found: Iterable[TableFigures]) -> Table:
    rule, terms = room.law.find("return.minimum"), _terms(room)
    least = Fraction(rule.number("at_least_ppm"), 10**6) if rule else None
    rows = []
    for one in (one for one in found if one.now):
        whole, fed = return_to_players(
            one.bet, contribution_rate(terms[one.table]), long_run_edge(one.bet, terms[one.table])
        )
        verdict = "" if least is None else "met" if whole >= least else f"below {float(least):.0%} ({rule.cited})"  # type: ignore[union-attr]
        rows.append((one.table, f"{float(whole):.4%}", f"{float(fed):.4%}", verdict))
    columns = (Column("Table"), *right("Return", "Of it fixed pays and contributions"), Column("Minimum", breaks=True))
    return Table(columns, tuple(rows))


def _plain(found: Iterable[TableFigures], law: Law, terms: Mapping[str, Any]) -> dict[str, Any]:
    rule = law.find("return.minimum")
    return {
        "minimum_return_ppm": rule.number("at_least_ppm") if rule else None,
        "tables": [
            {
                "table": one.table,
                "wager": one.bet.wager,
                "paytable": one.bet.paytable,
                "wagers": sum(one.seen.sizes.values()),
                "return": exact_text(1 - long_run_edge(one.bet, terms[one.table])) if one.now else None,
                "figures": [
                    {"what": line.what, "expected": exact_text(line.expected), "variance": exact_text(line.variance),
                     "actual": str(line.actual), "chance": line.chance}
                    for line in compare_table(one.bet, one.seen, one.crowd)
                ],
            }
            for one in found
        ],
    }  # fmt: skip
