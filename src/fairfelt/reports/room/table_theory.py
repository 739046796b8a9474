"""What a table should have won on a day: every bet by its exact edge and its handle, beside what the table won.

Theoretical and actual win cover the same bets. Where the handle of one of them is not on record, nothing is compared,
and what is missing is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Any

from fairfelt.answers.par import Par
from fairfelt.exact import percent_text
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.meters.progressive_bet import ProgressiveBet
from fairfelt.reports.sheet.english import capital, listed
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Block, Column, Notice, Row, Table, Words, right
from fairfelt.room.projections.table_days import TableDay
from fairfelt.rules import Kind, format_amount, format_day
from fairfelt.winnings.bets import THE_GAME

from .bet_lines import BetLine, base_lines, crowd_of, most_alike, progressive_line, side_lines, variance_of
from .hand_hits import rare_hands
from .known_odds import bet_of, progressive_game, sheet_of

SIGMAS = 2
"""Standard deviations of the interval: about 95 of 100 days lie within."""
MOST_SIGMAS = 3
"""Beyond so many a day is to be looked into: chance brings one in 370."""
NO_HANDLE = "no handle on record: nothing counts the bets of the game itself; enter it with the closing bank"
SAME_BETS = (
    ("Theoretical win", "Of every bet that the win includes: its exact edge times its handle on record, side bets and "
     "the progressive among them."),
    ("Progressive bet", "As the tray has it: the whole bet comes in, fixed pays and envy go out, unless fixed pays "
     "come off the meter. Shares of a meter are paid with money that was set aside. Both sides stand before that is "
     "taken off, as the win in the daily record does; seeds are the house's, and no part of a table's win."),
    ("Win of a bet", "Of side bets, the bets reported less what slips paid; of the progressive, by its log; of the "
     "game itself, the rest of the table's win."),
)  # fmt: skip
"""What the figures mean, for footnotes."""


def lines_of(one: TableDay) -> tuple[BetLine, ...]:
    """Every bet of a day whose odds and handle are known; what the game itself won is the rest of the win."""
    sheet, bet = sheet_of(one), bet_of(one)
    found: list[BetLine] = []
    if isinstance(sheet, Par):
        found += (*base_lines(one, sheet), *side_lines(one, sheet))
    if isinstance(bet, ProgressiveBet) and one.played and one.play.wagered_micros:
        game = progressive_game(one.played)
        found.append(progressive_line(one, game, bet))
    return tuple(_with_rest(one, found))


def _with_rest(one: TableDay, lines: Sequence[BetLine]) -> Iterator[BetLine]:
    """What no other line has of the win is that of the game itself, if that alone is not known."""
    unknown = [line for line in lines if line.win_micros is None]
    rest = None
    if one.win_micros is not None and len(unknown) == 1 and unknown[0].opens and not theory_missing(one):
        rest = one.win_micros - sum(line.win_micros or 0 for line in lines)
    for line in lines:
        yield line if line.win_micros is not None else replace(line, win_micros=rest)


def theory_missing(one: TableDay) -> str:
    """What is missing to compare a win; empty where nothing is."""
    if one.played is None:
        return "the game was changed on this day: the handle of each is not told apart"
    sheet, bet = sheet_of(one), bet_of(one)
    opened_by_meter = isinstance(bet, ProgressiveBet) and progressive_game(one.played).wager(bet.wager).is_base
    if one.handle_micros is None and not opened_by_meter:
        return NO_HANDLE
    for counted, wanted in ((sheet, not opened_by_meter), (bet, bool(one.play.wagered_micros))):
        if wanted and counted is None:
            return "the exact edge was not counted yet; the paper Theoretical against actual counts it"
        if wanted and isinstance(counted, str):
            return f"the exact edge cannot be counted: {counted}"
    if isinstance(sheet, Par) and (lacking := _sides_missing(one, sheet)):
        return f"the win includes {listed(lacking)}, and no handle of that is on record; enter it with the closing bank"
    if one.play.felt.unsplit_micros:
        return "bets were taken back, and the log of that time does not say which"
    return ""


def _sides_missing(one: TableDay, sheet: Par) -> list[str]:
    """Side bets that are offered and counted by nobody; a keypad that reports bets reports all of them."""
    if one.play.felt.bets:
        return []
    offered = [wager.name for wager in sheet.game.wagers if wager.kind is Kind.SIDE]
    posted = offered if one.offered is None else [name for name in offered if name in one.offered]
    return [name for name in posted if name not in one.entered_sides]


def theoretical_win_micros(one: TableDay) -> int | None:
    """Of all bets that the win includes, rounded to a millionth; None while one of them is missing."""
    return None if theory_missing(one) else sum(line.theory_micros for line in lines_of(one))


def deviation_micros(one: TableDay) -> int | None:
    """How far chance carries the win of a day: one standard deviation of all its bets together.

    By the bets that the keypad reported; of a handle that was entered, as if one player bet the same in every round.
    """
    sheet = sheet_of(one)
    if theory_missing(one) or (isinstance(sheet, Par) and sheet.round.variance is None):
        return None
    lines = lines_of(one)
    if any(line.handle_micros and not line.variance and line.bet == THE_GAME for line in lines):
        return None
    if not isinstance(sheet, Par):
        return isqrt(int(sum((line.variance for line in lines), Fraction(0)))) or None
    return isqrt(int(variance_of(lines, sheet.game, one.play.felt))) or None


def sigmas(one: TableDay) -> Fraction | None:
    """How many standard deviations the win of a day lies from what it should be; None while something is missing."""
    theory, deviation, win = theoretical_win_micros(one), deviation_micros(one), one.win_micros
    return None if theory is None or win is None or not deviation else Fraction(win - theory, deviation)


def fairness_remark(one: TableDay) -> str:
    """What somebody should do about a day; nothing where chance explains it."""
    away = sigmas(one)
    return "needs review: chance alone does that on one day in 370" if away and abs(away) > MOST_SIGMAS else ""


def odd_hands(one: TableDay) -> tuple[str, ...]:
    """Hands of the progressive bet that came more or less often on a day than chance explains, where odds are known."""
    bet = bet_of(one)
    if not isinstance(bet, ProgressiveBet) or one.played is None:
        return ()
    game = progressive_game(one.played)
    crowd, alike = crowd_of(game, bet.wager, one.play), most_alike(game, bet.wager)
    return tuple(rare_hands(one.table, bet, one.play, crowd, alike))


def theory_dict(one: TableDay) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "table": one.table,
        "day": one.day.isoformat(),
        "handle_micros": one.handle_micros,
        "theoretical_win_micros": theoretical_win_micros(one),
        "win_micros": one.win_micros,
        "deviation_micros": deviation_micros(one),
        "deviations": None if (away := sigmas(one)) is None else float(away),
        "missing": theory_missing(one),
        "bets": [line_dict(line) for line in lines_of(one)],
        "odd_hands": list(odd_hands(one)),
    }


def line_dict(line: BetLine) -> dict[str, Any]:
    """Plain data for JSON."""
    return {
        "bet": line.bet,
        "paytable": line.paytable,
        "handle_micros": line.handle_micros,
        "edge": exact_text(line.edge),
        "theoretical_win_micros": line.theory_micros,
        "deviation_micros": line.deviation_micros,
        "win_micros": line.win_micros,
        "deviations": None if line.sigmas is None else float(line.sigmas),
    }


def theory_blocks(days: tuple[TableDay, ...], *, dated: bool = True) -> Iterator[Block]:
    """Every table that was active: theoretical and actual win, or what is missing; of a single day, bet by bet too."""
    active = [one for one in days if one.is_active]
    if not active:
        yield Words("No activity.")
        return
    if not dated and (odd := tuple(each for one in active for each in odd_hands(one))):
        yield Notice("Hands that chance hardly explains", odd)
    day = (Column("Day", whole=True),) if dated else ()
    columns = (*day, Column("Table"), *right("Handle", "Theoretical win", "Interval", "Win", "Deviations"))
    if all(theory_missing(one) == NO_HANDLE for one in active):
        yield Words(
            f"{capital(NO_HANDLE)}. Theoretical win, its interval and how far the win lies from it stand here then."
        )
    else:
        rows = tuple((*((format_day(one.day),) if dated else ()), *_row(one)) for one in active)
        yield Table((*columns, Column("Remark", breaks=True)), rows)
    if not dated and (lines := tuple((one, line) for one in active for line in lines_of(one))):
        yield lines_table((one.table, line, one.currency) for one, line in lines)


def lines_table(lines: Iterable[tuple[str, BetLine, str]]) -> Table:
    """Bets with their tables and currencies, one a row."""
    columns = right("Handle", "Edge", "Theoretical win", "Interval", "Win", "Deviations")
    rows = tuple((table, *_line_row(line, currency)) for table, line, currency in lines)
    return Table((Column("Table"), Column("Bet", breaks=True), *columns), rows)


def _line_row(line: BetLine, currency: str) -> Row:
    """One bet in a table."""
    name = capital(line.bet) if line.bet == THE_GAME else f"{line.bet} {line.paytable}".strip()
    away = "" if line.sigmas is None else f"{float(line.sigmas):+.2f}"
    return (
        name, cents(line.handle_micros, currency), percent_text(line.edge, 4), cents(line.theory_micros, currency),
        f"± {cents(SIGMAS * line.deviation_micros, currency)}", cents(line.win_micros, currency), away,
    )  # fmt: skip


def cents(micros: int | None, currency: str) -> str:
    """An amount to the cent; nothing where it is not known."""
    return "" if micros is None else format_amount(round(Fraction(micros, CENT_MICROS)) * CENT_MICROS, currency)


def interval_text(theory: int | None, deviation: int | None, currency: str) -> str:
    """Where a win should lie; nothing where that is not known."""
    if theory is None or not deviation:
        return ""
    return f"{cents(theory - SIGMAS * deviation, currency)} to {cents(theory + SIGMAS * deviation, currency)}"


def _row(one: TableDay) -> Row:
    theory, away = theoretical_win_micros(one), sigmas(one)
    handle = None if one.handle_micros is None and not lines_of(one) else all_bets_micros(one)
    return (
        one.table, cents(handle, one.currency), cents(theory, one.currency),
        interval_text(theory, deviation_micros(one), one.currency), cents(one.win_micros, one.currency),
        "" if away is None else f"{float(away):+.2f}", capital(theory_missing(one) or fairness_remark(one)),
    )  # fmt: skip


def all_bets_micros(one: TableDay) -> int:
    """The handle of all bets whose line is known; raises are no part of it, for the edge is of what opens a round."""
    return sum(line.handle_micros for line in lines_of(one)) or one.handle_micros or 0
