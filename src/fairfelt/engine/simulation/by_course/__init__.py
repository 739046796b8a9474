"""Courses of play dealt by kernels: those with few positions, blackjack, and hands of seven cards that are set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from fairfelt.engine.courses.player import Player
from fairfelt.rules import Blackjack, Course, PaiGowPoker

from ..dealer import Dealer
from ..tallies import Tally
from .automaton import find_positions
from .blackjack import blackjack_kernel
from .set_hands import setting_kernel

MANY_ROUNDS: Final = 50_000
"""Stepping this many rounds takes longer than finding all hands of blackjack does."""


class CourseKernel(Protocol):
    """Deals rounds of a game with a course, and counts what players end with."""

    @property
    def dealer(self) -> Dealer: ...
    def tally(self, counts: Any) -> Tally: ...


KERNELS: Mapping[type[Course[Any]], Callable[[Player, int, int], CourseKernel | None]] = {
    Blackjack: lambda player, seats, rounds: blackjack_kernel(player, seats) if rounds >= MANY_ROUNDS else None,
    PaiGowPoker: lambda player, seats, rounds: setting_kernel(player, seats),
}
"""Courses that have a kernel of their own."""


def course_kernel(player: Player, seats: int, rounds: int) -> CourseKernel | None:
    """The kernel for a course; None where there is none for that few rounds, and they are stepped one by one."""
    own = KERNELS.get(type(player.course))
    return own(player, seats, rounds) if own else find_positions(player, seats)
