"""The first card of a blackjack hand known before the bet: what the hand is worth by it, and whether to bet at all.

Nothing changes in how the hand is played, for the card lies face up by then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from fairfelt.compute.executors import run_tasks
from fairfelt.exact.solvers.blackjack.count import TWOS, RoundChances, dealt_chances, ends_of_twos, name_chances
from fairfelt.exact.solvers.blackjack.hands import Counts, all_hands
from fairfelt.exact.solvers.blackjack.residues import Floats, Numbers
from fairfelt.exact.solvers.blackjack.settling import settling
from fairfelt.exact.solvers.blackjack.shoe import scale_for
from fairfelt.exact.solvers.blackjack.strategy import Plan, Strategy
from fairfelt.exact.solvers.blackjack.together import products_against
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules

CARDS = range(1, TEN + 1)


def first_card_rounds(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[int, RoundChances]:
    """By what the first card counts: how rounds end that begin with it, weighed by its chance; in whole numbers."""
    deals, numbers = scale_for(rules, shoe)
    ends = numbers.reduced(_by_first_card(rules, shoe, strategy, numbers))
    of = settling(rules, shoe)
    return {
        card: name_chances(of, np.array([numbers.fraction(row, deals) for row in ends[card - 1]], object))
        for card in CARDS
        if shoe[card - 1]
    }


def first_card_values(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[int, float]:
    """By what the first card counts: the value of the hand; in floats, for a shoe of any size."""
    ends, of, cards = _by_first_card(rules, shoe, strategy, Floats()), settling(rules, shoe), sum(shoe)
    return {
        card: float(name_chances(of, ends[card - 1].astype(object)).net) * cards / shoe[card - 1]
        for card in CARDS
        if shoe[card - 1]
    }


def first_card_products(
    rules: BlackjackRules, shoe: Counts, strategy: Strategy, cards: Collection[int], executor: Executor | None = None
) -> float:
    """What `mean_products` finds, of rounds that begin with one of some cards: hands come of a pair of it.

    Two cards that are exchanged begin with either of them as often, and may become any pair.
    """
    tasks = [(rules, shoe, up, part, times) for up, plan in strategy.items() for part, times in _parts(plan, cards)]
    return float(sum(run_tasks(_products, tasks, executor)))


def _parts(plan: Plan, cards: Collection[int]) -> Iterator[tuple[Plan, float]]:
    """Plans that add up to what is done with those first cards."""
    exchanged = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in plan.zaps)
    yield replace(plan, splits=plan.splits & set(cards) - exchanged, zaps=frozenset()), 1.0
    for of_them, times in ((1, 0.5), (2, 1.0)):
        held = {hand: all_hands().counts[hand] for hand in plan.zaps}
        zaps = frozenset(hand for hand, many in held.items() if sum(many[card - 1] for card in cards) == of_them)
        if zaps:
            yield replace(plan, zaps=zaps), times
            pairs = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in zaps)
            yield replace(plan, splits=plan.splits - pairs, zaps=frozenset()), -times


def _products(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, times: float) -> float:
    return times * products_against(rules, shoe, up, plan)


def _by_first_card(rules: BlackjackRules, shoe: Counts, strategy: Strategy, numbers: Numbers) -> np.ndarray:
    """[card, end]: a hand of two different cards begins with either of them as often."""
    twos, found = all_hands().counts[TWOS], []
    share = numbers.ratio(twos.T, np.array(2))
    for up, plan in strategy.items():
        dealt = dealt_chances(shoe, up, twos, numbers)
        ends = numbers.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, numbers))
        found.append(
            np.array([numbers.reduced(numbers.times(share[at][:, None], ends).sum(axis=0)) for at in range(TEN)])
        )
    return sum(found[1:], found[0])
