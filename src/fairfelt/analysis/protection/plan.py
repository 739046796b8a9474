"""How an exposure will be found, and about how long that takes, before anything is counted.

Every method states its cost here: the cheapest exact one is taken, and a sample where none is short enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from math import inf

from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.exact import Unsolved, duration
from fairfelt.engine.solve import advisor, core_game, keeps_every_ending, solver_of
from fairfelt.engine.solvers.general.cost import Cost
from fairfelt.engine.solvers.general.solver import general_problem
from fairfelt.engine.view import View
from fairfelt.rules import Game

from .courses import plan_course
from .figures import Method, Plan
from .information import Information, view_of
from .known_cards import known_cards
from .leaks.findings import Finding
from .leaks.shipped import EXACT_S as SHIPPED_EXACT_S
from .leaks.shipped import found_before, sorted_before
from .sample import SampledView, sample_view, thin

GENERAL = "general"
NO_LIMIT = inf
EXACT_S = 60.0
"""A view that takes longer is sampled, unless a user agrees to count it…"""
SAMPLE_S = 20.0
"""…for about so long."""
MIN_HANDS, MIN_THINNED_HANDS, MAX_HANDS = 400, 200, 40_000
"""Hands that are sampled: with fewer, an interval for 99 times in 100 holds less often."""
SLOWEST_HAND_S = 0.2
"""Where a single hand takes longer, the cards that come later are thinned."""
PILOT = (40, 120)
"""Hands that are sampled to tell what more of them take, after two that compile what is needed."""


def verify_decision(game: Game) -> None:
    """Refuse a game where nothing is decided after the deal."""
    if not game.streets and not game.course:
        raise Unsolved(
            f"{game.title}: nothing is decided once the bets are down, so that no card seen then is worth anything"
        )
    if not has_one_deck(game) and not game.course:
        raise Unsolved(f"{game.title}: cards seen early are counted for a single deck so far")


def plan_exposure(
    game: Game,
    information: Information,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    recompute: bool = False,
) -> Plan:
    """The method and about how long it takes; a sentence with the cost where there is none."""
    verify_decision(game)
    if not recompute and found_already(game, information, exact_s):
        return Plan(Method.SHIPPED, 0.0)
    if game.course:
        return plan_course(game, information, exact_s, sample_s)
    core = core_game(game)
    fitting = [plan for plan, limit_s in _exact_methods(core, information, exact_s) if plan.seconds <= limit_s]
    if fitting:
        return next((plan for plan in fitting if plan.seconds <= EXACT_S), min(fitting, key=lambda plan: plan.seconds))
    return plan_sample(view_of(core, information), str(information), sample_s)


def _exact_methods(core: Game, information: Information, exact_s: float) -> Iterator[tuple[Plan, float]]:
    """Every method that counts this, each with the seconds that it may take: as long as plain play, at least.

    Those that keep single hands come first, so that their short rules are exact.
    """
    view = view_of(core, information)
    known = known_cards(core, information)
    if information.sorted and known:
        yield Plan(known.method, known.counter.seconds), exact_s
    if not information.sorted and view.is_by_rules:
        try:
            solver = solver_of(view.game_shown)
        except Unsolved:
            solver = None
        if solver and solver.name != GENERAL:
            plain_s = solver_of(core).seconds(core)
            yield Plan(Method.SOLVER, solver.seconds(view.game_shown)), max(exact_s, plain_s)
        if view.knows_all and keeps_every_ending(core):
            yield Plan(Method.ENDINGS, solver_of(core).seconds(core)), NO_LIMIT
        if known:
            yield Plan(known.method, known.counter.seconds), exact_s
    if not view.dead:
        yield Plan(Method.ENUMERATE, cost_of_view(view).core_seconds), exact_s


def plan_sample(view: View, what: str, sample_s: float) -> Plan:
    """How many hands are decided, whole or thinned."""
    one, least, method = SampledView.of(view), MIN_HANDS, Method.SAMPLE
    if one.seconds > SLOWEST_HAND_S:
        thinned = thin(view)
        if thinned is None:
            cost, one_hand = cost_of_view(view), duration(one.seconds)
            raise Unsolved(
                f"{view.game.title}, {what}: {cost.evaluations:.3g} rounds to look at, about "
                f"{duration(cost.core_seconds)} on one core; a single hand takes {one_hand}, too long to sample"
            )
        one, least, method = thinned, MIN_THINNED_HANDS, Method.THINNED
    hands = int(min(MAX_HANDS, max(least, sample_s / one.seconds))) // 2 * 2
    return Plan(method, hands * one.seconds, hands)


def sampled_by(view: View, plan: Plan) -> SampledView:
    """What a sample decides."""
    found = SampledView.of(view) if plan.method is Method.SAMPLE else thin(view)
    assert found, "it was thinned when it was planned"
    return found


def found_already(game: Game, information: Information, exact_s: float) -> Finding | None:
    """What comes with the package, whole; where a user waits for an exact count, no sample."""
    if information.sorted:
        return sorted_before(game, information)
    found = found_before(game, information)
    whole = (
        found and (found.variance is not None or game.course) and (found.figures.exact or exact_s <= SHIPPED_EXACT_S)
    )
    return found if whole else None


def cost_of_view(view: View) -> Cost:
    """What it takes to count every information set."""
    return general_problem(view.game, view).cost


def measured_seconds(
    game: Game, information: Information, plan: Plan, clock: Callable[[], float], executor: Executor | None = None
) -> float:
    """About how long a sample takes once plain play is solved, by a few hands of it; a count as it was planned.

    What a hand takes is mostly what plain play takes to decide it, and no formula foretells that for every solver.
    """
    if not plan.hands or game.course:
        return plan.seconds
    core, taken = core_game(game), list[float]()
    of, base = sampled_by(view_of(core, information), plan), advisor(core, executor=executor)
    for hands in (2, *PILOT):
        begun = clock()
        sample_view(of, base, hands, executor=executor)
        taken.append(clock() - begun)
    each = max(0.0, taken[2] - taken[1]) / (PILOT[1] - PILOT[0])
    return taken[1] + each * max(0, plan.hands - PILOT[0])
