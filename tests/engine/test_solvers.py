"""Every shape of game is registered once, what has no solver is refused with a sentence, and results are kept small."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.core.decisions import HALF, narrow_values, weighted_sums
from fairfelt.engine.core.price import allowing
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.engine.solve import SOLVERS, core_game
from fairfelt.engine.solvers.general.solution import SOLVER as GENERAL
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules import Game, Street
from fairfelt.rules.cards import Deck


def solver_of(game: Game) -> str:
    """The name of the first solver that fits a game."""
    return next(solver.name for solver in SOLVERS if solver.fits(core_game(game)))


def test_every_solver_is_the_first_that_fits_some_game() -> None:
    versions = [version for game in games.catalogue() for version in game.variants]
    assert {solver_of(game) for game in versions} == {solver.name for solver in SOLVERS}


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
        (games.mississippi_stud, "general"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.slug,
)
def test_a_game_goes_to_the_solver_of_its_shape(game: Game, shape: str) -> None:
    assert solver_of(game) == shape


def test_what_costs_too_much_is_refused_with_what_it_would_cost() -> None:
    wild = games.flushes_gone_wild
    seeing = replace(wild, streets=(Street(wild.streets[0].name, *wild.streets[0].choices, dealer=3),), published=())
    with pytest.raises(Unsolved, match=r"evaluations: about .* here, .* on a cluster of 64 cores, .* on a GPU"):
        solve(seeing)


def test_somebody_can_agree_to_what_a_count_costs() -> None:
    small = games.three_card_poker.with_deck(Deck("9TJQKA", "cs", copies=2))
    with allowing(1000), pytest.raises(Unsolved, match="information sets"):
        solve(small)
    with allowing(10_000_000):
        assert solve(small).round.house_edge < 0


def test_values_are_kept_in_half_the_bits_where_they_fit() -> None:
    solution = solve(games.find("three-card-poker"))
    assert isinstance(solution, ShowdownSolution)
    result = solution.result
    assert result.values.dtype == np.int32
    wide = result.values.astype(np.int64)
    assert narrow_values(wide + HALF).dtype == np.int64
    assert np.array_equal(narrow_values(wide), result.values)


def test_sums_of_narrow_numbers_do_not_run_over() -> None:
    values = np.full(1000, HALF - 1, np.int32)
    weights = np.full(1000, 1 << 20, np.int64)
    (found,) = weighted_sums(np.zeros(1000, np.int64), weights.astype(np.int32), values)
    assert found == 1000 * (HALF - 1) << 20


@pytest.mark.parametrize(
    "game",
    [
        games.three_card_poker,
        pytest.param(games.flush_rush, marks=pytest.mark.heavy),
    ],
    ids=lambda game: game.slug,
)
def test_the_general_solver_agrees_with_the_special_one_at_full_size(game: Game) -> None:
    """Two ways to count: the special one never looks at a whole round by itself, the general one looks at all."""
    special, general = solve(game), GENERAL.solution(game, GENERAL.solve(core_game(game), None))
    assert general.round == special.round
    assert general.round.variance == special.round.variance
    assert general.decisions == special.decisions
