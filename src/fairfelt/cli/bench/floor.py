"""fairfelt floor"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

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
        negative=(),
        help="All bets of a round together, each as large as the opening bet, as far as they can be counted together.",
    ),
]
Drop = Annotated[str, Parameter(help="The drop of a shift, to see the hold.", show_default=False)]
Risk = Annotated[float, Parameter(help="The risk of ruin in percent that the bankroll is for.")]
Comp = Annotated[
    float | None, Parameter(help="The share of theoretical win given back as comps, in percent.", show_default=False)
]
After = Annotated[
    list[int] | None,
    Parameter(help="Hours after which a player is looked at. May be given several times.", negative=()),
]
Rebate = Annotated[
    list[float] | None,
    Parameter(help="The percentage of a loss that is given back. May be given several times.", negative=()),
]
Stop = Annotated[
    str,
    Parameter(
        help="LOSS,WIN: a player with a rebate stops after losing or winning so many units; at the best points if not "
        "given.",
        show_default=False,
    ),
]
SampleSeats = Annotated[
    bool,
    Parameter(
        negative=(), help="Where it is not known how seats win and lose together, deal rounds to two seats to find out."
    ),
]
Pays = Annotated[
    list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: put that paytable in play.", negative=())
]

MOST_HOURS, MOST_UNITS = 10_000, 100_000


@report
def floor(
    game: GameName,
    /,
    *,
    wager: WagerName = "",
    all_bets: AllBets = False,
    bet: Bet = "",
    players: Players = None,
    rounds: Rounds = None,
    hours: Hours = 8,
    shifts: Shifts = 3,
    days: Days = 365,
    drop: Drop = "",
    risk: Risk = 1,
    comp: Comp = None,
    after: After = None,
    rebate: Rebate = None,
    stop: Stop = "",
    sample_seats: SampleSeats = False,
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
    from fairfelt.winnings import TooWide, WinningsError, found_together, solve_together, table_plan, usual_stake

    if wager and all_bets:
        raise BadInput("--wager and --all-bets contradict each other: give one of them")
    if sample_seats and all_bets:
        raise BadInput("--sample-seats finds how seats go together for one bet at a time: leave out --all-bets")
    chosen = choose(game, variant, paytables=paytable or ()).game
    stake = bet or str(usual_stake(chosen, wager))
    terms = read_terms(stake, players, rounds, hours, shifts, days, seats=chosen.seats, game=chosen.name)
    if not 0 < risk < 100:
        raise BadInput(f"--risk {risk:g} is not possible: give a percentage above 0 and below 100")
    if comp is not None and not 0 < comp <= 100:
        raise BadInput(f"--comp {comp:g} is not possible: give a percentage above 0, 100 at most")
    asked = FloorQuestion(
        risk=as_fraction(risk) / 100,
        drop=read_money(drop, "--drop") if drop else None,
        comp=None if comp is None else as_fraction(comp) / 100,
        **_players_side(after, rebate, stop),
    )
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        try:
            together = solve_together(chosen, executor) if all_bets else None
            plan = (
                terms.plan(chosen, together.round)
                if together
                else table_plan(exact.answer(chosen, progress=progress, executor=executor).par, (wager, ""), terms)
            )
            if sample_seats and plan.seats is None and not all_bets:
                played = plan.bet
                seats = found_together(chosen, played.wager, played.paytable, executor=executor, progress=progress)
                plan = replace(plan, seats=seats)
            return floor_report(chosen, plan, asked, together)
        except (WinningsError, TooWide) as error:
            raise BadInput(str(error)) from error


def _players_side(after: list[int] | None, rebate: list[float] | None, stop: str) -> dict[str, Any]:
    """What is asked of the player's side, or the sentence that says which of it cannot be."""
    asked: dict[str, Any] = {}
    for hours in after or ():
        if not 1 <= hours <= MOST_HOURS:
            raise BadInput(f"--after {hours} is not possible: give 1 to {MOST_HOURS:,} hours")
    for share in rebate or ():
        if not 0 < share < 100:
            raise BadInput(f"--rebate {share:g} is not possible: give a percentage above 0 and below 100")
    if after:
        asked["after"] = tuple(after)
    if rebate:
        asked["rebates"] = tuple(as_fraction(share) / 100 for share in rebate)
    if stop:
        ends = stop.replace(",", " ").split()
        if len(ends) != 2 or not all(end.isdecimal() and 1 <= int(end) <= MOST_UNITS for end in ends):
            raise BadInput(f"--stop {stop!r} is not possible: give LOSS,WIN in whole units, such as --stop 20,30")
        asked["stop"] = (int(ends[0]), int(ends[1]))
    return asked
