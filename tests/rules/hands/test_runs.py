"""Straight runs and solitaire runs: the sheets' examples, small decks, a slow version, kernels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.hands import SOLITAIRE_RUN, STRAIGHT_RUN, WRAPPING_RUN, Ranking, Tells, line_of
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, assert_same_order, dealt
from tests.support.heavy import chosen

ACE_HIGH = "23456789TJQKA"
ACE_LOW = "A23456789TJQK"
SMALL_DECK = Deck(ranks="A23QK", suits="ch")


def slow_straight(track: str) -> Callable[[Hand], tuple[int, int]]:
    """The longest piece of the track that the hand covers, then the height of its last card."""
    pieces = [track[a:b] for a in range(len(track)) for b in range(a + 1, min(a + 13, len(track)) + 1)]

    def place(hand: Hand) -> tuple[int, int]:
        letters = {str(card)[0] for card in hand}
        return max((len(piece), ACE_HIGH.index(piece[-1])) for piece in pieces if letters.issuperset(piece))

    return place


def slow_solitaire(hand: Hand) -> tuple[int, int]:
    """Lay each card on the one below it of the other color, as long as it goes."""

    def height(card: Card) -> int:
        return ACE_LOW.index(str(card)[0])

    def length(card: Card) -> int:
        below = [c for c in hand if height(c) == height(card) - 1 and c.is_red != card.is_red]
        return 1 + max(map(length, below), default=0)

    return max((length(card), height(card)) for card in hand)


CASES = [
    pytest.param(STRAIGHT_RUN, slow_straight(ACE_LOW + "A"), id="straight"),
    pytest.param(WRAPPING_RUN, slow_straight(ACE_LOW * 2), id="wrapping"),
    pytest.param(SOLITAIRE_RUN, slow_solitaire, id="solitaire"),
]
Slow = Callable[[Hand], tuple[int, int]]


@pytest.mark.parametrize(("ranking", "slow"), CASES)
@pytest.mark.parametrize("size", chosen(range(1, 8), {2, 5}))
def test_every_hand_of_a_small_deck(ranking: Ranking, slow: Slow, size: int) -> None:
    hands = all_hands(SMALL_DECK, size)
    assert_same_order(ranking, slow, hands)
    assert_kernel_agrees(ranking, hands)


@pytest.mark.parametrize(("ranking", "slow"), CASES)
@given(hand=dealt(7, 8))
def test_any_hand(ranking: Ranking, slow: Slow, hand: Hand) -> None:
    length, height = slow(hand)
    value = ranking.value(hand)
    assert (line_of(value), value & 15) == (length, height)
    assert_kernel_agrees(ranking, [hand])


@pytest.mark.parametrize(("ranking", "slow"), CASES)
@given(hand=dealt(8))
def test_one_more_card_never_hurts(ranking: Ranking, slow: Slow, hand: Hand) -> None:
    assert ranking.value(hand[:-1]) <= ranking.value(hand)


def test_a_straight_may_wrap_around_the_ace() -> None:
    cards = parse_cards("Jc Qd Kh As 2c 3d 8h 8s")
    assert WRAPPING_RUN.describe(WRAPPING_RUN.value(cards)) == "six-card straight to the three"
    assert STRAIGHT_RUN.describe(STRAIGHT_RUN.value(cards)) == "four-card straight to the ace"


def test_the_whole_circle_ends_in_an_ace() -> None:
    assert (
        WRAPPING_RUN.describe(WRAPPING_RUN.value([Card(c) for c in range(13)])) == "thirteen-card straight to the ace"
    )


@pytest.mark.parametrize("ranking", [STRAIGHT_RUN, WRAPPING_RUN])
def test_of_equal_straights_the_higher_ending_card_wins(ranking: Ranking) -> None:
    assert ranking.value(parse_cards("3c 4d 5h")) < ranking.value(parse_cards("5c 6d 7h"))


def test_the_ace_is_low_or_high_in_a_straight() -> None:
    assert STRAIGHT_RUN.describe(STRAIGHT_RUN.value(parse_cards("Ac 2d 3h 9c"))) == "three-card straight to the three"
    assert STRAIGHT_RUN.describe(STRAIGHT_RUN.value(parse_cards("Ac Kd Qh 9c"))) == "three-card straight to the ace"


def test_of_equal_solitaire_runs_the_higher_card_wins() -> None:
    assert SOLITAIRE_RUN.value(parse_cards("Kc Qd Js")) > SOLITAIRE_RUN.value(parse_cards("4c 3d 2s"))


def test_the_ace_is_low_in_a_solitaire_run() -> None:
    assert SOLITAIRE_RUN.describe(SOLITAIRE_RUN.value(parse_cards("Ac 2d 3s 9c"))) == "three-card run to the three"
    assert SOLITAIRE_RUN.describe(SOLITAIRE_RUN.value(parse_cards("Kc Ad"))) == "no run, king high"


def test_a_solitaire_run_alternates_colors() -> None:
    assert SOLITAIRE_RUN.describe(SOLITAIRE_RUN.value(parse_cards("Kc Qs Jd"))) == "two-card run to the queen"
    assert SOLITAIRE_RUN.describe(SOLITAIRE_RUN.value(parse_cards("Kc Qh Js Td 9d"))) == "four-card run to the king"


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (STRAIGHT_RUN, "9c Td Jh 2c", "three-card straight to the jack"),
        (STRAIGHT_RUN, "9c 7d 2h", "no straight, nine high"),
        (SOLITAIRE_RUN, "5c 4d Jh", "two-card run to the five"),
    ],
)
def test_words(ranking: Ranking, cards: str, words: str) -> None:
    assert ranking.describe(ranking.value(parse_cards(cards))) == words


def test_what_runs_can_tell_apart() -> None:
    assert STRAIGHT_RUN.tells is WRAPPING_RUN.tells is Tells.RANKS
    assert SOLITAIRE_RUN.tells is Tells.COLORS
