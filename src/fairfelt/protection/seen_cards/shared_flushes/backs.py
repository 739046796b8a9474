"""One hidden card at showdowns by the longest flush with shared cards: every two of these, suit by suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Progress
from fairfelt.exact.solvers.suits.solver import BOARD, fits
from fairfelt.exact.solvers.suits.steps import RANKS
from fairfelt.protection.backs.ranked import COLUMNS, RANK_OF, Ranked, ShowdownCount, Whole
from fairfelt.rules import Game

from .card_kernel import WILD
from .hands import DEALERS_S, STRETCH, FlushHands


@dataclass(frozen=True, eq=False)
class SharedFlushBacks(ShowdownCount):
    """Any of the dealer's cards, where two shared cards follow the decision."""

    @staticmethod
    def of(core: Game) -> SharedFlushBacks | None:
        """None where the game has another form."""
        return SharedFlushBacks(core) if fits(core) else None

    @cached_property
    def hands(self) -> FlushHands:
        """Of the player's."""
        return FlushHands(self.game)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.hands.classes.hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @property
    def seconds(self) -> float:
        return len(self.hands.classes) * DEALERS_S

    @property
    def rounds(self) -> int:
        return super().rounds * comb(self.left - self.hidden, BOARD)

    @cached_property
    def columns(self) -> Whole:
        """[card seen, as the kernel numbers them]: the rank."""
        wild = {RANK_OF[int(card)] for card in self.game.deck.faces if self.hands.ranking.is_wild(card)}
        return np.array([*(1 + card % RANKS for card in range(WILD)), *(wild or {0})], np.int64)

    def tasks(self, progress: Progress | None = None) -> list[tuple[Any, ...]]:
        return self.hands.tasks(STRETCH)

    def ranked(self, hands: NDArray[np.uint8], weights: Whole) -> Ranked:
        numbers, ways = self.hands.by_card(hands, dealers=True)
        by_rank = (self.columns[:, None] == np.arange(COLUMNS)).astype(np.int64)
        kinds = self.kinds_of(hands)
        found = np.einsum("hcxn,cr->hrxn", numbers, by_rank)
        return Ranked(found, ways @ by_rank, weights, self.problem.allowed(self.kinds)[kinds], kinds)
