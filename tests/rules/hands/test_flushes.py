"""Longest flushes: the sheets' examples, small decks, slow versions, kernels."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules.cards import Deck, card, parse_cards
from fairfelt.rules.hands import (
    FLUSH_OR_STRAIGHT_FLUSH,
    LONGEST_FLUSH,
    LONGEST_STRAIGHT_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    WILD_FLUSH,
    Ranking,
    Tells,
    line_of,
)
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, assert_same_order, dealt
from tests.support.heavy import chosen

Place = tuple[int, ...]
SMALL_DECK = Deck(ranks="234QKA", suits="dh")
NATURAL_PAYS = {4: 1, 5: 6, 6: 50, 7: 250}
WILD_PAYS = {4: 0, 5: 3, 6: 10, 7: 100}
FLUSH_PAYS = {4: 5, 5: 9, 6: 20, 7: 300}
STRAIGHT_FLUSH_PAYS = {4: 15, 5: 100, 6: 500, 7: 1000}


def by_suit(hand: Hand) -> list[set[int]]:
    """The ranks held in each suit."""
    return [{card.rank for card in hand if card.suit == suit} for suit in range(4)]


def slow_longest(hand: Hand) -> Place:
    return max((len(ranks), *sorted(ranks, reverse=True)) for ranks in by_suit(hand))


def slow_wild(hand: Hand) -> Place:
    """Let the deuces be any ranks a suit misses, and keep the best."""
    deuces = sum(card.rank == 0 for card in hand)
    places = []
    for held in by_suit(hand):
        natural = held - {0}
        for stood_for in combinations(sorted(set(range(13)) - natural), deuces):
            places.append((len(natural) + deuces, *sorted(natural | set(stood_for), reverse=True)))
    return max(places)


def slow_natural_or_wild(hand: Hand, *, own_deuce_natural: bool) -> Place:
    """What the sheet pays for the best line, -1 for none."""
    deuces = sum(card.rank == 0 for card in hand)
    pays = [-1]
    for held in by_suit(hand):
        natural = len(held if own_deuce_natural else held - {0})
        pays += [NATURAL_PAYS.get(natural, -1), WILD_PAYS.get(len(held - {0}) + deuces, -1)]
    return (max(pays),)


def slow_flush_or_straight_flush(hand: Hand) -> Place:
    """What the sheet pays for the best line, 0 for none."""
    track = "A23456789TJQKA"
    pays = [0]
    for held in by_suit(hand):
        letters = {"23456789TJQKA"[rank] for rank in held}
        pays.append(FLUSH_PAYS.get(len(held), 0))
        for length, pay in STRAIGHT_FLUSH_PAYS.items():
            if any(letters.issuperset(track[at : at + length]) for at in range(len(track) - length + 1)):
                pays.append(pay)
    return (max(pays),)


def slow_straight_flush(hand: Hand) -> Place:
    """The longest of all runs of letters that a suit holds, and where it ends."""
    track = "A23456789TJQKA"
    spans = [(low, high) for low in range(len(track)) for high in range(low, len(track)) if high - low < 13]
    held = [{"23456789TJQKA"[rank] for rank in ranks} for ranks in by_suit(hand)]
    return max((high - low, high) for low, high in spans if any(h.issuperset(track[low : high + 1]) for h in held))


Slow = Callable[[Hand], Place]
CASES = [
    pytest.param(LONGEST_FLUSH, slow_longest, id="longest"),
    pytest.param(WILD_FLUSH, slow_wild, id="wild"),
    pytest.param(
        NATURAL_OR_WILD_FLUSH, lambda hand: slow_natural_or_wild(hand, own_deuce_natural=True), id="natural or wild"
    ),
    pytest.param(
        NATURAL_OR_WILD_FLUSH_STRICT, lambda hand: slow_natural_or_wild(hand, own_deuce_natural=False), id="strict"
    ),
    pytest.param(LONGEST_STRAIGHT_FLUSH, slow_straight_flush, id="longest straight flush"),
    pytest.param(FLUSH_OR_STRAIGHT_FLUSH, slow_flush_or_straight_flush, id="straight flush"),
]


@pytest.mark.parametrize(("ranking", "slow"), CASES)
@pytest.mark.parametrize("size", chosen([1, 3, 5, 7], {5}))
def test_every_hand_of_a_small_deck(ranking: Ranking, slow: Slow, size: int) -> None:
    hands = all_hands(SMALL_DECK, size)
    assert_same_order(ranking, slow, hands)
    assert_kernel_agrees(ranking, hands)


def one_suited(suit: int) -> st.SearchStrategy[Hand]:
    """Seven cards, mostly of one suit, so that long flushes are met."""
    ranks = st.lists(st.integers(0, 12), min_size=5, max_size=5, unique=True)
    others = st.lists(st.integers(0, 12), min_size=2, max_size=2, unique=True)
    return st.tuples(ranks, others).map(
        lambda two: tuple([card(r, suit) for r in two[0]] + [card(r, (suit + 1) % 4) for r in two[1]])
    )


@pytest.mark.parametrize(("ranking", "slow"), CASES)
@given(hands=st.lists(dealt(7) | one_suited(2), min_size=2, max_size=3))
def test_any_hands(ranking: Ranking, slow: Slow, hands: list[Hand]) -> None:
    assert_same_order(ranking, slow, hands)
    assert_kernel_agrees(ranking, hands)


@pytest.mark.parametrize("ranking", [LONGEST_FLUSH, WILD_FLUSH])
def test_of_equal_flushes_the_higher_kicker_wins(ranking: Ranking) -> None:
    assert ranking.value(parse_cards("Ac 7c 3c")) < ranking.value(parse_cards("Ah 10h 7h"))


def test_a_longer_flush_beats_higher_cards() -> None:
    assert LONGEST_FLUSH.value(parse_cards("2c 3c 4c 5c")) > LONGEST_FLUSH.value(parse_cards("Ah Kh Qh 9c"))


def test_a_wild_deuce_is_the_highest_rank_missing() -> None:
    hand = parse_cards("Ac Kc 2d 7h")
    assert WILD_FLUSH.describe(WILD_FLUSH.value(hand)) == "three-card flush, ace-king-queen"
    assert LONGEST_FLUSH.describe(LONGEST_FLUSH.value(hand)) == "two-card flush, ace-king"


@pytest.mark.parametrize(
    ("cards", "usual", "strict"),
    [
        ("2c 3c 4c 5c", "4-card natural flush", "4-card wild flush"),
        ("3c 4c 5c 2d", "4-card wild flush", "4-card wild flush"),
        ("3c 4c 5c 6c 2d", "5-card wild flush", "5-card wild flush"),
        ("3c 4c 5c 6h 7h", "less than a four-card flush", "less than a four-card flush"),
    ],
)
def test_whether_a_deuce_is_natural_in_its_own_suit(cards: str, usual: str, strict: str) -> None:
    for ranking, words in ((NATURAL_OR_WILD_FLUSH, usual), (NATURAL_OR_WILD_FLUSH_STRICT, strict)):
        assert ranking.describe(ranking.value(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("Ac 2c 3c 4c 9h", "4-card straight flush"),
        ("Ac Kc Qc Jc 9c", "4-card straight flush"),
        ("Ac Kc Qc 9c 8c 7c", "6-card flush"),
        ("9c 8c 7c 6c 5c 2h", "5-card straight flush"),
        ("Ac Kc Qc 9h 8h 7h", "less than a four-card flush"),
    ],
)
def test_the_better_of_flush_and_straight_flush(cards: str, line: str) -> None:
    value = FLUSH_OR_STRAIGHT_FLUSH.value(parse_cards(cards))
    assert FLUSH_OR_STRAIGHT_FLUSH.lines[line_of(value)].name == line


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (LONGEST_FLUSH, "Ah 10h 7h 2c", "three-card flush, ace-ten-seven"),
        (WILD_FLUSH, "Ah 10h 7h 2c", "four-card flush, ace-king-ten-seven"),
        (NATURAL_OR_WILD_FLUSH, "3c 4c 5c 2d", "4-card wild flush"),
        (LONGEST_STRAIGHT_FLUSH, "Ac 2c 3c Kd Qd", "three-card straight flush to the three"),
    ],
)
def test_words(ranking: Ranking, cards: str, words: str) -> None:
    assert ranking.describe(ranking.value(parse_cards(cards))) == words


def test_flushes_see_suits_but_not_which() -> None:
    assert LONGEST_FLUSH.tells is WILD_FLUSH.tells is FLUSH_OR_STRAIGHT_FLUSH.tells is Tells.SUITS
