"""The hole card seen at a table of blackjack: every two cards of the dealer's have a best strategy of their own.

The dealer's cards count the same in either order, so that each pair of them is solved once.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import run_tasks
from fairfelt.exact import Unsolved
from fairfelt.exact.solvers.blackjack import count
from fairfelt.exact.solvers.blackjack.count import RoundChances, ends_against, name_chances, with_zaps
from fairfelt.exact.solvers.blackjack.dealer import HoleKnown
from fairfelt.exact.solvers.blackjack.hands import Counts
from fairfelt.exact.solvers.blackjack.settling import MONEY, settling
from fairfelt.exact.solvers.blackjack.shoe import scale_for
from fairfelt.exact.solvers.blackjack.strategy import Plan, best_plan
from fairfelt.exact.solvers.blackjack.together import products_against
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules

NATURAL = {ACE, TEN}
Ends = NDArray[np.object_]
Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class KnownPair:
    """Two cards of the dealer's, with the best strategy against them."""

    cards: Pair
    plan: Plan
    ends: Ends
    """[end]: how rounds end, if the dealer has them."""


def with_known_hole(rules: BlackjackRules, hole: int) -> HoleKnown:
    """The same table, where the hole card is known to count so much."""
    return HoleKnown(**{field.name: getattr(rules, field.name) for field in fields(BlackjackRules)}, hole=hole)


def without_card(shoe: Counts, *cards: int) -> Counts:
    """A shoe that some cards have left."""
    return tuple(max(many - cards.count(value), 0) for value, many in enumerate(shoe, 1))


def dealer_pairs(shoe: Counts) -> Iterator[tuple[Pair, Fraction]]:
    """Every two cards of the dealer's, the lower first, and the chance to be dealt them in either order."""
    cards = sum(shoe)
    for low in range(ACE, TEN + 1):
        for high in range(low, TEN + 1):
            ways = shoe[low - 1] * (shoe[high - 1] - (low == high))
            if ways > 0:
                yield (low, high), Fraction(ways * (1 if low == high else 2), cards * (cards - 1))


def verify_hole_card(title: str, rules: BlackjackRules) -> None:
    """A dealer who takes no second card before the players have played has none to show."""
    if not rules.peeks:
        raise Unsolved(f"{title}: the dealer has no hole card while players play, so that none can be seen")


@dataclass(frozen=True, eq=False)
class HoleCard:
    """A table and a shoe; the hole card is known to the player."""

    rules: BlackjackRules
    shoe: Counts
    executor: Executor | None = None

    @cached_property
    def pairs(self) -> tuple[KnownPair, ...]:
        """Every two cards of the dealer's but a natural."""
        played = [pair for pair, _ in dealer_pairs(self.shoe) if set(pair) != NATURAL]
        found = run_tasks(_solve_pair, [(self.rules, self.shoe, *pair) for pair in played], self.executor)
        return tuple(KnownPair(pair, plan, ends) for pair, (plan, ends) in zip(played, found, strict=True))

    @cached_property
    def counted(self) -> RoundChances:
        """How rounds end."""
        chances = dict(dealer_pairs(self.shoe))
        parts = [pair.ends * chances[pair.cards] for pair in self.pairs]
        ends = sum(parts[1:], parts[0])
        ends[: count.NAMED] += chances[ACE, TEN] * natural_ends(self.rules, self.shoe)
        return name_chances(settling(self.rules, self.shoe), ends)

    @property
    def edge(self) -> Fraction:
        """The player's, in bets."""
        return self.counted.net

    @cached_property
    def variance(self) -> Fraction:
        """Of a round."""
        chances = dict(dealer_pairs(self.shoe))
        parts = run_tasks(
            _products, [(self.rules, self.shoe, *pair.cards, pair.plan) for pair in self.pairs], self.executor
        )
        return self.counted.variance(
            sum(float(chances[pair.cards]) * part for pair, part in zip(self.pairs, parts, strict=True))
        )

    @property
    def hits(self) -> Fraction:
        """The share of rounds whose first hand wins."""
        return first_hand_wins(self.counted)


def first_hand_wins(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand wins."""
    nets = counted.settling.nets(MONEY).ravel()
    won = sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net > 0)
    return Fraction(won + counted.natural + counted.zapped_21)


def first_hand_loses(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand loses, the dealer's natural left out."""
    nets = counted.settling.nets(MONEY).ravel()
    return Fraction(sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net < 0))


def natural_ends(rules: BlackjackRules, shoe: Counts) -> Ends:
    """[named end]: how rounds end in which the dealer is known to have a natural."""
    left = without_card(shoe, ACE, TEN)
    ends = np.full(count.NAMED, Fraction(0), object)
    player = _natural_chance(left)
    ends[count.NATURAL if rules.natural_wins else count.NATURAL_PUSH] = player
    ends[count.DEALER_NATURAL] = 1 - player
    if rules.zaps and rules.zaps_before_peek:
        pushed = sum((chance * _natural_chance(two) for two, chance in _zapped(rules, left)), Fraction(0))
        ends[count.ZAPPED_PUSH] += pushed
        ends[count.DEALER_NATURAL] -= pushed
    return ends


def _natural_chance(left: Counts) -> Fraction:
    return Fraction(2 * left[ACE - 1] * left[TEN - 1], perm(sum(left), 2))


def _zapped(rules: BlackjackRules, left: Counts) -> Iterator[tuple[Counts, Fraction]]:
    """Every first hand that may be exchanged: what it leaves in the shoe, and its chance."""
    for low in range(ACE + 1, TEN + 1):
        for high in range(low, TEN + 1):
            if low + high in rules.zaps:
                ways = left[low - 1] * (left[high - 1] - (low == high)) * (1 if low == high else 2)
                yield without_card(left, low, high), Fraction(ways, perm(sum(left), 2))


def _known(rules: BlackjackRules, shoe: Counts, up: int, hole: int) -> tuple[HoleKnown, Counts, int]:
    return with_known_hole(rules, hole), without_card(shoe, hole), up


def known_plan(rules: BlackjackRules, shoe: Counts, up: int, hole: int) -> tuple[HoleKnown, Counts, Plan]:
    """The table and the shoe with the hole card known, and the best strategy there."""
    known, left, _ = _known(rules, shoe, up, hole)
    return known, left, with_zaps(known, left, up, best_plan(known, left, up))


def _solve_pair(rules: BlackjackRules, shoe: Counts, up: int, hole: int) -> tuple[Plan, Ends]:
    """The best strategy against two cards, and how rounds end by it."""
    known, left, plan = known_plan(rules, shoe, up, hole)
    deals, numbers = scale_for(known, left)
    rows = ends_against(known, left, up, plan, numbers)
    ends = np.array([numbers.fraction(row, deals) for row in rows], object)
    return plan, ends * Fraction(sum(left), left[up - 1])


def _products(rules: BlackjackRules, shoe: Counts, up: int, hole: int, plan: Plan) -> float:
    """The mean product of the results of two hands, if the dealer has those cards."""
    known, left, _ = _known(rules, shoe, up, hole)
    return products_against(known, left, up, plan) * sum(left) / left[up - 1]
