"""fairfelt meter winners, limits and fold: what happens in one round, hand by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.report_command import report

from .jackpot import Database, Jackpot, answering, count_model

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel
    from fairfelt.reports.report import Report

Seats = Annotated[
    int | None,
    Parameter(help="Seats with the bet; if not given, one more than the others of the file, or all if it names none."),
]
Limit = Annotated[str, Parameter(help="The most that all fixed pays of one deal come to, such as 50,000.")]
Ante = Annotated[str, Parameter(help="The wager of the game itself, in the currency of the jackpot.")]


@report
def winners(jackpot: Jackpot, /, *, database: Database = "", seats: Seats = None) -> Report:
    """How often several seats win levels in one round, and what each house policy costs.

    For example:

        fairfelt meter winners jackpot.toml --seats 6
    """
    from fairfelt.meters import count_multiple_winners
    from fairfelt.reports.meter.forecast import winners_report

    with answering():
        model = count_model(jackpot, database)
        bet, taken = model.bet, _seats(model, seats)
        found = count_multiple_winners(model.game, bet.wager, bet.paytable, model.terms, model.balances, seats=taken)
        return winners_report(model, found)


@report
def limits(jackpot: Jackpot, /, *, limit: Limit, database: Database = "", seats: Seats = None) -> Report:
    """What a limit on all fixed pays of one deal cuts off, every seat with the bet.

    For example:

        fairfelt meter limits jackpot.toml --limit 1,000
    """
    from fairfelt.cli.io.meter_file import parse_units
    from fairfelt.meters import apply_aggregate_limit
    from fairfelt.reports.meter.forecast import limit_report

    with answering():
        most = parse_units(limit)
        model = count_model(jackpot, database)
        bet, taken = model.bet, _seats(model, seats)
        found = apply_aggregate_limit(model.game, bet.wager, bet.paytable, stake=bet.stake, limit=most, seats=taken)
        return limit_report(model, found)


@report
def fold(jackpot: Jackpot, /, *, ante: Ante = "5", database: Database = "") -> Report:
    """What it does to game, bet and player that a fold loses the bet; the game is solved for it.

    For example:

        fairfelt meter fold jackpot.toml --ante 25
    """
    from fairfelt.cli.io.meter_file import parse_units
    from fairfelt.meters import compare_fold_rules
    from fairfelt.reports.meter.forecast import fold_report

    with answering("Solving the game"):
        each = parse_units(ante)
        if each <= 0:
            raise BadInput(f"--ante {ante} is not possible: give an amount above zero")
        model = count_model(jackpot, database)
        bet = model.bet
        found = compare_fold_rules(model.game, bet.wager, bet.paytable, meters=model.meters, stake=bet.stake, ante=each)
        return fold_report(model, found)


def _seats(model: JackpotModel, given: int | None) -> int:
    """Seats with the bet."""
    if given is not None:
        return given
    return model.others + 1 if model.others else model.game.seats
