"""What deals all rounds of a simulation: threads, an executor, or a graphics card."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any

from fairfelt.compute.cuda import Gpu

from .blocks import sample_blocks
from .cuda import GpuDealer
from .kernels import Dealer

Sampling = Callable[[int, int, Callable[[int], None]], Any]
"""Deals so many rounds by a seed, tells how many are done, and counts as its dealer does."""


def sampling(
    dealer: Callable[[int, int, int], Any], on_card: Dealer | None, threads: int | None, executor: Executor | None
) -> Sampling:
    """Compiled: on a card where there is one and a way to it; what only cores can deal runs on threads then."""
    if isinstance(executor, Gpu):
        if on_card:
            return GpuDealer(executor, on_card).sample
        executor = None
    dealer(0, 0, 0)

    def sample(rounds: int, seed: int, tell: Callable[[int], None]) -> Any:
        return sample_blocks(partial(dealer, seed), rounds, threads, tell, executor)

    return sample
