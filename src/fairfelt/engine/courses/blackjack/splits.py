"""Splitting and splitting again: how many hands a pair becomes, and what the others say of each one's cards.

A hand is played by its own cards and the up card, so its result depends on the other hands only through the cards
that made them: pairs that were split again, and second cards that are known not to have been pairs. The order in which
hands are played makes no difference to the chances. A second card z that is no pair is "any card, less a pair", so

      E[result, z is no pair] = E[result] - P(z is a pair) · E[result with one pair card more gone]

and a hand with j such neighbors needs the results with 0 … j more pair cards gone, with binomial signs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules

from .hands import BUST, Counts, Hands, Ints, all_hands, settling
from .odds import Exact, Orders, UpCardOdds, zeros
from .play import HandTable, Move, Moves


@dataclass(frozen=True)
class SplitShare:
    """Of the results of one hand, or of several together: with so many pair cards gone besides the two split."""

    gone: int
    any_second: tuple[bool, ...]
    """By hand: whether its second card may make a pair that is not split; otherwise it is no pair."""


Shares = Counter[SplitShare]
"""What to add up, with whole coefficients.

Each share is to be multiplied by the probability that its pair cards come in a row.
"""


@cache
def split_shares(most_hands: int, together: int = 1) -> Mapping[tuple[int, ...], Shares]:
    """For every so many hands of a pair, by their places in the order of play.

    A pair that is split is split again whenever it may be.
    """
    shares: dict[tuple[int, ...], Shares] = defaultdict(Counter)
    for pairs, closed in _ways(2, 0, most_hands):
        for hands in combinations(range(len(closed)), together):
            any_second = tuple(closed[hand] for hand in hands)
            neighbors = closed.count(False) - any_second.count(False)
            for more in range(neighbors + 1):
                shares[hands][SplitShare(pairs + more, any_second)] += (-1) ** more * comb(neighbors, more)
    return shares


def _ways(hands: int, closed: int, most: int) -> list[tuple[int, tuple[bool, ...]]]:
    """Every way in which a pair becomes hands, from so many on, some of them with their second card.

    Gives the pair cards still to come and, for each hand without its second card, whether that may be any card.
    """
    if closed == hands:
        return [(0, ())]
    if hands == most:
        return [(0, (True,) * (hands - closed))]
    again = [(pairs + 1, rest) for pairs, rest in _ways(hands + 1, closed, most)]
    return again + [(pairs, (False, *rest)) for pairs, rest in _ways(hands, closed + 1, most)]


ONE = np.vstack((np.zeros(TEN, np.int64), np.eye(TEN, dtype=np.int64)))
"""[card]: one card that counts so much."""


@dataclass(frozen=True, eq=False)
class SplitPairs:
    """Pairs of some cards against one up card."""

    rules: BlackjackRules
    shoe: Counts
    up: int
    cards: Sequence[int]
    orders: Orders
    known: dict[int, Exact] = field(default_factory=dict)
    """How the dealer ends, as `UpCardOdds.known`."""

    def split(self, moves: Moves) -> Exact:
        """[pair, hand, ending, result]: how each hand comes out that is played so, if there is one of that number.

        A dealer's natural is left out.
        """
        shares = [split_shares(self.rules.hands_from(card)) for card in self.cards]
        most = 1 + max(share.gone for hands in shares for hand in hands.values() for share in hand)
        results = self._results(moves, most)
        ends = settling(self.rules, self.shoe)
        found = zeros(len(self.cards), self.rules.most_hands, ends.endings, ends.results)
        for at, (card, hands) in enumerate(zip(self.cards, shares, strict=True)):
            chances = self._chances(card, most)
            for (number,), hand in hands.items():
                for share, times in hand.items():
                    result = results[at, share.gone, int(share.any_second[0])]
                    found[at, number] += times * self.orders.times(chances[share.gone], result)
        return found

    def _chances(self, card: int, most: int) -> Exact:
        """[gone]: the probability that the next cards are so many pair cards."""
        left, unseen = self.shoe[card - 1] - 2 - (card == self.up), sum(self.shoe) - 3
        drawn = np.arange(most)
        ways = np.cumprod([1, *(left - drawn[:-1]).clip(0).tolist()], dtype=object)
        return self.orders.ratio(ways, np.cumprod([1, *(unseen - drawn[:-1]).tolist()], dtype=object))

    def _results(self, moves: Moves, most: int) -> Exact:
        """[pair, gone, any second card, ending, result]: of one hand, with so many pair cards gone besides the two."""
        orders, hands = self.orders, all_hands()
        card = np.repeat(self.cards, most)
        gone = np.tile(np.arange(most), len(self.cards))
        extra = (gone + 1)[:, None] * ONE[card]
        rows = [places for pair in self.cards for places in [self._reached(hands, pair, moves)] * most]
        block = np.repeat(np.arange(len(rows)), [len(places) for places in rows])
        places = np.concatenate(rows)
        against = UpCardOdds(self.rules, self.shoe, self.up, hands.counts[places] + extra[block], orders, self.known)
        table = HandTable(hands, places, block, against)
        outcomes = table.outcomes(self._moves(moves, places, card[block]))
        draw = UpCardOdds(self.rules, self.shoe, self.up, ONE[card] + extra, orders).draw
        found = zeros(len(rows), 2, *outcomes.shape[1:3])
        for second in range(1, TEN + 1):
            at = table.local[np.arange(len(rows)), hands.twos[card, second]]
            part = orders.times(draw[:, second - 1][:, None, None], outcomes[at])
            found[:, 1] += part
            found[card != second, 0] += part[card != second]
        return found.reshape(len(self.cards), most, *found.shape[1:])

    def _moves(self, moves: Moves, places: Ints, card: Ints) -> Ints:
        """Split aces may have to stand with one card."""
        stands = (card == ACE) & (not self.rules.split_aces_draw)
        return np.where(stands, Move.STAND, moves[:, places])

    def _reached(self, hands: Hands, card: int, moves: Moves) -> Ints:
        """All hands that one card can become by those moves."""
        starts = hands.twos[card, 1:].tolist()
        stands = card == ACE and not self.rules.split_aces_draw
        return np.array(sorted(starts), np.int64) if stands else reachable_hands(hands, starts, moves)


def reachable_hands(hands: Hands, starts: Sequence[int], moves: Moves) -> Ints:
    """All hands that play comes to from some hands, those themselves among them."""
    hit = (moves[0] == Move.HIT).tolist()
    found, waiting = set(starts), [start for start in starts if hit[start]]
    while waiting:
        new = {after for after in hands.following[waiting].ravel().tolist() if after != BUST} - found
        found |= new
        waiting = [hand for hand in new if hit[hand]]
    reached = last = np.array(sorted(found), np.int64)
    for doubled in moves:
        last = np.unique(hands.following[last[doubled[last] >= Move.FREE_DOUBLE]].ravel())
        last = last[last != BUST]
        reached = np.union1d(reached, last)
    return reached
