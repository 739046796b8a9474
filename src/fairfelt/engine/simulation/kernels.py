"""A dealt game compiled: a kernel that deals and settles its rounds under the best strategy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.exact import solve
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands import LINE_BITS
from fairfelt.rules.hands.ranking import Straightline

from .dealer import Dealer, draw_statements, sample_source
from .decisions import AnyTable, decision_tables
from .tallies import ALL, Cells, Reading, Tally, cells_of, dealt_places

# Writes a game as straight-line source: cards are named variables, decisions and settlements are look-ups.
#
#     deck     community cards | dealer's cards | first seat's cards | second seat's | …
#     counts   cells of each group of wagers | for several seats: pairs of cells of each group
#
# Pairs are counted between every two seats of a round, because rounds are independent of each other and seats are not.


INDENT = "    "


@dataclass(frozen=True, eq=False)
class GameKernel:
    """The kernel of a game for a number of seats that all play the best strategy, and the tables it looks into."""

    game: Game
    seats: int
    groups: tuple[Cells, ...]
    """What is counted: the wagers of each are settled by the same facts."""
    decisions: tuple[AnyTable, ...]

    @property
    def dealer(self) -> Dealer:
        """Deals rounds and counts their cells."""
        cards = np.array(self.game.deck.cards, np.uint8)
        most = max(self.seats, self.seats * (self.seats - 1) // 2)
        return Dealer(self.text, cards, self.pairs_starts[-1], self.tables, max_per_round=most)

    def tallies(self, counts: NDArray[np.int64]) -> dict[str, Tally]:
        """By the name of the wager, and for the round, from all counts."""
        found: dict[str, Tally] = {}
        for at, cells in enumerate(self.groups):
            (a, b), (c, d) = (starts[at : at + 2] for starts in (self.cells_starts, self.pairs_starts))
            size = len(cells) if self.seats > 1 else 0
            tally = Tally(self.game, cells.endings, counts[a:b], counts[c:d].reshape(size, size))
            found |= dict.fromkeys([wager.name for wager in cells.wagers], tally)
            found.setdefault(ALL, tally)
        return found

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """By the name of the argument."""
        parts = (*self._shared, *self._seat)
        return {name: table for part in parts for name, table in part.tables.items()}

    @property
    def cells_starts(self) -> tuple[int, ...]:
        """Where the cells of each group begin in the counts, and where the last ends."""
        return tuple(accumulate(map(len, self.groups), initial=0))

    @property
    def pairs_starts(self) -> tuple[int, ...]:
        """The same for the pairs."""
        sizes = (len(cells) ** 2 * (self.seats > 1) for cells in self.groups)
        return tuple(accumulate(sizes, initial=self.cells_starts[-1]))

    @cached_property
    def text(self) -> str:
        """`sample`."""
        return sample_source(
            self.tables,
            [f"cells = np.zeros(({self.seats}, {len(self.groups)}), np.uint16)"] if self.seats > 1 else [],
            [*draw_statements(len(self.game.deck), self._cards), *self._round()],
        )

    def _round(self) -> list[str]:
        """What is done with the cards of one round."""
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
        return [*shared, f"for seat in range({self.seats}):", *(INDENT + line for line in (*own, *self._count()))]

    def _count(self) -> list[str]:
        """Count a seat's cells, alone and together with those of the seats before it."""
        alone = [f"counts[{start} + cell{at}] += 1" for at, start in enumerate(self.cells_starts[:-1])]
        if self.seats == 1:
            return alone
        keep = [f"cells[seat, {at}] = cell{at}" for at in range(len(self.groups))]
        pairs = [
            f"{INDENT}counts[{start} + cell{at} * {len(cells)} + cells[other, {at}]] += 1"
            for at, (start, cells) in enumerate(zip(self.pairs_starts, self.groups, strict=False))
        ]
        return [*alone, *keep, "for other in range(seat):", *pairs]

    @property
    def _cards(self) -> int:
        """Cards that are used in a round."""
        deal = self.game.deal
        return deal.count(Cards.COMMUNITY | Cards.DEALER) + self.seats * deal.count(Cards.OWN)

    def _names(self, on: Cards, first: int = 0) -> list[str]:
        """The variables of the cards in those places, or of the `first` of each."""
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
        read = [cells.reading for cells in self.groups if cells.reading]
        readings = (self._player, *read, *(reading.other for reading in read if reading.against))
        return {reading: f"value{at}" for at, reading in enumerate(dict.fromkeys(r for r in readings if r))}

    def _values(self) -> Iterator[Straightline]:
        for reading, name in self._value_names.items():
            yield reading.ranking.emit(name, self._names(reading.on, reading.first))

    def _row(self) -> Iterator[Straightline]:
        """How the showdown ends, by the table of its rows."""
        rows = self.groups[0].rows
        if not rows or not self._player or not self.game.showdown:
            return
        mine = self._value_names[self._player]
        lines = [f"({value} >> {LINE_BITS})" for value in (mine, "against")]
        compared = f"1 + ({mine} > against) - ({mine} < against)"
        qualified = f"(against >= {self.game.showdown.qualifying_value})"
        yield _look_up("row", "rows", [*lines, compared, qualified], rows.index)

    def _cells(self) -> Iterator[Straightline]:
        for at, cells in enumerate(self.groups):
            row = "row" if cells.rows else "0"
            line = self._line(cells.reading) if cells.reading else "0"
            yield _look_up(f"cell{at}", f"cells_of{at}", ["path", row, line], cells.numbers)

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


@lru_cache(maxsize=32)
def compile_game(game: Game, seats: int) -> GameKernel:
    """Compile a game; one that has no exact solution, and so no known best strategy, is refused."""
    return GameKernel(game, seats, cells_of(game), decision_tables(solve(game)))
