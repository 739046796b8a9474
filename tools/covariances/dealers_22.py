"""A bet on the dealer's 22 beside a round of blackjack: how both come out together, counted by the dealer's hands.

The order in which cards are dealt makes no difference, so the dealer's hand is dealt first: every 22 leaves a shoe, and
in that shoe the round is counted against a dealer who has 22 already. Of cards that count so much the suits are as
likely as in any shoe, whatever the player holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from math import perm, prod
from typing import Final

import numpy as np

from fairfelt.analysis.winnings.covariance import Bet
from fairfelt.engine.core.endings import outcome_with
from fairfelt.engine.courses.blackjack.count import ends_against, name_chances
from fairfelt.engine.courses.blackjack.dealer import COLORS, FINALS, SUITS, Draws, dealer_draws, orders_for
from fairfelt.engine.courses.blackjack.hands import Counts, DealtRules, settling
from fairfelt.engine.courses.blackjack.solution import BlackjackResult, BlackjackSolution
from fairfelt.engine.courses.blackjack.strategy import Plan
from fairfelt.rules import BlackjackFacts, Game, Paytable, Wager
from fairfelt.rules.courses.blackjack.facts import TwentyTwo, on_twenty_two
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules
from fairfelt.runtime.compute.executors import run_tasks

TWENTY_TWO: Final = 22
Chances = dict[TwentyTwo, Fraction]


def reads_22(wager: Wager) -> bool:
    """Whether a side bet is paid by the dealer's 22."""
    return wager.is_optional and wager.settle is on_twenty_two


def covariances_with_22(solution: BlackjackSolution, executor: Executor | None = None) -> dict[Bet, Fraction]:
    """How each bet on 22, with each of its paytables, varies together with the game itself."""
    game, kinds = solution.game, nets_with_22(solution.result, executor)
    round_net = solution.result.counted.net
    found: dict[Bet, Fraction] = {}
    for wager in (wager for wager in game.wagers if reads_22(wager)):
        for table in wager.paytables:
            without = _net(game, wager, table, TwentyTwo.NO)
            found[wager.name, table.name] = sum(
                (
                    (_net(game, wager, table, kind) - without) * (net - round_net * chance)
                    for kind, (chance, net) in kinds.items()
                ),
                Fraction(0),
            )
    return found


def _net(game: Game, wager: Wager, table: Paytable, kind: TwentyTwo) -> Fraction:
    return outcome_with(game, wager, table, BlackjackFacts(twenty_two=kind)).pay.net


def nets_with_22(
    result: BlackjackResult, executor: Executor | None = None
) -> dict[TwentyTwo, tuple[Fraction, Fraction]]:
    """By the suits of a 22: how often it comes, and the mean of what rounds with it come to, over all rounds."""
    rules, shoe = result.rules, result.shoe
    found = {
        (up, drawn): chances_of(shoe, up, drawn, ways)
        for up in result.strategy for drawn, ways in draws_to_22(rules, up)
    }  # fmt: skip
    dealt = {hand: chances for hand, chances in found.items() if any(chances.values())}
    nets = run_tasks(net_against, [(rules, shoe, *hand, result.strategy[hand[0]]) for hand in dealt], executor)
    return {
        kind: (
            sum((chances[kind] for chances in dealt.values()), Fraction(0)),
            sum((chances[kind] * net for chances, net in zip(dealt.values(), nets, strict=True)), Fraction(0)),
        )
        for kind in TwentyTwo if kind is not TwentyTwo.NO
    }  # fmt: skip


def draws_to_22(rules: BlackjackRules, up: int) -> Iterator[tuple[Counts, int]]:
    """What a dealer draws to an up card for 22, a bust or not, and in how many orders."""
    draws = dealer_draws(replace(rules, pushes_22=True), up)
    for node in np.flatnonzero(draws.final == FINALS - 1).tolist():
        yield _drawn(draws, node), int(draws.ways[node])


def _drawn(draws: Draws, node: int) -> Counts:
    counts = [0] * TEN
    while draws.depth[node]:
        counts[draws.card[node]] += 1
        node = int(draws.parent[node])
    return tuple(counts)


def chances_of(shoe: Counts, up: int, drawn: Counts, ways: int) -> Chances:
    """How likely the dealer holds these cards, by their suits."""
    held = [many + (card == up) for card, many in enumerate(drawn, 1)]

    def within(parts: int) -> int:
        return prod(perm(there // parts, taken) for there, taken in zip(shoe, held, strict=True))

    each = Fraction(ways, perm(sum(shoe), sum(held)))
    suited, colored, every = (parts * within(parts) * each for parts in (SUITS, COLORS, 1))
    return {TwentyTwo.SUITED: suited, TwentyTwo.SAME_COLOR: colored - suited, TwentyTwo.OTHER: every - colored}


def net_against(rules: BlackjackRules, shoe: Counts, up: int, drawn: Counts, plan: Plan) -> Fraction:
    """What a round comes to by a plan against a dealer who has drawn these cards to an up card, for 22.

    One hole card stands for all that was drawn.
    """
    known = DealtRules.of(rules, hole=TWENTY_TWO - up)
    left = tuple(there - taken for there, taken in zip(shoe, drawn, strict=True))
    orders = orders_for(known, left)
    ends = ends_against(known, left, up, plan, orders) * sum(left) // left[up - 1]
    return name_chances(settling(known, left), orders.fractions(ends)).net
