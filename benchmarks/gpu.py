"""What a graphics card does, beside all cores of the same machine; without a card there is nothing to tell."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor

from fairfelt import games
from fairfelt.compute.cuda import Gpu, NoGpu
from fairfelt.exact.core.price import allowing
from fairfelt.exact.solve import core_game
from fairfelt.exact.solvers.general.solver import count_endings, general_problem, solve_general
from fairfelt.rules import Game

from .measure import Row, best_seconds, count_par, dealing_seconds, name_seats

DEALT = ((games.three_card_poker, 1), (games.three_card_poker, 6), (games.ultimate_texas_holdem, 1))
COURSES = (games.casino_war, games.commission_baccarat, games.classic_blackjack, games.commission_pai_gow)
"""Rounds with a course of play, for which a tenth of the rounds is dealt."""
COUNTED = (games.flushes_gone_wild, games.ultimate_texas_holdem, games.texas_holdem_bonus)
SET = games.face_up_pai_gow
"""Counted on the cores of the machine: no card does it quicker."""
IN_GENERAL = games.caribbean_stud
"""Counted by the solver for any game. An evaluation is the dealer's five cards ranked, compared with the player's hand
and settled, one by one for each round; the player's hand is ranked once for each sight, which is not counted."""
LEAST_EVALUATIONS = 50.0
CARD_ROUNDS, CORE_ROUNDS, FEWER = 200_000_000_000, 1_000_000_000, 10
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
        for game in COURSES:
            ours, cores = _dealt(game, 1, gpu, FEWER), _dealt(game, 1, None, FEWER)
            yield Row(f"{name_seats(game, 1)}, by its course", "thousand million rounds/s", ours, cores, "-")
        for game in COUNTED:
            goal = COUNT_GOALS.get(game, "seconds")
            yield Row(f"PAR of {game.title}", "s", _counted(game, gpu), _counted(game, None), goal)
        yield Row(f"PAR of {SET.title}, on all cores", "s", _counted(SET, None), None, "under 2")
        whole, counting = _in_general(gpu)
        what = f"{IN_GENERAL.title} by the general solver"
        yield Row(what, "thousand million evaluations/s", whole, LEAST_EVALUATIONS, "50 or more")
        yield Row(
            f"{what}, the count alone", "thousand million evaluations/s", counting, LEAST_EVALUATIONS, "50 or more"
        )


def _dealt(game: Game, seats: int, executor: Executor | None, fewer: int = 1) -> float:
    """The dealing alone, as for the cores; so many times fewer rounds."""
    rounds = (CARD_ROUNDS if executor else CORE_ROUNDS) // seats // fewer
    return rounds / dealing_seconds(game, rounds, seats=seats, executor=executor) / 1e9


def _in_general(gpu: Gpu) -> tuple[float, float]:
    """Evaluations a second: of the whole solver, ordering the sights in, and of counting how they end."""
    game = core_game(IN_GENERAL)
    problem = general_problem(game)
    with allowing(problem.cost.steps):
        found = solve_general(game, gpu)
        seconds = best_seconds(lambda: solve_general(game, gpu), rounds=REPEATS, warm_up=False)
    counting = best_seconds(
        lambda: count_endings(found.settlements, found.sights[-1], gpu), rounds=REPEATS, warm_up=False
    )
    evaluations = len(found.sights[-1]) * found.following[-1] / 1e9
    return evaluations / seconds, evaluations / counting


def _counted(game: Game, executor: Executor | None) -> float:
    return best_seconds(lambda: count_par(game, executor), rounds=REPEATS)
