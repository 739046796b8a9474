"""Every PAR sheet says whether table and solver agree on a small deck; a solver that is wrong is found by it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.engine import small_deck_check as checking
from fairfelt.engine.courses.small_check import small_shoes, with_fewer_hands
from fairfelt.engine.exact import Solution, solve
from fairfelt.engine.small_deck_check import self_check, small_version
from fairfelt.engine.solve import solver_of
from fairfelt.rules import BlackjackSwitch, Game
from fairfelt.rules.cards import Deck
from tests.support.heavy import chosen, first_few
from tests.support.running import run

QUICK = "red-dog"
DEALT = [each.slug for each in games.catalogue() if not each.course]
ONE_OF_EACH_SHAPE = {
    "caribbean-stud", "crazy-4-poker", "kings-bounty", "solitaire-stud", "three-card-baccarat", "three-card-poker",
}  # fmt: skip
"""What is checked in every run; the others take up to seconds each."""


@pytest.mark.parametrize("slug", chosen(DEALT, ONE_OF_EACH_SHAPE))
def test_table_and_solver_agree_for_every_dealt_game(slug: str) -> None:
    for game in games.find(slug).variants:
        found = self_check(game)
        assert found.agrees, str(found)
        assert found.reason or found.deals > 200


@pytest.mark.parametrize("slug", first_few([QUICK, *(each.slug for each in games.catalogue() if each.course)], 1))
def test_table_and_solver_agree_for_every_course(slug: str) -> None:
    """Courses had no self-check at all."""
    found = self_check(games.find(slug))
    assert found.agrees, str(found)
    assert found.deals > 30, str(found)
    assert "Round" in found.bets


def test_two_hands_that_split_are_checked_with_fewer_splits() -> None:
    """Blackjack Switch had no self-check: two hands of which each may become four have too many rounds in any shoe."""
    game = games.find("blackjack-switch")
    fewer = list(with_fewer_hands(game))
    assert [small.course.rules.most_hands for small in fewer if isinstance(small.course, BlackjackSwitch)] == [3, 2]
    two = {wager.name for wager in fewer[-1].wagers}
    assert {"Bet", "Second Bet", "Super Match"} < two < {wager.name for wager in game.wagers}
    assert solver_of(game).seconds(fewer[-1].with_deck(Deck("9K", "c", 20))) < 1


def test_a_game_of_one_deck_is_checked_with_as_many_as_it_may_be_dealt_from() -> None:
    """Super Fun 21 had no self-check: a single deck of two ranks runs out in a round."""
    first = next(filter(None, small_shoes(games.find("super-fun-21"))))
    assert {(small.deck.ranks, small.deck.suits) for small in first} == {("9K", "c")}


def test_a_solver_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.three_card_poker

    def wrong(small: Game) -> Solution:
        solution = solve(small)
        off = replace(solution.round, house_edge=solution.round.house_edge + Fraction(1, 10**9))
        solution.__dict__["round"] = off
        return solution

    monkeypatch.setattr(checking, "solve", wrong)
    found = self_check(game)
    assert not found.agrees
    assert found.differing == ("Round",)
    assert str(found).startswith("FAILED for Round")


def test_every_dealt_game_has_a_small_deck() -> None:
    """Six Card Poker and Flushes Gone Wild had none: twelve cards and those burned were too many."""
    versions = [version for each in games.catalogue() if not each.course for version in each.variants]
    assert [version.title for version in versions if small_version(version) is None] == []
    small = small_version(games.find("flushes-gone-wild"))
    assert small
    assert len(small.deck) == small.deal.cards_needed(1) == 12


def test_the_small_deck_holds_the_lowest_and_the_highest_ranks() -> None:
    small = small_version(games.three_card_poker)
    assert small
    assert small.deck.ranks[0] == "2"
    assert small.deck.ranks[-1] == "A"
    assert len(small.deck.suits) > 1


def test_the_sheet_says_so() -> None:
    ran = run("par", games.three_card_poker.slug)
    assert "Self-check" in ran.out
    assert "Passed:" in ran.out
    data = run("par", games.three_card_poker.slug, "--json").json
    assert data["self_check"]["agrees"]
    assert data["self_check"]["deals"] > 1000
