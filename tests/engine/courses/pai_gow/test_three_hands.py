"""Hands set in three: the count of all pairs equals every deal of a small deck, at the table and one by one."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class
from fairfelt.engine.courses.pai_gow.settings import house_values
from fairfelt.engine.courses.pai_gow.seven_cards import three_classes
from fairfelt.engine.courses.pai_gow.solution import solve_pai_gow
from fairfelt.engine.exact import Unsolved, par, percent_text, short_strategy, solve
from fairfelt.rules import Choice, Result, Street
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.courses.pai_gow import BY_THE_HOUSE_WAY, compare
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, stacked_deck
from tests.support.small_settings import every_pair, set_in_three

pytestmark = pytest.mark.xdist_group("pai gow")
"""The tables behind the settings are made once."""
GAME = games.fortune_asia_poker
SMALL = GAME.with_deck(Deck("A2349JK", "cd"))
UNIT = 20 * MICROS


def course_of() -> ThreeHands:
    assert isinstance(GAME.course, ThreeHands)
    return GAME.course


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(SMALL.deck, id="two suits"),
        pytest.param(Deck(suits="s", jokers=1), id="one suit and the joker", marks=pytest.mark.heavy),
        pytest.param(Deck("345QA", "hsc"), id="fifteen cards", marks=pytest.mark.heavy),
        pytest.param(Deck("349QKA2", "hs", jokers=1), id="two suits and the joker", marks=pytest.mark.heavy),
    ],
)
def test_all_pairs_of_hands_are_counted(deck: Deck) -> None:
    """With fifteen cards two hands may have cards in common, which inclusion and exclusion takes off again."""
    found, hands = solve_pai_gow(GAME.with_deck(deck)), set_in_three(deck)
    results = [compare(hands[mine], hands[theirs]) for mine, theirs in every_pair(deck)]
    assert (found.total, found.won) == (len(results), results.count(Result.WIN))


@pytest.mark.heavy
def test_average_over_every_deal_at_the_table_is_the_exact_value() -> None:
    def house_way(street: Street, view: View) -> Choice:
        return BY_THE_HOUSE_WAY

    bets = {1: {wager.name: UNIT for wager in SMALL.wagers}}
    deals = [
        play(SMALL, stacked_deck(SMALL, {1: mine}, dealer=theirs), bets, house_way).net_micros(1)
        for mine, theirs in every_pair(SMALL.deck)
    ]
    sheet = par(SMALL)
    assert Fraction(sum(deals), len(deals) * UNIT) == -sheet.round.house_edge


def test_a_class_is_set_as_each_of_its_hands_is() -> None:
    """Flushes of four, of three beside the joker, and of three in both of two suits among them."""
    random, faces = Random(7), list(GAME.deck.faces)
    chosen = [tuple(random.sample(faces, 7)) for _ in range(40)]
    chosen += [parse_cards(text) for text in ("Ac 9c 4c Kd 8d 2d *", "Ac 9c 4c Kd 8h 2s *", "Ac 9c 4c 3c 2c Kd Kh")]
    for hand in chosen:
        (place,) = np.flatnonzero(count_hands_by_class(sorted(hand), three_classes()))
        values = house_values(course_of(), np.array([place]))
        assert tuple(int(column[0]) for column in values) == course_of().setting(hand).values


@pytest.mark.heavy
def test_every_hand_of_seven_is_in_a_class() -> None:
    counts = count_hands_by_class(range(53), three_classes())
    assert counts.sum() == comb(53, 7)
    assert len(counts) == len(three_classes())
    hands = three_classes().hands.astype(int)
    assert all(len(set(hand)) == 7 for hand in hands[:: len(hands) // 1000].tolist())


@pytest.mark.heavy
def test_the_whole_deck() -> None:
    """The edge that the game's ruling names."""
    solution = solve(GAME)
    assert sum(ending.combinations for ending in solution.endings) == comb(53, 7) * comb(46, 7)
    assert percent_text(solution.round.house_edge) == "4.5627%"


def test_every_way_to_set_a_hand_has_its_exact_value() -> None:
    """Against all hands that fourteen cards leave the dealer: one."""
    solution, course = solve(SMALL), course_of()
    mine, theirs = list(every_pair(SMALL.deck))[1234]
    dealer = course.setting(theirs)
    offered = {choice.name: course.setting(mine, choice) for choice in course.offered(mine)}
    assert dict(solution.advise(mine).values) == {
        name: 1 if compare(setting, dealer) is Result.WIN else -1 for name, setting in offered.items()
    }
    assert short_strategy(SMALL).rules[0].words == "house way, always"


def test_advice_needs_all_cards_in_sight() -> None:
    with pytest.raises(ValueError, match="is decided with 7 cards, not with Ac Kd"):
        solve(SMALL).advise(parse_cards("Ac Kd"))


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(Unsolved, match="from one deck of 14 cards or more, with one joker at most"):
        solve_pai_gow(GAME.with_deck(Deck(copies=2)))


@pytest.mark.parametrize(
    ("cards", "high", "medium", "low"),
    [
        ("Ac Qd Tc 9h 7s 4d 3h", "Ac 7s 4d 3h", "Qd 9h", "Tc"),
        ("Kc Jd 9h 8s 4c 4d 2h", "8s 4c 4d 2h", "Kc 9h", "Jd"),
        ("Kc Kd 7h 5s 5c 3d 2h", "Kc Kd 3d 2h", "5s 5c", "7h"),
        ("Kc Kd 7h 7s 5c 5d 2h", "7h 7s 5c 5d", "Kc Kd", "2h"),
        ("Kc Qd Jh Ts 8c 8d 2h", "Kc Qd Jh Ts", "8c 8d", "2h"),
        ("9c 9d 9h Ks Jc 6d 2h", "9c 9d 9h 2h", "Ks 6d", "Jc"),
        ("9c 9d 9h Ks Kc 6d 2h", "9c 9d 9h 2h", "Ks Kc", "6d"),
        ("9c 9d 9h 9s Kc 6d 2h", "9c 9d 6d 2h", "9h 9s", "Kc"),
        ("9c 9d 9h 9s Kc Kd 2h", "9c 9d 9h 9s", "Kc Kd", "2h"),
    ],
)
def test_the_house_way(cards: str, high: str, medium: str, low: str) -> None:
    setting = course_of().setting(parse_cards(cards))
    ranks = [sorted(card.rank for card in hand) for hand in setting.hands]
    assert ranks == [sorted(card.rank for card in parse_cards(text)) for text in (high, medium, low)]
