"""About what a course takes to count, told before: rounds are tried at random, and what they pass by is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from fairfelt.exact.core.price import TooCostly, allowed_evaluations, duration, in_short
from fairfelt.rules import Decide, Draw, Game, Over

from .counter import is_seen, kinds_of

PROBES = 1_000
MOST_STEPS = 50_000
"""After which no further round is tried."""
PLACE_S = 50e-6
"""For each place that is foreseen: a state of the course with what is left in the shoe, looked up from two or three."""
EVALUATIONS = 20_000
"""So many evaluations of hands cost as much as one place, memory included."""


@dataclass(frozen=True)
class CoursePrice:
    """About how many places a course passes."""

    places: int

    @property
    def steps(self) -> int:
        """As evaluations of hands, by which counts are agreed to."""
        return self.places * EVALUATIONS

    @property
    def seconds(self) -> float:
        """On this machine, one core."""
        return self.places * PLACE_S

    def __str__(self) -> str:
        return f"about {in_short(self.places)} places in its course: {duration(self.seconds)} here"


@lru_cache(maxsize=64)
def price_of(game: Game) -> CoursePrice:
    """Rounds tried at random, each weighed by how many there are like it: the mean is the size of the whole tree.

    Every choice of a decision is followed, so that long rounds are not missed. Orders of the same cards in one place
    come to the same state: of n cards with m of each kind there are n! / (m! m! …).
    """
    probe, total, tried = _Probe(game), 0.0, 0
    while tried < PROBES and probe.steps < MOST_STEPS:
        total += probe.try_round()
        tried += 1
    return CoursePrice(max(1, round(total / tried)))


class _Probe:
    """Tries rounds of a course."""

    def __init__(self, game: Game) -> None:
        assert game.course
        self.course, self.kinds, self.source, self.steps = game.course, kinds_of(game), Random(1), 0

    def try_round(self) -> float:
        """About how many places there are, by one order of the cards."""
        return self._follow(self.course.start(1), list(self.kinds.shoe), Counter(), 1.0)

    def _follow(self, state: Any, shoe: list[int], held: Counter[Any], places: float) -> float:
        total = 0.0
        while not isinstance(step := self.course.next(state), Over):
            self.steps += 1
            if isinstance(step, Decide):
                after = [self.course.choose(state, choice) for choice in step.choices]
                return total + sum(places + self._follow(each, shoe[:], held.copy(), places) for each in after)
            assert isinstance(step, Draw)
            left = [kind for kind, many in enumerate(shoe) if many]
            if not left:
                break
            kind, place = self.source.choice(left), (step.to, is_seen(step))
            shoe[kind] -= 1
            held.update([place, (place, kind)])
            places *= len(left) * held[place, kind] / held[place]
            state = self.course.draw(state, self.kinds.faces[kind])
            total += places
        return total


def verify_price(game: Game) -> None:
    """Refuse a course that costs more than anybody has agreed to."""
    price = price_of(game)
    if price.steps > allowed_evaluations():
        raise TooCostly(f"{game.title}: {price}", price)
