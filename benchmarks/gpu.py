"""What a GPU does, beside all cores of the same machine; without a card there is nothing to tell."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt import games
from fairfelt.engine.core.price import allowing
from fairfelt.engine.simulation import simulate
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solver import count_endings, general_problem, solve_general
from fairfelt.runtime.compute.cuda import Gpu, NoGpu

from .measure import Row, best_seconds

IN_GENERAL = games.caribbean_stud
"""Counted by the solver for any game. An evaluation is the dealer's five cards ranked, compared with the player's hand
and settled, one by one for each round; the player's hand is ranked once for each sight, which is not counted."""
LEAST_EVALUATIONS = 300.0
DEALT = ((games.three_card_poker, False, 100.0), (games.classic_blackjack, True, 10.0))
"""Games, whether only the round is counted, and the least thousand million rounds a second."""
ROUNDS = 1 << 36
REPEATS = 2


def rows() -> Iterator[Row]:
    """Rounds dealt; then any game: a whole solution, and the count alone."""
    try:
        gpu = Gpu()
    except NoGpu as trouble:
        print(trouble)
        return
    with gpu:
        print(gpu.title)
        for game, round_only, least in DEALT:
            found = simulate(game, rounds=ROUNDS, seed=1, round_only=round_only, executor=gpu)
            what, goal = f"{game.title} dealt", f"{least:.0f} or more"
            yield Row(what, "thousand million rounds/s", ROUNDS / found.seconds / 1e9, least, goal)
        whole, counting = _in_general(gpu)
        what = f"{IN_GENERAL.title} by the general solver"
        yield Row(what, "thousand million evaluations/s", whole, LEAST_EVALUATIONS, "300 or more")
        yield Row(
            f"{what}, the count alone", "thousand million evaluations/s", counting, LEAST_EVALUATIONS, "300 or more"
        )


def _in_general(gpu: Gpu) -> tuple[float, float]:
    """Evaluations a second: of the whole solver, ordering the sights in, and of counting how they end."""
    game = core_game(IN_GENERAL)
    problem = general_problem(game)
    with allowing(problem.cost.steps):
        found = solve_general(game, gpu)
        seconds = best_seconds(lambda: solve_general(game, gpu), rounds=REPEATS, warm_up=False)
    counting = best_seconds(
        lambda: count_endings(found.settlements, found.information_sets[-1], gpu), rounds=REPEATS, warm_up=False
    )
    evaluations = len(found.information_sets[-1]) * found.following[-1] / 1e9
    return evaluations / seconds, evaluations / counting
