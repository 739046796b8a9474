"""The strategy a person can remember: bet from one hand on at each street, and what that costs against perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import Choice, Game, Street

from .problem import Unsolved
from .solution import LadderSolution, ShowdownSolution, Solution
from .solve import solve

FORGIVEN = Fraction(1, 10_000)
"""A rule by whole lines is taken if it costs no more than this part of the Ante beyond the sharper one."""
LOW_BITS = 20


@dataclass(frozen=True)
class ShortRule:
    """When to go on at one street."""

    street: str
    words: str


@dataclass(frozen=True)
class ShortStrategy:
    """A rule for each street, the house edge of following them, and what perfect play would save."""

    rules: tuple[ShortRule, ...]
    house_edge: Fraction
    cost: Fraction


def short_strategy(game: Game) -> ShortStrategy:
    """The best strategy that bets from some hand on at each street."""
    solution = solve(game)
    if isinstance(solution, ShowdownSolution):
        return _showdown_rule(solution)
    if isinstance(solution, LadderSolution):
        return _ladder_rules(solution)
    raise Unsolved(f"{game.title}: there is no short strategy for such a game yet")


@dataclass(frozen=True)
class Threshold:
    """From this value on, and the summed result of going on from there and folding below."""

    value: int
    result: int


def best_threshold(
    seen: NDArray[np.int64], weights: NDArray[np.int64], fold: NDArray[np.int64], go_on: NDArray[np.int64]
) -> Threshold:
    """The value from which going on is best, folding below it; results are exact sums."""
    kinds, kind = np.unique(seen, return_inverse=True)
    folded, played = _sums(kind, weights, fold), _sums(kind, weights, go_on)
    result = sum(played)
    best = Threshold(int(kinds[0]), result)
    for at in range(len(kinds)):
        result += folded[at] - played[at]
        above = int(kinds[at + 1]) if at + 1 < len(kinds) else int(kinds[at]) + 1
        if result > best.result:
            best = Threshold(above, result)
    return best


def _sums(kind: NDArray[np.int64], weights: NDArray[np.int64], values: NDArray[np.int64]) -> list[int]:
    """Weighted sums by kind, in two halves so that 64 bits suffice."""
    high, low = values >> LOW_BITS, values & ((1 << LOW_BITS) - 1)
    sums = np.zeros((2, int(kind.max()) + 1), np.int64)
    np.add.at(sums[0], kind, weights * high)
    np.add.at(sums[1], kind, weights * low)
    return [(int(h) << LOW_BITS) + int(lo) for h, lo in sums.T]


def _showdown_rule(solution: ShowdownSolution) -> ShortStrategy:
    decided, choices = solution.decided, solution.choices
    folds = [choice.folds for choice in choices]
    if folds.count(True) != 1:
        raise Unsolved(f"{solution.game.title}: the short strategy is for games in which one may fold")
    fold, go_on = decided.values[:, folds.index(True)], decided.values[:, -1]
    seen, weights = decided.seen.astype(np.int64), decided.classes.weights
    unit = Fraction(1, solution.total * decided.problem.scale)
    sharp = best_threshold(seen, weights, fold, go_on)
    blunt = best_threshold(seen >> LINE_BITS << LINE_BITS, weights, fold, go_on)
    rule = blunt if (sharp.result - blunt.result) * unit <= FORGIVEN else sharp
    street = solution.game.streets[0]
    words = _words(street, choices[-1], decided.problem.showdown.ranking, rule.value, whole_line=rule is blunt)
    return _strategy(solution, (ShortRule(street.name, words),), -rule.result * unit)


def _ladder_rules(solution: LadderSolution) -> ShortStrategy:
    """Try every length at the last street; each gives the hole cards a value, and the best length for them."""
    climbed = solution.climbed
    ladder, game = climbed.ladder, solution.game
    advice = ladder.advice
    hole = advice.batch(climbed.classes.hands).astype(np.int64) >> LINE_BITS
    fold = np.full(len(hole), ladder.folds[0] * ladder.following[0])
    tries = []
    late_fold = ladder.folds[1] * ladder.following[1]
    for late in range(game.hole + int(ladder.reveals[1]) + 1):
        seen = climbed.late_counts[:, :late].sum(axis=1)
        go_on = climbed.late_values[:, late:].sum(axis=1) + late_fold * seen
        early = best_threshold(hole, climbed.classes.weights, fold, go_on)
        tries.append((early.result, -late, early.value))
    result, late, early_line = max(tries)
    rules = []
    for street, line in zip(game.streets, (early_line, -late), strict=True):
        betting = next(choice for choice in street.choices if choice.bet)
        words = _words(street, betting, advice, line << LINE_BITS, whole_line=True)
        rules.append(ShortRule(street.name, words))
    return _strategy(solution, tuple(rules), Fraction(-result, solution.total * ladder.scale))


def _words(street: Street, choice: Choice, ranking: Ranking, value: int, *, whole_line: bool) -> str:
    hand = f"a {ranking.lines[value >> LINE_BITS].name}" if whole_line else ranking.describe(value)
    fold = next((c.name for c in street.choices if c.folds), "")
    return f"{choice.name} with {hand} or better, otherwise {fold}"


def _strategy(solution: Solution, rules: tuple[ShortRule, ...], house_edge: Fraction) -> ShortStrategy:
    return ShortStrategy(rules, house_edge, house_edge - solution.round.house_edge)
