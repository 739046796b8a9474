"""A course of play counted in full: every card that can come, weighed by how many of its kind are left in the shoe.

Cards between which the course makes no difference are one kind, and the shoe is how many of each kind it holds. The
rounds that have come to the same state with the same shoe go on together, card by card. Every round is counted as if
as many cards were drawn as in the longest one, so that all orders of those cards are equally likely. Where somebody
decides, each choice is valued from the end back: the greatest value is the best, and of equal values the larger bet.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any

from fairfelt.cards import Card
from fairfelt.exact.core.endings import Ending, net_results, scaled_net
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.core.rows import pay_scale
from fairfelt.exact.core.tree import Path
from fairfelt.rules import Choice, Course, Decide, Draw, Facts, Game, Over, Step
from fairfelt.rules.strategy import Follow

Shoe = tuple[int, ...]
Counts = Counter[tuple[Path, Facts]]


@dataclass(frozen=True)
class CardKinds:
    """The cards of a deck, as far as a course tells them apart."""

    numbers: dict[int, int]
    """By what the course calls alike: the place among the kinds."""
    faces: tuple[Card, ...]
    """One card of each kind."""
    shoe: Shoe
    """How many there are of each."""


@lru_cache(maxsize=64)
def kinds_of(game: Game) -> CardKinds:
    """The full shoe of a game."""
    assert game.course
    faces = {game.course.alike(card): card for card in game.deck.cards}
    held = Counter(game.course.alike(card) for card in game.deck.cards)
    kinds = sorted(faces)
    return CardKinds(
        {kind: at for at, kind in enumerate(kinds)}, tuple(faces[k] for k in kinds), tuple(held[k] for k in kinds)
    )


class CourseStop:
    """A state of the course, asked once for all that it says; compared by identity, which is fast."""

    __slots__ = ("after", "facts", "state", "step")

    def __init__(self, course: Course[Any], state: Any) -> None:
        self.state = state
        self.step: Step = course.next(state)
        self.after: list[CourseStop] = []
        """Where each kind of card leads to."""
        self.facts = course.facts(state, 0) if isinstance(self.step, Over) else None


Place = tuple[CourseStop, Path, Shoe]
"""Where rounds are together: the state, the choices made, and what is left in the shoe."""


@dataclass(frozen=True)
class ValuedDecision:
    """A decision with the value of every choice."""

    decide: Decide
    values: tuple[Fraction, ...]
    """In units of the opening bet, for the whole game."""


@dataclass(frozen=True, eq=False)
class Playout:
    """A course walked to all its ends, from one opening bet."""

    endings: tuple[Ending, ...]
    weighed: dict[tuple[Any, Shoe], ValuedDecision]
    """By the state and what is left in the shoe."""


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
        return CourseResult(game, {"": CourseCounter(game, (), rule).walk()}, "")
    paths = {choice.name: ((street.name, choice),) for choice in street.choices}
    if game.streets:
        ways = {name: CourseCounter(game, path, rule).walk() for name, path in paths.items()}
    else:
        same = CourseCounter(game).walk()
        ways = {name: _from(path, same) for name, path in paths.items()}
    return CourseResult(game, ways, max(ways, key=lambda name: _mean(game, ways[name])))


def _from(path: Path, way: Playout) -> Playout:
    """The same way from an opening bet, where nothing is decided later."""
    return Playout(tuple(replace(ending, choices=path) for ending in way.endings), way.weighed)


def _mean(game: Game, way: Playout) -> Fraction:
    """The expected result; the number of combinations is the same for all ways of a game."""
    return sum((net * ways for net, _, ways in net_results(game, way.endings)), Fraction(0))


class CourseCounter:
    """One player's way through a course from an opening bet on, with the best choices or with those of a rule."""

    def __init__(self, game: Game, path: Path = (), rule: Follow | None = None) -> None:
        assert game.course
        self.game, self.course, self.rule, self.first_path = game, game.course, rule, path
        kinds = kinds_of(game)
        self.faces, self.shoe = kinds.faces, kinds.shoe
        self.weighed: dict[tuple[Any, Shoe], ValuedDecision] = {}
        self._scale = pay_scale(game)
        self._stops: dict[Any, CourseStop] = {}
        self._values: dict[Place, int] = {}
        self._nets: dict[tuple[Path, Facts], int] = {}

    def walk(self) -> Playout:
        """Count everything."""
        start = self._stop(self.course.start(1))
        depth = min(self._longest(start, {}), sum(self.shoe))
        counts: Counts = Counter()
        rounds: dict[Place, int] = {(start, self.first_path, self.shoe): 1}
        for left in range(depth, -1, -1):
            rounds = self._one_card(rounds, left, counts)
        endings = tuple(Ending(path, facts, 0, ways) for (path, facts), ways in counts.items())
        return Playout(endings, self.weighed)

    def _one_card(self, rounds: dict[Place, int], left: int, counts: Counts) -> dict[Place, int]:
        """All rounds after their next card; those that are over are counted, at once if that card was their last."""
        after: dict[Place, int] = {}
        for place, ways in rounds.items():
            stop, path, shoe = self._decided(place, left)
            if stop.facts:
                counts[path, stop.facts] += ways * perm(sum(shoe), left)
                continue
            last = perm(sum(shoe) - 1, left - 1)
            for kind, held in enumerate(shoe):
                arrived = stop.after[kind]
                if not held:
                    continue
                if arrived.facts:
                    counts[path, arrived.facts] += ways * held * last
                else:
                    there = arrived, path, (*shoe[:kind], held - 1, *shoe[kind + 1 :])
                    after[there] = after.get(there, 0) + ways * held
        return after

    def _decided(self, place: Place, left: int) -> Place:
        """Where the rounds go on once all that is to be decided there is decided."""
        while isinstance(step := place[0].step, Decide):
            state, shoe = place[0].state, place[2]
            values = [self._value(self._chosen(step, place, choice), left) for choice in step.choices]
            best = max(range(len(values)), key=lambda at: (values[at], at))
            unit = self._scale * perm(sum(shoe), left)
            self.weighed[state, shoe] = ValuedDecision(step, tuple(Fraction(value, unit) for value in values))
            choice = self.rule(self.course.visible_hand(state, step.player)) if self.rule else step.choices[best]
            place = self._chosen(step, place, choice)
        return place

    def _chosen(self, step: Decide, place: Place, choice: Choice) -> Place:
        stop, path, shoe = place
        return self._stop(self.course.choose(stop.state, choice)), (*path, (step.street.name, choice)), shoe

    def _value(self, place: Place, left: int) -> int:
        """The scaled result of the game itself, summed over all orders of the cards that are still drawn."""
        if place not in self._values:
            stop, path, shoe = self._decided(place, left)
            if stop.facts:
                self._values[place] = self._net(path, stop.facts) * perm(sum(shoe), left)
            else:
                self._values[place] = sum(
                    held * self._value((stop.after[kind], path, (*shoe[:kind], held - 1, *shoe[kind + 1 :])), left - 1)
                    for kind, held in enumerate(shoe)
                    if held
                )
        return self._values[place]

    def _net(self, path: Path, facts: Facts) -> int:
        """The scaled result of one ending; it is settled once."""
        if (path, facts) not in self._nets:
            self._nets[path, facts] = scaled_net(self.game, Ending(path, facts, 0, 0), self._scale)
        return self._nets[path, facts]

    def _stop(self, state: Any) -> CourseStop:
        """The same stop for equal states, with all that can be drawn there."""
        if state not in self._stops:
            self._stops[state] = stop = CourseStop(self.course, state)
            if isinstance(stop.step, Draw):
                stop.after = [self._stop(self.course.draw(state, face)) for face in self.faces]
        return self._stops[state]

    def _longest(self, stop: CourseStop, known: dict[CourseStop, int], *, hidden: bool = False) -> int:
        """The number of cards that can still be drawn; a decision with cards face down is refused."""
        if stop in known:
            return known[stop]
        longest = 0
        match stop.step:
            case Draw(face_up=face_up):
                unseen = hidden or not face_up
                longest = 1 + max(self._longest(arrived, known, hidden=unseen) for arrived in stop.after)
            case Decide(choices=choices):
                if hidden:
                    raise Unsolved(f"{self.game.title}: a decision with cards face down has no solver of this kind")
                arrivals = [self._stop(self.course.choose(stop.state, choice)) for choice in choices]
                longest = max(self._longest(arrived, known) for arrived in arrivals)
        known[stop] = longest
        return longest
