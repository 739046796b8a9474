"""Tables that advice looks into: they come with the package or lie on disk, and are made where they do neither."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.code_version import code_version
from fairfelt.engine.answers.key import source_of
from fairfelt.engine.answers.shipped import TABLE, read_shipped
from fairfelt.rules.fingerprints import plain
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.compute.compile import write_whole
from fairfelt.runtime.configuration import cache_folder, seal, unseal

DIGEST_BYTES = 32
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
        return self.name is not None and ((cache_folder() / self.name).exists() or read_shipped(self.name) is not None)

    @property
    def is_as_made(self) -> bool | None:
        """Whether what is kept is what is made now; None where nothing is kept."""
        kept = self.read()
        if kept is None:
            return None
        made = self.make(*self.decided_by)
        return kept.keys() == made.keys() and all(np.array_equal(kept[name], made[name]) for name in made)

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
        with suppress(OSError):
            content = self.name and (
                read_shipped(self.name) or unseal(self.name, (cache_folder() / self.name).read_bytes())
            )
            return from_bytes(content) if content else None
        return None

    def packed(self) -> bytes:
        """As it is kept."""
        return to_bytes(self.arrays)


@lru_cache(REMEMBERED)
def _arrays(table: KeptTable) -> Arrays:
    found = table.read()
    if found is None:
        found = table.make(*table.decided_by)
        if table.name:
            with suppress(OSError):
                write_whole(cache_folder() / table.name, seal(table.name, to_bytes(found)))
    return found


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
