"""One hidden card of the dealer's that is marked: what play by its class comes to, and the best two classes of ranks.

What every choice is worth is counted by hand and by the rank of that card. A class of ranks is a sum of ranks, and a
partition is worth the best choice in each of its classes. A round is counted once for each card of the dealer's that
may be the marked one: any of them is as likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Progress
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.counter import COLUMNS, JOKER, Counter, IntArray
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.problem import MOST
from fairfelt.engine.solvers.boards.exposed import ExposedBoards, count_hand
from fairfelt.engine.solvers.runs_and_flushes import FlushCounter, SharedFlushCounter, TrackCounter
from fairfelt.engine.solvers.sweep.counter import SweepCounter
from fairfelt.engine.strategy import best_steps, first_of_lines, threshold_words
from fairfelt.engine.view import BY_RANK
from fairfelt.rules import Cards, Choice, Game
from fairfelt.rules.cards import RANK_NAMES, RANKS, Deck
from fairfelt.runtime.compute.executors import local_threads, split_by_size, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .exposed import figures_of_sums, part_of
from .figures import Figures
from .information import Information, view_of
from .short_rules.learner import Priced
from .short_rules.price import rank_rule
from .words import frequency_rule

HANDS = 2
"""Classes of hands beside all boards in one task."""


@njit(nogil=True, cache=True)
def _choice_for_all(values: Array, live: Array) -> int:
    """The choice that no rank makes worse than another one, the last of them; -1 where the rank matters."""
    for choice in range(values.shape[1] - 1, -1, -1):
        best = True
        for rank in live:
            for other in range(values.shape[1]):
                best = best and values[rank, choice] >= values[rank, other]
        if best:
            return choice
    return -1


@njit(nogil=True, cache=True)
def add_partitions(values_of: Array, weights: Array, live: Array, worths: Array) -> int:
    """Add what every partition is worth to some hands; those to which the rank is all one are returned in one sum.

    values_of  [hand, rank, choice]
    live       the ranks that there are; the last of them is in no set
    worths     [set of the others]  in and out
    """
    ranks, sets, common = len(live), len(worths), 0
    sums = np.zeros(sets, np.int64)
    inside, outside = np.empty(sets, np.int64), np.empty(sets, np.int64)
    for hand in range(len(values_of)):
        values = values_of[hand]
        same = _choice_for_all(values, live)
        if same >= 0:
            for rank in live:
                common += weights[hand] * values[rank, same]
            continue
        for choice in range(values.shape[1]):
            total, size = values[live[ranks - 1], choice], 1
            for at in range(ranks - 1):
                worth = values[live[at], choice]
                total += worth
                for chosen in range(size):
                    sums[size + chosen] = sums[chosen] + worth
                size *= 2
            if choice == 0:
                for chosen in range(sets):
                    inside[chosen] = sums[chosen]
                    outside[chosen] = total - sums[chosen]
            else:
                for chosen in range(sets):
                    inside[chosen] = max(inside[chosen], sums[chosen])
                    outside[chosen] = max(outside[chosen], total - sums[chosen])
        for chosen in range(sets):
            worths[chosen] += weights[hand] * (inside[chosen] + outside[chosen])
    return common


@dataclass(frozen=True, eq=False)
class RankValues:
    """Some hands of the player's, each with what is visible beside it."""

    values: IntArray
    """[hand, rank, choice]: results summed over all that can follow; a choice that may not be made is worth no more
    than another."""
    weights: IntArray
    """[hand]: how many such hands there are."""


@dataclass(frozen=True, eq=False)
class MarkedPart:
    """Some hands, played as is best by the class of the marked card."""

    sums: NDArray[Any]
    """[number]: result, its square and hits, over all rounds."""
    chosen: NDArray[Any]
    """[choice]: rounds in which each is made."""
    worth: IntArray | None = None
    """[class, kind, choice]: what hands of each kind are worth, where the player sees nothing beside them."""


class MarkedCard(Protocol):
    """A game of which one hidden card is marked, counted in parts."""

    @property
    def game(self) -> Game:
        """With one decision."""

    @property
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """In ascending order of the bet."""

    @property
    def seconds(self) -> float:
        """About, on one core."""

    @property
    def rounds(self) -> int:
        """What the parts add up to."""

    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        """The parts; where all of them need something that takes long, that is counted first."""

    def by_rank(self, *task: Any) -> RankValues:
        """One of them."""

    def play(self, classes: IntArray, *task: Any) -> MarkedPart:
        """One of them played by the class of the marked card. classes: [rank]"""

    def threshold(self, worth: IntArray) -> str:
        """The best rule by hands from some hand on, in words, where hands have kinds. worth: [kind, choice]"""


@dataclass(frozen=True, eq=False)
class MarkedShowdown:
    """A showdown with one decision."""

    counter: Counter

    @property
    def game(self) -> Game:
        return self.counter.game

    @property
    def scale(self) -> int:
        return self.counter.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.counter.choices

    @property
    def seconds(self) -> float:
        return self.counter.seconds

    @property
    def rounds(self) -> int:
        return self.counter.rounds

    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        return self.counter.tasks()

    def by_rank(self, *task: Any) -> RankValues:
        counts = self.counter.count(*task).merge(self.counter.label_ranks, COLUMNS)
        return RankValues(self.counter.decide(counts).values, counts.weights)

    def play(self, classes: IntArray, *task: Any) -> MarkedPart:
        counter = self.counter
        counts = counter.count(*task).merge(classes[counter.label_ranks], 2)
        found = counter.decide(counts)
        sums, chosen = part_of(counter.problem, found.totals)
        if counts.shown is not None:
            return MarkedPart(sums, chosen)
        worth = np.zeros((len(counter.kinds), 2, len(counter.choices)), np.int64)
        np.add.at(worth, counts.kinds, found.values * counts.weights[:, None, None])
        return MarkedPart(sums, chosen, worth.swapaxes(0, 1))

    def threshold(self, worth: IntArray) -> str:
        there, counter = worth.any(axis=1), self.counter
        seen, each = counter.kinds[there].astype(np.int64), list(worth[there].T)
        steps = best_steps(seen, np.ones(len(seen), np.int64), each, counter.problem.floors)
        named = [(counter.choices[choice], value) for choice, value in steps.starts]
        return threshold_words(named, counter.ranking, first_of_lines(seen))


@dataclass(frozen=True, eq=False)
class MarkedBoards:
    """A game with shared cards in streets: every decision goes by the class of the card."""

    boards: ExposedBoards

    @property
    def game(self) -> Game:
        return self.boards.problem.game

    @property
    def scale(self) -> int:
        return self.boards.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.boards.choices

    @property
    def seconds(self) -> float:
        return self.boards.seconds

    @property
    def rounds(self) -> int:
        return int(self.boards.hands.weights.sum()) * self.boards.ways

    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        return split_by_size(HANDS, self.boards.hands.hands, self.boards.hands.weights)

    def by_rank(self, hands: NDArray[np.uint8], weights: IntArray) -> RankValues:
        """By hand and board at the only decision."""
        tables = replace(self.boards, classes=BY_RANK).tables
        values = [count_hand(tables, hand).worth.swapaxes(0, 1) for hand in hands]
        each = np.repeat(weights, [len(worth) for worth in values])
        return RankValues(np.ascontiguousarray(np.concatenate(values)), each)

    def play(self, classes: IntArray, hands: NDArray[np.uint8], weights: IntArray) -> MarkedPart:
        tables = replace(self.boards, classes=tuple(classes.tolist())).tables
        found = [(weight, count_hand(tables, hand)) for hand, weight in zip(hands, weights.astype(object), strict=True)]
        sums = sum(weight * count.sums.sum(axis=0).astype(object) for weight, count in found)
        return MarkedPart(sums, sum(weight * count.chosen.sum(axis=0).astype(object) for weight, count in found))

    def threshold(self, worth: IntArray) -> str:
        """None by the player's hand alone: shared cards lie beside it."""
        raise NotImplementedError(f"{self.game.title}: no rule by the player's hand alone")


def live_columns(deck: Deck) -> list[int]:
    """The columns that a deck has."""
    ranks = [at for at, letter in enumerate(RANKS) if letter in deck.ranks]
    return [*ranks, JOKER] if deck.jokers else ranks


@dataclass(frozen=True)
class Best:
    """The best two classes."""

    ranks: str
    """Of the class without the joker; where there is none, of the smaller one."""
    worth: int
    whole: int
    """What it would be worth to know the rank itself."""


Worths = tuple[IntArray, int, int]
"""[set of ranks], what is the same for all sets, and what the rank itself is worth."""


def search_partitions(deck: Deck, parts: Iterable[Worths]) -> Best:
    """Add up some parts, and take the best; of equal ones the first."""
    live = live_columns(deck)
    sets, common, whole = np.zeros(1 << len(live) - 1, object), 0, 0
    for worths, same, ranked in parts:
        sets += worths.astype(object)
        common += same
        whole += ranked
    last = len(sets) - (live[-1] == JOKER)
    best = max(range(1, last), key=lambda chosen: sets[chosen])
    inside = "".join(RANKS[rank] for at, rank in enumerate(live[:-1]) if best >> at & 1)
    outside = "".join(RANKS[rank] for rank in live if rank != JOKER and RANKS[rank] not in inside)
    ranks = inside if live[-1] == JOKER else min(inside, outside, key=len)
    return Best(ranks, int(sets[best]) + common, whole)


def partition_part(deck: Deck, some: RankValues) -> Worths:
    """What each set of ranks is worth to some hands; sums are whole numbers of 64 bits, or it fails."""
    live, best = np.array(live_columns(deck), np.int64), some.values.max(axis=2).sum(axis=1)
    largest = np.abs(some.values).max(axis=2).sum(axis=1, dtype=np.float64)
    assert float((largest * some.weights).sum()) < MOST, "the sums of a part fit 64 bits"
    worths = np.zeros(1 << len(live) - 1, np.int64)
    common = add_partitions(some.values, some.weights, live, worths)
    return worths, int(common), int((best * some.weights).sum())


def search_count(card: MarkedCard, executor: Executor | None = None, progress: Progress | None = None) -> Best:
    """The best partition of a game that is counted in parts."""
    return search_partitions(card.game.deck, in_parts(card, partial(_search_part, card), executor, progress))


def play_count(
    card: MarkedCard, ranks: str, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, tuple[ShortRule, ...]]:
    """What play by two classes comes to; with a rule for each where the player's hand alone decides beside it."""
    classes = np.array([*(int(letter in ranks) for letter in RANKS), 0], np.int64)
    parts: list[MarkedPart] = list(in_parts(card, partial(card.play, classes), executor, progress))
    sums, chosen = (sum(part.sums for part in parts), sum(part.chosen for part in parts))
    figures = figures_of_sums(np.asarray(sums), card.rounds, card.scale)
    street, worths = card.game.streets[0].name, [part.worth for part in parts if part.worth is not None]
    if not worths:
        shares = [Fraction(int(made), int(np.sum(chosen))) for made in np.asarray(chosen)]
        return figures, (frequency_rule(street, zip(card.choices, shares, strict=True), digits=4),)
    worth, told = np.sum(worths, axis=0), " or ".join(RANK_NAMES[RANKS.index(letter)] for letter in ranks)
    rules = ((f"{street}, {told} told", worth[1]), (f"{street}, another card told", worth[0]))
    return figures, tuple(ShortRule(name, card.threshold(of_class)) for name, of_class in rules)


def _search_part(card: MarkedCard, *task: Any) -> Worths:
    return partition_part(card.game.deck, card.by_rank(*task))


def in_parts(card: MarkedCard, work: Any, executor: Executor | None, progress: Progress | None) -> Iterable[Any]:
    """On threads of this machine: a game does not travel."""
    tasks: Sequence[tuple[Any, ...]] = card.tasks(progress)
    for done, (_, found) in enumerate(stream_tasks(work, tasks, local_threads(executor)), 1):
        if progress:
            progress(done, len(tasks), f"{card.game.title}: a marked card, part {done} of {len(tasks)}")
        yield found


def rank_count(core: Game, information: Information) -> MarkedCard | None:
    """What each choice is worth by the rank of the card, where a counter fits the game."""
    if not _is_one_hidden(core, information):
        return None
    counter = _counter(core)
    if counter:
        return MarkedShowdown(counter)
    marked = Information(information.dealer, sorted=information.sorted or RANKS[-1])
    boards = ExposedBoards.of(view_of(core, marked))
    return MarkedBoards(boards) if boards else None


def _counter(core: Game) -> Counter | None:
    by_suits = FlushCounter.of(core, 1) or SharedFlushCounter.of(core, 1)
    return by_suits or TrackCounter.of(core, 1) or SweepCounter.of(core, 1)


def card_rule(
    core: Game, information: Information, most_s: float, executor: Executor | None, progress: Progress | None
) -> Priced | None:
    """The short rule of somebody who sees one hidden card of the dealer's, where that is counted in so many seconds."""
    shown = core.streets[0].reveals(Cards.DEALER)
    hidden = tuple(number for number in information.dealer if number > shown)
    if information.sorted or len(hidden) != 1 or core.deck.jokers:
        return None
    if not _is_one_hidden(core, Information(hidden, information.community, "", information.hands, information.shoe)):
        return None
    counter = _counter(core)
    return rank_rule(counter, executor, progress) if counter and counter.seconds <= most_s else None


def _is_one_hidden(core: Game, information: Information) -> bool:
    """Whether it is one card of the dealer's that is face down, of which nothing else is said.

    All of them are alike, so that it does not matter which one.
    """
    if information.community or information.shoe or information.hands != 1 or len(information.dealer) != 1:
        return False
    return information.dealer[0] > core.streets[0].reveals(Cards.DEALER)
