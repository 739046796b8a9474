"""Rounds of a course played by looking ahead: what is face down or still in the shoe is drawn at random many times.

A choice is valued by how such rounds would end for somebody who knows every card of them: that is a bound from above.
Whoever takes the choice that seems best so has a policy, and what it wins is a bound from below.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.core.tree import Path
from fairfelt.exact.courses.counter import is_seen
from fairfelt.rules import Decide, Draw, Facts, Game, Over, Step

WAYS: Final = 12
MOST_TRIES: Final = 2_000
"""Cards face down are drawn again where the course would have gone another way."""


def opening_paths(game: Game) -> list[Path]:
    """One for each bet that a player may open with; the empty one if there is nothing to choose."""
    street = game.opening_choice
    return [((street.name, choice),) for choice in street.choices] if street else [()]


def sample_course(game: Game, opened: Path, rounds: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The results of some rounds by the policy, and what they seemed worth at the first decision."""
    player = _LookingAhead(game, seed)
    played, seemed = zip(*(player.play(opened) for _ in range(rounds)), strict=True)
    return np.array(played), np.array(seemed)


@dataclass
class _Past:
    """What one player has seen of a round, step by step."""

    steps: list[Step]
    seen: list[Card | None]
    """[card drawn]: None for one that lies face down."""
    path: Path


class _LookingAhead:
    def __init__(self, game: Game, seed: int) -> None:
        assert game.course
        self.game, self.course, self.source = game, game.course, Random(seed)
        self._nets: dict[tuple[Path, Facts], float] = {}

    def play(self, opened: Path) -> tuple[float, float]:
        """The result of one round, and what it seemed worth at its first decision."""
        order = list(self.game.deck.cards)
        self.source.shuffle(order)
        state: Any = self.course.start(1)
        past, at, seemed = _Past([], [], opened), 0, None
        while not isinstance(step := self.course.next(state), Over):
            if isinstance(step, Draw):
                past.steps.append(step)
                past.seen.append(order[at] if is_seen(step) else None)
                state, at = self.course.draw(state, order[at]), at + 1
            else:
                values = self._values(past, step, opened)
                best = max(range(len(values)), key=lambda choice: (values[choice], choice))
                seemed = values[best] if seemed is None else seemed
                past.steps.append(step)
                past.path = (*past.path, (step.street.name, step.choices[best]))
                state = self.course.choose(state, step.choices[best])
        won = self._net(past.path, state)
        return won, won if seemed is None else seemed

    def _values(self, past: _Past, step: Decide, opened: Path) -> list[float]:
        """What each choice seems worth, later ones made in sight of every card."""
        totals = [0.0] * len(step.choices)
        for _ in range(WAYS):
            state, order = self._another(past, step, opened)
            for at, choice in enumerate(step.choices):
                path = (*past.path, (step.street.name, choice))
                totals[at] += self._foreseen(self.course.choose(state, choice), order, len(past.seen), path)
        return [total / WAYS for total in totals]

    def _another(self, past: _Past, step: Decide, opened: Path) -> tuple[Any, list[Card]]:
        """A round that would have looked the same up to here: its state, and its cards in order."""
        for _ in range(MOST_TRIES):
            order = self._order(past)
            state = self._replayed(past, step, opened, order)
            if state is not None:
                return state, order
        raise Unsolved(f"{self.game.title}: {step.street.name!r} is hardly ever come to; nothing can be sampled there")

    def _order(self, past: _Past) -> list[Card]:
        rest = list(self.game.deck.cards)
        for card in past.seen:
            if card is not None:
                rest.remove(card)
        self.source.shuffle(rest)
        return [rest.pop() if card is None else card for card in past.seen] + rest

    def _replayed(self, past: _Past, step: Decide, opened: Path, order: list[Card]) -> Any:
        """The state after the same steps with those cards; None if the course would have gone another way."""
        state: Any = self.course.start(1)
        at, choices = 0, iter(past.path[len(opened) :])
        for before in past.steps:
            if self.course.next(state) != before:
                return None
            if isinstance(before, Draw):
                state, at = self.course.draw(state, order[at]), at + 1
            else:
                state = self.course.choose(state, next(choices)[1])
        return state if self.course.next(state) == step else None

    def _foreseen(self, state: Any, order: list[Card], at: int, path: Path) -> float:
        """How the round ends for somebody who knows every card."""
        while isinstance(step := self.course.next(state), Draw):
            state, at = self.course.draw(state, order[at]), at + 1
        if isinstance(step, Over):
            return self._net(path, state)
        return max(
            self._foreseen(self.course.choose(state, choice), order, at, (*path, (step.street.name, choice)))
            for choice in step.choices
        )

    def _net(self, path: Path, state: Any) -> float:
        facts = self.course.facts(state, 0)
        if (path, facts) not in self._nets:
            self._nets[path, facts] = float(net_result(self.game, Ending(path, facts, 0, 0))[0])
        return self._nets[path, facts]
