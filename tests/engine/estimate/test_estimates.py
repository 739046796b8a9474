"""What a count takes is told before it begins; what is not counted is bracketed, and the rest of the sheet is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.engine.estimate import foresight
from fairfelt.engine.exact import TooCostly, Unsolved, allowing, bracket, estimated_par, foresee, par, solve, verify
from fairfelt.rules import Cards, Game, Paytable, Street, side_bet
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import ROYAL_MATCH, Match
from tests.support.small_courses import HIT_OR_STAND

THREE = games.three_card_poker
FIRST_CARDS = side_bet(
    "Of both", hand=ROYAL_MATCH, on=Cards.OWN | Cards.DEALER, first=1, pays=(Paytable("own", {Match.ROYAL: 20}),),
    survives_fold=False,
)  # fmt: skip


def seeing(game: Game, dealer: int) -> Game:
    """The same game with so many of the dealer's cards seen."""
    (street,) = game.streets
    return replace(game, streets=(Street(street.name, *street.choices, dealer=dealer),), published=())


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(THREE, id="one decision"),
        pytest.param(games.let_it_ride.with_deck(Deck("89TJQKA")), id="two decisions"),
        pytest.param(seeing(THREE.with_deck(Deck("89TJQKA")), 2), id="two up cards", marks=pytest.mark.heavy),
    ],
)
def test_the_exact_edge_lies_in_its_bracket(game: Game) -> None:
    found = bracket(replace(game, wagers=tuple(w for w in game.wagers if w.is_base)), rounds=4000)
    low, high = found.house_edge
    assert low <= solve(game).round.house_edge <= high
    assert high - low < 0.8


def test_the_same_seed_gives_the_same_bracket() -> None:
    small = THREE.with_deck(Deck("QKA"))
    assert bracket(small, rounds=500) == bracket(small, rounds=500)


def test_what_a_count_takes_is_known_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "usable_cores", lambda: 2)  # on sixteen a whole board takes less
    monkeypatch.setattr(foresight, "is_kept", lambda *_: False)  # another test may have solved it
    long, quick = foresee(games.ultimate_texas_holdem), foresee(games.let_it_ride)
    assert long.seconds > 5 > quick.seconds
    assert foresee(games.find("super-fun-21")).check_seconds > 5, "the self-check takes longer than the count"
    assert 0 < quick.check_seconds < 20
    assert not long.too_costly
    dear = foresee(seeing(games.dj_wild_stud_poker, 3))
    assert isinstance(dear.too_costly, TooCostly)
    assert dear.too_costly.cost.steps > 10**11


def test_a_bet_that_no_solver_counts_is_known_before_and_the_others_are_counted() -> None:
    """One such bet used to lose the whole sheet, after all the rest had been counted."""
    game = replace(THREE, wagers=(*THREE.wagers, FIRST_CARDS), published=())
    assert [name for name, _ in foresee(game).uncounted] == ["Of both"]
    sheet = par(game)
    assert {missing.wager for missing in sheet.uncounted} == {"Of both"}
    assert sheet.wager("Pair Plus") == par(THREE).wager("Pair Plus")
    assert sheet.to_dict()["uncounted"][0]["wager"] == "Of both"
    assert not verify([game]).agrees


def test_a_sheet_without_its_round_has_all_bets_that_no_decision_changes() -> None:
    game = seeing(THREE, 2)
    with allowing(1000), pytest.raises(Unsolved):
        solve(game.with_deck(Deck("23456789TJQKA", "cdhs", copies=2)))
    sheet = estimated_par(game, "nobody agreed to it", rounds=500)
    counted, missing = {row.wager for row in sheet.wagers}, {row.wager for row in sheet.uncounted}
    assert counted.isdisjoint(missing)
    assert counted | missing == {wager.name for wager in game.optional}
    assert {game.wager(name).survives_fold for name in counted} == {True}


def test_a_result_that_ships_is_not_foretold_as_if_it_were_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine minutes were foretold for Six Card Poker, whose counts ship with the package and are read."""
    game = games.find("six-card-poker")
    monkeypatch.setattr(foresight, "is_kept", lambda *_: False)
    assert foresee(game).seconds > 100
    monkeypatch.setattr(foresight, "is_kept", lambda *_: True)
    assert foresee(game).seconds < 10


def test_a_course_is_counted_by_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seconds were shared out among all cores, of which it uses one."""
    monkeypatch.setattr(foresight, "usable_cores", lambda: 1)
    alone = foresee(HIT_OR_STAND).seconds
    monkeypatch.setattr(foresight, "usable_cores", lambda: 8)
    assert foresee(HIT_OR_STAND).seconds == alone
