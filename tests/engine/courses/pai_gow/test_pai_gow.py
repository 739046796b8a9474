"""Hands set in two: the count of all pairs equals every deal of a small deck, at the table and one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, inf
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class, count_holding, hand_lists
from fairfelt.engine.courses.pai_gow.settings import house_values, settings_of
from fairfelt.engine.courses.pai_gow.seven_cards import SevenCards, classes_of, seven_cards, three_classes
from fairfelt.engine.courses.pai_gow.solution import solve_pai_gow
from fairfelt.engine.exact import Unsolved, par, short_strategy, short_strategy_of, solve
from fairfelt.rules import MARINA_BAY_SANDS, TRUMP_PLAZA, Choice, HouseWay, PaiGowPoker, Result, Street
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.courses.pai_gow import compare
from fairfelt.rules.hands import PAI_GOW, PAI_GOW_LOW_WHEEL, PaiGowRanking
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.formats import MICROS
from fairfelt.table import View, play, stacked_deck
from tests.runtime.compute.test_executors import Copying
from tests.support.heavy import IS_HEAVY_RUN, examples, first_few
from tests.support.small_settings import FORTUNE, SMALL_SETTINGS, every_pair, settings

pytestmark = pytest.mark.xdist_group("pai gow")
"""The tables behind the settings are made once."""
UNIT = 20 * MICROS
"""Twenty units on every wager, so that 19 to 20 is paid in whole ones."""


@pytest.mark.heavy
@pytest.mark.parametrize("name", SMALL_SETTINGS)
def test_average_over_every_deal_is_the_exact_value(name: str) -> None:
    game = SMALL_SETTINGS[name]
    solution, sheet = solve(game), par(game)

    def plays(street: Street, view: View) -> Choice:
        played = solution.plays(view.own, view.community, view.dealer)
        return next(choice for choice in street.choices if choice.name == played)

    bets = {1: {wager.name: UNIT for wager in game.wagers}}
    nets: dict[str, int] = defaultdict(int)
    squares: dict[str, int] = defaultdict(int)
    deals = 0
    for mine, theirs in every_pair(game.deck):
        deals += 1
        for bet in play(game, stacked_deck(game, {1: mine}, dealer=theirs), bets, plays).of(1):
            nets[bet.wager] += bet.net_micros
            squares[bet.wager] += bet.net_micros**2
    assert deals == solution.total
    for wager in game.wagers:
        row = sheet.wager(wager.name)
        mean = Fraction(nets[wager.name], deals * UNIT)
        assert mean == sum((outcome.contribution for outcome in row.outcomes), Fraction(0)), wager.name
        assert Fraction(squares[wager.name], deals * UNIT**2) - mean**2 == row.variance, wager.name


COURSES = {
    "both by a house way": PaiGowPoker(),
    "best against a hand in sight": PaiGowPoker(face_up=True, pushes="A"),
    "another way, another straight, another push": PaiGowPoker(
        way=MARINA_BAY_SANDS, ranking=PAI_GOW_LOW_WHEEL, pushes="K"
    ),
}
BLIND, SEEING, OTHER = COURSES


@pytest.mark.parametrize("name", first_few([BLIND, SEEING, OTHER], 1))
@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(Deck("3679JKA", "hs", jokers=1), id="joker"),
        pytest.param(Deck("A2345", "chs"), id="trips", marks=pytest.mark.heavy),
    ],
)
def test_pairs_of_hands_that_share_cards_are_taken_off(deck: Deck, name: str) -> None:
    """Fifteen cards: two hands may now have cards in common, which inclusion and exclusion takes off again."""
    course = COURSES[name]
    counts = solve_pai_gow(replace(FORTUNE, course=course, deck=deck))
    found: Counter[tuple[object, ...]] = Counter()
    pushes = {hand: course.is_push(hand) for hand in combinations(deck.faces, 7)}
    ways = {hand: settings(course, hand) if course.face_up else (course.setting(hand),) for hand in pushes}
    for mine, theirs in every_pair(deck):
        if pushes[theirs]:
            found[pushes[mine], any(card.is_joker for card in theirs)] += 1
            continue
        dealer = ways[theirs][0]
        found[(max(compare(choice, dealer) for choice in ways[mine]),)] += 1
    assert (counts.won, counts.lost, counts.tied) == (found[Result.WIN,], found[Result.LOSS,], found[Result.TIE,])
    assert [row[1:] for row in counts.kinds] == [(found[mine, False], found[mine, True]) for mine in (False, True)]


@pytest.mark.heavy
def test_hands_are_counted_the_same_with_copies() -> None:
    """What is given to another process is a copy, for which kernels are compiled again: seconds."""
    game = FORTUNE.with_deck(Deck("9TJQK", "cds"))
    assert solve_pai_gow(game, Copying()) == solve_pai_gow(game)


def hands() -> st.SearchStrategy[tuple[Card, ...]]:
    decks = st.sampled_from([Deck(jokers=1), Deck(suits="cs", jokers=1), Deck("789TJQKA", "hs", jokers=1)])
    return decks.flatmap(lambda deck: st.permutations(deck.faces).map(lambda cards: tuple(cards[:7])))


WAYS = [(TRUMP_PLAZA, PAI_GOW), (MARINA_BAY_SANDS, PAI_GOW_LOW_WHEEL)]
MORE_WAYS = [(TRUMP_PLAZA, PAI_GOW_LOW_WHEEL), (MARINA_BAY_SANDS, PAI_GOW)]


@hypothesis_settings(max_examples=examples(12, 300))
@given(hands(), st.sampled_from([*WAYS, *MORE_WAYS] if IS_HEAVY_RUN else WAYS))
def test_a_class_is_set_as_each_of_its_hands_is(
    hand: tuple[Card, ...], way_and_ranking: tuple[HouseWay, PaiGowRanking]
) -> None:
    way, ranking = way_and_ranking
    place = np.flatnonzero(count_hands_by_class(np.array(sorted(hand), np.int64)))
    course = PaiGowPoker(way=way, ranking=ranking)
    assert tuple(int(column[0]) for column in house_values(course, place)) == course.setting(hand).values
    there = set(zip(*(column[0].tolist() for column in settings_of(course, place)), strict=True)) - {(-1, -1)}
    assert there == {(s.high, s.low) for s in settings(course, hand)}


def one_by_one(held: Sequence[int], free: Sequence[int], classes: SevenCards) -> NDArray[np.int64]:
    """[class]: hands of seven with the held cards and free ones, each looked at."""
    more = np.array(list(combinations(free, 7 - len(held))), np.int64).reshape(comb(len(free), 7 - len(held)), -1)
    hands = np.hstack((np.tile(np.array(held, np.int64), (len(more), 1)), more))
    return np.bincount(classes_of(hands, classes.tables), minlength=len(classes))


@pytest.mark.parametrize("deck", [Deck(jokers=1), Deck("789TJQKA", "hsc"), Deck(suits="cs", jokers=1)])
@pytest.mark.parametrize("classes", [seven_cards(), three_classes()], ids=["two hands", "three hands"])
def test_hands_that_hold_some_cards_are_counted_as_they_are_when_every_hand_is_looked_at(
    classes: SevenCards, deck: Deck
) -> None:
    """By ranks first, then flushes: of one suit, of two, beside the joker and without it."""
    random, lists = Random(3), hand_lists(deck, classes)
    for size, known in ((0, 20), (1, 20), (2, 25), (3, len(deck)), (4, len(deck)), (5, len(deck)), (7, 20)) * 2:
        cards = [int(card) for card in random.sample(deck.faces, min(known, len(deck)))]
        held, others = cards[:size], cards[size:]
        free, counts, listed = np.zeros((4, 13), np.int64), *np.zeros((2, len(classes)), np.int64)
        for card in (card for card in others if card != JOKER):
            free[card // 13, card % 13] = 1
        of_joker = int(JOKER in others)
        found = count_holding(np.array(held, np.int64), free, of_joker, lists, classes.tables, counts, listed)
        assert (counts == one_by_one(held, others, classes)).all(), cards
        assert set(np.flatnonzero(counts).tolist()) <= set(listed[:found].tolist())
        assert len(set(listed[:found].tolist())) == found


@pytest.mark.parametrize("left", [range(30, 53), range(0, 52, 3), [*range(6, 11), *range(19, 23), *range(32, 38), 52]])
@pytest.mark.parametrize("classes", [seven_cards(), three_classes()], ids=["two hands", "three hands"])
def test_classes_are_counted_as_they_are_when_every_hand_is_looked_at(classes: SevenCards, left: Sequence[int]) -> None:
    """The coach at the practice table looked at 53 million hands for every question, which took seconds.

    Set in three hands, hands with two flushes beside the joker are among them.
    """
    assert (count_hands_by_class(left, classes) == one_by_one((), left, classes)).all()


def test_every_hand_of_seven_is_in_a_class() -> None:
    counts = count_hands_by_class(np.arange(53))
    assert counts.sum() == comb(53, 7)
    assert counts.min() > 0
    assert len(counts) == len(seven_cards()) == 292_253


def test_every_way_to_set_a_hand_has_its_exact_value() -> None:
    """Against all hands that fourteen cards leave the dealer: one."""
    solution = solve(SMALL_SETTINGS["by the house way, two suits"])
    course = solution.game.course
    assert isinstance(course, PaiGowPoker)
    mine, theirs = list(every_pair(solution.game.deck))[1234]
    pays = {Result.WIN: Fraction(19, 20), Result.TIE: Fraction(0), Result.LOSS: Fraction(-1)}
    offered = {choice.name: course.setting(mine, choice) for choice in course.offered(mine)}
    dealer = course.setting(theirs)
    assert dict(solution.advise(mine).values) == {name: pays[compare(s, dealer)] for name, s in offered.items()}


def test_in_sight_of_the_dealers_hand_the_best_way_is_taken() -> None:
    solution = solve(SMALL_SETTINGS["face up, two suits"])
    for mine, theirs in list(every_pair(solution.game.deck))[::311]:
        if not solution.game.course or solution.game.course.is_push(theirs):  # type: ignore[attr-defined]
            continue
        values = dict(solution.advise(mine, dealer=theirs).values)
        assert values[solution.plays(mine, dealer=theirs)] == max(values.values())


def test_a_sheet_says_that_players_set_by_the_house_way() -> None:
    blind, seeing = (par(SMALL_SETTINGS[f"{how}, two suits"]) for how in ("by the house way", "face up"))
    assert (blind.by_house_way, blind.headline_play) == (True, "best setting")
    assert (seeing.by_house_way, seeing.headline_play) == (False, "best choice")


def test_strategies_in_words() -> None:
    solution = solve(SMALL_SETTINGS["by the house way, two suits"])
    blind = short_strategy_of(solution, best_s=inf)
    assert (blind.rules[0].words, blind.against_best) == ("house way, always", True)
    assert blind.cost > 0
    seeing = short_strategy(SMALL_SETTINGS["face up, two suits"])
    assert seeing.cost == 0
    assert seeing.against_best
    assert seeing.rules[0].words == "a way that wins both hands if there is one, else one that wins a hand"


@pytest.mark.parametrize(
    ("name", "cards", "words"),
    [
        ("by the house way, two suits", "Ac Kd", "is decided with 7 cards, not with Ac Kd"),
        ("face up, two suits", "As Ks Qs 9s 7s 5s 4s", "is decided with 7 cards with the dealer's 7, not with As Ks"),
    ],
)
def test_advice_needs_all_cards_in_sight(name: str, cards: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        solve(SMALL_SETTINGS[name]).advise(parse_cards(cards))


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(Unsolved, match="from one deck of 14 cards or more, with one joker at most"):
        solve_pai_gow(FORTUNE.with_deck(Deck(copies=2)))
