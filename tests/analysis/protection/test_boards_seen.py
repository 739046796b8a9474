"""The dealer's cards seen at games with shared cards, counted board by board."""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

import pytest

from fairfelt import games, protect
from fairfelt.analysis.protection import courses
from fairfelt.analysis.protection.exposure import NO_LIMIT, plan_exposure
from fairfelt.analysis.protection.figures import Method
from fairfelt.analysis.protection.findings import Question, found_before, long_counts, read_finding
from fairfelt.analysis.protection.information import read_information
from fairfelt.engine import exact as engine
from fairfelt.engine.core.information_sets import Level, first_information_sets, symmetry_of
from fairfelt.rules import Paytable
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import POKER

ULTIMATE = games.find("ultimate-texas-holdem")


def test_it_is_counted_where_somebody_agrees_to_wait() -> None:
    other = games.find("texas-holdem-bonus", "ac")
    seen = read_information(other, "dealer 1,2")
    assert plan_exposure(other, seen, exact_s=NO_LIMIT).method is Method.ENUMERATE
    assert not plan_exposure(other, seen).exact
    shared = read_information(ULTIMATE, "community 1")
    assert plan_exposure(ULTIMATE, shared, exact_s=NO_LIMIT, recompute=True).method is Method.SOLVER


PUBLISHED = [
    ("ultimate-texas-holdem", "dealer 1", 4, "13.5922"),
    ("ultimate-texas-holdem", "dealer 1 community 4", 4, "26.1867"),
    ("texas-holdem-bonus", "dealer 1", 2, "7.61"),
    ("ultimate-texas-holdem", "dealer 1 community 1", 4, "22.3286"),
    ("ultimate-texas-holdem", "dealer 1,2", 4, "38.5816"),
]
"""Game, what is seen, printed digits and the player's edge in percent."""


@pytest.mark.parametrize(("slug", "seen", "digits", "edge"), PUBLISHED)
def test_what_took_an_hour_is_kept_as_published(slug: str, seen: str, digits: int, edge: str) -> None:
    game = games.find(slug)
    information = read_information(game, seen)
    found = found_before(game, information)
    assert found and found.figures.exact
    assert f"{float(found.edge) * 100:.{digits}f}" == edge
    assert plan_exposure(game, information).method is Method.SHIPPED


@pytest.mark.parametrize(("seen", "share"), [("dealer 1 community 4", "36.1368"), ("dealer 1,2", "34.7368")])
def test_four_times_is_raised_as_often_as_published(seen: str, share: str) -> None:
    """With one of the dealer's cards and one of the last two shared cards, and with both of the dealer's."""
    found = found_before(ULTIMATE, read_information(ULTIMATE, seen))
    assert found and f"Play 4x {share}%" in found.strategy[-1].words


def test_long_counts_are_of_games_as_they_are_today() -> None:
    for key, plain in long_counts().items():
        found = read_finding(plain)
        assert Question(games.find(plain["game"]), found.leak, found.information).key == key


def test_another_deck_is_not_what_was_counted() -> None:
    game = games.find("three-card-poker")
    assert found_before(game, read_information(game, "dealer 1"))
    assert found_before(game.with_deck(Deck("9TJQKA", "cdhs")), read_information(game, "dealer 1")) is None


def test_classes_with_a_shared_card() -> None:
    """187,213 are printed; by Burnside's lemma there are (3,248,700 + 6 x 187,850 + 8 x 8,580) / 24 of them."""
    symmetry = symmetry_of(ULTIMATE.deck, [POKER.tells])
    one = first_information_sets(symmetry, Level((2, 0, 0))).next(Level((2, 0, 1)))
    both = one.next(Level((2, 1, 1)))
    assert (len(both), int(both.weights.sum())) == (185_185, 3_248_700)


@pytest.mark.parametrize(
    ("decks", "paytable", "edge"),
    [(6, "20/10", Fraction(8, 311)), (2, "25/10", Fraction(11, 103)), (6, "15/10", Fraction(33, 311))],
)
def test_bets_on_a_pair_of_the_shoe(decks: int, paytable: str, edge: Fraction) -> None:
    """2.5723% and 10.6796% as printed; 10.6109% where 10.3199% is printed."""
    game = games.find("bet-the-set-21")
    assert engine.par(game.with_paytable(game.wagers[0].name, paytable).with_decks(decks)).wagers[0].house_edge == edge


@pytest.mark.parametrize(("decks", "royal", "match", "edge"), [(6, 75, 2, "4.0564"), (1, 10, 3, "3.7707")])
def test_suited_pairs_of_the_shoe_as_published(decks: int, royal: int, match: int, edge: str) -> None:
    """4.06% and 3.77%, which two pages print."""
    game = games.find("royal-match-21")
    wager = game.wagers[0]
    lines = sorted(wager.paytable.pays, reverse=True)
    pays = Paytable("printed", dict(zip(lines, (royal, match), strict=True)))
    found = engine.par(game.with_pays(wager.name, pays).with_decks(decks)).wagers[0].house_edge
    assert f"{float(found) * 100:.4f}" == edge


def test_what_comes_with_the_package_is_read_and_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game was solved to say what a shipped figure gains: 24 seconds at High Five Poker."""

    def solve_again(*_: object, **__: object) -> NoReturn:
        raise AssertionError("solved again")

    monkeypatch.setattr(courses, "advisor", solve_again)
    game = games.find("high-five-poker")
    sorted_backs = protect(game, sorted="2345", seen="dealer 1")
    assert sorted_backs.plain.edge == engine.answer(game).par.round.expected_value and sorted_backs.gain > 0
    both = protect(games.find("texas-holdem-bonus"), seen="dealer 1,2")
    assert [str(step.information) for step in both.gains] == ["dealer 1", "dealer 1,2"]
    assert both.plain.edge + sum(step.gain for step in both.gains) == both.figures.edge
