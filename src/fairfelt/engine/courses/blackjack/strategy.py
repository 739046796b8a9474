"""The best strategy by the cards of a hand and the up card: found hand by hand from the end back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules, Surrender
from fairfelt.runtime.compute.executors import run_tasks

from .hands import FREE, MONEY, Counts, Stake, all_hands, settling
from .odds import Exact, Orders, UpCardOdds, orders_for
from .play import HandTable, Moves, best_moves
from .splits import SplitPairs, reachable_hands


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


def up_cards(shoe: Counts) -> list[int]:
    """Those that the shoe holds."""
    return [up for up, held in enumerate(shoe, 1) if held]


def best_strategy(rules: BlackjackRules, shoe: Counts, executor: Executor | None = None) -> Strategy:
    """The best plan against every up card."""
    ups = up_cards(shoe)
    plans = run_tasks(best_plan, [(rules, shoe, up) for up in ups], executor)
    return dict(zip(ups, plans, strict=True))


def best_plan(rules: BlackjackRules, shoe: Counts, up: int) -> Plan:
    """Weigh every choice with every hand."""
    table = whole_table(rules, shoe, up)
    stakes = (MONEY, FREE) if rules.free.splits else (MONEY,)
    best = {stake: best_moves(table, stake) for stake in stakes}
    moves = {stake: found.moves for stake, found in best.items()}
    after = moves
    if not rules.doubles_after_split or rules.surrender is Surrender.FIRST_TWO:
        after = {stake: found.after_split(rules).moves for stake, found in best.items()}
    values, splits = best[MONEY].values, _splits(table.against, after)
    taken = [hand for hand, value in splits.items() if value >= values[hand]]
    return Plan(moves, after, frozenset(int(table.hands.counts[hand].argmax()) + 1 for hand in taken))


def whole_table(rules: BlackjackRules, shoe: Counts, up: int) -> HandTable:
    """Every hand against one up card."""
    hands = all_hands()
    against = UpCardOdds(rules, shoe, up, hands.counts, orders_for(rules, shoe))
    return HandTable(hands, np.arange(len(hands)), np.zeros(len(hands), np.int64), against)


def _splits(against: UpCardOdds, after: Mapping[Stake, Moves]) -> dict[int, int]:
    """What splitting is worth with each pair, in the parts of `MoveValues`."""
    hands, rules, shoe, up = all_hands(), against.rules, against.shoe, against.up
    cards = [card for card in range(1, TEN + 1) if rules.hands_from(card) > 1 and shoe[card - 1] >= 2 + (card == up)]
    if not cards:
        return {}
    pairs = SplitPairs(rules, shoe, up, cards, against.orders, against.known)
    nets = against.settling.scaled_nets
    paid = (pairs.split(after[MONEY]) * nets(MONEY)).sum(axis=(2, 3))
    others = paid
    if FREE in after:
        free = [rules.splits_free(card) for card in cards]
        others = np.where(np.array(free)[:, None], (pairs.split(after[FREE]) * nets(FREE)).sum(axis=(2, 3)), paid)
    values = paid[:, 0] + others[:, 1:].sum(axis=1)
    return {int(hands.twos[card, card]): value for card, value in zip(cards, values.tolist(), strict=True)}


@dataclass(frozen=True, eq=False)
class HandValues:
    """What hands are worth against one up card."""

    rules: BlackjackRules
    shoe: Counts
    up: int

    def net(self, hand: int, moves: Moves, stake: Stake) -> Fraction:
        """The net result of a hand played so, and no dealer's natural."""
        hands = all_hands()
        places = reachable_hands(hands, [hand], moves)
        against = UpCardOdds(self.rules, self.shoe, self.up, hands.counts[places], self._orders, self._known)
        table = HandTable(hands, places, np.zeros(len(places), np.int64), against)
        return self._net(table.outcomes(moves[:, places])[table.local[0, hand]], stake)

    def split(self, card: int, moves: Moves, stake: Stake) -> list[Fraction]:
        """The net result of each hand that a pair is split to, if there is one of that number."""
        pairs = SplitPairs(self.rules, self.shoe, self.up, (card,), self._orders, self._known)
        return [self._net(hand, stake) for hand in pairs.split(moves)[0]]

    def live(self, hand: int) -> Fraction:
        """The probability that a dealer who has looked has no natural."""
        against = UpCardOdds(self.rules, self.shoe, self.up, all_hands().counts[[hand]], self._orders)
        return Fraction(against.live[0], self._orders.scale)

    @cached_property
    def _orders(self) -> Orders:
        return orders_for(self.rules, self.shoe)

    @cached_property
    def _known(self) -> dict[int, Exact]:
        return {}

    def _net(self, table: Exact, stake: Stake) -> Fraction:
        nets = settling(self.rules, self.shoe).nets(stake)
        return Fraction((table * nets).sum(), self._orders.scale)
