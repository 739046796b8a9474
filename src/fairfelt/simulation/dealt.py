"""Dealt games that no kernel is written for, sampled many rounds at once: the solution itself decides each street."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Solution
from fairfelt.exact.core.levels import PLACES
from fairfelt.exact.core.rows import showdown_rows
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.estimate.draw import Places, draws, line_numbers, showdown_numbers
from fairfelt.exact.view import View
from fairfelt.rules import Cards, Facts, Game

from .cells import Cell, CellTally, count_pairs
from .kernels import Counts

BLOCK: Final = 1 << 14


def sample_dealt(
    game: Game, solution: Solution, *, rounds: int, seed: int, seats: int, tell: Callable[[int], None]
) -> tuple[CellTally, Counts]:
    """Deal so many rounds; `tell` hears how many are done."""
    dealer, alone, pairs = _Dealer(game, solution, seats), Counter[Cell](), Counter[tuple[Cell, Cell]]()
    for done in range(0, rounds, BLOCK):
        tell(done)
        ends = dealer.deal(min(BLOCK, rounds - done), (seed * 1_000_003 + done) % 2**32)
        for row, times in zip(*np.unique(ends, axis=0, return_counts=True), strict=True):
            cells = [dealer.cell(row[seat]) for seat in range(seats)]
            for cell in cells:
                alone[cell] += int(times)
            for pair in combinations(cells, 2):
                pairs[pair] += int(times)
    tell(rounds)
    return CellTally(game, tuple(alone)), count_pairs(alone, pairs, seats)


class _Dealer:
    def __init__(self, game: Game, solution: Solution, seats: int) -> None:
        self.game, self.solution, self.seats = game, solution, seats
        self.tree, self.levels = tree_of(game), View.of(game).levels
        self.rows = showdown_rows(game) if game.showdown else None
        self.on_hands = [wager for wager in game.wagers if wager.ranking]
        self.deck = np.array(game.deck.cards, np.uint8)

    def deal(self, rounds: int, seed: int) -> NDArray[np.int64]:
        """[round, seat, number]: the path, the row of the showdown, and the line of every bet on a hand of its own."""
        shared, theirs = (self.game.deal.count(place) for place in PLACES[1:])
        hole, nothing = self.game.hole, np.empty((rounds, 0), np.uint8)
        cards = draws(seed, nothing, self.deck, 1, self.seats * hole + shared + theirs)[:, 0]
        own, community, dealer = np.split(cards, [self.seats * hole, self.seats * hole + shared], axis=1)
        ends = []
        for seat in range(self.seats):
            hand = own[:, seat * hole : (seat + 1) * hole]
            ends.append(self._ends({Cards.OWN: hand, Cards.COMMUNITY: community, Cards.DEALER: dealer}))
        return np.stack(ends, axis=1)

    def cell(self, numbers: NDArray[np.int64]) -> Cell:
        """What those numbers stand for."""
        path, row, *lines = numbers.tolist()
        return Cell(self.tree.paths[path], self.rows.facts[row] if self.rows else Facts(), tuple(lines))

    def _ends(self, places: Places) -> NDArray[np.int64]:
        lines = [
            line_numbers(wager.ranking, places, wager.on, wager.against, wager.first)
            for wager in self.on_hands
            if wager.ranking
        ]
        return np.stack([self._paths(places), showdown_numbers(self.game, self.rows, places), *lines], axis=1)

    def _paths(self, places: Places) -> NDArray[np.int64]:
        """How each round goes, decided street by street."""
        rounds = len(places[Cards.OWN])
        state, street = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        for level in self.levels:
            sights = np.hstack([places[place][:, :seen] for place, seen in zip(PLACES, level.counts, strict=True)])
            for at in level.streets:
                for came_from in range(len(self.tree.arrivals[at])):
                    here = np.flatnonzero((street == at) & (state == came_from))
                    if not len(here):
                        continue
                    known = came_from if self.solution.states(at) > 1 else 0
                    chosen = self.solution.decide(at, np.ascontiguousarray(sights[here]), known)
                    street[here] = self.tree.leads_to[at][came_from, chosen]
                    state[here] = self.tree.arrives_as[at][came_from, chosen]
        return state
