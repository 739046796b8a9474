"""A strategy counted: how rounds and the hands in them end, and how hands of one round come out together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import EVEN
from fairfelt.rules.courses.blackjack.rules import ACE, DEALER_STANDS, TEN, TWENTY_ONE, BlackjackRules
from fairfelt.runtime.compute.executors import run_tasks
from fairfelt.runtime.compute.jit import njit

from .dealer import FINALS, SHIFTED, Exact, Orders, UpCardOdds, dealer_draws, orders_for, zeros
from .hands import (
    BUST,
    FREE,
    FREE_DOUBLED,
    GIVEN_UP,
    LOSE,
    MONEY,
    NOT_AT_ONCE,
    Counts,
    DealerView,
    Ints,
    Settling,
    Stake,
    all_hands,
    dealt_chance,
    natural_card,
    settling,
    without,
)
from .play import HandTable, Move, Moves, SplitPairs, reachable_hands, split_shares
from .strategy import Plan

# A strategy counted in integers: how often a round, and each hand in it, ends how.


NATURAL, NATURAL_PUSH, DEALER_NATURAL, ZAPPED_21, ZAPPED_PUSH, NAMED = range(6)
NAMES = "natural", "natural_push", "dealer_natural", "zapped_21", "zapped_push"
TWOS = np.flatnonzero(all_hands().size == 2)
DIGITS = 10**10


@dataclass(frozen=True, eq=False)
class RoundChances:
    """Probabilities of how a round, and each hand in it, ends."""

    settling: Settling
    natural: Fraction
    """The player's natural is paid."""
    natural_push: Fraction
    """Both have one."""
    dealer_natural: Fraction
    """The dealer's natural takes the bet before anybody plays."""
    zapped_21: Fraction
    """Two new cards are an ace and a ten."""
    zapped_push: Fraction
    """The same against the dealer's natural."""
    money: NDArray[np.object_]
    """[hand, ending, result]: hands with money on them; the first is the one that the bet stays on, split or not."""
    free: NDArray[np.object_]
    """The same for hands with the house's chip."""

    @property
    def net(self) -> Fraction:
        """The expected result of a round in units of the bet."""
        return self._mean(1) - self.dealer_natural

    def variance(self, products: float) -> Fraction:
        """Of a round's result, to ten digits, given the mean product of the results of two of its hands."""
        return to_ten_digits(self.square + 2 * Fraction(products) - self.net**2)

    @property
    def square(self) -> Fraction:
        """The mean sum of the squares of what each hand of a round comes to."""
        return self._mean(2) + self.dealer_natural

    def _mean(self, power: int) -> Fraction:
        """Of what hands come to, or of its square, the dealer's natural left out."""
        nets = self.settling.nets
        played = (self.money * nets(MONEY, power)).sum() + (self.free * nets(FREE, power)).sum()
        return Fraction(played + self.natural * self.settling.natural_net(power) + self.zapped_21)

    @property
    def risked(self) -> Fraction:
        """Units of the bet that a player has on the table at the end, on average."""
        ends = range(self.settling.endings)
        on_money, on_free = (
            np.array([self.settling.stake(first, end).money for end in ends], object)[:, None]
            for first in (MONEY, FREE)
        )
        first = (self.money[0] * (on_money - 1)).sum()
        return Fraction(1 + first + (self.money[1:] * on_money).sum() + (self.free * on_free).sum())


def to_ten_digits(variance: Fraction) -> Fraction:
    """As far as floats that a part of it comes from can tell."""
    return Fraction(round(variance * DIGITS), DIGITS)


def count_views(
    rules: BlackjackRules, shoe: Counts, plans: Mapping[DealerView, Plan], executor: Executor | None = None
) -> RoundChances:
    """Follow a plan in every view of the dealer's cards."""
    ends = sum(run_tasks(_ends_in, list(plans.items()), executor))
    if any(view.is_exposed for view in plans):
        ends[:NAMED] += exposed_natural_ends(rules, shoe)
    return name_chances(settling(rules, shoe), ends)


def _ends_in(view: DealerView, plan: Plan) -> NDArray[np.object_]:
    """[end]: how often rounds end so with those cards of the dealer's."""
    orders = orders_for(view.rules, view.shoe)
    ends = ends_against(view.rules, view.shoe, view.up, plan, orders)
    return np.asarray(orders.fractions(ends) * view.weight, object)


def exposed_natural_ends(rules: BlackjackRules, shoe: Counts) -> NDArray[np.object_]:
    """[named end]: how often rounds end so in which the dealer is seen to have a natural."""
    left = without(shoe, ACE, TEN)
    ends = np.full(NAMED, Fraction(0), object)
    player = _natural_chance(left)
    ends[NATURAL if rules.natural_wins else NATURAL_PUSH] = player
    ends[DEALER_NATURAL] = 1 - player
    if rules.zaps and rules.zaps_before_peek:
        pushed = sum((chance * _natural_chance(two) for two, chance in _zapped_hands(rules, left)), Fraction(0))
        ends[ZAPPED_PUSH] += pushed
        ends[DEALER_NATURAL] -= pushed
    return np.asarray(ends * _natural_chance(shoe), object)


def _natural_chance(left: Counts) -> Fraction:
    return Fraction(2 * left[ACE - 1] * left[TEN - 1], perm(sum(left), 2))


def _zapped_hands(rules: BlackjackRules, left: Counts) -> Iterator[tuple[Counts, Fraction]]:
    """Every first hand that may be exchanged: what it leaves in the shoe, and its chance."""
    for low in range(ACE + 1, TEN + 1):
        for high in range(low, TEN + 1):
            if low + high in rules.zaps:
                ways = left[low - 1] * (left[high - 1] - (low == high)) * (1 if low == high else 2)
                yield without(left, low, high), Fraction(ways, perm(sum(left), 2))


def net_of_ends(rules: BlackjackRules, shoe: Counts) -> NDArray[np.object_]:
    """[end]: what it is worth in bets, and no dealer's natural: nothing is decided against that."""
    ends = settling(rules, shoe)
    ones = np.eye(NAMED + 2 * rules.most_hands * ends.endings * ends.results, dtype=np.int64).astype(object)
    nets = np.array([name_chances(ends, one).net for one in ones], object)
    nets[DEALER_NATURAL] = Fraction(0)
    return nets


def name_chances(ends_of: Settling, ends: NDArray[np.object_]) -> RoundChances:
    money, free = ends[NAMED:].reshape(2, -1, ends_of.endings, ends_of.results)
    named = dict(zip(NAMES, ends[:NAMED].tolist(), strict=True))
    return RoundChances(settling=ends_of, money=money, free=free, **named)


def ends_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, orders: Orders) -> Exact:
    """[end]: all ends with one up card, weighed by the probability of the cards dealt."""
    dealt = dealt_chances(shoe, up, orders)
    return np.asarray(orders.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, orders)).sum(axis=0), object)


def ends_of_twos(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, orders: Orders, twos: Ints = TWOS) -> Exact:
    """[hand of two cards, end]: how each hand ends that is dealt."""
    hands = all_hands()
    places = reachable_hands(hands, twos.tolist(), plan.moves[MONEY])
    against = UpCardOdds(rules, shoe, up, hands.counts[places], orders)
    table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
    at = table.local[0]
    shape = against.settling.endings, against.settling.results
    hands_of = zeros(len(places), 2, rules.most_hands, *shape)  # money or free, hand in play, ending, result
    hands_of[:, 0, 0] = table.outcomes(plan.moves[MONEY][:, places])[:-1]
    pairs = [card for card in sorted(plan.splits) if hands.twos[card, card] in twos]
    _add_splits(hands_of, at, SplitPairs(rules, shoe, up, pairs, orders, against.known), plan)
    ends = zeros(len(places), NAMED + 2 * rules.most_hands * shape[0] * shape[1])
    ends[:, NAMED:] = hands_of.reshape(ends[:, NAMED:].shape)
    if rules.peeks:
        ends[:, DEALER_NATURAL] = against.natural
    if hands.twos[ACE, TEN] in twos:
        natural = at[hands.twos[ACE, TEN]]
        push = 0 if rules.natural_wins else against.natural[natural]
        ends[natural] = 0
        ends[natural, NATURAL_PUSH], ends[natural, NATURAL] = push, orders.scale - push
    for hand in plan.zaps.intersection(twos.tolist()):
        ends[at[hand]] = zapped(rules, shoe, up, plan, hand, orders)
    return np.asarray(ends[at[twos]], object)


def with_zaps(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan) -> Plan:
    """The same plan, with first hands exchanged where that is better than to keep them."""
    if not rules.zaps:
        return plan
    hands, zaps = all_hands(), set()
    for hand in TWOS.tolist():
        total, enough = int(hands.hard[hand]), hands.counts[hand] + (np.arange(1, TEN + 1) == up) <= shoe
        if total in rules.zaps and not hands.soft[hand] and enough.all():
            keep, zap = zap_values(rules, shoe, up, plan, hand)
            if zap >= keep:
                zaps.add(hand)
    return replace(plan, zaps=frozenset(zaps))


def zap_values(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, hand: int) -> tuple[Fraction, Fraction]:
    """What it is worth to keep a first hand and to exchange it, in units of the bet."""
    orders = orders_for(rules, shoe)
    kept = ends_of_twos(rules, shoe, up, replace(plan, zaps=frozenset()), orders, np.array([hand]))[0]
    both = (kept, zapped(rules, shoe, up, plan, hand, orders))
    keep, zap = (name_chances(settling(rules, shoe), orders.fractions(ends)) for ends in both)
    if rules.zaps_before_peek:
        return keep.net, zap.net
    live = 1 - keep.dealer_natural
    return (keep.net + 1 - live) / live, (zap.net + 1 - live) / live


def zapped(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, hand: int, orders: Orders) -> Exact:
    """[end]: all ends with one up card and a hand that is exchanged: two cards are dealt from what is left."""
    left = without(shoe, *all_hands().cards(hand))
    ends = ends_against(after_zap(rules), left, up, replace(plan, zaps=frozenset()), orders) * sum(left) // left[up - 1]
    ends[ZAPPED_21] = ends[NATURAL]
    ends[ZAPPED_PUSH if rules.zaps_before_peek else DEALER_NATURAL] += ends[NATURAL_PUSH]
    ends[[NATURAL, NATURAL_PUSH]] = 0
    return ends


def after_zap(rules: BlackjackRules) -> BlackjackRules:
    """The rules for two new cards: an ace and a ten win even money."""
    return replace(rules, zaps=frozenset(), natural=EVEN)


def _add_splits(hands_of: Exact, at: Ints, pairs: SplitPairs, plan: Plan) -> None:
    """Put what splitting comes to in the place of what the pair would have come to."""
    if not pairs.cards:
        return
    split = pairs.split(plan.after_split[MONEY])
    free = pairs.split(plan.after_split[FREE]) if FREE in plan.after_split else split
    twos = all_hands().twos
    for number, card in enumerate(pairs.cards):
        row = hands_of[at[twos[card, card]]]
        row[:] = 0
        row[0] = split[number]
        if pairs.rules.splits_free(card):
            row[0, 1:], row[1, 1:] = 0, free[number, 1:]


def dealt_chances(shoe: Counts, up: int, orders: Orders) -> Exact:
    """[hand of two cards]: the probability of it and of that up card."""
    dealt = [dealt_chance(shoe, up, *all_hands().cards(hand)) for hand in TWOS.tolist()]
    return orders.ratio(*(np.array([getattr(p, part) for p in dealt], object) for part in ("numerator", "denominator")))


# How two hands of a split pair come out together: the mean product of their results, for the variance of a round.
#
# What a hand wins is what it gets back less what was bet on it. Both are sums over cards: a part for each hand that
# stands, and one for each bet that is made, before the card it is made for. So hands that bust are not walked through,
#
#       result = sum of parts        part = so much in each end of the dealer, if these cards were drawn
#
# and the product of two results is a sum over two parts, whose cards lie together. Parts of equal cards are added
# first, and so are all couples that leave the same cards in the shoe: the dealer is asked once for each.


ENDS = FINALS + 2
"""Of the dealer: 17 … 22, a bust, and a natural that nobody looked for."""
Floating = NDArray[np.float64]


def products_of_views(plans: Mapping[DealerView, Plan], executor: Executor | None = None) -> float:
    """The mean, over all rounds, of the sum of the products of the results of two hands; right to eleven digits.

    By a plan in every view of the dealer's cards.
    """
    return float(sum(run_tasks(_products_in, list(plans.items()), executor)))


def _products_in(view: DealerView, plan: Plan) -> float:
    return products_against(view.rules, view.shoe, view.up, plan) * float(view.weight)


def products_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan) -> float:
    """The same for the rounds with one up card, weighed by how often pairs meet it, dealt or exchanged for others."""
    kept = [card for card in sorted(plan.splits) if int(all_hands().twos[card, card]) not in plan.zaps]
    found = sum(
        float(dealt_chance(shoe, up, card, card)) * product_of_split(rules, shoe, up, plan, card) for card in kept
    )
    for hand in plan.zaps:
        low, high = all_hands().cards(hand)
        left = without(shoe, low, high)
        later = products_against(after_zap(rules), left, up, replace(plan, zaps=frozenset()))
        found += float(dealt_chance(shoe, up, low, high)) * later * sum(left) / left[up - 1]
    return found


def product_of_split(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, card: int) -> float:
    """The sum over all couples of hands from one pair, and no dealer's natural."""
    left = np.array(shoe, np.int64)
    np.subtract.at(left, [up - 1, card - 1, card - 1], 1)
    sets, sums = couples_of_split(settling(rules, shoe), plan, card)
    return weigh_couples(rules, left, up, sets, sums)


def couples_of_split(ends: Settling, plan: Plan, card: int) -> tuple[Ints, Floating]:
    """The cards that two hands of a pair draw, as one number, and [cards, end] what all such couples come to."""
    rules = ends.rules
    other = FREE if rules.splits_free(card) else MONEY
    first, second = (parts_after_split(ends, card, plan.after_split[stake], stake) for stake in (MONEY, other))
    cards = sorted({*first, *second})
    codes = np.array(cards, np.int64)
    together, couple = np.unique((codes[:, None] + codes[None, :]).ravel(), return_inverse=True)
    couple = couple.reshape(len(codes), -1)
    of_first, of_second = table_of(first, cards), table_of(second, cards)
    earlier: dict[tuple[int, bool], Floating] = defaultdict(lambda: np.zeros((len(cards), ENDS)))
    for (before, _), shares in split_shares(rules.hands_from(card), together=2).items():
        hand = of_second if before else of_first
        for share, times in shares.items():
            earlier[share.gone, share.any_second[1]] += times * hand[int(share.any_second[0])]
    gone_codes, weighed = [], []
    for gone in sorted({gone for gone, _ in earlier}):
        weights = np.zeros((len(together), ENDS))
        for any_second in (False, True):
            if (gone, any_second) in earlier:
                add_couples(couple, earlier[gone, any_second], of_second[int(any_second)], weights)
        gone_codes.append(together + gone * SHIFTED[card - 1])
        weighed.append(weights)
    return summed(np.concatenate(gone_codes), np.concatenate(weighed))


def summed(codes: Ints, rows: Floating) -> tuple[Ints, Floating]:
    """Rows of the same cards added up, those left out that come to nothing."""
    kept = rows.any(axis=1)
    sets, place = np.unique(codes[kept], return_inverse=True)
    return sets, np.column_stack([np.bincount(place, rows[kept, end], len(sets)) for end in range(ENDS)])


def weigh_couples(rules: BlackjackRules, left: Ints, up: int, sets: Ints, sums: Floating) -> float:
    """What couples come to: the chance that their cards are drawn from what is left, and of the dealer's ends then."""
    shoe = left.astype(float)
    orders = np.cumprod([1.0, *(1 / at for at in range(int(shoe.sum()), 0, -1))])
    weighed = sums * chances_to_draw(sets, shoe, orders)[:, None]
    kept = weighed.any(axis=1)
    draws, hole = dealer_draws(rules, up), natural_card(rules, up)
    tree = draws.parent, draws.card, draws.before.astype(float), draws.slot, draws.ways.astype(float)
    return float(weigh_sets(sets[kept], weighed[kept], shoe, orders, *tree, hole - 1, rules.peeks))


Parts = Mapping[int, Floating]
"""Of a result, by the cards drawn as one number: [no pair or any second card, end]."""


def table_of(parts: Parts, cards: Sequence[int]) -> Floating:
    """[no pair or any second card, cards, end]"""
    none = np.zeros((2, ENDS))
    by_cards = np.array([parts.get(code, none) for code in cards])
    return np.ascontiguousarray(by_cards.transpose(1, 0, 2))


def parts_after_split(ends: Settling, card: int, moves: Moves, stake: Stake) -> Parts:
    """Of one hand of a pair, by what it draws to the card it was split with."""
    stands = card == ACE and not ends.rules.split_aces_draw
    found = HandParts(ends, np.full_like(moves, Move.STAND) if stands else moves, stake)
    twos = all_hands().twos[card]
    found.walk({int(twos[second]): np.array((int(second != card), 1), np.int64) for second in range(1, TEN + 1)})
    return {code - int(SHIFTED[card - 1]): part for code, part in found.parts.items()}


class HandParts:
    """The parts of one hand's result, by all its cards."""

    def __init__(self, ends: Settling, moves: Moves, stake: Stake) -> None:
        self.rules, self.ends, self.moves, self.stake = ends.rules, ends, moves, stake
        self.nets = ends.nets(stake).astype(float)
        self.parts: dict[int, Floating] = defaultdict(lambda: np.zeros((2, ENDS)))

    def walk(self, starts: Mapping[int, Ints]) -> None:
        """Follow the moves from some hands of two cards on, hands of the lower hard total first."""
        hands, waiting = all_hands(), dict(starts)
        for hand, ways in starts.items():
            self._bets(hand, ways, self.stake.money)
        order = sorted(waiting)
        while order:
            hand = heappop(order)
            ways, move = waiting.pop(hand), Move(int(self.moves[0, hand]))
            if move is not Move.HIT:
                self._ends(hand, ways, 0)
                continue
            for after in (after for after in hands.following[hand].tolist() if after != BUST):
                if after not in waiting:
                    heappush(order, after)
                waiting[after] = waiting.get(after, 0) + ways

    def _ends(self, hand: int, ways: Ints, doublings: int) -> None:
        """A hand that is not hit any more, doubled so often with money."""
        move, ending = Move(int(self.moves[doublings, hand])), self.ends.ending(doublings)
        following = [after for after in all_hands().following[hand].tolist() if after != BUST]
        if move is Move.DOUBLE:
            self._bets(hand, ways, 2**doublings)
            for after in following:
                self._ends(after, ways, doublings + 1)
        elif move is Move.FREE_DOUBLE:
            for after in following:
                self._stands(after, ways, FREE_DOUBLED)
        elif move is Move.SURRENDER:
            self._comes_to(hand, ways, ending, GIVEN_UP)
        elif not doublings and (at_once := int(self.ends.at_once[0][hand])) != NOT_AT_ONCE:
            self._comes_to(hand, ways, ending, at_once)
        else:
            self._stands(hand, ways, ending)

    def _add(self, hand: int, ways: Ints, in_each_end: Floating) -> None:
        self.parts[int(all_hands().counts[hand] @ SHIFTED)] += ways[:, None] * in_each_end

    def _bets(self, hand: int, ways: Ints, units: int) -> None:
        self._add(hand, ways, np.full(ENDS, -float(units)))

    def _comes_to(self, hand: int, ways: Ints, ending: int, result: int) -> None:
        """What comes back whatever the dealer has."""
        self._add(hand, ways, np.full(ENDS, self.nets[ending, result] - self.nets[ending, LOSE]))

    def _stands(self, hand: int, ways: Ints, ending: int) -> None:
        """What comes back: the bet and its win, the bet, or nothing."""
        win, push, lose = self.nets[ending, :GIVEN_UP].tolist()
        total = int(all_hands().total[hand])
        even = win if total == TWENTY_ONE and self.rules.wins_with_21 else push
        back = [win if total > final else even if total == final else lose for final in range(DEALER_STANDS, 22)]
        self._add(hand, ways, np.array([*back, push, win, lose], float) - lose)


LANES = 16
"""Sets of cards that a kernel takes side by side."""
Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


@njit(nogil=True, cache=True)
def add_couples(couple: Array, one: Array, two: Array, weights: Array) -> None:
    """Add products up by the cards of both, in floats.

    couple     [cards, cards]    which set they are together
    one, two   [cards, end]
    weights    [set, end]        out
    """
    for a in range(len(one)):
        for b in range(len(two)):
            for end in range(one.shape[1]):
                weights[couple[a, b], end] += one[a, end] * two[b, end]


@njit(nogil=True, cache=True)
def chances_to_draw(codes: Array, shoe: Array, orders: Array) -> Array:
    """[set]: the probability to draw those cards in one order, in floats.

    Six bits of a code are the cards of one of ten kinds: 60 bits.
    """
    chances = np.ones(len(codes))
    for at in range(len(codes)):
        size = 0
        for kind in range(len(shoe)):
            drawn = codes[at] >> (6 * kind) & 63
            size += drawn
            for one in range(drawn):
                chances[at] *= max(shoe[kind] - one, 0.0)
        chances[at] *= orders[min(size, len(orders) - 1)]
    return chances


@njit(nogil=True, cache=True, fastmath=True)
def weigh_sets(
    codes: Array,
    weights: Array,
    shoe: Array,
    orders: Array,
    parent: Array,
    card: Array,
    before: Array,
    slot: Array,
    ways: Array,
    hole: int,
    peeks: bool,
) -> float:
    """The sum over sets of gone cards of the probability of each end of the dealer, by what that weighs, in floats.

    codes    [set]         six bits for the number of cards of each kind
    weights  [set, end]    17 … 22, a bust, a natural that nobody looked for
    shoe     [card]        cards left before the set is gone
    orders   [number]      one over the orders of n cards

    Sets are taken side by side, in lanes, which is what makes the walk through the dealer's tree fast. No factor there
    is negative that counts: before the shoe has fewer than no cards of a kind it has none.
    """
    left = np.empty((len(shoe), LANES))
    nodes = np.ones((len(parent), LANES))
    made = np.empty((slot.max() + 1, LANES))
    finals = weights.shape[1] - 2
    depths = (len(made) - 1) // finals
    total = 0.0
    for start in range(0, len(codes), LANES):
        for lane in range(LANES):
            code = codes[min(start + lane, len(codes) - 1)]
            for kind in range(len(shoe)):
                left[kind, lane] = shoe[kind] - (code >> (6 * kind) & 63)
        made[:] = 0.0
        made[slot[0]] = ways[0]
        for node in range(1, len(parent)):
            above, kind, into, many, less = parent[node], card[node], slot[node], ways[node], before[node]
            for lane in range(LANES):
                weight = nodes[above, lane] * (left[kind, lane] - less)
                nodes[node, lane] = weight
                made[into, lane] += many * weight
        for lane in range(min(LANES, len(codes) - start)):
            size = len(orders) - 1 - round(left[:, lane].sum())
            natural = left[hole, lane] * (orders[size + 1] / orders[size]) if hole >= 0 else 0.0
            bust, found = 1.0 - natural, 0.0
            for final in range(finals):
                end = 0.0
                for depth in range(min(depths, len(orders) - size)):
                    end += made[final * depths + depth, lane] * (orders[size + depth] / orders[size])
                bust -= end
                found += end * weights[start + lane, final]
            found += bust * weights[start + lane, finals]
            if not peeks:
                found += natural * weights[start + lane, finals + 1]
            total += found
    return total
