"""Lines cut out of other lines by a least hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from fairfelt.rules.cards import STANDARD, parse_cards
from fairfelt.rules.hands import POKER, THREE_CARD, Refinement, ThreeCard, line_of
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, dealt, kernel_values

JACKS = Refinement(
    POKER,
    "jacks or better",
    {"pair of jacks or better": "Jc Jd 4h 3s 2c", "pair of sixes to tens": "6c 6d 4h 3s 2c"},
)
QUEEN_HIGH = Refinement(
    THREE_CARD,
    "queen high",
    {"queen high or better": "Qc 3d 2h", "pair of sixes or better": "6c 6d 2h", "big royal": "As Ks Qs"},
)


def line_name(cards: str) -> str:
    return JACKS.lines[line_of(JACKS.value(parse_cards(cards)))].name


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac Kd Jh 9c 2d", "high card"),
        ("5c 5d Ah Kd Qc", "pair"),
        ("6c 6d 4h 3s 2c", "pair of sixes to tens"),
        ("Tc Td Ah Kd Qc", "pair of sixes to tens"),
        ("Jc Jd 4h 3s 2c", "pair of jacks or better"),
        ("Ac Ad 4h 3s 2c 9c", "pair of jacks or better"),
        ("3c 3d 2h 2s 4c", "two pair"),
        ("Ah Kh Qh Jh Th", "royal flush"),
    ],
)
def test_line_of_a_hand(cards: str, name: str) -> None:
    assert line_name(cards) == name


def test_new_lines_are_kinds_of_the_line_they_are_cut_from() -> None:
    kinds = {line.name: line.kind_of for line in JACKS.lines}
    assert kinds["pair of jacks or better"] == kinds["pair of sixes to tens"] == JACKS.line("pair")
    assert kinds["royal flush"] == JACKS.line("straight flush")
    assert kinds["pair"] is None
    assert len(JACKS.lines) == len(POKER.lines) + 2


def test_a_floor_at_the_foot_of_a_line_leaves_it_empty() -> None:
    counts = Counter(map(line_of, kernel_values(QUEEN_HIGH, all_hands(STANDARD, 3))))
    assert counts[QUEEN_HIGH.line("AKQ suited")] == 0
    assert counts[QUEEN_HIGH.line("big royal")] == 4


def test_counts_of_the_cut_lines_add_up() -> None:
    counts = Counter(map(line_of, kernel_values(QUEEN_HIGH, all_hands(STANDARD, 3))))
    assert counts[QUEEN_HIGH.line("pair")] == 4 * 288
    assert counts[QUEEN_HIGH.line("pair of sixes or better")] == 9 * 288
    assert counts[QUEEN_HIGH.line("high card")] + counts[QUEEN_HIGH.line("queen high or better")] == 16_440


def test_order_and_words_stay_for_every_hand() -> None:
    hands = all_hands(STANDARD, 3)
    pairs = sorted(set(zip(kernel_values(THREE_CARD, hands), kernel_values(QUEEN_HIGH, hands), strict=True)))
    refined = [new for _, new in pairs]
    assert refined == sorted(refined)
    assert len(set(refined)) == len(refined) == len({old for old, _ in pairs})
    assert all(QUEEN_HIGH.describe(new) == THREE_CARD.describe(old) for old, new in pairs)


@given(dealt(5, 7))
def test_kernel_equals_reference(hand: Hand) -> None:
    assert_kernel_agrees(JACKS, [hand])


@given(dealt(5, 7))
def test_words_are_those_of_the_ranking_behind_it(hand: Hand) -> None:
    assert JACKS.describe(JACKS.value(hand)) == POKER.describe(POKER.value(hand))


def test_a_refinement_can_be_refined() -> None:
    aces = Refinement(JACKS, "aces", {"pair of aces": "Ac Ad 4h 3s 2c"})
    assert aces.lines[aces.line("pair of aces")].kind_of == aces.line("pair of jacks or better")
    assert aces.lines[aces.line("pair of jacks or better")].kind_of == aces.line("pair")
    assert_kernel_agrees(aces, [parse_cards(cards) for cards in ("Ac Ad 7h 3s 2c", "Kc Kd Ah Qs 2c", "2c 2d 3h 3s 4c")])


def test_two_lines_cannot_begin_with_the_same_hand() -> None:
    with pytest.raises(ValueError, match="two lines of 'twice' begin with the same hand"):
        Refinement(THREE_CARD, "twice", {"one": "Qc 3d 2h", "two": "Qh 3c 2d"})


def test_an_unknown_line_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'queen high' has no line 'kings'; its lines are high card, queen high or"):
        QUEEN_HIGH.line("kings")
    assert QUEEN_HIGH.line("flush") == ThreeCard.FLUSH + 2
