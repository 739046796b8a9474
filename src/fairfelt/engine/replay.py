"""What other pays come to if nobody changes their play: the endings of a solved game, settled anew."""

from __future__ import annotations

from copy import copy
from functools import cached_property

import numpy as np

from fairfelt.engine.core.rows import showdown_rows
from fairfelt.rules import Game

from .solution import Solution


def replay(solution: Solution, game: Game) -> Solution | None:
    """The same play under the pays of that game, which differs in nothing else; None where that was not told apart.

    Where only bets are changed that nobody decides by, this is the solution of that game.
    """
    if not _tells_apart(solution.game, game):
        return None
    again = copy(solution)
    for name in [*vars(again)]:
        if isinstance(getattr(type(again), name, None), cached_property):
            del again.__dict__[name]
    again.game = game
    return again


def _tells_apart(played: Game, game: Game) -> bool:
    """Whether combinations counted together under the old pays are paid alike under the new ones."""
    if not game.showdown:
        return True
    old, new = showdown_rows(played), showdown_rows(game)
    possible = old.index >= 0
    pairs = np.unique(np.stack([old.index[possible], new.index[possible]]), axis=1)
    return bool(pairs.shape[1] == len(old))
