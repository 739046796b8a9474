"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from fairfelt.cards import Card
from fairfelt.exact import Solution
from fairfelt.exact.core.tree import Path
from fairfelt.hands import line_of
from fairfelt.rules import Cards, Choice, Decide, Draw, Game, Opens, Wager

from .cells import Cell, CellTally, count_pairs
from .kernels import Counts

REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


class Player:
    """Plays rounds of a game with the best choices, from whatever shoe it is given."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert game.course
        self.game, self.course, self.solution = game, game.course, solution
        self.on_hands = [wager for wager in game.wagers if wager.ranking]
        self._opening: Path = solution.endings[0].choices[:1] if game.opens is Opens.ONE else ()
        self._best: dict[tuple[str, Path, tuple[int, ...]], str] = {}
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
                choice = self.solution.chooses(state, step) or self._choice(
                    step, paths[step.player], held[step.player], seen
                )
                paths[step.player] += ((step.street.name, choice),)
                state = course.choose(state, choice)
            else:
                break
        return [
            Cell(paths[at], course.facts(state, at), tuple(self._line(w, held[at], shared) for w in self.on_hands))
            for at in range(players)
        ]

    def _choice(self, step: Decide, path: Path, own: Sequence[Card], seen: Mapping[Cards, Sequence[Card]]) -> Choice:
        """The best for somebody who sees no other player's cards; asked once for all that look alike."""
        alike, made = self.course.alike, path[len(self._opening) :]
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


def sample_course(
    player: Player, *, rounds: int, seed: int, seats: int, tell: Callable[[int], None]
) -> tuple[CellTally, Counts]:
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
    return CellTally(player.game, tuple(alone)), count_pairs(alone, pairs, seats)


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]
