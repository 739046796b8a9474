"""A game compiled: kernels that deal and settle its rounds under the best strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import solve
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.simulation.decisions import AnyTable, decision_tables
from fairfelt.rules import Cards, Game, Wager
from fairfelt.rules.hands import LINE_BITS
from fairfelt.rules.hands.ranking import Straightline
from fairfelt.runtime.compute.compile import compile_source

from .draw import STATE, draw_statements, stream
from .tallies import Reading, Tally, dealt_places, tallies_of

# Writes a game as straight-line source: cards are named variables, decisions and settlements are look-ups.
#
#     deck     community cards | dealer's cards | first seat's cards | second seat's | …
#     counts   cells of each tally | for several seats: pairs of cells of each tally
#
# Pairs are counted between every two seats of a round, because rounds are independent of each other and seats are not.


INDENT = "    "


@dataclass(frozen=True, eq=False)
class Source:
    """The source of a game's kernels for a number of seats, and the tables they look into."""

    game: Game
    seats: int
    tallies: tuple[Tally, ...]
    decisions: tuple[AnyTable, ...]

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """By the name of the argument."""
        parts = (*self._shared, *self._seat)
        return {name: table for part in parts for name, table in part.tables.items()}

    @property
    def cells_starts(self) -> tuple[int, ...]:
        """Where the cells of each tally begin in the counts, and where the last ends."""
        return tuple(accumulate(map(len, self.tallies), initial=0))

    @property
    def pairs_starts(self) -> tuple[int, ...]:
        """The same for the pairs."""
        sizes = (len(tally) ** 2 * (self.seats > 1) for tally in self.tallies)
        return tuple(accumulate(sizes, initial=self.cells_starts[-1]))

    @cached_property
    def text(self) -> str:
        """A module with two kernels: `sample` deals rounds and counts, `settle` finds the cells of given deals."""
        arguments = ", ".join(self.tables)
        return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def sample(rounds, {", ".join(STATE)}, faces, counts, {arguments}):
    deck = faces.copy()
    cells = np.zeros(({self.seats}, {len(self.tallies)}), np.int64)
    for _ in range(rounds):
{_indented(draw_statements(len(self.game.deck), self._cards), 2)}
{self._round(self._count())}

@njit(nogil=True, cache=True, boundscheck=False)
def settle(deals, found, {arguments}):
    for i in range(deals.shape[0]):
        deck = deals[i]
        cells = found[i]
{self._round(self._keep())}
"""

    def _round(self, end: Sequence[str]) -> str:
        """What is done with the cards of one round, and at the end of each seat's part."""
        community, dealer = self._names(Cards.COMMUNITY), self._names(Cards.DEALER)
        shared = [f"{name} = deck[{at}]" for at, name in enumerate((*community, *dealer))]
        first = len(shared)
        own = [
            f"{name} = deck[{first + at} + seat * {self.game.hole}]" for at, name in enumerate(self._names(Cards.OWN))
        ]
        for part in self._shared:
            shared += part.statements
        for part in self._seat:
            own += part.statements
        seat_loop = f"for seat in range({self.seats}):"
        return "\n".join((_indented((*shared, seat_loop), 2), _indented((*own, *end), 3)))

    def _keep(self) -> list[str]:
        """Write down a seat's cells."""
        return [f"cells[seat, {at}] = cell{at}" for at in range(len(self.tallies))]

    def _count(self) -> list[str]:
        """Count a seat's cells, alone and together with those of the seats before it."""
        alone = [f"counts[{start} + cell{at}] += 1" for at, start in enumerate(self.cells_starts[:-1])]
        pairs = [
            f"{INDENT}counts[{start} + cell{at} * {len(tally)} + cells[other, {at}]] += 1"
            for at, (start, tally) in enumerate(zip(self.pairs_starts, self.tallies, strict=False))
        ]
        return [*alone, *self._keep(), "for other in range(seat):", *pairs] if self.seats > 1 else alone

    @property
    def _cards(self) -> int:
        """Cards that are used in a round."""
        deal = self.game.deal
        return deal.count(Cards.COMMUNITY | Cards.DEALER) + self.seats * deal.count(Cards.OWN)

    def _names(self, on: Cards, first: int = 0) -> list[str]:
        """The variables of the cards in those places, or of so many of the first of each."""
        counts = {place: self.game.deal.count(place) for place in Cards if place in on}
        return [
            f"{str(place.name).lower()}{i}"
            for place, count in counts.items()
            for i in range(min(count, first) if first else count)
        ]

    @cached_property
    def _shared(self) -> list[Straightline]:
        """What all seats have in common: the dealer's value."""
        showdown = self.game.showdown
        if not showdown:
            return []
        return [showdown.ranking.emit("against", self._names(Cards.DEALER | showdown.shared))]

    @cached_property
    def _seat(self) -> list[Straightline]:
        """From a seat's cards to its cells."""
        return [*self._choices(), self._path(), *self._values(), *self._row(), *self._cells()]

    def _choices(self) -> Iterator[Straightline]:
        shared = accumulate(street.community for street in self.game.streets)
        shown = accumulate(street.dealer for street in self.game.streets)
        for at, (table, *seen) in enumerate(zip(self.decisions, shared, shown, strict=True)):
            places = zip((Cards.COMMUNITY, Cards.DEALER), seen, strict=True)
            visible = (name for place, count in places for name in self._names(place)[:count])
            cards = (*self._names(Cards.OWN), *visible)
            if len(tree_of(self.game).arrivals[at]) > 1:
                yield self._arrival(f"choice{at}_state", at)
            yield table.emit(f"choice{at}", cards)

    def _path(self) -> Straightline:
        return self._arrival("path", len(self.game.streets))

    def _arrival(self, out: str, street: int) -> Straightline:
        """The state in which the choices so far lead to a street, or past the last one the whole path."""
        index = tree_of(self.game).index(street)
        return _look_up(out, f"{out}_of", [f"choice{at}" for at in range(street)], index)

    @cached_property
    def _player(self) -> Reading | None:
        """The player's side of the showdown."""
        showdown = self.game.showdown
        return Reading(showdown.ranking, dealt_places(self.game, Cards.OWN | showdown.shared)) if showdown else None

    @cached_property
    def _value_names(self) -> dict[Reading, str]:
        """A variable for the value of every reading of a seat's cards."""
        read = [tally.reading for tally in self.tallies if tally.reading]
        readings = (self._player, *read, *(reading.other for reading in read if reading.against))
        return {reading: f"value{at}" for at, reading in enumerate(dict.fromkeys(r for r in readings if r))}

    def _values(self) -> Iterator[Straightline]:
        for reading, name in self._value_names.items():
            yield reading.ranking.emit(name, self._names(reading.on, reading.first))

    def _row(self) -> Iterator[Straightline]:
        """How the showdown ends, by the table of its rows."""
        rows = self.tallies[0].rows
        if not rows or not self._player or not self.game.showdown:
            return
        mine = self._value_names[self._player]
        lines = [f"({value} >> {LINE_BITS})" for value in (mine, "against")]
        compared = f"1 + ({mine} > against) - ({mine} < against)"
        qualified = f"(against >= {self.game.showdown.qualifying_value})"
        yield _look_up("row", "rows", [*lines, compared, qualified], rows.index)

    def _cells(self) -> Iterator[Straightline]:
        for at, tally in enumerate(self.tallies):
            row = "row" if tally.rows else "0"
            line = self._line(tally.reading) if tally.reading else "0"
            yield _look_up(f"cell{at}", f"cells_of{at}", ["path", row, line], tally.cells)

    def _line(self, reading: Reading) -> str:
        """The line of a reading; where it reads two hands, their lines as one number."""
        line = f"({self._value_names[reading]} >> {LINE_BITS})"
        if not reading.against:
            return line
        return f"({line} * {len(reading.ranking.lines)} + ({self._value_names[reading.other]} >> {LINE_BITS}))"


def _look_up(out: str, name: str, place: Sequence[str], table: NDArray[Any]) -> Straightline:
    """A look-up by several numbers in a flat table; a place without a sign is not checked for a negative one."""
    at = place[0] if place else "0"
    for number, size in zip(place[1:], table.shape[1:], strict=True):
        at = f"({at}) * {size} + {number}"
    return Straightline((f"{out} = np.int64({name}[np.uint64({at})])",), {name: table.ravel()})


def _indented(lines: Sequence[str], depth: int) -> str:
    return "\n".join(INDENT * depth + line for line in lines)


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
