"""Exposed or marked cards of the dealer's at showdowns that are swept: one card by ranks, any number set by set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import COLUMNS, RANK_OF, Counter, Counts, IntArray
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.problem import decides_once
from fairfelt.engine.core.rank_choices import counts_by_ranks
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SUITS, SuitClasses, single_hands, suit_classes
from fairfelt.runtime.compute.executors import split_by_size
from fairfelt.runtime.compute.jit import njit

from .by_ranks import DealerByRanks, dealer_by_ranks, sweep_by_ranks
from .solver import MOST_CARDS, fits, sets_tables
from .source import sweep_kernel

# Kernels of exposed cards at showdowns that are swept: hands beside known cards, and what they leave.
#
# All of them only count hands of the dealer's, which are fewer than 2^31.


@njit(nogil=True, cache=True)
def turn_hands(
    hands: Array, kinds: Array, weights: Array, turn: Array, known: int, turned: Array, turned_kinds: Array,
    turned_weights: Array, found: int,
) -> int:  # fmt: skip
    """Hands with their suits exchanged, those that hold no known card, each in ascending order.

    turn     [card]        the card that it becomes
    known    a bit for each known card
    turned…  [hand, card]  out, from place `found` on; how many there are then
    """
    one = np.uint64(1)
    for hand in range(len(hands)):
        free = True
        for at in range(hands.shape[1]):
            card, place = turn[hands[hand, at]], at
            free = free and not known >> np.uint64(card) & one
            while place and turned[found, place - 1] > card:
                turned[found, place] = turned[found, place - 1]
                place -= 1
            turned[found, place] = card
        if free:
            turned_kinds[found], turned_weights[found] = kinds[hand], weights[hand]
            found += 1
    return found


@njit(nogil=True, cache=True)
def sweep_one_card(events: Array, cuts: Array, hands: Array, keys: Array, kinds: Array, below: Array) -> None:
    """The sweep where one card of the dealer's is unknown: those that make less, but for the player's.

    events  [event]      the hand times the cuts there can be, and which of its cuts; in ascending order of `cuts`
    keys    [card]       its bit, in ascending order of `kinds`
    below   [hand, cut]  out
    """
    slots, added, lower = below.shape[1], 0, np.uint64(0)
    for at in range(len(events)):
        while added < len(keys) and kinds[added] < cuts[at]:
            lower |= keys[added]
            added += 1
        hand, total = events[at] // slots, np.int64(added)
        for card in hands[hand]:
            total -= np.int64(lower >> np.uint64(card) & np.uint64(1))
        below[hand, events[at] % slots] = total


@njit(nogil=True, cache=True)
def take_away(found: Array, places: Array, rest: Array, columns: Array, hidden: int, below: Array) -> None:
    """Count the dealer's hands below each cut by the shown card and the rank of a hidden one.

    found   [event, shown card]            the dealer's hands with it that hold neither the player's cards nor a card
    places  [hand, card, cut]              the event for that card, -1 where there is none
    rest    [hand, card]                   cards that the player does not hold
    below   [hand, shown card, rank, cut]  in and out

    A dealer's hand leaves out so many of the other cards; it is found once for each of them.
    """
    left = rest.shape[1]
    missing = left - 1 - hidden
    for hand in range(len(rest)):
        for cut in range(places.shape[2]):
            if places[hand, 0, cut] < 0:
                continue
            for up in range(left):
                total = np.int64(0)
                for card in range(left):
                    if card != up:
                        total += found[places[hand, card, cut], rest[hand, up]]
                total //= missing
                for card in range(left):
                    if card != up:
                        without = found[places[hand, card, cut], rest[hand, up]]
                        below[hand, up, columns[rest[hand, card]], cut] += total - without


STRETCH, STRETCH_SHOWN = 50_000, 1_000
"""Classes of hands in one task; where a card is shown."""
KNOWN_S, HAND_S, PAIR_S = 4e-6, 3e-5, 2e-5
"""What one takes by ranks, about, on one core: with nothing exposed, one card, and one card beside each shown one."""

MOST_CLASSES = 8_000_000
"""Of the player's hands: each is in memory once, with its cards and its kind."""
MOST_DEALERS = 25_000_000
"""Hidden cards of the dealer's beside a known set, with all of them in memory."""
MOST_TOGETHER = 5_000_000
"""Hands that one sweep is asked about."""
OWN_S, SET_S, DEALER_S = 1e-7, 6e-9, 2e-7
"""On one core, about: a hand beside known cards, a set of its cards at all cuts, and a hand of the dealer's."""
SUIT_ORDERS = factorial(len(SUITS))


@dataclass(frozen=True, eq=False)
class RankCounter(Counter):
    """None or one of the hidden cards, where suits seldom matter; a label is the card, or beside a shown card its rank.

    The sweep counts the dealer's hands that hold each card. Where one card is shown, it counts hands with that card
    and without the player's: so every hidden card is added to the player's, and what is missing held it.
    """

    @staticmethod
    def of(core: Game, exposed: int) -> RankCounter | None:
        """None where the game has another form."""
        if not fits(core) or core.showdown is None or exposed > 1:
            return None
        by_ranks = counts_by_ranks(core.showdown.ranking, core.deck, core.deal.count(Cards.DEALER))
        return RankCounter(core, exposed) if by_ranks else None

    @cached_property
    def theirs(self) -> DealerByRanks:
        """The dealer's hands."""
        return dealer_by_ranks(self.ranking, self.game.deck, self.shown + self.hidden)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(suit_classes(self.game.deck, self.game.hole).hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.theirs.kinds

    @property
    def seconds(self) -> float:
        hands = comb(len(self.game.deck), self.game.hole) / 24
        return hands * (PAIR_S * self.left if self.shown else HAND_S if self.exposed else KNOWN_S)

    @cached_property
    def label_ranks(self) -> IntArray:
        return np.arange(COLUMNS) if self.shown else RANK_OF

    def tasks(self) -> list[tuple[Any, ...]]:
        """By what hands are worth, so that each sweep ends early."""
        own = suit_classes(self.game.deck, self.game.hole)
        order = np.argsort(self.kinds_of(own.hands), kind="stable")
        return split_by_size(STRETCH_SHOWN if self.shown else STRETCH, own.hands[order], own.weights[order])

    def count(self, hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        return self._beside_shown(hands, weights) if self.shown else self._alone(hands, weights)

    def _below(self, hands: NDArray[np.uint8], kinds: IntArray) -> tuple[NDArray[np.int32], IntArray]:
        """[event, card]: the dealer's hands below a cut that hold a card; and [hand, cut]: the event, -1 for none.

        With no card exposed there is one column for all of them.
        """
        cut = self.cuts.places[kinds]
        events = np.argsort(cut.ravel(), kind="stable")
        events = events[cut.ravel()[events] >= 0]
        places = np.full(cut.shape, -1, np.int64)
        places.ravel()[events] = np.arange(len(events))
        found = sweep_by_ranks(self.theirs, self.exposed, hands[events // cut.shape[1]], cut.ravel()[events])
        return found, places

    def _alone(self, hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        kinds = self.kinds_of(hands)
        found, places = self._below(hands, kinds)
        live = np.ones((len(hands), found.shape[1]), np.bool_)
        if self.exposed:
            live[:] = np.isin(np.arange(ALL_CARDS), self.game.deck.faces)
            np.put_along_axis(live, hands.astype(np.int64), False, axis=1)
        below = np.zeros((*live.shape, places.shape[1]), np.int32)
        for cut in range(places.shape[1]):
            there = np.flatnonzero(places[:, cut] >= 0)
            below[there, :, cut] = found[places[there, cut]] * live[there]
        return Counts(kinds, weights, below, live * np.int64(self.following))

    def _beside_shown(self, hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        kinds, left = self.kinds_of(hands), self.left
        faces = np.array(self.game.deck.faces, np.uint8)
        rest = np.stack([np.setdiff1d(faces, hand) for hand in hands])
        longer = np.hstack((np.repeat(hands, left, axis=0), rest.reshape(-1, 1)))
        found, places = self._below(longer, np.repeat(kinds, left))
        below = np.zeros((len(hands), left, COLUMNS, places.shape[1]), np.int64)
        take_away(found, places.reshape(len(hands), left, -1), rest, RANK_OF, self.hidden, below)
        ranks, shown = RANK_OF[rest], RANK_OF[rest].ravel()
        live = np.repeat((ranks[:, :, None] == np.arange(COLUMNS)).sum(axis=1), left, axis=0)
        live[np.arange(len(live)), shown] -= 1
        by_rank = below.reshape(-1, *below.shape[2:])
        return Counts(np.repeat(kinds, left), np.repeat(weights, left), by_rank, live * self.following, shown)


@dataclass(frozen=True, eq=False)
class SetCounter(Counter):
    """Any number of the dealer's cards, known set by known set up to an exchange of suits: each task has one label.

    For one set, the dealer's hands that hold it are added in ascending order. When all are in that are worth less than
    some hand of the player's, that hand is asked how many of them hold none of its cards.
    """

    @staticmethod
    def of(core: Game, exposed: int) -> SetCounter | None:
        """None where the game has another form or is too large, or none or all of the dealer's cards are known."""
        if not decides_once(core) or core.deal.count(Cards.COMMUNITY):
            return None
        found = SetCounter(core, exposed)
        if not found.known or not 1 <= found.unknown <= MOST_CARDS:
            return None
        classes, dealers = comb(len(core.deck), core.hole) / len(found.orders), found._dealers_beside
        few = classes <= MOST_CLASSES and dealers <= MOST_DEALERS
        return found if few and found.rounds < 1 << 63 else None

    @property
    def known(self) -> int:
        """The dealer's cards that the player knows, those that are shown among them."""
        return self.shown + self.exposed

    @property
    def unknown(self) -> int:
        """The others."""
        return self.hidden - self.exposed

    @property
    def _dealers_beside(self) -> int:
        return comb(len(self.game.deck) - self.known, self.unknown)

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
        asked = sum(comb(hole, size) for size in range(min(hole, self.unknown) + 1))
        dealer_s = DEALER_S * 2.0 ** (self.unknown - 3)
        return sets * self._dealers_beside * dealer_s + hands * (OWN_S + asked * SET_S)

    @cached_property
    def orders(self) -> IntArray:
        """[order, suit]: every exchange of suits, that of none first."""
        suits = sorted(SUITS.index(suit) for suit in self.game.deck.suits)
        found = permutations(suits) if self.ranking.tells.exchanges_suits else [suits]
        chosen = np.array(list(found), np.int64)
        orders = np.tile(np.arange(len(SUITS)), (len(chosen), 1))
        orders[:, suits] = chosen
        return orders

    def classes(self, cards: int) -> SuitClasses:
        """All hands of so many cards, up to an exchange of suits where suits can be exchanged."""
        classes_of = suit_classes if self.ranking.tells.exchanges_suits else single_hands
        return classes_of(self.game.deck, cards)

    @cached_property
    def own(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], IntArray]:
        """The player's hands from the worst to the best, one of each class; their kinds and weights."""
        own = self.classes(self.game.hole)
        values = self.ranking.batch(own.hands)
        order = np.argsort(values, kind="stable")
        kinds = np.searchsorted(np.unique(values), values[order]).astype(np.int32)
        return own.hands[order], kinds, own.weights[order]

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes(self.game.hole).hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes(self.shown + self.hidden).hands))

    def tasks(self) -> list[tuple[Any, ...]]:
        """A class of known cards each, with some of the exchanges of suits that leave them."""
        _ = self.own, self.tables, self._places
        sets, step, found = self.classes(self.known), max(1, MOST_TOGETHER // len(self.own[0])), []
        for known, weight in zip(sets.hands, sets.weights.tolist(), strict=True):
            stay, turns = suit_turns(self.orders, known)
            found += [(known, weight * stay, turns[at : at + step]) for at in range(0, len(turns), step)]
        return found

    def count(self, known: NDArray[np.uint8], weight: int, turns: IntArray) -> Counts:
        """The hands beside some known cards, as often as there are sets like them."""
        hands, kinds, weights = self._hands_beside(known, turns)
        below = self._below(self._dealers(known), hands, kinds)
        return Counts(kinds, weights * weight, below, np.full((len(hands), 1), self.following))

    def _hands_beside(
        self, known: NDArray[np.uint8], turns: IntArray
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32], IntArray]:
        """The player's hands without known cards, with these exchanges of suits; their kinds and weights."""
        most, found = len(self.own[0]) * len(turns), 0
        hands = np.zeros((most + 1, self.game.hole), np.uint8)
        kinds, weights = np.zeros(most, np.int32), np.zeros(most, np.int64)
        held = np.bitwise_or.reduce(np.uint64(1) << known.astype(np.uint64), initial=np.uint64(0))
        for order in turns:
            suits, joker = RANKS_PER_SUIT * order[:, None] + np.arange(RANKS_PER_SUIT), [ALL_CARDS - 1]
            turn = np.concatenate((suits.ravel(), joker)).astype(np.uint8)
            found = turn_hands(*self.own, turn, held, hands, kinds, weights, found)
        return hands[:found], kinds[:found], weights[:found]

    def _below(
        self, dealers: tuple[NDArray[np.uint64], IntArray], hands: NDArray[np.uint8], kinds: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """[hand, 1, cut]: the dealer's hands that are below the cut and hold none of the player's cards."""
        slots = self.cuts.places.shape[1]
        cut = self.cuts.places.astype(np.int16)[kinds].ravel()
        events = np.argsort(cut, kind="stable")[np.count_nonzero(cut < 0) :]
        keys, codes = dealers
        below = np.zeros((len(hands), 1, slots), np.int32)
        if self.unknown == 1:
            sweep_one_card(events, cut[events], hands, keys, codes, below[:, 0])
            return below
        starts, some, few = sets_tables(self.unknown)
        choose = np.array([[comb(card, k) for k in range(MOST_CARDS + 1)] for card in range(ALL_CARDS)], np.uint64)
        kernel, suits = sweep_kernel(self.game.hole, self.unknown, 0), np.arange(len(SUITS))
        kernel(events, cut[events], hands, keys, codes, suits, suits[None, :], choose, starts,
               np.zeros(some, np.int32), np.zeros(few, np.uint8), below)  # fmt: skip
        return below

    def _dealers(self, known: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], IntArray]:
        """The unknown cards of the dealer's hands with these known ones, from the worst hand up, and their kinds."""
        rest = np.setdiff1d(np.array(sorted(self.game.deck.faces), np.uint8), known)
        more = rest[self._places]
        hands = np.hstack((np.tile(known, (len(more), 1)), more)).astype(np.uint8)
        codes = np.searchsorted(self.dealer_kinds, self.ranking.batch(hands)).astype(np.int16)
        order = np.argsort(codes, kind="stable")
        bits = np.bitwise_or.reduce(np.uint64(1) << more[order].astype(np.uint64), axis=1)
        return bits, codes[order].astype(np.int64)

    @cached_property
    def _places(self) -> NDArray[np.uint8]:
        """[unknown cards, card]: places among the cards that are left."""
        left = len(self.game.deck) - self.known
        flat = (place for places in combinations(range(left), self.unknown) for place in places)
        return np.fromiter(flat, np.uint8, comb(left, self.unknown) * self.unknown).reshape(-1, self.unknown)


def suit_turns(orders: IntArray, known: NDArray[np.uint8]) -> tuple[int, IntArray]:
    """How many exchanges of suits leave these cards as they are; and one of each lot that they turn into each other."""
    held = [sorted(known[known // RANKS_PER_SUIT == suit] % RANKS_PER_SUIT) for suit in range(len(SUITS))]
    stay = [order for order in orders if all(held[suit] == held[to] for suit, to in enumerate(order))]
    first = {min(tuple(after[order].tolist()) for after in stay) for order in orders}
    return len(stay), np.array(sorted(first), np.int64)
