"""Some of the dealer's cards known, set by set: what is not known is swept from the worst hand up, as the solver does.

For one set of known cards, the dealer's hands that hold it are added in ascending order. When all are in that are worth
less than some hand of the player's, that hand is asked how many of them hold none of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, permutations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import SUITS
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.sweep.source import sweep_kernel
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .count import SeenPart, Whole, part_of
from .known_cards import KnownCards, known_cards
from .set_kernel import choose_all, sweep_one_card, turn_hands

MOST_CLASSES = 8_000_000
"""Of the player's hands: each is in memory once, with its cards and its kind."""
MOST_DEALERS = 25_000_000
"""Hidden cards of the dealer's beside a known set, with all of them in memory."""
MOST_TOGETHER = 5_000_000
"""Hands that one sweep is asked about."""
MOST_HIDDEN = 6
HAND_S, SET_S, DEALER_S = 1e-7, 6e-9, 2e-7
"""On one core, about: a hand beside known cards, a set of its cards at all cuts, and a hand of the dealer's."""
SUIT_ORDERS = factorial(len(SUITS))


@dataclass(frozen=True, eq=False)
class SetCount(KnownCards):
    """Every set of known cards, up to an exchange of suits."""

    @staticmethod
    def of(core: Game, information: Information) -> SetCount | None:
        """None where the game has another form."""
        known = known_cards(core, information)
        if known is None:
            return None
        found = SetCount(core, known)
        hands, dealers = comb(len(core.deck), core.hole), comb(len(core.deck) - found.known, found.hidden)
        classes = hands / len(found.orders)
        few = classes <= MOST_CLASSES and dealers <= MOST_DEALERS and 1 <= found.hidden <= MOST_HIDDEN
        return found if few and found.rounds < 1 << 63 else None

    @property
    def rounds(self) -> int:
        """With every exchange of suits, each of which deals another round or the same once more."""
        cards, hole = len(self.game.deck), self.game.hole
        return comb(cards, self.known) * comb(cards - self.known, hole) * self.following * len(self.orders)

    @property
    def seconds(self) -> float:
        cards, hole = len(self.game.deck), self.game.hole
        sets = max(1.0, comb(cards, self.known) / SUIT_ORDERS)
        hands = comb(cards, self.known) * comb(cards - self.known, hole) / SUIT_ORDERS
        asked = sum(comb(hole, size) for size in range(min(hole, self.hidden) + 1))
        dealers = comb(cards - self.known, self.hidden)
        return sets * dealers * DEALER_S * 2.0 ** (self.hidden - 3) + hands * (HAND_S + asked * SET_S)

    @cached_property
    def orders(self) -> Whole:
        """[order, suit]: every exchange of suits, that of none first."""
        suits = sorted(SUITS.index(suit) for suit in self.game.deck.suits)
        found = permutations(suits) if self.ranking.tells.exchanges_suits else [suits]
        chosen = np.array(list(found), np.int64)
        orders = np.tile(np.arange(len(SUITS)), (len(chosen), 1))
        orders[:, suits] = chosen
        return orders

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """The player's hands from the worst to the best, one of each class…"""
        return self._ascending[0]

    @cached_property
    def kind_of(self) -> NDArray[np.int32]:
        """…their kinds…"""
        return np.searchsorted(self.kinds, self._ascending[1]).astype(np.int32)

    @cached_property
    def weights(self) -> Whole:
        """…and how many hands are of the class."""
        return self._ascending[2]

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self._ascending[1])

    @cached_property
    def _ascending(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], Whole]:
        own = self.classes(self.game.hole)
        values = self.ranking.batch(own.hands)
        order = np.argsort(values, kind="stable")
        return own.hands[order], values[order], own.weights[order]

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        sets = self.classes(self.known)
        _ = self.hands, self.kind_of, self.weights, self.cuts, self.lines, self.allowed, self._places, self.orders
        tasks = list(zip(sets.hands, sets.weights.tolist(), strict=True))
        for done, (_, totals) in enumerate(stream_tasks(self.count_set, tasks, local_threads(executor)), 1):
            if progress:
                progress(done, len(tasks), f"{self.game.title}: {len(tasks):,} classes of known cards")
            yield part_of(self.problem, totals)

    def count_set(self, known: NDArray[np.uint8], weight: int) -> Whole:
        """[choice, player's line, row]: rounds with some known cards, as often as there are sets like them."""
        stay, turns = suit_turns(self.orders, known)
        dealers = self._dealers(known)
        totals = np.zeros((len(self.choices), int(self.lines.max()) + 1, self.problem.nets.shape[1]), np.int64)
        step = max(1, MOST_TOGETHER // len(self.hands))
        for at in range(0, len(turns), step):
            hands, kinds, weights = self._hands_beside(known, turns[at : at + step])
            below = self._below(dealers, hands, kinds)
            choose_all(
                below, kinds, weights * (weight * stay), self.cuts.rows, self.cuts.counts, self.following, self.lines,
                self.allowed, self.problem.nets, self.problem.extras, totals,
            )  # fmt: skip
        return totals

    def _hands_beside(
        self, known: NDArray[np.uint8], turns: Whole
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32], Whole]:
        """The player's hands without known cards, with these exchanges of suits; their kinds and weights."""
        most = len(self.hands) * len(turns)
        hands = np.zeros((most + 1, self.game.hole), np.uint8)
        kinds, weights, found = np.zeros(most, np.int32), np.zeros(most, np.int64), 0
        held = np.bitwise_or.reduce(np.uint64(1) << known.astype(np.uint64), initial=np.uint64(0))
        for order in turns:
            suits, joker = RANKS_PER_SUIT * order[:, None] + np.arange(RANKS_PER_SUIT), [ALL_CARDS - 1]
            turn = np.concatenate((suits.ravel(), joker)).astype(np.uint8)
            found = turn_hands(self.hands, self.kind_of, self.weights, turn, held, hands, kinds, weights, found)
        return hands[:found], kinds[:found], weights[:found]

    def _below(
        self, dealers: tuple[NDArray[np.uint64], Whole], hands: NDArray[np.uint8], kinds: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """[hand, cut]: the dealer's hands that are below the cut and hold none of the player's cards."""
        slots = self.cuts.places.shape[1]
        cut = self.cuts.places.astype(np.int16)[kinds].ravel()
        events = np.argsort(cut, kind="stable")[np.count_nonzero(cut < 0) :]
        keys, codes = dealers
        below = np.zeros((len(hands), 1, slots), np.int32)
        if self.hidden == 1:
            sweep_one_card(events, cut[events], hands, keys, codes, below[:, 0])
            return below[:, 0]
        starts, some, few = _tables(self.hidden)
        choose = np.array([[comb(card, k) for k in range(MOST_HIDDEN + 1)] for card in range(ALL_CARDS)], np.uint64)
        kernel = sweep_kernel(self.game.hole, self.hidden, 0)
        suits = np.arange(len(SUITS))
        kernel(events, cut[events], hands, keys, codes, suits, suits[None, :], choose, starts,
               np.zeros(some, np.int32), np.zeros(few, np.uint8), below)  # fmt: skip
        return below[:, 0]

    def _dealers(self, known: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], Whole]:
        """The hidden cards of the dealer's hands with these known ones, from the worst hand up, and their kinds."""
        rest = np.setdiff1d(np.array(sorted(self.game.deck.faces), np.uint8), known)
        more = rest[self._places]
        hands = np.hstack((np.tile(known, (len(more), 1)), more)).astype(np.uint8)
        codes = np.searchsorted(self.dealer_kinds, self.ranking.batch(hands)).astype(np.int16)
        order = np.argsort(codes, kind="stable")
        return bits_of(more[order]), codes[order].astype(np.int64)

    @cached_property
    def _places(self) -> NDArray[np.uint8]:
        """[hidden cards, card]: places among the cards that are left."""
        left = len(self.game.deck) - self.known
        found = combinations(range(left), self.hidden)
        flat = (place for places in found for place in places)
        return np.fromiter(flat, np.uint8, comb(left, self.hidden) * self.hidden).reshape(-1, self.hidden)


def bits_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A bit for each card of a hand."""
    bits = np.zeros(len(hands), np.uint64)
    for column in hands.T:
        bits |= np.uint64(1) << column.astype(np.uint64)
    return bits


def suit_turns(orders: Whole, known: NDArray[np.uint8]) -> tuple[int, Whole]:
    """How many exchanges of suits leave these cards as they are; and one of each lot that they turn into each other."""
    held = [sorted(known[known // RANKS_PER_SUIT == suit] % RANKS_PER_SUIT) for suit in range(len(SUITS))]
    stay = [order for order in orders if all(held[suit] == held[to] for suit, to in enumerate(order))]
    first = {min(tuple(after[order].tolist()) for after in stay) for order in orders}
    return len(stay), np.array(sorted(first), np.int64)


def _tables(hidden: int) -> tuple[NDArray[np.uint64], int, int]:
    """Where the sets of each size begin, and how many sets are counted in either table of the sweep."""
    sizes = [comb(ALL_CARDS, size) for size in range(hidden + 1)]
    some, few = sizes[: hidden - 1], sizes[hidden - 1 :]
    starts = (*accumulate(some[:-1], initial=0), *accumulate(few[:-1], initial=0))
    return np.array(starts, np.uint64), sum(some), sum(few)
