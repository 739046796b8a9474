"""Courses of play solved: from every bet that a player may open with, the best choices or those of a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.endings import Ending, net_results
from fairfelt.engine.core.price import TooCostly, allowed_evaluations, duration, in_short
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.engine.solvers.solver import Solver
from fairfelt.rules import Cards, Choice, Decide, Draw, Game, Kind, Opens, Over, Wager
from fairfelt.rules.cards import Card, format_cards
from fairfelt.rules.hands import line_of
from fairfelt.rules.published import Follow, Strategy

from .counter import CourseCounter, Playout, is_seen, kinds_of

PROBES = 1_000
MOST_STEPS = 50_000
"""After which no further round is tried."""
PLACE_S = 80e-6
"""For each place that is foreseen: a state of the course with what is left in the shoe, looked up from two or three."""
EVALUATIONS = 20_000
"""The number of evaluations that cost as much as one place, memory included."""
LEAST_S = 1.0


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
        # Nothing is decided later: the same rounds follow every opening bet.
        same, ways = CourseCounter(game).walk(), {}
        for name, path in paths.items():
            ways[name] = replace(same, endings=tuple(replace(ending, choices=path) for ending in same.endings))
    return CourseResult(game, ways, max(ways, key=lambda name: _mean(game, ways[name])))


def _mean(game: Game, way: Playout) -> Fraction:
    """The expected result; the number of combinations is the same for all ways of a game."""
    return sum((net * ways for net, _, ways in net_results(game, way.endings)), Fraction(0))


class CourseSolution(Solution):
    """A game with a course, the opening bet chosen among others if there is a choice."""

    def __init__(self, game: Game, result: CourseResult) -> None:
        self.game = game
        self.result = result
        self.endings = result.best.endings
        self._followed: dict[Strategy, RoundPar] = {}

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        """Those of a player who opens with that bet, if it is one to open with."""
        if wager.kind is Kind.OPENING and self.game.opens is Opens.ONE:
            return self.result.ways[wager.name].endings
        return self.endings

    def count_decisions(self) -> tuple[DecisionRow, ...]:
        """The opening choice, where there is one, and the others."""
        opening = self.game.opening_choice
        rows = super().count_decisions()
        if not opening:
            return rows
        best = self.result.opening
        return (*(DecisionRow(opening.name, c.name, Fraction(c.name == best)) for c in opening.choices), *rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of the first decision to which these cards lead, in the order they were dealt."""
        return self._advise_after((), cards, community, dealer)

    def follow(self, strategy: Strategy) -> RoundPar:
        if strategy not in self._followed:
            result = solve_course(self.game, rule=strategy.choose)
            self._followed[strategy] = CourseSolution(self.game, result).round
        return self._followed[strategy]

    def short_rules(self) -> tuple[tuple[ShortRule, ...], Fraction]:
        """What is best at a decision whatever the cards are; where it depends on them, the best rule of thumb."""
        rules = []
        for street in dict.fromkeys(row.street for row in self.decisions):
            made = [row.choice for row in self.decisions if row.street == street and row.frequency]
            if len(made) == 1:
                rules.append(ShortRule(street, f"{made[0]}, always"))
            elif self.game.strategies and len(self.game.streets) == 1:
                best = min(self.game.strategies, key=lambda strategy: self.follow(strategy).house_edge)
                return (ShortRule(street, best.words.rstrip(".")),), self.follow(best).house_edge
            else:
                raise Unsolved(f"{self.game.title}: what is best at “{street}” depends on the cards; no short strategy")
        return tuple(rules), self.round.house_edge

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        """The best choice after some others that were made, in the order they were made."""
        return self._advise_after(made, cards, community, dealer).best

    def _advise_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]
    ) -> HandAdvice:
        self.game.deck.verify([*cards, *community, *dealer])
        waiting = {Cards.OWN: cards, Cards.COMMUNITY: community, Cards.DEALER: dealer}
        if not (advice := self.result.best.decision(waiting, made)):
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(f"{self.game.title} has no decision with {seen}: give the cards that lead to one")
        return advice


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
    assert game.course
    course, kinds, source, steps = game.course, kinds_of(game), Random(1), 0

    def follow(state: Any, shoe: list[int], held: Counter[Any], places: float) -> float:
        nonlocal steps
        total = 0.0
        while not isinstance(step := course.next(state), Over):
            steps += 1
            if isinstance(step, Decide):
                after = [course.choose(state, choice) for choice in step.choices]
                return total + sum(places + follow(each, shoe[:], held.copy(), places) for each in after)
            assert isinstance(step, Draw)
            left = {course.alike_from(state, kinds.faces[kind]): kind for kind, many in enumerate(shoe) if many}
            if not left:
                break
            (alike, kind), place = source.choice([*left.items()]), (step.to, is_seen(step))
            shoe[kind] -= 1
            held.update([place, (place, alike)])
            places *= len(left) * held[place, alike] / held[place]
            state = course.draw(state, kinds.faces[kind])
            total += places
        return total

    tried, total = 0, 0.0
    while tried < PROBES and steps < MOST_STEPS:
        total += follow(course.start(1), list(kinds.shoe), Counter(), 1.0)
        tried += 1
    return CoursePrice(max(1, round(total / tried)))


def verify_price(game: Game) -> None:
    """Refuse a course that costs more than anybody has agreed to."""
    price = price_of(game)
    if price.steps > allowed_evaluations():
        raise TooCostly(f"{game.title}: {price}", price)


def _seconds(game: Game) -> float:
    return max(LEAST_S, price_of(game).seconds)


SOLVER = Solver(
    "course",
    lambda game: game.course is not None,
    solve_course,
    CourseSolution,
    seconds=_seconds,
    prepare=verify_price,
)


# A player of courses steps a course from card to card and decides as a solution does.


@dataclass(frozen=True)
class Position:
    """A round as far as the next card, or as its end."""

    state: Any
    step: Draw | Over
    paths: tuple[Path, ...]
    """By player, as the cards."""
    held: tuple[tuple[Card, ...], ...]
    shared: tuple[tuple[Cards, Card], ...] = ()
    """The cards of the dealer and the community, as they came…"""
    seen: tuple[tuple[Cards, Card], ...] = ()
    """…and those that lie face up."""


class Player:
    """Plays rounds of a game with the best choices, from whatever shoe it is given."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert game.course
        self.game, self.course, self.solution = game, game.course, solution
        self.on_hands = [wager for wager in game.wagers if wager.ranking]
        self.opening: Path = solution.endings[0].choices[:1] if game.opens is Opens.ONE else ()
        """What is chosen before the first card."""
        self._best: dict[tuple[str, Path, tuple[int, ...]], str] = {}
        self._lines: dict[tuple[int, tuple[Card, ...]], int] = {}

    def round(self, players: int, shoe: Iterator[Card]) -> tuple[Ending, ...]:
        position = self.start(players)
        while isinstance(position.step, Draw):
            for _ in range(position.step.burn):
                next(shoe)
            position = self.draw(position, next(shoe))
        return self.end(position)

    def start(self, players: int) -> Position:
        """Before the first card."""
        empty = Position(None, Over(), (self.opening,) * players, ((),) * players)
        return self._decide(empty, self.course.start(players))

    def draw(self, position: Position, card: Card) -> Position:
        """After the next card, and all decisions that follow it."""
        step = position.step
        assert isinstance(step, Draw)
        state = self.course.draw(position.state, card)
        if step.to is Cards.OWN:
            held = tuple((*own, card) if at == step.player else own for at, own in enumerate(position.held))
            return self._decide(replace(position, held=held), state)
        there = step.to, card
        seen = (*position.seen, there) if step.face_up else position.seen
        return self._decide(replace(position, shared=(*position.shared, there), seen=seen), state)

    def end(self, position: Position) -> tuple[Ending, ...]:
        shared = by_place(position.shared) if self.on_hands else {}
        return tuple(
            Ending(
                path,
                self.course.facts(position.state, at),
                line=0,
                combinations=0,
                lines=tuple((wager.name, self._line(wager, position.held[at], shared)) for wager in self.on_hands),
            )
            for at, path in enumerate(position.paths)
        )

    def _decide(self, position: Position, state: Any) -> Position:
        """From a new state to the next card."""
        paths = list(position.paths)
        while isinstance(step := self.course.next(state), Decide):
            choice, path = self.solution.chooses(state, step), paths[step.player]
            choice = choice or self._choice(step, path, position.held[step.player], by_place(position.seen))
            paths[step.player] = (*path, (step.street.name, choice))
            state = self.course.choose(state, choice)
        return replace(position, state=state, step=step, paths=tuple(paths))

    def _choice(self, step: Decide, path: Path, own: Sequence[Card], seen: Mapping[Cards, Sequence[Card]]) -> Choice:
        """The best for a player who sees no other player's cards; asked once for all that look alike."""
        alike, made = self.course.alike, path[len(self.opening) :]
        look = (len(own), len(seen[Cards.DEALER]), *map(alike, (*own, *seen[Cards.DEALER], *seen[Cards.COMMUNITY])))
        key = step.street.name, made, look
        if key not in self._best:
            self._best[key] = self.solution.plays_after(made, own, seen[Cards.COMMUNITY], seen[Cards.DEALER])
        return next(choice for choice in step.choices if choice.name == self._best[key])

    def _line(self, wager: Wager, own: Sequence[Card], shared: Mapping[Cards, Sequence[Card]]) -> int:
        """The line of a hand, or of two hands as one number."""
        assert wager.ranking
        places = {Cards.OWN: own, **shared}
        lines = 0
        for on in filter(None, (wager.on, wager.against)):
            cards = tuple(card for place in Cards if place in on for card in places[place][: wager.first])
            key = id(wager.ranking), cards
            if key not in self._lines:
                self._lines[key] = line_of(wager.ranking.value(cards))
            lines = lines * len(wager.ranking.lines) + self._lines[key]
        return lines


def by_place(cards: Sequence[tuple[Cards, Card]]) -> dict[Cards, list[Card]]:
    """The dealer's and the community's cards, as they came."""
    found: dict[Cards, list[Card]] = {Cards.DEALER: [], Cards.COMMUNITY: []}
    for place, card in cards:
        found[place].append(card)
    return found
