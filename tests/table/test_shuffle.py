"""Shuffles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

from fairfelt.rules.cards import STANDARD, Card
from fairfelt.table import shuffle


class Drawn(Random):
    """Gives out the numbers it was told to."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__()
        self.numbers = list(numbers)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        number = self.numbers.pop(0)
        assert number < start
        return number


def test_every_order_comes_from_exactly_one_sequence_of_draws() -> None:
    cards = STANDARD.cards[:4]
    orders = Counter(shuffle(cards, Drawn(draws)) for draws in product(range(4), range(3), range(2)))
    assert orders == Counter(permutations(cards))


def test_a_seed_repeats_itself() -> None:
    assert shuffle(STANDARD.cards, Random(7)) == shuffle(STANDARD.cards, Random(7))
    assert shuffle(STANDARD.cards, Random(7)) != shuffle(STANDARD.cards, Random(8))


def test_a_shuffle_keeps_every_card() -> None:
    assert sorted(shuffle(STANDARD.cards)) == sorted(STANDARD.cards)
    assert shuffle(()) == ()
    assert shuffle([Card(3)]) == (Card(3),)
