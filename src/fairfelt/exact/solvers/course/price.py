"""About what a course takes to count, told before: rounds are tried at random, and what they pass by is counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial, sqrt
from random import Random

from fairfelt.exact.core.price import TooCostly, allowed_evaluations, duration, in_short
from fairfelt.rules import Decide, Draw, Game, Over

from .counter import is_seen, kinds_of

PROBES = 200
PLACE_S = 50e-6
"""For each place: a state of the course with what is left in the shoe."""
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

    Some orders of the same cards come to the same place, as many as the root of all of them: so it was measured.
    """
    source, course = Random(1), game.course
    assert course
    kinds, total = kinds_of(game), 0.0
    for _ in range(PROBES):
        state, shoe, ways, seen, unseen = course.start(1), list(kinds.shoe), 1, 0, 0
        while not isinstance(step := course.next(state), Over):
            if isinstance(step, Decide):
                ways *= len(step.choices)
                state = course.choose(state, source.choice(step.choices))
            else:
                assert isinstance(step, Draw)
                held = [kind for kind, many in enumerate(shoe) if many]
                if not held:
                    break
                kind = source.choice(held)
                shoe[kind] -= 1
                ways *= len(held)
                seen, unseen = seen + is_seen(step), unseen + (not is_seen(step))
                state = course.draw(state, kinds.faces[kind])
            total += ways / sqrt(factorial(seen) * factorial(unseen))
    return CoursePrice(max(1, round(total / PROBES)))


def verify_price(game: Game) -> None:
    """Refuse a course that costs more than anybody has agreed to."""
    price = price_of(game)
    if price.steps > allowed_evaluations():
        raise TooCostly(f"{game.title}: {price}", price)
