"""The best two classes to sort a deck into: every partition of the ranks is tried, by what one card's rank is worth.

What each choice is worth is summed for every hand and every rank of the card. A class of ranks is then a sum of ranks,
and a partition is worth the best choice in each of its two classes. This holds for a card that is turned over before
the next decision, or where there is no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction

import numpy as np

from fairfelt.engine.core.counter import JOKER, IntArray
from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.information_sets import offered
from fairfelt.engine.core.price import allowing
from fairfelt.engine.core.problem import MOST
from fairfelt.engine.exact import Progress, Unsolved, duration
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solver import level_of, solve_general
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.runtime.compute.jit import njit

from .exposure import cost_of_view
from .findings import best_backs_before
from .information import Information, view_of
from .known_cards import KnownCards, RankValues, known_cards

PRICE_S = 90.0
"""What takes longer is not searched unless a user asks for it alone."""


@njit(nogil=True, cache=True)
def _choice_for_all(values: Array, live: Array) -> int:
    """The choice that no rank makes worse than another one, the last of them; -1 where the rank matters."""
    for choice in range(values.shape[1] - 1, -1, -1):
        best = True
        for rank in live:
            for other in range(values.shape[1]):
                best = best and values[rank, choice] >= values[rank, other]
        if best:
            return choice
    return -1


@njit(nogil=True, cache=True)
def add_partitions(values_of: Array, weights: Array, live: Array, worths: Array) -> int:
    """Add what every partition is worth to some hands; those to which the rank is all one are returned in one sum.

    Sums are below 2^62, as `partition_part` makes sure.

    values_of  [hand, rank, choice]
    live       the ranks that there are; the last of them is in no set
    worths     [set of the others]  in and out
    """
    ranks, sets, common = len(live), len(worths), 0
    sums = np.zeros(sets, np.int64)
    inside, outside = np.empty(sets, np.int64), np.empty(sets, np.int64)
    for hand in range(len(values_of)):
        values = values_of[hand]
        same = _choice_for_all(values, live)
        if same >= 0:
            for rank in live:
                common += weights[hand] * values[rank, same]
            continue
        for choice in range(values.shape[1]):
            total, size = values[live[ranks - 1], choice], 1
            for at in range(ranks - 1):
                worth = values[live[at], choice]
                total += worth
                for chosen in range(size):
                    sums[size + chosen] = sums[chosen] + worth
                size *= 2
            if choice == 0:
                for chosen in range(sets):
                    inside[chosen] = sums[chosen]
                    outside[chosen] = total - sums[chosen]
            else:
                for chosen in range(sets):
                    inside[chosen] = max(inside[chosen], sums[chosen])
                    outside[chosen] = max(outside[chosen], total - sums[chosen])
        for chosen in range(sets):
            worths[chosen] += weights[hand] * (inside[chosen] + outside[chosen])
    return common


def live_columns(deck: Deck) -> list[int]:
    """The columns that a deck has."""
    ranks = [at for at, letter in enumerate(RANKS) if letter in deck.ranks]
    return [*ranks, JOKER] if deck.jokers else ranks


def search_partitions(deck: Deck, parts: Iterable[RankValues]) -> tuple[str, int]:
    """Add up some parts, and take the best partition; of equal ones the first.

    The ranks of the class without the joker, where there is none of the smaller one; and what it is worth.
    """
    live = live_columns(deck)
    sets, common = np.zeros(1 << len(live) - 1, object), 0
    for worths, same in (partition_part(live, part) for part in parts):
        sets += worths.astype(object)
        common += same
    last = len(sets) - (live[-1] == JOKER)
    best = max(range(1, last), key=lambda chosen: sets[chosen])
    inside = "".join(RANKS[rank] for at, rank in enumerate(live[:-1]) if best >> at & 1)
    outside = "".join(RANKS[rank] for rank in live if rank != JOKER and RANKS[rank] not in inside)
    ranks = inside if live[-1] == JOKER else min(inside, outside, key=len)
    return ranks, int(sets[best]) + common


def partition_part(columns: Sequence[int], some: RankValues) -> tuple[IntArray, int]:
    """[set of ranks]: what each is worth to some hands; and what is the same for all.

    Sums are integers of 64 bits, or it fails.
    """
    live = np.array(columns, np.int64)
    largest = np.abs(some.values).max(axis=2).sum(axis=1, dtype=np.float64)
    assert float((largest * some.weights).sum()) < MOST, "the sums of a part fit 64 bits"
    worths = np.zeros(1 << len(live) - 1, np.int64)
    common = add_partitions(some.values, some.weights, live, worths)
    return worths, int(common)


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
    if known := best_backs_before(game):
        return known.information
    return best_sorting(game, executor, progress)[0]


def best_sorting(
    game: Game, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Information, Fraction]:
    """Try every partition of the ranks into two classes on the first hidden card; the best, and the player's edge."""
    core = core_game(game)
    about = first_hidden(core)
    if known := _searchable(core, about):
        ranks, worth = search_partitions(core.deck, known.by_rank(executor, progress))
        unit = known.counter.rounds * known.counter.scale
    else:
        _verify_enumerable(core, about)
        found, unit = _of_view(_marked(core, about, by_rank=True), executor)
        ranks, worth = search_partitions(core.deck, [found])
    return Information(about.dealer, about.community, ranks), Fraction(worth, unit)


def plan_sorting(game: Game, most_s: float = PRICE_S) -> float:
    """About how many seconds the search takes; Unsolved, before anything is counted, where it is too long."""
    if best_backs_before(game):
        return 0.0
    core = core_game(game)
    about = first_hidden(core)
    known = _searchable(core, about)
    if known is None:
        return _verify_enumerable(core, about)
    _verify_seconds(core, known.counter.seconds, max(most_s, PRICE_S))
    return known.counter.seconds


def _marked(core: Game, about: Information, *, by_rank: bool = False) -> View:
    """One class on the card, or every rank: two classes are sums of these."""
    return view_of(core, Information(about.dealer, about.community, "A"), by_rank=by_rank)


def _searchable(core: Game, about: Information) -> KnownCards | None:
    """What counts by rank; where there are several decisions, two classes are no sum over ranks."""
    return known_cards(core, replace(about, sorted=RANKS[-1])) if len(core.streets) == 1 else None


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
    infosets, values = result.information_sets[at], result.values[0][:, :, 0]
    may = offered(view.game, 0, infosets.hands[:, : view.game.hole])
    worth = np.where(may[:, None, :], values, values.min(axis=2, keepdims=True))
    return RankValues(worth, infosets.weights), int(infosets.weights.sum()) * result.following[at] * result.scale
