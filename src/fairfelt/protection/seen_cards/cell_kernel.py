"""The kernel behind `by_cells`: for each set of known cards, the player's hands by their ranks and those of one suit.

A hand stands for all that hold as many cards of each rank, in the suit that can still decide and beside it. How many of
the dealer's hands below a cut hold none of its cards, is found by inclusion and exclusion over its single cards and
pairs of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.compute.sorting import order_of
from fairfelt.exact.core.decide import Array

from .settle import Pays

RANKS, SUITS, CARDS = 13, 4, 52


class HandsByRanks(NamedTuple):
    """The player's hands by their ranks."""

    masks: Array
    """[hand]: ranks of the suit that decides the dealer's hand…"""
    others: Array
    """[hand, card]: …other ranks, ascending…"""
    sizes: Array
    """[hand]: …and how many those are."""
    kinds: Array
    """[hand]"""


class SuitedHands(NamedTuple):
    """The player's hands that one suit decides."""

    masks: Array
    """[hand]: ranks of that suit."""
    others: Array
    """[hand]: the rank of the other card, -1 where there is none."""
    kinds: Array
    by_ranks: Array
    """[hand]: what it is, and what its ranks alone would be."""


class Swept(NamedTuple):
    """The dealer's hands with some known cards; their codes are counted from the least of these hands."""

    codes: Array
    """[card, card]: of the hand with these two hidden cards; with one, its code is in the diagonal."""
    steps: Array
    """[dealer's kind]: codes below it."""
    hands: Array
    """[step]: hands below it…"""
    holding: Array
    """[step, card]: …and those that hold a card."""
    pairs: bool
    following: int


@njit(nogil=True, cache=True)
def sweep_known(rest: Array, places: Array, kinds: Array, swept: Swept) -> None:
    """Put the dealer's hands in order. kinds: [hand]; places: [hand, card] among the rest of the deck."""
    order, step, last = order_of(kinds), -1, -1
    for at in range(len(order)):
        hand = order[at]
        kind = kinds[hand]
        if kind != last:
            step += 1
            swept.steps[last + 1 : kind + 1] = step
            swept.hands[step + 1] = swept.hands[step]
            swept.holding[step + 1] = swept.holding[step]
            last = kind
        one = rest[places[hand, 0]]
        other = rest[places[hand, len(places[hand]) - 1]]
        swept.codes[one, other] = swept.codes[other, one] = step
        swept.hands[step + 1] += 1
        swept.holding[step + 1, one] += 1
        if other != one:
            swept.holding[step + 1, other] += 1
    swept.steps[last + 1 :] = step + 1


@njit(nogil=True, cache=True, inline="always")
def settle_hand(
    cards: Array, kind: int, weight: int, swept: Swept, asked: Pays, met: Array, below: Array, totals: Array
) -> None:
    """Ask a hand at each of its cuts, and add the best choice. met: [pair of its cards], their codes.

    As `settle_cuts` does it, without a view of an array: one for each hand would take longer than all the rest.
    """
    cuts, line, best, most = asked.cuts[kind], asked.lines[kind], 0, np.int64(0)
    for cut in range(cuts):
        step = swept.steps[asked.places[kind, cut]]
        total = swept.hands[step]
        for at in range(len(cards)):
            total -= swept.holding[step, cards[at]]
        if swept.pairs:
            for at in range(len(met)):
                total += met[at] < step
        below[cut] = total
    below[cuts] = swept.following
    for choice in range(asked.allowed[kind]):
        value, lower = swept.following * asked.extras[choice, line], np.int64(0)
        for cut in range(cuts + 1):
            value += (below[cut] - lower) * asked.nets[choice, asked.rows[kind, cut]]
            lower = below[cut]
        if choice == 0 or value >= most:
            best, most = choice, value
    lower = np.int64(0)
    for cut in range(cuts + 1):
        totals[best, line, asked.rows[kind, cut]] += weight * (below[cut] - lower)
        lower = below[cut]


@njit(nogil=True, cache=True, inline="always")
def meet(cards: Array, codes: Array, met: Array) -> None:
    """The codes of the dealer's hands with two of these cards."""
    at = 0
    for i in range(1, len(cards)):
        for j in range(i):
            met[at] = codes[cards[i], cards[j]]
            at += 1


@njit(nogil=True, cache=True, inline="always")
def lay_by_ranks(hands: HandsByRanks, hand: int, free: Array, live: int, left: Array, many: Array, cards: Array) -> int:
    """Lay out a hand of these ranks; in how many ways there is one, 0 if the cards are not all there."""
    mask, laid, ways, run = hands.masks[hand], 0, 1, 0
    if mask:
        ways = 0 if mask & ~free[live] else 1
        for rank in range(RANKS):
            if mask >> rank & 1:
                cards[laid] = RANKS * live + rank
                laid += 1
    for at in range(hands.sizes[hand]):
        rank = hands.others[hand, at]
        run = run + 1 if at and hands.others[hand, at - 1] == rank else 0
        if not ways or run >= many[rank]:
            ways = 0
            break
        cards[laid] = left[rank, run]
        laid += 1
        ways = ways * (many[rank] - run) // (run + 1)
    return ways


@njit(nogil=True, cache=True)
def count_by_ranks(
    hands: HandsByRanks, weight: int, free: Array, live: int, swept: Swept, asked: Pays, cards: Array, met: Array,
    below: Array, totals: Array,
) -> None:  # fmt: skip
    """All hands as if no suit decided them, but for the suit that can decide the dealer's."""
    left, many = np.zeros((RANKS, SUITS), np.int64), np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        for suit in range(SUITS):
            if suit != live and free[suit] >> rank & 1:
                left[rank, many[rank]] = RANKS * suit + rank
                many[rank] += 1
    for hand in range(len(hands.masks)):
        ways = lay_by_ranks(hands, hand, free, live, left, many, cards)
        if ways:
            if swept.pairs:
                meet(cards, swept.codes, met)
            settle_hand(cards, hands.kinds[hand], ways * weight, swept, asked, met, below, totals)


@njit(nogil=True, cache=True)
def move_suited(
    hands: SuitedHands, weights: Array, free: Array, live: int, swept: Swept, asked: Pays, cards: Array, met: Array,
    below: Array, totals: Array,
) -> None:  # fmt: skip
    """Hands that another suit decides: away from where their ranks alone stand, and to where they stand.

    weights  [suit]  none for one that need not be looked at
    """
    for suit in range(SUITS):
        if not weights[suit]:
            continue
        for hand in range(len(hands.masks)):
            mask, rank, laid = hands.masks[hand], hands.others[hand], 0
            if mask & ~free[suit]:
                continue
            for held in range(RANKS):
                if mask >> held & 1:
                    cards[laid] = RANKS * suit + held
                    laid += 1
            in_live = 1 if rank >= 0 and live >= 0 and free[live] >> rank & 1 else 0
            elsewhere, where = 0, -1
            for other in range(SUITS):
                if rank >= 0 and other != suit and other != live and free[other] >> rank & 1:
                    elsewhere, where = elsewhere + 1, other
            if rank < 0:
                elsewhere = 1
            for ways, held in ((in_live, live), (elsewhere, where)):
                if not ways:
                    continue
                if rank >= 0:
                    cards[laid] = RANKS * held + rank
                if swept.pairs:
                    meet(cards, swept.codes, met)
                moved = ways * weights[suit]
                settle_hand(cards, hands.kinds[hand], moved, swept, asked, met, below, totals)
                settle_hand(cards, hands.by_ranks[hand], -moved, swept, asked, met, below, totals)


@njit(nogil=True, cache=True)
def count_known(
    known: Array, rest: Array, places: Array, kinds: Array, weights: Array, suits: Array, decides_from: int,
    dealer_kinds: int, following: int, alone: HandsByRanks, beside: HandsByRanks, suited: SuitedHands, asked: Pays,
    totals: Array,
) -> None:  # fmt: skip
    """Every set of known cards.

    known, rest   [set, card]           the known cards, and the rest of the deck
    places        [hidden cards, card]  places in it
    weights       [set]                 for hands by their ranks, 0 where another set stands for it
    suits         [set, suit]           the same for hands of one suit
    kinds         [set, hidden cards]   the dealer's kind with them
    decides_from  as many known cards of a suit, with the hidden ones, can decide the dealer's hand
    totals        [choice, line, row]   in and out
    """
    hole, hidden = alone.others.shape[1], places.shape[1]
    cards, met = np.zeros(hole, np.int64), np.zeros(hole * (hole - 1) // 2, np.int32)
    below = np.zeros(asked.places.shape[1] + 1, np.int64)
    free, held = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    codes, steps = np.zeros((CARDS, CARDS), np.int32), np.zeros(dealer_kinds + 1, np.int64)
    hands, holding = np.zeros(len(places) + 1, np.int64), np.zeros((len(places) + 1, CARDS), np.int64)
    swept = Swept(codes, steps, hands, holding, hidden > 1, following)
    for at in range(len(rest)):
        free[:], held[:], live = 0, 0, -1
        for card in rest[at]:
            free[card // RANKS] |= 1 << card % RANKS
        for card in known[at]:
            held[card // RANKS] += 1
        for suit in range(SUITS):
            if held[suit] >= decides_from:
                live = suit
        sweep_known(rest[at], places, kinds[at], swept)
        if weights[at]:
            by_ranks = alone if live < 0 else beside
            count_by_ranks(by_ranks, weights[at], free, live, swept, asked, cards, met, below, totals)
        move_suited(suited, suits[at], free, live, swept, asked, cards, met, below, totals)
