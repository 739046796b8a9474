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
from fairfelt.exact.core.counter import JOKER, IntArray
from fairfelt.exact.core.problem import MOST
from fairfelt.protection.exposed import figures_of_sums
from fairfelt.protection.figures import Figures
from fairfelt.protection.words import frequency_rule

from .kernel import add_partitions
from .ranked import MarkedCard, MarkedPart, RankValues, live_columns


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
        shares = [Fraction(int(made), card.rounds) for made in np.asarray(chosen)]
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
