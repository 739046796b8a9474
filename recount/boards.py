"""Two cards each and five shared, at full size: every board is dealt, and every two cards on it.

On a board the hands of two cards are compared as those of a showdown. A decision is made by the sum over all that is
still hidden: what a hand comes to with five shared cards is added up for each four of them, and so on to the flop.
Shared cards that differ by an exchange of suits are counted once: a sum is kept for those that stand for all, and the
hand becomes what it is where the cards become these.

Everything is an integer below 2^63: 990 hands of the dealer, 48 x 49 cards to come, 22,100 flops, 12 like hands and 24
exchanges make less than 2^44 results, each of less than 2^12 units.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numba import njit

from .cards import parse_cards
from .evaluator import BITS, LINE, pack, rank_hand
from .rankings import LINES
from .showdowns import count_cells
from .streets import CELLS, State, StreetGame
from .tables import BINOMIALS, ORDERS, Numbers, all_hands, exchange_suits, index_of, like_hands, numbers_of

FLOP, RIVER = 3, 5
"""Shared cards on the board."""
HANDS, DEALS = comb(52, 2), comb(45, 2)
BACK = [ORDERS.index(tuple(map(order.index, range(4)))) for order in ORDERS]


@njit(cache=True)
def value_board(board: Numbers, least: int, pays: Numbers) -> Numbers:
    """[own hand, state]: what it wins from all hands of the dealer."""
    hands, values = np.zeros((1081, 2), np.int64), np.zeros(1081, np.int64)
    found, shared, at = np.zeros((HANDS, len(pays)), np.int64), 0, 0
    for card in board:
        shared |= BITS[card]
    for high in range(52):
        for low in range(high):
            if not shared & (BITS[high] | BITS[low]):
                hands[at] = low, high
                values[at] = rank_hand(shared | BITS[high] | BITS[low], 0)
                at += 1
    cells = count_cells(hands, values, hands, values, least, DEALS, 0, 52)
    for at in range(len(hands)):
        won = found[hands[at, 0] + BINOMIALS[hands[at, 1], 2]]
        for state in range(len(pays)):
            for cell in range(CELLS):
                won[state] += pays[state, values[at] >> LINE, cell] * cells[at, 0, cell]
    return found


OWN = exchange_suits(all_hands(52, 2))
"""[exchange, own hand]: what it becomes."""


class BoardGame:
    """Hold'em by poker's own ranking."""

    def __init__(self, game: StreetGame) -> None:
        self.game = game
        self.states: list[State] = [(game.openings(), False)]
        self.choices: dict[int, list[list[int]]] = {}
        """By the cards on the board: the states to which the choices in each state lead."""
        seen, reached = 0, {0}
        for street in game.streets:
            seen += street.get("community", 0)
            after = [list(game.choices(street, state, ())) for state in self.states]
            for state in (state for at in reached for state in after[at]):
                self.states += [] if state in self.states else [state]
            rows = [list(map(self.states.index, row)) if at in reached else [at] for at, row in enumerate(after)]
            self.choices[seen], reached = rows, {to for at in reached for to in rows[at]}

    @staticmethod
    def knows(game: StreetGame) -> bool:
        """Whether a game is hold'em on a full deck, with a showdown by poker's ranking."""
        shape, ranking = (game.own, game.dealer, game.community), game.form.get("showdown", {}).get("ranking")
        return shape == (2, 2, RIVER) and ranking == "poker" and len(game.deck) == 52

    def decide(self, seen: int, values: Numbers) -> Numbers:
        """[…, state]: the values of the best choices, from those of the states to which they lead."""
        found = values.copy()
        for state, row in enumerate(self.choices.get(seen, [])):
            found[..., state] = values[..., row].max(axis=-1)
        return found

    def count_round(self) -> Fraction:
        """What a round wins on average with the best choice at every decision."""
        game, none = self.game, ("",) * len(self.game.round)
        least = rank_hand(pack(parse_cards(game.form["showdown"]["qualify"]["least"])), 0) if game.least else 0
        pays = np.array([[game.pay_cells(line, none, state) for line in LINES["poker"]] for state in self.states])
        assert abs(pays).max() < 1 << 12
        boards = numbers_of([board for board, _ in like_hands(RIVER)])
        values: Iterable[Numbers] = (value_board(board, least, pays) for board in boards)
        for seen in range(RIVER, FLOP, -1):
            values = self._add_up(seen, values)
        total = np.zeros((HANDS, len(self.states)), np.int64)
        for (_, ways), each in zip(like_hands(FLOP), values, strict=True):
            total += ways * self.decide(FLOP, each)
        alike: dict[int, Numbers] = defaultdict(lambda: np.zeros(len(self.states), np.int64))
        for own, becomes in enumerate(OWN.T):
            alike[becomes.min()] += total[own]
        best = sum(int(self.decide(0, each)[0]) for each in alike.values())
        return Fraction(best, HANDS * comb(50, FLOP) * 47 * 46 * DEALS * game.unit)

    def _add_up(self, seen: int, values: Iterable[Numbers]) -> Numbers:
        """[set with a card less, own hand, state]: the sums over the card that follows, after the best choices."""
        fewer = exchange_suits(numbers_of([cards for cards, _ in like_hands(seen - 1)])).T
        standing = np.zeros((comb(52, seen - 1), 2), np.int64)
        for number, becomes in enumerate(fewer):
            standing[becomes] = np.c_[np.full(len(ORDERS), number), BACK]
        found = np.zeros((len(fewer), HANDS, len(self.states)), np.int64)
        for (board, ways), each in zip(like_hands(seen), values, strict=True):
            best = ways * self.decide(seen, each)
            for number, order in standing[index_of(numbers_of(list(combinations(board, seen - 1))))]:
                found[number, OWN[order]] += best
        for each, becomes in zip(found, fewer, strict=True):
            same = np.flatnonzero(becomes == becomes[0])  # what leaves the shared cards the same makes hands alike
            each[:] = each[OWN[same]].sum(axis=0) // len(ORDERS)
        return found
