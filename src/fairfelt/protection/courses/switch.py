"""Two hands with an exchange whose dealer's hole card is seen, and rounds of them dealt and played.

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
from fairfelt.exact.courses.blackjack import count
from fairfelt.exact.courses.blackjack.hands import Counts, shoe_of, without
from fairfelt.exact.courses.switch import Exchange, SwitchSolution, solve_switch
from fairfelt.exact.estimate.interval import Interval
from fairfelt.protection.figures import UNIT
from fairfelt.rules import BlackjackSwitch, Cards, Draw, Game
from fairfelt.rules.courses.blackjack.hand import points
from fairfelt.rules.courses.blackjack.rules import ACE, TEN
from fairfelt.rules.courses.blackjack.switch import HANDS
from fairfelt.simulation.cells import Cell
from fairfelt.simulation.course import Player

from .blackjack import NATURAL, Pair, dealer_pairs, natural_ends, with_known_hole

ROUNDS = 40_000
"""Enough for a standard deviation that is right to one percent, and hits to a percentage point."""
PLAIN_ROUNDS = 20_000
"""Enough for hits to a percentage point."""
LOOKS = 12
"""Dealer's pairs for which two hands are counted card by card."""
SEED = 1


def switch_edge(game: Game, executor: Executor | None = None, *, looks: int = LOOKS) -> tuple[float, Interval]:
    """The player's edge at two hands that may exchange their second cards, in bets, and in what it lies.

    All dealer's pairs are valued as if the cards of the other hand were still in the shoe; for some pairs, drawn by
    their chances, it is counted what that is off.
    """
    result = solve_switch(game)
    course, shoe = result.course, result.shoe
    chances = dict(dealer_pairs(shoe))
    played = [pair for pair in chances if set(pair) != NATURAL]
    weights = np.array([float(chances[pair]) for pair in played])
    near = np.array(run_tasks(_switch_value, [(course, shoe, *pair, True) for pair in played], executor))
    drawn = np.random.default_rng(SEED).choice(len(played), looks, p=weights / weights.sum())
    which, times = np.unique(drawn, return_counts=True)
    exact = run_tasks(_switch_value, [(course, shoe, *played[at], False) for at in which], executor)
    off = np.repeat(np.array(exact) - near[which], times) * weights.sum()
    ends = natural_ends(course.rules, shoe)
    natural = ends[count.NATURAL] * course.rules.natural.net - ends[count.DEALER_NATURAL]
    edge = float(weights @ near + off.mean()) + HANDS * float(chances[ACE, TEN] * natural)
    return edge, Interval.around(edge, float(off.std(ddof=1) / np.sqrt(looks)), looks, SEED)


def _switch_value(course: BlackjackSwitch, shoe: Counts, up: int, hole: int, nearly: bool) -> float:
    left = without(shoe, hole)
    return _with_hole(course, shoe, up, hole).best_worth(nearly=nearly) * sum(left) / left[up - 1]


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
    result, (up, hole) = solve_switch(game), pair
    plans = {}
    if set(pair) != NATURAL:
        plans = {up: (_with_hole(result.course, result.shoe, up, hole).plan_nearly(), np.zeros(0))}
    solution = SwitchSolution(game, replace(result, known=plans))
    return play_rounds(game, solution, rounds, dealer=pair, seed=up * TEN + hole)


def _with_hole(course: BlackjackSwitch, shoe: Counts, up: int, hole: int) -> Exchange:
    """Four cards against both cards of the dealer's."""
    known = replace(course, rules=with_known_hole(course.rules, hole))
    return Exchange(known, without(shoe, hole), up)


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
