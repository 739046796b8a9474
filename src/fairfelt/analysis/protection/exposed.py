"""The dealer's cards exposed before the one decision of a showdown: which counter fits, and what best play comes to."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Progress
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.counter import Counter, IntArray, run_counter
from fairfelt.engine.core.problem import Problem
from fairfelt.engine.solvers.runs_and_flushes import FlushCounter, SharedFlushCounter, TrackCounter
from fairfelt.engine.solvers.sweep.counter import SetCounter, SweepCounter
from fairfelt.rules import Game, Street

from .figures import Figures
from .information import Information, view_of
from .words import frequency_rule


@dataclass(frozen=True, eq=False)
class ExposedCards:
    """A showdown with one decision, before which some cards are exposed."""

    counter: Counter
    knows_all: bool = False
    """Whether all of the dealer's cards are; the counter then exposes none, and every settlement is a label."""

    @property
    def seconds(self) -> float:
        """About, on one core."""
        return self.counter.seconds

    def part(self, *task: Any) -> IntArray:
        """[choice, line, row]: rounds of some hands, each played as is best."""
        counts = self.counter.count(*task)
        return self.counter.decide_knowing_all(counts) if self.knows_all else self.counter.decide(counts).totals


def exposed_cards(core: Game, information: Information) -> ExposedCards | None:
    """None where no counter fits the game and what is known."""
    if information.sorted or information.hands != 1 or information.shoe or len(core.streets) != 1:
        return None
    counter = _exposing(core, information)
    if counter is None and view_of(core, information).knows_all:
        known = _knowing_all(core)
        return ExposedCards(known, knows_all=True) if known else None
    return ExposedCards(counter) if counter else None


def _exposing(core: Game, information: Information) -> Counter | None:
    """The first that fits."""
    if information.community:
        one = len(information.community) == 1 and not information.dealer
        return SharedFlushCounter.of(core, 1, shared=True) if one else None
    shown = core.streets[0].dealer
    more = view_of(core, information).game_shown.streets[0].dealer - shown
    if more < 1:
        return None
    by_card = None if shown else FlushCounter.of(core, more) or SharedFlushCounter.of(core, more)
    return by_card or (None if shown else TrackCounter.of(core, more)) or SetCounter.of(core, more)


def _knowing_all(core: Game) -> Counter | None:
    """With everything known it does not matter what the rules show."""
    street = core.streets[0]
    hidden = replace(core, streets=(Street(street.name, *street.choices, community=street.community),))
    return FlushCounter.of(hidden, 0) or SweepCounter.of(hidden, 0)


def part_of(problem: Problem, totals: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What rounds of a showdown come to: result, its square and hits; and how often each choice is made.

    totals  [choice, player's line, row]
    """
    nets = (problem.nets[:, None, :] + problem.extras[:, :, None]).astype(object)
    rounds, hits = totals.astype(object), (nets >= problem.scale).astype(object)
    sums = np.array([(rounds * numbers).sum() for numbers in (nets, nets**2, hits)], object)
    return sums, rounds.sum(axis=(1, 2))


def play_exposed(
    exposed: ExposedCards, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, ShortRule]:
    """The figures of the best play, and how often it makes each choice."""
    counter = exposed.counter
    totals = sum(run_counter(counter, exposed.part, executor, progress))
    sums, chosen = part_of(counter.problem, np.asarray(totals))
    assert int(chosen.sum()) == counter.rounds, "every round is played once"
    street, made = counter.game.streets[0].name, [Fraction(int(often), counter.rounds) for often in chosen]
    rule = frequency_rule(street, zip(counter.choices, made, strict=True), digits=4)
    return figures_of_sums(sums, counter.rounds, counter.scale), rule


def figures_of_sums(sums: NDArray[Any], rounds: int, scale: int) -> Figures:
    """From the sums of results, squares and hits over all rounds."""
    mean, square, hits = (Fraction(int(number), rounds) for number in sums)
    return Figures(mean / scale, hits, (square - mean**2) / scale**2)
