"""House ways as they are printed: the examples a dealer learns them by, and that none leaves a hand unset."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rules import MARINA_BAY_SANDS, TRUMP_PLAZA, Aim, HouseRule, HouseWay, PaiGowPoker
from fairfelt.rules.cards import Card, Deck, format_cards, parse_cards
from fairfelt.rules.courses.pai_gow import groups_of, settings_of
from fairfelt.rules.hands import FRONT, PAI_GOW
from tests.support.heavy import examples

WAYS = [TRUMP_PLAZA, MARINA_BAY_SANDS]
DECK = Deck(jokers=1)


def front(way: HouseWay, cards: str) -> str:
    """The two cards in front, the higher first."""
    setting = PaiGowPoker(way=way).setting(parse_cards(cards))
    return format_cards(sorted(setting.front, key=lambda card: (card.is_joker, card.rank, card.suit), reverse=True))


TRUMP_PLAZA_EXAMPLES = [
    ("Ac Kd Qh 9s 7c 5d 3h", "Kd Qh"),
    ("9c 9d Ah Ks 7c 5d 3h", "Ah Ks"),
    ("6c 6d 4h 4s Kc 9d 8h", "Kc 9d"),
    ("6c 6d 4h 4s Qc 9d 8h", "4s 4h"),
    ("9c 9d 4h 4s Kc Jd 8h", "Kc Jd"),
    ("Jc Jd 4h 4s Kc 9d 8h", "4s 4h"),
    ("Jc Jd 4h 4s Ac 9d 8h", "Ac 9d"),
    ("9c 9d 7h 7s Ac Jd 2h", "Ac Jd"),
    ("Jc Jd 7h 7s Ac Kd 2h", "7s 7h"),
    ("Ac * 7h 7s Kc Qd 2h", "7s 7h"),
    ("Jc Jd 7h 7s 3c 3d 2h", "Jd Jc"),
    ("8c 8d 8h Ks Jc 5d 3h", "Ks Jc"),
    ("Ac Ad Ah Ks Jc 5d 3h", "Ah Ks"),
    ("Ac Ad * Ks Jc 5d 3h", "* Ks"),
    ("8c 8d 8h 5s 5c 5d Ah", "8d 8c"),
    ("8c 8d 8h Ks Kc 5d 3h", "Ks Kc"),
    ("8c 8d 8h 2s 2c Ad Kh", "Ad Kh"),
    ("8c 8d 8h 2s 2c Ad Qh", "2s 2c"),
    ("8c 8d 8h 5s 5c Kd Kh", "Kh Kd"),
    ("6c 6d 6h 6s Ac Kd 3h", "Ac Kd"),
    ("9c 9d 9h 9s Kc Qd 3h", "Kc Qd"),
    ("9c 9d 9h 9s Qc Jd 3h", "9d 9c"),
    ("Qc Qd Qh Qs Ac Kd 3h", "Ac Kd"),
    ("Qc Qd Qh Qs Kc Jd 3h", "Qd Qc"),
    ("Ac Ad Ah As Kc Jd 3h", "Ad Ac"),
    ("Ac Ad Ah As Kc Kd 3h", "Kd Kc"),
    ("Ac Ad Ah As * Kd Kh", "Kh Kd"),
    ("Ac Ad Ah As * Qd Qh", "Ad Ac"),
    ("5c 6d 7h 8s 9c Kd Jh", "Kd Jh"),
    ("5c 6d 7h 8s 9c Td Jh", "Jh Td"),
    ("5c 6d 7h 8s 9c 9d Jh", "Jh 9d"),
    ("5c 6d 7h 8s 9c 5d 5h", "5h 5d"),
    ("Ac * 5h 6s 7c 8d Kh", "Ac Kh"),
    ("Ac Jc 9c 5c 3c Kd Qh", "Kd Qh"),
]


@pytest.mark.parametrize(("cards", "two"), TRUMP_PLAZA_EXAMPLES)
def test_trump_plaza_way(cards: str, two: str) -> None:
    found, wanted = front(TRUMP_PLAZA, cards), parse_cards(two)
    assert FRONT.value(parse_cards(found)) == FRONT.value(wanted)


@pytest.mark.parametrize(
    ("cards", "two"),
    [
        ("9c 9d 9h 9s Kc Qd 3h", "9d 9c"),
        ("9c 9d 9h 9s Ac Qd 3h", "Ac Qd"),
        ("Qc Qd Qh Qs Ac Kd 3h", "Qd Qc"),
        ("Ac Ad Ah As Kc Kd 3h", "Kd Kc"),
        ("Ac Ad Ah As Qc Qd 3h", "Ad Ac"),
        ("6c 6d 4h 4s Kc 9d 8h", "Kc 9d"),
    ],
)
def test_where_the_marina_bay_sands_way_differs(cards: str, two: str) -> None:
    assert FRONT.value(parse_cards(front(MARINA_BAY_SANDS, cards))) == FRONT.value(parse_cards(two))


@settings(max_examples=examples(40, 400))
@given(st.permutations(DECK.faces).map(lambda cards: tuple(cards[:7])), st.sampled_from(WAYS))
def test_a_house_way_sets_every_hand_and_never_fouls(hand: tuple[Card, ...], way: HouseWay) -> None:
    setting = PaiGowPoker(way=way).setting(hand)
    assert sorted((*setting.front, *setting.behind)) == sorted(hand)
    assert setting.high >= setting.low
    assert setting.low == FRONT.value(setting.front)
    assert setting.high == PAI_GOW.value(setting.behind)


@settings(max_examples=examples(25, 200))
@given(st.permutations(DECK.faces).map(lambda cards: tuple(cards[:7])), st.sampled_from(WAYS))
def test_the_order_of_the_cards_makes_no_difference(hand: tuple[Card, ...], way: HouseWay) -> None:
    other = PaiGowPoker(way=way).setting(tuple(reversed(hand)))
    assert (other.high, other.low) == (PaiGowPoker(way=way).setting(hand).high, PaiGowPoker(way=way).setting(hand).low)


def test_a_house_way_takes_no_setting_that_another_beats_on_both_hands() -> None:
    for hand in list(combinations(Deck("AKQ876", "cdh", jokers=1).faces, 7))[::97]:
        taken = PaiGowPoker(way=TRUMP_PLAZA).setting(hand)
        assert not any(s.high > taken.high and s.low > taken.low for s in settings_of(hand, PAI_GOW) if s.is_legal)


def test_groups_count_the_joker_as_an_ace() -> None:
    assert groups_of(parse_cards("Ac * Kd Ks Kh 5c 2d")) == ("3 2", (11, 12))
    assert groups_of(parse_cards("Ac Kd Qh 9s 7c 5d 3h")) == ("", ())


def test_a_way_without_a_rule_for_a_hand_says_so() -> None:
    way = HouseWay("half a way", (HouseRule(("2",), (Aim(),)),))
    with pytest.raises(ValueError, match="half a way has no rule for a hand with groups 3 2"):
        PaiGowPoker(way=way).setting(parse_cards("Ac Ad Ah Ks Kc 5d 3h"))


def test_only_seven_cards_are_set() -> None:
    with pytest.raises(ValueError, match="a hand of seven cards is set, not one of 6"):
        PaiGowPoker(way=TRUMP_PLAZA).setting(parse_cards("Ac Ad Ah Ks Kc 5d"))
