"""Exact counting on a GPU: equal to the last integer to what threads count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solver import solve_general
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from tests.support.graphics_card import CARDS, card_named
from tests.support.heavy import first_few

SMALL, WILD = Deck("9TJQA", "cdh"), Deck("2JQKA")


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
