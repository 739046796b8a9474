"""Exact counting on a graphics card: equal to the last integer to what threads count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.solve import core_game
from fairfelt.exact.solvers.boards.solver import solve_boards
from fairfelt.exact.solvers.general.solver import solve_general
from fairfelt.exact.solvers.suits.solver import solve_suits
from fairfelt.rules import Game
from tests.support.graphics_card import CARDS, card_named
from tests.support.heavy import first_few

SMALL, WILD = Deck("9TJQA", "cdh"), Deck("2JQKA")


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    "game", first_few([games.ultimate_texas_holdem, games.texas_holdem_bonus], 1), ids=lambda game: game.slug
)
def test_boards(game: Game, card: str, tmp_path: Path) -> None:
    """Two bands of the dealer's hands and one; a decision with the whole board in sight and none."""
    small = replace(core_game(game), deck=SMALL, published=())
    counted = solve_boards(small)
    with card_named(card, tmp_path) as gpu:
        on_card = solve_boards(small, gpu)
    assert on_card.endings == counted.endings
    for street in counted.problem.early:
        assert (on_card.best[street] == counted.best[street]).all()
        assert (on_card.sums[street] == counted.sums[street]).all()


@pytest.mark.parametrize("card", CARDS)
def test_suits(card: str, tmp_path: Path) -> None:
    """Four wild deuces, any number of them in the hand, on the board and with the dealer."""
    game = replace(core_game(games.flushes_gone_wild), deck=WILD, published=())
    counted = solve_suits(game)
    with card_named(card, tmp_path) as gpu:
        on_card = solve_suits(game, gpu)
    assert (on_card.values == counted.values).all()
    assert (on_card.best == counted.best).all()
    assert (on_card.totals == counted.totals).all()
    assert set(on_card.best) == {0, 1}, "some hands are folded"


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    "game",
    first_few(
        [games.three_card_poker, games.casino_holdem, games.let_it_ride, games.caribbean_stud, games.crazy_4_poker], 1
    ),
    ids=lambda game: game.slug,
)
def test_general(game: Game, card: str, tmp_path: Path) -> None:
    """No hidden card to several, a showdown and a paytable, and a dealer's card in sight."""
    small = replace(core_game(game), deck=SMALL, published=())
    counted = solve_general(small)
    with card_named(card, tmp_path) as gpu:
        on_card = solve_general(small, gpu)
    assert (on_card.endings == counted.endings).all()
    for ours, theirs in zip(on_card.values, counted.values, strict=True):
        assert (ours == theirs).all()
