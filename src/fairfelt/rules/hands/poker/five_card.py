"""Five-card poker: the best five of five, six or seven cards. All poker hands rest on its values and its tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar, Final

from fairfelt.rules.cards import RANKS, STANDARD, Card, sets_of
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    AddedRanking,
    Line,
    Straightline,
    Tells,
    describe_hand,
    line_of,
    lines_of,
    poker_order,
)
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


ACE = RANKS.index("A")


def grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The different ranks, largest group and then highest rank first; and the sizes of the groups."""
    sizes = Counter(ranks)
    order = sorted(sizes, key=lambda rank: (sizes[rank], rank), reverse=True)
    return tuple(order), tuple(sizes[rank] for rank in order)


def straight_top(order: Sequence[int]) -> int | None:
    """The rank a straight of these different ranks, highest first, ends in; None if it is no straight."""
    size = len(order)
    if order[0] - order[-1] == size - 1:
        return order[0]
    below_ace = tuple(reversed(range(size - 1)))
    return size - 2 if tuple(order) == (ACE, *below_ace) else None


def key_of(ranks: Iterable[int]) -> int:
    """Four bits a rank, the most important in the highest."""
    key = 0
    for rank in ranks:
        key = key << 4 | rank
    return key


def letters_of(key: int, count: int) -> str:
    """The ranks of a key as letters, the most important first."""
    return "".join(RANKS[key >> 4 * place & 15] for place in reversed(range(count)))


class Poker(IntEnum):
    """The lines of five-card poker, from worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


BY_GROUPS = {
    (2, 1, 1, 1): Poker.PAIR,
    (2, 2, 1): Poker.TWO_PAIR,
    (3, 1, 1): Poker.THREE_OF_A_KIND,
    (3, 2): Poker.FULL_HOUSE,
    (4, 1): Poker.FOUR_OF_A_KIND,
}


def value_by_lines(
    lines: type[IntEnum], groups: Mapping[tuple[int, ...], int], ranks: Sequence[int], *, suited: bool
) -> int:
    """The line of some cards, then the ranks that decide, largest group first."""
    order, sizes = grouped(ranks)
    if sizes in groups:
        return groups[sizes] << LINE_BITS | key_of(order)
    top = straight_top(order)
    if top is None:
        return lines["FLUSH" if suited else "HIGH_CARD"] << LINE_BITS | key_of(order)
    royal = top == ACE and "ROYAL_FLUSH" in lines.__members__
    return lines["STRAIGHT" if not suited else "ROYAL_FLUSH" if royal else "STRAIGHT_FLUSH"] << LINE_BITS | top


five_card_value: Final = partial(value_by_lines, Poker, BY_GROUPS)


SUIT_BITS: Final = 9
COLUMN_BITS: Final = 11
ROW_BITS: Final = 12
RANK_BITS: Final = COLUMN_BITS + ROW_BITS

SPREAD: Final = 4224729
"""An odd factor, found by trial, that spreads the weights so that the rows fit well into each other."""
RANK_WEIGHTS: Final = tuple(
    weight * SPREAD % (1 << RANK_BITS)
    for weight in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
)
"""Each the smallest number that keeps all sums of seven different, no rank more than four times; then spread."""
SUIT_WEIGHTS: Final = (0, 1, 8, 57)
"""Each one more than seven times the one before it."""
SIZES: Final = (5, 6, 7)


@dataclass(frozen=True)
class PokerTables:
    """All that a kernel for hands of one size looks into."""

    keys: NDArray[np.uint32]
    """[card]"""
    rows: NDArray[np.uint16]
    values: NDArray[np.int32]
    suited: NDArray[np.uint8]
    """Whether a sum of suit weights holds a flush."""
    flushes: NDArray[np.int32]
    """Values by the 13-bit set of a suit's ranks; 0 for too few of them."""


Value = Callable[..., int]
"""What a hand of the least size is worth: value(ranks, suited=…)."""


def poker_tables(size: int) -> PokerTables:
    """The tables for hands of five, six or seven cards."""
    return tables_of(five_card_value, min(SIZES), size)


@cache
def tables_of(value: Value, best: int, size: int) -> PokerTables:
    """The tables for the best `best` of `size` cards, valued by ranks and by whether they are of one suit."""
    keys, values = rank_values(value, best, size)
    rows, packed = pack_rows(keys, values)
    return PokerTables(card_keys(), rows, packed, _suited(best, size), flush_values(value, best))


def card_keys() -> NDArray[np.uint32]:
    """The key of each card."""
    return np.array([r << SUIT_BITS | s for s in SUIT_WEIGHTS for r in RANK_WEIGHTS], np.uint32)


@cache
def rank_values(value: Value, best: int, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The sum of weights of each multiset of ranks, ascending, and its value without a flush."""
    hands = multisets(size)
    weights = np.array(RANK_WEIGHTS)[hands]
    keys = weights.sum(axis=1) % (1 << RANK_BITS)
    if size == best:
        values = np.array([value(hand, suited=False) for hand in hands.tolist()])
    else:
        values = _best_without_one(keys, weights, *rank_values(value, best, size - 1))
    order = np.argsort(keys)
    return keys[order], values[order]


def multisets(size: int) -> NDArray[np.int64]:
    """Every choice of ranks, none more than four times; a row ascends."""
    return sets_of(13, size, most=4).astype(np.int64)


def _best_without_one(
    keys: NDArray[np.int64],
    weights: NDArray[np.int64],
    smaller_keys: NDArray[np.int64],
    smaller_values: NDArray[np.int64],
) -> NDArray[np.int64]:
    """A hand is worth the best of what remains when one card is taken away."""
    remaining = (keys[:, None] - weights) % (1 << RANK_BITS)
    best: NDArray[np.int64] = smaller_values[np.searchsorted(smaller_keys, remaining)].max(axis=1)
    return best


def pack_rows(keys: NDArray[np.int64], values: NDArray[np.int64]) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Shift the rows, the fullest first, until each fits; sets of places are bits of a long integer."""
    rows: dict[int, list[int]] = defaultdict(list)
    for key in keys.tolist():
        rows[key >> COLUMN_BITS].append(key & (1 << COLUMN_BITS) - 1)
    shifts, used = np.zeros(1 << ROW_BITS, np.uint16), 0
    for row, columns in sorted(rows.items(), key=lambda item: len(item[1]), reverse=True):
        taken = 0
        for column in columns:
            taken |= used >> column
        shift = (~taken & taken + 1).bit_length() - 1
        used |= sum(1 << column for column in columns) << shift
        shifts[row] = shift
    packed = np.zeros(used.bit_length(), np.int32)
    packed[shifts[keys >> COLUMN_BITS] + (keys & (1 << COLUMN_BITS) - 1)] = values
    return shifts, packed


def _suited(best: int, size: int) -> NDArray[np.uint8]:
    suited = np.zeros(1 << SUIT_BITS, np.uint8)
    for counts in product(range(size + 1), repeat=4):
        if sum(counts) == size and max(counts) >= best:
            suited[sum(count * weight for count, weight in zip(counts, SUIT_WEIGHTS, strict=True))] = 1
    return suited


@cache
def flush_values(value: Value, best: int) -> NDArray[np.int32]:
    values = np.zeros(1 << 13, np.int32)
    for ranks in combinations(range(13), best):
        values[sum(1 << rank for rank in ranks)] = value(ranks, suited=True)
    for mask in range(1 << 13):
        if mask.bit_count() > best:
            values[mask] = max(values[mask & ~(1 << rank)] for rank in range(13) if mask >> rank & 1)
    return values


def look_up(out: str, key: str, mask: str) -> tuple[str, str]:
    """Statements that set `out` from the hand's key (a name) and its 52-bit set of cards (an expression)."""
    return f"{out} = {value_by_ranks(out, key)}", f"if {_is_flush(out, key)}: {_set_flush(out, mask)}"


def look_up_best(out: str, key: str, mask: str) -> tuple[str, str]:
    """Statements that set `out` where a better hand of other suits may beat a flush."""
    beside = _set_flush(f"{out}_f", mask, tables=out)
    return f"{out} = {value_by_ranks(out, key)}", f"if {_is_flush(out, key)}: {beside}; {out} = max({out}, {out}_f)"


def value_by_ranks(out: str, key: str) -> str:
    column = f"({key} >> {SUIT_BITS} & {(1 << COLUMN_BITS) - 1})"
    row = f"{out}_rows[{key} >> {SUIT_BITS + COLUMN_BITS} & {(1 << ROW_BITS) - 1}]"
    return f"{out}_values[{column} + {row}]"


def _is_flush(out: str, key: str) -> str:
    return f"{out}_suited[{key} & {(1 << SUIT_BITS) - 1}]"


def _set_flush(out: str, mask: str, *, tables: str = "") -> str:
    suits = ", ".join(f"{tables or out}_flushes[{out}_m >> {13 * suit} & 8191]" for suit in range(4))
    return f"{out}_m = {mask}; {out} = max({suits})"


def named(out: str, tables: object) -> dict[str, NDArray[Any]]:
    """The arrays of a dataclass of tables, by the names that statements use."""
    return {f"{out}_{name}": table for name, table in vars(tables).items()}


DECIDING = {
    Poker.HIGH_CARD: 5,
    Poker.PAIR: 4,
    Poker.TWO_PAIR: 3,
    Poker.THREE_OF_A_KIND: 3,
    Poker.FLUSH: 5,
    Poker.FULL_HOUSE: 2,
    Poker.FOUR_OF_A_KIND: 2,
}


class BestCardsRanking(AddedRanking):
    """The best of some cards; the ace is high, and low in the lowest straight. Suits never break a tie."""

    tells = Tells.SUITS
    faces = len(STANDARD)
    kinds: ClassVar[type[IntEnum]]
    """The lines by their names."""
    worth: ClassVar[Value]
    deciding: ClassVar[Mapping[Any, int]]
    """How many ranks decide between two hands of a line; one where none is named."""
    look: ClassVar[Callable[[str, str, str], tuple[str, str]]]
    """The statements that look a value up."""

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        hands = combinations(cards, self.sizes[0])
        return max(type(self).worth([c.rank for c in hand], suited=len({c.suit for c in hand}) == 1) for hand in hands)

    def describe(self, value: int) -> str:
        line = self.kinds(line_of(value))
        return describe_hand(line, letters_of(value, self.deciding.get(line, 1)))

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        self.verify_size(size)
        tables = tables_of(type(self).worth, self.sizes[0], size)
        return Straightline(type(self).look(out, f"{out}_k", mask), named(out, tables))


class PokerRanking(BestCardsRanking):
    """The best five cards."""

    name = "poker"
    sizes = SIZES
    suited_from = 5
    kinds, worth, deciding, look = Poker, five_card_value, DECIDING, look_up
    lines = (
        *lines_of(Poker)[: Poker.ROYAL_FLUSH],
        Line("royal flush", kind_of=Poker.STRAIGHT_FLUSH),
    )
    order_in_words = poker_order("5-4-3-2-A")

    def batch(self, hands: NDArray[np.uint8]) -> NDArray[np.int32]:
        self.verify_size(hands.shape[1])
        return super().batch(np.ascontiguousarray(hands, np.uint8))


POKER = PokerRanking()
