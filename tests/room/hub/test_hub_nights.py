"""Nights with partitions, repeats, old words and restarts: what rooms count is what the hub takes and what is owed."""

from __future__ import annotations

import pytest

from tests.room.hub.nights import play


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_thirty_nights_keep_every_millionth(first: int) -> None:
    """Conservation is checked after every step, and at the end nothing is owed and no claim is left."""
    nights = [play(seed) for seed in range(first, first + 10)]
    assert sum(room.floor.awards for night in nights for room in night.rooms) > 10


@pytest.mark.heavy
@pytest.mark.parametrize("first", range(1_000, 6_000, 500))
def test_five_thousand_nights(first: int) -> None:
    for seed in range(first, first + 500):
        play(seed)
