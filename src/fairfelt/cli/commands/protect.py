"""fairfelt protect"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput, check_range, complain
from fairfelt.cli.io.output import TOLD_FROM_S as PATIENCE_S
from fairfelt.cli.io.output import GameName, On, Paytables, Variant, counting, report, working_on
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from fairfelt.analysis.protection.findings import Terms
    from fairfelt.analysis.protection.information import Information
    from fairfelt.engine.exact import Progress
    from fairfelt.rules import Game

BEST = "best"
MOST_HOURS = 8_784
MOST_PROCESSES = 256


@report
def protect(
    game: GameName = "",
    /,
    *,
    all: Annotated[bool, Parameter(name="--all", help="All games in one table, worst first.")] = False,
    variant: Variant = "",
    paytable: Paytables = None,
    seen: Annotated[str, Parameter(help='Exposed cards, such as "dealer 1" or "community 1,2".')] = "",
    sorted: Annotated[str, Parameter(help="Ranks marked on the back, such as QKA; best: the best two classes.")] = "",
    hands: Annotated[int, Parameter(help="Hands that share their cards: 2 to 7.")] = 1,
    exact: Annotated[bool, Parameter(help="Count what would be sampled, however long it takes.")] = False,
    recompute: Annotated[bool, Parameter(help="Count figures that come with the package again.")] = False,
    counted: Annotated[str, Parameter(name="--counting", help="Bet from a shoe: what counting cards wins.")] = "",
    removed: Annotated[str, Parameter(help='With --counting: cards that are gone, such as "8 9".')] = "",
    limit: Annotated[int, Parameter(help="Largest opening bet, for the cost a year.")] = 100,
    hours: Annotated[int, Parameter(help="Hours of such play a year.")] = 2_000,
    rounds: Annotated[int | None, Parameter(help="Rounds an hour; default: as published for a full table.")] = None,
    processes: Annotated[int, Parameter(help="With --all: figures counted at the same time.")] = 1,
    on: On = "threads",
) -> Report:
    """What exposed cards, marked backs and shared hands are worth, and what prevents it.

    For example:

        fairfelt protect GAME
        fairfelt protect GAME --seen "dealer 1 community 4"
        fairfelt protect GAME --sorted QKA --seen "dealer 1"
        fairfelt protect GAME --counting "Side Bet" --removed "8 9"
        fairfelt protect --all --limit 500

    The edge is the player's. A game alone gives the verdict on every leak. What costs too much to count is sampled.
    """
    from fairfelt.analysis.protection.exposure import EXACT_S, NO_LIMIT, expose
    from fairfelt.analysis.protection.information import read_information
    from fairfelt.reports.protection import exposure_report

    check_range("--limit", limit, 1, 10**9)
    check_range("--hours", hours, 1, MOST_HOURS)
    check_range("--rounds", rounds, 1, 1_000)
    if not 1 <= processes <= MOST_PROCESSES or (processes > 1 and on != "threads"):
        raise BadInput(f"--processes {processes} is not possible: give 1 to {MOST_PROCESSES}, and no --on beside it")
    if all == bool(game):
        raise BadInput("name one game, or give --all for the whole house")
    of_a_leak = bool(seen or sorted or hands != 1)
    if all and (of_a_leak or counted or removed):
        raise BadInput("--all looks at every leak of every game: name one game to ask about cards, hands or a count")
    if (exact or recompute) and not of_a_leak:
        option = "--exact" if exact else "--recompute"
        raise BadInput(f"{option} goes with --seen, --sorted or --hands: say what is to be counted")
    if all:
        with working_on(on) as executor, counting("Counting the house", lines=True) as progress:
            return _house(limit, hours, rounds, processes, executor, progress)
    if processes != 1:
        raise BadInput("--processes goes with --all: one game is counted on every core anyway")
    chosen = choose(game, variant, paytables=paytable or ()).game
    if counted or removed:
        return _counting(chosen, counted, removed, on, alone=not of_a_leak)
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        if not of_a_leak:
            return _verdict(chosen, _terms(chosen, limit, hours, rounds), executor, progress)
        if sorted.lower() == BEST:
            information, exact = _best_classes(chosen, executor, progress, exact=exact)
        else:
            information = read_information(chosen, seen, sorted, hands)
        exact_s = NO_LIMIT if exact else EXACT_S
        _announce_cost(chosen, information, exact_s, executor, recompute=recompute)
        run: Any = {"executor": executor, "progress": progress}
        return exposure_report(expose(chosen, information, exact_s=exact_s, recompute=recompute, **run))


def _counting(game: Game, wager: str, removed: str, on: str, *, alone: bool) -> Report:
    from fairfelt.cli.bench.design import count_on

    if not wager:
        raise BadInput("--removed needs a bet to go with: give --counting WAGER")
    if not alone:
        raise BadInput("--counting is a question of its own: leave out --seen, --sorted and --hands")
    return count_on(on, game, wager, removed=removed)


def _terms(game: Game, limit: int, hours: int, rounds: int | None) -> Terms:
    from dataclasses import replace

    from fairfelt.analysis.protection.findings import usual_terms
    from fairfelt.analysis.winnings.tables import pace_of

    terms = usual_terms(game, Fraction(limit), Fraction(hours))
    if rounds is None:
        return terms
    return replace(terms, pace=pace_of(game, terms.pace.players, Fraction(rounds)))


def _best_classes(
    game: Game, executor: Executor | None, progress: Progress, *, exact: bool
) -> tuple[Information, bool]:
    """The best two classes, and whether what they are worth is counted however long: where it takes no longer."""
    from fairfelt.analysis.protection.exposure import NO_LIMIT, plan_exposure
    from fairfelt.analysis.protection.figures import Method
    from fairfelt.analysis.protection.sorting import best_classes, plan_sorting
    from fairfelt.engine.exact import duration

    if (seconds := plan_sorting(game, NO_LIMIT)) >= PATIENCE_S:
        complain(f"every partition of the ranks: about {duration(seconds)} on one core")
    information = best_classes(game, executor, progress)
    return information, exact or plan_exposure(game, information, exact_s=NO_LIMIT).method is Method.MARKED


def _announce_cost(
    game: Game, information: Information, exact_s: float, executor: Executor | None, *, recompute: bool
) -> None:
    """Say first what takes longer than anybody would expect; of a sample, by a few of its hands."""
    from time import process_time

    from fairfelt.analysis.protection.exposure import measured_seconds, plan_exposure
    from fairfelt.engine.exact import duration

    if information.nothing:
        return
    plan = plan_exposure(game, information, exact_s=exact_s, recompute=recompute)
    if plan.hands and not game.course:
        complain(f"{plan.words}: a few of them first, to say how long it takes")
    seconds = measured_seconds(game, information, plan, process_time, executor)
    if seconds >= PATIENCE_S:
        complain(f"{plan.words}: about {duration(seconds)} on one core")


def _verdict(game: Game, terms: Terms, executor: Executor | None, progress: Progress) -> Report:
    from fairfelt.analysis.protection.house import foresee_verdict, verdict
    from fairfelt.engine.exact import duration
    from fairfelt.reports.protection import verdict_report

    if (seconds := foresee_verdict(game)) >= PATIENCE_S:
        complain(f"every leak of {game.title}: about {duration(seconds)}")
    return verdict_report(verdict(game, terms, executor=executor, progress=progress))


def _house(
    limit: int, hours: int, rounds: int | None, processes: int, executor: Executor | None, progress: Progress
) -> Report:
    from fairfelt import games
    from fairfelt.analysis.protection.house import HOUSE_EXACT_S, HOUSE_SAMPLE_S, House, worst_first
    from fairfelt.engine.exact import duration
    from fairfelt.reports.protection import house_report

    house = House(games.catalogue(), (HOUSE_EXACT_S, HOUSE_SAMPLE_S))
    if house.left:
        complain(
            f"{len(house.left)} of {house.asked} figures are not kept yet: about "
            f"{duration(house.seconds / processes)}; each is kept when it is found, so that a run that is stopped "
            "goes on where it was"
        )
    try:
        house.count(processes=processes, executor=executor, progress=progress)
    except KeyboardInterrupt:
        kept = house.asked - len(house.left)
        complain(f"stopped: {kept} of {house.asked} figures are kept, and the same command goes on from there")
        raise
    return house_report(worst_first(house.verdicts(lambda game: _terms(game, limit, hours, rounds))))
