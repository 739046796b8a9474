"""Kernel: all hands of seven that hold some cards, counted by class without looking at any hand.

For held cards H, free cards F and a class c

      counts[c]  =  #{ hands of c : all cards of H, and others from F }

A hand is first taken as if no suit counted: a product of binomials over its ranks. Hands with a flush are then added
as what they are and taken off as what their ranks would be, suit by suit; beside the joker two suits of three cards may
both have a flush, which each suit's part counts as if the other had none.

Bounds: a count is at most C(53, 7) < 2**28, and so is all that is added to it or taken off on the way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands.poker.five_card import COLUMN_BITS, RANK_WEIGHTS, ROW_BITS, multisets
from fairfelt.rules.hands.poker.pai_gow import JOKER, JOKER_AT
from fairfelt.runtime.compute.jit import njit

from .seven_cards import COLUMNS, NONE, ROWS, SIZE, ClassTables, SevenCards, seven_cards

SUITS: Final = 4
TRIPLE: Final = 3
BINOMIALS: Final = np.array([[comb(n, k) for k in range(SIZE + 1)] for n in range(SIZE + 1)], np.int64)
Ints = NDArray[Any]
IntArray = NDArray[np.int64]


class HandLists(NamedTuple):
    """What completes some cards to seven: ranks first, as if no suit counted, then flushes."""

    deck: Array
    """[suit, rank]: 1 for a card of the deck."""
    joker: int
    start: Array
    """[number of cards]: the first choice of n ranks, none more than four times…"""
    groups: Array
    """…[choice]: how many different ranks…"""
    rank: Array
    """…which, [choice, group]…"""
    times: Array
    """…how many of each…"""
    key: Array
    """…and the sum of the ranks' weights."""
    masks: Array
    """Sets of ranks that the deck has, the small ones first…"""
    masks_from: Array
    """…[size]: and where each size begins."""
    sizes: Array
    """[set of ranks]"""
    max_beside: int
    """Cards beside a flush."""
    place: Array
    """[choice of a few ranks]: its place among all that stand beside a flush."""
    beside_from: Array
    """[choice held, number of cards]: where what stands beside a flush begins in the lists, and where it ends."""
    beside: Array
    """The place of a choice of ranks among all that stand beside a flush…"""
    beside_more: Array
    """…and which choice of ranks is missing of it."""
    plain: Array
    """[class]: the class that its hands would be of if no suit counted."""
    triple: Array
    """[set of three ranks]: their place among all that stand beside a flush of three; none where more make a flush."""


@lru_cache(maxsize=4)
def hand_lists(deck: Deck, classes: SevenCards) -> HandLists:
    """What the kernel knows of a deck that has its ranks in all its suits."""
    there = np.zeros(JOKER + 1, np.int64)
    there[list(deck.faces)] = 1
    cards = there[:JOKER].reshape(SUITS, NONE)
    counts = np.concatenate([np.zeros((1, NONE), np.int64), *(_counts(multisets(n)) for n in range(1, SIZE + 1))])
    rank = np.argsort(counts == 0, axis=1, kind="stable")[:, :SIZE]
    times, start = np.take_along_axis(counts, rank, axis=1), np.searchsorted(counts.sum(axis=1), np.arange(SIZE + 2))
    sizes = np.bitwise_count(np.arange(1 << NONE)).astype(np.int64)
    masks = np.argsort(sizes, kind="stable")
    masks = masks[masks & (1 << np.flatnonzero(~cards.any(axis=0))).sum() == 0]
    max_beside, others = SIZE - 1 - classes.min_suited, classes.tables.others
    triple = np.zeros(1 << NONE if max_beside == TRIPLE else 0, np.int64)
    for ranks in combinations(range(NONE), TRIPLE) if len(triple) else ():
        triple[sum(1 << rank for rank in ranks)] = others[ranks]
    return HandLists(
        cards, deck.jokers, start, (times > 0).sum(axis=1), rank, times, (counts * np.array(RANK_WEIGHTS)).sum(axis=1),
        masks, np.searchsorted(sizes[masks], np.arange(NONE + 2)), sizes, max_beside,
        *_beside(counts[: start[max_beside + 1]], max_beside, others), _without_suits(classes), triple,
    )  # fmt: skip


def _counts(ranks: Ints) -> Ints:
    """[choice, rank]: how many of each."""
    return np.asarray((ranks[:, :, None] == np.arange(NONE)).sum(axis=1))


@cache
def _without_suits(classes: SevenCards) -> IntArray:
    """[class]: the class that its ranks and its joker make without a flush."""
    weights, tables, keys = np.array([*RANK_WEIGHTS, 0]), classes.tables, list[Ints]()
    for _, ranks, beside in classes.flushes.blocks:
        joker = (ranks.shape[1] + (beside < NONE).sum(axis=1) < SIZE).astype(np.int64) << JOKER_AT
        keys.append(np.add.outer(weights[ranks].sum(axis=1), weights[beside].sum(axis=1) + joker).ravel())
    of_flushes = np.append(np.concatenate(keys), weights[np.hstack(classes.twice)].sum(axis=1) + (1 << JOKER_AT))
    rows = of_flushes >> COLUMN_BITS & ROWS | of_flushes >> JOKER_AT << ROW_BITS
    first = np.arange(classes.flushes.blocks[0].first)
    return np.append(first, tables.places[(of_flushes & COLUMNS) + tables.rows[rows]])


def count_hands_by_class(faces: Iterable[int], classes: SevenCards | None = None) -> IntArray:
    """All hands of seven from these cards, counted by class; those of hands set in two, if nothing is said.

    The count of `count_holding` with no card held and without a kernel, for advice where nothing is compiled.
    """
    classes, there = classes or seven_cards(), np.zeros(JOKER + 1, np.int64)
    there[list(faces)] = 1
    cards, joker = there[:JOKER].reshape(SUITS, NONE), there[JOKER]

    def choose(left: Ints, ranks: Ints) -> Ints:
        return np.asarray(BINOMIALS[left, _counts(ranks)].prod(axis=1))

    natural, beside_joker = (choose(cards.sum(axis=0), ranks) for ranks in classes.ranks)
    found = []
    for _, ranks, beside in classes.flushes.blocks:
        filled = np.where(ranks.shape[1] + (beside < NONE).sum(axis=1) < SIZE, joker, 1)
        others = np.stack([choose(cards.sum(axis=0) - suit, beside) for suit in cards])
        found.append(cards[:, ranks].prod(axis=2).T @ others * filled)
    if len(classes.twice[0]):
        ranks = classes.flushes.blocks[0].ranks
        has, (one, other) = cards[:, ranks].prod(axis=2), np.triu_indices(len(ranks))
        doubles = joker * (np.outer(has.sum(axis=0), has.sum(axis=0)) - has.T @ has)
        found[0][:, classes.flushes.others[tuple(ranks.T)]] -= doubles
        found.append(doubles[one, other] >> (one == other))
    flushes = np.concatenate([part.ravel() for part in found])
    counts = np.concatenate((natural, joker * beside_joker, flushes))
    np.subtract.at(counts, _without_suits(classes)[-len(flushes) :], flushes)
    return counts


def _beside(small: Ints, most: int, others: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Every choice of a few ranks, with those that hold it; numbered as the classes of flushes are."""
    places = [int(others[tuple([*np.repeat(np.arange(NONE), row), *[NONE] * TRIPLE][:TRIPLE])]) for row in small]
    number, sizes = {tuple(row): at for at, row in enumerate(small.tolist())}, small.sum(axis=1)
    start, at, more = np.zeros((max(places) + 1, most + 2), np.int64), list[int](), list[int]()
    for place, held in zip(places, small, strict=True):
        holding = (small >= held).all(axis=1)
        for size in range(most + 1):
            start[place, size] = len(at)
            for larger in np.flatnonzero((sizes == size) & holding):
                at.append(places[larger])
                more.append(number[tuple((small[larger] - held).tolist())])
        start[place, most + 1] = len(at)
    return np.array(places), start, np.array(at, np.int64), np.array(more, np.int64)


@njit(nogil=True, cache=True)
def count_holding(
    cards: Array, free: Array, free_joker: int, lists: HandLists, tables: ClassTables, counts: Array, classes: Array
) -> int:
    """Add all hands of seven that hold these cards, and others that are free, to the counts of their classes.

    free     [suit, rank]  1 for a card that may join the held ones
    counts   [class]       in and out
    classes  out: the classes that are found, which may be left with no hand

    Products of binomials by ranks, then corrected flush by flush; a count stays below C(53, 7) < 2^28. Returns how many
    classes are found.
    """
    suited, unsuited, joker, held = np.zeros(SUITS, np.int64), free.sum(axis=0), 0, np.int64(0)
    for card in cards:
        if card == JOKER:
            joker = 1
        else:
            suited[card // NONE] |= 1 << card % NONE
            held += lists.key[1 + card % NONE]
    found, size = 0, len(cards) - joker
    # In a loop arrays are local names, and nothing is called: their references would be counted every time.
    groups, rank, times, keys, rows, places = (
        lists.groups, lists.rank, lists.times, lists.key, tables.rows, tables.places,
    )  # fmt: skip
    for with_joker in range(joker, joker + free_joker + 1):
        missing = SIZE - with_joker - size
        for more in range(lists.start[missing], lists.start[missing + 1]) if missing >= 0 else range(0):
            ways = 1
            for group in range(groups[more]):
                ways *= BINOMIALS[unsuited[rank[more, group]], times[more, group]]
            if ways:
                key = held + keys[more]
                place = places[(key & COLUMNS) + rows[key >> COLUMN_BITS & ROWS | with_joker << ROW_BITS]]
                if not counts[place]:
                    classes[found] = place
                    found += 1
                counts[place] += ways
    for suit in range(SUITS):
        if size - lists.sizes[suited[suit]] <= lists.max_beside and lists.deck[suit].any():
            found = _add_flushes(suit, suited, joker, free, unsuited, free_joker, lists, tables, counts, classes, found)
    if len(lists.triple) and joker + free_joker:
        for suit in range(SUITS):
            for other in range(suit):
                if lists.sizes[suited[suit]] + lists.sizes[suited[other]] == size <= 2 * TRIPLE:
                    found = _add_two_flushes(suit, other, suited, free, lists, tables, counts, classes, found)
    return found


@njit(nogil=True, cache=True)
def _sets_of(size: Any, lists: HandLists) -> Array:
    """All sets of n ranks of the deck."""
    return lists.masks[lists.masks_from[size] : lists.masks_from[size + 1]] if size >= 0 else lists.masks[:0]


@njit(nogil=True, cache=True)
def _ranks_of(suit: int, free: Array) -> Any:
    """The free ranks of a suit, as bits."""
    ranks = np.int64(0)
    for rank in range(NONE):
        ranks |= free[suit, rank] << rank
    return ranks


@njit(nogil=True, cache=True)
def _add_flushes(
    suit: Any, suited: Array, joker: Any, free: Array, unsuited: Array, free_joker: int, lists: HandLists,
    tables: ClassTables, counts: Array, classes: Array, found: int,
) -> int:  # fmt: skip
    """Take the flushes of a suit that hold these cards out of the classes of their ranks.

    Sets of the suit's ranks times choices beside them: what is added or taken off is below C(53, 7) < 2^28.
    """
    one = two = three = np.int64(NONE)
    for other in range(SUITS):
        ranks = suited[other] if other != suit else 0
        while ranks:
            one, two, three = tables.lowest[ranks], one, two
            ranks &= ranks - 1
    begin, mine = lists.beside_from[tables.others[one, two, three]], suited[suit]
    beside, gone = unsuited - free[suit], ~_ranks_of(suit, free)
    weights = np.ones(lists.start[lists.max_beside + 1], np.int64)
    for choice in range(len(weights)):
        for group in range(lists.groups[choice]):
            weights[choice] *= BINOMIALS[beside[lists.rank[choice, group]], lists.times[choice, group]]
    others, missing, plain, rows = lists.beside, lists.beside_more, lists.plain, tables.flush_rows
    for with_joker in range(joker, joker + free_joker + 1):
        for size in range(lists.max_beside + 1):
            for mask in _sets_of(SIZE - with_joker - size - lists.sizes[mine], lists):
                row = rows[mask | mine]
                for at in range(begin[size], begin[size + 1]) if not mask & gone else range(0):
                    ways = weights[missing[at]]
                    if ways:
                        place = row + others[at]
                        if not counts[place]:
                            classes[found] = place
                            found += 1
                        counts[place] += ways
                        counts[plain[place]] -= ways
    return found


@njit(nogil=True, cache=True)
def _add_two_flushes(
    suit: int, other: int, suited: Array, free: Array, lists: HandLists, tables: ClassTables, counts: Array,
    classes: Array, found: int,
) -> int:  # fmt: skip
    """Count hands with three cards of each of two suits and the joker as what they are, not as a flush of one suit.

    One hand for each two sets of three ranks: at most C(13, 3)^2 < 2^17.
    """
    mine, theirs = suited[suit], suited[other]
    gone, too, plain, rows = ~_ranks_of(suit, free), ~_ranks_of(other, free), lists.plain, tables.flush_rows
    triple, doubles, triples = lists.triple, tables.doubles, tables.triples
    for more in _sets_of(TRIPLE - lists.sizes[mine], lists):
        for others in _sets_of(TRIPLE - lists.sizes[theirs], lists) if not more & gone else lists.masks[:0]:
            if not others & too:
                one, two = more | mine, others | theirs
                both, flush, turned = (
                    doubles[triples[one], triples[two]],
                    rows[one] + triple[two],
                    rows[two] + triple[one],
                )
                if not counts[both]:
                    classes[found] = both
                    found += 1
                counts[both] += 1
                counts[flush] -= 1
                counts[turned] -= 1
                counts[plain[flush]] += 1
    return found
