"""Courses of play solved: from every bet that a player may open with, the best choices or those of a rule."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.exact.core.endings import net_results
from fairfelt.exact.core.tree import Path
from fairfelt.rules import Game
from fairfelt.rules.strategy import Follow

from .counter import CourseCounter, Playout
from .face_down import FaceDownCounter


@dataclass(frozen=True, eq=False)
class CourseResult:
    """All ways through a course: one, or one for each bet that a player may open with."""

    game: Game
    ways: dict[str, Playout]
    """By the opening bet."""
    opening: str
    """The best of them."""

    @property
    def best(self) -> Playout:
        """The way of best play."""
        return self.ways[self.opening]


def solve_course(game: Game, executor: Executor | None = None, *, rule: Follow | None = None) -> CourseResult:
    """Walk the course with the best choices at every decision, or with those of a rule."""
    street = game.opening_choice
    if not street:
        return CourseResult(game, {"": _walk(game, (), rule)}, "")
    paths = {choice.name: ((street.name, choice),) for choice in street.choices}
    if game.streets:
        ways = {name: _walk(game, path, rule) for name, path in paths.items()}
    else:
        same = _walk(game)
        ways = {name: _from(path, same) for name, path in paths.items()}
    return CourseResult(game, ways, max(ways, key=lambda name: _mean(game, ways[name])))


def _walk(game: Game, path: Path = (), rule: Follow | None = None) -> Playout:
    counter = CourseCounter(game, path, rule)
    return (FaceDownCounter(game, path, rule) if counter.decides_unseeing else counter).walk()


def _from(path: Path, way: Playout) -> Playout:
    """The same way from an opening bet, where nothing is decided later."""
    return replace(way, endings=tuple(replace(ending, choices=path) for ending in way.endings))


def _mean(game: Game, way: Playout) -> Fraction:
    """The expected result; the number of combinations is the same for all ways of a game."""
    return sum((net * ways for net, _, ways in net_results(game, way.endings)), Fraction(0))
