"""The best strategy by the cards of a hand and the up card: found in floats, hand by hand from the end back."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import run_tasks
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules, Surrender

from .composition import ExactValues
from .hands import Counts, all_hands
from .pairs import SplitPairs
from .play import NEARLY, HandTable, Moves, best_moves
from .residues import Array, Floats
from .settling import FREE, MONEY, Stake, settling
from .shoe import UpCardOdds


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do against one up card. A pair that is split is split again whenever it may be.

    Hands after a split are played as the same hands before one.
    """

    moves: Mapping[Stake, Moves]
    """By what lies on a hand."""
    after_split: Mapping[Stake, Moves]
    splits: frozenset[int]
    """Pairs to split, by their card."""
    zaps: frozenset[int] = frozenset()
    """First hands to exchange."""


Strategy = Mapping[int, Plan]
"""By up card."""


def best_strategy(rules: BlackjackRules, shoe: Counts, executor: Executor | None = None) -> Strategy:
    """The best plan against every up card that the shoe holds."""
    ups = [up for up in range(1, TEN + 1) if shoe[up - 1]]
    plans = run_tasks(best_plan, [(rules, shoe, up) for up in ups], executor)
    return dict(zip(ups, plans, strict=True))


def best_plan(rules: BlackjackRules, shoe: Counts, up: int) -> Plan:
    """Weigh every choice with every hand."""
    table = whole_table(rules, shoe, up)
    stakes = (MONEY, FREE) if rules.free.splits else (MONEY,)
    best = {stake: best_moves(table, stake) for stake in stakes}
    look = ExactValues(rules, shoe, up)
    moves = {stake: look.best(found, stake) for stake, found in best.items()}
    after = moves
    if not rules.doubles_after_split or rules.surrender is Surrender.FIRST_TWO:
        after = {stake: look.best(found.after_split(rules), stake) for stake, found in best.items()}
    values, splits = best[MONEY].values, _splits(table.against, after)
    taken = [hand for hand, value in splits.items() if value >= values[hand] - NEARLY]
    return Plan(moves, after, frozenset(int(table.hands.counts[hand].argmax()) + 1 for hand in taken))


def whole_table(rules: BlackjackRules, shoe: Counts, up: int) -> HandTable:
    """Every hand against one up card, in floats."""
    hands = all_hands()
    against = UpCardOdds(rules, shoe, up, hands.counts, Floats())
    return HandTable(hands, np.arange(len(hands)), np.zeros(len(hands), np.int64), against)


def _splits(against: UpCardOdds, after: Mapping[Stake, Moves]) -> dict[int, float]:
    """What splitting is worth with each pair."""
    hands, rules, shoe, up = all_hands(), against.rules, against.shoe, against.up
    cards = [card for card in range(1, TEN + 1) if rules.hands_from(card) > 1 and shoe[card - 1] >= 2 + (card == up)]
    if not cards:
        return {}
    pairs = SplitPairs(rules, shoe, up, cards, against.numbers, against.known)
    nets = settling(rules, shoe).float_nets
    paid = _net(pairs.split(after[MONEY]), nets(MONEY))
    others = paid
    if FREE in after:
        free = [rules.splits_free(card) for card in cards]
        others = np.where(np.array(free)[:, None], _net(pairs.split(after[FREE]), nets(FREE)), paid)
    values = paid[:, 0] + others[:, 1:].sum(axis=1)
    return {int(hands.twos[card, card]): float(value) for card, value in zip(cards, values, strict=True)}


def _net(hands: Array, nets: NDArray[np.float64]) -> NDArray[np.float64]:
    """[pair, hand]"""
    return np.asarray((hands * nets).sum(axis=(2, 3)), np.float64)
