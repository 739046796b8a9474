"""What deals all rounds of a simulation: threads, an executor or a GPU."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

from fairfelt.runtime.compute.cuda import Gpu

from .blocks import sample_blocks
from .cuda import GpuDealer
from .kernels import Dealer

Sampling = Callable[[int, int, Callable[[int], None]], Any]
"""Deals so many rounds by a seed, tells how many are done, and counts as its dealer does."""


class Deals(Protocol):
    """Has a dealer."""

    @property
    def dealer(self) -> Callable[[int, int, int], Any]:
        """By a seed, deals so many rounds of the block of that number; counts as it likes, what can be added up."""


def sampling(of: Deals, threads: int | None, executor: Executor | None) -> Sampling:
    """Compiled; on a GPU where the dealer's source has a translation."""
    dealer = of.dealer
    if isinstance(executor, Gpu):
        if isinstance(dealer, Dealer) and dealer.on_gpu:
            return GpuDealer(executor, dealer).sample
        executor = None
    dealer(0, 0, 0)

    def sample(rounds: int, seed: int, tell: Callable[[int], None]) -> Any:
        return sample_blocks(partial(dealer, seed), rounds, threads, tell, executor)

    return sample
