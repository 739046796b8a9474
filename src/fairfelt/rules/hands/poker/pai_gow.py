"""Pai gow poker: a joker that is an ace or completes a straight or a flush; five cards behind, two in front; and
what all seven cards are worth to a bet on them, however they are set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from fairfelt.rules.cards import RANKS, SUITS, Card
from fairfelt.rules.hands.poker.five_card import (
    ACE,
    COLUMN_BITS,
    POKER,
    RANK_BITS,
    RANK_WEIGHTS,
    ROW_BITS,
    SIZES,
    Poker,
    Value,
    five_card_value,
    flush_values,
    key_of,
    letters_of,
    named,
    pack_rows,
    rank_values,
)
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    AddedRanking,
    Line,
    Straightline,
    Tells,
    line_of,
    lines_of,
    poker_order,
    rank_word,
    rank_words,
)
from fairfelt.rules.hands.two_card import LookUpRanking
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


JOKER: Final = 52
SUITS_AT: Final = 32
JOKER_AT: Final = 48
EVERY_SUIT: Final = 0x1111 << SUITS_AT
FROM: Final = 3 * EVERY_SUIT
"""What every sum begins with."""
FROM_FOUR: Final = 4 * EVERY_SUIT
"""What every sum begins with if four cards make a flush."""
FULL: Final = 8 * EVERY_SUIT
"""The highest bits of the suits."""
BEST: Final = 5


@dataclass(frozen=True)
class JokerTables:
    """All that a kernel for hands of one size looks into."""

    keys: NDArray[np.int64]
    rows: NDArray[np.int32]
    values: NDArray[np.int32]
    flushes: NDArray[np.int32]
    """By the 13-bit set of a suit's ranks, and again for the same beside the joker; 0 for too few of them."""


def joker_tables(value: Value, with_joker: Value, size: int, best: int = BEST) -> JokerTables:
    """Tables for the best five of `size` cards, or the best four; `with_joker` values one less beside the joker."""
    plain = pack_rows(*rank_values(value, best, size))
    keys, beside = rank_values(with_joker, best - 1, size - 1)
    if size > best:
        # A full house without the joker is better than anything the joker makes of it.
        beside = np.maximum(beside, rank_values(value, best, size - 1)[1])
    rows, values = pack_rows(keys, beside)
    return JokerTables(
        card_keys(),
        np.concatenate((plain[0].astype(np.int32), rows.astype(np.int32) + len(plain[1]))),
        np.concatenate((plain[1], values)),
        np.concatenate((flush_values(value, best), flush_values(with_joker, best - 1))),
    )


def card_keys() -> NDArray[np.int64]:
    """The key of each card, the joker's last."""
    suited = [weight | 1 << SUITS_AT + 4 * suit for suit in range(4) for weight in RANK_WEIGHTS]
    return np.array([*suited, EVERY_SUIT | 1 << JOKER_AT], np.int64)


def look_up(out: str, mask: str, tables: JokerTables) -> Straightline:
    """Statements that set `out` from the hand's key and its set of cards (an expression)."""
    key = f"{out}_k"
    row = f"({key} >> {COLUMN_BITS} & {(1 << ROW_BITS) - 1} | {key} >> {JOKER_AT} << {ROW_BITS})"
    suits = ", ".join(f"{out}_flushes[{out}_j | {out}_m >> {13 * suit} & 8191]" for suit in range(4))
    statements = (
        f"{out} = {out}_values[({key} & {(1 << COLUMN_BITS) - 1}) + {out}_rows[{row}]]",
        f"if {key} & {FULL}: {out}_j = {key} >> {JOKER_AT} << 13; {out}_m = {mask}; {out} = max({out}, {suits})",
    )
    return Straightline(statements, named(out, tables))


assert RANK_BITS + 3 < SUITS_AT, "eight weights fit below the suits"


ALL_CARDS: Final = 53
WHEEL: Final = RANKS.index("5")
STRAIGHTS: Final = frozenset[int]({Poker.STRAIGHT, Poker.STRAIGHT_FLUSH})
COMPLETED: Final = STRAIGHTS | {Poker.FLUSH, Poker.ROYAL_FLUSH}
"""What the joker may complete; to all else it is an ace."""


class PaiGow(IntEnum):
    """The lines of five cards, from worst to best; up to the royal flush they are those of poker."""

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
    FIVE_ACES = 10


class PaiGowRanking(AddedRanking):
    """The best five cards; 5-4-3-2-A is the second-highest straight, or by another house rule the lowest."""

    tells = Tells.SUITS
    sizes = SIZES
    suited_from = BEST - 1
    """With the joker four cards make a flush."""
    knows_joker = True
    lines = lines_of(PaiGow)
    faces, start = ALL_CARDS, FROM

    def __init__(self, *, wheel_is_second: bool) -> None:
        self.name = "pai gow poker" + ("" if wheel_is_second else ", 5-4-3-2-A the lowest straight")
        ordinary = range(WHEEL + 1, ACE)
        self.tops = (*ordinary, WHEEL, ACE) if wheel_is_second else (WHEEL, *ordinary, ACE)
        """The highest ranks of straights, from the lowest straight to the highest."""
        second = "5-4-3-2-A is the second-highest straight." if wheel_is_second else ""
        self.order_in_words = (
            *poker_order("5-4-3-2-A"),
            "The joker completes a straight or a flush and is otherwise an ace; in a flush it is the highest rank that "
            f"is missing. {second}".rstrip(),
        )

    def __repr__(self) -> str:
        return self.name

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        return max(map(self._five, combinations(sorted(cards, key=_rank), BEST)))

    def lines_of_fives(self, cards: Sequence[Card]) -> set[PaiGow]:
        """All lines that five of the cards make."""
        return {PaiGow(line_of(self._five(five))) for five in combinations(sorted(cards, key=_rank), BEST)}

    def describe(self, value: int) -> str:
        line, key = PaiGow(line_of(value)), value & (1 << LINE_BITS) - 1
        if line is PaiGow.FIVE_ACES:
            return "five aces"
        if line in STRAIGHTS:
            return POKER.describe(line << LINE_BITS | self.tops[key])
        return POKER.describe(value)

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        self.verify_size(size)
        return look_up(out, mask, self.tables(size))

    @cache  # noqa: B019  (there are two such rankings, and they stay)
    def tables(self, size: int) -> JokerTables:
        """Lookup tables of kernels for hands of `size` cards."""
        return joker_tables(self.natural_value, self.value_with_joker, size)

    def natural_value(self, ranks: Sequence[int], *, suited: bool) -> int:
        """Five cards, none of them the joker."""
        value = five_card_value(ranks, suited=suited)
        line, top = line_of(value), value & 15
        return line << LINE_BITS | self.tops.index(top) if line in STRAIGHTS else value

    def value_with_joker(self, ranks: Sequence[int], *, suited: bool) -> int:
        """Four cards beside the joker."""
        if set(ranks) == {ACE}:
            return PaiGow.FIVE_ACES << LINE_BITS
        as_an_ace = self.natural_value((*ranks, ACE), suited=False)
        missing = set(range(ACE + 1)).difference(ranks)
        completing = [self.natural_value((*ranks, rank), suited=suited) for rank in missing]
        return max([as_an_ace, *(value for value in completing if line_of(value) in COMPLETED)])

    def _five(self, cards: Sequence[Card]) -> int:
        # Plain numbers, for this is where all the time of a table goes.
        natural = [card for card in map(int, cards) if card < JOKER]
        suit = natural[0] // 13
        suited = all(card // 13 == suit for card in natural)
        return self._of_ranks(tuple([card % 13 for card in natural]), suited=suited)

    @lru_cache(maxsize=1 << 15)  # noqa: B019
    def _of_ranks(self, ranks: tuple[int, ...], *, suited: bool) -> int:
        return (self.natural_value if len(ranks) == BEST else self.value_with_joker)(ranks, suited=suited)


class FrontRanking(LookUpRanking):
    """Two cards: a pair or high cards. Values compare with those of five cards, as if nothing stood beside them."""

    name = "two cards in front"
    sizes = (2,)
    tells = Tells.RANKS
    knows_joker = True
    lines = (Line("high card"), Line("pair"))
    faces = ALL_CARDS

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        high, low = sorted((_rank(card) for card in cards), reverse=True)
        if high == low:
            return PaiGow.PAIR << LINE_BITS | key_of((high, 0, 0, 0))
        return PaiGow.HIGH_CARD << LINE_BITS | key_of((high, low, 0, 0, 0))

    def describe(self, value: int) -> str:
        if line_of(value) == PaiGow.PAIR:
            return f"pair of {rank_words(letters_of(value >> 12, 1))}"
        return "-".join(map(rank_word, letters_of(value >> 12, 2)))


def _rank(card: Card) -> int:
    """The joker alone is an ace."""
    return ACE if card.is_joker else card.rank


PAI_GOW = PaiGowRanking(wheel_is_second=True)
PAI_GOW_LOW_WHEEL = PaiGowRanking(wheel_is_second=False)
FRONT = FrontRanking()


SEVEN: Final = 7
KING_QUEEN: Final = 0b11 << ACE - 2
"""The two as a set of ranks."""


class Fortune(IntEnum):
    """The lines of seven cards, from worst to best: three of a kind comes before a straight."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 11
    ROYAL_FLUSH_AND_SUITED_KING_QUEEN = 12
    NATURAL_SEVEN_CARD_STRAIGHT_FLUSH = 13


_OF_FIVE = {line: Fortune[line.name] for line in PaiGow}


class FortuneRanking(AddedRanking):
    """The best line that five of seven cards make, or all seven together."""

    name = "seven-card bonus"
    sizes = (SEVEN,)
    tells = Tells.SUITS
    knows_joker = True
    lines = tuple(Line(line.name.lower().replace("_", " ").replace("seven card", "seven-card")) for line in Fortune)
    faces, start = ALL_CARDS, FROM

    def value(self, cards: Sequence[Card]) -> int:
        return self._line(cards) << LINE_BITS

    def _line(self, cards: Sequence[Card]) -> Fortune:
        self.verify_size(len(cards))
        natural = [card for card in cards if not card.is_joker]
        masks = [sum(1 << card.rank for card in natural if card.suit == suit) for suit in range(len(SUITS))]
        best = max(_OF_FIVE[line] for line in PAI_GOW.lines_of_fives(cards))
        if any(mask in _seven_card_runs(joker=len(natural) < SEVEN) for mask in masks):
            if len(natural) == SEVEN:
                return Fortune.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH
            return Fortune.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER
        if best is Fortune.ROYAL_FLUSH and KING_QUEEN in masks:
            return Fortune.ROYAL_FLUSH_AND_SUITED_KING_QUEEN
        return best

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name

    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        self.verify_size(size)
        plain = look_up(out, mask, _tables())
        matched = " or ".join(f"{out}_m >> {13 * suit} & 8191 == {KING_QUEEN}" for suit in range(len(SUITS)))
        match = (
            f"if {out} == {Fortune.ROYAL_FLUSH << LINE_BITS} and ({matched}): "
            f"{out} = {Fortune.ROYAL_FLUSH_AND_SUITED_KING_QUEEN << LINE_BITS}"
        )
        return Straightline((f"{out}_m = 0", *plain.statements, match), plain.tables)


@cache
def _tables() -> JokerTables:
    tables = joker_tables(_five, _beside_joker, SEVEN)
    with_joker = len(tables.flushes) // 2
    for mask in _seven_card_runs(joker=False):
        tables.flushes[mask] = Fortune.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH << LINE_BITS
    for mask in _seven_card_runs(joker=True):
        tables.flushes[with_joker + mask] = Fortune.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER << LINE_BITS
    return tables


@cache
def _seven_card_runs(*, joker: bool) -> frozenset[int]:
    """Sets of ranks of one suit that make seven in a row, the ace at either end; with the joker one is missing."""
    rows = [[ACE, *range(SEVEN - 1)], *(range(low, low + SEVEN) for low in range(ACE - SEVEN + 2))]
    kept = SEVEN - joker
    return frozenset(sum(1 << rank for rank in some) for row in rows for some in combinations(row, kept))


def _five(ranks: Sequence[int], *, suited: bool) -> int:
    return _OF_FIVE[PaiGow(line_of(PAI_GOW.natural_value(ranks, suited=suited)))] << LINE_BITS


def _beside_joker(ranks: Sequence[int], *, suited: bool) -> int:
    return _OF_FIVE[PaiGow(line_of(PAI_GOW.value_with_joker(ranks, suited=suited)))] << LINE_BITS


FORTUNE = FortuneRanking()
