"""One hand looked at closely, in fractions: what it comes to by given moves, and which of two equal moves is better."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fairfelt.rules.courses.blackjack.rules import BlackjackRules

from .hands import Counts, all_hands
from .pairs import SplitPairs, reachable_hands
from .play import HandTable, Moves, MoveValues
from .residues import Array, Residues
from .settling import Stake, settling
from .shoe import UpCardOdds, scale_for


@dataclass(frozen=True, eq=False)
class ExactValues:
    """Hands against one up card."""

    rules: BlackjackRules
    shoe: Counts
    up: int

    def net(self, hand: int, moves: Moves, stake: Stake) -> Fraction:
        """The net result of a hand played so, and no dealer's natural."""
        hands, (_, numbers) = all_hands(), self._scale
        places = reachable_hands(hands, [hand], moves)
        against = UpCardOdds(self.rules, self.shoe, self.up, hands.counts[places], numbers)
        table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
        return self._net(table.outcomes(moves[:, places])[table.local[0, hand]], stake)

    def split(self, card: int, moves: Moves, stake: Stake) -> list[Fraction]:
        """The net result of each hand that a pair is split to, if there is one of that number."""
        pairs = SplitPairs(self.rules, self.shoe, self.up, (card,), self._scale[1])
        return [self._net(hand, stake) for hand in pairs.split(moves)[0]]

    def live(self, hand: int) -> Fraction:
        """The probability that a dealer who has looked has no natural."""
        deals, numbers = self._scale
        gone = all_hands().counts[[hand]]
        return numbers.fraction(UpCardOdds(self.rules, self.shoe, self.up, gone, numbers).live[0], deals)

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

    @property
    def _scale(self) -> tuple[int, Residues]:
        return scale_for(self.rules, self.shoe)

    def _net(self, table: Array, stake: Stake) -> Fraction:
        deals, numbers = self._scale
        nets = settling(self.rules, self.shoe).nets(stake)
        rows = zip(table.reshape(-1, len(numbers.primes)), nets.ravel().tolist(), strict=True)
        return sum((numbers.fraction(row, deals) * net for row, net in rows if net), Fraction(0))
