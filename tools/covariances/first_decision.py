"""All that can be in sight at the first decision of a game, what it is worth by best play, and whether it is folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.bets.census import ranked_hands
from fairfelt.engine.exact import Solution, Unsolved
from fairfelt.engine.solvers.boards.solver import BoardsSolution
from fairfelt.engine.solvers.general.solver import rankings_of
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules.cards import ALL_CARDS, Card, UpCardClasses
from fairfelt.rules.hands import Ranking

AT_ONCE: Final = 1 << 16
Hands = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class SightsOfFirst(NamedTuple):
    """Some sights of the first decision; where an up card is seen, a hand comes once for each."""

    cards: Hands
    """The player's own cards and then the shared ones, one sight a row."""
    rounds: Numbers
    """How many deals come to each."""
    values: Numbers
    """What the game comes to by the best choice, in parts of a unit."""
    folded: NDArray[np.bool_]
    unit: int


def first_decision(solution: Solution, rankings: Sequence[Ranking]) -> Iterator[SightsOfFirst]:
    """Every sight, told apart as far as the game and these rankings can."""
    if isinstance(solution, BoardsSolution):
        yield from _beside_boards(solution, rankings)
        return
    game = solution.game
    if game.streets[0].community or (game.streets[0].dealer and not isinstance(solution, ShowdownSolution)):
        raise Unsolved(f"{game.title}: too many cards are in sight at its first decision to ask about all of them")
    told = (*rankings, *rankings_of(game))
    finest = next((ranking for ranking in told if not ranking.tells.exchanges_suits), told[0])
    hands, weights = ranked_hands(finest, game.deck, game.hole)
    value = _by_class if isinstance(solution, ShowdownSolution) else _one_by_one
    for first in range(0, len(hands), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        yield value(solution, hands[some], weights[some])


def _by_class(solution: Solution, hands: Hands, weights: Numbers) -> SightsOfFirst:
    """From the values of all classes, each hand with every up card that it leaves."""
    assert isinstance(solution, ShowdownSolution)
    result, classes = solution.result, solution.result.classes
    if isinstance(classes, UpCardClasses):
        places = (classes.own.places(hands)[:, None] * ALL_CARDS + np.arange(ALL_CARDS)).ravel()
        hands, weights = np.repeat(hands, ALL_CARDS, axis=0), np.repeat(weights, ALL_CARDS)
    else:
        places = classes.places(hands)
    best = result.best[places]
    folds = np.array([choice.folds for choice in solution.choices])
    return SightsOfFirst(
        cards=hands,
        rounds=weights * (classes.weights[places] > 0),
        values=result.values[places, best].astype(np.int64),
        folded=folds[best],
        unit=result.following * result.problem.scale,
    )


def _one_by_one(solution: Solution, hands: Hands, weights: Numbers) -> SightsOfFirst:
    """By asking about every hand."""
    folds = {choice.name for choice in solution.game.streets[0].choices if choice.folds}
    advice = [solution.advise([Card(face) for face in hand]) for hand in hands.tolist()]
    values = [max(value for _, value in one.values) for one in advice]
    unit = lcm(*(value.denominator for value in values))
    whole = np.array([value.numerator * (unit // value.denominator) for value in values], np.int64)
    return SightsOfFirst(hands, weights, whole, np.array([one.best in folds for one in advice]), unit)


def _beside_boards(solution: BoardsSolution, rankings: Sequence[Ranking]) -> Iterator[SightsOfFirst]:
    """Every pair beside every class of boards."""
    game, result, problem = solution.game, solution.result, solution.result.problem
    if 0 not in result.sums or not all(ranking.tells.exchanges_suits for ranking in rankings):
        raise Unsolved(f"{game.title}: what its first decision is worth is not kept for every hand")
    folds = np.array([choice.folds for choice in game.streets[0].choices])
    classes, pairs = result.boards(problem.sizes[0]), result.pairs
    needed, columns = problem.needed(0), np.zeros((problem.columns[-1].stop, len(pairs)), np.int64)
    constants = problem.constants[0][0] * problem.following[0]
    for board, weight in zip(classes.hands, classes.weights.tolist(), strict=True):
        beside = np.hstack((pairs, np.tile(board, (len(pairs), 1))))
        holdings = result.find(0, beside)
        columns[needed] = result.sums[0][:, holdings]
        values = constants[:, None] + problem.weights[0][0] @ columns
        best = result.best[0][0, holdings]
        live = ~np.isin(pairs, board).any(axis=1)
        yield SightsOfFirst(
            cards=beside,
            rounds=weight * live.astype(np.int64),
            values=values[best, np.arange(len(pairs))],
            folded=folds[best],
            unit=problem.following[0] * problem.scale,
        )
