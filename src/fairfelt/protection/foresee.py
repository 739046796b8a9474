"""How an exposure will be found, and about how long that takes, before anything is counted."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from fairfelt.exact import Unsolved, duration
from fairfelt.exact.core.problem import has_one_deck
from fairfelt.exact.solve import core_game, keeps_every_ending, solver_of
from fairfelt.exact.solvers.general.cost import RATE, Cost
from fairfelt.exact.solvers.general.solver import general_problem
from fairfelt.rules import Game

from .backs.find import rank_count
from .boards.seen import SeenBoards
from .courses.find import foresee_course
from .exposed import exposed_cards
from .information import Information, view_of
from .leaks.findings import Finding
from .leaks.shipped import EXACT_S as SHIPPED_EXACT_S
from .leaks.shipped import found_before, sorted_before
from .scene import Scene, scene_of
from .thinned import thin
from .way import By, Way

GENERAL = "general"
HOWEVER_LONG = inf
EXACT_S = 60.0
"""A scene that takes longer is sampled, unless somebody agrees to count it…"""
SAMPLE_S = 20.0
"""…for about so long."""
FEWEST, FEWEST_THINNED, MOST = 400, 200, 40_000
"""Hands that are sampled: with fewer, an interval for 99 times in 100 holds less often."""
ROW_S = 1e-6
"""What a row of a sampled hand takes besides the rounds that are looked at in it."""
SLOWEST_HAND_S = 0.2
"""Where a single hand takes longer, the cards that come later are thinned."""


def verify_decision(game: Game) -> None:
    """Refuse a game where nothing is decided after the deal."""
    if not game.streets and not game.course:
        raise Unsolved(
            f"{game.title}: nothing is decided once the bets are down, so that no card seen then is worth anything"
        )
    if not has_one_deck(game) and not game.course:
        raise Unsolved(f"{game.title}: cards seen early are counted for a single deck so far")


def foresee_exposure(
    game: Game,
    information: Information,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    recompute: bool = False,
) -> Way:
    """How it will be found and about how long that takes; a sentence with the cost where it cannot be."""
    verify_decision(game)
    if not recompute and found_already(game, information, exact_s):
        return Way(By.BEFORE, 0.0)
    if game.course:
        return foresee_course(game, information, exact_s, sample_s)
    core = core_game(game)
    backs = rank_count(core, information) if information.sorted else None
    if backs and backs.seconds <= exact_s:
        return Way(By.BACKS, backs.seconds)
    if not information.sorted and information.hands == 1:
        ways = [way for way, most_s in _exact_ways(game, core, information, exact_s) if way.seconds <= most_s]
        if ways:
            return next((way for way in ways if way.seconds <= EXACT_S), min(ways, key=lambda way: way.seconds))
    return scene_way(scene_of(core, information), exact_s, sample_s)


def _exact_ways(game: Game, core: Game, information: Information, exact_s: float) -> Iterator[tuple[Way, float]]:
    """All that count some cards seen, each with the seconds that it may take: as long as plain play, at least.

    Those that keep single hands come first, so that their short rules are exact.
    """
    view = view_of(core, information)
    try:
        solver = solver_of(view.game_shown)
    except Unsolved:
        solver = None
    if solver and solver.name != GENERAL:
        plain_s = solver_of(core).seconds(core)
        yield Way(By.SOLVER, solver.seconds(view.game_shown)), max(exact_s, plain_s)
    if view.knows_all and keeps_every_ending(core):
        yield Way(By.ENDINGS, solver_of(core).seconds(core)), HOWEVER_LONG
    if boards := SeenBoards.of(core, information):
        yield Way(By.BOARDS, boards.seconds), exact_s
    if seen := exposed_cards(core, information):
        yield Way(By.SEEN, seen.seconds), exact_s


def found_already(game: Game, information: Information, exact_s: float) -> Finding | None:
    """What comes with the package, whole; where somebody waits for an exact count, no sample."""
    if information.sorted:
        return sorted_before(game, information)
    found = found_before(game, information)
    whole = (
        found and (found.variance is not None or game.course) and (found.figures.exact or exact_s <= SHIPPED_EXACT_S)
    )
    return found if whole else None


def scene_way(scene: Scene, exact_s: float, sample_s: float) -> Way:
    """How hands that know what is known are looked at: all of them, or some."""
    price = price_of(scene)
    if price.core_seconds <= exact_s and not scene.dead:
        return Way(By.SCENE, price.core_seconds)
    hand_s = hand_seconds(scene)
    if hand_s > SLOWEST_HAND_S:
        thinned = thin(scene)
        if thinned is None:
            all_hands, one_hand = duration(price.core_seconds), duration(hand_s)
            raise Unsolved(
                f"{scene.game.title}, {scene.information}: {price.evaluations:.3g} rounds to look at, about "
                f"{all_hands} on one core; a single hand takes {one_hand}, too long to sample"
            )
        hand_s = 2 * hand_seconds(thinned)
        hands = int(min(MOST, max(FEWEST_THINNED, sample_s / hand_s))) // 2 * 2
        return Way(By.THINNED, hands * hand_s, hands)
    hands = int(min(MOST, max(FEWEST, sample_s / hand_s))) // 2 * 2
    return Way(By.SAMPLE, hands * hand_s, hands)


def price_of(scene: Scene) -> Cost:
    """What it takes to count every information set."""
    return general_problem(scene.game, view_of(scene.game, scene.information)).cost


def hand_seconds(scene: Scene) -> float:
    """About what one sampled hand takes."""
    return 2 * scene.rows(scene.first_known) * (scene.hidden_ways / RATE + ROW_S) + 2e-4
