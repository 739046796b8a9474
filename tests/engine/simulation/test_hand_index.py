"""Every hand has a number, and every number a hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.engine.simulation.kernels import CARDS, NO_CARD, HandIndex, sorting_network
from fairfelt.rules.cards import STANDARD, Deck
from tests.engine.simulation.dealt_games import run

EACH_CARD = np.arange(CARDS, dtype=np.uint64)
BY_RANK = EACH_CARD % np.uint64(13)


def number(index: HandIndex, hand: Sequence[int]) -> int:
    code = index.emit("hand", [f"card{at}" for at in range(index.size)])
    names = {f"card{at}": np.uint8(card) for at, card in enumerate(hand)}
    return int(run(code.statements, {**names, **code.tables})["hand"])


@pytest.mark.parametrize("size", range(1, 9))
def test_the_network_sorts(size: int) -> None:
    """What sorts all sequences of zeros and ones sorts everything."""
    for bits in product((0, 1), repeat=size):
        row = list(bits)
        for low, high in sorting_network(size):
            row[low], row[high] = min(row[low], row[high]), max(row[low], row[high])
        assert row == sorted(bits)


@pytest.mark.parametrize("keys", [EACH_CARD, BY_RANK], ids=["cards", "ranks"])
def test_all_hands_of_a_small_deck_have_a_number_without_a_gap(keys: np.ndarray) -> None:
    deck = Deck("9TJQK", suits="ch")
    index = HandIndex.of(deck, 4, keys)
    hands = [list(hand) for hand in combinations(deck.faces, 4)]
    numbers = {tuple(sorted(keys[hand].tolist())): number(index, hand) for hand in hands}
    assert len(set(numbers.values())) == len(numbers)
    possible = np.flatnonzero((index.hands(0, len(index)) != NO_CARD).all(axis=1))
    assert sorted(numbers.values()) == possible.tolist()


@pytest.mark.parametrize(("keys", "size"), [(EACH_CARD, 3), (EACH_CARD, 6), (BY_RANK, 7)])
@given(data=st.data())
def test_the_hand_of_a_number_has_that_number_in_any_order(keys: np.ndarray, size: int, data: st.DataObject) -> None:
    index = HandIndex.of(STANDARD, size, keys)
    wanted = data.draw(st.integers(0, len(index) - 1))
    hand = index.hands(wanted, wanted + 1)[0].tolist()
    if NO_CARD not in hand:
        Random(wanted).shuffle(hand)
        assert number(index, hand) == wanted
        assert len(set(hand)) == size
