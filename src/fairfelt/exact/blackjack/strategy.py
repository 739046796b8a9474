"""The best strategy by the cards of a hand and the up card: found in floats, hand by hand from the end back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.blackjack import ACE, TEN, BlackjackRules

from .hands import Counts, Ints, all_hands
from .numbers import Array, Floats
from .pairs import Pairs
from .play import FREE, MONEY, Best, Stake, Table, best_moves
from .shoe import Against


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do against one up card. A pair that is split is split again whenever it may be.

    Hands after a split are played as the same hands before one.
    """

    moves: Mapping[Stake, Ints]
    """[hand], by what lies on it."""
    after_split: Mapping[Stake, Ints]
    splits: frozenset[int]
    """Pairs to split, by their card."""
    surrenders: frozenset[int]
    """Hands to give up."""


Strategy = Mapping[int, Plan]
"""By up card."""


def best_strategy(rules: BlackjackRules, shoe: Counts) -> Strategy:
    """The best plan against every up card that the shoe holds."""
    return {up: best_plan(rules, shoe, up) for up in range(1, TEN + 1) if shoe[up - 1]}


def best_plan(rules: BlackjackRules, shoe: Counts, up: int) -> Plan:
    """Weigh every choice with every hand."""
    hands = all_hands()
    against = Against(rules, shoe, up, hands.counts, Floats())
    table = Table(hands, np.arange(len(hands)), np.zeros(len(hands), np.int64), against)
    stakes = (MONEY, FREE) if rules.free.splits else (MONEY,)
    best = {stake: best_moves(table, stake) for stake in stakes}
    moves = {stake: found.moves for stake, found in best.items()}
    after = {stake: _after_split(rules, found) for stake, found in best.items()}
    values = best[MONEY].values
    splits = _splits(rules, shoe, up, after, values)
    given_up = -against.live / 2 if rules.surrender else np.full(len(hands), -np.inf)
    two_cards = np.flatnonzero(hands.size == 2)
    surrenders = frozenset(int(hand) for hand in two_cards if given_up[hand] > max(values[hand], splits.get(hand, -np.inf)))
    taken = frozenset(_card(hand) for hand, value in splits.items() if value >= values[hand] and hand not in surrenders)
    return Plan(moves, after, taken, surrenders)


def _card(pair: int) -> int:
    return int(all_hands().counts[pair].argmax()) + 1


def _after_split(rules: BlackjackRules, best: Best) -> Ints:
    return best.moves if rules.doubles_after_split else best.undoubled


def _splits(rules: BlackjackRules, shoe: Counts, up: int, after: Mapping[Stake, Ints], values: Ints) -> dict[int, float]:
    """What splitting is worth with each pair."""
    hands = all_hands()
    cards = [card for card in range(1, TEN + 1) if rules.hands_from(card) > 1 and shoe[card - 1] >= 2 + (card == up)]
    if not cards:
        return {}
    pairs = Pairs(rules, shoe, up, cards, Floats())
    first, paid = (_net(hands, MONEY) for hands in pairs.split(after[MONEY]))
    free = _net(pairs.split(after[FREE])[1], FREE) if FREE in after else paid
    others = np.where([rules.splits_free(card) for card in cards], free, paid)
    return {int(hands.twos[card, card]): float(value) for card, value in zip(cards, first + others, strict=True)}


def _net(hands: Array, stake: Stake) -> NDArray[np.float64]:
    return np.asarray((hands * stake.nets).sum(axis=(1, 2)), np.float64)
