"""Lines that a sample hardly meets: what they could be worth at most, by their exact chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.bets.census import line_counts
from fairfelt.exact.core.levels import PLACES
from fairfelt.exact.solvers.general.settlements import HandRead, Settlements
from fairfelt.hands import Ranking
from fairfelt.rules import Cards, Game

OFTEN_ENOUGH: Final = 5
"""Rounds in which a difference is met before its share of a mean can be trusted."""


def worth_of_rare_lines(
    settlements: Settlements, nets: Sequence[NDArray[np.float64]], times_seen: Sequence[NDArray[np.int64]]
) -> float:
    """The most that differences which were hardly met add to a round: their chance times their pay."""
    worth = 0.0
    for part, (net, seen) in enumerate(zip(nets, times_seen, strict=True)):
        rare = (seen < OFTEN_ENOUGH) & (net.max(axis=0) > 0)
        if rare.any():
            worth += float(net.max(axis=0)[rare] @ _chances(settlements, part)[rare])
    return worth


def _chances(settlements: Settlements, part: int) -> NDArray[np.float64]:
    """[difference]: no more than the chance of all lines of the player's hand with which it can be made."""
    game, showdown, rows = settlements.game, settlements.game.showdown, settlements.rows
    if part:
        return _chances_of_hand(game, settlements.hands[part - 1])
    if not showdown or not rows:
        return np.ones(1)
    lines = _line_chances(game, showdown.ranking, game.deal.count(Cards.OWN | showdown.shared))
    return _spread(lines, rows.index, len(rows))


def _chances_of_hand(game: Game, hand: HandRead) -> NDArray[np.float64]:
    counts = [game.deal.count(place) for place in PLACES if place in hand.on]
    cards = sum(min(count, hand.first) if hand.first else count for count in counts)
    return _spread(_line_chances(game, hand.ranking, cards), hand.numbers, len(hand.lines))


def _spread(lines: NDArray[np.float64], differences: NDArray[np.integer[Any]], many: int) -> NDArray[np.float64]:
    """[difference]: the chances of all lines that can make it."""
    found = np.zeros(many)
    for line, met in enumerate(differences.reshape(len(lines), -1)):
        found[np.unique(met[met >= 0])] += lines[line]
    return np.minimum(found, 1.0)


def _line_chances(game: Game, ranking: Ranking, cards: int) -> NDArray[np.float64]:
    """[line]: how likely a hand of so many cards is to make it."""
    return np.array(line_counts(ranking, game.deck, cards), np.float64) / comb(len(game.deck), cards)
