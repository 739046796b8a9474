"""Four cards with a joker, as a hand of three: what beats what, and what compares with two cards and with one."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.hands import FRONT, line_of
from fairfelt.rules.hands.poker.four_with_joker import FOUR_WITH_JOKER, High, natural_value, one_card_value
from tests.rules.hands.dealt import assert_kernel_agrees

LADDER = (
    ("Ac Kd Qh 9s", "ace high, king, queen, nine"),
    ("2c 2d 4h 3s", "pair of deuces, four-three kickers"),
    ("7c 7d * Ah", "two pair, aces and sevens"),
    ("2c 2d 2h 3s", "three deuces, three kicker"),
    ("2c 3d 4h 5s", "straight to the five"),
    ("Kc Qd Jh Ts", "straight to the king"),
    ("Ac 2d * 4s", "straight to the four"),
    ("Ac Kd Qh Js", "straight to the ace"),
    ("7c 5c 4c 2c", "seven-high flush, five, four, deuce"),
    ("9c 7c 5c *", "ace-high flush, nine, seven, five"),
    ("9c 8c 7c *", "straight flush to the ten"),
    ("Ac Kc * Jc", "royal flush"),
    ("2c 2d 2h 2s", "four deuces"),
    ("Ac Ad Ah *", "four aces"),
)


def test_hands_from_the_worst_to_the_best() -> None:
    values = [FOUR_WITH_JOKER.value(parse_cards(cards)) for cards, _ in LADDER]
    assert all(worse < better for worse, better in pairwise(values))
    assert [FOUR_WITH_JOKER.describe(value) for value in values] == [words for _, words in LADDER]


def test_four_cards_are_worth_the_same_in_plain_python_and_compiled() -> None:
    assert_kernel_agrees(FOUR_WITH_JOKER, list(combinations(Deck("A2349QK", "cdh", jokers=1).faces, 4)))


def test_the_joker_is_the_best_card_that_it_may_be() -> None:
    """Tried with every card it can stand for: an ace beside anything, else what completes a straight or a flush."""
    completed = {High.STRAIGHT, High.FLUSH, High.STRAIGHT_FLUSH, High.ROYAL_FLUSH}
    (joker,) = parse_cards("*")
    for three in combinations(Deck("A2467K", "cd").faces, 3):
        ranks, suited = [card.rank for card in three], len({card.suit for card in three}) == 1
        tried = [natural_value((*ranks, 12), suited=False)]
        for rank in set(range(13)).difference(ranks):
            value = natural_value((*ranks, rank), suited=suited)
            tried += [value] if line_of(value) in completed else []
        assert FOUR_WITH_JOKER.value((*three, joker)) == max(tried)


@pytest.mark.parametrize(
    ("four", "two", "allowed"),
    [
        ("7c 7d 3h 2s", "7h 7s", True),
        ("7c 7d 3h 2s", "8h 8s", False),
        ("Ac 4d 3h 2h", "Ad Kh", True),
        ("Kc 9d 3h 2h", "Kd Qh", False),
        ("Kc Qd 3h 2h", "Kd Qh", True),
    ],
)
def test_four_cards_compare_with_two(four: str, two: str, allowed: bool) -> None:
    assert (FOUR_WITH_JOKER.value(parse_cards(four)) >= FRONT.value(parse_cards(two))) is allowed


def test_two_cards_compare_with_one() -> None:
    (king, ace, joker) = parse_cards("Kc Ad *")
    assert one_card_value((joker,)) == one_card_value((ace,)) > one_card_value((king,))
    assert FRONT.value(parse_cards("Kd 2c")) >= one_card_value((king,))
    assert FRONT.value(parse_cards("Qd Jc")) < one_card_value((king,))
    assert FRONT.value(parse_cards("2d 2c")) >= one_card_value((ace,))


def test_another_number_of_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="ranks four cards, not 3"):
        FOUR_WITH_JOKER.value(parse_cards("Ac Kd Qh"))
