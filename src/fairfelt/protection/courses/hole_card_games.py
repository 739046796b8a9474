"""Other games at a table of blackjack whose hole card is seen: two hands with an exchange, a win that is carried."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm

import numpy as np

from fairfelt.compute.executors import run_tasks
from fairfelt.exact.core.rows import outcome_with
from fairfelt.exact.estimate.interval import Interval
from fairfelt.exact.solvers.blackjack import count
from fairfelt.exact.solvers.blackjack.count import TWOS, ends_of_twos, name_chances, to_ten_digits
from fairfelt.exact.solvers.blackjack.dealer import dealer_draws
from fairfelt.exact.solvers.blackjack.hands import Counts, Ints, all_hands
from fairfelt.exact.solvers.blackjack.residues import Floats
from fairfelt.exact.solvers.blackjack.settling import settling
from fairfelt.exact.solvers.blackjack.shoe import scale_for, shoe_of
from fairfelt.exact.solvers.blackjack.strategy import Plan
from fairfelt.exact.solvers.blackjack.together import product_of_split
from fairfelt.exact.solvers.carried.result import NATURALS, net_of_ends, solve_carried
from fairfelt.exact.solvers.switch.exchange import Exchange
from fairfelt.protection.figures import Figures
from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import BustFacts, DealerAlone
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules
from fairfelt.rules.courses.blackjack.switch import HANDS, BlackjackSwitch

from .hole_card import NATURAL, dealer_pairs, first_hand_loses, known_plan, natural_ends, with_known_hole, without_card

LOOKS = 12
"""Dealer's pairs for which two hands are counted card by card."""
SEED = 1


def switch_edge(game: Game, executor: Executor | None = None, *, looks: int = LOOKS) -> tuple[float, Interval]:
    """The player's edge at two hands that may exchange their second cards, in bets, and in what it lies.

    All dealer's pairs are valued as if the cards of the other hand were still in the shoe; for some pairs, drawn by
    their chances, it is counted what that is off.
    """
    course, shoe = game.course, shoe_of(game.deck)
    assert isinstance(course, BlackjackSwitch)
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
    known = replace(course, rules=with_known_hole(course.rules, hole))
    left = without_card(shoe, hole)
    return Exchange(known, left, up).best_worth(nearly=nearly) * sum(left) / left[up - 1]


@dataclass(frozen=True)
class CarriedPart:
    """Hands that wins of one line are carried to, against two cards of the dealer's; weighed by their chance."""

    net: Fraction
    square: Fraction
    """Of what each hand comes to, summed; in bets that it is played with…"""
    products: float
    """…and of two hands of one pair, multiplied."""
    lost: Fraction
    """Chance that the first hand loses."""


def carried_figures(game: Game, executor: Executor | None = None, *, spread: bool = True) -> Figures:
    """A bet whose win may be carried to the hand, in bets: a hit if it wins and no first hand that it goes to loses.

    Without `spread` the variance is left out, for which both hands of a pair are followed together.
    """
    assert isinstance(game.course, CarriedWin)
    result, stakes = solve_carried(game), game.course.stakes
    lines = [line for line, stake in enumerate(stakes) if stake]
    played = [pair for pair, _ in dealer_pairs(result.shoe) if set(pair) != NATURAL]
    tasks = [(result.rules, result.shoe, *pair, result.pairs[:, lines], spread) for pair in played]
    parts = run_tasks(_carried_parts, tasks, executor)
    edge = sum((chance * (stake - 1) for chance, stake in zip(result.line_chances, stakes, strict=True)), Fraction(0))
    square = sum(
        (chance * (stake - 1) ** 2 for chance, stake in zip(result.line_chances, stakes, strict=True)), edge * 0
    )
    hits = sum((result.line_chances[line] for line in lines if stakes[line] > 1), Fraction(0))
    for found in parts:
        for line, part in zip(lines, found, strict=True):
            stake = stakes[line]
            edge, hits = edge + stake * part.net, hits - part.lost
            square += 2 * (stake - 1) * stake * part.net + stake**2 * (part.square + 2 * Fraction(part.products))
    return Figures(edge, hits, to_ten_digits(square - edge**2) if spread else None)


def _carried_parts(
    rules: BlackjackRules, shoe: Counts, up: int, hole: int, pairs: Ints, spread: bool
) -> list[CarriedPart]:
    """[line]: `pairs` has the ways in which each hand of two cards makes it."""
    known, left, plan = known_plan(rules, shoe, up, hole)
    deals, numbers = scale_for(known, left)
    floats = ends_of_twos(known, left, up, plan, Floats())
    worth = floats @ net_of_ends(known, left, floats.shape[1]).astype(float)
    held = all_hands().counts[TWOS]
    ups = (shoe[up - 1] - held[:, up - 1]).clip(0)
    holes = (shoe[hole - 1] - held[:, hole - 1] - (up == hole)).clip(0)
    ways = pairs * (2 * ups * holes * (1 if up == hole else 2) * (worth > 0))[:, None]
    exact, cards = ends_of_twos(known, left, up, plan, numbers), sum(left)
    exact[:, NATURALS] = 0
    found = []
    for carried in ways.T:
        chances = numbers.ratio(carried, cards)
        for drawn in (1, 2):
            chances = numbers.times(chances, numbers.ratio(np.array([1]), cards - drawn))
        rows = numbers.reduced(numbers.times(chances[:, None], exact).sum(axis=0))
        ends = np.array([numbers.fraction(row, deals) / sum(shoe) for row in rows], object)
        hand = name_chances(settling(known, left), ends)
        products = _carried_products(known, left, up, plan, carried) / perm(sum(shoe), 4) if spread else 0.0
        found.append(CarriedPart(hand.net, hand.square, products, first_hand_loses(hand)))
    return found


def _carried_products(known: BlackjackRules, left: Counts, up: int, plan: Plan, carried: Ints) -> float:
    """The products of two hands of one pair, summed over the ways in which a win is carried to it."""
    found = 0.0
    for card in sorted(plan.splits):
        ways = int(carried[TWOS.tolist().index(int(all_hands().twos[card, card]))])
        found += ways * product_of_split(known, left, up, plan, card) if ways else 0.0
    return found


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
