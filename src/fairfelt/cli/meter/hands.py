"""fairfelt meter winners, limits and fold: what happens in one round, hand by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import FormatOption, Json, Output
from fairfelt.cli.io.output import destination
from fairfelt.reports.report import Report

from .case import Database, Jackpot, asked, case_of

if TYPE_CHECKING:
    from fairfelt.meters import Case

Seats = Annotated[
    int | None,
    Parameter(help="Seats with the bet; if not given, one more than the others of the file, or all if it names none."),
]
Limit = Annotated[str, Parameter(help="The most that all fixed pays of one deal come to, such as 50,000.")]
Ante = Annotated[str, Parameter(help="The wager of the game itself, in the currency of the jackpot.")]


def winners(
    jackpot: Jackpot,
    /,
    *,
    database: Database = "",
    seats: Seats = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """How often several seats win levels in one round, and what each policy of the house makes of it.

    For example:

        fairfelt meter winners jackpot.toml --seats 6
    """
    from fairfelt.meters import several_winners
    from fairfelt.reports.meter.several_winners import winners_dict, winners_sheet

    place = destination(format, json=json, output=output)
    with asked():
        case = case_of(jackpot, database, None)
        taken = _seats(case, seats)
        bet = case.prospect
        found = several_winners(case.game, bet.wager, bet.paytable, case.terms, case.standing, seats=taken)
    place.deliver(Report(winners_sheet(case, found), winners_dict(case, found)))
    return 0


def limits(
    jackpot: Jackpot,
    /,
    *,
    limit: Limit,
    database: Database = "",
    seats: Seats = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What a limit on all fixed pays of one deal cuts off, every seat with the bet.

    For example:

        fairfelt meter limits jackpot.toml --limit 1,000
    """
    from fairfelt.meters import limited
    from fairfelt.reports.meter.several_winners import LimitedRound, limit_dict, limit_sheet

    place, most = destination(format, json=json, output=output), _amount(limit)
    with asked():
        case = case_of(jackpot, database, None)
        taken = _seats(case, seats)
        bet = case.prospect
        found = limited(case.game, bet.wager, bet.paytable, stake=bet.stake, limit=most, seats=taken)
        told = LimitedRound(most, taken, found)
    place.deliver(Report(limit_sheet(case, told), limit_dict(case, told)))
    return 0


def fold(
    jackpot: Jackpot,
    /,
    *,
    ante: Ante = "5",
    database: Database = "",
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What it does to game, bet and player that a fold loses the bet; the game is solved for it.

    For example:

        fairfelt meter fold jackpot.toml --ante 25
    """
    from fairfelt.meters import fold_policy
    from fairfelt.reports.meter.fold import fold_dict, fold_sheet

    place, each = destination(format, json=json, output=output), _amount(ante)
    if each <= 0:
        raise BadInput(f"--ante {ante} is not possible: give an amount above zero")
    with asked("Solving the game"):
        case = case_of(jackpot, database, None)
        bet = case.prospect
        found = fold_policy(case.game, bet.wager, bet.paytable, meters=case.meters, stake=bet.stake, ante=each)
    place.deliver(Report(fold_sheet(case, found), fold_dict(case, found)))
    return 0


def _seats(case: Case, asked_for: int | None) -> int:
    """Seats with the bet."""
    if asked_for is not None:
        return asked_for
    return case.others + 1 if case.others else case.game.seats


def _amount(text: str) -> Fraction:
    from fairfelt.rules import MICROS, AmountError, parse_amount

    try:
        return Fraction(parse_amount(text), MICROS)
    except AmountError as error:
        raise BadInput(str(error)) from error
