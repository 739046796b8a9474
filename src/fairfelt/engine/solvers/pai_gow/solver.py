"""Seven cards set against seven cards, all pairs of hands that leave each other their cards.

There are 8,250,459,031,214,400 such pairs in a deck with a joker, too many to look at. Let W(S) be the pairs in which
both hands hold the cards S, other cards in common or not, and the player wins. Then, over all sets S of cards,

      pairs without a card in common in which the player wins  =  sum of  (-1)^|S| W(S)

For one S the hands that hold it are counted by class, each class is a cell or some corners of a grid (`profiles.py`),
and one sweep over the grid gives W(S). Of most S only the ranks matter (`common_cards.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.problem import verify_deck_to_set
from fairfelt.rules import PaiGowPoker
from fairfelt.rules.cards import RANKS, Deck, suit_classes
from fairfelt.rules.hands import PaiGowRanking
from fairfelt.rules.hands.poker.joker_tables import JOKER
from fairfelt.rules.hands.poker.tables import COLUMN_BITS, ROW_BITS
from fairfelt.runtime.compute.executors import Task, run_tasks
from fairfelt.runtime.compute.jit import njit

from .deck_tables import (
    BINOMIALS,
    MOST_BESIDE,
    DeckTables,
    FlushClasses,
    RankSets,
    deck_tables,
    flush_classes,
    rank_sets,
)
from .flushes import NONE, SIZE
from .grid import Stakes, compare_placed, new_grid, place_dealers, place_players
from .kernels import COLUMNS, ROWS
from .profiles import Cells, Scale, dealer_cells, player_corners, scale_of_dealers, scale_of_players
from .settings import all_settings, house_settings
from .seven_cards import ClassTables, seven_cards

# Kernels: the hands that hold some cards in common, by class, set against each other.
#
# A hand is first taken as if no suit counted. Then only the ranks of common cards matter, and there are few choices of
# them. What is wrong with that are the hands with a flush, on either side or on both: as flushes they are added, as
# what they would be without suits they are taken off. Most of the time goes into the corners that players reach, some
# five a class (`profiles.py`).


class Dealt(NamedTuple):
    """All that is known of hands before they are compared."""

    tables: ClassTables
    sets: RankSets
    flushes: FlushClasses
    deck: DeckTables


@njit(nogil=True, cache=True)
def _list_by_ranks(held: Any, joker: Any, dealt: Dealt, mixed: Array, flush: Array) -> tuple[int, int]:
    """The hands that hold cards of these ranks, and perhaps the joker; says how many classes are listed of either kind.

    mixed   [3, place]  out: classes; hands that hold certain cards of these ranks, taken as if no suit counted; and
                        negative, pairs of a flush and cards of these ranks in it, without suits
    flush   [2, place]  out: classes of flushes as `FlushClasses` lists them, and those pairs
    """
    rows, places, listed_from = dealt.tables.rows, dealt.tables.places, dealt.flushes.listed_from
    start, counts, groups, ranks = dealt.sets.start, dealt.sets.counts[held], dealt.sets.groups, dealt.sets.rank
    numbers, keys, first = dealt.sets.times, dealt.sets.key, dealt.flushes.first
    copies, flushes, all_flushes = dealt.deck.copies, dealt.deck.flushes, dealt.deck.all_flushes
    size = counts.sum()
    found = suited = 0
    for with_joker in range(joker, dealt.deck.joker + 1):
        missing = SIZE - with_joker - size
        if missing < 0:
            continue
        for more in range(start[missing], start[missing + 1]):
            ways = chosen = 1
            for group in range(groups[more]):
                rank, count = ranks[more, group], numbers[more, group]
                if counts[rank] + count > copies[rank]:
                    ways = 0
                    break
                ways *= BINOMIALS[copies[rank] - counts[rank], count]
                chosen *= BINOMIALS[counts[rank] + count, count]
            if not ways:
                continue
            key = keys[held] + keys[more]
            place = places[(key & COLUMNS) + rows[key >> COLUMN_BITS & ROWS | with_joker << ROW_BITS]]
            mixed[0, found], mixed[1, found], mixed[2, found] = place, ways, -chosen * all_flushes[place]
            found += 1
            if all_flushes[place]:
                for at in range(listed_from[place], listed_from[place + 1]):
                    flush[0, suited], flush[1, suited] = first + at, chosen * flushes[at]
                    suited += 1
    return found, suited


@njit(nogil=True, cache=True)
def count_by_ranks(
    choices: Array, joker: Any, dealt: Dealt, against_mixed: Stakes, by_mixed: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs that hold cards of each of these choices of ranks: without suits, and with a flush on one side.

    The dealers of `against_mixed` and the players of `by_mixed` are taken as if no suit counted.
    """
    one, other = new_grid(against_mixed, np.int64), new_grid(by_mixed, np.int64)
    first, listed = dealt.flushes.first, len(dealt.flushes.listed)
    mixed, flush, mine = np.zeros((3, first), np.int64), np.zeros((2, listed), np.int64), np.zeros(first, np.int64)
    for held in choices:
        counts = dealt.sets.counts[held]
        factor = 1
        for rank in range(NONE):
            factor *= BINOMIALS[dealt.deck.copies[rank], counts[rank]]
        if not factor:
            continue
        found, suited = _list_by_ranks(held, joker, dealt, mixed, flush)
        for at in range(found):
            mine[at] = factor * mixed[1, at] + mixed[2, at]
        sign = 1 - 2 * ((counts.sum() + joker) & 1)
        classes, plain = mixed[0, :found], mixed[1, :found]
        place_players(classes, mine[:found], against_mixed, one)
        place_players(flush[0, :suited], flush[1, :suited], against_mixed, one)
        place_dealers(classes, plain, against_mixed, one)
        compare_placed(sign, against_mixed, one, totals, kinds)
        if suited:
            place_players(classes, plain, by_mixed, other)
            place_dealers(classes, mixed[2, :found], by_mixed, other)
            place_dealers(flush[0, :suited], flush[1, :suited], by_mixed, other)
            compare_placed(sign, by_mixed, other, totals, kinds)


@njit(nogil=True, cache=True)
def _list_masks(suited: Any, masks: Array, found: Array) -> Array:
    """The sets of ranks that hold these."""
    number = 0
    for mask in masks:
        found[number] = mask
        number += mask & suited == suited
    return found[:number]


@njit(nogil=True, cache=True)
def _list_flushes(masks: Array, beside: Any, joker: Any, dealt: Dealt, listed: Array, without: Array) -> int:
    """The flushes of one suit with one of these sets of ranks that hold those cards beside it, and perhaps the joker.

    Each as what it is and, negative, as what it would be without suits.
    """
    flush_rows, first, flush_by_ranks = dealt.tables.flush_rows, dealt.flushes.first, dealt.flushes.by_ranks
    sizes, start, places = dealt.deck.sizes, dealt.deck.beside_from[beside], dealt.deck.beside
    ways, last = dealt.deck.beside_ways, dealt.deck.joker
    classes, numbers = listed[0], listed[1]
    found, end = 0, len(classes)
    for mask in masks:
        for with_joker in range(joker, last + 1):
            others = SIZE - with_joker - sizes[mask]
            if others < 0 or others > MOST_BESIDE:
                continue
            for at in range(start[others], start[others + 1]):
                place = flush_rows[mask] + places[at]
                classes[found], numbers[found] = place, ways[at]
                found += 1
                by_ranks = flush_by_ranks[place - first]
                if not without[by_ranks]:
                    end -= 1
                    classes[end] = by_ranks
                without[by_ranks] -= ways[at]
    for at in range(end, len(classes)):
        classes[found], numbers[found] = classes[at], without[classes[at]]
        without[classes[at]] = 0
        found += 1
    return found


@njit(nogil=True, cache=True)
def count_flushes_of_a_suit(
    suited: Array, joker: Any, dealt: Dealt, stakes: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs of two flushes of the same suit that hold these ranks of it, whatever else they hold in common."""
    grid, deck = new_grid(stakes, np.int32), dealt.deck
    size = len(stakes.cells.cell_of)
    listed, without, room = np.zeros((2, size), np.int64), np.zeros(size, np.int64), np.zeros(1 << NONE, np.int64)
    for mask in suited:
        masks = _list_masks(mask, deck.masks, room)
        for beside in range(deck.ways.shape[1]):
            factor = deck.suits * deck.ways[1, beside]
            found = _list_flushes(masks, beside, joker, dealt, listed, without) if factor else 0
            if found:
                place_players(listed[0, :found], listed[1, :found], stakes, grid)
                place_dealers(listed[0, :found], listed[1, :found], stakes, grid)
                common = deck.sizes[mask] + _number(beside) + joker
                compare_placed(factor * (1 - 2 * (common & 1)), stakes, grid, totals, kinds)


@njit(nogil=True, cache=True)
def _number(beside: Any) -> int:
    """How many cards a choice of those beside a flush has: two, then one, then none."""
    pairs = NONE * (NONE + 1) // 2
    return 2 if beside < pairs else 1 if beside < pairs + NONE else 0


@njit(nogil=True, cache=True)
def count_flushes_of_two_suits(
    mine: Array, beside: Array, joker: Any, dealt: Dealt, stakes: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs of two flushes of different suits: each row holds in common these ranks of the player's suit (two at most,
    13 for none), and beside it these, of the dealer's suit or of others: all dealers meet the same players."""
    grid, deck, others = new_grid(stakes, np.int32), dealt.deck, dealt.tables.others
    size = len(stakes.cells.cell_of)
    listed, without, room = np.zeros((2, size), np.int64), np.zeros(size, np.int64), np.zeros(1 << NONE, np.int64)
    for row in range(len(mine)):
        one, two = beside[row]
        held, next_to = np.int64((mine[row] < NONE).sum()), np.int64((beside[row] < NONE).sum())
        met = 0
        for dealers_own in range(4):
            first, second = one if dealers_own & 1 else NONE, two if dealers_own & 2 else NONE
            third, fourth = NONE if dealers_own & 1 else one, NONE if dealers_own & 2 else two
            factor = deck.suits * (deck.suits - 1) * deck.ways[2, others[third, fourth, NONE]]
            more = int(third < NONE) + int(fourth < NONE)
            if not factor or held + more > MOST_BESIDE or not _is_new(dealers_own, one, two):
                continue
            masks = _list_masks(_mask(first, second), deck.masks, room)
            found = _list_flushes(
                masks, _beside(mine[row, 0], mine[row, 1], third, fourth, others), joker, dealt, listed, without
            )
            listed[1, :found] *= factor
            place_dealers(listed[0, :found], listed[1, :found], stakes, grid)
            met += found
        if met:
            masks = _list_masks(_mask(mine[row, 0], mine[row, 1]), deck.masks, room)
            found = _list_flushes(masks, others[one, two, NONE], joker, dealt, listed, without)
            place_players(listed[0, :found], listed[1, :found], stakes, grid)
            compare_placed(1 - 2 * (held + next_to + joker & 1), stakes, grid, totals, kinds)


@njit(nogil=True, cache=True)
def _is_new(dealers_own: Any, one: Any, two: Any) -> bool:
    """Whether the first and the second of these ranks can be of the dealer's suit as the bits say, and for once."""
    if one == two:
        return not dealers_own or (dealers_own == 1 and one < NONE)
    return not (dealers_own & 2 and two == NONE)


@njit(nogil=True, cache=True)
def _mask(one: Any, two: Any) -> Any:
    return (1 << one | 1 << two) & (1 << NONE) - 1


@njit(nogil=True, cache=True)
def _beside(first: Any, second: Any, third: Any, fourth: Any, others: Array) -> Any:
    """The place of these ranks together, two at most, among all that stand beside a flush."""
    lower, upper = NONE, NONE
    for rank in (first, second, third, fourth):
        if rank < NONE:
            lower, upper = rank, lower
    return others[lower, upper, NONE]


PARTS: Final = 16
LEAST_ROWS: Final = 256
"""Sets of cards that are worth a part with a grid of its own."""
BY_RANKS, OF_A_SUIT, OF_TWO_SUITS = "by ranks", "flushes of a suit", "flushes of two suits"
KERNELS: Final[dict[str, Callable[..., None]]] = {
    BY_RANKS: count_by_ranks, OF_A_SUIT: count_flushes_of_a_suit, OF_TWO_SUITS: count_flushes_of_two_suits
}  # fmt: skip
"""How sets of cards are counted, by name: a name is the same in every process, a kernel is not."""
Ints = NDArray[Any]
Sums = tuple[Ints, Ints]
"""Wins and losses, and pairs by their kinds."""
PLAIN, PUSHES, PUSHES_WITH_JOKER = range(3)
"""What a dealer's hand is: an ordinary one, or one with which all bets push."""
HIGHEST_RANK_AT: Final = 16


@dataclass(frozen=True)
class PaiGowCounts:
    """How all pairs of hands stand, the player's and the dealer's."""

    total: int
    won: int
    lost: int
    kinds: tuple[tuple[int, ...], ...]
    """[the player's hand is such that the dealer's would push, kind of the dealer's hand]."""

    @property
    def tied(self) -> int:
        """Pairs in which each side wins a hand; not those in which the dealer's hand pushes."""
        pushed = sum(sum(row[PUSHES:]) for row in self.kinds)
        return self.total - self.won - self.lost - pushed


def pushing_classes(ranking: PaiGowRanking, top: str) -> NDArray[np.bool_]:
    """The classes of hands without a pair whose highest card is of that rank."""
    return np.asarray(ranking.batch(seven_cards().hands) >> HIGHEST_RANK_AT == RANKS.index(top), np.bool_)


class PaiGowCounter:
    """A way of setting hands, with all that is to be known about it before cards are dealt."""

    def __init__(self, course: PaiGowPoker) -> None:
        self.course = course
        self.high, self.low = house_settings(course.way, course.ranking)

    @cached_property
    def push(self) -> NDArray[np.bool_]:
        """The classes of hands with which all bets push if the dealer holds them."""
        if not self.course.pushes:
            return np.zeros(len(seven_cards()), np.bool_)
        return pushing_classes(self.course.ranking, self.course.pushes)

    @cached_property
    def kind(self) -> NDArray[np.uint8]:
        """What the hands of a class are to the dealer."""
        joker = (seven_cards().hands == JOKER).any(axis=1)
        return np.where(self.push, np.where(joker, PUSHES_WITH_JOKER, PUSHES), PLAIN).astype(np.uint8)

    @cached_property
    def scale(self) -> Scale:
        """The values of all dealers' hands."""
        return scale_of_dealers(self.high, self.low)

    @cached_property
    def cells(self) -> Cells:
        """Where the dealer stands."""
        return dealer_cells(self.high, self.low, self.push, self.scale)

    @cached_property
    def choices(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """[class, split]: what a player may choose from: anything in sight of the dealer's hand, else the house way."""
        if self.course.face_up:
            settings = all_settings(self.course.ranking)
            return settings.high, settings.low
        return self.high[:, None], self.low[:, None]

    @cached_property
    def stakes(self) -> Stakes:
        """How all classes stand to each other."""
        return self._stakes(self.scale, np.arange(len(self.high)))

    @cached_property
    def stakes_without_suits(self) -> tuple[Stakes, Stakes]:
        """The same where suits do not count for the dealer; and where not for the player. Flushes come as listed.

        All flushes stand alike to hands without one, so that there are few places for them.
        """
        flushes, (high, low) = flush_classes(), self.choices
        order = np.concatenate((np.arange(flushes.first), flushes.first + flushes.listed))
        of_dealers = scale_of_dealers(self.high[: flushes.first], self.low[: flushes.first])
        of_players = scale_of_players(high[: flushes.first], low[: flushes.first])
        return self._stakes(of_dealers, order), self._stakes(of_players, order)

    def _stakes(self, scale: Scale, order: Ints) -> Stakes:
        cells = dealer_cells(self.high[order], self.low[order], self.push[order], scale)
        high, low = self.choices
        corners = player_corners(high[order], low[order], scale, cells)
        return Stakes(cells, corners, self.kind[order], self.push[order].astype(np.uint8))

    def count(self, deck: Deck, executor: Executor | None = None) -> PaiGowCounts:
        """All pairs of hands without a card in common."""
        verify_deck_to_set(deck)
        work = partial(_count_part, deck, self.stakes_without_suits, self.stakes)
        (won, lost), pairs = _added(run_tasks(work, _tasks(deck), executor))
        total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
        assert pairs.sum() == total, "every pair of hands is counted once"
        return PaiGowCounts(total, int(won), int(lost), tuple(tuple(int(n) for n in row) for row in pairs))


@lru_cache(maxsize=8)
def counter_of(course: PaiGowPoker) -> PaiGowCounter:
    """The counter of a course, kept with its tables."""
    return PaiGowCounter(course)


def _tasks(deck: Deck) -> list[Task]:
    """Sets of cards that both hands may hold, by what kernel they are counted with; the long ones are spread evenly."""
    sets, copies, masks = rank_sets(), _dealt(deck).deck.copies, np.arange(1 << NONE)
    ranks = np.flatnonzero(copies)
    fitting = masks[(masks & ~(1 << ranks).sum() == 0) & (np.bitwise_count(masks) <= SIZE)]
    held, beside = (np.array([(*some, *[NONE] * (2 - n)) for n in range(3) for some in choose(ranks.tolist(), n)])
                    for choose in (combinations, combinations_with_replacement))  # fmt: skip
    here, there = (at.ravel() for at in np.indices((len(held), len(beside))))
    kinds: dict[str, tuple[Ints, ...]] = {
        BY_RANKS: (np.flatnonzero((sets.counts <= copies).all(axis=1)),),
        OF_TWO_SUITS: (held[here], beside[there]),
        OF_A_SUIT: (fitting,),
    }
    return [
        (kind, joker, *(rows[part::parts] for rows in common))
        for kind, common in kinds.items() for parts in [min(PARTS, 1 + len(common[0]) // LEAST_ROWS)]
        for joker in range(deck.jokers + 1) for part in range(parts)
    ]  # fmt: skip


def _count_part(
    deck: Deck, without_suits: tuple[Stakes, Stakes], stakes: Stakes, kind: str, joker: int, *common: Ints
) -> Sums:  # fmt: skip
    """Pairs that hold some of these sets of cards, without a bound to their number."""
    sums = np.zeros(2, np.int64), np.zeros((2, PUSHES_WITH_JOKER + 1), np.int64)
    KERNELS[kind](*common, joker, _dealt(deck), *(without_suits if kind == BY_RANKS else (stakes,)), *sums)
    return sums[0].astype(object), sums[1].astype(object)


@lru_cache(maxsize=2)
def _dealt(deck: Deck) -> Dealt:
    return Dealt(seven_cards().tables, rank_sets(), flush_classes(), deck_tables(deck))


def _added(parts: Sequence[Sums]) -> Sums:
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


def sets_of_cards(deck: Deck, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of so many cards up to an exchange of suits, and how many each stands for."""
    if not size:
        return np.zeros((1, 0), np.int64), np.ones(1, np.int64)
    classes = suit_classes(deck, size)
    return classes.hands.astype(np.int64), classes.weights
