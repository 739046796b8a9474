"""A strategy counted in whole numbers: how often a round, and each hand in it, ends how."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.decided import spread
from fairfelt.rules.blackjack import ACE, TEN, BlackjackRules

from .dealer import dealer_draws
from .hands import Counts, Ints, all_hands
from .numbers import PRIME_BITS, Array, Numbers, Residues
from .pairs import Pairs, reached
from .play import FREE, MONEY, Table
from .shoe import Against
from .strategy import Plan, Strategy

NATURAL, NATURAL_PUSH, DEALER_NATURAL, SURRENDERED = range(4)
FIRST, PAID, FREE_HANDS = (slice(4 + 9 * at, 13 + 9 * at) for at in range(3))
ENDS = 31
ONE = np.array(1)


@dataclass(frozen=True, eq=False)
class Counted:
    """Probabilities, and average numbers of hands in a round; tables are [ending, result] as `play` numbers them."""

    natural: Fraction
    """The player's natural is paid."""
    natural_push: Fraction
    """Both have one."""
    dealer_natural: Fraction
    """The dealer's natural takes the bet before anybody plays."""
    surrendered: Fraction
    first: NDArray[np.object_]
    """The hand that the bet stays on, split or not."""
    paid: NDArray[np.object_]
    """Hands split off with money."""
    free: NDArray[np.object_]
    """Hands split off with the house's chip."""

    def net(self, rules: BlackjackRules) -> Fraction:
        """The expected result of a round in units of the bet."""
        played = (self.first + self.paid) * MONEY.nets + self.free * FREE.nets
        paid = self.natural * rules.natural.net - self.dealer_natural - self.surrendered / 2
        return Fraction(played.sum() + paid)


def count(rules: BlackjackRules, shoe: Counts, strategy: Strategy, executor: Executor | None = None) -> Counted:
    """Follow a strategy through every deal, modulo as many primes as the whole numbers ask for."""
    cards = _most_cards(rules, shoe)
    deals = perm(sum(shoe), cards)
    numbers = Residues(deals.bit_length() // (PRIME_BITS - 1) + 2)
    tasks = [(rules, shoe, up, plan, numbers) for up, plan in strategy.items()]
    residues = numbers.reduced(sum(spread(ends_against, tasks, executor), numbers.zeros(ENDS)))
    scaled = numbers.times(residues, np.array([deals % int(prime) for prime in numbers.primes]))
    ends = np.array([Fraction(numbers.whole(row), deals) for row in scaled.tolist()], object)
    return counted(ends)


def counted(ends: Array) -> Counted:
    """The ends by name."""
    tables = (ends[part].reshape(3, 3) for part in (FIRST, PAID, FREE_HANDS))
    return Counted(ends[NATURAL], ends[NATURAL_PUSH], ends[DEALER_NATURAL], ends[SURRENDERED], *tables)


def _most_cards(rules: BlackjackRules, shoe: Counts) -> int:
    """More cards than any one hand, its split pairs, and the dealer can take together; no more than there are."""
    longest = max(dealer_draws(rules, up).longest for up in range(1, TEN + 1))
    return min(sum(shoe), 1 + longest + int(all_hands().size.max()) + 1 + 2 * rules.most_hands)


def ends_against(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers) -> Array:
    """[end]: all ends with one up card, weighed by the probability of the cards dealt."""
    hands = all_hands()
    twos = np.flatnonzero(hands.size == 2)
    places = reached(hands, twos.tolist(), plan.moves[MONEY])
    against = Against(rules, shoe, up, hands.counts[places], numbers)
    table = Table(hands, places, np.zeros(len(places), np.int64), against)
    at = table.local[0]
    ends = numbers.zeros(len(places), ENDS)
    ends[:, FIRST] = _flat(table.outcomes(plan.moves[MONEY][places])[:-1])
    for card, parts in _split_ends(rules, shoe, up, plan, numbers).items():
        for part, ended in parts:
            ends[at[hands.twos[card, card]], part] = _flat(ended[None])[0]
    if rules.peeks:
        ends[:, DEALER_NATURAL] = against.natural
    given_up = at[sorted(plan.surrenders)]
    ends[given_up, FIRST] = 0
    ends[given_up, SURRENDERED] = against.live[given_up]
    natural = at[hands.twos[ACE, TEN]]
    ends[natural] = numbers.zeros(ENDS)
    ends[natural, NATURAL_PUSH] = against.natural[natural]
    ends[natural, NATURAL] = numbers.reduced(numbers.ratio(ONE, ONE) - against.natural[natural])
    dealt = _dealt(shoe, up, hands.counts[twos], numbers)
    return numbers.reduced(numbers.times(dealt[:, None], ends[at[twos]]).sum(axis=0))


def _flat(tables: Array) -> Array:
    """[hand, ending, result] as [hand, end]."""
    return tables.reshape(len(tables), 9, *tables.shape[3:])


def _split_ends(
    rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, numbers: Numbers
) -> dict[int, tuple[tuple[slice, Array], ...]]:
    """By the card of the pair: the first hand, and the others as money or as the house's chips."""
    cards = sorted(plan.splits)
    if not cards:
        return {}
    pairs = Pairs(rules, shoe, up, cards, numbers)
    first, paid = pairs.split(plan.after_split[MONEY])
    free = pairs.split(plan.after_split[FREE])[1] if FREE in plan.after_split else paid
    return {
        card: ((FIRST, first[at]), (FREE_HANDS, free[at]) if rules.splits_free(card) else (PAID, paid[at]))
        for at, card in enumerate(cards)
    }


def _dealt(shoe: Counts, up: int, twos: Ints, numbers: Numbers) -> Array:
    """[hand]: the probability of that up card and those two cards."""
    left = np.array(shoe, np.int64)
    left[up - 1] -= 1
    pair = twos.max(axis=1) == 2
    high, low = TEN - 1 - twos[:, ::-1].argmax(axis=1), twos.argmax(axis=1)
    cards = sum(shoe)
    chance = numbers.ratio(np.array(shoe[up - 1]), np.array(cards))
    first = numbers.ratio(left[high] * np.where(pair, 1, 2), np.array(cards - 1))
    return numbers.times(numbers.times(first, chance[None]), numbers.ratio((left[low] - pair).clip(0), np.array(cards - 2)))
