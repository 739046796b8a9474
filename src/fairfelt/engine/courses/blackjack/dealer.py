"""The dealer's hand, and what each hand of the player's meets: the cards still to come, and how the dealer ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.facts import TwentyTwo
from fairfelt.rules.courses.blackjack.rules import ACE, DEALER_STANDS, TEN, TWENTY_ONE, BlackjackRules, best_total

from .hands import LOSE, PUSH, WIN, Counts, Ints, Settling, all_hands, first_of_dealer, natural_card, settling

# The dealer's hand: every way to draw to a final total, as a tree whose branches share their first cards.
#
# Where the player knows the hole card the dealer begins with two cards. A natural is then known before anybody plays,
# so that what is counted never meets one.


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
    """How many cards of the kind are drawn already."""
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
    """[shoe, final, depth]: ordered ways to come to each final total by n cards.

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
    """The probability of a 22 all of whose cards lie in one of n equal parts of the shoe."""
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


# What each hand meets: the cards still to come, and how the dealer ends, given the up card and the cards gone.


SHIFTED = 1 << 6 * np.arange(TEN, dtype=np.int64)
"""To write a set of cards as one number: no set holds 64 cards of a kind."""
Exact = NDArray[Any]
"""Python's integers: probabilities as multiples of one part of a scale."""


@dataclass(frozen=True)
class Orders:
    """Probabilities as integers: multiples of one of n orders of cards.

    Whatever is multiplied are probabilities of cards that come one after the other, so that every division is without
    a remainder. Only sets of cards that the shoe cannot deal are off, and these are multiplied by 0.
    """

    scale: int

    def ratio(self, above: Ints, below: Ints | int) -> Exact:
        """Integers over integers that divide the scale."""
        return np.asarray(np.asarray(above, object) * (self.scale // np.asarray(below, object)), object)

    def times(self, a: Exact, b: Exact) -> Exact:
        """Element by element."""
        return np.asarray(a * b // self.scale, object)

    def drawn(self, chances: Exact, results: Exact, after: Ints) -> Exact:
        """[row, …]: results weighed by the chances [row, card] of the cards that lead to these places [row, card].

        The last of the results is that of hands that are no more: zeros.
        """
        found = zeros(len(after), *results.shape[1:])
        for chance, places in zip(chances.T, after.T, strict=True):
            found += chance.reshape(-1, *(1,) * (results.ndim - 1)) * results[places]
        return np.asarray(found // self.scale, object)

    def finals(self, draws: Draws, left: Ints, unseen: Ints) -> Exact:
        """[shoe, final]: the probability that the dealer comes to each final total."""
        found = zeros(len(left), FINALS)
        for many in np.unique(unseen).tolist():
            rows = unseen == many
            # A dealer who cannot draw n cards has no such end.
            parts = [self.scale // max(perm(many, depth), 1) for depth in range(draws.longest + 1)]
            found[rows] = dealer_ends(draws, left[rows]) @ np.array(parts, object)
        return found

    def fractions(self, parts: Exact) -> NDArray[np.object_]:
        return np.array([Fraction(part, self.scale) for part in parts.tolist()], object)


def zeros(*shape: int) -> Exact:
    return np.zeros(shape, object)


def orders_for(rules: BlackjackRules, shoe: Counts, others: int = 0) -> Orders:
    """All orders of as many cards as are ever counted together.

    Together means one hand, the pairs split around it, the dealer's, which never holds more cards than points that it
    stands on, and n others that are known to be gone.
    """
    cards = DEALER_STANDS + int(all_hands().size.max()) + 1 + 2 * rules.most_hands + 2 * bool(rules.zaps) + others
    return Orders(perm(sum(shoe), min(sum(shoe), cards)))


@dataclass(frozen=True, eq=False)
class UpCardOdds:
    """One up card, and some sets of cards that have left the shoe besides it.

    All probabilities are of what is said *and* that the dealer, who has looked, has no natural. So nothing is ever
    divided by the probability of that, and the sums stay integers over products of numbers of cards.
    """

    rules: BlackjackRules
    shoe: Counts
    up: int
    gone: Ints
    """[set, card]"""
    orders: Orders
    known: dict[int, Exact] = field(default_factory=dict)
    """How the dealer ends, by the cards that are gone; shared by odds that differ in the sets alone."""

    @property
    def settling(self) -> Settling:
        return settling(self.rules, self.shoe)

    def only(self, rows: Ints) -> UpCardOdds:
        return replace(self, gone=self.gone[rows])

    @cached_property
    def left(self) -> Ints:
        """[set, card]: cards of each kind that nobody has seen, the hole card among them."""
        left = np.array(self.shoe, np.int64) - self.gone
        left[:, self.up - 1] -= 1
        return left.clip(0)

    @cached_property
    def unseen(self) -> Ints:
        """[set]: cards that nobody has seen; sets that the shoe cannot deal have no part in any result."""
        return np.asarray(sum(self.shoe) - 1 - self.gone.sum(axis=1), np.int64).clip(2)

    @cached_property
    def draw(self) -> Exact:
        """[set, card]: the probability that the next card counts so much."""
        return self.orders.ratio(self.left, self.unseen[:, None])

    @cached_property
    def natural(self) -> Exact:
        """[set]: the probability of a natural."""
        card = natural_card(self.rules, self.up)
        none = np.zeros(len(self.gone), np.int64)
        return self.orders.ratio(self.left[:, card - 1] if card else none, self.unseen)

    @cached_property
    def live(self) -> Exact:
        """[set]: the probability that the hand is played out: always, or if there is no natural."""
        one = np.full(len(self.gone), self.orders.scale, object)
        return one - self.natural if self.rules.peeks else one

    def live_with(self, cards: NDArray[np.bool_]) -> Exact:
        """[set]: the same and that the next card is one of these. cards: [set, card]"""
        orders, card = self.orders, natural_card(self.rules, self.up)
        if not card or not self.rules.peeks:
            return orders.ratio((self.left * cards).sum(axis=1), self.unseen)
        rest = self.left[:, [card - 1]] - (np.arange(1, TEN + 1) == card)
        ways = self.left * (self.unseen[:, None] - 1 - rest).clip(0)
        return orders.ratio((ways * cards).sum(axis=1), self.unseen * (self.unseen - 1))

    @cached_property
    def finals(self) -> Exact:
        """[set, final]: the dealer stands on 17, …, 21, or has 22."""
        codes = (self.gone @ SHIFTED).tolist()
        new = {code: at for at, code in enumerate(codes) if code not in self.known}
        if new:
            sets = list(new.values())
            found = self.orders.finals(dealer_draws(self.rules, self.up), self.left[sets], self.unseen[sets])
            self.known.update(zip(new, found, strict=True))
        return np.array([self.known[code] for code in codes], object).reshape(-1, FINALS)

    def standing(self, totals: Ints) -> Exact:
        """[set, result]: how a hand that stands on these totals comes out."""
        finals, below = self.finals, zeros(len(self.gone), FINALS + 1)
        np.cumsum(finals, axis=1, out=below[:, 1:])
        found = zeros(len(self.gone), 3)
        sets, at = np.arange(len(self.gone)), totals - DEALER_STANDS
        ties = at >= 0
        found[:, WIN] = below[sets, at.clip(0)]
        found[ties, PUSH] = finals[ties, at[ties]]
        found[:, LOSE] = below[:, FINALS - 1] - below[sets, at.clip(-1) + 1]
        natural = zeros(len(self.gone)) if self.rules.peeks else self.natural
        found[:, WIN] += self.live - below[:, FINALS] - natural
        found[:, PUSH] += finals[:, FINALS - 1]
        found[:, LOSE] += natural
        if self.rules.wins_with_21:
            rows = totals == TWENTY_ONE
            found[rows, WIN] += found[rows, PUSH]
            found[rows, PUSH] = 0
        return found
