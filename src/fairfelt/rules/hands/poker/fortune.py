"""What seven cards of pai gow poker are worth to a bet on them, however they are set."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Final

from fairfelt.rules.cards import SUITS, Card
from fairfelt.rules.hands.poker.five_card import ACE

from ..additive import AddedRanking
from ..ranking import LINE_BITS, Line, Straightline, Tells, line_of
from .joker_tables import FROM, JokerTables, joker_tables, look_up
from .pai_gow import ALL_CARDS, PAI_GOW, PaiGow

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
    tells = Tells.SUITS
    knows_joker = True
    lines = tuple(Line(line.name.lower().replace("_", " ").replace("seven card", "seven-card")) for line in Fortune)
    faces, start = ALL_CARDS, FROM

    def value(self, cards: Sequence[Card]) -> int:
        return self._line(cards) << LINE_BITS

    def _line(self, cards: Sequence[Card]) -> Fortune:
        if len(cards) != SEVEN:
            raise ValueError(f"the bonus is paid on seven cards, not {len(cards)}")
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
        if size != SEVEN:
            raise ValueError(f"the bonus is paid on seven cards, not {size}")
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
