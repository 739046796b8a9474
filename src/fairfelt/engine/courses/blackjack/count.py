"""A strategy counted in integers: how often a round, and each hand in it, ends how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import EVEN
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules
from fairfelt.runtime.compute.executors import run_tasks

from .hands import (
    FREE,
    MONEY,
    Counts,
    DealerView,
    Ints,
    Settling,
    all_hands,
    dealt_chance,
    settling,
    views_of,
    without,
)
from .odds import Exact, Orders, UpCardOdds, orders_for, zeros
from .play import HandTable
from .splits import SplitPairs, reachable_hands
from .strategy import Plan, Strategy

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


def count_rounds(
    rules: BlackjackRules, shoe: Counts, strategy: Strategy, executor: Executor | None = None
) -> RoundChances:
    """Follow a strategy through every deal."""
    return count_views(rules, shoe, views_of(rules, shoe, strategy), executor)


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
    """The chance of an ace and a ten in two cards."""
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
    """The ends by name."""
    money, free = ends[NAMED:].reshape(2, -1, ends_of.endings, ends_of.results)
    named = dict(zip(NAMES, ends[:NAMED].tolist(), strict=True))
    return RoundChances(settling=ends_of, money=money, free=free, **named)


def ends_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, orders: Orders) -> Exact:
    """[end]: all ends with one up card, weighed by the probability of the cards dealt."""
    dealt = dealt_chances(shoe, up, orders)
    return np.asarray(orders.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, orders)).sum(axis=0), object)


def ends_beside(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, orders: Orders) -> Exact:
    """[end]: the same where the up card is known."""
    return ends_against(rules, shoe, up, plan, orders) * sum(shoe) // shoe[up - 1]


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
    ends = ends_beside(after_zap(rules), left, up, replace(plan, zaps=frozenset()), orders)
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
