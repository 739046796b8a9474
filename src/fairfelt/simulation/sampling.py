"""What deals all rounds of a simulation: threads, an executor, or a graphics card."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

from fairfelt.compute.cuda import Gpu

from .blocks import sample_blocks
from .cuda import GpuDealer
from .kernels import Dealer

Sampling = Callable[[int, int, Callable[[int], None]], Any]
"""Deals so many rounds by a seed, tells how many are done, and counts as its dealer does."""


class Deals(Protocol):
    """Has a dealer for cores, and perhaps one for a graphics card."""

    @property
    def dealer(self) -> Callable[[int, int, int], Any]:
        """By a seed, deals so many rounds of the block of that number; counts as it likes, what can be added up."""

    @property
    def on_card(self) -> Dealer | None:
        """What a graphics card can deal by; None where only cores can."""


def sampling(of: Deals, threads: int | None, executor: Executor | None) -> Sampling:
    """Compiled: on a card where there is one and a way to it; what only cores can deal runs on threads then."""
    if isinstance(executor, Gpu):
        if on_card := of.on_card:
            return GpuDealer(executor, on_card).sample
        executor = None
    dealer = of.dealer
    dealer(0, 0, 0)

    def sample(rounds: int, seed: int, tell: Callable[[int], None]) -> Any:
        return sample_blocks(partial(dealer, seed), rounds, threads, tell, executor)

    return sample
