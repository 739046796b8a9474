"""Seven cards set in two hands, many rounds at once: what a hand is set to is looked up by its class of seven cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.pai_gow.set_hands import PUSHES_WITH_JOKER, SetHands, set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import SIZE, classes_of, seven_cards
from fairfelt.engine.courses.player import Player
from fairfelt.engine.estimate.draw import draws
from fairfelt.rules import Cards, Game, PaiGowPoker, Result, SetFacts, Wager
from fairfelt.rules.hands import LINE_BITS

from .dealer import Dealer
from .tallies import Tally

FACTS = (
    *map(SetFacts, Result),
    *(SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in product((False, True), repeat=2)),
)
"""By number: hands won, then the pushes."""
BATCH: Final = 1 << 14
"""Rounds that are settled at once."""


@dataclass(frozen=True, eq=False)
class SettingDealer(Dealer):
    """Deals blocks of rounds; counts cells, then pairs of cells."""

    kernel: SettingKernel | None = None

    def __call__(self, seed: int, rounds: int, block: int) -> NDArray[np.int64]:
        """Deal one block."""
        assert self.kernel
        size, seats, counts = len(self.kernel.cells), self.kernel.seats, np.zeros(self.cells, np.int64)
        for at in range(0, rounds, BATCH):
            nothing = np.empty((min(BATCH, rounds - at), 0), np.uint8)
            number = (seed * 1_000_003 + block) * 1_000_003 + at
            found = self.kernel.settle(draws(number % 2**32, nothing, self.cards, 1, SIZE * (seats + 1))[:, 0])
            counts[:size] += np.bincount(found.ravel(), minlength=size)
            for other, seat in combinations(range(seats), 2):
                np.add.at(counts, size + found[:, seat] * size + found[:, other], 1)
        return counts


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
        """Deals blocks of rounds."""
        size = len(self.cells) + (len(self.cells) ** 2 if self.seats > 1 else 0)
        return SettingDealer("", np.array(self.game.deck.cards, np.uint8), size, {}, on_gpu=False, kernel=self)

    @cached_property
    def _hands(self) -> SetHands:
        return set_hands(self.course, self.game.deck)

    @cached_property
    def _choices(self) -> list[NDArray[Any]]:
        """[class, setting], for each hand: what it may be set to."""
        hands = self._hands
        if self.course.face_up:
            return hands.every(np.arange(len(hands.classes)))
        return [column[:, None] for column in hands.values]

    @cached_property
    def _pushes(self) -> NDArray[np.int64]:
        """[class]: the number of the first facts of a hand of the dealer's that pushes; 0 where it does not."""
        kind = self._hands.kind
        return np.where(kind > 0, np.where(kind == PUSHES_WITH_JOKER, 5, 3), 0)

    def settle(self, shoes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[round, seat]: the number of the cell in which a player ends, in rounds dealt from these shoes."""
        *own, dealer = (shoes[:, SIZE * at : SIZE * (at + 1)] for at in range(self.seats + 1))
        theirs = classes_of(dealer, seven_cards().tables)
        values = [column[theirs][:, None] for column in self._hands.values]
        pushes, found = self._pushes[theirs], np.empty((len(shoes), self.seats), np.int64)
        for seat, hand in enumerate(own):
            mine = classes_of(hand, seven_cards().tables)
            won = np.sum([each[mine] > value for each, value in zip(self._choices, values, strict=True)], axis=0)
            cell = np.where(pushes > 0, pushes + (self._pushes[mine] > 0), won.max(axis=1))
            for wager in self.on_hands:
                assert wager.ranking
                lines = wager.ranking.batch(np.ascontiguousarray(hand)) >> LINE_BITS
                cell = cell * len(wager.ranking.lines) + lines.astype(np.int64)
            found[:, seat] = cell
        return found


def setting_kernel(player: Player, seats: int) -> SettingKernel | None:
    """The kernel of a game in which seven cards are set in two hands; None where a bet reads other cards."""
    for wager in player.on_hands:
        if wager.on != Cards.OWN or wager.against or 0 < wager.first < SIZE:
            return None
    course = cast(PaiGowPoker, player.course)
    return SettingKernel(player.game, course, player.solution.endings[0].choices, seats)
