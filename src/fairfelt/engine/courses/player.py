"""A player of courses: steps a course from card to card and decides as a solution does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import Solution
from fairfelt.rules import Cards, Choice, Decide, Draw, Game, Opens, Over, Wager
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import line_of


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
