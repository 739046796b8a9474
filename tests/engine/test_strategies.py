"""Strategies: those that people follow, counted; and the best by steps, against trying all of them."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.exact import Unsolved, check_figure, follow, short_strategy, solve
from fairfelt.engine.strategy import best_steps
from fairfelt.rules import FOLD, ROUND, Choice, Published, Strategy, UnknownName, VisibleHand, from_hand_on
from fairfelt.rules.cards import Deck, parse_cards
from tests.engine.test_small_decks import SMALL_GAMES

CARIBBEAN = games.find("caribbean-stud")
THREE_CARD = games.find("three-card-poker")
SUITS = games.find("i-luv-suits-poker")
PLAY = THREE_CARD.streets[0].choices[1]
SMALL = replace(THREE_CARD, deck=Deck("29QKA", "hs"))
FEW_CARDS = CARIBBEAN.with_deck(Deck("29TQKA", "ds"))


@pytest.mark.xdist_group(CARIBBEAN.title)
def test_a_rule_sees_ranks_and_worth_and_the_up_card() -> None:
    seen: set[VisibleHand] = set()

    def watch(sight: VisibleHand) -> Choice:
        seen.add(sight)
        return FOLD

    follow(solve(FEW_CARDS), Strategy("watch", "Look at everything, and fold.", watch))
    ranking = CARIBBEAN.showdown.ranking  # type: ignore[union-attr]
    assert {sight.dealer for sight in seen} == set("29TQKA")
    assert {sight.value for sight in seen} == {ranking.value(hand) for hand in combinations(FEW_CARDS.deck.cards, 5)}
    aces = ranking.value(parse_cards("As Ad Qd 9s 2d"))
    assert {sight.ranks for sight in seen if sight.value == aces} == {"AAQ92"}


def test_folding_every_hand_costs_the_ante() -> None:
    followed = follow(solve(SMALL), Strategy("fold", "Fold.", lambda sight: FOLD))
    assert followed.house_edge == followed.average_wager == followed.element_of_risk == Fraction(1)
    assert followed.total_loss == solve(SMALL).total
    assert followed.cost == 1 - solve(SMALL).round.house_edge


def test_the_rule_that_best_play_is_costs_nothing() -> None:
    """With these cards best play goes by the worth of the hand alone: from queen high, six, four on."""
    least = parse_cards("Qs 6d 4c")
    rule = Strategy("best", "Play Q-6-4 or better.", from_hand_on(THREE_CARD.showdown.ranking, "Qs 6d 4c", PLAY))  # type: ignore[union-attr]
    assert follow(solve(THREE_CARD), rule).cost == 0
    assert solve(THREE_CARD).advise(least).best == "Play"


def test_a_rule_is_counted_once_and_remembered() -> None:
    asked = []
    counting = Strategy("count", "Fold.", lambda sight: asked.append(sight) or FOLD)  # type: ignore[func-returns-value]
    first = follow(solve(SMALL), counting)
    times = len(asked)
    assert follow(solve(SMALL), counting) is first
    assert len(asked) == times


@pytest.mark.xdist_group(CARIBBEAN.title)
@pytest.mark.heavy
def test_known_rules_stand_beside_the_short_strategy_from_the_best_to_the_worst() -> None:
    known = short_strategy(CARIBBEAN).known
    assert [rule.strategy.name for rule in known] == [strategy.name for strategy in CARIBBEAN.strategies]
    assert [rule.cost for rule in known] == sorted(rule.cost for rule in known)
    assert known[1].house_edge == short_strategy(CARIBBEAN).house_edge


@pytest.mark.heavy
@pytest.mark.xdist_group(CARIBBEAN.title)
def test_the_best_rule_by_hand_alone_is_the_published_one() -> None:
    words = [rule.words for rule in short_strategy(CARIBBEAN).rules]
    assert words == ["Raise 2x with ace high, king, jack, eight, three or better, otherwise fold"]


@pytest.mark.xdist_group(SUITS.title)
@pytest.mark.heavy
def test_a_rule_with_steps_bets_more_with_a_hand_that_allows_it() -> None:
    words = [rule.words for rule in short_strategy(SUITS).rules]
    assert words == [
        "Play 3x with a 6-card flush or better, Play 2x with a 5-card flush or better, "
        "Play with three-card flush, ten-eight-six or better, otherwise fold"
    ]


@pytest.mark.xdist_group(CARIBBEAN.title)
def test_what_cannot_be_followed_is_said() -> None:
    with pytest.raises(Unsolved, match="through a single decision only"):
        follow(solve(SMALL_GAMES["flush rush"]), CARIBBEAN.strategies[0])
    with pytest.raises(Unsolved, match="do not show their ranks"):
        follow(solve(SMALL_GAMES["solitaire"]), CARIBBEAN.strategies[0])
    deviation = Published(wager=ROUND, strategy="any pair", figure="standard_deviation", printed="2", source="nobody")
    with pytest.raises(Unsolved, match="the standard deviation by any pair is not counted"):
        check_figure(FEW_CARDS, deviation)
    with pytest.raises(UnknownName, match="there is no strategy 'any pairs'; did you mean 'any pair'"):
        CARIBBEAN.strategy("any pairs")


@given(st.data())
def test_steps_are_the_best_of_all_that_never_bet_less_with_a_better_hand(data: st.DataObject) -> None:
    kinds, choices = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 3))
    numbers = st.integers(-9, 9)
    values = [data.draw(st.lists(numbers, min_size=kinds, max_size=kinds)) for _ in range(choices)]
    floors = [0, *sorted(data.draw(st.lists(st.integers(0, kinds), min_size=choices - 1, max_size=choices - 1)))]
    weights = data.draw(st.lists(st.integers(1, 4), min_size=kinds, max_size=kinds))
    tried = [
        sum(weights[kind] * values[choice][kind] for kind, choice in enumerate(way))
        for way in product(range(choices), repeat=kinds)
        if list(way) == sorted(way) and all(kind >= floors[choice] for kind, choice in enumerate(way))
    ]
    seen, weight = np.arange(kinds), np.array(weights)
    steps = best_steps(seen, weight, [np.array(column) for column in values], floors)
    assert steps.result == max(tried)
    assert [choice for choice, _ in steps.starts] == sorted({choice for choice, _ in steps.starts})


def test_of_equal_steps_the_larger_bet_is_taken() -> None:
    same = np.array([1, 2, 3])
    assert best_steps(np.arange(3), np.ones(3, np.int64), [same, same]).starts == ((1, 0),)


@pytest.mark.xdist_group(CARIBBEAN.title)
def test_always_raising_wagers_three_units() -> None:
    assert follow(solve(FEW_CARDS), CARIBBEAN.strategy("always raise")).average_wager == Fraction(3)
