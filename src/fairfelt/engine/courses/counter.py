"""A course of play counted in full: every card that can come, weighed by how many of its kind are left in the shoe.

Cards between which the course makes no difference are one kind, and the shoe is how many of each kind it holds. Rounds
that the player cannot tell apart are one information set: a visible card divides it, a card face down does not, and
what the course does next is visible. Rounds in the same state with the same shoe go on together. Every round is counted
as if as many cards were drawn as in the longest one, so that all orders of those cards are equally likely.

A choice is valued over a whole information set, from the end back: the greatest value is the best, and of equal values
the larger bet. A card that is known before it is drawn comes with certainty and is not in the shoe.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending, pay_scale, scaled_net
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import HandAdvice
from fairfelt.rules import Cards, Choice, Course, Decide, Draw, Facts, Game, Over, Step
from fairfelt.rules.cards import Card
from fairfelt.rules.published import Follow

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
    assert game.course
    faces = {game.course.alike(card): card for card in game.deck.cards}
    held = Counter(game.course.alike(card) for card in game.deck.cards)
    kinds = sorted(faces)
    return CardKinds(
        {kind: at for at, kind in enumerate(kinds)}, tuple(faces[k] for k in kinds), tuple(held[k] for k in kinds)
    )


class CourseStop:
    """A state of the course, asked once for all that it says; compared by identity, which is fast."""

    __slots__ = ("after", "facts", "merged", "state", "step")

    def __init__(self, course: Course[Any], state: Any) -> None:
        self.state = state
        self.step: Step = course.next(state)
        self.after: list[CourseStop] = []
        """Where each kind of card leads to."""
        self.merged: tuple[int, ...] = ()
        """The kind as which each kind of card counts from there on."""
        self.facts = course.facts(state, 0) if isinstance(self.step, Over) else None


Rounds = dict[tuple[CourseStop, Shoe, int], int]
"""The rounds of an information set: by state, shoe and number of cards out, in how many ways they come there."""


@dataclass(frozen=True)
class InformationSetResult:
    """What the rounds of an information set come to with the best choices."""

    value: int
    """The scaled result, summed over all orders of the cards that are still drawn."""
    counts: Counts


VisibleCards = Mapping[Cards, Sequence[Card]]
"""Visible cards by where they lie, in the order they were dealt."""


@dataclass(frozen=True, eq=False)
class Playout:
    """A course walked to all its ends, from one opening bet."""

    endings: tuple[Ending, ...]
    decision: Callable[[VisibleCards, Path], HandAdvice | None]
    """The decision to which some visible cards lead, after some choices; where more are asked for, the best ones."""


class CourseCounter:
    """One player's way through a course from an opening bet on, with the best choices or with those of a rule."""

    def __init__(self, game: Game, path: Path = (), rule: Follow | None = None) -> None:
        assert game.course
        self.game, self.course, self.rule, self.first_path = game, game.course, rule, path
        self.known: Mapping[int, int] = {}
        """The kind of each card that is known before the bet, by its place in the shoe, from 1."""
        kinds = kinds_of(game)
        self.faces, self.shoe = kinds.faces, kinds.shoe
        self._scale = pay_scale(game)
        self._stops: dict[Any, CourseStop] = {}
        self._deciding: dict[CourseStop, bool] = {}
        self._nets: dict[tuple[Path, Facts], int] = {}
        self._results: dict[tuple[Any, Path], InformationSetResult] = {}
        self._orders_of: dict[int, int] = {}

    def knowing(self, known: Mapping[int, int], path: Path = ()) -> CourseCounter:
        """The same course from that opening bet on, where those cards are known before it."""
        found = copy(self)
        found.known, found.first_path, found._results, found._orders_of = known, path, {}, {}
        found.shoe = tuple(held - [*known.values()].count(kind) for kind, held in enumerate(kinds_of(self.game).shoe))
        return found

    @cached_property
    def start(self) -> CourseStop:
        """Before the first card."""
        return self._stop(self.course.start(1))

    @property
    def stops(self) -> tuple[CourseStop, ...]:
        """Every state that draws alone lead to, the first one first."""
        return self.start, *(stop for stop in self._stops.values() if stop is not self.start)

    @cached_property
    def longest(self) -> int:
        """Cards that are drawn in the longest round."""
        known: dict[CourseStop, int] = {}

        def look(stop: CourseStop) -> int:
            if stop not in known:
                after = stop.after
                if isinstance(stop.step, Decide):
                    after = [self._stop(self.course.choose(stop.state, choice)) for choice in stop.step.choices]
                known[stop] = isinstance(stop.step, Draw) + max(map(look, after), default=0)
            return known[stop]

        return look(self.start)

    def walk(self) -> Playout:
        found = self._play(self._first, self.first_path)
        endings = tuple(Ending(path, facts, 0, ways) for (path, facts), ways in found.counts.items())
        return Playout(endings, self.decision)

    def decision(self, visible: VisibleCards, made: Path) -> HandAdvice | None:
        """The decision to which those cards lead after those choices; further ones on the way are the best."""
        cards, choices = {to: [*held] for to, held in visible.items()}, [choice for _, choice in made]
        rounds, path = self._first, self.first_path
        while True:
            groups = list(_by_step(rounds))
            drawn = [
                (step, group)
                for step, group in groups
                if isinstance(step, Draw) and (not is_seen(step) or cards.get(step.to))
            ]
            deciding = [(step, group) for step, group in groups if isinstance(step, Decide)]
            if drawn and (any(cards.values()) or not deciding):
                draw, group = drawn[0]
                kinds: Iterable[int] = range(len(self.shoe))
                if is_seen(draw):
                    kinds = [kinds_of(self.game).numbers[self.course.alike(cards[draw.to].pop(0))]]
                rounds = self._after(group, kinds)
            elif deciding:
                decide, group = deciding[0]
                advice = self._weigh(decide, group, path)
                if not choices and not any(cards.values()):
                    return advice
                best = next(choice for choice in decide.choices if choice.name == advice.best)
                choice = choices.pop(0) if choices else best
                rounds, path = self._choosing(group, choice), (*path, (decide.street.name, choice))
            else:
                return None

    @property
    def _first(self) -> Rounds:
        return {(self.start, self.shoe, 0): 1}

    def _play(self, rounds: Rounds, path: Path) -> InformationSetResult:
        """Play on from an information set; from the same one, however often it comes, only once."""
        times = gcd(*rounds.values())
        key = frozenset((place, ways // times) for place, ways in rounds.items()), path
        if key not in self._results:
            self._results[key] = self._play_on({place: ways // times for place, ways in rounds.items()}, path)
        found = self._results[key]
        if times == 1:
            return found
        counts = Counter({end: ways * times for end, ways in found.counts.items()})
        return InformationSetResult(found.value * times, counts)

    def _play_on(self, rounds: Rounds, path: Path) -> InformationSetResult:
        value, counts = 0, Counts()
        for step, group in _by_step(rounds):
            if not any(self._decides(stop) for stop, _, _ in group):
                parts = [self._finish(group, path)]
            elif isinstance(step, Decide):
                parts = [self._decide(step, group, path)]
            elif isinstance(step, Draw) and is_seen(step):
                arrived = (self._after(group, [kind]) for kind in range(len(self.shoe)))
                parts = [self._play(some, path) for some in arrived if some]
            else:
                parts = [self._play(self._after(group, range(len(self.shoe))), path)]
            for part in parts:
                value += part.value
                counts.update(part.counts)
        return InformationSetResult(value, counts)

    def _decide(self, step: Decide, rounds: Rounds, path: Path) -> InformationSetResult:
        choices = step.choices
        if self.rule:
            stop, *_ = next(iter(rounds))
            choices = (self.rule(self.course.visible_hand(stop.state, step.player)),)
        return max(reversed(self._each(step, rounds, path, choices)), key=lambda found: found.value)

    def _weigh(self, step: Decide, rounds: Rounds, path: Path) -> HandAdvice:
        """Every choice valued over an information set."""
        total = sum(ways * self._orders(shoe) for (_, shoe, _), ways in rounds.items()) * self._scale
        played = self._each(step, rounds, path, step.choices)
        rows = zip(step.choices, played, strict=True)
        return HandAdvice(step.street.name, tuple((choice.name, Fraction(end.value, total)) for choice, end in rows))

    def _each(
        self, step: Decide, rounds: Rounds, path: Path, choices: Sequence[Choice]
    ) -> list[InformationSetResult]:  # fmt: skip
        """What an information set comes to after each of some choices."""
        return [self._play(self._choosing(rounds, choice), (*path, (step.street.name, choice))) for choice in choices]

    def _choosing(self, rounds: Rounds, choice: Choice) -> Rounds:
        found: Rounds = defaultdict(int)
        for (stop, shoe, out), ways in rounds.items():
            found[self._stop(self.course.choose(stop.state, choice)), shoe, out] += ways
        return found

    def _after(self, rounds: Rounds, kinds: Iterable[int]) -> Rounds:
        """After a card that is one of those kinds."""
        found: Rounds = defaultdict(int)
        for (stop, shoe, out), ways in rounds.items():
            assert isinstance(stop.step, Draw)
            at = out + stop.step.burn + 1
            if at in self.known:
                if self.known[at] in kinds:
                    found[stop.after[self.known[at]], shoe, at] += ways
                continue
            for kind in kinds:
                if shoe[kind]:
                    found[stop.after[kind], _less(shoe, kind), at] += ways * shoe[kind]
        return found

    def _finish(self, rounds: Rounds, path: Path) -> InformationSetResult:
        """Rounds in which nothing is decided any more; those that are over are counted."""
        counts, kinds, over = Counts(), range(len(self.shoe)), defaultdict[CourseStop, int](int)
        while rounds:
            going: Rounds = {}
            for place, ways in rounds.items():
                if place[0].facts:
                    over[place[0]] += ways * self._orders(place[1])
                else:
                    going[place] = ways
            rounds = self._merged(self._after(going, kinds))
        for stop, ways in over.items():
            assert stop.facts
            counts[path, stop.facts] += ways
        return InformationSetResult(sum(self._net(*end) * ways for end, ways in counts.items()), counts)

    def _merged(self, rounds: Rounds) -> Rounds:
        """The same rounds, where cards that make no difference any more are of one kind in the shoe."""
        found: Rounds = defaultdict(int)
        for (stop, shoe, out), ways in rounds.items():
            if not stop.merged:
                alike = [self.course.alike_from(stop.state, face) for face in self.faces]
                stop.merged = tuple(map(alike.index, alike))
            held = [0] * len(shoe)
            for kind, left in zip(stop.merged, shoe, strict=True):
                held[kind] += left
            found[stop, tuple(held), out] += ways
        return found

    def _orders(self, shoe: Shoe) -> int:
        """Orders of the cards that are still drawn: in every round as many as in the longest one."""
        left = sum(shoe)
        if left not in self._orders_of:
            never_drawn = max(sum(self.shoe) - self.longest, 0)
            self._orders_of[left] = perm(left, left - never_drawn)
        return self._orders_of[left]

    def _decides(self, stop: CourseStop) -> bool:
        """Whether a decision can still come there."""
        if stop not in self._deciding:
            self._deciding[stop] = isinstance(stop.step, Decide) or any(map(self._decides, stop.after))
        return self._deciding[stop]

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


@dataclass(frozen=True, eq=False)
class CourseTable:
    """A course without decisions as a table: every state that a round can come to."""

    states: tuple[Any, ...]
    """The first is the one before any card."""
    after: NDArray[np.int64]
    """[state, kind]: the state after a card of that kind; the same one where the round is over."""
    over: NDArray[np.bool_]
    longest: int
    """Cards that are drawn in the longest round."""
    burns: bool
    """Whether a card is burned on the way."""


@lru_cache(maxsize=16)
def course_table(game: Game) -> CourseTable:
    """Every state, found by stepping the course with one card of each kind."""
    counter = CourseCounter(game)
    stops = counter.stops
    if any(isinstance(stop.step, Decide) for stop in stops):
        raise Unsolved(f"{game.title}: a round is a table of states only where nothing is decided")
    places = {stop: at for at, stop in enumerate(stops)}
    after = [[places[to] for to in stop.after or [stop] * len(counter.faces)] for stop in stops]
    over = np.array([isinstance(stop.step, Over) for stop in stops], np.bool_)
    burns = any(stop.step.burn for stop in stops if isinstance(stop.step, Draw))
    return CourseTable(tuple(s.state for s in stops), np.array(after, np.int64), over, counter.longest, burns)


def is_seen(step: Draw) -> bool:
    """Whether a player sees the card: the own cards always, others where they lie face up."""
    return step.face_up or step.to is Cards.OWN


def _less(shoe: Shoe, kind: int) -> Shoe:
    return (*shoe[:kind], shoe[kind] - 1, *shoe[kind + 1 :])


def _by_step(rounds: Rounds) -> Iterator[tuple[Step, Rounds]]:
    """Rounds by what the course does next, which a player sees."""
    found: dict[Step, Rounds] = defaultdict(dict)
    for place, ways in rounds.items():
        found[place[0].step][place] = ways
    yield from found.items()
