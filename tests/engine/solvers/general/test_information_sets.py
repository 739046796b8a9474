"""Sights up to an exchange of suits: as many classes as Burnside's lemma says, and one number for each."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import (
    Level,
    Symmetry,
    first_information_sets,
    symmetry_of,
)
from fairfelt.rules.cards import RANKS_PER_SUIT, SUITS, Deck
from fairfelt.rules.hands import Tells
from tests.support.heavy import chosen_rows

LEVELS = (Level((3, 0, 0)), Level((2, 3, 0)), Level((5, 0, 1)), Level((2, 2, 2)))


@pytest.mark.parametrize(
    ("cards", "classes"), chosen_rows([(2, 169), (3, 1_755), (4, 16_432), (5, 134_459)], {2, 3, 4})
)
def test_classes_are_as_many_as_there_are(cards: int, classes: int) -> None:
    found = first_information_sets(symmetry_of(Deck(), [Tells.SUITS]), Level((cards, 0, 0)))
    assert len(found) == classes
    assert found.keys.tolist() == sorted(set(found.keys.tolist()))


def test_a_flop_is_told_from_the_hand() -> None:
    """1,286,792 kinds of a hand and a flop."""
    hands = first_information_sets(symmetry_of(Deck(), [Tells.SUITS]), Level((2, 0, 0)))
    assert len(hands.next(Level((2, 3, 0)))) == 1_286_792


@pytest.mark.parametrize("tells", list(Tells), ids=lambda tells: str(tells.value))
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.counts))
def test_an_exchange_of_suits_leaves_the_number(tells: Tells, level: Level) -> None:
    """And the order of cards in a place does; what lies behind a number has that number."""
    deck = Deck(jokers=1)
    symmetry, draw = symmetry_of(deck, [tells]), np.random.default_rng(3)
    infosets = np.array([draw.choice(symmetry.faces, level.cards, replace=False) for _ in range(300)], np.uint8)
    keys = symmetry.keys_of(infosets, level)
    for moved in _exchanges(symmetry):
        turned = moved[infosets]
        own = draw.permutation(level.counts[0])
        turned[:, : len(own)] = turned[:, own]
        assert (symmetry.keys_of(turned, level) == keys).all()
    assert (symmetry.keys_of(symmetry.hands_of(keys, level.cards), level) == keys).all()


def _exchanges(symmetry: Symmetry) -> list[NDArray[np.uint8]]:
    """Every way to exchange suits, as the card that each becomes."""
    found = [np.arange(len(SUITS) * RANKS_PER_SUIT + 1, dtype=np.uint8)]
    for group in symmetry.groups:
        found = [_exchanged(before, group, order) for before in found for order in permutations(group)]
    return found


def _exchanged(before: NDArray[np.uint8], group: tuple[int, ...], order: tuple[int, ...]) -> NDArray[np.uint8]:
    after = before.copy()
    for suit, other in zip(group, order, strict=True):
        there = slice(suit * RANKS_PER_SUIT, (suit + 1) * RANKS_PER_SUIT)
        after[there] = np.arange(other * RANKS_PER_SUIT, (other + 1) * RANKS_PER_SUIT)
    return after
