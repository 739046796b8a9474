"""The sweep by ranks, for rankings to which suits matter only where many cards are of one.

All hands of the same ranks are added at once, as if suits never mattered. Those with many cards of one suit are taken
away again where their ranks alone stand, and added where they stand with that suit; beside it the other cards matter by
their ranks. So a hand of the player's is asked once by its ranks, and once for each suit by its ranks in and beside it;
hands with the same answer share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import SUITS, Deck
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.exact.core.rank_choices import CELLS, Ranks, capacities, choices_of_ranks, copies, dealt, ranks_of
from fairfelt.hands import Ranking

from .rank_kernels import RISING, STARTS, Holdings, Places, Suited, list_holdings, number_of, sweep_ranks


@dataclass(frozen=True, eq=False)
class DealerByRanks:
    """The dealer's hands by their ranks, and those that one suit decides."""

    deck: Deck
    most_beside: int
    """Other cards beside those of the suit that decides."""
    ranks: Ranks
    """[choice of ranks, card]: ascending."""
    values: NDArray[np.int32]
    """[choice of ranks]: what most of its hands are worth."""
    masks: Ranks
    """[hand]: the ranks of the suit that decides."""
    others: Ranks
    """[hand]: the number of the other ranks."""
    by_ranks: Ranks
    by_suit: Ranks
    """[hand]: what its ranks alone would be worth, and what it is worth."""

    @property
    def kinds(self) -> NDArray[np.int32]:
        """Every value there is, ascending."""
        return np.unique(np.concatenate((self.values, self.by_suit))).astype(np.int32)


def dealer_by_ranks(ranking: Ranking, deck: Deck, cards: int) -> DealerByRanks:
    """All hands of so many cards."""
    suits = len(deck.suits)
    ranks = choices_of_ranks(deck, cards, suits).astype(np.int64)
    values = ranking.batch(dealt(ranks, np.arange(cards) % suits))
    alone = np.zeros(STARTS[cards + 1], np.int32)
    alone[_numbers(ranks)] = values
    parts = [np.zeros((4, 0), np.int64)]
    for size in range(ranking.suited_from, cards + 1):
        held = np.array(list(combinations(ranks_of(deck), size)), np.int64).reshape(-1, size)
        beside = choices_of_ranks(deck, cards - size, suits - 1).astype(np.int64)
        held, beside = np.repeat(held, len(beside), axis=0), np.tile(beside, (len(held), 1))
        if not len(held):
            continue
        hands = np.hstack((held, beside))
        worth = ranking.batch(dealt(hands, np.hstack((np.zeros_like(held), 1 + copies(beside)))))
        natural = alone[_numbers(np.sort(hands, axis=1))]
        found = np.stack(((1 << held).sum(axis=1), _numbers(beside), natural, worth))
        parts.append(found[:, worth != natural])
    masks, others, by_ranks, by_suit = np.concatenate(parts, axis=1)
    return DealerByRanks(deck, max(cards - ranking.suited_from, 0), ranks, values, masks, others, by_ranks, by_suit)


def sweep_by_ranks(
    theirs: DealerByRanks, up: int, hands: NDArray[np.uint8], cuts: NDArray[np.int64]
) -> NDArray[np.int32]:
    """[hand, up card]: the dealer's hands below the cut of each hand; the hands come in the order of their cuts."""
    deck, kinds, hole, dealer = theirs.deck, theirs.kinds, hands.shape[1], theirs.ranks.shape[1]
    dealer_kinds = np.searchsorted(kinds, theirs.values)
    ascending = np.argsort(dealer_kinds, kind="stable")
    moves = np.searchsorted(kinds, np.column_stack((theirs.by_ranks, theirs.by_suit)).ravel())
    events = np.argsort(moves, kind="stable")
    below = np.zeros((len(hands), ALL_CARDS if up else 1), np.int32)
    sweep_ranks(
        hands, cuts, np.array(sorted(SUITS.index(suit) for suit in deck.suits)), capacities(deck, len(deck.suits)),
        theirs.ranks[ascending], dealer_kinds[ascending],
        Suited(theirs.masks, theirs.others, moves[events], events),
        _holdings(deck, theirs.most_beside), _places(hole), int(STARTS[min(hole, dealer) + 1]), below,
    )  # fmt: skip
    return below


def _holdings(deck: Deck, most: int) -> Holdings:
    """For all choices of up to so many ranks beside a suit, by their numbers."""
    held = capacities(deck, len(deck.suits) - 1)
    choices, entries = int(STARTS[most + 1]), (most + 1) << most
    sets, ups, ways = (np.zeros((choices, entries), np.int64) for _ in range(3))
    counts = np.zeros(choices, np.int64)
    for size in range(most + 1):
        for ranks in choices_of_ranks(deck, size, len(deck.suits) - 1).astype(np.int64):
            at = number_of(ranks, (1 << size) - 1)
            counts[at] = list_holdings(ranks, held, True, True, sets[at], ups[at], ways[at])
    return Holdings(sets, ups, ways, counts)


def _places(hole: int) -> Places:
    sizes = np.bitwise_count(np.arange(1 << RANKS_PER_SUIT)).astype(np.int64)
    few = sizes <= hole
    beside = np.array([comb(CELLS + size - 1, size) for size in range(hole + 1)], np.int64)
    rows = np.where(few, beside[np.maximum(hole - sizes, 0)], 0)
    return Places(np.where(few, np.cumsum(few) - 1, -1), np.concatenate(([0], np.cumsum(rows))))


def _numbers(ranks: Ranks) -> Ranks:
    """As `rank_kernels.number_of` gives them, for as many cards each."""
    size = ranks.shape[1]
    return np.asarray(STARTS[size] + RISING[np.arange(size), ranks].sum(axis=1), np.int64)
