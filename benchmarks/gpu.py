"""What a graphics card does, beside all cores of the same machine; without a card there is nothing to tell."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor

from fairfelt import games
from fairfelt.compute.cuda import Gpu, NoGpu
from fairfelt.exact.core.price import allowing
from fairfelt.exact.solve import core_game
from fairfelt.exact.solvers.general.solver import general_problem, solve_general
from fairfelt.rules import Game

from .measure import Row, best_seconds, count_par, dealing_seconds, name_seats

DEALT = ((games.three_card_poker, 1), (games.three_card_poker, 6), (games.ultimate_texas_holdem, 1))
COUNTED = (games.flushes_gone_wild, games.ultimate_texas_holdem, games.texas_holdem_bonus)
SET = games.face_up_pai_gow
"""Counted on the cores of the machine: no card does it quicker."""
IN_GENERAL = games.caribbean_stud
"""Counted by the solver for any game: so many rounds are looked at, and no two of them are taken together."""
CARD_ROUNDS, CORE_ROUNDS = 200_000_000_000, 1_000_000_000
COUNT_GOALS = {games.ultimate_texas_holdem: "under 0.4"}
GOALS = {(games.three_card_poker, 1): "40 or more"}
REPEATS = 2


def rows() -> Iterator[Row]:
    """Simulation, then complete PAR sheets of games that are heavy to count."""
    try:
        gpu = Gpu()
    except NoGpu as trouble:
        print(trouble)
        return
    with gpu:
        print(gpu.title)
        for game, seats in DEALT:
            ours, cores = _dealt(game, seats, gpu), _dealt(game, seats, None)
            yield Row(name_seats(game, seats), "thousand million rounds/s", ours, cores, GOALS.get((game, seats), "-"))
        for game in COUNTED:
            goal = COUNT_GOALS.get(game, "seconds")
            yield Row(f"PAR of {game.title}", "s", _counted(game, gpu), _counted(game, None), goal)
        yield Row(f"PAR of {SET.title}, on all cores", "s", _counted(SET, None), None, "under 2")
        what = f"{IN_GENERAL.title} by the general solver"
        yield Row(what, "thousand million rounds/s", _in_general(gpu), None, "50 or more")


def _dealt(game: Game, seats: int, executor: Executor | None) -> float:
    """The dealing alone, as for the cores."""
    rounds = (CARD_ROUNDS if executor else CORE_ROUNDS) // seats
    return rounds / dealing_seconds(game, rounds, seats=seats, executor=executor) / 1e9


def _in_general(gpu: Gpu) -> float:
    """Rounds a second, compiling and ordering the sights in."""
    game = core_game(IN_GENERAL)
    cost = general_problem(game).cost
    with allowing(cost.steps):
        seconds = best_seconds(lambda: solve_general(game, gpu), rounds=1, warm_up=False)
    return cost.evaluations / seconds / 1e9


def _counted(game: Game, executor: Executor | None) -> float:
    return best_seconds(lambda: count_par(game, executor), rounds=REPEATS)
