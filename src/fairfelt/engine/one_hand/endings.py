"""How rounds end that go on from one information set: the plan of the general solver, in whole arrays.

Where the dealer's hands are too many to be dealt one by one, they are counted by their values.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.covering import ways_to_cover
from fairfelt.engine.core.rank_choices import counts_by_ranks, hands_by_ranks
from fairfelt.engine.solvers.general.arrays import ArrayCount, DealerValues, read_statements, run
from fairfelt.engine.solvers.general.solver import GeneralProblem
from fairfelt.engine.solvers.general.source import counting_plan
from fairfelt.rules import Cards
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import Ranking, TrackRanking
from fairfelt.rules.hands.track_ranking import CELLS

MANY_HANDS = 1_000_000
"""With fewer hands of the dealer's, each is looked at."""


def array_count(problem: GeneralProblem) -> ArrayCount:
    """Counts the endings of a game from its last decision on."""
    view, settlements = problem.view, problem.settlements
    plan = counting_plan(settlements, view.levels[-1], view.down, left=view.size - view.levels[-1].cards)
    return ArrayCount(plan, problem.symmetry.faces, len(settlements), dealer_values(problem))


def rounds_each(problem: GeneralProblem) -> int:
    """Rounds to look at for one information set of the last decision, without making anything ready."""
    if dealer_values(problem):
        return 1
    game, view = problem.game, problem.view
    read = game.showdown.shared | Cards.OWN | Cards.DEALER if game.showdown else Cards(0)
    for hand in problem.settlements.hands:
        read |= hand.places
    sizes, left = [group.size for group in view.down if group.place in read], view.size - view.levels[-1].cards
    return prod(comb(left - sum(sizes[:at]), size) for at, size in enumerate(sizes))


def dealer_values(problem: GeneralProblem) -> DealerValues | None:
    """How the dealer's hands are counted by their values, where they need not be dealt one by one."""
    game, view = problem.game, problem.view
    if not game.showdown or view.levels[-1].counts[2] or game.deal.count(Cards.COMMUNITY):
        return None
    if any(Cards.DEALER in hand.places for hand in problem.settlements.hands):
        return None
    ranking, draws = game.showdown.ranking, game.deal.count(Cards.DEALER)
    if isinstance(ranking, TrackRanking) and not ranking.wilds:
        return partial(values_by_tracks, ranking, draws)
    if comb(len(game.deck.faces), draws) > MANY_HANDS and counts_by_ranks(ranking, game.deck, draws):
        return lambda rest: hands_by_ranks(ranking, game.deck, draws, values_of).count(rest)
    return None


def values_of(ranking: Ranking, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What many hands are worth, one a row, without a kernel."""
    names = [f"c{at}" for at in range(hands.shape[1])]
    written = ranking.emit("value", names)
    arrays = {**written.tables, **{name: hands[:, at] for at, name in enumerate(names)}}
    run(read_statements(written.statements), arrays)
    return arrays["value"].astype(np.int64)


def values_by_tracks(
    ranking: TrackRanking, draws: int, rest: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every value that so many cards of the rest can have, ascending, and in how many ways; nothing is wild.

    The best track decides: tracks are drawn from one by one, as polynomials are multiplied.
    """
    held = Counter(ranking.place(Card(card)) for card in rest)
    values, places = np.unique(ranking.table[0], return_inverse=True)
    ways = np.zeros((len(values), draws + 1), np.int64)
    ways[:, 0] = 1
    for track in range(ranking.tracks):
        covered = ways_to_cover(tuple(held[track, cell] for cell in range(CELLS)), draws)
        drawn = np.zeros_like(ways)
        np.add.at(drawn, places, covered.T)
        ways = _multiplied(ways, np.cumsum(drawn, axis=0))
    return values.astype(np.int64), np.diff(ways[:, draws], prepend=0)


def _multiplied(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row, as polynomials of that degree."""
    product = np.zeros_like(first)
    for degree in range(first.shape[1]):
        product[:, degree:] += first[:, : first.shape[1] - degree] * second[:, degree : degree + 1]
    return product
