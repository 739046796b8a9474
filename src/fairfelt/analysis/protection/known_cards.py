"""Exposed cards and one marked card, where a fast counter of the engine fits the game: best play, counted in parts.

What is known is a label on the dealer's cards: the exposed cards themselves, or the class of the marked card's rank.
The counter tells for every canonical hand and label what each choice is worth; the best one is made. A round is counted
once for each card of the dealer's that may be the known one: any of them is as likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.counter import COLUMNS, Counter, IntArray, run_counter
from fairfelt.engine.core.problem import Problem
from fairfelt.engine.exact import Progress, percent_text
from fairfelt.engine.solvers.runs_and_flushes import FlushCounter, SharedFlushCounter, TrackCounter
from fairfelt.engine.solvers.sweep.counter import SetCounter, SweepCounter
from fairfelt.engine.strategy import best_steps, first_of_lines, threshold_words
from fairfelt.rules import Cards, Game, Street
from fairfelt.rules.cards import RANK_NAMES, RANKS
from fairfelt.runtime.compute.executors import local_threads

from .figures import Figures, Method
from .information import Information, view_of


@dataclass(frozen=True, eq=False)
class PlayedPart:
    """Some hands, played as is best by what is known."""

    sums: NDArray[Any]
    """[number]: result, its square and hits, over all rounds."""
    chosen: NDArray[Any]
    """[choice]: rounds in which each is made."""
    worth: IntArray | None = None
    """[class, kind, choice]: what hands of each kind are worth, where a card is marked and no other is seen."""


@dataclass(frozen=True, eq=False)
class RankValues:
    """Some hands of the player's, each with what is visible beside it."""

    values: IntArray
    """[hand, rank, choice]: results summed over all that can follow; a choice that may not be made is worth no more
    than another."""
    weights: IntArray
    """[hand]: how many such hands there are."""


@dataclass(frozen=True, eq=False)
class KnownCards:
    """A game counted in parts, and how the labels of its counter are read."""

    counter: Counter
    ranks: str = ""
    """Of the class by which one hidden card is marked; none where cards are exposed."""
    knows_all: bool = False
    """Whether all of the dealer's cards are exposed; the counter then exposes none, and every settlement is a label."""

    @property
    def method(self) -> Method:
        return Method.MARKED if self.ranks else Method.EXPOSED

    @property
    def classes(self) -> IntArray:
        """[rank, and the joker]: the class of the marked card."""
        return np.array([*(int(letter in self.ranks) for letter in RANKS), 0], np.int64)

    def play(self, executor: Executor | None = None, progress: Progress | None = None) -> Iterator[PlayedPart]:
        """Every part, played as is best."""
        return run_counter(self.counter, self._play_part, local_threads(executor), progress)

    def _play_part(self, *task: Any) -> PlayedPart:
        counter = self.counter
        counts = counter.count(*task)
        if self.knows_all:
            return PlayedPart(*part_of(counter.problem, counter.decide_knowing_all(counts)))
        if not self.ranks:
            return PlayedPart(*part_of(counter.problem, counter.decide(counts).totals))
        counts = counts.merge(self.classes[counter.label_ranks], 2)
        found = counter.decide(counts)
        sums, chosen = part_of(counter.problem, found.totals)
        if counts.shown is not None:
            return PlayedPart(sums, chosen)
        worth = np.zeros((len(counter.kinds), 2, len(counter.choices)), np.int64)
        np.add.at(worth, counts.kinds, found.values * counts.weights[:, None, None])
        return PlayedPart(sums, chosen, worth.swapaxes(0, 1))

    def by_rank(self, executor: Executor | None = None, progress: Progress | None = None) -> Iterator[RankValues]:
        """Every part by the rank of the marked card: any two classes are sums of these."""
        return run_counter(self.counter, self._rank_part, local_threads(executor), progress)

    def _rank_part(self, *task: Any) -> RankValues:
        counts = self.counter.count(*task).merge(self.counter.label_ranks, COLUMNS)
        return RankValues(self.counter.decide(counts).values, counts.weights)


def known_cards(core: Game, information: Information) -> KnownCards | None:
    """None where no counter fits the game and what is known."""
    if information.hands != 1 or information.shoe:
        return None
    if information.sorted:
        return _marked(core, information) if _is_one_hidden(core, information) else None
    if len(core.streets) != 1:
        return None
    if counter := _exposing(core, information):
        return KnownCards(counter)
    known = _knowing_all(core) if view_of(core, information).knows_all else None
    return KnownCards(known, knows_all=True) if known else None


def _marked(core: Game, information: Information) -> KnownCards | None:
    by_suits = FlushCounter.of(core, 1) or SharedFlushCounter.of(core, 1)
    counter = by_suits or TrackCounter.of(core, 1) or SweepCounter.of(core, 1)
    return KnownCards(counter, information.sorted) if counter else None


def _is_one_hidden(core: Game, information: Information) -> bool:
    """Whether it is one card of the dealer's that is face down: all of them are alike, whichever it is."""
    one = len(information.dealer) == 1 and not information.community
    return one and information.dealer[0] > core.streets[0].reveals(Cards.DEALER)


def _exposing(core: Game, information: Information) -> Counter | None:
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


def play_known(
    known: KnownCards, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, tuple[ShortRule, ...]]:
    """The figures of best play, and how often it makes each choice.

    With a marked card there is a rule for each class, where the player's hand alone decides beside it.
    """
    counter, parts = known.counter, list(known.play(executor, progress))
    figures = figures_of_sums(np.sum([part.sums for part in parts], axis=0), counter.rounds, counter.scale)
    chosen = np.sum([part.chosen for part in parts], axis=0)
    street, worths = counter.game.streets[0].name, [part.worth for part in parts if part.worth is not None]
    if not worths:
        shares = [Fraction(int(made), int(chosen.sum())) for made in chosen]
        return figures, (frequency_rule(street, zip(counter.choices, shares, strict=True), digits=4),)
    worth, told = np.sum(worths, axis=0), " or ".join(RANK_NAMES[RANKS.index(letter)] for letter in known.ranks)
    rules = ((f"{street}, {told} told", worth[1]), (f"{street}, another card told", worth[0]))
    return figures, tuple(ShortRule(name, _threshold(counter, of_class)) for name, of_class in rules)


def frequency_rule(street: str, made: Iterable[tuple[object, Fraction]], *, digits: int) -> ShortRule:
    """How often each choice of one street is made; those that never are, are left out."""
    words = ", ".join(f"{choice} {percent_text(often, digits)}" for choice, often in made if often)
    return ShortRule(street, f"depends on all that is seen; of all rounds: {words}")


def _threshold(counter: Counter, worth: IntArray) -> str:
    """The best rule by hands from some hand on, in words. worth: [kind, choice]"""
    there = worth.any(axis=1)
    seen, each = counter.kinds[there].astype(np.int64), list(worth[there].T)
    steps = best_steps(seen, np.ones(len(seen), np.int64), each, counter.problem.floors)
    named = [(counter.choices[choice], value) for choice, value in steps.starts]
    return threshold_words(named, counter.ranking, first_of_lines(seen))


def figures_of_sums(sums: NDArray[Any], rounds: int, scale: int) -> Figures:
    """From the sums of results, squares and hits over all rounds."""
    mean, square, hits = (Fraction(int(number), rounds) for number in sums)
    return Figures(mean / scale, hits, (square - mean**2) / scale**2)
