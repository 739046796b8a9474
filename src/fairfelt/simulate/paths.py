"""The ways a player's decisions can go, numbered."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Choice, Game

Path = tuple[tuple[str, Choice], ...]
"""Choices by street, as far as a round goes."""


@dataclass(frozen=True, eq=False)
class Paths:
    """Every path, and which one the choices at all streets lead to; streets that are not reached do not matter."""

    all: tuple[Path, ...]
    index: NDArray[np.uint8]
    """[choice at the first street, choice at the second, …]"""


def paths_of(game: Game) -> Paths:
    """The paths of a game."""
    sizes = [len(street.choices) for street in game.streets]
    numbers: dict[Path, int] = {}
    index = np.zeros(sizes, np.uint8)
    for chosen in product(*map(range, sizes)):
        index[chosen] = numbers.setdefault(_path(game, chosen), len(numbers))
    return Paths(tuple(numbers), index)


def _path(game: Game, chosen: tuple[int, ...]) -> Path:
    path: Path = ()
    for street, number in zip(game.streets, chosen, strict=True):
        folded = any(choice.folds for _, choice in path)
        if not folded and street.unless_bet not in game.stakes(dict(path)):
            path = (*path, (street.name, street.choices[number]))
    return path
