"""The player's side: how a hand comes out by given choices, and which choices are best.

A hand is played by its own cards and the dealer's up card, whatever else has been seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import TWENTY_ONE, BlackjackRules, Surrender

from .hands import BUST, DOUBLED, FREE_DOUBLED, GIVEN_UP, LOSE, NOT_AT_ONCE, PLAIN, Hands, Ints, Stake
from .odds import Exact, UpCardOdds, zeros


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
