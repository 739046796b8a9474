"""Rankings by tracks of ranks: the longest straights, runs of alternating colors, and flushes, wild or natural."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fairfelt.rules.cards import RANKS, Card
from fairfelt.rules.hands.ranking import LINE_BITS, NUMBERS, Line, Ranking, Straightline, Tells, line_of, rank_word
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


CELLS = 13


class TrackRanking(Ranking):
    """A ranking by the best track. Subclasses place the cards and value the masks."""

    tracks: int
    wilds: int = 0
    """The greatest number of wild cards in the deck."""

    @abstractmethod
    def place(self, card: Card) -> tuple[int, int] | None:
        """Track and cell of a card; None for a card that lies on none."""

    def is_wild(self, card: Card) -> bool:
        """Whether the card counts towards the number of wild cards."""
        return False

    @abstractmethod
    def mask_value(self, mask: int, wild: int) -> int:
        """The value of the cells in `mask` on one track with `wild` wild cards; 0 if it makes nothing."""

    def value(self, cards: Sequence[Card]) -> int:
        masks, wild = self.masks(cards)
        return max(self.mask_value(mask, wild) for mask in masks)

    def masks(self, cards: Sequence[Card]) -> tuple[list[int], int]:
        """Cells covered on each track, and the number of wild cards."""
        masks = [0] * self.tracks
        for card in cards:
            if place := self.place(card):
                track, cell = place
                masks[track] |= 1 << cell
        return masks, sum(map(self.is_wild, cards))

    @cached_property
    def card_bits(self) -> NDArray[np.uint64]:
        """For each card its bit, track by track from the lowest; 0 where it lies on no track."""
        places = [self.place(Card(c)) for c in range(52)]
        return np.array([1 << (CELLS * at[0] + at[1]) if at else 0 for at in places], np.uint64)

    @cached_property
    def card_wild(self) -> NDArray[np.uint8]:
        """1 for each wild card."""
        return np.array([self.is_wild(Card(c)) for c in range(52)], np.uint8)

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by number of wild cards and mask."""
        rows = [[self.mask_value(mask, wild) for mask in range(1 << CELLS)] for wild in range(self.wilds + 1)]
        return np.array(rows, np.int32)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        bits, wild, table = f"{out}_bits", f"{out}_wild", f"{out}_table"
        tables: dict[str, NDArray[np.generic]] = {bits: self.card_bits, table: self.table}
        lines = [f"{out}_m = " + " | ".join(f"{bits}[{card}]" for card in cards)]
        row = "0"
        if self.wilds:
            tables[wild] = self.card_wild
            row = f"{out}_w"
            lines.append(f"{row} = " + " + ".join(f"{wild}[{card}]" for card in cards))
        for track in range(self.tracks):
            lines.append(f"{out}_{track} = {table}[{row}, ({out}_m >> {CELLS * track}) & 8191]")
        best = f"{out}_0"
        for track in range(1, self.tracks):
            best = f"max({best}, {out}_{track})"
        lines.append(f"{out} = {best}")
        return Straightline(tuple(lines), tables)


class RunRanking(TrackRanking):
    """The longest run wins; of equal runs the one that ends higher. A line is a length.

    `order` lists the cells of a track from the lowest end of a run to the highest as ranks ("A23…K");
    it may name the ace twice ("A23…KA": low or high) or be closed (runs wrap around its end).
    The card a run ends in counts by `heights`, lowest first.
    """

    lines_are_lengths = True

    def __init__(self, name: str, word: str, *, order: str, heights: str, closed: bool = False, colors: bool = False):
        self.name, self.word = name, word
        self.order, self.closed = order, closed
        self.heights = heights
        self.tracks = 2 if colors else 1
        self.tells = Tells.COLORS if colors else Tells.RANKS
        self.lines = tuple(Line(f"{n}-card {word}" if n > 1 else f"no {word}") for n in range(CELLS + 1))
        self.order_in_words = (
            f"The longer {word} wins. Of two {word}s of the same length, the one whose last card is higher wins; "
            f"the highest last card is the {rank_word(heights[-1])}, the lowest the {rank_word(heights[0])}.",
            *(("The cards follow each other in rank and change between red and black; suits do not matter.",)
              if colors else ()),
            f"{self._ace_words()} A rank that is held twice counts once.",
        )  # fmt: skip

    def _ace_words(self) -> str:
        if self.closed:
            three = "-".join((self.order[-1], *self.order[:2]))
            return f"A {self.word} may go on through the ace: {three} is three cards and ends in the {self.order[1]}."
        if self.order[0] == self.order[-1]:
            return f"The ace may begin a {self.word} or end it, and is never in the middle."
        return f"The {rank_word(self.order[0])} is the lowest card and the {rank_word(self.order[-1])} the highest."

    def place(self, card: Card) -> tuple[int, int]:
        cell = self.heights.index(RANKS[card.rank])
        return ((card.is_red + cell) % 2, cell) if self.tracks == 2 else (0, cell)

    def mask_value(self, mask: int, wild: int) -> int:
        if not mask:
            return 0
        length, end = max(self._runs(mask))
        return length << LINE_BITS | end

    def _runs(self, mask: int) -> list[tuple[int, int]]:
        """Length and height of the run that ends in each covered cell."""
        covered = [mask >> self.heights.index(rank) & 1 for rank in self.order]
        turns = covered * 2 if self.closed else covered
        found, length = [], 0
        for at, there in enumerate(turns):
            length = min(length + 1, CELLS) if there else 0
            if there:
                found.append((length, self.heights.index(self.order[at % len(self.order)])))
        return found

    def describe(self, value: int) -> str:
        return describe_run(line_of(value), self.heights[value & 15], self.word)


def describe_run(length: int, high: str, word: str) -> str:
    """A run of `length` cards that ends in that rank: "four-card straight to the ace"."""
    top = rank_word(high)
    return f"no {word}, {top} high" if length == 1 else f"{NUMBERS[length]}-card {word} to the {top}"


STRAIGHT_RUN = RunRanking("straight run", "straight", order="A23456789TJQKA", heights=RANKS)
"""The longest straight, ace low or high."""

WRAPPING_RUN = RunRanking("wrap-around straight run", "straight", order="A23456789TJQK", heights=RANKS, closed=True)
"""The longest straight, which may go on through the ace: J-Q-K-A-2-3."""

SOLITAIRE_RUN = RunRanking("solitaire run", "run", order="A23456789TJQK", heights="A23456789TJQK", colors=True)
"""The longest run of alternating colors, ace low and king high."""


DEUCE_BIT = 1
SHORTEST = 4
"""The shortest flush that has a line of its own where a paytable decides."""


class SuitRanking(TrackRanking):
    """Each suit is a track of its thirteen ranks."""

    tracks = 4
    tells = Tells.SUITS

    def place(self, card: Card) -> tuple[int, int] | None:
        return card.suit, card.rank


class FlushRanking(SuitRanking):
    """The longest flush wins, then its ranks from the highest down. A line is a length."""

    name = "longest flush"
    lines_are_lengths = True
    lines = tuple(Line(f"{n}-card flush" if n > 1 else "no flush") for n in range(CELLS + 1))
    order_in_words: tuple[str, ...] = (
        "The longer flush wins. Of two flushes of the same length, the one with the highest card wins; "
        "if these are equal the next highest decides, and so on. The ace is the highest card.",
    )

    def mask_value(self, mask: int, wild: int) -> int:
        filled = _fill(mask, wild)
        return filled.bit_count() << LINE_BITS | filled

    def describe(self, value: int) -> str:
        ranks = "-".join(rank_word(RANKS[cell]) for cell in reversed(range(CELLS)) if value >> cell & 1)
        return f"{NUMBERS[line_of(value)]}-card flush, {ranks}"


class StraightFlushRanking(SuitRanking):
    """The longest straight flush wins, ace low or high, then the higher end. A line is a length."""

    name = "longest straight flush"
    lines_are_lengths = True
    lines = tuple(Line(f"{n}-card straight flush" if n > 1 else "no straight flush") for n in range(CELLS + 1))
    order_in_words = (
        "The longer straight flush wins. Of two of the same length, the one whose last card is higher wins. "
        "The ace may begin a straight flush or end it.",
    )

    def mask_value(self, mask: int, wild: int) -> int:
        return STRAIGHT_RUN.mask_value(mask, wild)

    def describe(self, value: int) -> str:
        return describe_run(line_of(value), RANKS[value & 15], "straight flush")


class WildFlushRanking(FlushRanking):
    """The longest flush with all deuces wild; a wild deuce is the highest rank its flush misses."""

    name = "longest flush, deuces wild"
    wilds = 4
    order_in_words = (
        *FlushRanking.order_in_words,
        "A deuce is wild: it belongs to the flush whatever its suit, and counts as the highest rank the flush lacks.",
    )

    def place(self, card: Card) -> tuple[int, int] | None:
        return None if card.rank == 0 else super().place(card)

    def is_wild(self, card: Card) -> bool:
        return card.rank == 0


class FlushLineRanking(SuitRanking):
    """Orders hands by nothing but the line of a paytable."""

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name.lower()


class NaturalOrWildFlush(FlushLineRanking):
    """Four-card flushes and longer, natural or wild, deuces wild; the best line the hand makes.

    A natural flush uses no wild card. Whether a deuce is natural in its own suit is the sheet's to say.
    """

    wilds = 4

    def __init__(self, *, own_deuce_natural: bool) -> None:
        self.name = "natural or wild flush" + ("" if own_deuce_natural else ", every deuce wild")
        self.own_deuce_natural = own_deuce_natural
        kinds = [f"{n}-card {kind} flush" for n in range(SHORTEST, 8) for kind in ("wild", "natural")]
        self.lines = (Line("less than a four-card flush"), *map(Line, kinds))

    def place(self, card: Card) -> tuple[int, int] | None:
        return super().place(card) if card.rank or self.own_deuce_natural else None

    def is_wild(self, card: Card) -> bool:
        return card.rank == 0

    def mask_value(self, mask: int, wild: int) -> int:
        natural = mask.bit_count()
        longest = natural + wild - (mask & DEUCE_BIT)
        return max(self.flush_line(longest, natural=False), self.flush_line(natural, natural=True)) << LINE_BITS

    @staticmethod
    def flush_line(length: int, *, natural: bool) -> int:
        """The number of the line for a flush of that length and kind."""
        return 2 * (min(length, 7) - SHORTEST) + 1 + natural if length >= SHORTEST else 0


class FlushOrStraightFlush(FlushLineRanking):
    """Flushes and straight flushes of four to seven cards, in the order of what they are worth."""

    name = "flush or straight flush"
    order = ((4, False), (5, False), (4, True), (6, False), (5, True), (7, False), (6, True), (7, True))
    """Length and whether straight, from worst to best."""
    straights = STRAIGHT_RUN

    def __init__(self) -> None:
        names = [f"{n}-card {'straight ' if straight else ''}flush" for n, straight in self.order]
        self.lines = (Line("less than a four-card flush"), *map(Line, names))

    def mask_value(self, mask: int, wild: int) -> int:
        flush = min(mask.bit_count(), 7)
        straight = min(line_of(self.straights.mask_value(mask, 0)), 7)
        return max(self.flush_line(flush), self.flush_line(straight, straight=True)) << LINE_BITS

    @classmethod
    def flush_line(cls, length: int, *, straight: bool = False) -> int:
        """The number of the line for a flush of that length."""
        return cls.order.index((length, straight)) + 1 if length >= SHORTEST else 0


def _fill(mask: int, wild: int) -> int:
    """The mask with the highest missing ranks filled in."""
    for cell in reversed(range(CELLS)):
        if wild and not mask >> cell & 1:
            mask, wild = mask | 1 << cell, wild - 1
    return mask


LONGEST_FLUSH = FlushRanking()
LONGEST_STRAIGHT_FLUSH = StraightFlushRanking()
WILD_FLUSH = WildFlushRanking()
NATURAL_OR_WILD_FLUSH = NaturalOrWildFlush(own_deuce_natural=True)
NATURAL_OR_WILD_FLUSH_STRICT = NaturalOrWildFlush(own_deuce_natural=False)
FLUSH_OR_STRAIGHT_FLUSH = FlushOrStraightFlush()
