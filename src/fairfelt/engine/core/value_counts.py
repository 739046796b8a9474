"""Every value that hands of some cards can have, and in how many ways: by their ranks, or track by track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SUITS, Card, Deck
from fairfelt.rules.hands import Ranking, TrackRanking
from fairfelt.rules.hands.tracks import CELLS as TRACK_CELLS

# All hands by their ranks, for rankings to which suits matter only where many cards are of one.
#
# All hands of the same ranks are counted as if suits never mattered; those with many cards of one suit are taken away
# where their ranks alone stand, and added where they stand with that suit. Beside it, the others count by their ranks
# again. The joker is a rank of its own, the last.


CELLS = RANKS_PER_SUIT + 1
"""Thirteen ranks and the joker."""
JOKER = CELLS - 1
Ranks = NDArray[Any]
"""[hand, card]"""
ALL_SUITS = len(SUITS)


def counts_by_ranks(ranking: Ranking, deck: Deck, cards: int) -> bool:
    """Whether suits matter only with n cards of one that no hand has two such suits, and some hands have none."""
    suited, suits = ranking.suited_from, len(deck.suits)
    single = deck.copies == 1 and deck.jokers <= 1 and ranking.tells.exchanges_suits
    return single and 2 * suited > cards and -(-cards // suits) < suited and comb(len(deck), cards) < 1 << 31


def ranks_of(deck: Deck) -> list[int]:
    """Ascending, without the joker's."""
    return sorted({card.rank for card in deck.faces if not card.is_joker})


def capacities(deck: Deck, suits: int) -> NDArray[np.int64]:
    """[rank]: cards of that rank in n suits, and jokers."""
    held = np.zeros(CELLS, np.int64)
    held[ranks_of(deck)], held[JOKER] = suits, deck.jokers
    return held


def choices_of_ranks(deck: Deck, size: int, suits: int) -> Ranks:
    """[choice, card]: all choices of n ranks, ascending, that n suits and the joker allow; in bytes."""
    cells = [*ranks_of(deck), *[JOKER] * deck.jokers]
    found = chain.from_iterable(combinations_with_replacement(cells, size))
    chosen = np.fromiter(found, np.uint8).reshape(comb(len(cells) + size - 1, size), size)
    return np.asarray(chosen[(_held(chosen) <= capacities(deck, suits)).all(axis=1)])


def copies(ranks: Ranks) -> Ranks:
    """How many cards of the same rank come before each; the ranks are ascending."""
    before = [(ranks[:, :at] == ranks[:, at : at + 1]).sum(axis=1, dtype=np.uint8) for at in range(ranks.shape[1])]
    return np.column_stack(before) if before else np.zeros_like(ranks)


def dealt(ranks: Ranks, suits: Ranks) -> NDArray[np.uint8]:
    """Cards of these ranks and suits."""
    cards = (RANKS_PER_SUIT * suits.astype(np.uint8) + ranks).astype(np.uint8)
    cards[ranks == JOKER] = ALL_CARDS - 1
    return np.asarray(cards)


def _held(ranks: Ranks) -> NDArray[np.int64]:
    """[choice, rank]: how many of it."""
    places = CELLS * np.arange(len(ranks))[:, None] + ranks
    return np.bincount(places.ravel(), minlength=CELLS * len(ranks)).reshape(-1, CELLS)


@dataclass(frozen=True, eq=False)
class Suited:
    """Hands with n cards of one suit, whichever: every set of its ranks beside every choice of other ranks."""

    held: NDArray[np.int64]
    """[set]: the ranks of the suit, as bits."""
    beside: Ranks
    """[choice, card]: the ranks of the others."""
    by_ranks: NDArray[Any]
    by_suit: NDArray[Any]
    """[set, choice]: what its ranks alone would be worth, and what it is worth."""


@dataclass(frozen=True, eq=False)
class HandsByRanks:
    """All hands of n cards."""

    ranks: Ranks
    """[choice, card]: ascending."""
    values: NDArray[Any]
    """[choice]: what most of its hands are worth."""
    suited: tuple[Suited, ...]

    def count(self, rest: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Every value that cards of the rest can have, and in how many ways; a value may come more than once."""
        left = _left(rest)
        values, ways = [self.values], [_ways(self.ranks, left.sum(axis=0))]
        masks = (left[:ALL_SUITS, :RANKS_PER_SUIT] << np.arange(RANKS_PER_SUIT)).sum(axis=1)
        for part in self.suited:
            held = ((part.held[:, None] & ~masks) == 0).astype(np.int64)
            beside = np.stack([_ways(part.beside, left.sum(axis=0) - left[suit]) for suit in range(ALL_SUITS)])
            found = (held @ beside).ravel()
            values += [part.by_suit.ravel(), part.by_ranks.ravel()]
            ways += [found, -found]
        return np.concatenate(values).astype(np.int64), np.concatenate(ways)


def compiled_values(ranking: Ranking, hands: NDArray[np.uint8]) -> NDArray[Any]:
    """What many hands are worth, by the ranking's kernel."""
    return ranking.batch(hands) if len(hands) else np.zeros(0, np.int32)


@lru_cache(maxsize=4)
def hands_by_ranks(
    ranking: Ranking, deck: Deck, cards: int, value: Callable[[Ranking, Any], NDArray[Any]] = compiled_values
) -> HandsByRanks:
    """What every choice of ranks is worth, and every hand with many cards of one suit."""
    suits, mixed = len(deck.suits), np.arange(cards) % len(deck.suits)
    ranks = choices_of_ranks(deck, cards, suits)
    suited = []
    for size in range(ranking.suited_from, cards + 1):
        sets = np.array(list(combinations(ranks_of(deck), size)), np.int64).reshape(-1, size)
        beside = choices_of_ranks(deck, cards - size, suits - 1)
        held, others = np.repeat(sets, len(beside), axis=0), np.tile(beside, (len(sets), 1))
        hands, shape = np.hstack((held, others)), (len(sets), len(beside))
        by_suit = value(ranking, dealt(hands, np.hstack((np.zeros_like(held), 1 + copies(others)))))
        by_ranks = value(ranking, dealt(np.sort(hands, axis=1), mixed))
        suited.append(Suited((1 << sets).sum(axis=1), beside, by_ranks.reshape(shape), by_suit.reshape(shape)))
    return HandsByRanks(ranks, value(ranking, dealt(ranks, mixed)), tuple(suited))


def _left(rest: NDArray[np.uint8]) -> NDArray[np.int64]:
    """[suit, rank]: the cards that are left; jokers, which are of no suit, stand in a last row of their own."""
    left = np.zeros((ALL_SUITS + 1, CELLS), np.int64)
    plain = rest[rest < ALL_SUITS * RANKS_PER_SUIT]
    left[plain // RANKS_PER_SUIT, plain % RANKS_PER_SUIT] = 1
    left[ALL_SUITS, JOKER] = len(rest) - len(plain)
    return left


def _ways(ranks: Ranks, left: NDArray[np.int64]) -> NDArray[np.int64]:
    """[choice]: the hands of these ranks, with n cards of each left."""
    choose = np.array([[comb(many, taken) for taken in range(ranks.shape[1] + 1)] for many in left.tolist()], np.int64)
    return np.asarray(choose[np.arange(CELLS), _held(ranks)].prod(axis=1))


# What cards of some tracks can be worth, and in how many ways: polynomials in the number of cards, track by track.
#
# A hand is worth its best track; see `rules/hands/tracks.py`. Below a value are the hands of which every track is,
#
#       hands up to v  =  product over tracks of  sum over masks worth v or less of  x^cards y^wild
#
# Bounds: no coefficient is more than all hands of n cards, below 2**63 for up to seven cards of eight decks.


def values_by_tracks(
    ranking: TrackRanking, count: int, cards: Iterable[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every value that n of these cards can have, and in how many ways; a value may come more than once.

    What a track is worth depends on the wild cards of the whole hand: each number of these is counted by itself.
    """
    given = [Card(card) for card in cards]
    held = Counter(ranking.place(card) for card in given)
    wild_places = {ranking.place(card) for card in given if ranking.is_wild(card)}
    found = []
    for wild in range(min(ranking.wilds, count) + 1):
        values, places = np.unique(ranking.table[wild], return_inverse=True)
        upto = np.zeros((len(values), count + 1, wild + 1), np.int64)
        for loose in range(min(held[None], wild) + 1):
            upto[:, loose, loose] = comb(held[None], loose)
        for track in range(ranking.tracks):
            ways = ways_to_cover(tuple(held[track, cell] for cell in range(TRACK_CELLS)), count)
            wild_cells = sum(1 << cell for cell in range(TRACK_CELLS) if (track, cell) in wild_places)
            wilds = np.bitwise_count(np.arange(1 << TRACK_CELLS) & wild_cells)
            drawn, few = np.zeros_like(upto), np.flatnonzero(wilds <= wild)
            for taken in range(count + 1):
                np.add.at(drawn[:, taken], (places[few], wilds[few].astype(np.int64)), ways[taken, few])
            upto = _multiplied(upto, np.cumsum(drawn, axis=0))
        found.append((values.astype(np.int64), np.diff(upto[:, count, wild], prepend=0)))
    return np.concatenate([values for values, _ in found]), np.concatenate([ways for _, ways in found])


@lru_cache(maxsize=16)
def ways_to_cover(cells: tuple[int, ...], count: int) -> NDArray[np.int64]:
    """Ways to take n cards that cover exactly the cells of a mask: [cards, mask]. Each cell has n cards."""
    ways = np.zeros((count + 1, 1 << TRACK_CELLS), np.int64)
    ways[0, 0] = 1
    for cell, held in enumerate(cells):
        free = np.flatnonzero(~np.arange(1 << TRACK_CELLS) >> cell & 1)
        for taken in range(1, min(held, count) + 1):
            ways[taken:, free | 1 << cell] += comb(held, taken) * ways[: count + 1 - taken, free]
    return ways


def _multiplied(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row, as polynomials in cards and wild cards of that degree."""
    product = np.zeros_like(first)
    cards, wilds = first.shape[1:]
    for degree in range(cards):
        for wild in range(min(degree + 1, wilds)):
            factor = second[:, degree, wild][:, None, None]
            product[:, degree:, wild:] += first[:, : cards - degree, : wilds - wild] * factor
    return product
