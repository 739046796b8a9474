"""The strategy a person can remember: bet from one hand on at each street, and what that costs against perfect play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule, ShortStrategy
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solvers.ladder.solution import LadderSolution
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import Choice, Game

from ..solution import Solution, StreetByStreetSolution
from ..solve import solve
from .follow import follow
from .holdings import holdings_text, starting_hands
from .steps import best_steps

PAIR = 2
FORGIVEN = Fraction(1, 10_000)
"""A rule by whole lines is taken if it costs no more than this part of the Ante beyond the sharper one."""


def short_strategy(game: Game) -> ShortStrategy:
    """The best strategy that bets from some hand on at each street."""
    return short_strategy_of(solve(game))


def short_strategy_of(solution: Solution, *, best_s: float = 0.0) -> ShortStrategy:
    """The same of a game that is solved already; the best setting of hands is counted if it takes these seconds."""
    if isinstance(solution, ShowdownSolution):
        return _showdown_rule(solution)
    if isinstance(solution, LadderSolution):
        return _ladder_rules(solution)
    if isinstance(solution, StreetByStreetSolution):
        return _best_play(solution)
    short, best = _strategy(solution, *solution.short_rules()), solution.best_round(best_s)
    if best:
        return replace(short, cost=short.house_edge - best.house_edge, against_best=True)
    with suppress(Unsolved):
        short = replace(short, known=tuple(follow(solution, strategy) for strategy in solution.game.strategies))
    return short


def _showdown_rule(solution: ShowdownSolution) -> ShortStrategy:
    result, choices = solution.result, solution.choices
    if [choice.folds for choice in choices].count(True) != 1:
        raise Unsolved(f"{solution.game.title}: the short strategy is for games in which one may fold")
    seen, weights, columns = result.seen.astype(np.int64), result.classes.weights, list(result.values.T)
    unit = Fraction(1, solution.total * result.problem.scale)
    floors = result.problem.floors
    sharp = best_steps(seen, weights, columns, floors)
    blunt = best_steps(seen >> LINE_BITS << LINE_BITS, weights, columns, floors)
    rule = blunt if (sharp.result - blunt.result) * unit <= FORGIVEN else sharp
    steps = [(choices[choice], value) for choice, value in rule.starts]
    street, ranking = solution.game.streets[0].name, result.problem.showdown.ranking
    words = threshold_words(steps, ranking, first_of_lines(seen))
    known = tuple(follow(solution, strategy) for strategy in solution.game.strategies)
    return replace(_strategy(solution, (ShortRule(street, words),), -rule.result * unit), known=known)


def first_of_lines(seen: NDArray[np.int64]) -> dict[int, int]:
    """The least value on each line."""
    return {value >> LINE_BITS: value for value in reversed(np.unique(seen).tolist())}


def _ladder_rules(solution: LadderSolution) -> ShortStrategy:
    """Try every length at the last street; each gives the hole cards a value, and the best length for them."""
    result = solution.result
    ladder, game = result.ladder, solution.game
    advice = ladder.advice
    hole = advice.batch(result.classes.hands).astype(np.int64) >> LINE_BITS
    fold = np.full(len(hole), ladder.folds[0] * ladder.following[0])
    tries = []
    late_fold = ladder.folds[1] * ladder.following[1]
    for late in range(game.hole + int(ladder.reveals[1]) + 1):
        seen = result.late_counts[:, :late].sum(axis=1)
        go_on = result.late_values[:, late:].sum(axis=1) + late_fold * seen
        early = best_steps(hole, result.classes.weights, (fold, go_on))
        tries.append((early.result, -late, early.starts[-1][1]))
    value, late, early_line = max(tries)
    rules = []
    for street, line in zip(game.streets, (early_line, -late), strict=True):
        fold_or_bet = sorted(street.choices, key=lambda choice: not choice.folds)
        steps = list(zip(fold_or_bet, (0, line << LINE_BITS), strict=True))
        rules.append(ShortRule(street.name, threshold_words(steps, advice, {})))
    return _strategy(solution, tuple(rules), Fraction(-value, solution.total * ladder.scale))


def _best_play(solution: StreetByStreetSolution) -> ShortStrategy:
    """No threshold says what to do with shared cards in sight; what to do with two cards can be listed in full."""
    if not solution.game.streets:
        return _strategy(solution, (), solution.round.house_edge)
    first, *later = solution.game.streets
    unlisted = "the choice of greatest value, which depends on all cards in sight: ask about a hand"
    words = _by_starting_hand(solution) if solution.game.hole == PAIR and not first.community else unlisted
    rules = (ShortRule(first.name, words), *(ShortRule(street.name, unlisted) for street in later))
    return _strategy(solution, rules, solution.round.house_edge)


def _by_starting_hand(solution: StreetByStreetSolution) -> str:
    """The largest bet first, each choice with its hands; the one for most hands comes last and without them."""
    deck, choices = solution.game.deck, solution.game.streets[0].choices
    hands = starting_hands(deck)
    best = solution.decide(0, np.array(list(hands.values()), np.uint8))
    made = {choice: [name for name, at in zip(hands, best, strict=True) if choices[at] is choice] for choice in choices}
    rest = max(choices, key=lambda choice: len(made[choice]))
    bets = [f"{c.name} with {holdings_text(made[c], deck)}" for c in reversed(choices) if made[c] and c is not rest]
    return "; ".join([*bets, f"otherwise {rest.name}"])


def threshold_words(steps: Sequence[tuple[Choice, int]], ranking: Ranking, first_of_lines: Mapping[int, int]) -> str:
    """The largest bet first: "Play 3x with a flush or better, Play with a pair or better, otherwise fold"."""
    (least, _), *higher = steps
    if not higher:
        return f"{least.name} with every hand"
    rules = []
    for choice, value in reversed(higher):
        line = value >> LINE_BITS
        whole_line = value <= first_of_lines.get(line, value)
        hand = f"a {ranking.lines[line].name}" if whole_line else ranking.describe(value)
        rules.append(f"{choice.name} with {hand} or better")
    return f"{', '.join(rules)}, otherwise {least.name}"


def _strategy(solution: Solution, rules: tuple[ShortRule, ...], house_edge: Fraction) -> ShortStrategy:
    cost = house_edge - solution.round.house_edge
    return ShortStrategy(rules, house_edge, cost, against_best=not solution.by_house_way)
