"""Longest flushes with wild and shared cards on the whole deck, where boards that are alike are counted together."""

from __future__ import annotations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.runs_and_flushes import SharedFlushCounter
from fairfelt.engine.solvers.runs_and_flushes.shared_flush_kernels import sets_below
from fairfelt.rules.cards import parse_cards

CORE = core_game(games.find("flushes-gone-wild"))
HANDS = ("Ac 8c 5c 3d 6h", "3c 4d Ah 6s 2c", "Ac Kc Ad 2c 2d", "3c 4c 5c 6c 4d")


@pytest.mark.parametrize("hand", HANDS)
def test_rounds_by_an_exposed_card_add_up_to_all_rounds(hand: str) -> None:
    """Boards with a given card are counted one by one in its suit, those of plain play by all cards of a suit."""
    found = []
    for exposed, shared in ((0, False), (1, True), (1, False)):
        counter = SharedFlushCounter(CORE, exposed, shared)
        at = [counter.classes.place(parse_cards(hand))]
        counts = counter.count(counter.classes.keys[at], counter.classes.hands[at], np.ones(1, np.int64))
        found.append(np.append(counts.below.sum(axis=(0, 1)), counts.ways.sum()))
    plain, by_shared, by_dealers = found
    assert np.array_equal(by_shared, 2 * plain) and np.array_equal(by_dealers, 5 * plain)


def test_sets_below_a_bound() -> None:
    for mask, x in np.random.default_rng(7).integers(0, 4096, (50, 2)).tolist():
        assert sets_below(mask, x) == sum(some & mask == some for some in range(x))
