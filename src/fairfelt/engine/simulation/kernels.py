"""A dealt game compiled: a kernel that deals and settles its rounds under the best strategy."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.exact import Solution, Unsolved, solve
from fairfelt.engine.simulation.dealer import Dealer, draw_statements, sample_source
from fairfelt.engine.simulation.tallies import ALL, Cells, Tally, cells_of
from fairfelt.engine.solvers.boards.solver import BoardsSolution
from fairfelt.engine.solvers.general.settlements import HandRead
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules import Cards, Game, fingerprint
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, CellClasses, Deck, SuitClasses, UpCardClasses
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.ranking import Straightline
from fairfelt.runtime.compute.executors import run_tasks
from fairfelt.runtime.configuration import keep, read_kept

# The best strategy as tables: for each street the best choice with any visible cards, packed for the kernels.
#
# own cards  ->  number of the hand  ->  choice
#
# an up card beside a hand, or two own cards beside a board:
#     hand or board   ->  its number  ->  its canonical hand, and which suit becomes which there (two bits a suit)
#     the other cards ->  the cards they become by that exchange  ->  their number
#     state, canonical hand, number  ->  choice
#
# Where the choice depends on what was bet before, the variable `…_state` says which table it is of several on end.


# Numbers every hand of a size without a gap, whatever the order of its cards, and finds the hand of a number.
#
# Cards that count alike form a cell; where nothing counts alike each card is a cell of its own. The cells of a hand in
# ascending order are a combination, and combinations are numbered by their colexicographic order:
#
#       number  =  C(a0, 1) + C(a1, 2) + C(a2, 3) + …          a0 < a1 < a2 …
#       number  =  C(a0, 1) + C(a1 + 1, 2) + C(a2 + 2, 3) + …  a0 <= a1 <= a2 … where cells hold several cards


NO_CARD = 255
CARDS = ALL_CARDS
"""Every card there is, one joker among them."""


@dataclass(frozen=True, eq=False)
class HandIndex:
    size: int
    cell_of: NDArray[np.uint8]
    """By card."""
    members: NDArray[np.uint8]
    """[cell, copy]: the cards of each cell, and NO_CARD where it has fewer than another."""

    @classmethod
    def of(cls, deck: Deck, size: int, keys: NDArray[np.uint64]) -> HandIndex:
        """Hands of a single deck, cards with one key being one cell."""
        faces = np.array(deck.faces, np.uint8)
        _, cells, held = np.unique(keys[faces], return_inverse=True, return_counts=True)
        cell_of = np.zeros(CARDS, np.uint8)
        cell_of[faces] = cells
        members = np.full((len(held), held.max()), NO_CARD, np.uint8)
        for cell in range(len(held)):
            members[cell, : held[cell]] = faces[cells == cell]
        return cls(size, cell_of, members)

    @property
    def _step(self) -> int:
        """What keeps equal cells apart in a combination."""
        return int(self.members.shape[1] > 1)

    @cached_property
    def ways(self) -> NDArray[np.uint32]:
        """[place, cell]: what a cell adds to the number at each place of the ascending order."""
        cells = range(len(self.members))
        return np.array([[comb(c + at * self._step, at + 1) for c in cells] for at in range(self.size)], np.uint32)

    def __len__(self) -> int:
        return comb(len(self.members) + (self.size - 1) * self._step, self.size)

    def hands(self, first: int, last: int) -> NDArray[np.uint8]:
        """A hand for each of these numbers, one a row; NO_CARD is in it where the deck has no such hand."""
        cells = np.empty((last - first, self.size), np.int64)
        left = np.arange(first, last)
        for at in reversed(range(self.size)):
            cells[:, at] = np.searchsorted(self.ways[at], left, "right") - 1
            left -= self.ways[at][cells[:, at]]
        copies = np.zeros_like(cells)
        for at in range(1, self.size):
            copies[:, at] = (copies[:, at - 1] + 1) * (cells[:, at] == cells[:, at - 1])
        most = self.members.shape[1]
        return np.where(copies < most, self.members[cells, np.minimum(copies, most - 1)], NO_CARD).astype(np.uint8)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the number of the hand in the named variables."""
        places = [f"{out}_{at}" for at in range(self.size)]
        tables: dict[str, NDArray[np.generic]] = {f"{out}_ways": self.ways.ravel()}
        if not np.array_equal(self.cell_of[: len(self.members)], np.arange(len(self.members))) or self._step:
            tables[f"{out}_cells"] = self.cell_of
            cards = [f"{out}_cells[{card}]" for card in cards]
        statements = [f"{place} = {card}" for place, card in zip(places, cards, strict=True)]
        for low, high in sorting_network(self.size):
            a, b = places[low], places[high]
            statements.append(f"{a}, {b} = min({a}, {b}), max({a}, {b})")
        cells = len(self.members)
        added = [f"{out}_ways[np.uint64({place}) + np.uint64({at * cells})]" for at, place in enumerate(places)]
        return Straightline((*statements, f"{out} = " + " + ".join(added)), tables)


def sorting_network(size: int) -> Iterator[tuple[int, int]]:
    """Pairs of places to compare and exchange, by Batcher's merging of odd and even places."""
    span = 1
    while span < size:
        step = span
        while step:
            for start in range(step % span, size - step, 2 * step):
                for low in range(start, min(start + step, size - step)):
                    if low // (2 * span) == (low + step) // (2 * span):
                        yield low, low + step
            step //= 2
        span *= 2


CHUNK_HANDS = 1 << 18
MAX_HANDS = 1 << 28
CHUNK_BOARDS = 1024
BYTE_BITS = 8
SUITS = 4
CLASS_BITS = 24


@dataclass(frozen=True, eq=False)
class DecisionTable:
    """One street: the number of the best choice for each number of a hand, packed.

    Where the choice depends on what was bet before, the variable `…_state` says which table it is of several on end.
    """

    index: HandIndex
    bits: int
    packed: NDArray[np.uint8]
    states: int = 1

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables."""
        hand = f"{out}_hand"
        number = self.index.emit(hand, cards)
        state = [f"{hand} += np.uint64({out}_state * {aligned(len(self.index))})"] if self.states > 1 else []
        statements = (*number.statements, *state, unpack_statement(out, hand, self.bits))
        return Straightline(statements, {**number.tables, f"{out}_packed": self.packed})


def decision_tables(solution: Solution) -> tuple[AnyTable, ...]:
    if isinstance(solution, BoardsSolution):
        return tuple(_board_table(solution, street) for street in range(len(solution.game.streets)))
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return (_up_card_table(solution, solution.result.classes),)
    shared = accumulate(street.community for street in solution.game.streets)
    return tuple(_decision_table(solution, at, solution.game.hole + seen) for at, seen in enumerate(shared))


def _decision_table(solution: Solution, street: int, cards: int) -> DecisionTable:
    """The table of a street with `cards` visible cards."""
    game, name = solution.game, solution.game.streets[street].name
    index = HandIndex.of(game.deck, cards, _card_keys(solution))
    if len(index) > MAX_HANDS:
        raise Unsolved(f"{game.title}: {len(index):,} hands at {name!r} are too many for a table")
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    size_bytes = aligned(len(index)) * bits // BYTE_BITS

    def build() -> NDArray[np.uint8]:
        tables = (_packed(solution, street, state, index, bits) for state in range(states))
        return np.concatenate([table[:size_bytes] for table in tables])

    return DecisionTable(index, bits, load_or_build(key_of(solution, street), states * size_bytes, build), states)


def _card_keys(solution: Solution) -> NDArray[np.uint64]:
    """Equal for cards that no decision tells apart."""
    classes = solution.result.classes if isinstance(solution, ShowdownSolution) else None
    return classes.card_keys if isinstance(classes, CellClasses) else np.arange(CARDS, dtype=np.uint64)


def _packed(solution: Solution, street: int, state: int, index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """All choices in a state, by number of the hand; there may be empty bytes after them."""

    def part(first: int) -> NDArray[np.uint8]:
        hands = index.hands(first, min(first + CHUNK_HANDS, len(index)))
        there = (hands != NO_CARD).all(axis=1)
        choices = np.zeros(CHUNK_HANDS, np.uint8)
        choices[: len(hands)][there] = solution.decide(street, hands[there], state)
        return pack(choices, bits)

    return np.concatenate(run_tasks(part, [(first,) for first in range(0, len(index), CHUNK_HANDS)]))


@dataclass(frozen=True, eq=False)
class CanonicalTable:
    """One street: the best choice by state, canonical hand of some cards, and what the others become beside it."""

    index: HandIndex
    """Of the cards that have a canonical hand: the player's beside an up card, the board beside the player's."""
    turns: NDArray[np.uint32]
    """[number]: the canonical hand, and above it the exchange of suits."""
    before: int
    """How many of the others come before these cards; all else comes after."""
    numbers: NDArray[Any]
    """[card] or [card, card]: the number of the others."""
    width: int
    """Choices of each canonical hand."""
    bits: int
    packed: NDArray[np.uint8]
    hands: int = 0
    """Canonical hands, where the choice depends on a state."""

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables."""
        hand, turn, place = (f"{out}_{what}" for what in ("hand", "turn", "place"))
        last = self.before + self.index.size
        number = Straightline((f"{hand} = 0",), {})
        if self.index.size:
            number = self.index.emit(hand, cards[self.before : last])
        others = (*cards[: self.before], *cards[last:])
        turned = ", ".join(f"{out}_cards[({turn} >> {CLASS_BITS}) * {CARDS} + {card}]" for card in others)
        row = f"({turn} & np.uint64({(1 << CLASS_BITS) - 1}))"
        if self.hands:
            row = f"({row} + np.uint64({out}_state * {self.hands}))"
        statements = (
            *number.statements,
            f"{turn} = np.uint64({out}_turns[{hand}])",
            f"{place} = {row} * np.uint64({self.width}) + np.uint64({out}_numbers[{turned}])",
            unpack_statement(out, place, self.bits),
        )
        tables: dict[str, NDArray[Any]] = {
            f"{out}_turns": self.turns,
            f"{out}_cards": exchanged_cards(),
            f"{out}_numbers": self.numbers,
            f"{out}_packed": self.packed,
        }
        return Straightline(statements, {**number.tables, **tables})


def _up_card_table(solution: ShowdownSolution, classes: UpCardClasses) -> CanonicalTable:
    """The table of the only street, a byte for each canonical hand and up card."""
    index = HandIndex.of(solution.game.deck, solution.game.hole, _card_keys(solution))
    turns, numbers = _exchanges(classes.own, index), np.arange(CARDS, dtype=np.uint8)
    return CanonicalTable(index, turns, 0, numbers, CARDS, BYTE_BITS, solution.listed_best)


def _board_table(solution: BoardsSolution, street: int) -> CanonicalTable:
    """The table of a street, some bits for each board and pair of own cards."""
    game, result = solution.game, solution.result
    boards, pairs = result.boards(result.problem.sizes[street]), result.pairs
    index = HandIndex.of(game.deck, result.problem.sizes[street], np.arange(CARDS, dtype=np.uint64))
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    width = aligned(len(pairs))

    def build() -> NDArray[np.uint8]:
        return np.concatenate([pack(block.ravel(), bits) for block in _padded_choices(solution, street, states)])

    packed = load_or_build(key_of(solution, street), states * len(boards) * width * bits // BYTE_BITS, build)
    numbers, (one, other) = np.full((CARDS, CARDS), len(pairs), np.uint16), pairs.T
    numbers[one, other] = numbers[other, one] = np.arange(len(pairs))
    return CanonicalTable(
        index, _exchanges(boards, index), 2, numbers, width, bits, packed, len(boards) if states > 1 else 0
    )


def _exchanges(classes: SuitClasses, index: HandIndex) -> NDArray[np.uint32]:
    """[number]: the canonical hand and, above it, the exchange of suits that leads there; kept, as it takes a while."""
    first_of_suit = RANKS_PER_SUIT * np.arange(SUITS)

    def part(first: int) -> NDArray[np.uint32]:
        hands = index.hands(first, min(first + CHUNK_HANDS, len(index)))
        suits = classes.turned(hands)[:, first_of_suit] // RANKS_PER_SUIT
        exchange = (suits.astype(np.int64) << 2 * np.arange(SUITS)).sum(axis=1)
        return np.asarray(classes.places(hands) | exchange << CLASS_BITS, np.uint32)

    def build() -> NDArray[np.uint8]:
        parts = run_tasks(part, [(first,) for first in range(0, len(index), CHUNK_HANDS)])
        return np.concatenate(parts).view(np.uint8)

    key = hashlib.sha256(b"suits exchanged" + index.cell_of.tobytes() + classes.keys.tobytes()).hexdigest()
    return load_or_build(key, len(index) * np.dtype(np.uint32).itemsize, build).view(np.uint32)


def exchanged_cards() -> NDArray[np.uint8]:
    """[exchange, card]: what the card becomes; the joker stays."""
    exchanges, cards = np.arange(1 << 2 * SUITS)[:, None], np.arange(CARDS - 1)
    suits = exchanges >> 2 * (cards // RANKS_PER_SUIT) & 3
    turned = np.full((len(exchanges), CARDS), CARDS - 1, np.uint8)
    turned[:, :-1] = suits * RANKS_PER_SUIT + cards % RANKS_PER_SUIT
    return turned.ravel()


def _padded_choices(solution: BoardsSolution, street: int, states: int) -> Iterator[NDArray[np.uint8]]:
    """State by state and some boards at a time, each with its pairs and a few empty places."""
    result, pairs = solution.result, solution.result.pairs
    boards = result.boards(result.problem.sizes[street]).hands
    for state in range(states):
        for first in range(0, len(boards), CHUNK_BOARDS):
            chosen = result.best_of_boards(street, state, boards[first : first + CHUNK_BOARDS])
            yield np.pad(chosen, ((0, 0), (0, aligned(len(pairs)) - len(pairs))))


def load_or_build(key: str, size_bytes: int, build: Callable[[], NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The table of that key, kept on disk, and built if it is not there or not whole."""
    name = f"fairfelt_table_{key[:40]}"
    if (kept := read_kept(name)) and len(kept) == size_bytes:
        return np.frombuffer(kept, np.uint8).copy()
    table = build()
    assert len(table) == size_bytes, "a table is as large as was said"
    keep(name, table.tobytes())
    return table


def bits_for(choices: int) -> int:
    """Bits for a number below `choices` that divide a byte."""
    return next(bits for bits in (1, 2, 4, 8) if choices <= 1 << bits)


def aligned(places: int) -> int:
    """Places rounded up so that they fill whole bytes, whatever the bits of each."""
    return -(-places // BYTE_BITS) * BYTE_BITS


def pack(choices: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Several choices to a byte, the first in the lowest bits."""
    shares = choices.reshape(-1, BYTE_BITS // bits) << np.arange(0, BYTE_BITS, bits, dtype=np.uint8)
    return np.asarray(np.bitwise_or.reduce(shares, axis=1), np.uint8)


def unpack_statement(out: str, place: str, bits: int) -> str:
    """A statement that sets `out` to the choice at a place (a name) of `out_packed`."""
    share = BYTE_BITS // bits
    byte, shift = f"{out}_packed[{place} // {share}]", f"np.uint8({place} % {share} * {bits})"
    return f"{out} = np.int64({byte} >> {shift} & {(1 << bits) - 1})"


def key_of(solution: Solution, street: int) -> str:
    """By the rules and by what the solver found, so that a corrected solver is not held to an old table."""
    found = (fingerprint(solution.game), street, solution.decisions, solution.round)
    return hashlib.sha256(repr(found).encode()).hexdigest()


AnyTable = DecisionTable | CanonicalTable


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
        parts = (*self._shared, *self._seat)
        return {name: table for part in parts for name, table in part.tables.items()}

    @property
    def cells_starts(self) -> tuple[int, ...]:
        """Where the cells of each group begin in the counts, and where the last ends."""
        return tuple(accumulate(map(len, self.groups), initial=0))

    @property
    def pairs_starts(self) -> tuple[int, ...]:
        sizes = (len(cells) ** 2 * (self.seats > 1) for cells in self.groups)
        return tuple(accumulate(sizes, initial=self.cells_starts[-1]))

    @cached_property
    def text(self) -> str:
        return sample_source(
            self.tables,
            [f"cells = np.zeros(({self.seats}, {len(self.groups)}), np.uint16)"] if self.seats > 1 else [],
            [*draw_statements(len(self.game.deck), self._cards), *self._round()],
        )

    def _round(self) -> list[str]:
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

    def _values(self) -> list[Straightline]:
        """The value of every hand that is read of a seat's cards, each once."""
        return [ranking.emit(name, cards) for (ranking, cards), name in self._value_names.items()]

    @cached_property
    def _value_names(self) -> dict[tuple[Ranking, tuple[str, ...]], str]:
        """A variable for each, by the ranking and the cards; the player's side of the showdown first."""
        showdown, hands = self.game.showdown, [cells.hand for cells in self.groups if cells.hand]
        read = [(showdown.ranking, Cards.OWN | showdown.shared, 0)] if showdown else []
        for hand in hands:
            read += [(hand.ranking, on, hand.first) for on in (hand.on, hand.against) if on]
        found = dict.fromkeys((ranking, tuple(self._names(on, first))) for ranking, on, first in read)
        return {each: f"value{at}" for at, each in enumerate(found)}

    def _row(self) -> Iterator[Straightline]:
        """How the showdown ends, by the table of its rows."""
        rows, showdown = self.groups[0].rows, self.game.showdown
        if not rows or not showdown:
            return
        mine = self._line_of(showdown.ranking, Cards.OWN | showdown.shared)
        value = self._value_names[showdown.ranking, tuple(self._names(Cards.OWN | showdown.shared))]
        compared = f"1 + ({value} > against) - ({value} < against)"
        qualified = f"(against >= {showdown.qualifying_value})"
        yield _look_up("row", "rows", [mine, f"(against >> {LINE_BITS})", compared, qualified], rows.index)

    def _cells(self) -> Iterator[Straightline]:
        for at, cells in enumerate(self.groups):
            row = "row" if cells.rows else "0"
            line = self._line(cells.hand) if cells.hand else "0"
            yield _look_up(f"cell{at}", f"cells_of{at}", ["path", row, line], cells.numbers)

    def _line(self, hand: HandRead) -> str:
        """The line of a hand; where two are read, their lines as one number."""
        line = self._line_of(hand.ranking, hand.on, hand.first)
        if not hand.against:
            return line
        return f"({line} * {len(hand.ranking.lines)} + {self._line_of(hand.ranking, hand.against, hand.first)})"

    def _line_of(self, ranking: Ranking, on: Cards, first: int = 0) -> str:
        return f"({self._value_names[ranking, tuple(self._names(on, first))]} >> {LINE_BITS})"


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
