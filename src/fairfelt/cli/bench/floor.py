"""fairfelt floor"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import GameName, On, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

from .table_terms import Bet, Days, Hours, Players, Rounds, Shifts, as_fraction, read_money, read_terms

WagerName = Annotated[
    str, Parameter(name="--wager", help="A bet of the game; the game itself if not given.", show_default=False)
]
AllBets = Annotated[
    bool,
    Parameter(
        negative=(), help="All bets of a round together, each as large as the opening bet, where they are known."
    ),
]
Drop = Annotated[str, Parameter(help="The drop of a shift, to see the hold.", show_default=False)]
Risk = Annotated[float, Parameter(help="The risk of ruin in percent that the bankroll is for.")]
Comp = Annotated[
    float | None, Parameter(help="The share of theoretical win given back as comps, in percent.", show_default=False)
]
Pays = Annotated[
    list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: put that paytable in play.", negative=())
]


@report
def floor(
    game: GameName,
    /,
    *,
    wager: WagerName = "",
    all_bets: AllBets = False,
    bet: Bet = "25",
    players: Players = None,
    rounds: Rounds = None,
    hours: Hours = 8,
    shifts: Shifts = 3,
    days: Days = 365,
    drop: Drop = "",
    risk: Risk = 1,
    comp: Comp = None,
    variant: Variant = "",
    paytable: Pays = None,
    on: On = "threads",
) -> Report:
    """What a table wins: an hour, a shift, a year, how often it loses, the bankroll it needs, and the player's side.

    For example:

        fairfelt floor GAME --bet 25 --players 5 --hours 8
        fairfelt floor GAME --wager "Side Bet" --bet 5 --rounds 40 --drop 3000 --json
    """
    from fairfelt import exact
    from fairfelt.reports.winnings.floor import FloorQuestion, floor_report
    from fairfelt.winnings import TooWide, WinningsError, bet_round, bets_together

    if wager and all_bets:
        raise BadInput("--wager and --all-bets contradict each other: give one of them")
    chosen = choose(game, variant, paytables=paytable or ()).game
    terms = read_terms(bet, players, rounds, hours, shifts, days, seats=chosen.seats, game=chosen.name)
    if not 0 < risk < 100:
        raise BadInput(f"--risk {risk:g} is not possible: give a percentage above 0 and below 100")
    if comp is not None and not 0 < comp <= 100:
        raise BadInput(f"--comp {comp:g} is not possible: give a percentage above 0, 100 at most")
    asked = FloorQuestion(
        risk=as_fraction(risk) / 100,
        drop=read_money(drop, "--drop") if drop else None,
        comp=None if comp is None else as_fraction(comp) / 100,
    )
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        together = bets_together(exact.solve(chosen, executor=executor)) if all_bets else None
        try:
            played = (
                together.round
                if together
                else bet_round(exact.par(chosen, progress=progress, executor=executor), wager)
            )
            return floor_report(chosen, terms.plan(chosen, played), asked, together)
        except (WinningsError, TooWide) as error:
            raise BadInput(str(error)) from error
