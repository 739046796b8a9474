"""Pairs that are split, and split again: how many hands come out how, all pairs against one up card at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules

from .hands import BUST, Counts, Hands, Ints, all_hands
from .play import HandTable, Move, Moves
from .residues import Array, Numbers
from .settling import settling
from .shoe import KnownFinals, UpCardOdds
from .splits import split_shares

ONE = np.vstack((np.zeros(TEN, np.int64), np.eye(TEN, dtype=np.int64)))
"""[card]: one card that counts so much."""


@dataclass(frozen=True, eq=False)
class SplitPairs:
    """Pairs of some cards against one up card."""

    rules: BlackjackRules
    shoe: Counts
    up: int
    cards: Sequence[int]
    numbers: Numbers
    known: KnownFinals = field(default_factory=KnownFinals)

    def split(self, moves: Moves) -> Array:
        """[pair, hand, ending, result]: how each hand comes out that is played so, if there is one of that number.

        A dealer's natural is left out.
        """
        shares = [split_shares(self.rules.hands_from(card)) for card in self.cards]
        most = 1 + max(share.gone for hands in shares for hand in hands for share in hand)
        results, numbers = self._results(moves, most), self.numbers
        ends = settling(self.rules, self.shoe)
        found = numbers.zeros(len(self.cards), self.rules.most_hands, ends.endings, ends.results)
        for at, (card, hands) in enumerate(zip(self.cards, shares, strict=True)):
            chances = self._chances(card, most)
            for number, hand in enumerate(hands):
                for share, times in hand.items():
                    result = results[at, share.gone, int(share.any_second)]
                    part = numbers.times(chances[share.gone, None, None], result)
                    found[at, number] = numbers.reduced(found[at, number] + times * part)
        return found

    def _chances(self, card: int, most: int) -> Array:
        """[gone]: the probability that the next cards are so many pair cards."""
        left, unseen = self.shoe[card - 1] - 2 - (card == self.up), sum(self.shoe) - 3
        drawn = np.arange(most)
        ones = self.numbers.ratio((left - drawn).clip(0), unseen - drawn)
        chances = self.numbers.ratio(drawn + 1, drawn + 1)
        for gone in range(1, most):
            chances[gone:] = self.numbers.times(chances[gone:], ones[gone - 1 : gone])
        return chances

    def _results(self, moves: Moves, most: int) -> Array:
        """[pair, gone, any second card, ending, result]: of one hand, with so many pair cards gone besides the two."""
        numbers, hands = self.numbers, all_hands()
        card = np.repeat(self.cards, most)
        gone = np.tile(np.arange(most), len(self.cards))
        extra = (gone + 1)[:, None] * ONE[card]
        rows = [places for pair in self.cards for places in [self._reached(hands, pair, moves)] * most]
        block = np.repeat(np.arange(len(rows)), [len(places) for places in rows])
        places = np.concatenate(rows)
        against = UpCardOdds(self.rules, self.shoe, self.up, hands.counts[places] + extra[block], numbers, self.known)
        table = HandTable(hands, places, block, against)
        outcomes = table.outcomes(self._moves(moves, places, card[block]))
        draw = UpCardOdds(self.rules, self.shoe, self.up, ONE[card] + extra, numbers).draw
        found = numbers.zeros(len(rows), 2, *outcomes.shape[1:3])
        for second in range(1, TEN + 1):
            at = table.local[np.arange(len(rows)), hands.twos[card, second]]
            part = numbers.times(draw[:, second - 1][:, None, None], outcomes[at])
            found[:, 1] += part
            found[card != second, 0] += part[card != second]
        return numbers.reduced(found).reshape(len(self.cards), most, *found.shape[1:])

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
