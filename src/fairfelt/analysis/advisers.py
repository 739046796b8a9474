"""Advisers: what a coach asks.

Most games value one hand by itself. The others are solved in processes that end, so that what took much memory is given
back, and their solutions lie in files: only the few pages that advice looks into are ever in memory.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from tempfile import TemporaryFile
from threading import Lock
from types import MappingProxyType
from typing import IO, Any

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Solution
from fairfelt.engine.one_hand import find_one_hand, values_alone
from fairfelt.engine.solve import core_game, is_kept, solver_of
from fairfelt.rules import Cards, Course, Decide, Draw, Game, UnknownName
from fairfelt.rules.cards import Card, format_cards, parse_cards
from fairfelt.runtime.configuration import cache_folder

# A solution as a file: its arrays are mapped.


ALIGNED = 64
"""Arrays begin where vectors of a processor may."""
LENGTH_BYTES = 8
PAGE_OUT = 21
"""MADV_PAGEOUT of Linux: what was changed in a page is kept, unlike with MADV_DONTNEED."""


class _Writer(pickle.Pickler):
    """Arrays are put aside, and a game is named: the process that reads has it."""

    def __init__(self, body: BytesIO, game: Game, aside: Callable[[pickle.PickleBuffer], None]) -> None:
        super().__init__(body, protocol=5, buffer_callback=aside)
        self._games = _known(game)

    def persistent_id(self, obj: Any) -> int | None:
        return self._games.index(obj) if isinstance(obj, Game) else None

    def reducer_override(self, obj: Any) -> Any:
        return (read_only, (dict(obj),)) if isinstance(obj, MappingProxyType) else NotImplemented


class _Reader(pickle.Unpickler):
    """The same backward."""

    def __init__(self, body: bytes, game: Game, arrays: list[memoryview]) -> None:
        super().__init__(BytesIO(body), buffers=arrays)
        self._games = _known(game)

    def persistent_load(self, number: int) -> Game:
        return self._games[number]


def read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """By a name that can be written, which the type has not."""
    return MappingProxyType(values)


def _known(game: Game) -> tuple[Game, ...]:
    """The games that a solution speaks of."""
    return game, core_game(game)


def write_solution(solution: Solution, file: IO[bytes]) -> None:
    """Write all of a solution but its game; an error where it speaks of other games or has no plain form."""
    body, arrays = BytesIO(), list[memoryview]()
    _Writer(body, solution.game, lambda array: arrays.append(array.raw())).dump(solution)
    head = pickle.dumps((body.getvalue(), [array.nbytes for array in arrays]))
    file.write(len(head).to_bytes(LENGTH_BYTES) + head)
    for array in arrays:
        file.seek(_aligned(file.tell()))
        file.write(array)


@dataclass(frozen=True)
class Mapped:
    """A solution and the file that its arrays lie in."""

    solution: Solution
    file: mmap.mmap

    @property
    def size(self) -> int:
        return len(self.file)

    def rest(self) -> None:
        """Take its pages out of memory until they are looked at again; a system that cannot leaves them there."""
        with suppress(OSError, ValueError):
            self.file.madvise(PAGE_OUT)


def read_solution(game: Game, file: IO[bytes]) -> Mapped:
    """The solution; only for files that a process of our own has just written."""
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    whole = memoryview(mapped)
    end = LENGTH_BYTES + int.from_bytes(whole[:LENGTH_BYTES])
    body, sizes = pickle.loads(whole[LENGTH_BYTES:end])
    arrays = []
    for size in sizes:
        start = _aligned(end)
        end = start + size
        arrays.append(whole[start:end])
    solution: Solution = _Reader(body, game, arrays).load()
    return Mapped(solution, mapped)


def _aligned(place: int) -> int:
    return -(-place // ALIGNED) * ALIGNED


# One game solved in a process of its own, which writes the solution to a file that is open already.


def solve_into(file_number: str, slug: str, variant: str = "") -> None:
    """Solve a game and write the solution to the file of that number."""
    solution = engine.advisor(games.find(slug, variant))
    make_ready(solution)
    with os.fdopen(int(file_number), "wb") as file:
        write_solution(solution, file)


def make_ready(solution: Solution) -> None:
    """Have all made and compiled that is made when it is first asked for."""
    assert solution.decisions is not None, "what is lazy is counted now"
    hand, community, dealer = map(parse_cards, example_hand(solution.game))
    if hand:
        solution.advise(hand, community, dealer)


MOST_BYTES = 2 << 30
"""Of files, which are on disk: enough for every game of the catalogue."""
LIGHT_S = 1.0
"""A course that takes no longer is solved here: a process takes as long to begin."""
CODE = f"import sys; from {__name__} import solve_into; solve_into(*sys.argv[1:])"
WORKER = (sys.executable, "-W", "ignore", "-c", CODE)


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


# A hand to ask about, for a game that nobody has said anything of.


EVERY = 11
"""Examples take each eleventh card of the deck: mixed in rank and suit."""


def example_hand(game: Game) -> tuple[str, str, str]:
    """Cards for a hand and, where a decision sees them, for the table and the dealer; none without a decision."""
    if not game.streets:
        return "", "", ""
    if game.course:
        return _on_a_course(game, game.course)
    mixed = [game.deck.cards[at * EVERY % len(game.deck)] for at in range(len(game.deck))]
    first = game.hole + sum(street.community for street in game.streets)
    last = first + sum(street.dealer for street in game.streets)
    return format_cards(mixed[: game.hole]), format_cards(mixed[game.hole : first]), format_cards(mixed[first:last])


def _on_a_course(game: Game, course: Course[Any]) -> tuple[str, str, str]:
    """The first cards that lead to a decision, from a deck that is mixed or has its ranks together."""
    for every in (EVERY, len(game.deck.ranks)):
        mixed = [game.deck.cards[at * every % len(game.deck)] for at in range(len(game.deck))]
        shoe = iter(mixed)
        held: dict[Cards, list[Card]] = {place: [] for place in Cards}
        state = course.start(1)
        while isinstance(step := course.next(state), Draw):
            card = next(shoe)
            state = course.draw(state, card)
            held[step.to] += [card] if step.face_up or step.to is Cards.OWN else []
        if isinstance(step, Decide):
            return format_cards(held[Cards.OWN]), format_cards(held[Cards.COMMUNITY]), format_cards(held[Cards.DEALER])
    return "", "", ""


# Memory of this process; nothing is done where the C library is another.


_ARENA_MAX = -8
ARENAS = 2
"""Places that threads take memory from: each keeps what was freed in it, and the usual number is eight a core."""


def trim_memory() -> None:
    """After something large, return to the system what is free in this process: the C library keeps what was freed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def limit_arenas() -> None:
    """Before there are threads: have all of them take memory from a few places."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)
