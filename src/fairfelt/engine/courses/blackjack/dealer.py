"""The dealer's hand: every way to draw to a final total, as a tree whose branches share their first cards.

Where the player knows the hole card the dealer begins with two cards. A natural is then known before anybody plays, so
that what is counted never meets one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.facts import TwentyTwo
from fairfelt.rules.courses.blackjack.rules import ACE, DEALER_STANDS, TEN, TWENTY_ONE, BlackjackRules, best_total

from .hands import Counts, Ints, first_of_dealer

FINALS = 6
"""17, 18, 19, 20, 21 and 22. What is left, but for naturals, is a bust."""
NO_FINAL = -1
SUITS, COLORS = 4, 2
BATCH = 128
"""Shoes whose weights lie close together in memory."""
LIMB = 50
LOW = (1 << LIMB) - 1


class Level(NamedTuple):
    """The nodes of one number of cards, those that are an end first, by their final totals."""

    parent: Ints
    """Among the nodes of the level before."""
    card: Ints
    before: Ints
    ways: Ints
    """Of those that are an end."""
    finals: Ints
    """The final totals that occur…"""
    starts: Ints
    """…and where the nodes of each begin."""


@dataclass(frozen=True, eq=False)
class Draws:
    """What a dealer with one up card may draw, hole card and all, in no order; each node is one card more.

    A node's weight is that of its parent times the cards of its kind that are left. The same cards in another order are
    counted by `ways`. Drawing to a natural is left out.
    """

    parent: Ints
    card: Ints
    before: Ints
    """So many cards of the kind are drawn already."""
    depth: Ints
    final: Ints
    """The total above 17 at which the dealer stands here, or NO_FINAL."""
    ways: Ints

    @property
    def slots(self) -> int:
        """One for each final total and each number of cards."""
        return FINALS * (self.longest + 1)

    @cached_property
    def slot(self) -> Ints:
        """Where each node is added; one slot more for nodes that are no end."""
        return np.where(self.final != NO_FINAL, self.final * (self.longest + 1) + self.depth, self.slots)

    @cached_property
    def longest(self) -> int:
        """The most cards the dealer draws."""
        return int(self.depth.max())

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """From one card on."""
        order = np.lexsort((self.slot, self.depth))
        firsts = np.searchsorted(self.depth[order], np.arange(self.longest + 2))
        place = np.argsort(order)
        found = []
        for depth in range(1, self.longest + 1):
            nodes = order[firsts[depth] : firsts[depth + 1]]
            ends = nodes[self.final[nodes] != NO_FINAL]
            finals, starts = np.unique(self.final[ends], return_index=True)
            parent = place[self.parent[nodes]] - firsts[depth - 1]
            found.append(Level(parent, self.card[nodes], self.before[nodes], self.ways[ends], finals, starts))
        return tuple(found)


@lru_cache(maxsize=64)
def dealer_draws(rules: BlackjackRules, up: int) -> Draws:
    """The draws to 17 … 21, and to 22 where that is no bust."""
    most, first = TWENTY_ONE + rules.pushes_22, first_of_dealer(rules, up)
    finals = {counts: ways for counts, ways in _finals(rules, first).items() if _total(counts, first)[0] <= most}
    nodes: dict[tuple[int, ...], int] = {(): 0}
    for counts in finals:
        cards = _descending(counts)
        for length in range(1, len(cards) + 1):
            nodes.setdefault(cards[:length], len(nodes))
    by_cards = {_descending(counts): counts for counts in finals}
    rows = [_node(cards, nodes, by_cards.get(cards), finals, first) for cards in nodes]
    return Draws(*(np.array(column, np.int64) for column in zip(*rows, strict=True)))


def _node(
    cards: tuple[int, ...],
    nodes: dict[tuple[int, ...], int],
    counts: Counts | None,
    finals: dict[Counts, int],
    first: tuple[int, ...],
) -> tuple[int, ...]:
    last = cards[-1] if cards else ACE
    parent, before = nodes[cards[:-1]], max(cards.count(last) - 1, 0)
    final, ways = (_total(counts, first)[0] - DEALER_STANDS, finals[counts]) if counts else (NO_FINAL, 0)
    return parent, last - 1, before, len(cards), final, ways


def _finals(rules: BlackjackRules, first: tuple[int, ...]) -> Counter[Counts]:
    """In how many orders the dealer comes to stand or bust with those cards besides the first."""
    finals: Counter[Counts] = Counter()
    open_hands: Counter[Counts] = Counter({(0,) * TEN: 1})
    total, soft = _total((0,) * TEN, first)
    if not rules.dealer_draws(total, soft=soft):
        return open_hands
    while open_hands:
        longer: Counter[Counts] = Counter()
        for counts, ways in open_hands.items():
            for card in range(1, TEN + 1):
                if sum(counts) == 0 and {*first, card} == {ACE, TEN} and len(first) == 1:
                    continue
                drawn = (*counts[: card - 1], counts[card - 1] + 1, *counts[card:])
                total, soft = _total(drawn, first)
                (longer if rules.dealer_draws(total, soft=soft) else finals)[drawn] += ways
        open_hands = longer
    return finals


def _total(counts: Counts, first: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(first) + sum(card * many for card, many in enumerate(counts, 1))
    return best_total(hard, aces=ACE in first or counts[0] > 0)


def _descending(counts: Counts) -> tuple[int, ...]:
    return tuple(card for card in range(TEN, 0, -1) for _ in range(counts[card - 1]))


def dealer_ends(draws: Draws, shoes: Ints) -> NDArray[np.object_]:
    """[shoe, final, depth]: ordered ways to come to each final total by so many cards.

    A weight is high · 2^50 + low, with low in 50 bits and high in the other 64: for eight decks it stays below
    416^12 < 2^105. Shoes for which that is too little are counted in Python's integers.
    """
    if len(shoes) > BATCH:
        parts = [dealer_ends(draws, shoes[at : at + BATCH]) for at in range(0, len(shoes), BATCH)]
        return np.concatenate(parts)
    most = int(shoes.sum(axis=1).max(initial=1))
    kind = np.int64 if most**draws.longest < 1 << 62 + LIMB else object
    ends = np.zeros((2, FINALS, draws.longest + 1, len(shoes)), kind)
    if draws.final[0] != NO_FINAL:
        ends[0, draws.final[0], 0] = draws.ways[0]
    left = np.ascontiguousarray(shoes.T.astype(kind))
    low, high = np.ones((1, len(shoes)), kind), np.zeros((1, len(shoes)), kind)
    for depth, level in enumerate(draws.levels, 1):
        held = (left[level.card] - level.before[:, None]).clip(0)
        product = low[level.parent] * held
        low, high = product & LOW, high[level.parent] * held + (product >> LIMB)
        for limb, weights in enumerate((low, high)):
            made = level.ways[:, None] * weights[: len(level.ways)]
            ends[limb, level.finals, depth] = np.add.reduceat(made, level.starts, axis=0)
    low, high = np.moveaxis(ends, -1, 1).astype(object)
    return np.asarray(low + (high << LIMB))


def chances_of_22(rules: BlackjackRules, shoe: Counts) -> dict[TwentyTwo, Fraction]:
    """The dealer plays alone; a part of the shoe is drawn from as if the rest could not come."""
    rules = replace(rules, pushes_22=True)
    suited = SUITS * _from_part(rules, shoe, SUITS)
    colored = COLORS * _from_part(rules, shoe, COLORS)
    every = _from_part(rules, shoe, 1)
    return {
        TwentyTwo.SUITED: suited,
        TwentyTwo.SAME_COLOR: colored - suited,
        TwentyTwo.OTHER: every - colored,
        TwentyTwo.NO: 1 - every,
    }


def _from_part(rules: BlackjackRules, shoe: Counts, parts: int) -> Fraction:
    """The probability of a 22 all of whose cards lie in one of so many equal parts of the shoe."""
    part, total = np.array(shoe, np.int64) // parts, Fraction(0)
    for up in range(1, TEN + 1):
        if not part[up - 1]:
            continue
        left = part.copy()
        left[up - 1] -= 1
        ends = dealer_ends(dealer_draws(rules, up), left[None])[0, FINALS - 1].tolist()
        chances = (Fraction(ways, perm(sum(shoe) - 1, depth)) for depth, ways in enumerate(ends))
        total += Fraction(int(part[up - 1]), sum(shoe)) * sum(chances)
    return total
