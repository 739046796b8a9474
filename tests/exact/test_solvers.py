"""Every shape of game is registered once, and what has no solver is refused with a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact import Unsolved
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.exact.solvers import SOLVERS
from fairfelt.rules import Game, Street


def test_every_solver_is_the_first_that_fits_some_game() -> None:
    versions = [version for game in games.catalogue() for version in game.variants]
    assert {solver_of(core_game(game)).name for game in versions} == {solver.name for solver in SOLVERS}


@pytest.mark.parametrize(
    ("game", "shape"),
    [
        (games.ultimate_texas_holdem, "boards"),
        (games.face_up_pai_gow, "pai gow"),
        (games.three_card_poker, "sweep"),
        (games.flushes_gone_wild, "suits"),
        (games.straight_edge_poker, "tracks"),
        (games.i_luv_suits_poker, "longest flush"),
        (games.flush_rush, "ladder"),
        (games.mississippi_stud, "streets"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.slug,
)
def test_a_game_goes_to_the_solver_of_its_shape(game: Game, shape: str) -> None:
    assert solver_of(core_game(game)).name == shape


def test_what_no_solver_fits_is_refused_with_the_reason() -> None:
    two_decks = replace(games.three_card_poker, deck=Deck(copies=2), published=())
    with pytest.raises(Unsolved, match="there is no exact solver for several decks or jokers yet"):
        solver_of(two_decks)
    wild = games.flushes_gone_wild
    seeing = replace(wild, streets=(Street(wild.streets[0].name, *wild.streets[0].choices, dealer=1),), published=())
    with pytest.raises(Unsolved, match="there is no exact solver for such a showdown yet"):
        solver_of(seeing)
