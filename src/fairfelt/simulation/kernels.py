"""A game compiled: kernels that deal and settle its rounds under the best strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.compile import compile_source
from fairfelt.exact import solve
from fairfelt.rules import Game, Wager
from fairfelt.simulation.decisions import decision_tables

from .draw import stream
from .source import Source
from .tallies import Tally, tallies_of


@dataclass(frozen=True, eq=False)
class Kernels:
    """The compiled game, for a number of seats that all play the best strategy."""

    source: Source

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What is counted."""
        return self.source.tallies

    def tally_of(self, wager: Wager) -> int:
        """The place of the tally a wager belongs to."""
        return next(at for at, tally in enumerate(self.tallies) if wager in tally.wagers)

    @property
    def dealer(self) -> Dealer:
        """What deals rounds and counts them."""
        source, seats = self.source, self.source.seats
        cards = np.array(source.game.deck.cards, np.uint8)
        own = {"cells": Own((seats, len(self.tallies)), max(map(len, self.tallies)) - 1)}
        most = max(seats, seats * (seats - 1) // 2)
        return Dealer(source.text, cards, source.pairs_starts[-1], source.tables, own, max_per_round=most)

    def sample(self, rounds: int, seed: int, block: int) -> NDArray[np.int64]:
        """Deal one block of rounds, and count its cells and pairs of cells."""
        return self.dealer(seed, rounds, block)

    def settle(self, deals: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The cells of deals in the kernels' order of cards: [deal, seat, tally]."""
        found = np.zeros((len(deals), self.source.seats, len(self.tallies)), np.int64)
        compile_source(self.source.text, "settle")(deals, found, *self.source.tables.values())
        return found

    def split(self, counts: NDArray[np.int64]) -> Iterator[Counts]:
        """The counts of each tally."""
        cells, pairs = self.source.cells_starts, self.source.pairs_starts
        for at, tally in enumerate(self.tallies):
            size = len(tally) if self.source.seats > 1 else 0
            yield Counts(counts[cells[at] : cells[at + 1]], counts[pairs[at] : pairs[at + 1]].reshape(size, size))


@dataclass(frozen=True)
class Own:
    """An array that a kernel makes for itself or, without a shape, a number: from 0 to the most."""

    shape: tuple[int, ...]
    most: int

    @property
    def size(self) -> int:
        """Numbers of the array; 0 for a number alone."""
        return prod(self.shape) if self.shape else 0


@dataclass(frozen=True, eq=False)
class Dealer:
    """Deals blocks of rounds: source and arrays only, so that it can be sent to another machine or to a GPU."""

    text: str
    """With the function `sample`."""
    cards: NDArray[np.uint8]
    cells: int
    """How many counts there are."""
    tables: Mapping[str, NDArray[Any]]
    """By the name of the argument."""
    own: Mapping[str, Own] = field(default_factory=dict)
    """By name, what a translation to C cannot see from the source."""
    on_gpu: bool = True
    """Whether there is a translation."""
    max_per_round: int = 1
    """How often a round can count one cell."""

    def __call__(self, seed: int, rounds: int, block: int) -> NDArray[np.int64]:
        """Deal one block, and count its cells and pairs of cells."""
        counts = np.zeros(self.cells, np.int64)
        compile_source(self.text, "sample")(rounds, *stream(seed, block), self.cards, counts, *self.tables.values())
        return counts


@dataclass(frozen=True, eq=False)
class Counts:
    """How often each cell of a tally came up."""

    cells: NDArray[np.int64]
    pairs: NDArray[np.int64]
    """[cell, cell]: between every two seats of a round, once; empty for a single seat."""


@lru_cache(maxsize=32)
def compile_game(game: Game, seats: int) -> Kernels:
    """Compile a game; one that has no exact solution, and so no known best strategy, is refused."""
    if not 1 <= seats <= game.seats:
        raise ValueError(f"{game.title} seats 1 to {game.seats} players, not {seats}")
    return Kernels(Source(game, seats, tallies_of(game), decision_tables(solve(game))))
