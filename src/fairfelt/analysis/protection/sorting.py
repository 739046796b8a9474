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

from fairfelt.engine import Progress, Unsolved, duration
from fairfelt.engine.core.levels import offered
from fairfelt.engine.core.price import allowing
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solver import level_of, solve_general
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game

from .information import Information, view_of
from .leaks.shipped import best_classes_before
from .marked import Best, MarkedCard, RankValues, partition_part, rank_count, search_count, search_partitions
from .plan import SLOWEST_HAND_S, cost_of_view
from .sample import SampledView, sample_ranks, thin_hidden

PRICE_S = 90.0
"""What takes longer is not searched unless a user asks for it alone."""
SAMPLE_S = 60.0
"""About what it takes to compare all partitions by some hands, where they are not counted."""
MIN_HANDS, MAX_HANDS = 400, 20_000


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
    return sampled_classes(sample, progress) if sample else best_sorting(game, executor, progress).information


@dataclass(frozen=True)
class RankSample:
    """So many hands, each with every rank of a marked card."""

    information: Information
    of: SampledView
    hands: int

    @property
    def seconds(self) -> float:
        """About, on one core."""
        return self.hands * self.of.seconds


def rank_sample(game: Game, most_s: float = PRICE_S) -> RankSample | None:
    """By which hands partitions are compared at a game with one decision that is too long to be counted; else none."""
    core = core_game(game)
    about = first_hidden(core)
    count = _searchable(core, about)
    if len(core.streets) > 1 or (count and count.seconds <= max(most_s, PRICE_S)):
        return None
    if cost_of_view(_marked(core, about)).core_seconds <= PRICE_S:
        return None
    view = _marked(core, about, by_rank=True)
    of: SampledView | None = SampledView.of(view)
    if of and of.seconds > SLOWEST_HAND_S:
        of = thin_hidden(view)
    if of is None:
        return None
    hands = int(min(MAX_HANDS, max(MIN_HANDS, SAMPLE_S / of.seconds))) // 2 * 2
    return RankSample(about, of, hands)


def sampled_classes(sample: RankSample, progress: Progress | None = None) -> Information:
    """The best of all partitions by those hands; of several that are worth about the same, any."""
    values = sample_ranks(sample.of, sample.hands, progress=progress)
    best = _of_ranked(sample.of.game, RankValues(values, np.ones(len(values), np.int64)))
    return Information(sample.information.dealer, sample.information.community, best.ranks)


def best_sorting(game: Game, executor: Executor | None = None, progress: Progress | None = None) -> Sorting:
    """Try every partition of the ranks into two classes on the first hidden card."""
    core = core_game(game)
    about = first_hidden(core)
    if count := _searchable(core, about):
        best, unit = search_count(count, executor, progress), count.rounds * count.scale
    else:
        _verify_enumerable(core, about)
        found, unit = _of_view(_marked(core, about, by_rank=True), executor)
        best = _of_ranked(core, found)
    information = Information(about.dealer, about.community, best.ranks)
    return Sorting(information, Fraction(best.worth, unit), Fraction(best.whole, unit))


def plan_sorting(game: Game, most_s: float = PRICE_S) -> float:
    """About how many seconds the search takes; Unsolved, before anything is counted, where it is too long."""
    if best_classes_before(game):
        return 0.0
    core = core_game(game)
    about = first_hidden(core)
    if sample := rank_sample(game, most_s):
        _verify_seconds(core, sample.seconds, max(most_s, PRICE_S))
        return sample.seconds
    count = _searchable(core, about)
    if count is None:
        return _verify_enumerable(core, about)
    _verify_seconds(core, count.seconds, max(most_s, PRICE_S))
    return count.seconds


def _marked(core: Game, about: Information, *, by_rank: bool = False) -> View:
    """One class on the card, or every rank: two classes are sums of these."""
    return view_of(core, Information(about.dealer, about.community, "A"), by_rank=by_rank)


def _searchable(core: Game, about: Information) -> MarkedCard | None:
    """What counts by rank; where there are several decisions, two classes are no sum over ranks."""
    return rank_count(core, about) if len(core.streets) == 1 else None


def _of_ranked(core: Game, some: RankValues) -> Best:
    return search_partitions(core.deck, [partition_part(core.deck, some)])


def _verify_enumerable(core: Game, about: Information) -> float:
    """About how many seconds it takes to count every information set; Unsolved where that is no search."""
    view = _marked(core, about)
    seconds = cost_of_view(view).core_seconds
    _verify_seconds(core, seconds, PRICE_S)
    if len(core.streets) > 1 and any(card.classes and card.by_rule > 1 for card in view.cards):
        raise Unsolved(f"{core.title}: the sorted card stays face down at the next decision; no search yet")
    return seconds


def _verify_seconds(core: Game, seconds: float, most_s: float) -> None:
    if seconds > most_s:
        sentence = f"the best sorting takes {duration(seconds)} of counting on one core"
        raise Unsolved(f"{core.title}: {sentence}; name the ranks that are told apart, such as QKA")


def _of_view(view: View, executor: Executor | None) -> tuple[RankValues, int]:
    """Every hand with the rank of the card known; and what one Ante over all rounds is in these numbers."""
    with allowing(cost_of_view(view).steps):
        result = solve_general(view.game, executor, view)
    at = level_of(result.information_sets, 0)
    sights, values = result.information_sets[at], result.values[0][:, :, 0]
    may = offered(view.game, 0, sights.hands[:, : view.game.hole])
    worth = np.where(may[:, None, :], values, values.min(axis=2, keepdims=True))
    return RankValues(worth, sights.weights), int(sights.weights.sum()) * result.following[at] * result.scale
