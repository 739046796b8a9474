"""A strategy counted in whole numbers: how often a round, and each hand in it, ends how."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import run_tasks
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules

from .hands import Counts, Ints, all_hands
from .pairs import SplitPairs, reachable_hands
from .play import HandTable
from .residues import Array, Numbers
from .settling import FREE, MONEY, Settling, settling
from .shoe import UpCardOdds, scale_for
from .strategy import Plan, Strategy

NATURAL, NATURAL_PUSH, DEALER_NATURAL, NAMED = range(4)
ONE = np.array(1)
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
        found = self._mean(2) + self.dealer_natural + 2 * Fraction(products) - self.net**2
        return Fraction(round(found * DIGITS), DIGITS)

    def _mean(self, power: int) -> Fraction:
        """Of what hands come to, or of its square, the dealer's natural left out."""
        nets = self.settling.nets
        played = (self.money * nets(MONEY, power)).sum() + (self.free * nets(FREE, power)).sum()
        return Fraction(played + self.natural * self.settling.natural_net(power))

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


def count_rounds(
    rules: BlackjackRules, shoe: Counts, strategy: Strategy, executor: Executor | None = None
) -> RoundChances:
    """Follow a strategy through every deal, modulo as many primes as the whole numbers ask for."""
    deals, numbers = scale_for(rules, shoe)
    tasks = [(rules, shoe, up, plan, numbers) for up, plan in strategy.items()]
    parts = run_tasks(ends_against, tasks, executor)
    ends = numbers.reduced(sum(parts[1:], parts[0]))
    return name_chances(settling(rules, shoe), np.array([numbers.fraction(row, deals) for row in ends], object))


def name_chances(ends_of: Settling, ends: NDArray[np.object_]) -> RoundChances:
    """The ends by name."""
    money, free = ends[NAMED:].reshape(2, -1, ends_of.endings, ends_of.results)
    return RoundChances(ends_of, ends[NATURAL], ends[NATURAL_PUSH], ends[DEALER_NATURAL], money, free)


def ends_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers) -> Array:
    """[end]: all ends with one up card, weighed by the probability of the cards dealt."""
    hands = all_hands()
    twos = np.flatnonzero(hands.size == 2)
    places = reachable_hands(hands, twos.tolist(), plan.moves[MONEY])
    against = UpCardOdds(rules, shoe, up, hands.counts[places], numbers)
    table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
    at = table.local[0]
    shape = against.settling.endings, against.settling.results
    hands_of = numbers.zeros(len(places), 2, rules.most_hands, *shape)  # money or free, hand in play, ending, result
    hands_of[:, 0, 0] = table.outcomes(plan.moves[MONEY][:, places])[:-1]
    _add_splits(hands_of, at, SplitPairs(rules, shoe, up, sorted(plan.splits), numbers), plan)
    ends = numbers.zeros(len(places), NAMED + 2 * rules.most_hands * shape[0] * shape[1])
    ends[:, NAMED:] = hands_of.reshape(ends[:, NAMED:].shape)
    if rules.peeks:
        ends[:, DEALER_NATURAL] = against.natural
    natural = at[hands.twos[ACE, TEN]]
    ends[natural] = numbers.zeros(ends.shape[1])
    one = numbers.ratio(ONE, ONE)
    if rules.natural_wins:
        ends[natural, NATURAL] = one
    else:
        ends[natural, NATURAL_PUSH] = against.natural[natural]
        ends[natural, NATURAL] = numbers.reduced(one - against.natural[natural])
    dealt = _dealt(shoe, up, hands.counts[twos], numbers)
    return numbers.reduced(numbers.times(dealt[:, None], ends[at[twos]]).sum(axis=0))


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


def _dealt(shoe: Counts, up: int, twos: Ints, numbers: Numbers) -> Array:
    """[hand]: the probability of that up card and those two cards."""
    left = np.array(shoe, np.int64)
    left[up - 1] -= 1
    pair = twos.max(axis=1) == 2
    high, low = TEN - 1 - twos[:, ::-1].argmax(axis=1), twos.argmax(axis=1)
    cards = sum(shoe)
    chance = numbers.ratio(np.array(shoe[up - 1]), np.array(cards))
    first = numbers.ratio(left[high] * np.where(pair, 1, 2), np.array(cards - 1))
    return numbers.times(
        numbers.times(first, chance[None]), numbers.ratio((left[low] - pair).clip(0), np.array(cards - 2))
    )
