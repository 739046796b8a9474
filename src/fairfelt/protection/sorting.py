"""The best two classes to sort a deck into: every partition of the ranks is tried, by what one card's rank is worth.

What each choice is worth is summed for every hand and every rank of the card. A class of ranks is then a sum of ranks,
and a partition is worth the best choice in each of its two classes. This holds for a card that is turned over before
the next decision, or where there is no other.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.exact import Unsolved, duration, solve
from fairfelt.exact.core.levels import Level, offered
from fairfelt.exact.core.sights import first_sights
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.rules import Cards, Game

from .every_start import price_of
from .induction import Induction, Starts
from .information import Information
from .scene import Scene, scene_of
from .watch import watched

PRICE_S = 90.0
CHUNK = 4_000_000


@dataclass(frozen=True)
class Sorting:
    """Two classes of ranks on one card."""

    information: Information
    edge: Fraction
    """The player's, with the class of that card known."""
    whole_rank: Fraction
    """The player's, if the back told the rank itself: no sorting is worth more."""


@dataclass(frozen=True, eq=False)
class _Ranked:
    """What choices are worth, by hand and by the rank of one card."""

    values: NDArray[np.int64]
    """[hand, rank, choice]"""
    weights: NDArray[np.int64]
    """[hand]"""
    unit: int
    """What one Ante over all rounds is in these numbers."""


def first_hidden(game: Game) -> Information:
    """The first card that is face down at the first decision: the dealer's, or the community's where he has none."""
    number = game.streets[0].reveals(Cards.DEALER) + 1
    if number <= game.deal.count(Cards.DEALER):
        return Information(dealer=(number,))
    number = game.streets[0].reveals(Cards.COMMUNITY) + 1
    if number <= game.deal.count(Cards.COMMUNITY):
        return Information(community=(number,))
    raise Unsolved(f"{game.title}: no card is face down at the first decision")


def best_sorting(game: Game, executor: Executor | None = None) -> Sorting:
    """Try every partition of the ranks into two classes on the first hidden card."""
    core = core_game(game)
    about = first_hidden(core)
    ranked = _ranked(core, about, executor)
    letters = [at for at, letter in enumerate(RANKS) if letter in core.deck.ranks]
    best = max(_worths(ranked, letters), key=lambda pair: pair[0])[1]
    ranks = "".join(RANKS[letter] for letter in letters if best >> letter & 1)
    classes = [[letter for letter in letters if best >> letter & 1 == side] for side in (0, 1)]
    edge, whole = _exact(ranked, classes), _exact(ranked, [[letter] for letter in letters])
    shorter = min(ranks, "".join(RANKS[r] for r in letters if not best >> r & 1), key=len)
    information = Information(about.dealer, about.community, shorter)
    return Sorting(information, edge, whole)


def _worths(ranked: _Ranked, letters: list[int]) -> list[tuple[float, int]]:
    """The worth of every partition, with the set of its ranks; the first rank is never in it, so each comes once."""
    values = ranked.values.astype(np.float64)
    total = values.sum(axis=1)
    masks = np.arange(1, 1 << (len(letters) - 1))
    chosen = ((masks[:, None] >> np.arange(len(letters) - 1)) & 1).astype(np.float64)
    step = max(1, CHUNK // total.size)
    found: list[tuple[float, int]] = []
    for at in range(0, len(masks), step):
        inside = np.tensordot(chosen[at : at + step], values[:, letters[1:]], axes=(1, 1))
        worth = (inside.max(axis=2) + (total[None] - inside).max(axis=2)) @ ranked.weights
        sets = [
            sum(1 << letters[1 + n] for n in range(len(letters) - 1) if mask >> n & 1)
            for mask in masks[at : at + step].tolist()
        ]
        found += zip(worth.tolist(), sets, strict=True)
    return found


def _exact(ranked: _Ranked, classes: list[list[int]]) -> Fraction:
    worth = sum(ranked.values[:, ranks].sum(axis=1).max(axis=1).astype(object) for ranks in classes)
    return Fraction(int((worth * ranked.weights.astype(object)).sum()), ranked.unit)


def verify_sortable(game: Game) -> None:
    """Raise Unsolved where the best sorting will not be searched for: before anything is counted."""
    core = core_game(game)
    _scene_to_count(core, first_hidden(core))


def _ranked(core: Game, about: Information, executor: Executor | None) -> _Ranked:
    scene = _scene_to_count(core, about)
    if scene:
        return _of_scene(Scene(core, scene.information, scene.groups, by_rank=True), executor)
    solution = solve(watched(core, about), executor=executor)
    assert isinstance(solution, ShowdownSolution)
    return _of_up_cards(solution)


def _scene_to_count(core: Game, about: Information) -> Scene | None:
    """What is counted card by card; nothing where the game with that card face up is swept, which counts it at once."""
    if solver_of(watched(core, about)).name == "sweep":
        return None
    scene = scene_of(core, Information(about.dealer, about.community, "A"))
    price = price_of(scene)
    if price.seconds > PRICE_S:
        raise Unsolved(f"{core.title}: the best sorting takes {duration(price.seconds)} of counting on one core")
    _verify_turned_over(scene)
    return scene


def _verify_turned_over(scene: Scene) -> None:
    classed = [group for group in scene.groups if group.classed]
    if len(scene.game.streets) > 1 and any(group.by_rule > 1 for group in classed):
        raise Unsolved(f"{scene.game.title}: the sorted card stays face down at the next decision; no search yet")


def _of_up_cards(solution: ShowdownSolution) -> _Ranked:
    """The values of hands with each up card, cards of one rank together."""
    result = solution.result
    values = result.values.astype(np.int64).reshape(-1, ALL_CARDS, len(solution.choices))
    weights = result.classes.weights.reshape(-1, ALL_CARDS)
    live = np.where((weights > 0)[:, :, None], values, 0)
    ranked = np.zeros((len(values), RANKS_PER_SUIT, values.shape[2]), np.int64)
    for face in solution.game.deck.faces:
        if not face.is_joker:
            ranked[:, int(face) % RANKS_PER_SUIT] += live[:, int(face)]
    return _Ranked(ranked, weights.max(axis=1), solution.total * result.problem.scale)


def _of_scene(scene: Scene, executor: Executor | None) -> _Ranked:
    """Every hand enumerated, with the rank of the card known."""
    induction = Induction(scene, executor=executor)
    sights = first_sights(induction.symmetry, Level((scene.game.hole, 0, 0)))
    nothing = np.empty((len(sights), 0), np.uint8)
    width = max(len(induction.settlements), len(induction.tree.paths))
    step = max(1, CHUNK // (scene.rows() * width))
    found = []
    for at in range(0, len(sights), step):
        some = slice(at, at + step)
        first = induction.decide(Starts(sights.hands[some], nothing[some], nothing[some])).first
        may = offered(scene.game, 0, sights.hands[some])
        found.append(np.where(may[:, None, :], first, first.min(axis=2, keepdims=True)))
    values = np.concatenate(found)
    known = values.shape[1] // scene.classes
    if known > 1:
        raise Unsolved(f"{scene.game.title}: a card is face up beside the sorted one; no search yet")
    total = int(sights.weights.sum()) * scene.rows() * scene.hidden_ways
    return _Ranked(values[:, :RANKS_PER_SUIT], sights.weights, total * induction.scale)
