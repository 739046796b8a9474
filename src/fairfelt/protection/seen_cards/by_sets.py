"""Some of the dealer's cards known, set by set: what is not known is swept from the worst hand up, as the solver does.

For one set of known cards, the dealer's hands that hold it are added in ascending order. When all are in that are worth
less than some hand of the player's, that hand is asked how many of them hold none of its cards. Where every card is
known, nothing but how a round ends matters, so that all of the dealer's hands are one sweep.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT, all_hands
from fairfelt.compute.executors import stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.sweep.source import sweep_kernel
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .count import SeenPart, Whole
from .set_kernel import choose_all, choose_knowing, sweep_one_card, take_first_of_orders
from .known_cards import KnownCards, known_cards

MOST_HANDS = 25_000_000
"""Of the player's: each is in memory once, with its cards and its kind."""
MOST_HIDDEN = 6
SCAN_S, SET_S, DEALER_S = 1e-8, 2.5e-9, 3e-7
"""On one core, about: a hand beside known cards, a set of its cards at a cut, and a hand of the dealer's."""
SUITS = 4


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
        few = comb(len(core.deck), core.hole) <= MOST_HANDS and comb(len(core.deck), found.dealer) <= MOST_HANDS
        return found if few and found.swept <= MOST_HIDDEN else None

    @property
    def knows_all(self) -> bool:
        """Whether no card of the dealer's is hidden."""
        return not self.hidden

    @property
    def seen(self) -> int:
        """Cards of the sets that are looked at one by one."""
        return 0 if self.knows_all else self.known

    @property
    def swept(self) -> int:
        """The dealer's other cards."""
        return self.dealer - self.seen

    @property
    def rounds(self) -> int:
        cards, hole = len(self.game.deck), self.game.hole
        return comb(cards, self.seen) * comb(cards - self.seen, hole) * comb(cards - self.seen - hole, self.swept)

    @property
    def seconds(self) -> float:
        cards, hole, orders = len(self.game.deck), self.game.hole, SUITS * (SUITS - 1) * (SUITS - 2)
        sets = comb(cards, self.seen) / orders
        asked = sum(comb(hole, size) for size in range(min(hole, self.swept) + 1))
        hands = comb(cards - self.seen, hole) * max(sets, 1 / 4)
        sets = max(sets, 1)
        return (
            sets * comb(cards, hole) * SCAN_S
            + hands * asked * 3 * SET_S
            + sets * comb(cards - self.seen, self.swept) * DEALER_S
        )

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """All hands of the player's, each in ascending order, from the worst to the best…"""
        return np.sort(all_hands(self.game.deck, self.game.hole), axis=1)[self._values_and_order[1]]

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """…the bits of their cards…"""
        return bits_of(self.hands)

    @cached_property
    def kind_of(self) -> NDArray[np.int32]:
        """…and their kinds."""
        values, order = self._values_and_order
        return np.searchsorted(self.kinds, values[order]).astype(np.int32)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self._values_and_order[0])

    @cached_property
    def _values_and_order(self) -> tuple[NDArray[np.int32], Whole]:
        values = self.ranking.batch(np.sort(all_hands(self.game.deck, self.game.hole), axis=1))
        return values, np.argsort(values, kind="stable")

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        sets = self.classes(self.seen)
        _ = self.masks, self.kind_of, self.cuts, self.lines, self.allowed  # made once, before the threads begin
        tasks = list(zip(sets.hands, sets.weights.tolist(), strict=True))
        for done, (_, totals) in enumerate(stream_tasks(self.count_set, tasks, executor), 1):
            if progress:
                progress(done, len(tasks), f"{self.game.title}: {len(tasks):,} classes of known cards")
            yield self.part(totals)

    def count_set(self, known: NDArray[np.uint8], weight: int) -> Whole:
        """[choice, player's line, row]: rounds with some known cards, as often as there are sets like them."""
        orders = suit_orders(known) if self.ranking.tells.exchanges_suits else np.arange(SUITS)[None, :]
        kept, weights = self._hands_beside(known, orders)
        hands, kinds = self.hands[kept], self.kind_of[kept].astype(np.int64)
        below = self._below(known, hands, kinds)
        totals = np.zeros((len(self.choices), int(self.lines.max()) + 1, self.problem.nets.shape[1]), np.int64)
        choose = choose_knowing if self.knows_all else choose_all
        following = comb(len(self.game.deck) - self.seen - self.game.hole, self.swept)
        choose(below, kinds, weights * weight, self.cuts.rows, self.cuts.counts, following, self.lines, self.allowed,
               self.problem.nets, self.problem.extras, totals)  # fmt: skip
        return totals

    def _hands_beside(self, known: NDArray[np.uint8], orders: Whole) -> tuple[NDArray[np.int32], Whole]:
        """The player's hands without known cards, one for all that are alike beside these; and how many those are."""
        kept, weights = np.zeros(len(self.masks), np.int32), np.zeros(len(self.masks), np.int8)
        held = np.bitwise_or.reduce(np.uint64(1) << known.astype(np.uint64), initial=np.uint64(0))
        found = take_first_of_orders(self.masks, held, orders, kept, weights)
        return kept[:found], weights[:found].astype(np.int64)

    def _below(self, known: NDArray[np.uint8], hands: NDArray[np.uint8], kinds: Whole) -> NDArray[np.int32]:
        """[hand, cut]: the dealer's hands with the known cards that are below the cut and hold none of the player's."""
        slots = self.cuts.places.shape[1]
        cut = self.cuts.places.astype(np.int16)[kinds].ravel()
        events = np.argsort(cut, kind="stable")[np.count_nonzero(cut < 0) :]
        keys, codes = self._dealers(known)
        below = np.zeros((len(hands), 1, slots), np.int32)
        if self.swept == 1:
            sweep_one_card(events, cut[events], hands, keys, codes, below[:, 0])
            return below[:, 0]
        starts, some, few = _tables(self.swept)
        choose = np.array([[comb(card, k) for k in range(MOST_HIDDEN + 1)] for card in range(ALL_CARDS)], np.uint64)
        kernel = sweep_kernel(self.game.hole, self.swept, 0)
        kernel(events, cut[events], hands, keys, codes, np.arange(SUITS), np.arange(SUITS)[None, :], choose, starts,
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
        left = len(self.game.deck) - self.seen
        found = combinations(range(left), self.swept)
        flat = (place for places in found for place in places)
        return np.fromiter(flat, np.uint8, comb(left, self.swept) * self.swept).reshape(-1, self.swept)


def bits_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A bit for each card of a hand."""
    bits = np.zeros(len(hands), np.uint64)
    for column in hands.T:
        bits |= np.uint64(1) << column.astype(np.uint64)
    return bits


def suit_orders(known: NDArray[np.uint8]) -> Whole:
    """[order, suit]: the exchanges of suits that leave these cards as they are, that of no suit first."""
    held = [sorted(known[known // RANKS_PER_SUIT == suit] % RANKS_PER_SUIT) for suit in range(SUITS)]
    orders = permutations(range(SUITS))
    return np.array([order for order in orders if all(held[a] == held[b] for a, b in enumerate(order))], np.int64)


def _tables(hidden: int) -> tuple[NDArray[np.uint64], int, int]:
    """Where the sets of each size begin, and how many sets are counted in either table of the sweep."""
    sizes = [comb(ALL_CARDS, size) for size in range(hidden + 1)]
    some, few = sizes[: hidden - 1], sizes[hidden - 1 :]
    starts = (*accumulate(some[:-1], initial=0), *accumulate(few[:-1], initial=0))
    return np.array(starts, np.uint64), sum(some), sum(few)
