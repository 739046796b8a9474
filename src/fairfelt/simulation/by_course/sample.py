"""Finds the kernel for a course of play."""

from __future__ import annotations

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Blackjack

from ..cells import Cell, CellTally
from ..course import Player
from ..kernels import Counts
from ..sampling import Deals
from .automaton import find_positions
from .blackjack import blackjack_kernel
from .set_hands import setting_kernel

MANY_ROUNDS: Final = 50_000
"""So many take longer to step than finding all hands of blackjack does."""


class CourseKernel(Deals, Protocol):
    """Deals rounds of a game with a course, and counts what players end with."""

    def tally(self, counts: Any) -> tuple[CellTally, Counts]:
        """What players ended with, from its counts."""

    def settle(self, shoes: NDArray[np.uint8]) -> list[tuple[Cell, ...]]:
        """What every player ends with in the rounds that are dealt from these shoes."""


def course_kernel(player: Player, seats: int, rounds: int) -> CourseKernel | None:
    """The kernel for a course; None where there is none for so few rounds, and they are stepped one by one."""
    if isinstance(player.course, Blackjack):
        return blackjack_kernel(player, seats) if rounds >= MANY_ROUNDS else None
    return setting_kernel(player, seats) or find_positions(player, seats)
