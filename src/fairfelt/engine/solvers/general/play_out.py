"""Every deal of a game played as a solution decides, told apart by side bets as well as by the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import InformationSets, Symmetry, first_information_sets, symmetry_of
from fairfelt.engine.core.levels import PLACES, reads, ways_to_turn
from fairfelt.engine.core.price import allowed_evaluations
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.view import View
from fairfelt.rules import Game, Wager

from .cost import MOST_BYTES, cost_of
from .settlements import Settlements, whole_line_reading
from .solver import count_endings, follow_choices, rankings_of

SETS_AT_ONCE: Final = 1 << 12
"""Every ending is counted for each of them."""


class Decides(Protocol):
    """Says what a player does with many hands at a street."""

    @property
    def game(self) -> Game: ...

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]: ...


def symmetry_with(game: Game, wagers: Sequence[Wager]) -> Symmetry:
    """The suits that may be exchanged where these bets are told apart too."""
    rankings = (*rankings_of(game), *(wager.ranking for wager in wagers if wager.ranking))
    return symmetry_of(game.deck, [ranking.tells for ranking in rankings])


def play_out(decides: Decides, told: Settlements, infosets: Sequence[InformationSets]) -> NDArray[Any]:
    """[path, ending]: rounds, as integers of any size, through all levels of a game."""
    game, tree = decides.game, tree_of(decides.game)
    chosen = []
    for seen in infosets:
        for street in seen.level.streets:
            made = [decides.decide(street, seen.hands, state) for state in range(len(tree.arrivals[street]))]
            chosen.append(np.array(made, np.uint8).reshape(-1, 1, len(seen)).T)
    standing, last, down = follow_choices(tree, infosets, chosen), infosets[-1], View.of(game).down
    found = np.zeros((len(tree.paths), len(told)), object)
    for first in range(0, len(last), SETS_AT_ONCE):
        some = slice(first, first + SETS_AT_ONCE)
        ends = count_endings(told, last.part(some), down=down)[:, 0]
        found += (standing[some, 0].T @ ends).astype(object)
    return found


def all_information_sets(game: Game, symmetry: Symmetry) -> list[InformationSets]:
    """What the rules show, level by level."""
    levels = View.of(game).levels
    infosets = [first_information_sets(symmetry, levels[0])]
    for level in levels[1:]:
        infosets.append(infosets[-1].next(level))
    return infosets


def lines_and_folds(decides: Decides, wager: Wager) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rounds on each line of the wager's ranking, and how many of them the player folds at whatever decision."""
    game, view = decides.game, View.of(decides.game)
    reading, symmetry = Settlements(game, None, (whole_line_reading(wager),)), symmetry_with(game, [wager])
    cost = cost_of(view, symmetry, reading)
    if 10 * cost.extensions > allowed_evaluations() or cost.bytes > MOST_BYTES:
        raise Unsolved(f"{game.title}: {cost.information_sets:,} information sets, to find the hands that are folded")
    infosets, read = all_information_sets(game, symmetry), set(reads(reading.hands[0].places))
    turned = [group.size for group in view.down if PLACES.index(group.place) in read]
    evaluations = len(infosets[-1]) * ways_to_turn(view.size - view.levels[-1].cards, turned)
    if evaluations > allowed_evaluations():
        raise Unsolved(f"{game.title}: {evaluations:,} evaluations to find the hands that are folded")
    rounds = play_out(decides, reading, infosets)
    folds = [any(choice.folds for _, choice in path) for path in tree_of(game).paths]
    return tuple(rounds.sum(axis=0).tolist()), tuple(rounds[folds].sum(axis=0).tolist())
