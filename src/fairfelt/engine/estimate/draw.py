"""Dealt games sampled in arrays: cards that are not visible drawn at random, rounds decided and read many at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Rows
from fairfelt.engine.core.information_sets import PLACES, Level, reads
from fairfelt.engine.core.tree import Tree
from fairfelt.engine.solvers.general.settlements import HandRead, Settlements
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.runtime.compute.jit import njit

Array = NDArray[Any]
Places = Mapping[Cards, NDArray[np.uint8]]
"""[round, card] of each place, as one player sees them."""
Decide = Callable[[int, Level, Array, NDArray[np.uint8], Array], Array]
"""The choices at a street of a level, by the numbers of the rounds that come to it, their visible cards, and states."""


@njit(nogil=True, cache=True)
def draw_cards(seed: int, visible: Array, deck: Array, drawn: Array) -> None:
    """Fill `drawn` [round, way, card] with cards that are left in the deck beside the visible ones of each round.

    Fisher and Yates: place i changes places with one from i on. Its numbers are places in a shoe, far below 63 bits.

    visible   [round, card]
    deck      every card of the shoe, copies included
    """
    np.random.seed(seed)
    rest = np.empty(len(deck), np.uint8)
    for i in range(len(visible)):
        left = 0
        gone = np.zeros(visible.shape[1], np.bool_)
        for card in deck:
            held = False
            for j in range(visible.shape[1]):
                if not gone[j] and visible[i, j] == card:
                    gone[j] = held = True
                    break
            if not held:
                rest[left] = card
                left += 1
        for way in range(drawn.shape[1]):
            for at in range(drawn.shape[2]):
                pick = at + np.random.randint(0, left - at)
                rest[at], rest[pick] = rest[pick], rest[at]
                drawn[i, way, at] = rest[at]


def draws(seed: int, visible: NDArray[np.uint8], deck: NDArray[np.uint8], ways: int, cards: int) -> NDArray[np.uint8]:
    """[round, way, card]: cards drawn several ways beside the visible ones of each round."""
    drawn = np.empty((len(visible), ways, cards), np.uint8)
    draw_cards(seed, np.ascontiguousarray(visible), deck, drawn)
    return drawn


def places_of(rounds: NDArray[np.uint8], counts: Sequence[int]) -> Places:
    """Whole rounds by place."""
    return dict(zip(PLACES, np.split(rounds, np.cumsum(counts)[:-1], axis=1), strict=True))


def follow_streets(tree: Tree, levels: Sequence[Level], places: Places, decide: Decide) -> NDArray[np.int64]:
    """[round]: the number of its path, decided street by street."""
    rounds = len(places[Cards.OWN])
    state, street = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
    for level in levels:
        visible = np.hstack([places[place][:, :count] for place, count in zip(PLACES, level.counts, strict=True)])
        for at in level.streets:
            here = np.flatnonzero(street == at)
            if len(here):
                came_from = state[here]
                chosen = decide(at, level, here, np.ascontiguousarray(visible[here]), came_from)
                state[here] = tree.arrives_as[at][came_from, chosen]
                street[here] = tree.leads_to[at][came_from, chosen]
    return state


def showdown_numbers(game: Game, rows: Rows | None, places: Places) -> NDArray[np.int64]:
    """[round]: the settlement row of the showdown; 0 where there is none."""
    showdown = game.showdown
    if not showdown or not rows:
        return np.zeros(len(places[Cards.OWN]), np.int64)
    mine, theirs = (_rank(showdown.ranking, places, side | showdown.shared) for side in (Cards.OWN, Cards.DEALER))
    compared = 1 + (mine > theirs).astype(np.int64) - (mine < theirs)
    plays = (theirs >= showdown.qualifying_value).astype(np.int64)
    return np.asarray(rows.index[mine >> LINE_BITS, theirs >> LINE_BITS, compared, plays], np.int64)


def line_numbers(hand: HandRead, places: Places) -> NDArray[np.int64]:
    """[round]: the number of the line of a hand, or of the lines of two."""
    line = _rank(hand.ranking, places, hand.on, hand.first).astype(np.int64) >> LINE_BITS
    if hand.against is not None:
        line = line * len(hand.ranking.lines) + (_rank(hand.ranking, places, hand.against, hand.first) >> LINE_BITS)
    return np.asarray(hand.numbers[line])


def difference_numbers(settlements: Settlements, places: Places) -> list[NDArray[np.int64]]:
    """[round]: which difference the showdown makes, and each hand that is read."""
    showdown = showdown_numbers(settlements.game, settlements.rows, places)
    return [showdown, *(line_numbers(hand, places) for hand in settlements.hands)]


def _rank(ranking: Ranking, places: Places, on: Cards, first: int = 0) -> NDArray[np.int32]:
    parts = [places[PLACES[number]][:, : first or None] for number in reads(on)]
    return ranking.batch(np.ascontiguousarray(np.hstack(parts)))
