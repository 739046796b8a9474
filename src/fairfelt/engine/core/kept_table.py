"""Tables that advice looks into: they come with the package or lie on disk, and are made where they do neither."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.key import code_version, read_shipped, source_of
from fairfelt.rules.fingerprints import plain
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.configuration import has_kept, keep, read_kept

DIGEST_BYTES = 32
TABLE = "fairfelt_table_"
"""The names of tables begin so."""
REMEMBERED = 8
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class KeptTable:
    """Arrays that take seconds to make; games that are alike in what decides them share one table."""

    make: Callable[..., Arrays]
    decided_by: tuple[Any, ...]
    """What `make` is called with."""

    @property
    def arrays(self) -> Arrays:
        """Read, or made and kept."""
        return _arrays(self)

    @property
    def is_kept(self) -> bool:
        """Whether there is something to read."""
        return self.name is not None and is_kept(self.name)

    @property
    def is_as_made(self) -> bool | None:
        """Whether what is kept is what is made now; None where nothing is kept."""
        kept = self.read()
        return None if kept is None else are_equal(kept, self.make(*self.decided_by))

    @cached_property
    def name(self) -> str | None:
        """What it is kept under: what decides it to the last word, and the code; None where some code has no file."""
        sources = [source_of(part) for part in self.decided_by if isinstance(part, Ranking)]
        if None in sources:
            return None
        parts = [code_version(), self.make.__qualname__, sources, list(map(plain, self.decided_by))]
        return TABLE + hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]

    def read(self) -> Arrays | None:
        """What is kept, if it is whole."""
        return read_arrays(self.name) if self.name else None

    def packed(self) -> bytes:
        return to_bytes(self.arrays)


@lru_cache(REMEMBERED)
def _arrays(table: KeptTable) -> Arrays:
    found = table.read()
    if found is None:
        found = table.make(*table.decided_by)
        if table.name:
            keep(table.name, to_bytes(found))
    return found


def is_kept(name: str) -> bool:
    """Whether there is something to read under a name."""
    return has_kept(name) or read_shipped(name) is not None


def read_arrays(name: str) -> dict[str, NDArray[Any]] | None:
    """Arrays that come with the package, or were kept; None if there are none, or they are not whole."""
    content = read_shipped(name) or read_kept(name)
    return from_bytes(content) if content else None


def are_equal(some: Arrays, others: Arrays) -> bool:
    """Whether two sets of arrays are the same, name by name."""
    return some.keys() == others.keys() and all(np.array_equal(some[name], others[name]) for name in some)


def to_bytes(arrays: Arrays, *, compressed: bool = False) -> bytes:
    """Plain arrays behind their digest."""
    content = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(content, **arrays)  # type: ignore[arg-type]
    return hashlib.sha256(content.getbuffer()).digest() + content.getvalue()


def from_bytes(whole: bytes) -> dict[str, NDArray[Any]] | None:
    """The same back; None if they are not what was written."""
    digest, content = whole[:DIGEST_BYTES], whole[DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return dict(arrays)


def places(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Values by their places among those that occur, in as few bytes as these take; and those, ascending."""
    known, found = np.unique(values, return_inverse=True)
    return found.astype(np.uint8 if len(known) <= 1 << 8 else np.uint16 if len(known) <= 1 << 16 else np.int32), known
