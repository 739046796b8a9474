"""Cards are drawn without bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.simulation.dealt import random_deals

FAR = 4
"""Standard deviations from the mean at which a statistic would be suspect."""


def drawn(size: int, count: int, rounds: int, *, seed: int = 1, block: int = 0) -> NDArray[np.uint8]:
    """Cards of one block, a round a row."""
    return random_deals(seed, block, np.arange(size, dtype=np.uint8), rounds, count)


def verify_uniform(counts: Sequence[int] | NDArray[np.int64], kinds: int) -> None:
    """By chi-square, which is nearly normal for many kinds."""
    expected = sum(counts) / kinds
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    assert len(counts) == kinds
    assert abs(chi_square - (kinds - 1)) < FAR * sqrt(2 * (kinds - 1))


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    rounds = drawn(5, 5, 120_000)
    orders = np.unique(rounds @ 5 ** np.arange(5), return_counts=True)[1]
    verify_uniform(orders, 120)


def test_one_draw_tells_nothing_about_the_next() -> None:
    rounds = drawn(6, 2, 180_000)
    pairs = rounds[:, 0] * 6 + rounds[:, 1]
    verify_uniform(list(Counter(zip(pairs[:-1].tolist(), pairs[1:].tolist(), strict=True)).values()), 900)


def test_every_card_is_as_likely_at_every_place_of_a_long_deal() -> None:
    rounds = drawn(52, 21, 50_000)
    for at in range(21):
        verify_uniform(np.bincount(rounds[:, at], minlength=52), 52)
    assert (np.diff(np.sort(rounds, axis=1), axis=1) > 0).all()


def test_streams_differ_by_seed_and_by_block() -> None:
    deals = {bytes(drawn(52, 52, 1, seed=seed, block=block)) for seed in (0, 1, 1 << 70) for block in range(100)}
    assert len(deals) == 300
