"""A solution as a file: its arrays are mapped, so that only the few pages that advice looks into are ever in memory."""

from __future__ import annotations

import mmap
import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import IO, Any

from fairfelt.engine.exact import Solution
from fairfelt.engine.solve import core_game
from fairfelt.rules import Game

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
        return (_read_only, (dict(obj),)) if isinstance(obj, MappingProxyType) else NotImplemented


class _Reader(pickle.Unpickler):
    """The same backward."""

    def __init__(self, body: bytes, game: Game, arrays: list[memoryview]) -> None:
        super().__init__(BytesIO(body), buffers=arrays)
        self._games = _known(game)

    def persistent_load(self, number: int) -> Game:
        return self._games[number]


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
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
        """The bytes of the file."""
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
