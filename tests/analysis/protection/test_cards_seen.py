"""Cards seen early: figures that others have published, to their printed digits, and two ways to the same number."""

from __future__ import annotations

import json

import pytest

from fairfelt import games, protect
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.figures import Figures, figures_of
from fairfelt.analysis.protection.information import BadInformation, Information, read_information, view_of
from fairfelt.analysis.protection.sample import SampledView, sample_view
from fairfelt.cli.entry import main
from fairfelt.engine.exact import Solution, Unsolved, solve
from fairfelt.engine.solution import play_every_ending
from fairfelt.engine.solve import core_game, solver_of
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck

THREE_CARD = games.find("three-card-poker")
MISSISSIPPI = games.find("mississippi-stud")
LET_IT_RIDE = games.find("let-it-ride")
SMALL = Deck(ranks="9TJQKA")


def small(game: Game) -> Game:
    return game.with_deck(SMALL)


def figures(solution: Solution) -> Figures:
    return figures_of(solution.round)


def percent(found: Figures, places: int = 4) -> str:
    return f"{float(found.edge) * 100:+.{places}f}"


def test_three_card_poker_with_one_card_seen_as_published() -> None:
    found = protect(THREE_CARD, seen="dealer 1", recompute=True)
    deviations = found.figures.standard_deviation, found.plain.standard_deviation
    assert found.figures.hit_frequency and all(deviations)
    assert percent(found.figures) == "+3.4829"
    assert f"{float(found.figures.hit_frequency):.6f}" == "0.542203"
    assert f"{found.figures.desirability_index:.4f}" == "19.9966"
    assert percent(found.plain) == "-3.3730"
    assert [f"{float(each or 0):.4f}" for each in deviations] == ["1.7417", "1.6393"]


def test_its_strategy_is_the_published_one() -> None:
    """Every hand against a jack or lower; with more seen, that card and nine-deuce. It loses nothing."""
    found = protect(THREE_CARD, seen="dealer 1", recompute=True)
    assert found.rule_cost == 0
    assert found.strategy[0].words == (
        "fold if you have less than ace high, nine, deuce and the card seen is an ace; "
        "or if you have less than king high, nine, deuce and the card seen is a king or higher; "
        "or if you have less than queen high, nine, deuce and the card seen is a queen or higher; otherwise Play"
    )


def test_mississippi_stud_with_the_third_street_card_as_published() -> None:
    assert percent(expose(MISSISSIPPI, Information(community=(1,)), gains=False, recompute=True).figures) == "+54.8660"


@pytest.mark.heavy
def test_mississippi_stud_with_the_fifth_street_card_as_published() -> None:
    assert (
        percent(expose(MISSISSIPPI, Information(community=(3,)), gains=False, recompute=True).figures, 10)
        == "+104.4668636685"
    )


@pytest.mark.heavy
def test_let_it_ride_with_both_cards_is_over_forty_percent() -> None:
    found = expose(LET_IT_RIDE, Information(community=(1, 2)), gains=False, recompute=True)
    assert percent(found.figures) == "+40.4271"


def test_a_card_that_the_rules_show_anyway_is_worth_nothing() -> None:
    caribbean = games.find("caribbean-stud")
    assert view_of(caribbean, Information(dealer=(1,))).game_shown.streets == caribbean.streets


@pytest.mark.parametrize("seen", ["dealer 1", "dealer 1,2"])
def test_every_hand_one_by_one_gives_what_the_solver_gives(seen: str) -> None:
    game = small(THREE_CARD)
    information = read_information(game, seen)
    one_by_one = solve_view(view_of(game, information))
    assert figures(one_by_one) == figures(solve(view_of(game, information).game_shown))


def test_who_knows_all_cards_plays_every_ending_best() -> None:
    game = small(THREE_CARD)
    information = read_information(game, "dealer all")
    assert figures(play_every_ending(solve(game))) == figures(solve_view(view_of(game, information)))


def test_streets_are_decided_with_a_later_card_known() -> None:
    game = MISSISSIPPI.with_deck(Deck(ranks="TJQKA", suits="cds"))
    information = read_information(game, "community 3")
    one_by_one = solve_view(view_of(game, information))
    assert figures(one_by_one) == figures(solve(view_of(game, information).game_shown))


@pytest.mark.parametrize(
    "deck", [Deck(ranks="89TKA", suits="cd"), pytest.param(Deck(ranks="9TA"), marks=pytest.mark.heavy)]
)
def test_two_decisions_with_the_same_cards_in_sight_are_solved_board_by_board(deck: Deck) -> None:
    """With the turn seen early, the bets after the flop and after the turn are made with the same cards in sight."""
    game = core_game(games.find("texas-holdem-bonus").with_deck(deck))
    information = read_information(game, "community 4")
    seen = view_of(game, information).game_shown
    assert solver_of(seen).name == "boards"
    assert figures(solve(seen)) == figures(solve_view(view_of(game, information)))


def test_a_sample_holds_the_counted_edge_in_its_interval() -> None:
    game = small(THREE_CARD)
    information, plain = read_information(game, "dealer 1,2"), solve(game)
    sampled = sample_view(SampledView.of(view_of(game, information)), plain, 2000)
    interval = sampled.interval(plain.round.expected_value)
    edge = float(figures(solve(view_of(game, information).game_shown)).edge)
    assert interval.low < edge < interval.high
    assert interval.high - interval.low < 0.1


def test_each_card_more_adds_its_gain() -> None:
    found = expose(small(THREE_CARD), Information(dealer=(1, 2, 3)))
    assert [gain.information.dealer for gain in found.gains] == [(1,), (1, 2), (1, 2, 3)]
    assert sum(gain.gain for gain in found.gains) == found.gain
    assert found.gains[-1].edge == found.figures.edge


@pytest.mark.parametrize(
    ("seen", "sorted", "hands", "said"),
    [
        ("dealer 4", "", 1, "numbered 1 to 3"),
        ("community 1", "", 1, "there are none"),
        ("dealer", "", 1, "which of the dealer's cards"),
        ("seven", "", 1, "says no cards"),
        ("", "X", 1, "is no rank"),
        ("", "23456789TJQKA", 1, "not all of them"),
        ("", "", 9, "2 to 7"),
        ("", "QKA", 2, "one of them"),
    ],
)
def test_what_nobody_can_know_is_refused_in_a_sentence(seen: str, sorted: str, hands: int, said: str) -> None:
    with pytest.raises(BadInformation, match=said):
        read_information(THREE_CARD, seen, sorted, hands)


def test_ranks_are_written_in_any_order() -> None:
    assert read_information(THREE_CARD, "dealer 1", "a,k,q").sorted == "QKA"
    assert read_information(THREE_CARD, "", "10").sorted == "T"


def test_a_bet_without_a_decision_is_refused_with_the_reason() -> None:
    with pytest.raises(Unsolved, match="nothing is decided"):
        expose(games.find("kings-bounty"), Information(dealer=(1,)))


def test_the_command_prints_the_json_that_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protect", "three-card-poker", "--seen", "dealer 1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "three-card-poker"
    assert found["information"] == "dealer 1"
    assert found["edge"] == {"fraction": "443162/12724075", "decimal": "0.034828622119879"}
    assert found["exact"] is True
    assert set(found) >= {"hit_frequency", "standard_deviation", "desirability_index", "n0", "strategy"}


def test_the_command_says_what_would_be_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protect", "three-card-poker", "--seen", "dealer 5"]) == 2
    assert "numbered 1 to 3" in capsys.readouterr().err


def test_changed_definitions_keep_what_is_decided() -> None:
    game = view_of(MISSISSIPPI, Information(community=(2,))).game_shown
    assert [street.choices for street in game.streets] == [street.choices for street in MISSISSIPPI.streets]
    assert [street.community for street in game.streets] == [1, 1, 0]
