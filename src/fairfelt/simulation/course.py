"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import numpy as np

from fairfelt.cards import Card
from fairfelt.exact import Solution
from fairfelt.exact.core.endings import Ending, own_facts, settle_ending
from fairfelt.exact.core.rows import outcome_with, wager_tables
from fairfelt.exact.core.tree import Path
from fairfelt.hands import line_of
from fairfelt.rules import Cards, Choice, Decide, Draw, Facts, Game, Kind, Opens, Paytable, Wager

from .kernels import Counts
from .tallies import Answer, WagerTable

REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


class Cell(NamedTuple):
    """All that the wagers of one player are settled by."""

    path: Path
    facts: Facts
    lines: tuple[int, ...]
    """Of the bets on hands of their own, in the order of the game's wagers."""


class Player:
    """Plays rounds of a game with the best choices, from whatever shoe it is given."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert game.course
        self.game, self.course, self.solution = game, game.course, solution
        self.on_hands = [wager for wager in game.wagers if wager.ranking]
        self._opening: Path = solution.endings[0].choices[:1] if game.opens is Opens.ONE else ()
        self._best: dict[tuple[str, tuple[int, ...]], str] = {}
        self._lines: dict[tuple[int, tuple[Card, ...]], int] = {}

    def round(self, players: int, shoe: Iterator[Card]) -> list[Cell]:
        """One round of so many players: what each of them ends with."""
        course = self.course
        state: Any = course.start(players)
        held: list[list[Card]] = [[] for _ in range(players)]
        shared: dict[Cards, list[Card]] = {Cards.DEALER: [], Cards.COMMUNITY: []}
        seen: dict[Cards, list[Card]] = {Cards.DEALER: [], Cards.COMMUNITY: []}
        paths = [self._opening] * players
        while True:
            step = course.next(state)
            if isinstance(step, Draw):
                for _ in range(step.burn):
                    next(shoe)
                card = next(shoe)
                state = course.draw(state, card)
                if step.to is Cards.OWN:
                    held[step.player].append(card)
                else:
                    shared[step.to].append(card)
                    if step.face_up:
                        seen[step.to].append(card)
            elif isinstance(step, Decide):
                choice = self.solution.chooses(state, step) or self._choice(step, held[step.player], seen)
                paths[step.player] += ((step.street.name, choice),)
                state = course.choose(state, choice)
            else:
                break
        return [
            Cell(paths[at], course.facts(state, at), tuple(self._line(w, held[at], shared) for w in self.on_hands))
            for at in range(players)
        ]

    def _choice(self, step: Decide, own: Sequence[Card], seen: Mapping[Cards, Sequence[Card]]) -> Choice:
        """The best for somebody who sees no other player's cards; asked once for all that look alike."""
        alike = self.course.alike
        look = (len(own), len(seen[Cards.DEALER]), *map(alike, (*own, *seen[Cards.DEALER], *seen[Cards.COMMUNITY])))
        key = step.street.name, look
        if key not in self._best:
            self._best[key] = self.solution.plays(own, seen[Cards.COMMUNITY], seen[Cards.DEALER])
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


@dataclass(frozen=True, eq=False)
class CourseTally:
    """The cells that came up, and what every wager comes to in each."""

    game: Game
    cells: tuple[Cell, ...]

    @property
    def tables(self) -> tuple[WagerTable, ...]:
        """What is settled in each cell."""
        return wager_tables(self.game.wagers)

    def __len__(self) -> int:
        return len(self.cells)

    def settle(self, wager: Wager, table: Paytable) -> list[Answer]:
        """What becomes of a wager in each cell."""
        return [self._answer(wager, table, cell) for cell in self.cells]

    def as_opened_with(self, wager: Wager) -> CourseTally:
        """The same rounds for a player who had opened with that bet, where no later choice could depend on it."""
        street = self.game.opening_choice
        if not street or wager.kind is not Kind.OPENING or self.game.streets:
            return self
        path: Path = tuple((street.name, choice) for choice in street.choices if choice.bet == wager.name)
        return CourseTally(self.game, tuple(cell._replace(path=path) for cell in self.cells))

    def _answer(self, wager: Wager, table: Paytable, cell: Cell) -> Answer:
        ending = Ending(cell.path, cell.facts, 0, 0)
        if not wager.ranking or (ending.folded and not wager.survives_fold):
            return settle_ending(self.game, wager, table, ending)
        return outcome_with(self.game, wager, table, own_facts(wager, cell.lines[self._place[wager.name]])), 1

    @cached_property
    def _place(self) -> dict[str, int]:
        return {wager.name: at for at, wager in enumerate(w for w in self.game.wagers if w.ranking)}


def sample_course(
    player: Player, *, rounds: int, seed: int, seats: int, tell: Callable[[int], None]
) -> tuple[CourseTally, Counts]:
    """Play so many rounds; `tell` hears how many are done."""
    source = Random(seed)
    deck = list(player.game.deck.cards)
    alone: Counter[Cell] = Counter()
    pairs: Counter[tuple[Cell, Cell]] = Counter()
    for done in range(rounds):
        cells = player.round(seats, _shoe(deck, source))
        alone.update(cells)
        pairs.update(combinations(cells, 2))
        if done % REPORT_EVERY == 0:
            tell(done)
    tell(rounds)
    return CourseTally(player.game, tuple(alone)), _counts(alone, pairs, seats)


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]


def _counts(alone: Counter[Cell], pairs: Counter[tuple[Cell, Cell]], seats: int) -> Counts:
    number = {cell: at for at, cell in enumerate(alone)}
    size = len(number) if seats > 1 else 0
    together = np.zeros((size, size), np.int64)
    for (one, other), count in pairs.items():
        together[number[one], number[other]] += count
    return Counts(np.array(list(alone.values()), np.int64), together)
