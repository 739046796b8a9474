"""One hidden card told by its back where later decisions go by it too: held against every card dealt one by one.

Rows that were counted so ship; what counts them is compiled for ten seconds, and tried in `make test-heavy`.
"""

from __future__ import annotations

from functools import cache

import pytest

from fairfelt import games
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.information import Information, view_of
from fairfelt.analysis.protection.sorting import best_sorting
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.rules.cards import Deck
from tools.street_backs.count import StreetsCount
from tools.street_backs.every_set import search_sets

UTH, HEADS_UP = "ultimate-texas-holdem", "heads-up-holdem"


@cache
def small(slug: str) -> StreetsCount:
    found = StreetsCount.of(core_game(games.find(slug).with_deck(Deck(ranks="QKA"))))
    assert found
    return found


@pytest.mark.heavy
@pytest.mark.parametrize("slug", [UTH, HEADS_UP])
def test_classes_that_tell_nothing_are_worth_nothing(slug: str) -> None:
    count = small(slug)
    nothing, some = count.edges(["", "A"])
    assert nothing == solve(count.game).round.expected_value < some


@pytest.mark.heavy
@pytest.mark.parametrize("slug", [UTH, HEADS_UP])
def test_two_classes_are_worth_what_every_card_says(slug: str) -> None:
    """The general route, which deals every card that can be known, finds the same edge, hits and variance."""
    count = small(slug)
    figures, rules = count.played("KA")
    dealt = figures_of(solve_view(view_of(count.game, Information((1,), sorted="KA"))).round)
    assert figures == dealt and figures.edge == count.edges(["Q"])[0]
    assert "of all rounds" in rules[0].words


@pytest.mark.heavy
@pytest.mark.parametrize("slug", [UTH, HEADS_UP])
def test_the_search_values_every_partition_as_play_by_it_does(slug: str) -> None:
    count = small(slug)
    found = search_sets(count, count.streets)
    assert sorted(found) == sorted(["Q", "K", "QK"])
    assert list(found.values()) == count.edges(list(found))
    assert count.search().edge == max(found.values())


@pytest.mark.heavy
def test_the_search_reaches_a_last_decision_on_the_turn() -> None:
    """Where this tool counts no other figures of the classes; the general route finds the same edge."""
    count = small("texas-holdem-bonus")
    dealt = solve_view(view_of(count.game, Information((1,), sorted="QK"))).round
    assert search_sets(count, count.streets)["QK"] == dealt.expected_value


def test_which_games_are_counted_so() -> None:
    for slug in (UTH, HEADS_UP, "texas-holdem-bonus"):
        assert StreetsCount.of(core_game(games.find(slug)))
    assert StreetsCount.of(core_game(games.find("casino-holdem"))) is None


def test_the_package_says_that_it_does_not_search_them() -> None:
    """Their rows ship; with other rules, a user names the ranks."""
    with pytest.raises(Unsolved, match="name the ranks that are told apart, such as QKA"):
        best_sorting(core_game(games.find(UTH)))
