"""One hand looked at closely, in fractions: what it comes to by given moves, and which of two equal moves is better."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from fairfelt.rules.courses.blackjack.rules import BlackjackRules

from .hands import Counts, all_hands
from .pairs import SplitPairs, reachable_hands
from .play import HandTable, Moves, MoveValues
from .residues import Array, Wholes
from .settling import Stake, settling
from .shoe import KnownFinals, UpCardOdds, orders_for


@dataclass(frozen=True, eq=False)
class ExactValues:
    """Hands against one up card."""

    rules: BlackjackRules
    shoe: Counts
    up: int

    def net(self, hand: int, moves: Moves, stake: Stake) -> Fraction:
        """The net result of a hand played so, and no dealer's natural."""
        hands, numbers = all_hands(), self._numbers
        places = reachable_hands(hands, [hand], moves)
        against = UpCardOdds(self.rules, self.shoe, self.up, hands.counts[places], numbers, self._known)
        table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
        return self._net(table.outcomes(moves[:, places])[table.local[0, hand]], stake)

    def split(self, card: int, moves: Moves, stake: Stake) -> list[Fraction]:
        """The net result of each hand that a pair is split to, if there is one of that number."""
        pairs = SplitPairs(self.rules, self.shoe, self.up, (card,), self._numbers, self._known)
        return [self._net(hand, stake) for hand in pairs.split(moves)[0]]

    def live(self, hand: int) -> Fraction:
        """The probability that a dealer who has looked has no natural."""
        against = UpCardOdds(self.rules, self.shoe, self.up, all_hands().counts[[hand]], self._numbers)
        return Fraction(against.live[0], self._numbers.scale)

    def best(self, found: MoveValues, stake: Stake) -> Moves:
        """The best moves; where floats cannot tell two of them apart, whole numbers do. Ties go to the larger bet."""
        hands, moves = all_hands(), found.moves.copy()
        for hand, other in sorted(found.nearly, reverse=True):
            counts = hands.counts[hand]
            if hands.size[hand] >= 2 and (counts + (np.arange(1, len(counts) + 1) == self.up) <= self.shoe).all():
                changed = moves.copy()
                changed[0, hand] = other
                if self.net(hand, changed, stake) > self.net(hand, moves, stake):
                    moves = changed
        return moves

    @cached_property
    def _numbers(self) -> Wholes:
        return orders_for(self.rules, self.shoe)

    @cached_property
    def _known(self) -> KnownFinals:
        return KnownFinals()

    def _net(self, table: Array, stake: Stake) -> Fraction:
        nets = settling(self.rules, self.shoe).nets(stake)
        return Fraction((table * nets).sum(), self._numbers.scale)
