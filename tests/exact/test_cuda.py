"""Exact counting on a graphics card: equal to the last integer to what threads count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.core.problem import showdown_problem
from fairfelt.exact.solve import _core
from fairfelt.exact.solvers.boards.problem import shared_problem
from fairfelt.exact.solvers.boards.solver import reveal
from fairfelt.exact.solvers.suits.solver import solve_suits
from fairfelt.hands import TrackRanking
from fairfelt.rules import Game
from tests.support.graphics_card import CARDS, card_named

SMALL, WILD = Deck("9TJQA", "cdh"), Deck("2JQKA")


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("game", [games.ultimate_texas_holdem, games.texas_holdem_bonus], ids=lambda game: game.slug)
def test_boards(game: Game, card: str, tmp_path: Path) -> None:
    """Two bands of the dealer's hands and one; a decision with the whole board in sight and none."""
    problem = shared_problem(replace(_core(game), deck=SMALL, published=()))
    counted = reveal(problem)
    with card_named(card, tmp_path) as gpu:
        on_card = reveal(problem, gpu)
    assert on_card.endings == counted.endings
    for street in problem.early:
        assert (on_card.best[street] == counted.best[street]).all()
        assert (on_card.sums[street] == counted.sums[street]).all()


@pytest.mark.parametrize("card", CARDS)
def test_suits(card: str, tmp_path: Path) -> None:
    """Four wild deuces, any number of them in the hand, on the board and with the dealer."""
    problem = showdown_problem(replace(_core(games.flushes_gone_wild), deck=WILD, published=()))
    ranking = problem.showdown.ranking
    assert isinstance(ranking, TrackRanking)
    counted = solve_suits(problem, ranking)
    with card_named(card, tmp_path) as gpu:
        on_card = solve_suits(problem, ranking, gpu)
    assert (on_card.values == counted.values).all()
    assert (on_card.best == counted.best).all()
    assert (on_card.totals == counted.totals).all()
    assert set(on_card.best) == {0, 1}, "some hands are folded"
