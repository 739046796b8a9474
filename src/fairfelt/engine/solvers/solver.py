"""What a solver is: the shape of game it fits, how it counts one, and the solution that reads its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import comb
from typing import Any, Generic, TypeVar

from numpy.typing import NDArray

from fairfelt.engine.core.kept_table import KeptTable
from fairfelt.rules import Cards, Game

from ..solution import Solution

Result = TypeVar("Result")
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Keeping(Generic[Result]):
    """A result as plain arrays, and back."""

    pack: Callable[[Result], Arrays]
    unpack: Callable[[Game, Arrays], Result]
    ships: bool = False
    """Whether it is so small that results of the catalogue come with the package."""


@dataclass(frozen=True)
class Solver(Generic[Result]):
    """One way to solve games of one shape."""

    name: str
    fits: Callable[[Game], bool]
    """Whether a game has the shape; a game that has it and is still out of reach is refused by `solve`."""
    solve: Callable[[Game, Executor | None], Result]
    """Count a game, in parts on the executor where there are parts."""
    solution: Callable[[Game, Result], Solution]
    """Read the result for a game; its side bets may differ from those of the game that was counted."""
    seconds: Callable[[Game], float]
    """About what `solve` takes of one core."""
    prepare: Callable[[Game], object] = lambda game: None
    """Refuse a game that is out of reach, as `solve` would, without counting anything."""
    keeping: Keeping[Result] | None = None
    """How the result is kept on disk; None where counting again takes no longer than reading."""
    tables: Callable[[Game], Sequence[KeptTable]] = lambda game: ()
    """What advice and sheets look into besides; a result alone is read without them."""
    best_seconds: Callable[[Game], float] = lambda game: 0.0
    """About what the best setting takes of one core, where `solve` counts play by the house way."""


def count_hands(game: Game, *places: Cards) -> int:
    """Hands of as many cards as those places are dealt: by these the seconds of most solvers go."""
    return comb(len(game.deck), min(sum(game.deal.count(place) for place in places), len(game.deck)))
