"""One counter for showdowns with one decision, whatever the player knows of the dealer's cards.

Information is a label on the dealer's cards: none for plain play, the exposed card itself, or the class of a marked
card's rank. A counter gives, for every canonical own hand,

      below[hand, label, cut]  =  the dealer's hands with that label that are worth less than the cut

where cuts are the dealer's values at which the settlement changes (see `Cuts`). Labels are merged by adding their
counts; the best choice of each (hand, label) is taken by one kernel (`decide_labels`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Choice, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, HandClasses, SuitClasses, single_hands, suit_classes
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.runtime.compute.executors import local_threads, run_tasks, stream_tasks

from .decisions import (
    Cuts,
    Decisions,
    ShowdownResult,
    ShowdownTables,
    cuts_of,
    decide_labels,
    empty_decisions,
    narrow_classes,
    narrow_values,
)
from .price import Progress
from .problem import Problem, showdown_problem, verify_results

IntArray = NDArray[np.int64]
COLUMNS = RANKS_PER_SUIT + 1
"""The ranks, and the joker as one more."""
JOKER = RANKS_PER_SUIT
RANK_OF = np.array([*(card % RANKS_PER_SUIT for card in range(ALL_CARDS - 1)), JOKER])
"""[card]: its column."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Some own hands against all that the dealer can hold, by label."""

    kinds: NDArray[Any]
    """[hand]: which of the counter's kinds it is."""
    weights: NDArray[Any]
    """[hand]: how many such hands there are."""
    below: NDArray[Any]
    """[hand, label, cut]"""
    ways: NDArray[Any]
    """[hand, label]: the dealer's hands with that label; 0 where no card has it."""
    shown: NDArray[Any] | None = None
    """[hand]: the rank of the card that the rules show beside it."""

    def merge(self, classes: IntArray, many: int) -> Counts:
        """The same with one label for each of n classes. classes: [label]"""
        of_class = [classes == each for each in range(many)]
        below = np.stack([self.below[:, some].sum(axis=1, dtype=np.int64) for some in of_class], axis=1)
        ways = np.stack([self.ways[:, some].sum(axis=1) for some in of_class], axis=1)
        return replace(self, below=below, ways=ways)


@dataclass(frozen=True, eq=False)
class Counter(ABC):
    """A showdown with one decision, before which some of the dealer's hidden cards are known."""

    game: Game
    exposed: int = 0
    """Hidden cards of the dealer's that have labels; any of them are as likely."""

    @cached_property
    def problem(self) -> Problem:
        """The game in integers; see `verify`."""
        problem = showdown_problem(self.game)
        self.verify(problem)
        return problem

    def verify(self, problem: Problem) -> None:
        """Refuse a game of which some label's results would not fit in 63 bits, or that this counter cannot count."""
        largest = int(np.abs(problem.nets).max() + np.abs(problem.extras).max())
        ways = comb(self.left - self.shown, self.hidden) * comb(self.hidden, self.exposed)
        verify_results(self.game, [[largest]], ways, problem.scale)

    @property
    def ranking(self) -> Ranking:
        return self.problem.showdown.ranking

    @property
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""
        return self.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        """In ascending order of the bet."""
        return self.problem.choices

    @property
    def shown(self) -> int:
        """The dealer's cards that the rules show at the decision."""
        return self.game.streets[0].dealer

    @property
    def hidden(self) -> int:
        """The dealer's other cards."""
        return self.game.deal.count(Cards.DEALER) - self.shown

    @property
    def left(self) -> int:
        """Cards that the player does not hold."""
        return len(self.game.deck) - self.game.hole

    @property
    def following(self) -> int:
        """The dealer's hands beside an own hand, the shown cards and given exposed ones."""
        known = self.shown + self.exposed
        return comb(self.left - known, self.hidden - self.exposed)

    @property
    def rounds(self) -> int:
        """All deals, each once for every choice of the dealer's cards that may be the exposed ones."""
        deals = comb(len(self.game.deck), self.game.hole) * comb(self.left, self.shown)
        return deals * comb(self.left - self.shown, self.hidden) * comb(self.hidden, self.exposed)

    @property
    @abstractmethod
    def seconds(self) -> float:
        """About, on one core."""

    @property
    @abstractmethod
    def classes(self) -> HandClasses:
        """The player's hands, each with every card of the dealer's that the rules show."""

    @property
    def order(self) -> IntArray | None:
        """The places of the classes in the order in which tasks count their hands; None where it is their own."""
        return None

    def hands_of(self, cards: int) -> SuitClasses:
        """All hands of n cards, up to an exchange of suits where suits can be exchanged."""
        classes_of = suit_classes if self.ranking.tells.exchanges_suits else single_hands
        return classes_of(self.game.deck, cards)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        """What own hands can be worth, ascending."""
        return np.unique(self.ranking.batch(self.hands_of(self.game.hole).hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        """The same of the dealer's hands; the player's own, unless a counter knows better."""
        return self.kinds

    @cached_property
    def cuts(self) -> Cuts:
        """Where the dealer's kinds begin to settle otherwise."""
        return cuts_of(self.problem, self.kinds, self.dealer_kinds)

    @cached_property
    def tables(self) -> ShowdownTables:
        return self.settlement_tables()

    def settlement_tables(self) -> ShowdownTables:
        """The tables, with cuts at every kind of the dealer's."""
        problem, cuts, lines = self.problem, self.cuts, (self.kinds >> LINE_BITS).astype(np.int64)
        return ShowdownTables(
            cuts.places, cuts.rows, cuts.counts, lines, problem.allowed(self.kinds), problem.nets, problem.extras
        )

    @cached_property
    def label_ranks(self) -> IntArray:
        """[label]: the column of its rank, where one card is exposed."""
        return RANK_OF

    def kinds_of(self, hands: NDArray[np.uint8]) -> IntArray:
        return np.searchsorted(self.kinds, self.ranking.batch(hands))

    @abstractmethod
    def tasks(self) -> Sequence[tuple[Any, ...]]:
        """Parts of the count, of some own hands each."""

    @abstractmethod
    def count(self, *task: Any) -> Counts:
        """One of them."""

    def decide(self, counts: Counts) -> Decisions:
        found = empty_decisions(counts.ways.shape, self.problem.nets, self.problem.extras)
        decide_labels(self.tables, counts.kinds, counts.weights, counts.below, counts.ways, *found)
        return found

    def decide_knowing_all(self, counts: Counts) -> NDArray[np.int64]:
        """[choice, line, row]: rounds in which each choice is made if the dealer's whole hand is known.

        With nothing to win, the largest bet is taken: so hands are told apart by what they may choose, and then
        every settlement has its own best choice.
        """
        nothing = self.tables._replace(nets=np.zeros_like(self.tables.nets), extras=np.zeros_like(self.tables.extras))
        by_largest = empty_decisions(counts.ways.shape, self.problem.nets, self.problem.extras)
        decide_labels(nothing, counts.kinds, counts.weights, counts.below, counts.ways, *by_largest)
        worth = self.problem.nets[:, None, :] + self.problem.extras[:, :, None]
        totals = np.zeros_like(by_largest.totals)
        for largest, rounds in enumerate(by_largest.totals):
            best = largest - worth[largest::-1].argmax(axis=0)
            for choice in range(largest + 1):
                totals[choice] += np.where(best == choice, rounds, 0)
        return totals


def solve_counter(counter: Counter, executor: Executor | None = None) -> ShowdownResult:
    """Plain play of every hand, on threads of this machine; in few bits, for millions of hands are remembered."""

    def work(*task: Any) -> tuple[NDArray[Any], Decisions]:
        counts = counter.count(*task)
        return counts.kinds, counter.decide(counts).narrow()

    kinds, parts = zip(*run_tasks(work, counter.tasks(), local_threads(executor)), strict=True)
    values, best, totals = zip(*parts, strict=True)
    by_class = counter.kinds[np.concatenate(kinds)], np.concatenate(values), np.concatenate(best)
    if counter.order is not None:
        back = np.argsort(counter.order)
        by_class = by_class[0][back], by_class[1][back], by_class[2][back]
    seen, every, chosen = by_class
    return ShowdownResult(
        counter.problem, narrow_classes(counter.classes), np.repeat(seen, chosen.shape[1]),
        narrow_values(every.reshape(chosen.size, -1)), chosen.ravel(), np.sum(totals, axis=0), counter.following,
    )  # fmt: skip


def run_counter(
    counter: Counter, work: Callable[..., Any], executor: Executor | None = None, progress: Progress | None = None
) -> Iterator[Any]:
    """What `work` finds in each task; work that holds a game stays on threads of this machine."""
    tasks = counter.tasks()
    for done, (_, found) in enumerate(stream_tasks(work, tasks, executor), 1):
        if progress:
            progress(done, len(tasks), f"{counter.game.title}: the dealer's cards, part {done} of {len(tasks)}")
        yield found
