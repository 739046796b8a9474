"""Two cards of a shoe: their lines in words, and the table that kernels look into."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from fairfelt.rules.cards import Card, parse_cards
from fairfelt.rules.hands import BOUNTY, ROYAL_MATCH, TwoCardRanking, line_of


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Kh Qh", "royal match"),
        ("Qh Kd", "no match"),
        ("Ah Kh", "suited blackjack"),
        ("Th Ah", "suited blackjack"),
        ("7c 7c", "easy match"),
        ("2s Ks", "easy match"),
    ],
)
def test_two_cards_of_one_suit(cards: str, line: str) -> None:
    value = ROYAL_MATCH.value(parse_cards(cards))
    assert ROYAL_MATCH.lines[line_of(value)].name == ROYAL_MATCH.describe(value) == line


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ks Ks", "kings of spades"),
        ("Kh Kh", "suited kings"),
        ("Kh Ks", "unsuited kings"),
        ("Td Td", "suited queens, jacks or tens"),
        ("Td Kd", "suited twenty"),
        ("Ad 9d", "suited twenty"),
        ("9s Ad", "unsuited twenty"),
        ("Qs Jd", "unsuited twenty"),
        ("Ac Tc", "blackjack"),
        ("9c 9c", "no twenty"),
    ],
)
def test_two_cards_that_make_twenty(cards: str, line: str) -> None:
    assert BOUNTY.lines[line_of(BOUNTY.value(parse_cards(cards)))].name == line
    assert BOUNTY.describe(BOUNTY.value(parse_cards(cards))) == line


@pytest.mark.parametrize("ranking", [ROYAL_MATCH, BOUNTY], ids=lambda ranking: ranking.name)
def test_the_kernel_gives_the_value_of_any_two_cards(ranking: TwoCardRanking) -> None:
    pairs = list(product(range(52), repeat=2))
    values = ranking.batch(np.array(pairs, np.uint8))
    assert values.tolist() == [ranking.value((Card(a), Card(b))) for a, b in pairs]


def test_three_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="ranks two cards, not 3"):
        BOUNTY.value(parse_cards("Kh Kh Kh"))
