"""Pai gow poker: the joker by trying every card, the order of hands, fronts against fives, the seven-card lines."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.hands import (
    FORTUNE,
    FRONT,
    PAI_GOW,
    PAI_GOW_LOW_WHEEL,
    POKER,
    Fortune,
    PaiGow,
    Poker,
    Ranking,
    line_census,
    line_of,
)
from tests.rules.hands.dealt import Hand, assert_kernel_agrees
from tests.support.heavy import examples

DECK = Deck(jokers=1)
JOKER = Card(52)
COMPLETED = (Poker.STRAIGHT, Poker.FLUSH, Poker.STRAIGHT_FLUSH, Poker.ROYAL_FLUSH)


def hands(size: int) -> st.SearchStrategy[Hand]:
    """Hands of the whole deck, or of two suits, in which flushes and straights are common."""
    decks = st.sampled_from([DECK, Deck(suits="cs", jokers=1)])
    return decks.flatmap(lambda deck: st.permutations(deck.faces).map(lambda cards: tuple(cards[:size])))


def with_joker(hand: Hand) -> Hand:
    """The same with the joker in place of its first card, if it is not there."""
    return hand if JOKER in hand else (JOKER, *hand[1:])


def try_every_card(hand: Hand) -> tuple[int, str]:
    """The line and the words of four cards with the joker: an ace of any suit, or any card that completes something."""
    natural = [card for card in hand if not card.is_joker]
    if {card.rank for card in natural} == {12}:
        return PaiGow.FIVE_ACES, ""
    found: list[int] = []
    for card in DECK.faces[:-1]:
        if card in natural:
            continue
        five = (*natural, card)
        value = POKER.value(five)
        if card.rank == 12 or line_of(value) in COMPLETED:
            found.append(value)
    return line_of(max(found)), POKER.describe(max(found))


@settings(max_examples=examples(20, 400))
@given(hands(5).map(with_joker))
def test_the_joker_is_the_best_card_it_may_be(hand: Hand) -> None:
    line, words = try_every_card(hand)
    value = PAI_GOW_LOW_WHEEL.value(hand)
    assert line_of(value) == line
    if line not in (PaiGow.STRAIGHT, PaiGow.STRAIGHT_FLUSH, PaiGow.FIVE_ACES):
        assert PAI_GOW_LOW_WHEEL.describe(value) == words


@settings(max_examples=examples(12, 200))
@given(hands(7), st.sampled_from([PAI_GOW, PAI_GOW_LOW_WHEEL, FORTUNE]))
def test_seven_cards_are_worth_the_same_in_plain_python_and_compiled(hand: Hand, ranking: Ranking) -> None:
    assert_kernel_agrees(ranking, [hand])


def test_five_cards_of_a_small_deck_are_worth_the_same_in_plain_python_and_compiled() -> None:
    some = list(combinations(Deck("A25K", "cdh", jokers=1).faces, 5))
    assert_kernel_agrees(PAI_GOW, some)
    assert_kernel_agrees(FRONT, [hand[:2] for hand in some])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac Ad Ah As *", "Ac Kc Qc Jc Tc"),
        ("Ac Kc Qc Jc *", "5c 4c 3c 2c *"),
        ("5c 4c 3c 2c Ac", "Kc Qc Jc Tc 9c"),
        ("Ac Kd Qh Js *", "5c 4d 3h 2s Ac"),
        ("5c 4d 3h 2s *", "Kc Qd Jh Ts 9c"),
        ("Kc Kd Kh Qs Qc", "Ac Kc 9c 5c *"),
        ("Kc Kd As * 2h", "Ac Ad Ks Qc Jh"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert PAI_GOW.value(parse_cards(better)) > PAI_GOW.value(parse_cards(worse))


def test_the_wheel_is_second_or_last() -> None:
    wheel, king_high, six_high = (parse_cards(t) for t in ("5c 4d 3h 2s Ac", "Kc Qd Jh Ts 9c", "6c 5d 4h 3s 2c"))
    assert PAI_GOW.value(wheel) > PAI_GOW.value(king_high)
    assert PAI_GOW_LOW_WHEEL.value(wheel) < PAI_GOW_LOW_WHEEL.value(six_high)
    assert PAI_GOW.describe(PAI_GOW.value(wheel)) == "straight to the five"
    assert PAI_GOW_LOW_WHEEL.describe(PAI_GOW_LOW_WHEEL.value(king_high)) == "straight to the king"


@pytest.mark.parametrize(
    ("front", "words"),
    [("Ac *", "pair of aces"), ("* Kd", "ace-king"), ("7c 7d", "pair of sevens"), ("2c 9d", "nine-deuce")],
)
def test_two_cards_in_words(front: str, words: str) -> None:
    assert FRONT.describe(FRONT.value(parse_cards(front))) == words


@pytest.mark.parametrize(
    ("behind", "front", "legal"),
    [
        ("Kc Qd 9h 7s 2c", "Kd Jc", True),
        ("Kc Td 9h 7s 2c", "Kd Jc", False),
        ("Kc Jd 4h 3s 2c", "Kd Jc", True),
        ("7c 7d 4h 3s 2c", "7h 7s", True),
        ("7c 7d Ah Ks Qc", "8h 8s", False),
        ("* Kd 9h 7s 2c", "Ac Qd", True),
    ],
)
def test_fives_compare_with_fronts(behind: str, front: str, legal: bool) -> None:
    assert (PAI_GOW.value(parse_cards(behind)) >= FRONT.value(parse_cards(front))) is legal


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ac 2c 3c 4c 5c 6c 7c", Fortune.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH),
        ("8s 9s Ts Js Qs Ks As", Fortune.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH),
        ("8s 9s * Js Qs Ks As", Fortune.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER),
        ("Kd Qd Ts Js Qs Ks As", Fortune.ROYAL_FLUSH_AND_SUITED_KING_QUEEN),
        ("Kd Qd Ts Js Qs * As", Fortune.ROYAL_FLUSH_AND_SUITED_KING_QUEEN),
        ("Kd Qh Ts Js Qs Ks As", Fortune.ROYAL_FLUSH),
        ("9s Qd Ts Js Qs Ks As", Fortune.ROYAL_FLUSH),
        ("Ac Ad Ah As * 2c 3c", Fortune.FIVE_ACES),
        ("Ac Ad Ah * 7s 2c 3c", Fortune.FOUR_OF_A_KIND),
        ("7c 7d 7h 8s 9c Td Jh", Fortune.THREE_OF_A_KIND),
        ("Ac Kd Qh Js * 2c 3d", Fortune.STRAIGHT),
        ("Ac Kd Qh 9s 7c 5d 3h", Fortune.HIGH_CARD),
    ],
)
def test_seven_card_lines(cards: str, line: Fortune) -> None:
    hand = parse_cards(cards)
    assert line_of(FORTUNE.value(hand)) == line
    assert_kernel_agrees(FORTUNE, [hand])


@pytest.mark.heavy
def test_every_seven_card_hand_is_on_a_line() -> None:
    counts = dict(zip(Fortune, line_census(FORTUNE, 7), strict=True))
    assert sum(counts.values()) == 154_143_080
    assert counts[Fortune.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER] == 4 * 49
    assert counts[Fortune.FIVE_ACES] == 48 * 47 // 2


def test_words_of_a_hand_with_the_joker() -> None:
    flush, aces = (PAI_GOW.value(parse_cards(cards)) for cards in ("Ac Kc 9c 3c *", "Ac Ad Ah As *"))
    assert PAI_GOW.describe(flush) == "ace-high flush, king, queen, nine, three"
    assert PAI_GOW.describe(aces) == "five aces"


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (PAI_GOW, "Ac Kc Qc Jc", "best five of five, six or seven cards, not of 4"),
        (FRONT, "Ac Kc Qc", "“two cards in front” ranks two cards, not 3"),
        (FORTUNE, "Ac Kc", "“seven-card bonus” ranks seven cards, not 2"),
    ],
)
def test_too_few_or_too_many_cards_are_refused(ranking: Ranking, cards: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ranking.value(parse_cards(cards))
