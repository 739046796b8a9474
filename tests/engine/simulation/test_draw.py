"""Cards are drawn without bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import perm, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.engine.simulation.dealer import (
    NEXT_NUMBER,
    STATE,
    draw_statements,
    rejection_bound,
    split_statements,
    stream,
)
from fairfelt.runtime.compute.compile import compile_source
from tests.engine.simulation.dealt_games import run

FAR = 4
"""Standard deviations from the mean at which a statistic would be suspect."""


def drawn(size: int, count: int, rounds: int, seed: int = 1) -> NDArray[np.uint8]:
    """Cards drawn one round after the other from one deck, a round a row."""
    body = "\n        ".join(draw_statements(size, count))
    source = f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True)
def draw({", ".join(STATE)}, deck, rounds):
    for i in range(len(rounds)):
        {body}
        for at in range({count}):
            rounds[i, at] = deck[at]
"""
    rows = np.zeros((rounds, count), np.uint8)
    compile_source(source, "draw")(*stream(seed, 0), np.arange(size, dtype=np.uint8), rows)
    return rows


def verify_uniform(counts: Sequence[int] | NDArray[np.int64], kinds: int) -> None:
    """By chi-square, which is nearly normal for many kinds."""
    expected = sum(counts) / kinds
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    assert len(counts) == kinds
    assert abs(chi_square - (kinds - 1)) < FAR * sqrt(2 * (kinds - 1))


def test_the_generator_gives_the_published_numbers() -> None:
    names: dict[str, object] = {name: np.uint64(at + 1) for at, name in enumerate(STATE)}
    found = []
    for _ in range(6):
        names = run(NEXT_NUMBER, names)
        found.append(names["r"])
    assert found == [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600]


@pytest.mark.parametrize(("size", "places", "bits"), [(5, range(3), 10), (7, range(2), 8), (9, range(3, 6), 11)])
def test_of_all_fractions_exactly_as_many_lead_to_each_draw(size: int, places: range, bits: int) -> None:
    code = compile("\n".join(split_statements(size, places, bits)), "split_statements", "exec")
    found: Counter[tuple[int, ...]] = Counter()
    for r in range(1 << bits):
        names: dict[str, Any] = {"np": np, "r": np.uint64(r)}
        exec(code, names)
        if names["r"] >= rejection_bound(size, places, bits):
            found[tuple(int(names[f"digit{at}"]) for at in places)] += 1
    draws = perm(size - places[0], len(places))
    assert len(found) == draws
    assert set(found.values()) == {(1 << bits) // draws}


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
    states = {bytes(stream(seed, block)) for seed in (0, 1, 1 << 40) for block in range(100)}
    assert len(states) == 300
