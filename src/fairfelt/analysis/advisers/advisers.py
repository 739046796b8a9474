"""The advisers that were asked for last, and how one is made ready."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Lock

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Solution
from fairfelt.engine.kept_results import is_kept
from fairfelt.engine.one_hand import find_one_hand, values_alone
from fairfelt.engine.solve import core_game, solver_of
from fairfelt.rules import Game, UnknownName
from fairfelt.runtime.configuration import cache_folder

from .handing_over import Mapped, read_solution
from .worker import make_ready

MOST_BYTES = 2 << 30
"""Of files, which are on disk: enough for every game of the catalogue."""
LIGHT_S = 1.0
"""A course that takes no longer is solved here: a process takes as long to begin."""
WORKER = (sys.executable, "-W", "ignore", "-m", "fairfelt.analysis.advisers.worker")


class Advisers:
    """Solutions by their games, the last ones used; each lies in a file without a name, gone once it is forgotten."""

    def __init__(self, most_bytes: int = MOST_BYTES, command: Sequence[str] = WORKER) -> None:
        self._most_bytes, self._command = most_bytes, tuple(command)
        self._kept: OrderedDict[Game, Mapped] = OrderedDict()
        self._solving: set[subprocess.Popen[bytes]] = set()
        self._guard = Lock()

    def __contains__(self, game: Game) -> bool:
        return game in self._kept

    def find(self, game: Game) -> Solution | None:
        """The solution, if it is there."""
        with self._guard:
            if game not in self._kept:
                return None
            self._kept.move_to_end(game)
            return self._kept[game].solution

    def keep(self, game: Game, mapped: Mapped) -> None:
        """Keep it, let the others rest, and forget the oldest if all together are too large."""
        with self._guard:
            for other in self._kept.values():
                other.rest()
            self._kept[game] = mapped
            self._kept.move_to_end(game)
            while sum(kept.size for kept in self._kept.values()) > self._most_bytes and len(self._kept) > 1:
                self._kept.popitem(last=False)

    def solve_apart(self, game: Game) -> bool:
        """Have it solved in a process that ends; False where that cannot be."""
        with TemporaryFile(dir=cache_folder()) as file:
            number = file.fileno()
            words = (*self._command, str(number), game.slug, *([game.variant] if game.variant else []))
            with self._guard:
                process = subprocess.Popen(words, pass_fds=(number,), stdin=subprocess.DEVNULL)
                self._solving.add(process)
            code = process.wait()
            self._solving.discard(process)
            if code < 0:
                raise RuntimeError(f"the process that solved {game.title} was ended by signal {-code}")
            if code == 0:
                self.keep(game, read_solution(game, file))
        return code == 0

    def stop(self) -> None:
        """End whatever is being solved."""
        with self._guard:
            for process in self._solving:
                process.kill()


_ADVISERS = Advisers()


def prepare_adviser(game: Game, executor: Executor) -> None:
    """Make ready what `find_adviser` answers by: hands by themselves, or else the whole game solved."""
    if not find_one_hand(core_game(game)):
        prepare_solution(game, executor)


def prepare_solution(game: Game, executor: Executor) -> None:
    """Have a game solved: here if that takes no time or no memory."""
    if game not in _ADVISERS and not (_is_light(game) or _solved_apart(game)):
        make_ready(engine.advisor(game, executor=executor))


def _is_light(game: Game) -> bool:
    """Whether it is solved soon and without kernels, or comes with the package, which only has what is small."""
    core = core_game(game)
    solver = solver_of(core)
    ships = bool(solver.keeping and solver.keeping.ships and is_kept(solver, core))
    if ships and all(table.is_kept for table in solver.tables(core)):
        return True
    return core.course is not None and solver.seconds(core) <= LIGHT_S


def _solved_apart(game: Game) -> bool:
    """Whether a process apart has solved it: one that finds it by its name, and where files are handed on."""
    with suppress(UnknownName, OSError):
        return os.name == "posix" and games.find(game.slug, game.variant) == game and _ADVISERS.solve_apart(game)
    return False


def find_adviser(game: Game) -> Solution:
    """What any hand of a game is worth; solved now where it was not prepared."""
    return find_one_hand(core_game(game)) or find_solution(game)


def find_solution(game: Game) -> Solution:
    """The whole game, for its figures with other pays."""
    return _ADVISERS.find(game) or engine.advisor(game)


def is_prepared(game: Game) -> bool:
    """Whether `find_adviser` answers in about a second."""
    return values_alone(core_game(game)) or is_solved(game)


def is_solved(game: Game) -> bool:
    """Whether `find_solution` answers in about a second."""
    return game in _ADVISERS or engine.is_at_hand(game)


def stop_solving() -> None:
    """Let go of what is being solved: the server ends."""
    _ADVISERS.stop()
