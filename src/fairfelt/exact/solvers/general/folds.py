"""Bets on a hand of their own that folding loses: the hands that best play folds, at whatever decision."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.levels import PLACES, hidden, reads, ways_to_turn
from fairfelt.exact.core.price import allowed_evaluations
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.core.sights import Sights, first_sights, next_sights, symmetry_of
from fairfelt.exact.core.tree import passages_of, tree_of
from fairfelt.exact.view import View
from fairfelt.rules import Game, Wager

from .cost import MOST_BYTES, cost_of
from .settlements import Settlements, whole_line_reading
from .solver import count_endings, move_on, pass_street, rankings_of


class Decides(Protocol):
    """Says what a player does with many hands at a street."""

    @property
    def game(self) -> Game: ...

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]: ...


def lines_and_folds(decides: Decides, wager: Wager) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rounds on each line of the wager's ranking, and how many of them the player folds."""
    game, tree = decides.game, tree_of(decides.game)
    assert wager.ranking
    reading = Settlements(game, None, (whole_line_reading(wager),))
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in (*rankings_of(game), wager.ranking)])
    view, passages = View.of(game), passages_of(tree)
    levels, ways = view.levels, view.following
    cost = cost_of(view, symmetry, reading)
    if 10 * cost.extensions > allowed_evaluations() or cost.bytes > MOST_BYTES:
        raise Unsolved(f"{game.title}: {cost.sights:,} classes of cards in sight, to find the hands that are folded")
    sights = first_sights(symmetry, levels[0])
    standing = sights.weights[:, None, None].copy()
    counts, folded = _rounds(reading, sights, sights.weights, ways[0]), np.zeros(len(reading), np.int64)
    for at, level in enumerate(levels):
        for street in level.streets:
            states = range(len(tree.arrivals[street]))
            if not states:
                continue  # nobody comes there
            best = np.stack([decides.decide(street, sights.hands, state) for state in states], axis=1)[:, None]
            lost = _folding(game, street, passages[street].states, best, standing)
            folded += _rounds(reading, sights, lost, ways[at])
            standing = pass_street(passages[street], best, standing)
        if at + 1 < len(levels):
            then = next_sights(sights, levels[at + 1])
            standing, sights = move_on(sights, then, standing), then
    return tuple(counts.tolist()), tuple(folded.tolist())


def _folding(
    game: Game, street: int, states: NDArray[np.int64], best: NDArray[np.uint8], standing: NDArray[np.int64]
) -> NDArray[np.int64]:
    """[sight]: deals that are folded there."""
    folds = np.array([choice.folds for choice in game.streets[street].choices])
    lost = np.zeros(len(best), np.int64)
    for before, state in enumerate(states.tolist()):
        if state >= 0:
            lost += standing[:, 0, before] * folds[best[:, 0, state]]
    return lost


def _rounds(reading: Settlements, sights: Sights, deals: NDArray[np.int64], ways: int) -> NDArray[np.int64]:
    """[line]: rounds that come of some deals, where so many ways follow each: cards in turns have more than at once."""
    held = np.flatnonzero(deals)
    some = Sights(sights.symmetry, sights.level, sights.keys[held], deals[held])
    game, read = reading.game, set(reads(reading.hands[0].places))
    left, down = len(game.deck) - sights.level.cards, hidden(game, sights.level)
    at_once = ways_to_turn(left, [group.size for group in down])
    turned = [group.size for group in down if PLACES.index(group.place) in read]
    evaluations = len(some) * ways_to_turn(left, turned)
    if evaluations > allowed_evaluations():
        raise Unsolved(f"{game.title}: {evaluations:,} evaluations to find the hands that are folded")
    if not len(some):
        return np.zeros(len(reading), np.int64)
    return np.asarray(some.weights @ count_endings(reading, some)[:, 0] * (ways // at_once), np.int64)
