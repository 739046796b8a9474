"""The sweep by ranks, for rankings to which suits matter only where many cards are of one.

All hands of the same ranks are added at once, as if suits never mattered. Those with many cards of one suit are taken
away again where their ranks alone stand, and added where they stand with that suit; beside it the other cards matter by
their ranks. So a hand of the player's is asked once by its ranks, and once for each suit by its ranks in and beside it;
hands with the same answer share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import SUITS, Deck
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.hands import Ranking

from .rank_kernels import CELLS, RISING, STARTS, Holdings, Places, Suited, list_holdings, number_of, sweep_ranks

Ranks = NDArray[np.int64]
JOKER = CELLS - 1


def counts_by_ranks(ranking: Ranking, deck: Deck, dealer: int) -> bool:
    """Whether suits matter only with so many cards of one that no hand has two such suits, and some hands have none."""
    suited, suits = ranking.suited_from, len(deck.suits)
    single = deck.copies == 1 and deck.jokers <= 1 and ranking.tells.exchanges_suits
    return single and 2 * suited > dealer and -(-dealer // suits) < suited and comb(len(deck), dealer) < 1 << 31


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
    ranks = _choices(deck, cards, suits)
    values = ranking.batch(_dealt(ranks, np.arange(cards) % suits))
    alone = np.zeros(STARTS[cards + 1], np.int32)
    alone[_numbers(ranks)] = values
    parts = [np.zeros((4, 0), np.int64)]
    for size in range(ranking.suited_from, cards + 1):
        held = np.array(list(combinations(_ranks_of(deck), size)), np.int64).reshape(-1, size)
        beside = _choices(deck, cards - size, suits - 1)
        held, beside = np.repeat(held, len(beside), axis=0), np.tile(beside, (len(held), 1))
        if not len(held):
            continue
        hands = np.hstack((held, beside))
        worth = ranking.batch(_dealt(hands, np.hstack((np.zeros_like(held), 1 + _copies(beside)))))
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
        hands, cuts, np.array(sorted(SUITS.index(suit) for suit in deck.suits)), _capacities(deck, len(deck.suits)),
        theirs.ranks[ascending], dealer_kinds[ascending],
        Suited(theirs.masks, theirs.others, moves[events], events),
        _holdings(deck, theirs.most_beside), _places(hole), int(STARTS[min(hole, dealer) + 1]), below,
    )  # fmt: skip
    return below


def _holdings(deck: Deck, most: int) -> Holdings:
    """For all choices of up to so many ranks beside a suit, by their numbers."""
    capacities = _capacities(deck, len(deck.suits) - 1)
    choices, entries = int(STARTS[most + 1]), (most + 1) << most
    sets, ups, ways = (np.zeros((choices, entries), np.int64) for _ in range(3))
    counts = np.zeros(choices, np.int64)
    for size in range(most + 1):
        for ranks in _choices(deck, size, len(deck.suits) - 1):
            at = number_of(ranks, (1 << size) - 1)
            counts[at] = list_holdings(ranks, capacities, True, True, sets[at], ups[at], ways[at])
    return Holdings(sets, ups, ways, counts)


def _places(hole: int) -> Places:
    sizes = np.bitwise_count(np.arange(1 << RANKS_PER_SUIT)).astype(np.int64)
    few = sizes <= hole
    beside = np.array([comb(CELLS + size - 1, size) for size in range(hole + 1)], np.int64)
    rows = np.where(few, beside[np.maximum(hole - sizes, 0)], 0)
    return Places(np.where(few, np.cumsum(few) - 1, -1), np.concatenate(([0], np.cumsum(rows))))


def _ranks_of(deck: Deck) -> list[int]:
    return sorted({card.rank for card in deck.faces if not card.is_joker})


def _capacities(deck: Deck, suits: int) -> Ranks:
    """[rank]: cards of that rank in so many suits, and jokers."""
    held = np.zeros(CELLS, np.int64)
    held[_ranks_of(deck)], held[JOKER] = suits, deck.jokers
    return held


def _choices(deck: Deck, size: int, suits: int) -> Ranks:
    """[choice, card]: all choices of so many ranks, ascending, that so many suits and the joker allow."""
    cells = [*_ranks_of(deck), *[JOKER] * deck.jokers]
    found = list(combinations_with_replacement(cells, size))
    chosen = np.array(found, np.int64).reshape(len(found), size)
    held = (chosen[:, :, None] == np.arange(CELLS)).sum(axis=1)
    return np.asarray(chosen[(held <= _capacities(deck, suits)).all(axis=1)])


def _numbers(ranks: Ranks) -> Ranks:
    """As `rank_kernels.number_of` gives them, for as many cards each."""
    size = ranks.shape[1]
    return np.asarray(STARTS[size] + RISING[np.arange(size), ranks].sum(axis=1), np.int64)


def _copies(ranks: Ranks) -> Ranks:
    """How many cards of the same rank come before each; the ranks are ascending."""
    before = [(ranks[:, :at] == ranks[:, at : at + 1]).sum(axis=1) for at in range(ranks.shape[1])]
    return np.column_stack(before) if before else np.zeros_like(ranks)


def _dealt(ranks: Ranks, suits: Ranks) -> NDArray[np.uint8]:
    """Cards of these ranks and suits."""
    return np.where(ranks == JOKER, ALL_CARDS - 1, RANKS_PER_SUIT * suits + ranks).astype(np.uint8)
