"""Every card that counts is known at the first decision: each way in which a round can end has its own best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from fairfelt.cards import Card
from fairfelt.exact import HandAdvice, Solution, Unsolved
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.core.tree import Path, tree_of
from fairfelt.exact.solve import solver_of
from fairfelt.rules import Game

TELLS_ALL = ("longest flush", "tracks", "suits", "sweep", "streets", "general")
"""Solvers whose endings keep what the hands were also where they were folded."""


class Played(Solution):
    """Rounds that were counted by how they end, with no hand to ask about."""

    def __init__(self, game: Game, endings: Sequence[Ending]) -> None:
        self.game, self.endings = game, tuple(endings)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        raise Unsolved(f"{self.game.title}: hands with such information are counted together; none can be asked about")


def foreknows(game: Game) -> bool:
    """Whether the endings of a solved game say all that a player who knows every card goes by."""
    asks = any(choice.holding for street in game.streets for choice in street.choices)
    return not asks and solver_of(game).name in TELLS_ALL


def foreknown(solution: Solution) -> Played:
    """The game as it is played by somebody who knows how every round will end."""
    paths, found = tree_of(solution.game).paths, Counter[Ending]()
    for ending in solution.endings:
        best = _best_path(solution.game, ending, paths)
        found[replace(ending, choices=best, combinations=0)] += ending.combinations
    return Played(solution.game, [replace(ending, combinations=count) for ending, count in found.items()])


def _best_path(game: Game, ending: Ending, paths: Sequence[Path]) -> Path:
    """Of equal ones the largest bet."""
    return max(paths, key=lambda path: net_result(game, replace(ending, choices=path)))
