"""Longest flushes: natural, with wild deuces, by natural and wild lines, and with straight flushes among them."""

from __future__ import annotations

from fairfelt.rules.cards import RANKS, Card

from .rank_words import rank_word
from .ranking import LINE_BITS, Line, Tells, line_of
from .runs import NUMBERS, STRAIGHT_RUN, describe_run
from .track_ranking import CELLS, TrackRanking

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
