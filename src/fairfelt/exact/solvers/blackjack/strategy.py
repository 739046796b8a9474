"""The best strategy by the cards of a hand and the up card: found in floats, hand by hand from the end back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

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


STAKES = MONEY, FREE


def pack_strategy(strategy: Strategy) -> dict[str, NDArray[Any]]:
    """As plain arrays, by up card: moves by the stake, before and after a split, and what to split or exchange."""
    plans = [strategy[up] for up in sorted(strategy)]
    return {
        "ups": np.array(sorted(strategy)),
        "moves": np.array([_pack_moves(plan.moves) for plan in plans], np.uint8),
        "after_split": np.array([_pack_moves(plan.after_split) for plan in plans], np.uint8),
        "splits": _pack_set([plan.splits for plan in plans], TEN + 1),
        "zaps": _pack_set([plan.zaps for plan in plans], len(all_hands())),
    }


def read_strategy(arrays: Mapping[str, NDArray[Any]]) -> Strategy:
    """The same back."""
    return {
        int(up): Plan(
            _read_moves(arrays["moves"][at]),
            _read_moves(arrays["after_split"][at]),
            frozenset(np.flatnonzero(arrays["splits"][at]).tolist()),
            frozenset(np.flatnonzero(arrays["zaps"][at]).tolist()),
        )
        for at, up in enumerate(arrays["ups"])
    }


def _pack_moves(moves: Mapping[Stake, Moves]) -> list[Moves]:
    return [moves[stake] for stake in STAKES if stake in moves]


def _read_moves(packed: NDArray[Any]) -> dict[Stake, Moves]:
    return {stake: moves.astype(np.int64) for stake, moves in zip(STAKES, packed, strict=False)}


def _pack_set(sets: Sequence[frozenset[int]], size: int) -> NDArray[np.bool_]:
    return np.array([[place in some for place in range(size)] for some in sets])


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
