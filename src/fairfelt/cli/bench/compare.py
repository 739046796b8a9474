"""fairfelt compare"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import On
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

from .sides import find_side
from .table_terms import Bet, Days, Hours, Players, Rounds, Shifts, read_terms

if TYPE_CHECKING:
    from fairfelt.reports.comparison import BenchSide

Side = Annotated[str, Parameter(help="A game, or GAME@VERSION:WAGER:PAYTABLE with the parts that matter.")]
Protect = Annotated[
    bool, Parameter(negative=(), help="What leaks are worth at both as well: this takes minutes at a heavy game.")
]


@report
def compare(
    a: Side,
    b: Side,
    /,
    *,
    protect: Protect = False,
    bet: Bet = "",
    players: Players = None,
    rounds: Rounds = None,
    hours: Hours = 8,
    shifts: Shifts = 3,
    days: Days = 365,
    on: On = "threads",
) -> Report:
    """Two games or paytables side by side: edge, hits, volatility, what a table wins with each, jackpots, leaks.

    For example:

        fairfelt compare GAME OTHER-GAME --bet 25 --players 5
        fairfelt compare "GAME:Side Bet:1" "GAME:Side Bet:2" --bet 5 -o sides.pdf
        fairfelt compare GAME GAME@v2 --protect --json
    """
    from fairfelt import exact
    from fairfelt.protection import usual_terms, verdict
    from fairfelt.reports.comparison import bench_side, comparison_report
    from fairfelt.winnings import usual_stake

    sides = [find_side(text) for text in (a, b)]
    seats, name = min((game.seats, game.name) for _, game in sides)
    stake = min(usual_stake(game, *side.side_bet(game)) for side, game in sides)
    terms = read_terms(bet or str(stake), players, rounds, hours, shifts, days, seats=seats, game=name)
    found: list[BenchSide] = []
    for side, game in sides:
        with working_on(on) as executor, counting(f"Counting {game.title}") as progress:
            par = exact.answer(game, executor=executor, progress=progress).par
            limit = usual_terms(game, terms.stake)
            leaks = verdict(game, limit, executor=executor, progress=progress) if protect else None
            found.append(bench_side(f"{game.title}: {side.words}", par, side, terms, leaks))
    return comparison_report(*found)
