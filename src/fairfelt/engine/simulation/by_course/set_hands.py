"""Seven cards set in two hands, dealt by a kernel: what a hand is set to is looked up by its class of seven cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.player import Player
from fairfelt.engine.solvers.pai_gow.set_hands import PUSHES_WITH_JOKER, set_hands
from fairfelt.engine.solvers.pai_gow.settings import Settings, all_settings
from fairfelt.engine.solvers.pai_gow.seven_cards import SIZE, seven_cards
from fairfelt.rules import Cards, Game, PaiGowPoker, Result, SetFacts, Wager
from fairfelt.rules.hands import LINE_BITS
from fairfelt.rules.hands.ranking import Straightline
from fairfelt.runtime.compute.compile import compile_source

from ..dealer import Dealer
from ..draw import draw_statements
from ..tallies import Tally

FACTS = (
    *map(SetFacts, Result),
    *(SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in product((False, True), repeat=2)),
)
"""By number: hands won, then the pushes."""
OWN = tuple(f"own{at}" for at in range(SIZE))


@dataclass(frozen=True, eq=False)
class SettingKernel:
    """Players set by the house way; in sight of the dealer's hand, so that they win most."""

    game: Game
    course: PaiGowPoker
    path: Path
    seats: int

    @cached_property
    def on_hands(self) -> tuple[Wager, ...]:
        """Bets on a player's seven cards."""
        return tuple(wager for wager in self.game.wagers if wager.ranking)

    @cached_property
    def cells(self) -> tuple[Ending, ...]:
        """All that a player can end with."""
        lines = product(*([(w.name, line) for line in range(len(w.ranking.lines))] for w in self.on_hands if w.ranking))
        return tuple(Ending(self.path, facts, 0, 0, made) for facts, made in product(FACTS, list(lines)))

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """What players ended with, from counts of cells and of pairs of cells."""
        size = len(self.cells) if self.seats > 1 else 0
        pairs = counts[len(self.cells) :].reshape(size, size)
        return Tally(self.game, self.cells, counts[: len(self.cells)], pairs)

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds; counts cells, then pairs of cells."""
        size = len(self.cells) + (len(self.cells) ** 2 if self.seats > 1 else 0)
        return Dealer(self.source, np.array(self.game.deck.cards, np.uint8), size, self.tables, on_gpu=False)

    def settle(self, shoes: NDArray[np.uint8]) -> list[tuple[Ending, ...]]:
        """What every player ends with in the rounds that are dealt from these shoes."""
        found = np.empty((len(shoes), self.seats), np.int64)
        compile_source(self.source, "settle")(shoes, found, *self.tables.values())
        return [tuple(self.cells[number] for number in row) for row in found.tolist()]

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What is looked up, by the name of the argument."""
        hands = set_hands(self.course, self.game.deck)
        high, low = hands.values
        choices = all_settings(self.course.ranking) if self.course.face_up else Settings(high[:, None], low[:, None])
        own = {"high": high, "low": low, "choices_high": choices.high, "choices_low": choices.low}
        pushes = np.where(hands.kind > 0, np.where(hands.kind == PUSHES_WITH_JOKER, 5, 3), 0).astype(np.uint8)
        rankings: dict[str, NDArray[Any]] = {}
        for part in self._lines:
            rankings |= part.tables
        return {**seven_cards().tables._asdict(), **own, "pushes": pushes, **rankings}

    @cached_property
    def _lines(self) -> list[Straightline]:
        return [wager.ranking.emit(f"value{at}", OWN) for at, wager in enumerate(self.on_hands) if wager.ranking]

    @property
    def source(self) -> str:
        """`sample` and `settle`."""
        classes, tables = ", ".join(seven_cards().tables._fields), ", ".join(self.tables)
        draw = draw_statements(len(self.game.deck), SIZE * (self.seats + 1))
        lines = [f"{name} = deck[{SIZE} * seat + {at}]" for at, name in enumerate(OWN)] if self.on_hands else []
        for at, (wager, part) in enumerate(zip(self.on_hands, self._lines, strict=True)):
            assert wager.ranking
            lines += [*part.statements, f"cell = cell * {len(wager.ranking.lines)} + (value{at} >> {LINE_BITS})"]
        pairs = f"counts[{len(self.cells)} + found[seat] * {len(self.cells)} + found[other]] += 1"
        inner = "\n        "
        return f"""import numpy as np
from numba import njit
from fairfelt.engine.solvers.pai_gow.kernels import class_of
from fairfelt.engine.solvers.pai_gow.seven_cards import ClassTables

@njit(nogil=True, cache=True, boundscheck=False)
def _end(deck, found, {tables}):
    tables = ClassTables({classes})
    theirs = class_of(deck[{SIZE * self.seats}:{SIZE * (self.seats + 1)}], tables)
    for seat in range({self.seats}):
        mine = class_of(deck[{SIZE} * seat:{SIZE} * (seat + 1)], tables)
        cell = np.int64(0)
        if pushes[theirs]:
            cell += pushes[theirs] + (pushes[mine] > 0)
        else:
            for way in range(choices_high.shape[1]):
                won = (choices_high[mine, way] > high[theirs]) + (choices_low[mine, way] > low[theirs])
                cell = max(cell, np.int64(won))
        {inner.join(lines)}
        found[seat] = cell

@njit(nogil=True, cache=True, boundscheck=False)
def sample(rounds, s0, s1, s2, s3, cards, counts, {tables}):
    deck = cards.copy()
    found = np.zeros({self.seats}, np.int64)
    for dealt in range(rounds):
        {inner.join(draw)}
        _end(deck, found, {tables})
        for seat in range({self.seats}):
            counts[found[seat]] += 1
            for other in range(seat):
                {pairs}

@njit(nogil=True, cache=True, boundscheck=False)
def settle(shoes, found, {tables}):
    for i in range(len(shoes)):
        _end(shoes[i], found[i], {tables})
"""


def setting_kernel(player: Player, seats: int) -> SettingKernel | None:
    """The kernel of a game in which seven cards are set in two hands; None where a bet reads other cards."""
    if not all(map(_reads_seven, player.on_hands)):
        return None
    course = cast(PaiGowPoker, player.course)
    return SettingKernel(player.game, course, player.solution.endings[0].choices, seats)


def _reads_seven(wager: Wager) -> bool:
    return wager.on == Cards.OWN and not wager.against and (not wager.first or wager.first >= SIZE)
