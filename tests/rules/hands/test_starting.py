"""Two cards by name: lines, order, kernel and words."""

from __future__ import annotations

from collections import Counter

import pytest

from fairfelt.rules.cards import STANDARD, parse_cards
from fairfelt.rules.hands import StartingHands, line_of
from tests.rules.hands.dealt import all_hands, assert_kernel_agrees, kernel_values

ACES_AND_KINGS = StartingHands("aces and kings", {"ace-king": "AKo", "suited ace-king": "AKs", "big pair": "KK AA"})


def test_every_hand_of_the_deck_is_on_its_line() -> None:
    hands = all_hands(STANDARD, 2)
    assert_kernel_agrees(ACES_AND_KINGS, hands)
    counts = Counter(ACES_AND_KINGS.lines[line_of(value)].name for value in kernel_values(ACES_AND_KINGS, hands))
    assert counts == {"other cards": 1326 - 12 - 4 - 12, "ace-king": 12, "suited ace-king": 4, "big pair": 12}


def test_the_order_of_cards_does_not_matter() -> None:
    for hand in all_hands(STANDARD, 2)[::17]:
        assert ACES_AND_KINGS.value(hand) == ACES_AND_KINGS.value(hand[::-1])


def test_higher_cards_win_inside_a_line() -> None:
    values = [ACES_AND_KINGS.value(parse_cards(text)) for text in ("2c 2d", "Qc Jd", "Qc Jc", "Kc Kd", "Ac Ad")]
    assert values == sorted(set(values))


@pytest.mark.parametrize(
    ("cards", "words"), [("Ad Ks", "ace-king unsuited"), ("Ks As", "ace-king suited"), ("6c 6d", "pair of sixes")]
)
def test_a_hand_is_called_by_its_name(cards: str, words: str) -> None:
    hand = parse_cards(cards)
    assert ACES_AND_KINGS.describe(ACES_AND_KINGS.value(hand)) == words


@pytest.mark.parametrize("name", ["KAs", "AAs", "AK", "A1o", "A", "AKx"])
def test_what_is_no_starting_hand_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is no starting hand: write AA, AKs or AKo, the higher card first"):
        StartingHands("wrong", {"line": name})


def test_three_cards_and_unknown_lines_are_refused() -> None:
    with pytest.raises(ValueError, match="ranks two cards, not 3"):
        ACES_AND_KINGS.value(parse_cards("Ac Kc Qc"))
    with pytest.raises(ValueError, match="has no line 'queens'; its lines are other cards, ace-king"):
        ACES_AND_KINGS.line("queens")
