"""The value of every choice with cards in hand."""

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.engine.exact import par, short_strategy, solve
from fairfelt.rules import Facts, Game, Outcome, Reading, even_money
from fairfelt.rules.cards import DeckError, parse_cards
from tests.engine.test_small_decks import SMALL_GAMES
from tests.support.heavy import first_few


def test_folding_costs_the_opening_bets() -> None:
    for name, cost in (("three cards", -1), ("solitaire", -2), ("flush rush", -1)):
        game = SMALL_GAMES[name]
        cards = game.deck.cards[: game.hole]
        assert dict(solve(game).advise(cards).values)["fold"] == cost


def test_published_value_of_the_borderline_hand() -> None:
    """Queen, six, four is worth playing by a hair; queen, six, three is not."""
    solution = solve(games.three_card_poker)
    assert solution.advise(parse_cards("Qs 6d 4c")).best == "Play"
    assert solution.advise(parse_cards("Qs 6d 3c")).best == "fold"
    assert f"{float(dict(solution.advise(parse_cards('Qs 6d 4c')).values)['Play']):.6f}" == "-0.993378"


@pytest.mark.xdist_group(games.flush_rush.title)
def test_second_street_sees_the_community_cards() -> None:
    solution = solve(games.flush_rush)
    made = solution.advise(parse_cards("As Ks 9s 4d"), parse_cards("2s 7h"))
    assert made.street == "Two community cards"
    assert made.best == "Second 1x"
    assert dict(made.values)["Second 1x"] >= 5 + 2
    hopeless = solution.advise(parse_cards("As Ks 9d 4d"), parse_cards("2c 7h"))
    assert dict(hopeless.values) == {"fold": Fraction(-2), "Second 1x": Fraction(-3)}


@pytest.mark.xdist_group(games.flush_rush.title)
def test_first_street_is_the_average_of_the_second() -> None:
    """Backward induction by hand for one hand: the best of every flop, added up."""
    from itertools import combinations

    solution = solve(games.flush_rush)
    hand = parse_cards("As Ks 9s 4d")
    rest = [card for card in games.flush_rush.deck.cards if card not in hand]
    flops = list(combinations(rest, 2))
    total = sum((max(v for _, v in solution.advise(hand, flop).values) for flop in flops), Fraction(0))
    assert total / len(flops) == dict(solution.advise(hand).values)["First 1x"]


@pytest.mark.xdist_group(games.flush_rush.title)
@pytest.mark.parametrize(
    ("cards", "community", "sentence"),
    [
        ("As Ks 9s", "", "a player holds 4 cards in Flush Rush, not 3: As Ks 9s"),
        ("As Ks 9s 4d", "2c", "Flush Rush has a decision with 0 or 2 community cards, not 1"),
        ("As As 9s 4d", "", "As is there 2 times; the deck holds it once"),
    ],
)
def test_cards_that_cannot_be_are_refused(cards: str, community: str, sentence: str) -> None:
    with pytest.raises((ValueError, DeckError), match=sentence):
        solve(games.flush_rush).advise(parse_cards(cards), parse_cards(community))


@pytest.mark.parametrize(
    "game", first_few([*games.straight_edge_poker.variants, games.solitaire_stud], 1), ids=lambda game: game.title
)
def test_a_rule_of_thumb_never_beats_perfect_play(game: Game) -> None:
    strategy = short_strategy(game)
    assert 0 <= strategy.cost < Fraction(1, 500)
    assert strategy.house_edge == solve(game).round.house_edge + strategy.cost


@pytest.mark.xdist_group(games.straight_edge_poker.title)
def test_a_change_of_a_side_bet_is_not_solved_again() -> None:
    first = solve(games.straight_edge_poker)
    again = solve(games.straight_edge_poker.with_paytable("Bonus", "2"))
    assert again.result is first.result  # type: ignore[attr-defined]
    assert par(again.game).wager("Bonus").paytable == "2"


def test_what_was_solved_is_found_without_reading_the_rules_again() -> None:
    asked: list[Facts] = []

    def settle(facts: Facts, reading: Reading) -> Outcome:
        asked.append(facts)
        return even_money(facts, reading)

    game = SMALL_GAMES["three cards"].with_wager("Ante", settle=settle)
    first, times = solve(game), len(asked)
    assert times
    assert solve(game).result is first.result  # type: ignore[attr-defined]
    assert len(asked) == times
