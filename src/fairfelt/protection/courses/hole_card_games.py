"""Other games at a table of blackjack whose hole card is seen: two hands with an exchange, a win that is carried."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np

from fairfelt.compute.executors import run_tasks
from fairfelt.exact.core.rows import outcome_with
from fairfelt.exact.solvers.blackjack import count
from fairfelt.exact.solvers.blackjack.count import TWOS, ends_of_twos
from fairfelt.exact.solvers.blackjack.dealer import dealer_draws
from fairfelt.exact.solvers.blackjack.hands import Counts, Ints, all_hands
from fairfelt.exact.solvers.blackjack.residues import Floats
from fairfelt.exact.solvers.blackjack.shoe import scale_for, shoe_of
from fairfelt.exact.solvers.carried.result import net_of_ends, solve_carried
from fairfelt.exact.solvers.switch.exchange import Exchange
from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import BustFacts, DealerAlone
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules
from fairfelt.rules.courses.blackjack.switch import HANDS, BlackjackSwitch

from .hole_card import NATURAL, dealer_pairs, known_plan, natural_ends, with_known_hole, without_card

LOOKS = 12
"""Dealer's pairs for which two hands are counted card by card."""


def switch_edge(game: Game, executor: Executor | None = None, *, looks: int = LOOKS) -> tuple[float, float]:
    """The player's edge at two hands that may exchange their second cards, in bets, and its standard error.

    All dealer's pairs are valued as if the cards of the other hand were still in the shoe; for some pairs, drawn by
    their chances, it is counted what that is off.
    """
    course, shoe = game.course, shoe_of(game.deck)
    assert isinstance(course, BlackjackSwitch)
    chances = dict(dealer_pairs(shoe))
    played = [pair for pair in chances if set(pair) != NATURAL]
    weights = np.array([float(chances[pair]) for pair in played])
    near = np.array(run_tasks(_switch_value, [(course, shoe, *pair, True) for pair in played], executor))
    drawn = np.random.default_rng(1).choice(len(played), looks, p=weights / weights.sum())
    which, times = np.unique(drawn, return_counts=True)
    exact = run_tasks(_switch_value, [(course, shoe, *played[at], False) for at in which], executor)
    off = np.repeat(np.array(exact) - near[which], times) * weights.sum()
    edge = float(weights @ near + off.mean())
    ends = natural_ends(course.rules, shoe)
    natural = ends[count.NATURAL] * course.rules.natural.net - ends[count.DEALER_NATURAL]
    return edge + HANDS * float(chances[ACE, TEN] * natural), float(off.std(ddof=1) / np.sqrt(looks))


def _switch_value(course: BlackjackSwitch, shoe: Counts, up: int, hole: int, nearly: bool) -> float:
    known = replace(course, rules=with_known_hole(course.rules, hole))
    left = without_card(shoe, hole)
    return Exchange(known, left, up).best_worth(nearly=nearly) * sum(left) / left[up - 1]


def carried_edge(game: Game, executor: Executor | None = None) -> Fraction:
    """The player's edge at a bet whose win may be carried to the hand, in bets."""
    assert isinstance(game.course, CarriedWin)
    result, stakes = solve_carried(game), game.course.stakes
    won = sum((chance * (stake - 1) for chance, stake in zip(result.line_chances, stakes, strict=True)), Fraction(0))
    carried = result.pairs @ np.array(stakes, np.int64)
    played = [pair for pair, _ in dealer_pairs(result.shoe) if set(pair) != NATURAL]
    tasks = [(result.rules, result.shoe, *pair, carried) for pair in played]
    return won + sum(run_tasks(_carried_value, tasks, executor), Fraction(0))


def _carried_value(rules: BlackjackRules, shoe: Counts, up: int, hole: int, carried: Ints) -> Fraction:
    """What hands are worth that a win is carried to; `carried` has the units by hand of two cards, over its ways."""
    known, left, plan = known_plan(rules, shoe, up, hole)
    deals, numbers = scale_for(known, left)
    ends = ends_of_twos(known, left, up, plan, Floats())
    nets = net_of_ends(known, left, ends.shape[1])
    worth = ends @ nets.astype(float)
    held = all_hands().counts[TWOS]
    ups = (shoe[up - 1] - held[:, up - 1]).clip(0)
    holes = (shoe[hole - 1] - held[:, hole - 1] - (up == hole)).clip(0)
    ways = 2 * ups * holes * (1 if up == hole else 2) * (worth > 0)
    chances, cards = numbers.ratio(carried * ways, sum(left)), sum(left)
    for drawn in (1, 2):
        chances = numbers.times(chances, numbers.ratio(np.array([1]), cards - drawn))
    played = ends_of_twos(known, left, up, plan, numbers)
    rows = numbers.reduced(numbers.times(chances[:, None], played).sum(axis=0))
    found = (numbers.fraction(row, deals) * net for row, net in zip(rows, nets, strict=True) if net)
    return sum(found, Fraction(0)) / sum(shoe)


def bust_results(game: Game) -> dict[Fraction, Fraction]:
    """How often a bet on the dealer's bust comes to what, if it is made only where both cards say that it wins."""
    course, shoe = game.course, shoe_of(game.deck)
    assert isinstance(course, DealerAlone)
    bet, found = game.wagers[0], defaultdict[Fraction, Fraction](Fraction)
    rules = BlackjackRules(hits_soft_17=course.hits_soft_17)
    for (low, high), both in dealer_pairs(shoe):
        chance = 0 if {low, high} == NATURAL else _bust_chance(rules, without_card(shoe, low, high), low, high)
        orders = ((low, high),) if low == high else ((low, high), (high, low))
        for up, _ in orders:
            nets = [
                outcome_with(
                    game, bet, bet.paytable, BustFacts(up=0 if {low, high} == NATURAL else up, bust=bust)
                ).pay.net
                for bust in (True, False)
            ]
            wins = nets[0] * chance + nets[1] * (1 - chance) > 0
            for net, share in zip(nets, (chance, 1 - chance), strict=True):
                found[net if wins else Fraction(0)] += both / len(orders) * share
    return found


def _bust_chance(rules: BlackjackRules, left: Counts, up: int, hole: int) -> Fraction:
    """Of a dealer with those two cards, who draws from what is left."""
    draws = dealer_draws(with_known_hole(rules, hole), up)
    weights, stands = [1], Fraction(int(draws.final[0] >= 0))
    for node in range(1, len(draws.parent)):
        many = left[int(draws.card[node])] - int(draws.before[node])
        weights.append(weights[int(draws.parent[node])] * max(many, 0))
        if draws.final[node] >= 0:
            stands += Fraction(int(draws.ways[node]) * weights[node], perm(sum(left), int(draws.depth[node])))
    return 1 - stands
