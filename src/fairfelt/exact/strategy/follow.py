"""What a strategy costs that is not the best one: the same exact sums, with the choices its rule makes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.par import RoundPar
from fairfelt.answers.strategy import StrategyResult
from fairfelt.cards import RANKS, Deck
from fairfelt.cards.card import JOKER_SYMBOL
from fairfelt.cards.classes import ALL_CARDS, SuitClasses, UpCardClasses
from fairfelt.exact.core.decisions import weighted_sums
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.rules import Strategy, VisibleHand

from ..solution import Solution

_followed: WeakKeyDictionary[Any, dict[Strategy, StrategyResult]] = WeakKeyDictionary()
"""By the result of a solved game."""


def follow(solution: Solution, strategy: Strategy) -> StrategyResult:
    """Count the round with the choices of that rule; remembered as long as the solved game is."""
    known = _followed.setdefault(getattr(solution, "result", solution), {})
    if strategy not in known:
        if isinstance(solution, ShowdownSolution):
            round_ = _follow_showdown(solution, strategy)
        else:
            round_ = solution.follow(strategy)
        cost = round_.house_edge - solution.round.house_edge
        known[strategy] = StrategyResult(**vars(round_), strategy=strategy, cost=cost)
    return known[strategy]


def _follow_showdown(solution: ShowdownSolution, strategy: Strategy) -> RoundPar:
    result, street = solution.result, solution.game.streets[0].name
    chosen = _chosen(solution, strategy)
    weights = result.classes.weights
    results = weighted_sums(chosen, weights, result.values[np.arange(len(chosen)), chosen])
    edge = Fraction(-sum(results), solution.total * result.problem.scale)
    stakes = np.array([sum(solution.game.stakes({street: choice}).values()) for choice in solution.choices], np.int64)
    average = Fraction(sum(weighted_sums(chosen, weights, stakes[chosen])), int(weights.sum()))
    return RoundPar(solution.total, edge, average, None, ())


def _chosen(solution: ShowdownSolution, strategy: Strategy) -> NDArray[np.int64]:
    """The number of the choice for each class; the rule is asked once for all that look the same to it."""
    classes = solution.result.classes
    own = classes.own if isinstance(classes, UpCardClasses) else classes
    if not isinstance(own, SuitClasses):
        raise Unsolved(f"{solution.game.title}: its hands are counted by cells that do not show their ranks")
    ups = len(classes) // len(own)
    values = solution.result.seen[::ups]
    ranks = np.sort(np.where(own.hands < ALL_CARDS - 1, own.hands % len(RANKS), len(RANKS)), axis=1)[:, ::-1]
    shifts = 4 * np.arange(ranks.shape[1])
    looks = values.astype(np.int64) << 4 * ranks.shape[1] | (ranks.astype(np.int64) << shifts).sum(axis=1)
    _, examples, look = np.unique(looks, return_index=True, return_inverse=True)
    shown = _letters(solution.game.deck) if ups > 1 else {"": [0]}
    table = np.zeros((len(examples), ups), np.int64)
    for at, example in enumerate(examples):
        held = "".join((RANKS + JOKER_SYMBOL)[rank] for rank in ranks[example])
        for up, places in shown.items():
            choice = strategy.choose(VisibleHand(int(values[example]), held, up))
            table[at, places] = solution.choices.index(choice)
    return table[look].ravel()


def _letters(deck: Deck) -> dict[str, list[int]]:
    """The cards of each rank in the deck."""
    found: dict[str, list[int]] = {}
    for card in deck.faces:
        found.setdefault(str(card)[0], []).append(card)
    return found
