"""A strategy counted in whole numbers: how often a round, and each hand in it, ends how."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import EVEN
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules
from fairfelt.runtime.compute.executors import run_tasks

from .hands import FREE, MONEY, Counts, Ints, Settling, all_hands, settling, without
from .numbers import Array, Floats, Numbers
from .odds import UpCardOdds, orders_for, scale_for
from .play import HandTable
from .splits import SplitPairs, reachable_hands
from .strategy import Plan, Strategy

NATURAL, NATURAL_PUSH, DEALER_NATURAL, ZAPPED_21, ZAPPED_PUSH, NAMED = range(6)
NAMES = "natural", "natural_push", "dealer_natural", "zapped_21", "zapped_push"
ONE = np.array(1)
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
    """Follow a strategy through every deal, modulo as many primes as the whole numbers ask for."""
    numbers = scale_for(rules, shoe)[1]
    tasks = [(rules, shoe, up, plan, numbers) for up, plan in strategy.items()]
    return add_up(rules, shoe, run_tasks(ends_against, tasks, executor))


def add_up(rules: BlackjackRules, shoe: Counts, parts: Sequence[Array], others: int = 0) -> RoundChances:
    """Ends that were counted in parts, by name; `others` as `scale_for` takes it."""
    ends = scale_for(rules, shoe, others)[1].reduced(sum(parts[1:], parts[0]))
    return name_chances(settling(rules, shoe), exact_ends(rules, shoe, ends, others))


def exact_ends(rules: BlackjackRules, shoe: Counts, ends: Array, others: int = 0) -> NDArray[np.object_]:
    """[end]: residues as fractions."""
    deals, numbers = scale_for(rules, shoe, others)
    return np.array([numbers.fraction(row, deals) for row in ends], object)


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


def ends_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers) -> Array:
    """[end]: all ends with one up card, weighed by the probability of the cards dealt."""
    return numbers.times(_up_chance(shoe, up, numbers), ends_beside(rules, shoe, up, plan, numbers))


def ends_beside(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers) -> Array:
    """[end]: the same where the up card is known."""
    dealt = _twos_chances(shoe, up, all_hands().counts[TWOS], numbers)
    return numbers.reduced(numbers.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, numbers)).sum(axis=0))


def ends_of_twos(
    rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers, twos: Ints = TWOS
) -> Array:
    """[hand of two cards, end]: how each hand ends that is dealt."""
    hands = all_hands()
    places = reachable_hands(hands, twos.tolist(), plan.moves[MONEY])
    against = UpCardOdds(rules, shoe, up, hands.counts[places], numbers)
    table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
    at = table.local[0]
    shape = against.settling.endings, against.settling.results
    hands_of = numbers.zeros(len(places), 2, rules.most_hands, *shape)  # money or free, hand in play, ending, result
    hands_of[:, 0, 0] = table.outcomes(plan.moves[MONEY][:, places])[:-1]
    pairs = [card for card in sorted(plan.splits) if hands.twos[card, card] in twos]
    _add_splits(hands_of, at, SplitPairs(rules, shoe, up, pairs, numbers, against.known), plan)
    ends = numbers.zeros(len(places), NAMED + 2 * rules.most_hands * shape[0] * shape[1])
    ends[:, NAMED:] = hands_of.reshape(ends[:, NAMED:].shape)
    if rules.peeks:
        ends[:, DEALER_NATURAL] = against.natural
    if hands.twos[ACE, TEN] in twos:
        natural, one = at[hands.twos[ACE, TEN]], numbers.ratio(ONE, ONE)
        ends[natural] = numbers.zeros(ends.shape[1])
        push = numbers.zeros() if rules.natural_wins else against.natural[natural]
        ends[natural, NATURAL_PUSH] = push
        ends[natural, NATURAL] = numbers.reduced(one - push)
    for hand in plan.zaps.intersection(twos.tolist()):
        ends[at[hand]] = zapped(rules, shoe, up, plan, hand, numbers)
    return numbers.reduced(ends[at[twos]])


def with_zaps(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan) -> Plan:
    """The same plan, with first hands exchanged where that is better than to keep them."""
    if not rules.zaps:
        return plan
    hands, numbers, ends, zaps = all_hands(), Floats(), settling(rules, shoe), set()
    kept = ends_of_twos(rules, shoe, up, plan, numbers)
    for at, hand in enumerate(TWOS.tolist()):
        total, enough = int(hands.hard[hand]), hands.counts[hand] + (np.arange(1, TEN + 1) == up) <= shoe
        if total in rules.zaps and not hands.soft[hand] and enough.all():
            both = kept[at], zapped(rules, shoe, up, plan, hand, numbers)
            old, new = (name_chances(ends, found.astype(object)).net for found in both)
            if new >= old:
                zaps.add(hand)
    return replace(plan, zaps=frozenset(zaps))


def zap_values(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, hand: int) -> tuple[Fraction, Fraction]:
    """What it is worth to keep a first hand and to exchange it, in units of the bet."""
    numbers = orders_for(rules, shoe)
    kept = ends_of_twos(rules, shoe, up, replace(plan, zaps=frozenset()), numbers, np.array([hand]))[0]
    both = (kept, zapped(rules, shoe, up, plan, hand, numbers))
    keep, zap = (name_chances(settling(rules, shoe), numbers.fractions(ends)) for ends in both)
    if rules.zaps_before_peek:
        return keep.net, zap.net
    live = 1 - keep.dealer_natural
    return (keep.net + 1 - live) / live, (zap.net + 1 - live) / live


def zapped(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, hand: int, numbers: Numbers) -> Array:
    """[end]: all ends with one up card and a hand that is exchanged: two cards are dealt from what is left."""
    left = without(shoe, *all_hands().cards(hand))
    ends = ends_beside(after_zap(rules), left, up, replace(plan, zaps=frozenset()), numbers)
    ends[ZAPPED_21] = ends[NATURAL]
    ends[ZAPPED_PUSH if rules.zaps_before_peek else DEALER_NATURAL] += ends[NATURAL_PUSH]
    ends[[NATURAL, NATURAL_PUSH]] = 0
    return numbers.reduced(ends)


def after_zap(rules: BlackjackRules) -> BlackjackRules:
    """The rules for two new cards: an ace and a ten win even money."""
    return replace(rules, zaps=frozenset(), natural=EVEN)


def _add_splits(hands_of: Array, at: Ints, pairs: SplitPairs, plan: Plan) -> None:
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


def dealt_chances(shoe: Counts, up: int, twos: Ints, numbers: Numbers) -> Array:
    """[hand]: the probability of that up card and those two cards."""
    return numbers.times(_up_chance(shoe, up, numbers), _twos_chances(shoe, up, twos, numbers))


def _up_chance(shoe: Counts, up: int, numbers: Numbers) -> Array:
    """[1]: the probability of that up card."""
    return numbers.ratio(np.array([shoe[up - 1]]), np.array([sum(shoe)]))


def _twos_chances(shoe: Counts, up: int, twos: Ints, numbers: Numbers) -> Array:
    """[hand]: the probability of those two cards besides that up card."""
    left = np.array(shoe, np.int64)
    left[up - 1] -= 1
    pair = twos.max(axis=1) == 2
    high, low = TEN - 1 - twos[:, ::-1].argmax(axis=1), twos.argmax(axis=1)
    cards = sum(shoe)
    first = numbers.ratio(left[high] * np.where(pair, 1, 2), np.array(cards - 1))
    return numbers.times(first, numbers.ratio((left[low] - pair).clip(0), np.array(cards - 2)))
