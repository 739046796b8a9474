"""A game and a bet that a fold would lose, decided together: a paying hand may be worth playing on.

The solver has valued every choice of every class of hands. What the bet pays for a hand that is not folded comes on
top, hand by hand, as far as either of the two can tell hands apart; nothing has to be counted again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import UpCardClasses
from fairfelt.exact.bets.census import ranked_hands
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
    return joint_values(solution, wager).play(worth)


@dataclass(frozen=True)
class _Line:
    """The hands of one line, those that gain most by not being folded first."""

    gains: tuple[int, ...]
    """What playing on brings beyond a fold; a hand is played where this and the bet come to nothing or more."""
    hands: tuple[int, ...]
    """How many of the first so many hands there are, from none on."""
    brings: tuple[int, ...]
    """What their gains come to."""

    def played(self, extra: Fraction) -> int:
        """How many of its entries are played on with so much more for it."""
        return bisect_right(self.gains, extra, key=lambda gain: Fraction(-gain))


@dataclass(frozen=True)
class JointValues:
    """A game with a bet beside it, ready to be decided for anything that the bet may be worth."""

    lines: Mapping[int, _Line]
    folded: int
    """What the game brings if every hand is folded."""
    hands: int
    unit: int
    """What one Ante is in these whole numbers."""

    def play(self, worth: Mapping[int, Fraction]) -> JointPlay:
        """Best play where the lines of the bet are worth so much, in units of the Ante, unless they are folded."""
        value, kept, played_on = self.folded, dict[int, Fraction](), dict[int, Fraction]()
        for name, line in sorted(self.lines.items(), reverse=True):
            played, alone = line.played(worth.get(name, Fraction(0)) * self.unit), line.played(Fraction(0))
            value += line.brings[played]
            for found, count in ((kept, line.hands[played]), (played_on, line.hands[played] - line.hands[alone])):
                if count:
                    found[name] = Fraction(count, self.hands)
        return JointPlay(-Fraction(value, self.hands * self.unit), kept, played_on)


def joint_values(solution: Solution, wager: Wager) -> JointValues:
    """Value every hand of a game, line by line of a bet that a fold loses."""
    game, ranking = solution.game, wager.ranking
    if not isinstance(solution, ShowdownSolution) or isinstance(solution.result.classes, UpCardClasses):
        raise Unsolved(f"{game.title}: a bet that a fold loses is decided with the game at one decision only")
    if ranking is None or wager.on is not Cards.OWN:
        raise Unsolved(f"{game.title}: {wager.name} reads more than the player's own cards; no joint solver yet")
    result = solution.result
    hands, weights = ranked_hands(ranking, game.deck, game.hole)
    lines, values = ranking.batch(hands) >> LINE_BITS, result.values[result.classes.places(hands)]
    folds = np.array([choice.folds for choice in solution.choices])
    fold, gains = values[:, folds].max(axis=1), values[:, ~folds].max(axis=1) - values[:, folds].max(axis=1)
    return JointValues(
        lines={int(line): _line(gains[lines == line], weights[lines == line]) for line in np.unique(lines)},
        folded=sum(int(n) * int(value) for n, value in zip(weights, fold, strict=True)),
        hands=int(weights.sum()),
        unit=result.following * result.problem.scale,
    )


def _line(gains: NDArray[np.int64], weights: NDArray[np.int64]) -> _Line:
    each, place = np.unique(-gains, return_inverse=True)
    counted = np.zeros(len(each), np.int64)
    np.add.at(counted, place, weights)
    worths = [-int(gain) for gain in each]
    counts = [int(count) for count in counted]
    brings = accumulate((gain * count for gain, count in zip(worths, counts, strict=True)), initial=0)
    return _Line(tuple(worths), tuple(accumulate(counts, initial=0)), tuple(brings))
