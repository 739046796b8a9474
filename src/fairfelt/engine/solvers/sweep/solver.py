"""Showdowns with one decision, one of the dealer's cards seen or none: every canonical hand valued by a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Decisions, ShowdownResult, join_parts, narrow_classes, unpack_showdown
from fairfelt.engine.core.problem import Problem, Unsolved, showdown_problem
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import HandClasses, UpCardClasses
from fairfelt.runtime.compute.executors import local_threads, run_tasks

from .counter import SweepCounter

MOST_SINGLE = 3_000_000
"""Hands, each with every up card, that are looked at where suits cannot be exchanged."""


def sweep_problem(game: Game) -> Problem:
    """Put a game in integers; refuse hands that would have to be counted one by one and are too many for it."""
    problem, up = showdown_problem(game), game.streets[0].dealer
    ranking = problem.showdown.ranking
    hands = comb(len(game.deck), max(game.hole, game.deal.count(Cards.DEALER))) * (len(game.deck) if up else 1)
    if not ranking.tells.exchanges_suits and hands > MOST_SINGLE:
        raise Unsolved(
            f"{game.title}: {ranking.name} tells suits or single cards apart, and {hands:,} hands are too many to "
            "count one by one; no exact solver yet"
        )
    return problem


def solve_sweep(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every canonical hand, and with each up card where the player sees one."""
    problem, counter = sweep_problem(game), SweepCounter(game)

    def decide(*task: Any) -> Decisions:
        found = counter.decide(counter.count(*task))
        return found.narrow()

    parts = run_tasks(decide, counter.tasks(), local_threads(executor))
    values, best, totals = zip(*parts, strict=True)
    back = np.argsort(counter.order)
    by_class = np.concatenate(values)[back], np.concatenate(best)[back]
    found = Decisions(by_class[0].reshape(by_class[1].size, -1), by_class[1].ravel(), np.sum(totals, axis=0))
    seen = counter.ranking.batch(counter.own.hands)
    labels = by_class[1].shape[1]
    return join_parts(problem, _classes(counter), np.repeat(seen, labels), [found], counter.following)


def read_sweep(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShowdownResult:
    """The result that was kept."""
    problem, counter = sweep_problem(game), SweepCounter(game)
    return unpack_showdown(problem, narrow_classes(_classes(counter)), counter.following, arrays)


def _classes(counter: SweepCounter) -> HandClasses:
    return UpCardClasses.of(counter.own, counter.game.deck) if counter.shown else counter.own
