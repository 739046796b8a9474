"""fairfelt floor"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import GameName, On, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.formats.money import MICROS, AmountError, parse_amount
from fairfelt.reports.report import Report

WagerName = Annotated[
    str, Parameter(name="--wager", help="A bet of the game; the game itself if not given.", show_default=False)
]
AllBets = Annotated[
    bool,
    Parameter(
        negative=(), help="All bets of a round together, each as large as the opening bet, where they are known."
    ),
]
Bet = Annotated[str, Parameter(help="What each player bets a round: the opening bet, or the bet that is named.")]
Players = Annotated[
    int | None, Parameter(help="Players at the table; five, or as many as it seats.", show_default=False)
]
Rounds = Annotated[
    float | None, Parameter(help="Rounds an hour; as published for such games if not given.", show_default=False)
]
Hours = Annotated[float, Parameter(help="Hours of a shift.")]
Shifts = Annotated[int, Parameter(help="Shifts a day.")]
Days = Annotated[int, Parameter(help="Days a year.")]
Drop = Annotated[str, Parameter(help="The drop of a shift, to see the hold.", show_default=False)]
Risk = Annotated[float, Parameter(help="The risk of ruin in percent that the bankroll is for.")]
Comp = Annotated[
    float | None, Parameter(help="The share of theoretical win given back as comps, in percent.", show_default=False)
]
Pays = Annotated[
    list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: put that paytable in play.", negative=())
]
MOST_ROUNDS = 1_000
USUAL_PLAYERS = 5
HOURS_A_DAY, DAYS_A_YEAR = 24, 366


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
    from fairfelt.winnings import TablePlan, TooWide, WinningsError, bet_round, bets_together, pace_of

    if wager and all_bets:
        raise BadInput("--wager and --all-bets contradict each other: give one of them")
    chosen = choose(game, variant, paytables=paytable or ()).game
    stake = _amount(bet, "--bet")
    players = min(USUAL_PLAYERS, chosen.seats) if players is None else players
    if not 1 <= players <= chosen.seats:
        raise BadInput(f"--players {players} is not possible: {chosen.name} seats 1 to {chosen.seats}")
    if rounds is not None and not 0 < rounds <= MOST_ROUNDS:
        raise BadInput(f"--rounds {rounds:g} is not possible: give up to {MOST_ROUNDS:,} rounds an hour")
    if not (hours > 0 and shifts >= 1 and hours * shifts <= HOURS_A_DAY and 1 <= days <= DAYS_A_YEAR):
        raise BadInput(f"{shifts} shifts of {hours:g} hours on {days} days do not fit in a year of 24-hour days")
    if not 0 < risk < 100:
        raise BadInput(f"--risk {risk:g} is not possible: give a percentage above 0 and below 100")
    if comp is not None and not 0 < comp <= 100:
        raise BadInput(f"--comp {comp:g} is not possible: give a percentage above 0, 100 at most")
    asked = FloorQuestion(
        risk=_fraction(risk) / 100,
        drop=_amount(drop, "--drop") if drop else None,
        comp=None if comp is None else _fraction(comp) / 100,
    )
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        together = bets_together(exact.solve(chosen, executor=executor)) if all_bets else None
        try:
            pace = pace_of(chosen, players, None if rounds is None else _fraction(rounds))
            played = (
                together.round
                if together
                else bet_round(exact.par(chosen, progress=progress, executor=executor), wager)
            )
            plan = TablePlan(played, pace, stake, _fraction(hours), shifts, days)
            return floor_report(chosen, plan, asked, together)
        except (WinningsError, TooWide) as error:
            raise BadInput(str(error)) from error


def _fraction(number: float) -> Fraction:
    return Fraction(str(number))


def _amount(text: str, option: str) -> Fraction:
    try:
        micros = parse_amount(text)
    except AmountError as error:
        raise BadInput(f"{option} {error}") from error
    if micros <= 0:
        raise BadInput(f"{option} {text!r} is nothing: give an amount such as 25")
    return Fraction(micros, MICROS)
