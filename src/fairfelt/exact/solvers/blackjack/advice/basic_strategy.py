"""Basic strategy: the table by totals that people learn, made from the best strategy and counted like it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import BlackjackRules

from ..hands import BUST, Counts, Hands, Ints
from ..play import HandTable, Move, Moves, best_moves
from ..settling import Stake
from ..strategy import Plan, Strategy, whole_table

NEVER_MET = 1e-15
Line = tuple[bool, int, bool]
"""Soft or hard, the total, and whether the hand has more than two cards."""


@dataclass(frozen=True, eq=False)
class BasicStrategy:
    """The same move for all hands of one line."""

    moves: Mapping[Stake, Mapping[int, Mapping[Line, Move]]]
    """By what lies on the hand, then by up card."""
    strategy: Strategy


def basic_strategy(rules: BlackjackRules, shoe: Counts, best: Strategy) -> BasicStrategy:
    """For each line the move that is best on the whole, hands weighed by how often the best strategy meets them.

    Pairs are split, and doubled hands played, as the best strategy does.
    """
    found: dict[Stake, dict[int, Mapping[Line, Move]]] = defaultdict(dict)
    plans = {}
    for up, plan in best.items():
        table, moves, after = whole_table(rules, shoe, up), {}, {}
        for stake in plan.moves:
            values, met = best_moves(table, stake), _met(table, plan.moves[stake][0])
            found[stake][up] = lines = _best_lines(table.hands, values.worth[0], met)
            moves[stake] = _by_line(table.hands, lines, plan.moves[stake])
            split = values.after_split(rules).worth[0]
            after[stake] = _by_line(table.hands, _best_lines(table.hands, split, met), plan.after_split[stake])
        plans[up] = Plan(moves, after, plan.splits)
    return BasicStrategy(found, plans)


def _lines(hands: Hands) -> list[Line]:
    """[hand]: the line on which each stands."""
    return list(zip(hands.soft.tolist(), hands.total.tolist(), (hands.size > 2).tolist(), strict=True))


def _by_line(hands: Hands, lines: Mapping[Line, Move], best: Moves) -> Moves:
    first = np.array([lines.get(line, Move.HIT) for line in _lines(hands)], np.int64)
    return np.concatenate((first[None], best[1:]))


def _best_lines(hands: Hands, worth: NDArray[np.float64], met: NDArray[np.float64]) -> dict[Line, Move]:
    """Add up what every move is worth over the hands of a line; hands that are never met count hardly anything."""
    total: dict[Line, NDArray[np.float64]] = {}
    for line, cards, values, often in zip(_lines(hands), hands.size.tolist(), worth, met + NEVER_MET, strict=True):
        if cards >= 2:
            total[line] = total.get(line, 0) + values * often
    return {line: Move(int(values.argmax())) for line, values in total.items()}


def _met(table: HandTable, moves: Ints) -> NDArray[np.float64]:
    """[hand]: how often it is met if hands of two cards are dealt and played so."""
    hands, draw = table.hands, table.against.draw
    met = np.zeros(len(hands))
    for card, other in np.argwhere(hands.twos[1:, 1:] != BUST) + 1:
        first, both = hands.of(card), hands.of(card, other)
        met[both] += draw[hands.of(), card - 1] * draw[first, other - 1]
    hits = (moves == Move.HIT) & (hands.size >= 2)
    for hand in np.flatnonzero(hits):
        for card, after in enumerate(hands.following[hand].tolist()):
            if after != BUST:
                met[after] += met[hand] * draw[hand, card]
    return met
