"""How rounds end that go on from one information set: the plan of the general solver, in whole arrays.

Where the dealer's hands are too many to be dealt one by one, they are counted by their values.
"""

from __future__ import annotations

from functools import partial
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.rank_choices import counts_by_ranks, hands_by_ranks
from fairfelt.engine.core.track_values import values_by_tracks
from fairfelt.engine.solvers.general.arrays import ArrayCount, DealerValues, read_statements, run
from fairfelt.engine.solvers.general.solver import GeneralProblem
from fairfelt.engine.solvers.general.source import counting_plan
from fairfelt.rules import Cards
from fairfelt.rules.hands import Ranking, TrackRanking

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
