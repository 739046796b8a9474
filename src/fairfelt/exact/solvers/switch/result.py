"""The best exchange and play of two hands, and how each of them ends by it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import run_tasks
from fairfelt.exact.solvers.blackjack.count import RoundChances, name_chances, to_ten_digits
from fairfelt.exact.solvers.blackjack.hands import Counts
from fairfelt.exact.solvers.blackjack.residues import Array
from fairfelt.exact.solvers.blackjack.settling import settling
from fairfelt.exact.solvers.blackjack.shoe import shoe_of
from fairfelt.exact.solvers.blackjack.strategy import Strategy, pack_strategy, read_strategy
from fairfelt.rules import BlackjackSwitch, Game
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules
from fairfelt.rules.courses.blackjack.switch import HANDS

from .exchange import Exchange, ExchangePlan, scale_of, solve_against
from .together import products_against


@dataclass(frozen=True, eq=False)
class SwitchResult:
    """The best strategy for some rules and some shoe, and what it comes to: found when it is asked for."""

    course: BlackjackSwitch
    shoe: Counts
    executor: Executor | None
    known: Mapping[int, tuple[ExchangePlan, Array]] | None = None
    """By up card, where it was kept: the plan, and how the first hand ends by it."""

    @property
    def rules(self) -> BlackjackRules:
        """Of the play of each hand."""
        return self.course.rules

    @cached_property
    def by_up_card(self) -> Mapping[int, tuple[ExchangePlan, Array]]:
        if self.known:
            return self.known
        ups = [up for up in range(1, TEN + 1) if self.shoe[up - 1]]
        found = run_tasks(solve_against, [(self.course, self.shoe, up) for up in ups], self.executor)
        return dict(zip(ups, found, strict=True))

    @property
    def plans(self) -> Mapping[int, ExchangePlan]:
        """By up card."""
        return {up: plan for up, (plan, _) in self.by_up_card.items()}

    @property
    def strategy(self) -> Strategy:
        """How each hand is played once cards are exchanged or kept."""
        return {up: found.plan for up, found in self.plans.items()}

    @cached_property
    def counted(self) -> RoundChances:
        """How one of the two hands ends; the other one ends so as often."""
        deals, numbers = scale_of(self.course, self.shoe)
        parts = [ends for _, ends in self.by_up_card.values()]
        ends = numbers.reduced(sum(parts[1:], parts[0]))
        return name_chances(
            settling(self.rules, self.shoe), np.array([numbers.fraction(row, deals) for row in ends], object)
        )

    @cached_property
    def variance_of_round(self) -> Fraction:
        """Of what both hands and all that are split from them come to."""
        tasks = [(self.course, self.shoe, up, plan) for up, plan in self.plans.items()]
        products = sum(run_tasks(products_against, tasks, self.executor))
        return to_ten_digits(HANDS * self.counted.square + 2 * Fraction(products) - (HANDS * self.counted.net) ** 2)

    @cached_property
    def asked_and_switched(self) -> tuple[Fraction, Fraction]:
        """The probability that cards are kept where there is a choice, and that they are exchanged."""
        looks = [(Exchange(self.course, self.shoe, up), found.switches) for up, found in self.plans.items()]
        kept = sum((look.share(~switches) for look, switches in looks), Fraction(0))
        return kept, sum((look.share(switches) for look, switches in looks), Fraction(0))


def solve_switch(game: Game, executor: Executor | None = None) -> SwitchResult:
    """Make ready; no shoe of a definition can run out in a round."""
    assert isinstance(game.course, BlackjackSwitch)
    shoe = shoe_of(game.deck)
    return SwitchResult(game.course, shoe, executor)


def pack_switch(result: SwitchResult) -> dict[str, NDArray[Any]]:
    """The plans and how the first hand ends by them."""
    solved = [result.by_up_card[up] for up in sorted(result.by_up_card)]
    return {
        **pack_strategy(result.strategy),
        "switches": np.array([found.switches for found, _ in solved]),
        "ends": np.array([ends for _, ends in solved]),
    }


def read_switch(game: Game, arrays: Mapping[str, NDArray[Any]]) -> SwitchResult:
    """The result that was kept."""
    strategy = read_strategy(arrays)
    found = {
        up: (ExchangePlan(plan, arrays["switches"][at]), arrays["ends"][at])
        for at, (up, plan) in enumerate(strategy.items())
    }
    return replace(solve_switch(game), known=found)
