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

from fairfelt.cards.classes import ALL_CARDS
from fairfelt.exact import Progress, Unsolved, duration, solve
from fairfelt.exact.core.counter import COLUMNS, RANK_OF
from fairfelt.exact.core.levels import offered
from fairfelt.exact.core.price import allowing
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.exact.solvers.general.solver import general_problem, solve_general
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.view import View
from fairfelt.rules import Cards, Game

from .backs.find import rank_count
from .backs.ranked import RankValues
from .backs.search import Best, partition_part, search_count, search_partitions
from .foresee import SLOWEST_HAND_S, hand_seconds, price_of
from .information import Information, view_of
from .leaks.shipped import best_classes_before
from .scene import Scene, scene_of
from .some_starts import sample_ranks
from .thinned import thin_hidden

PRICE_S = 90.0
"""What takes longer is not searched unless somebody asks for it alone."""
SAMPLE_S = 60.0
"""About what it takes to compare all partitions by some hands, where they are not counted."""
FEWEST_HANDS, MOST_HANDS = 400, 20_000
SWEPT_S = 6.0
"""About what it takes where the game with that card face up is swept."""


@dataclass(frozen=True)
class Sorting:
    """Two classes of ranks on one card."""

    information: Information
    edge: Fraction
    """The player's, with the class of that card known."""
    whole_rank: Fraction
    """The player's, if the back told the rank itself: no sorting is worth more."""


def first_hidden(game: Game) -> Information:
    """The first card that is face down at the first decision: the dealer's, or the community's where he has none."""
    number = game.streets[0].reveals(Cards.DEALER) + 1
    if number <= game.deal.count(Cards.DEALER):
        return Information(dealer=(number,))
    number = game.streets[0].reveals(Cards.COMMUNITY) + 1
    if number <= game.deal.count(Cards.COMMUNITY):
        return Information(community=(number,))
    raise Unsolved(f"{game.title}: no card is face down at the first decision")


def best_classes(game: Game, executor: Executor | None = None, progress: Progress | None = None) -> Information:
    """The best two classes on the first hidden card: as they were found before, or searched for now."""
    if known := best_classes_before(game):
        return known
    sample = rank_sample(game)
    return sampled_classes(game, sample, progress) if sample else best_sorting(game, executor, progress).information


@dataclass(frozen=True)
class RankSample:
    """So many hands, each with every rank of a card that is told."""

    scene: Scene
    hands: int

    @property
    def seconds(self) -> float:
        """About, on one core."""
        return self.hands * hand_seconds(self.scene)


def rank_sample(game: Game, most_s: float = PRICE_S) -> RankSample | None:
    """By which hands partitions are compared at a game with one decision that is too long to be counted; else none."""
    core = core_game(game)
    about = first_hidden(core)
    count = rank_count(core, about)
    if len(core.streets) > 1 or _is_swept(core, about) or (count and count.seconds <= max(most_s, PRICE_S)):
        return None
    told = scene_of(core, Information(about.dealer, about.community, "A"))
    if not told.first_known and price_of(told).core_seconds <= PRICE_S:
        return None
    scene: Scene | None = scene_of(core, told.information, by_rank=True)
    if scene and hand_seconds(scene) > SLOWEST_HAND_S:
        scene = thin_hidden(scene)
    if scene is None:
        return None
    hands = int(min(MOST_HANDS, max(FEWEST_HANDS, SAMPLE_S / hand_seconds(scene)))) // 2 * 2
    return RankSample(scene, hands)


def sampled_classes(game: Game, sample: RankSample, progress: Progress | None = None) -> Information:
    """The best of all partitions by those hands; of several that are worth about the same, any."""
    values = sample_ranks(sample.scene, sample.hands, progress=progress)
    best = _of_ranked(sample.scene.game, RankValues(values, np.ones(len(values), np.int64)))
    about = sample.scene.information
    return Information(about.dealer, about.community, best.ranks)


def best_sorting(game: Game, executor: Executor | None = None, progress: Progress | None = None) -> Sorting:
    """Try every partition of the ranks into two classes on the first hidden card."""
    core = core_game(game)
    about = first_hidden(core)
    if _is_swept(core, about):
        solution = solve(view_of(core, about).game_shown, executor=executor)
        assert isinstance(solution, ShowdownSolution)
        best, unit = _of_ranked(core, _of_up_cards(solution)), solution.total * solution.result.problem.scale
    elif count := rank_count(core, about):
        best, unit = search_count(count, executor, progress), count.rounds * count.scale
    else:
        scene = _scene_to_count(core, about)
        found, unit = _of_view(view_of(core, scene.information, by_rank=True), executor)
        best = _of_ranked(core, found)
    information = Information(about.dealer, about.community, best.ranks)
    return Sorting(information, Fraction(best.worth, unit), Fraction(best.whole, unit))


def foresee_sorting(game: Game, most_s: float = PRICE_S) -> float:
    """About how many seconds the search takes; Unsolved, before anything is counted, where it is too long."""
    if best_classes_before(game):
        return 0.0
    core = core_game(game)
    about = first_hidden(core)
    if _is_swept(core, about):
        return SWEPT_S
    if sample := rank_sample(game, most_s):
        _verify_price(core, sample.seconds, max(most_s, PRICE_S))
        return sample.seconds
    count = rank_count(core, about)
    if count is None:
        return price_of(_scene_to_count(core, about)).core_seconds
    _verify_price(core, count.seconds, max(most_s, PRICE_S))
    return count.seconds


def _is_swept(core: Game, about: Information) -> bool:
    """Whether the game with that card face up is swept, which counts it at once."""
    try:
        return solver_of(view_of(core, about).game_shown).name == "sweep"
    except Unsolved:
        return False


def _of_ranked(core: Game, some: RankValues) -> Best:
    return search_partitions(core.deck, [partition_part(core.deck, some)])


def _scene_to_count(core: Game, about: Information) -> Scene:
    """What is counted card by card."""
    scene = scene_of(core, Information(about.dealer, about.community, "A"))
    _verify_price(core, price_of(scene).core_seconds, PRICE_S)
    classed = [group for group in scene.groups if group.classes]
    if len(scene.game.streets) > 1 and any(group.by_rule > 1 for group in classed):
        raise Unsolved(f"{scene.game.title}: the sorted card stays face down at the next decision; no search yet")
    return scene


def _verify_price(core: Game, seconds: float, most_s: float) -> None:
    if seconds > most_s:
        sentence = f"the best sorting takes {duration(seconds)} of counting on one core"
        raise Unsolved(f"{core.title}: {sentence}; name the ranks that are told apart, such as QKA")


def _of_up_cards(solution: ShowdownSolution) -> RankValues:
    """The values of hands with each up card, cards of one rank together."""
    result = solution.result
    values = result.values.astype(np.int64).reshape(-1, ALL_CARDS, len(solution.choices))
    weights = result.classes.weights.reshape(-1, ALL_CARDS).astype(np.int64)
    live = np.where((weights > 0)[:, :, None], values, 0)
    ranked = np.zeros((len(values), COLUMNS, values.shape[2]), np.int64)
    for face in solution.game.deck.faces:
        ranked[:, RANK_OF[int(face)]] += live[:, int(face)]
    return RankValues(ranked, weights.max(axis=1))


def _of_view(view: View, executor: Executor | None) -> tuple[RankValues, int]:
    """Every hand with the rank of the card known; and what one Ante over all rounds is in these numbers."""
    if view.levels[0].streets[:1] != (0,):
        raise Unsolved(f"{view.game.title}: a card is face up beside the sorted one; no search yet")
    with allowing(general_problem(view.game, view).cost.steps):
        result = solve_general(view.game, executor, view)
    hands, values = result.sights[0], result.values[0][:, :, 0]
    may = offered(view.game, 0, hands.hands)
    worth = np.where(may[:, None, :], values, values.min(axis=2, keepdims=True))
    return RankValues(worth, hands.weights), int(hands.weights.sum()) * result.following[0] * result.scale
