"""When to carry a win, and how hands end that it is carried to.

Two cards are drawn before the up card, so how often they make a line goes by the whole shoe; what the hand is worth
goes by what its cards count and the up card. A win is carried where the hand is worth something.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import comb, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card, Deck
from fairfelt.compute.executors import run_tasks
from fairfelt.exact.bets.first_cards import FirstHands
from fairfelt.exact.solvers.blackjack.count import (
    DEALER_NATURAL,
    NATURAL_PUSH,
    TWOS,
    RoundChances,
    ends_of_twos,
    name_chances,
    to_ten_digits,
)
from fairfelt.exact.solvers.blackjack.dealer import natural_card
from fairfelt.exact.solvers.blackjack.hands import Counts, Ints, all_hands
from fairfelt.exact.solvers.blackjack.play import NEARLY
from fairfelt.exact.solvers.blackjack.residues import Array, Floats
from fairfelt.exact.solvers.blackjack.settling import settling
from fairfelt.exact.solvers.blackjack.shoe import scale_for, shoe_of
from fairfelt.exact.solvers.blackjack.strategy import Plan, Strategy, best_plan, pack_strategy, read_strategy
from fairfelt.exact.solvers.blackjack.together import product_of_split
from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.carried import DEALT, CarriedWin
from fairfelt.rules.courses.blackjack.hand import points
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules

NATURALS = [DEALER_NATURAL, NATURAL_PUSH]
"""Ends by a dealer's natural: no win is carried against that."""


@dataclass(frozen=True, eq=False)
class UpCardPlan:
    """What to do against one up card."""

    plan: Plan
    carries: NDArray[np.bool_]
    """[hand of two cards]: whether a win is carried to it."""
    ends: Array
    """[line, end]: how hands end that a win of that line is carried to, weighed by the chance of the cards."""


def solve_against(rules: BlackjackRules, shoe: Counts, up: int, pairs: Ints) -> UpCardPlan:
    """Weigh every hand of two cards; `pairs` says in how many ways each makes each line."""
    plan, (deals, numbers) = best_plan(rules, shoe, up), scale_for(rules, shoe)
    exact = ends_of_twos(rules, shoe, up, plan, numbers)
    exact[:, NATURALS] = 0
    nets = net_of_ends(rules, shoe, exact.shape[1])
    worth = ends_of_twos(rules, shoe, up, plan, Floats()) @ nets.astype(float)
    for hand in np.flatnonzero(abs(worth) < NEARLY):
        found = (numbers.fraction(end, deals) * net for end, net in zip(exact[hand], nets, strict=True) if net)
        worth[hand] = float(sum(found, Fraction(0)))
    carries, cards = worth >= 0, sum(shoe)
    ups = (np.array(shoe)[up - 1] - all_hands().counts[TWOS, up - 1]).clip(0)
    ways = 2 * pairs * (ups * carries)[:, None]
    chances = numbers.ratio(ways, cards)
    for drawn in range(1, DEALT + 1):
        chances = numbers.times(chances, numbers.ratio(np.array([[1]]), cards - drawn))
    lines = [numbers.reduced(numbers.times(chances[:, [at]], exact).sum(axis=0)) for at in range(pairs.shape[1])]
    return UpCardPlan(plan, carries, np.array(lines))


def net_of_ends(rules: BlackjackRules, shoe: Counts, ends: int) -> NDArray[np.object_]:
    """[end]: what it is worth in bets, and no dealer's natural."""
    ones = np.eye(ends, dtype=np.int64).astype(object)
    nets = np.array([name_chances(settling(rules, shoe), one).net for one in ones], object)
    nets[NATURALS] = Fraction(0)
    return nets


@dataclass(frozen=True, eq=False)
class CarriedResult:
    """The best strategy, and what it comes to: found when it is asked for."""

    course: CarriedWin
    deck: Deck
    executor: Executor | None
    known: Mapping[int, UpCardPlan] | None = None
    """The plans, where they were kept."""

    @property
    def rules(self) -> BlackjackRules:
        """Of the play of the hand."""
        return self.course.rules

    @cached_property
    def shoe(self) -> Counts:
        """Cards by what they count."""
        return shoe_of(self.deck)

    @cached_property
    def pairs(self) -> Ints:
        """[hand of two cards, line]: in how many ways the shoe deals them."""
        hands, place = (
            FirstHands(self.course.ranking, self.deck, DEALT),
            {hand: at for at, hand in enumerate(TWOS.tolist())},
        )
        found = np.zeros((len(TWOS), len(self.course.ranking.lines)), np.int64)
        for cards, line, ways in zip(hands.hands.tolist(), hands.lines.tolist(), hands.ways().tolist(), strict=True):
            found[place[all_hands().of(*(points(Card(card)) for card in cards))], line] += ways
        return found

    @cached_property
    def plans(self) -> Mapping[int, UpCardPlan]:
        """By up card."""
        if self.known:
            return self.known
        ups = [up for up in range(1, TEN + 1) if self.shoe[up - 1]]
        found = run_tasks(solve_against, [(self.rules, self.shoe, up, self.pairs) for up in ups], self.executor)
        return dict(zip(ups, found, strict=True))

    @property
    def strategy(self) -> Strategy:
        """How hands are played."""
        return {up: found.plan for up, found in self.plans.items()}

    @cached_property
    def counted(self) -> Mapping[int, RoundChances]:
        """By line: how hands end to which a win of that line is carried."""
        deals, numbers = scale_for(self.rules, self.shoe)
        parts = [found.ends for found in self.plans.values()]
        ends = numbers.reduced(sum(parts[1:], parts[0]))
        exact = [np.array([numbers.fraction(row, deals) for row in line], object) for line in ends]
        of = settling(self.rules, self.shoe)
        return {line: name_chances(of, exact[line]) for line, stake in enumerate(self.course.stakes) if stake}

    def products(self, line: int) -> float:
        """The mean sum of the products of two hands of one pair, where a win of that line is carried to it."""
        cards, found = sum(self.shoe), 0.0
        for up, plan in self.plans.items():
            for card in sorted(plan.plan.splits):
                at, ups = TWOS.tolist().index(int(all_hands().twos[card, card])), self.shoe[up - 1] - 2 * (card == up)
                ways = 2 * int(self.pairs[at, line] * plan.carries[at]) * ups
                if ways:
                    found += ways / perm(cards, DEALT + 1) * self._of_pair(up, card)
        return found

    @cache  # noqa: B019  (a result lives as long as its solution)
    def _of_pair(self, up: int, card: int) -> float:
        return product_of_split(self.rules, self.shoe, up, self.plans[up].plan, card)

    @cached_property
    def variance_of_round(self) -> Fraction:
        """Of what the bet and a hand that it is carried to come to together."""
        mean, square = Fraction(0), Fraction(0)
        for line, chance in enumerate(self.line_chances):
            won = self.course.stakes[line] - 1
            mean, square = mean + chance * won, square + chance * won**2
        for line, hand in self.counted.items():
            stake = self.course.stakes[line]
            mean += stake * hand.net
            square += 2 * (stake - 1) * stake * hand.net
            square += stake**2 * (hand.square + 2 * Fraction(self.products(line)))
        return to_ten_digits(square - mean**2)

    @cached_property
    def line_chances(self) -> tuple[Fraction, ...]:
        """The probability of each line."""
        return tuple(Fraction(int(ways), comb(len(self.deck), DEALT)) for ways in self.pairs.sum(axis=0))

    def offered(self, line: int, *, carried: bool) -> Fraction:
        """The probability that a win of that line is offered to be carried, and is carried or taken."""
        cards, found = sum(self.shoe), Fraction(0)
        for up, plan in self.plans.items():
            for at in np.flatnonzero(plan.carries == carried):
                held = all_hands().counts[TWOS[at]]
                ups, hole = max(self.shoe[up - 1] - int(held[up - 1]), 0), natural_card(self.rules, up)
                live = cards - 3 - (self.shoe[hole - 1] - int(held[hole - 1]) if hole else 0)
                found += Fraction(
                    2 * int(self.pairs[at, line]) * ups * live, cards * (cards - 1) * (cards - 2) * (cards - 3)
                )
        return found


def solve_carried(game: Game, executor: Executor | None = None) -> CarriedResult:
    """Make ready; no shoe of a definition can run out in a round."""
    assert isinstance(game.course, CarriedWin)
    return CarriedResult(game.course, game.deck, executor)


def pack_carried(result: CarriedResult) -> dict[str, NDArray[Any]]:
    """The plans, to which hands a win is carried, and how those end."""
    plans = [result.plans[up] for up in sorted(result.plans)]
    return {
        **pack_strategy(result.strategy),
        "carries": np.array([found.carries for found in plans]),
        "ends": np.array([found.ends for found in plans]),
    }


def read_carried(game: Game, arrays: Mapping[str, NDArray[Any]]) -> CarriedResult:
    """The result that was kept."""
    plans = {
        up: UpCardPlan(plan, arrays["carries"][at], arrays["ends"][at])
        for at, (up, plan) in enumerate(read_strategy(arrays).items())
    }
    return replace(solve_carried(game), known=plans)
