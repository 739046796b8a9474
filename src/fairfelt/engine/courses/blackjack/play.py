"""The player's side: how a hand comes out by given choices, which choices are best, and what a split pair becomes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, Surrender

from .dealer import Exact, Orders, UpCardOdds, zeros
from .hands import (
    BUST,
    DOUBLED,
    FREE_DOUBLED,
    GIVEN_UP,
    LOSE,
    NOT_AT_ONCE,
    PLAIN,
    Counts,
    Hands,
    Ints,
    Stake,
    all_hands,
    settling,
)

# The player's side: how a hand comes out by given choices, and which choices are best.
#
# A hand is played by its own cards and the dealer's up card, whatever else has been seen.


class Move(IntEnum):
    """What to do with a hand, in ascending order of the bet."""

    SURRENDER = 0
    STAND = 1
    HIT = 2
    FREE_DOUBLE = 3
    DOUBLE = 4


Moves = Ints
"""[doublings, hand]: what to do with a hand that was doubled so often with money."""


@dataclass(frozen=True, eq=False)
class HandTable:
    """Some hands against one up card, in blocks: a block holds hands that grow into each other."""

    hands: Hands
    places: Ints
    """Among all hands."""
    block: Ints
    """To which block each belongs."""
    against: UpCardOdds

    @cached_property
    def local(self) -> Ints:
        """[block, hand]: the place of a hand here; after the last one if it is bust or not in the block."""
        local = np.full((int(self.block.max(initial=0)) + 1, len(self.hands) + 1), len(self.places), np.int64)
        local[self.block, self.places] = np.arange(len(self.places))
        return local

    @cached_property
    def following(self) -> Ints:
        """[hand, card]: the place here of the hand with one card more."""
        return np.asarray(self.local[self.block[:, None], self.hands.following[self.places]], np.int64)

    def standing(self, moves: Moves) -> Exact:
        """[hand, won pushed or lost]: how hands come out that stand, as far as these moves ask for it; else zeros."""
        stood = np.zeros(len(self.places) + 1, np.bool_)
        stood[:-1] = moves[0] == Move.STAND
        for doubled in moves:
            stood[self.following[doubled >= Move.FREE_DOUBLE]] = True
        rows = np.flatnonzero(stood[:-1])
        found = zeros(len(stood), GIVEN_UP)
        found[rows] = self.against.only(rows).standing(self.hands.total[self.places[rows]])
        return found

    @cached_property
    def busts(self) -> Exact:
        """[hand]: the probability that one card more is too much."""
        return self.against.live_with(self.hands.following[self.places] == BUST)

    def with_one_card(self, results: Exact, rows: Ints) -> Exact:
        """[row, …]: what hands come to by a card each, where they do not bust; results end in a row of zeros."""
        return self.against.orders.drawn(self.against.draw[rows], results, self.following[rows])

    def outcomes(self, moves: Moves) -> Exact:
        """[hand, ending, result]: how hands come out that are played so; a row of zeros at the end."""
        ends = self.against.settling
        first, standing = moves[0], self.standing(moves)
        found = self._empty()
        rows = np.flatnonzero(first == Move.STAND)
        found[rows, PLAIN, :GIVEN_UP] = standing[rows]
        self._give_up(found, PLAIN, first)
        at_once = ends.at_once[0][self.places]
        rows = np.flatnonzero(at_once != NOT_AT_ONCE)
        found[rows] = 0
        found[rows, PLAIN, at_once[rows]] = self.against.live[rows]
        rows = np.flatnonzero(first == Move.FREE_DOUBLE)
        found[rows, FREE_DOUBLED, :GIVEN_UP] = self.with_one_card(standing, rows)
        self._bust(found, FREE_DOUBLED, rows)
        rows = np.flatnonzero(first == Move.DOUBLE)
        found[rows] = self.with_one_card(self._doubled(moves, 1, standing), rows)
        self._bust(found, DOUBLED, rows)
        hits, hard = first == Move.HIT, self.hands.hard[self.places]
        for total in sorted(set(hard[hits].tolist()), reverse=True):
            rows = np.flatnonzero(hits & (hard == total))
            found[rows] = self.with_one_card(found, rows)
            self._bust(found, PLAIN, rows)
        return found

    def _empty(self) -> Exact:
        ends = self.against.settling
        return zeros(len(self.places) + 1, ends.endings, ends.results)

    def _bust(self, found: Exact, ending: int, rows: Ints) -> None:
        """Hands that lose with one card more."""
        found[rows, ending, LOSE] += self.busts[rows]

    def _give_up(self, found: Exact, ending: int, moves: Ints) -> None:
        if self.against.settling.gives_up:
            rows = np.flatnonzero(moves == Move.SURRENDER)
            found[rows, ending, GIVEN_UP] = self.against.live[rows]

    def _doubled(self, moves: Moves, doublings: int, standing: Exact) -> Exact:
        """[hand, ending, result]: how hands come out that were doubled so often and have got their card."""
        ends, found, now = self.against.settling, self._empty(), moves[doublings]
        ending = ends.ending(doublings)
        rows = np.flatnonzero(now == Move.STAND)
        found[rows, ending, :GIVEN_UP] = standing[rows]
        self._give_up(found, ending, now)
        rows = np.flatnonzero(now == Move.DOUBLE)
        if len(rows):
            found[rows] = self.with_one_card(self._doubled(moves, doublings + 1, standing), rows)
            self._bust(found, ends.ending(doublings + 1), rows)
        return found


@dataclass(frozen=True, eq=False)
class MoveValues:
    """What every move is worth with every hand against one up card, with one kind of stake."""

    worth: Exact
    """[doublings, hand, move]: net result and no dealer's natural, best moves following; minus infinity if it is not
    allowed. In parts of the scale of the odds times the unit of the settling."""

    @property
    def values(self) -> Exact:
        """[hand]: of the best move with a hand that was not doubled."""
        return np.asarray(self.worth[0].max(axis=1), object)

    @cached_property
    def moves(self) -> Moves:
        """The best ones; of equal ones the larger bet."""
        return np.asarray(self.worth.shape[2] - 1 - self.worth[:, :, ::-1].argmax(axis=2), np.int64)

    def after_split(self, rules: BlackjackRules) -> MoveValues:
        """The same where doubling, or giving up the first two cards, is not allowed."""
        worth = self.worth.copy()
        if not rules.doubles_after_split:
            worth[0, :, Move.FREE_DOUBLE :] = -np.inf
        if rules.surrender is not Surrender.ANY_TIME:
            worth[0, :, Move.SURRENDER] = -np.inf
        return MoveValues(worth)


def best_moves(table: HandTable, stake: Stake) -> MoveValues:
    """Backward induction over all hands. A hand of 21 stands, and so does one that is paid at once."""
    hands, rules, ends = table.hands, table.against.rules, table.against.settling
    size, busts, live, nets = len(hands), table.busts, table.against.live, ends.scaled_nets(stake)
    everywhere, open_hands = np.arange(size), hands.total < TWENTY_ONE
    standing = zeros(size + 1, GIVEN_UP)
    standing[:size] = table.against.standing(hands.total)
    worth = np.full((rules.redoubles + 2, size, len(Move)), -np.inf, object)
    for doublings in range(rules.redoubles + 1, 0, -1):
        ending, now = ends.ending(doublings), worth[doublings]
        now[:, Move.STAND] = standing[:size] @ nets[ending, :GIVEN_UP]
        if rules.rescues:
            now[open_hands, Move.SURRENDER] = (live * nets[ending, GIVEN_UP])[open_hands]
        if doublings <= rules.redoubles:
            again = _drawn_to(table, worth[doublings + 1]) + busts * nets[ends.ending(doublings + 1), LOSE]
            now[open_hands, Move.DOUBLE] = again[open_hands]
    first, at_once = worth[0], ends.at_once[0]
    first[:, Move.STAND] = standing[:size] @ nets[PLAIN, :GIVEN_UP]
    paid = np.flatnonzero(at_once != NOT_AT_ONCE)
    first[paid, Move.STAND] = live[paid] * nets[PLAIN, at_once[paid]]
    open_hands = open_hands & (at_once == NOT_AT_ONCE)
    if rules.surrender is not Surrender.NO:
        rows = open_hands & ((hands.size == 2) | (rules.surrender is Surrender.ANY_TIME))
        first[rows, Move.SURRENDER] = live[rows] * nets[PLAIN, GIVEN_UP]
    free, doubled = (rows & open_hands for rows in _doubles(hands, rules))
    drawn_free = table.with_one_card(standing, everywhere) @ nets[FREE_DOUBLED, :GIVEN_UP]
    first[free, Move.FREE_DOUBLE] = (drawn_free + busts * nets[FREE_DOUBLED, LOSE])[free]
    first[doubled, Move.DOUBLE] = (_drawn_to(table, worth[1]) + busts * nets[DOUBLED, LOSE])[doubled]
    values = zeros(size + 1)
    for total in range(int(hands.hard.max()), -1, -1):
        rows = everywhere[hands.at(total)]
        played = rows[open_hands[rows]]
        first[played, Move.HIT] = table.with_one_card(values, played) + busts[played] * nets[PLAIN, LOSE]
        values[rows] = first[rows].max(axis=1)
    return MoveValues(worth)


def _drawn_to(table: HandTable, worth: Exact) -> Exact:
    """[hand]: what a card is worth, the best move following, where it does not bust the hand."""
    values = np.append(worth.max(axis=1), 0)
    return table.with_one_card(values, np.arange(len(worth)))


def _doubles(hands: Hands, rules: BlackjackRules) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which hands may be doubled free, and which with money."""
    looks = list(zip(hands.size.tolist(), hands.total.tolist(), hands.soft.tolist(), strict=True))
    answers = {look: (rules.doubles_free(*look[:2], soft=look[2]), rules.may_double(*look[:2])) for look in set(looks)}
    free, paid = np.array([answers[look] for look in looks]).T
    return free, paid & ~free


# Splitting and splitting again: how many hands a pair becomes, and what the others say of each one's cards.
#
# A hand is played by its own cards and the up card, so its result depends on the other hands only through the cards
# that made them: pairs that were split again, and second cards that are known not to have been pairs. The order in
# which hands are played makes no difference to the chances. A second card z that is no pair is "any card, less a pair",
# so
#
#       E[result, z is no pair] = E[result] - P(z is a pair) · E[result with one pair card more gone]
#
# and a hand with j such neighbors needs the results with 0 … j more pair cards gone, with binomial signs.


@dataclass(frozen=True)
class SplitShare:
    """Of the results of one hand, or of several together: with n pair cards gone besides the two split."""

    gone: int
    any_second: tuple[bool, ...]
    """By hand: whether its second card may make a pair that is not split; otherwise it is no pair."""


Shares = Counter[SplitShare]
"""What to add up, with integer coefficients.

Each share is to be multiplied by the probability that its pair cards come in a row.
"""


@cache
def split_shares(most_hands: int, together: int = 1) -> Mapping[tuple[int, ...], Shares]:
    """For every n hands of a pair, by their places in the order of play.

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
    """Every way in which a pair becomes hands, from n on, some of them with their second card.

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
        """[gone]: the probability that the next cards are n pair cards."""
        left, unseen = self.shoe[card - 1] - 2 - (card == self.up), sum(self.shoe) - 3
        drawn = np.arange(most)
        ways = np.cumprod([1, *(left - drawn[:-1]).clip(0).tolist()], dtype=object)
        return self.orders.ratio(ways, np.cumprod([1, *(unseen - drawn[:-1]).tolist()], dtype=object))

    def _results(self, moves: Moves, most: int) -> Exact:
        """[pair, gone, any second card, ending, result]: of one hand, with n pair cards gone besides the two."""
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
