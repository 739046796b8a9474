"""Blackjack dealt by a kernel: the hands that best play comes to, and the dealer's, as tables to look up card by card.

The course itself is stepped once with every card from every hand. A hand is played apart from the others: what is done
with it depends on its cards, the up card, and whether a pair may be split again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.compute.compile import compile_source
from fairfelt.exact.core.tree import Path
from fairfelt.rules import Blackjack, Choice
from fairfelt.rules.courses.blackjack.facts import BlackjackFacts, Doubled
from fairfelt.rules.courses.blackjack.hand import FREE_DOUBLE, FREE_SPLIT, Hand, double, split, street_of

from ..cells import Cell, CellTally, count_pairs
from ..course import Player
from ..draw import draw_statements, stream
from ..kernels import Counts
from .blackjack_hands import DealerHands, PlayedHands, TooManyHandsError


@dataclass(frozen=True, eq=False)
class CodeDealer:
    """Deals blocks of rounds, and counts them by code: source and arrays only, to be sent anywhere.

    There are too many codes to keep a count of each on every core.
    """

    text: str
    cards: NDArray[np.uint8]
    tables: tuple[NDArray[Any], ...]

    def __call__(self, seed: int, rounds: int, block: int) -> Counter[int]:
        """Deal one block."""
        codes = np.empty(rounds, np.int64)
        compile_source(self.text, "list_codes")(*stream(seed, block), self.cards, codes, *self.tables)
        found, counts = np.unique(codes, return_counts=True)
        return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True, eq=False)
class BlackjackKernel:
    """One player against the dealer. A code has a digit for each hand in the order of play, then the dealer's."""

    player: Player
    course: Blackjack
    dealers: DealerHands
    hands: PlayedHands

    @property
    def dealer(self) -> CodeDealer:
        """Deals blocks of rounds, and counts their codes."""
        return CodeDealer(self.source, np.array(self.player.game.deck.cards, np.uint8), tuple(self.tables.values()))

    def tally(self, counts: Counter[int]) -> tuple[CellTally, Counts]:
        """What the player ended with, from counts by code."""
        cells: Counter[Cell] = Counter()
        for code, count in counts.items():
            cells[self._cell(code)] += count
        return CellTally(self.player.game, tuple(cells)), count_pairs(cells, Counter(), 1)

    def settle(self, shoes: NDArray[np.uint8]) -> list[tuple[Cell, ...]]:
        """What the player ends with in the rounds that are dealt from these shoes."""
        codes = np.empty(len(shoes), np.int64)
        compile_source(self.source, "settle")(shoes, codes, *self.tables.values())
        return [(self._cell(code),) for code in codes.tolist()]

    def _cell(self, code: int) -> Cell:
        rest, dealer = divmod(code, len(self.dealers.ends))
        ends = []
        while rest:
            rest, digit = divmod(rest, self._base)
            ends.append(self.hands.ends[digit - 1])
        ends.reverse()
        hands = tuple(end.against[dealer] for end in ends)
        facts = BlackjackFacts(hands=hands, twenty_two=self.dealers.ends[dealer].twenty_two)
        path = tuple(step for number, end in enumerate(ends, 1) for step in self.bets(number, end.hand))
        return Cell(path, facts, ())

    def bets(self, number: int, hand: Hand) -> Path:
        """The choices that put something on a hand of that number."""
        made: list[Choice] = []
        if number > 1:
            made.append(FREE_SPLIT if hand.free else split(number))
        if hand.doubled is Doubled.FREE:
            made.append(FREE_DOUBLE)
        if hand.doubled is Doubled.MONEY:
            made += [double(number, before) for before in range(hand.again + 1)]
        return tuple((street_of(number, self.course.rules).name, choice) for choice in made)

    @property
    def _base(self) -> int:
        return len(self.hands.ends) + 1

    @property
    def _below(self) -> int:
        """No place in the shoe is higher: all bits of one."""
        return (1 << len(self.player.game.deck).bit_length()) - 1

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What is looked up, by the name of the argument."""
        return {**self.dealers.tables, **self.hands.tables}

    @property
    def source(self) -> str:
        """`list_codes` and `settle`."""
        tables, dealers, shoe = ", ".join(self.tables), len(self.dealers.ends), len(self.player.game.deck)
        inner = "\n        "
        draw = inner.join(draw_statements(shoe, self.course.most_cards(1)))
        end = inner.join(_END.format(base=self._base, dealers=dealers, below=self._below).splitlines())
        waiting = f"waiting = np.zeros({self.course.rules.most_hands + 2}, np.int64)"
        return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def list_codes(s0, s1, s2, s3, cards, codes, {tables}):
    deck = cards.copy()
    {waiting}
    for played in range(len(codes)):
        {draw}
        {end}
        codes[played] = code

@njit(nogil=True, cache=True, boundscheck=False)
def settle(shoes, codes, {tables}):
    {waiting}
    for i in range(len(shoes)):
        deck = shoes[i]
        {end}
        codes[i] = code
"""


_END: Final = """up, hole = kinds[deck[1]], kinds[deck[3]]
theirs = dealt[up, hole]
mine, at = np.int64(0), np.uint64(4)
if theirs < 0 and at_once[~theirs]:
    mine = np.int64(undecided[points[deck[0]], points[deck[2]]] + 1)
else:
    now = first[points[deck[1]], points[deck[0]], points[deck[2]]]
    hands, number = 1, 1
    while True:
        if now >= 0:
            now = turns[now, points[deck[at]]]
            at = at + np.uint64(1) & np.uint64({below})
            continue
        ended = ~now
        if ended & 1:
            hands += 1
            waiting[hands] = split_off[ended >> 1]
            one = np.int64(split_from[ended >> 1])
        else:
            mine = mine * {base} + (ended >> 1) + 1
            if number == hands:
                break
            number += 1
            one = np.int64(waiting[number])
        now = starts[one, np.int64(hands < most_hands[one])]
    while theirs >= 0:
        theirs = draws[theirs, kinds[deck[at]]]
        at = at + np.uint64(1) & np.uint64({below})
code = mine * {dealers} + ~theirs"""
"""One round to its code."""


def blackjack_kernel(player: Player, seats: int) -> BlackjackKernel | None:
    """The kernel of a blackjack table for one player; None where hands are exchanged or told apart by suits."""
    course = player.course
    if type(course) is not Blackjack or seats > 1 or player.on_hands or course.rules.zaps or course.rules.reads_suits:
        return None
    cards: dict[int, Card] = {}
    for card in player.game.deck.cards:
        cards.setdefault(course.alike(card), card)
    dealers = DealerHands(course, list(cards.values()))
    try:
        return BlackjackKernel(player, course, dealers, PlayedHands(player, course, dealers))
    except TooManyHandsError:
        return None
