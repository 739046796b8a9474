"""Rounds of two hands with an exchange, dealt and played: how often they win, and how far results lie apart.

How two hands come out together is counted as the mean of their product alone, and for the up card alone: not how often
a round wins, and nothing of it where the hole card is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import sqrt
from random import Random

import numpy as np

from fairfelt.cards import Card
from fairfelt.compute.executors import run_tasks
from fairfelt.exact import Solution
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.estimate.interval import Interval
from fairfelt.exact.solvers.blackjack.hands import Counts
from fairfelt.exact.solvers.blackjack.shoe import shoe_of
from fairfelt.exact.solvers.blackjack.strategy import best_plan
from fairfelt.exact.solvers.switch.exchange import Exchange, ExchangePlan
from fairfelt.exact.solvers.switch.result import SwitchResult
from fairfelt.exact.solvers.switch.solution import SwitchSolution
from fairfelt.protection.figures import UNIT
from fairfelt.rules import BlackjackSwitch, Cards, Draw, Game
from fairfelt.rules.courses.blackjack.hand import points
from fairfelt.rules.courses.blackjack.rules import TEN
from fairfelt.simulation.cells import Cell
from fairfelt.simulation.course import Player

from .hole_card import NATURAL, Pair, dealer_pairs, with_known_hole, without_card

ROUNDS = 40_000
"""Enough for a standard deviation that is right to one percent, and hits to a percentage point."""
PLAIN_ROUNDS = 20_000
"""Enough for hits to a percentage point."""
SEED = 1


class SeenExchange(Exchange):
    """Four cards against both cards of the dealer's."""

    def nearly(self) -> ExchangePlan:
        """The best layouts, valued as if the cards of the other hand were still in the shoe."""
        plan = best_plan(self.course.rules, self.shoe, self.up)
        keep, switch = self._sums(self._values_nearly(plan))
        return ExchangePlan(plan, (switch > keep) & self._asked)


def seen_results(game: Game, executor: Executor | None = None, *, rounds: int = ROUNDS) -> dict[Fraction, Fraction]:
    """How often a round comes to what, in bets of one hand, where both of the dealer's cards are seen: sampled."""
    pairs, chances = zip(*dealer_pairs(shoe_of(game.deck)), strict=True)
    times = np.random.default_rng(SEED).multinomial(rounds, np.array(chances, float))
    tasks = [(game, pair, int(many)) for pair, many in zip(pairs, times, strict=True)]
    found = sum(run_tasks(_against_pair, tasks, executor), Counter[Fraction]())
    return {net: Fraction(many, rounds) for net, many in found.items()}


def plain_hits(solution: Solution, *, rounds: int = PLAIN_ROUNDS) -> tuple[Fraction, Interval]:
    """The share of rounds that win one unit or more where no card is seen: sampled, and where it lies."""
    found = play_rounds(solution.game, solution, rounds)
    share = sum(many for net, many in found.items() if net >= UNIT) / rounds
    lies = Interval.around(share, sqrt(share * (1 - share) / rounds), rounds, SEED)
    return Fraction(round(share * rounds), rounds), lies


def _against_pair(game: Game, pair: Pair, rounds: int) -> Counter[Fraction]:
    """A natural of the dealer's ends the round before anything is decided: it has no plan."""
    course, shoe, (up, hole) = game.course, shoe_of(game.deck), pair
    assert isinstance(course, BlackjackSwitch)
    plans = {} if set(pair) == NATURAL else {up: (_seen_plan(course, shoe, up, hole), np.zeros(0))}
    solution = SwitchSolution(game, SwitchResult(course, shoe, None, plans))
    return play_rounds(game, solution, rounds, dealer=pair, seed=up * TEN + hole)


def _seen_plan(course: BlackjackSwitch, shoe: Counts, up: int, hole: int) -> ExchangePlan:
    known = replace(course, rules=with_known_hole(course.rules, hole))
    return SeenExchange(known, without_card(shoe, hole), up).nearly()


def play_rounds(
    game: Game, solution: Solution, rounds: int, *, dealer: tuple[int, ...] = (), seed: int = SEED
) -> Counter[Fraction]:
    """What one player wins by those choices, and in how many rounds; the dealer's first cards may be given."""
    player, source, rest = Player(game, solution), Random(seed), list(game.deck.cards)
    first = [rest.pop(next(at for at, card in enumerate(rest) if points(card) == value)) for value in dealer]
    ends = Counter[Cell]()
    for _ in range(rounds):
        source.shuffle(rest)
        ends.update(_play(player, first, rest))
    found = Counter[Fraction]()
    for end, many in ends.items():
        found[net_result(game, Ending(end.path, end.facts, 0, 0))[0]] += many
    return found


def _play(player: Player, first: Sequence[Card], rest: Sequence[Card]) -> tuple[Cell, ...]:
    position, shoe = player.start(1), iter(rest)
    dealer = chain(first, shoe)
    while isinstance(step := position.step, Draw):
        cards = dealer if step.to is Cards.DEALER else shoe
        position = player.draw(position, next(cards))
    return player.end(position)
