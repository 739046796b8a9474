"""What a graphics card does, beside all cores of the same machine; without a card there is nothing to tell."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor

from fairfelt import games
from fairfelt.compute.cuda import Gpu, NoGpu
from fairfelt.rules import Game

from .measure import Row, best_seconds, count_par, dealing_seconds, name_seats

DEALT = ((games.three_card_poker, 1), (games.three_card_poker, 6), (games.ultimate_texas_holdem, 1))
COUNTED = (games.flushes_gone_wild, games.ultimate_texas_holdem, games.texas_holdem_bonus)
CARD_ROUNDS, CORE_ROUNDS = 200_000_000_000, 2_000_000_000
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
            yield Row(f"PAR of {game.title}", "s", _counted(game, gpu), _counted(game, None), "seconds")


def _dealt(game: Game, seats: int, executor: Executor | None) -> float:
    """The dealing alone, as for the cores."""
    rounds = (CARD_ROUNDS if executor else CORE_ROUNDS) // seats
    return rounds / dealing_seconds(game, rounds, seats=seats, executor=executor) / 1e9


def _counted(game: Game, executor: Executor | None) -> float:
    return best_seconds(lambda: count_par(game, executor), rounds=REPEATS)
