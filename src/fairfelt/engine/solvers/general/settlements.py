"""How a round can end for the game's own bets, numbered: the row of the showdown with the lines of other hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import (
    Ending,
    Rows,
    net_of,
    outcome_with,
    own_facts,
    pay_scale,
    scaled_net,
    showdown_rows,
)
from fairfelt.engine.core.problem import MOST, Unsolved
from fairfelt.engine.core.tree import Path, Tree
from fairfelt.rules import Cards, Facts, Game, Wager
from fairfelt.rules.hands import Ranking

MOST_ENDINGS = 100_000
"""Ways to end that are told apart."""


@dataclass(frozen=True, eq=False)
class HandRead:
    """A hand by which some bets are paid besides the showdown: what is read, and the lines that make a difference."""

    ranking: Ranking
    on: Cards
    against: Cards | None
    first: int
    """How many of the first cards of each place count; 0 for all of them."""
    wagers: tuple[str, ...]
    numbers: NDArray[np.int64]
    """[line]: equal numbers for lines that pay alike; where two hands are read, for their pair of lines."""
    lines: tuple[int, ...]
    """[number]: one of its lines."""

    @property
    def places(self) -> Cards:
        """Wherever its cards lie."""
        return self.on | self.against if self.against else self.on


@dataclass(frozen=True, eq=False)
class Settlements:
    """Every way in which a round can end, as one number."""

    game: Game
    rows: Rows | None
    """Of the showdown, if there is one."""
    hands: tuple[HandRead, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many differences the showdown makes, and each hand that is read besides."""
        return len(self.rows) if self.rows else 1, *(len(hand.lines) for hand in self.hands)

    def __len__(self) -> int:
        return prod(self.sizes)

    def ending(self, path: Path, number: int, combinations: int = 0) -> Ending:
        row, *found = np.unravel_index(number, self.sizes)
        facts = self.rows.facts[row] if self.rows else Facts()
        lines = [(name, hand.lines[at]) for hand, at in zip(self.hands, found, strict=True) for name in hand.wagers]
        return Ending(path, facts, 0, combinations, lines=tuple(lines))

    def endings(self, tree: Tree, totals: NDArray[Any]) -> tuple[Ending, ...]:
        """All endings with their combinations, of [path, ending]."""
        return tuple(
            self.ending(tree.paths[path], number, int(totals[path, number]))
            for path, number in np.argwhere(totals).tolist()
        )

    def results(self, tree: Tree, ways: int) -> tuple[NDArray[Any], int]:
        """[path, ending]: scaled results, of any size where 64 bits might not hold n of them; and the scale."""
        found, scale = self._scaled(tree)
        return np.array(found, object if self.is_wide(tree, ways) else np.int64), scale

    def is_wide(self, tree: Tree, ways: int) -> bool:
        """Whether results summed over n ways might not fit in 64 bits, by the largest of each part."""
        largest = sum(max(abs(net) for path in part for net in path) for part in self.net_parts(tree))
        return largest * pay_scale(self.game) * ways > MOST

    def net_parts(self, tree: Tree, bets: Sequence[str] = ()) -> list[list[list[Fraction]]]:
        """[path][difference] of the showdown and of each hand that is read: what the bets that go by it come to.

        The bets are those of the game itself, and some side bets.
        """
        made = [wager for wager in self.game.wagers if wager.is_base or wager.name in bets]
        rows = self.rows.facts if self.rows else (Facts(),)
        parts = [([wager for wager in made if not wager.ranking], [Ending((), facts, 0, 0) for facts in rows])]
        for hand in self.hands:
            read = [wager for wager in made if wager.name in hand.wagers]
            parts.append((read, [Ending((), Facts(), line, 0) for line in hand.lines]))
        return [
            [[net_of(self.game, wagers, replace(end, choices=path)) for end in ends] for path in tree.paths]
            for wagers, ends in parts
        ]

    def _scaled(self, tree: Tree) -> tuple[list[list[int]], int]:
        if self.are_too_many:
            raise Unsolved(self.too_many)
        scale = pay_scale(self.game)
        nets = [[scaled_net(self.game, self.ending(path, n), scale) for n in range(len(self))] for path in tree.paths]
        return nets, scale

    @property
    def are_too_many(self) -> bool:
        """Whether there are too many ways to end to keep them apart."""
        return len(self) > MOST_ENDINGS

    @property
    def too_many(self) -> str:
        return f"{self.game.title}: its bets can end in {len(self):,} ways together, too many to keep apart"


def settlements_of(game: Game) -> Settlements:
    """All that the bets of the game itself can notice."""
    hands = hands_read(game, [wager for wager in game.wagers if wager.is_base])
    return Settlements(game, showdown_rows(game) if game.showdown else None, hands)


def hands_read(game: Game, wagers: Iterable[Wager]) -> tuple[HandRead, ...]:
    """The hands by which some bets are paid besides the showdown; bets on the same cards go by one."""
    read: dict[tuple[Ranking, Cards, Cards | None, int], list[Wager]] = {}
    for wager in wagers:
        if wager.ranking:
            read.setdefault((wager.ranking, wager.on, wager.against, _first_cards(game, wager)), []).append(wager)
    return tuple(_hand_read(game, *key, same) for key, same in read.items())


def _first_cards(game: Game, wager: Wager) -> int:
    """How many of the first cards of each place a bet reads; 0 for all of them."""
    on = wager.on | wager.against if wager.against else wager.on
    return wager.first if any(wager.first < game.deal.count(place) for place in Cards if place in on) else 0


def _hand_read(
    game: Game, ranking: Ranking, on: Cards, against: Cards | None, first: int, wagers: list[Wager]
) -> HandRead:
    size = len(ranking.lines) ** (2 if against else 1)
    answers: dict[tuple[object, ...], int] = {}
    lines: list[int] = []
    numbers = np.zeros(size, np.int64)
    for line in range(size):
        numbers[line] = number = answers.setdefault(tuple(_answers(game, wagers, line)), len(answers))
        if number == len(lines):
            lines.append(line)
    return HandRead(ranking, on, against, first, tuple(wager.name for wager in wagers), numbers, tuple(lines))


def _answers(game: Game, wagers: list[Wager], line: int) -> Iterator[tuple[str, Fraction, int | None]]:
    for wager, table in ((each, table) for each in wagers for table in each.paytables):
        outcome = outcome_with(game, wager, table, own_facts(wager, line))
        yield outcome.name, outcome.pay.net, outcome.line if table.envy else None


def whole_line_reading(wager: Wager) -> HandRead:
    """What a bet on a hand of its own is paid by, with every line for itself."""
    assert wager.ranking
    size = len(wager.ranking.lines) ** (2 if wager.against else 1)
    lines = tuple(range(size))
    return HandRead(
        wager.ranking, wager.on, wager.against, wager.first, (wager.name,), np.array(lines, np.int64), lines
    )
