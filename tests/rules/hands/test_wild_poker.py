"""Poker with deuces and the joker wild: order by trying every card, kernels and words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt.rules.cards import Card, Deck, parse_cards, suit_classes
from fairfelt.rules.hands import POKER, WILD_POKER, Poker, WildPoker, line_of
from fairfelt.rules.hands.poker.wild_poker import is_wild
from tests.rules.hands.dealt import Hand, assert_kernel_agrees
from tests.support.heavy import examples

DECK = Deck(jokers=1)
AS_IN_POKER = {line: WildPoker[line.name] for line in Poker}


def slow(hand: Hand) -> tuple[int, int]:
    """The best line and key that any ranks in place of the wild cards make; a flush has no rank twice."""
    natural = tuple(card for card in hand if not is_wild(card))
    if not natural:
        return WildPoker.FIVE_WILD_CARDS, 0
    return max(_with(natural, ranks) for ranks in combinations_with_replacement(range(13), 5 - len(natural)))


def _with(natural: Hand, filled: tuple[int, ...]) -> tuple[int, int]:
    ranks = sorted((*(card.rank for card in natural), *filled))
    suits = {card.suit for card in natural}
    if len(set(ranks)) == 1:
        return WildPoker.FIVE_OF_A_KIND, ranks[0]
    suit = suits.pop() if len(suits) == 1 else None
    flush = suit is not None and len(set(ranks)) == 5
    cards = list(_spread(ranks, suit if flush else None))
    value = POKER.value(cards)
    return AS_IN_POKER[Poker(line_of(value))], value & (1 << 20) - 1


def _spread(ranks: list[int], suit: int | None) -> Iterator[Card]:
    """Cards of those ranks: all of a suit, or of as many suits as keep a flush away."""
    for at, rank in enumerate(ranks):
        yield Card(13 * (at % 4 if suit is None else suit) + rank)


def hands(wild: int) -> st.SearchStrategy[Hand]:
    """Five cards, so many of them wild."""
    wilds, naturals = [c for c in DECK.faces if is_wild(c)], [c for c in DECK.faces if not is_wild(c)]
    both = st.tuples(st.permutations(wilds), st.permutations(naturals))
    return both.map(lambda orders: (*orders[0][:wild], *orders[1][: 5 - wild]))


@settings(max_examples=examples(12, 300))
@given(st.integers(0, 5).flatmap(hands))
def test_reference_finds_the_best_that_wild_cards_can_be(hand: Hand) -> None:
    value = WILD_POKER.value(hand)
    assert (line_of(value), value & (1 << 20) - 1) == slow(hand)


@settings(max_examples=examples(20, 600))
@given(st.integers(0, 5).flatmap(hands))
def test_kernel_equals_reference(hand: Hand) -> None:
    assert_kernel_agrees(WILD_POKER, [hand])


def test_kernel_equals_reference_on_a_small_deck() -> None:
    assert_kernel_agrees(WILD_POKER, list(combinations(Deck("25TA", "cdh", jokers=1).faces, 5)))


def test_there_are_5163_different_hands() -> None:
    assert len(np.unique(WILD_POKER.batch(suit_classes(DECK, 5).hands))) == 5_163


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 2h 2s *", "Ac Kc Qc Jc Tc"),
        ("Ac Kc Qc Jc *", "Ac Ad Ah As *"),
        ("3c 3d 3h 3s 2c", "Kc Qc Jc Tc 9c"),
        ("5c 4c 3c 2d Ac", "Ac Ad Ah As Kc"),
        ("Ac Qc 9c 2d 3c", "Ac Jc 9c 2d 3c"),
        ("5c 4d 3h 2s 6c", "5c 4d 3h 2s Ac"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert WILD_POKER.value(parse_cards(better)) > WILD_POKER.value(parse_cards(worse))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Kd Jh 9c *", "pair of aces, king-jack-nine kickers"),
        ("7c 7d 9h Ks 2s", "three sevens, king-nine kickers"),
        ("7c 7d 9h 9s *", "full house, nines over sevens"),
        ("Ac 3d 4h 5s 2c", "straight to the five"),
        ("Kc Jc 9c 3c *", "ace-high flush, king, jack, nine, three"),
        ("9c 2c 2d 2h *", "five nines"),
        ("Tc 2c 2d 2h Ac", "royal flush"),
        ("2c 2d 2h 2s *", "five wild cards"),
    ],
)
def test_words(cards: str, words: str) -> None:
    assert WILD_POKER.describe(WILD_POKER.value(parse_cards(cards))) == words


def test_a_wild_card_in_a_flush_is_the_highest_rank_it_misses() -> None:
    assert WILD_POKER.value(parse_cards("Ac Qc 9c 3c 2d")) == WILD_POKER.value(parse_cards("Kh Qh 9h 3h *"))


def test_only_five_cards_are_ranked() -> None:
    with pytest.raises(ValueError, match="poker, deuces and joker wild” ranks five cards, not 4"):
        WILD_POKER.value(parse_cards("Ac Kc Qc Jc"))
