"""A course of play counted in full: every card that can come, weighed by how many of its kind are left in the shoe.

Cards between which the course makes no difference are one kind, and the shoe is how many of each kind it holds. The
rounds that have come to the same state with the same shoe go on together, card by card. Every round is counted as if
as many cards were drawn as in the longest one, so that all orders of those cards are equally likely. Where somebody
decides, each choice is valued from the end back: the greatest value is the best, and of equal values the larger bet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import Any

from fairfelt.cards import Card
from fairfelt.exact.core.endings import Ending, scaled_net
from fairfelt.exact.core.rows import pay_scale
from fairfelt.exact.core.tree import Path
from fairfelt.rules import Cards, Choice, Course, Decide, Draw, Facts, Game, Over, Step
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

    @property
    def best(self) -> Choice:
        """The choice of the greatest value; of equal ones the last, which is the larger bet."""
        at = max(range(len(self.values)), key=lambda at: (self.values[at], at))
        return self.decide.choices[at]


Waiting = Mapping[Cards, Sequence[Card]]
"""Cards in sight by where they lie, in the order they were dealt."""


@dataclass(frozen=True, eq=False)
class Playout:
    """A course walked to all its ends, from one opening bet."""

    endings: tuple[Ending, ...]
    decision: Callable[[Waiting, Path], ValuedDecision | None]
    """The decision to which some cards in sight lead, after some choices; where more are asked for, the best ones."""


class CourseCounter:
    """One player's way through a course from an opening bet on, with the best choices or with those of a rule."""

    def __init__(self, game: Game, path: Path = (), rule: Follow | None = None) -> None:
        assert game.course
        self.game, self.course, self.rule, self.first_path = game, game.course, rule, path
        kinds = kinds_of(game)
        self.faces, self.shoe = kinds.faces, kinds.shoe
        self._scale = pay_scale(game)
        self._stops: dict[Any, CourseStop] = {}
        self._values: dict[Place, int] = {}
        self._nets: dict[tuple[Path, Facts], int] = {}

    @cached_property
    def start(self) -> CourseStop:
        """Before the first card."""
        return self._stop(self.course.start(1))

    @cached_property
    def depth(self) -> int:
        """Cards that are drawn in the longest round."""
        return min(self._longest[0], sum(self.shoe))

    @property
    def decides_unseeing(self) -> bool:
        """Whether a decision can come while a card lies face down that is not the player's own."""
        return self._longest[1]

    def walk(self) -> Playout:
        """Count everything."""
        counts: Counts = Counter()
        rounds: dict[Place, int] = {(self.start, self.first_path, self.shoe): 1}
        for left in range(self.depth, -1, -1):
            rounds = self._one_card(rounds, left, counts)
        return Playout(endings_of(counts), self.decision)

    def decision(self, waiting: Waiting, made: Path) -> ValuedDecision | None:
        """The decision to which those cards lead after those choices; further ones on the way are the best."""
        (stop, path, shoe), cards = (
            (self.start, self.first_path, self.shoe),
            {to: [*held] for to, held in waiting.items()},
        )
        choices, left = [choice for _, choice in made], self.depth
        while True:
            match stop.step:
                case Draw(to=to) if cards.get(to):
                    kind = kinds_of(self.game).numbers[self.course.alike(cards[to].pop(0))]
                    stop, shoe, left = stop.after[kind], less(shoe, kind), left - 1
                case Decide() as step if choices or any(cards.values()):
                    weighed = self._weigh(step, (stop, path, shoe), left)
                    choice = choices.pop(0) if choices else weighed.best
                    stop, path, shoe = self._chosen(step, (stop, path, shoe), choice)
                case Decide() as step:
                    return self._weigh(step, (stop, path, shoe), left)
                case _:
                    return None

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
                    there = arrived, path, less(shoe, kind)
                    after[there] = after.get(there, 0) + ways * held
        return after

    def _decided(self, place: Place, left: int) -> Place:
        """Where the rounds go on once all that is to be decided there is decided."""
        while isinstance(step := place[0].step, Decide):
            if self.rule:
                choice = self.rule(self.course.visible_hand(place[0].state, step.player))
            else:
                choice = self._weigh(step, place, left).best
            place = self._chosen(step, place, choice)
        return place

    def _weigh(self, step: Decide, place: Place, left: int) -> ValuedDecision:
        values = [self._value(self._chosen(step, place, choice), left) for choice in step.choices]
        return ValuedDecision(step, tuple(Fraction(value, self._scale * perm(sum(place[2]), left)) for value in values))

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
                    held * self._value((stop.after[kind], path, less(shoe, kind)), left - 1)
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

    @cached_property
    def _longest(self) -> tuple[int, bool]:
        """The number of cards that can be drawn, and whether a decision can come with one of them unseen."""
        known: dict[tuple[CourseStop, bool], tuple[int, bool]] = {}

        def look(stop: CourseStop, *, unseen: bool) -> tuple[int, bool]:
            if (stop, unseen) in known:
                return known[stop, unseen]
            longest, deciding = 0, False
            match stop.step:
                case Draw() as step:
                    hidden = unseen or not is_seen(step)
                    found = [look(arrived, unseen=hidden) for arrived in stop.after]
                    longest, deciding = 1 + max(cards for cards, _ in found), any(blind for _, blind in found)
                case Decide(choices=choices):
                    arrivals = [self._stop(self.course.choose(stop.state, choice)) for choice in choices]
                    found = [look(arrived, unseen=unseen) for arrived in arrivals]
                    longest, deciding = max(cards for cards, _ in found), unseen or any(blind for _, blind in found)
            known[stop, unseen] = longest, deciding
            return longest, deciding

        return look(self.start, unseen=False)


def is_seen(step: Draw) -> bool:
    """Whether a player sees the card: the own cards always, others where they lie face up."""
    return step.face_up or step.to is Cards.OWN


def less(shoe: Shoe, kind: int) -> Shoe:
    """The shoe without one card of a kind."""
    return (*shoe[:kind], shoe[kind] - 1, *shoe[kind + 1 :])


def endings_of(counts: Counts) -> tuple[Ending, ...]:
    """What was counted, as endings."""
    return tuple(Ending(path, facts, 0, ways) for (path, facts), ways in counts.items())
