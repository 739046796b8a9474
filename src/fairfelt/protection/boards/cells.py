"""A showdown by cells: the band of the dealer's hand, and whether the player's is less, equal or greater."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.core.endings import Ending, scaled_net
from fairfelt.exact.core.rows import Rows
from fairfelt.exact.solvers.boards.problem import Bands
from fairfelt.rules import Game


@njit(nogil=True, cache=True)
def cell_of(mine: Any, theirs: Any, floors: Array) -> int:
    """The cell of two hands."""
    band = len(floors) - 1
    while theirs < floors[band]:
        band -= 1
    return 3 * band + (1 if mine == theirs else 2 if mine > theirs else 0)


def settle_cells(game: Game, paths: Sequence[Any], rows: Rows, bands: Bands, scale: int) -> NDArray[np.int64]:
    """[player's line, cell, path, number]: result, square and hit of a path."""
    nets = np.array(
        [[scaled_net(game, Ending(path, facts, 0, 0), scale) for facts in rows.facts] for path in paths], np.int64
    )
    numbers = np.stack((nets, nets**2, (nets >= scale).astype(np.int64)), axis=-1)
    there = bands.rows >= 0
    by_cell = numbers[:, np.where(there, bands.rows, 0)] * there[None, :, :, None]
    return np.ascontiguousarray(np.moveaxis(by_cell, 0, 2))
