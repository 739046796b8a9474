"""All partitions of the ranks into two classes, compared exactly; and what play by one of them comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from fairfelt.answers.strategy import ShortRule
from fairfelt.cards import RANK_NAMES, RANKS, Deck
from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.core.problem import MOST
from fairfelt.protection.figures import Figures
from fairfelt.protection.words import frequency_rule

from .kernel import add_partitions, play_classes
from .ranked import COLUMNS, JOKER, RankCount, Ranked, ShowdownCount, Whole, live_columns


@dataclass(frozen=True)
class Best:
    """The best two classes."""

    ranks: str
    """Of the class without the joker; where there is none, of the smaller one."""
    worth: int
    whole: int
    """What it would be worth to know the rank itself."""


Worths = tuple[Whole, int, int]
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


def partition_part(deck: Deck, some: Ranked) -> Worths:
    """What each set of ranks is worth to some hands; sums are whole numbers of 64 bits, or it fails."""
    live = np.array(live_columns(deck), np.int64)
    largest = np.abs(some.numbers[:, :, :, 0]).max(axis=2).sum(axis=1, dtype=np.float64)
    assert float((largest * some.weights).sum()) < MOST, "the sums of a part fit 64 bits"
    worths = np.zeros(1 << len(live) - 1, np.int64)
    common = add_partitions(some.numbers, some.weights, some.allowed, live, worths)
    whole, chosen = np.zeros(some.numbers.shape[3], np.int64), np.zeros(some.numbers.shape[2], np.int64)
    play_classes(some.numbers, some.ways, some.weights, some.allowed, np.arange(COLUMNS), whole, chosen)
    return worths, int(common), int(whole[0])


def search_count(count: RankCount, executor: Executor | None = None, progress: Progress | None = None) -> Best:
    """The best partition of a game that is counted in parts."""
    return search_partitions(count.game.deck, in_parts(count, partial(_search_part, count), executor, progress))


def play_count(
    count: RankCount, ranks: str, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, tuple[ShortRule, ...]]:
    """What play by two classes comes to; with a rule for each where the player's hand alone decides beside it."""
    labels = np.array([*(int(letter in ranks) for letter in RANKS), 0], np.int64)
    sums, chosen = np.zeros(3, object), np.zeros(len(count.choices), object)
    worth: Whole | None = None
    for some, made, of_kinds in in_parts(count, partial(_play_part, count, labels), executor, progress):
        sums += some.astype(object)
        chosen += made.astype(object)
        if of_kinds is not None:
            worth = of_kinds if worth is None else worth + of_kinds
    mean, square, hits = (Fraction(int(number), count.rounds) for number in sums)
    figures = Figures(mean / count.scale, hits, (square - mean**2) / count.scale**2)
    street = count.game.streets[0].name
    if worth is None:
        shares = [Fraction(int(made), count.rounds) for made in chosen]
        return figures, (frequency_rule(street, zip(count.choices, shares, strict=True), digits=4),)
    told = " or ".join(RANK_NAMES[RANKS.index(letter)] for letter in ranks)
    rules = ((f"{street}, {told} told", worth[1]), (f"{street}, another card told", worth[0]))
    return figures, tuple(ShortRule(name, count.threshold(of_class)) for name, of_class in rules)


def _search_part(count: RankCount, *task: Any) -> Worths:
    return partition_part(count.game.deck, count.ranked(*task))


def _play_part(count: RankCount, labels: Whole, *task: Any) -> tuple[Whole, Whole, Whole | None]:
    """Numbers and choices made; and [class, kind, choice] what hands of each kind are worth, where they have one."""
    some = count.ranked(*task)
    sums, chosen = np.zeros(some.numbers.shape[3], np.int64), np.zeros(some.numbers.shape[2], np.int64)
    play_classes(some.numbers, some.ways, some.weights, some.allowed, labels, sums, chosen)
    if some.kinds is None or not isinstance(count, ShowdownCount):
        return sums, chosen, None
    worth = np.zeros((2, len(count.kinds), len(count.choices)), np.int64)
    for label in range(2):
        values = some.numbers[:, :, :, 0][:, labels == label].sum(axis=1)
        np.add.at(worth[label], some.kinds, values * some.weights[:, None])
    return sums, chosen, worth


def in_parts(count: RankCount, work: Any, executor: Executor | None, progress: Progress | None) -> Iterable[Any]:
    """On threads of this machine: a game does not travel."""
    tasks: Sequence[tuple[Any, ...]] = count.tasks(progress)
    for done, (_, found) in enumerate(stream_tasks(work, tasks, local_threads(executor)), 1):
        if progress:
            progress(done, len(tasks), f"{count.game.title}: a card's back, part {done} of {len(tasks)}")
        yield found
