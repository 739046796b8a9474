"""A game and a bet that a fold would lose, decided together: a paying hand may be worth playing on.

The solver has valued every choice of every class of hands. What the bet pays for a hand that is not folded comes on
top, hand by hand, as far as either of the two can tell hands apart; nothing has to be counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import UpCardClasses
from fairfelt.exact.bets.census import ranked_hands
from fairfelt.exact.core.numbers import whole
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.hands import LINE_BITS
from fairfelt.rules import Cards, Wager

from ..solution import Solution


@dataclass(frozen=True)
class JointPlay:
    """Best play of a game with a bet beside it."""

    house_edge: Fraction
    """Of the game alone, when it is played so; in units of the Ante."""
    kept: Mapping[int, Fraction]
    """The probability of each line of the bet's ranking in a hand that is not folded."""
    played_on: Mapping[int, Fraction]
    """The same for hands that best play of the game alone would fold."""


def joint_play(solution: Solution, wager: Wager, worth: Mapping[int, Fraction]) -> JointPlay:
    """Decide a game together with a bet whose lines are worth so much, in units of the Ante, unless they are folded."""
    game, ranking = solution.game, wager.ranking
    if not isinstance(solution, ShowdownSolution) or isinstance(solution.result.classes, UpCardClasses):
        raise Unsolved(f"{game.title}: a bet that a fold loses is decided with the game at one decision only")
    if ranking is None or wager.on is not Cards.OWN:
        raise Unsolved(f"{game.title}: {wager.name} reads more than the player's own cards; no joint solver yet")
    result = solution.result
    hands, weights = ranked_hands(ranking, game.deck, game.hole)
    lines, places = ranking.batch(hands) >> LINE_BITS, result.classes.places(hands)
    folds = np.array([choice.folds for choice in solution.choices])
    best = _decide(result.values[places], _extras(lines, worth, result.following * result.problem.scale), folds)
    total = int(weights.sum())
    game_value = sum(int(n) * int(v) for n, v in zip(weights, result.values[places, best], strict=True))
    unit = total * result.following * result.problem.scale
    alone = folds[result.best[places]]
    return JointPlay(
        house_edge=-Fraction(game_value, unit),
        kept=_by_line(lines, weights, ~folds[best], total),
        played_on=_by_line(lines, weights, alone & ~folds[best], total),
    )


def _extras(lines: NDArray[np.int32], worth: Mapping[int, Fraction], unit: int) -> tuple[NDArray[np.object_], int]:
    """What each hand earns if it is played, as whole numbers, and by what everything was multiplied for that."""
    scale = lcm(*(value.denominator for value in worth.values()))
    found = np.array(
        [whole(worth.get(line, Fraction(0)) * unit * scale) for line in range(int(lines.max()) + 1)], object
    )
    return found[lines], scale


def _decide(
    values: NDArray[np.int64], extras: tuple[NDArray[np.object_], int], folds: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The best choice of each hand; of equal ones the larger bet, which comes last."""
    earned, scale = extras
    together = values.astype(object) * scale + np.where(folds[None, :], 0, earned[:, None])
    return np.asarray(together.shape[1] - 1 - np.argmax(together[:, ::-1], axis=1), np.int64)


def _by_line(
    lines: NDArray[np.int32], weights: NDArray[np.int64], chosen: NDArray[np.bool_], total: int
) -> dict[int, Fraction]:
    counts: Counter[int] = Counter()
    for line, weight in zip(lines[chosen], weights[chosen], strict=True):
        counts[int(line)] += int(weight)
    return {line: Fraction(count, total) for line, count in sorted(counts.items(), reverse=True)}
