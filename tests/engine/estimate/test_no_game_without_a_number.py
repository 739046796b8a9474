"""What solvers used to refuse: pays of any size, endings without number, decks that a special solver does not take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

from fairfelt import games
from fairfelt.engine.exact import TooCostly, bracket, estimated_par, foresee, par, solve
from fairfelt.engine.small_deck_check import play_out
from fairfelt.engine.solve import solver_of
from fairfelt.engine.solvers.general import settlements
from fairfelt.engine.solvers.general.solution import SOLVER
from fairfelt.rules import FOLD, Game, Paytable, Street, bet, to
from fairfelt.rules.cards import Deck
from fairfelt.rules.names import BadDefinition

HUGE = 10**40
SMALL = Deck("QKA", "cds")


def paying(game: Game, wager: str, pay: int) -> Game:
    """The same game with that pay on the best line of a bet."""
    table = game.wager(wager).paytable
    best = max(table.pays)
    return replace(game.with_pays(wager, Paytable(table.name, {**table.pays, best: to(pay)})), published=())


def test_pays_beyond_64_bits_are_counted_exactly() -> None:
    """Such a game was refused: a round could come to more than 64 bits hold."""
    game = replace(paying(games.three_card_poker, "Ante Bonus", HUGE).with_deck(SMALL), others=())
    solution = solve(game)
    played, _ = play_out(replace(game, wagers=tuple(w for w in game.wagers if w.is_base)), solution)
    assert sum(played.values(), Fraction(0)) == -solution.round.house_edge
    assert solution.round.house_edge < -HUGE // 10**4


def test_a_game_against_a_paytable_with_such_a_pay_is_counted_too() -> None:
    """The solver of streets refused it only when it was asked to count, and no other was tried."""
    small = games.let_it_ride.with_deck(Deck("9TJQKA", "cds"))
    game = paying(small, "Bet 1", HUGE)
    assert solver_of(game).name == "general"
    line = max(game.wager("Bet 1").paytable.pays)
    royals = next(row for row in par(game).wager("Bet 1").outcomes if row.pay.net == HUGE)
    plain = next(
        row for row in par(small).wager("Bet 1").outcomes if row.pay == small.wager("Bet 1").paytable.pays[line]
    )
    assert royals.probability == plain.probability


def test_a_bracket_allows_for_lines_that_no_sample_meets() -> None:
    """A royal flush that pays 10 to the 40th was never drawn, and the bracket did not reach the truth."""
    low, high = bracket(paying(games.caribbean_stud, "Raise", HUGE), rounds=500).house_edge
    assert low < -HUGE / 10**6 < high


def test_endings_too_many_to_keep_apart_are_bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a game was refused, and had no bracket either."""
    game = replace(games.crazy_4_poker, published=())
    small = replace(
        game.with_deck(Deck("89TJQKA")), streets=(Street("One", FOLD, bet("Play", times=2), bet("Play"), dealer=1),)
    )
    exact = solve(small).round.house_edge
    monkeypatch.setattr(settlements, "MOST_ENDINGS", 2)
    monkeypatch.setattr(import_module("fairfelt.engine.solve"), "SOLVERS", (SOLVER,))
    with pytest.raises(TooCostly, match="ways together, too many to keep apart"):
        solver_of(small)
    assert foresee(small).too_costly
    low, high = estimated_par(small, "too many endings", rounds=500).round.house_edge
    assert low <= exact <= high


def test_pai_gow_from_two_decks_is_bracketed() -> None:
    """The special solver refused it after it had been chosen, and nothing else was tried."""
    game = replace(games.commission_pai_gow.with_decks(2), published=())
    with pytest.raises(TooCostly, match="places in its course"):
        solver_of(game)
    low, high = bracket(game, rounds=3).house_edge
    assert low < high


@pytest.mark.parametrize(
    ("game", "deck", "said"),
    [
        (games.classic_blackjack, Deck("23", copies=2), "a deck of 16 cards could run out in a round for one player"),
        (games.casino_war, Deck("23", "cd"), "a deck of 4 cards could run out"),
        (games.fortune_asia_poker, Deck(jokers=2), "knows 1 joker, and the deck holds 2"),
        (games.casino_war, Deck(jokers=1, copies=6), "knows no joker, and the deck holds 1"),
    ],
    ids=["blackjack", "war", "two jokers", "a joker"],
)
def test_a_course_that_no_deck_can_serve_is_no_game(game: Game, deck: Deck, said: str) -> None:
    """It was taken as a game, and refused by whatever counted or dealt it."""
    with pytest.raises(BadDefinition, match=said):
        game.with_deck(deck)
