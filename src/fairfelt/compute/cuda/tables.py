"""Arrays as C sees them: a pointer, a shape, and what the numbers in it can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .ranges import SIGNED, Range

C_TYPES = {
    "uint8": "unsigned char",
    "int8": "signed char",
    "uint16": "unsigned short",
    "int16": "short",
    "uint32": "unsigned",
    "int32": "int",
    "uint64": "unsigned long long",
    "int64": "long long",
    "bool": "unsigned char",
}

NARROW = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32)


@dataclass(frozen=True)
class Table:
    """One array."""

    name: str
    """In C."""
    shape: tuple[int, ...]
    type: str = "long long"
    held: Range = SIGNED
    place: str = "{name}[{at}]"
    """How an element is written down."""
    add: str = "{place} += {value};"
    """How something is added to it."""

    @classmethod
    def of(cls, name: str, array: NDArray[Any]) -> Table:
        """A table that is only read."""
        held = Range(int(array.min()), int(array.max())) if array.size else Range(0, 0)
        return cls(name, array.shape, C_TYPES[array.dtype.name], held)

    def at(self, indices: Sequence[str]) -> str:
        """The element or, with fewer indices than there are dimensions, where the part begins."""
        steps = [prod(self.shape[number + 1 :]) for number in range(len(indices))]
        flat = " + ".join(
            f"({index}) * {step}" if step > 1 else f"({index})" for index, step in zip(indices, steps, strict=True)
        )
        return (
            self.place.format(name=self.name, at=flat) if len(indices) == len(self.shape) else f"{self.name} + {flat}"
        )


def narrow(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in as few bytes as they need: near memory is small."""
    least, most = (int(array.min()), int(array.max())) if array.size else (0, 0)
    fitting = (np.dtype(kind) for kind in NARROW if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max)
    kind = next((kind for kind in fitting if kind.itemsize < array.itemsize), array.dtype)
    return np.ascontiguousarray(array, kind)


def shared_names(tables: Iterable[tuple[str, NDArray[Any]]]) -> dict[str, str]:
    """For each table the name of the first with the same content, so that it is there once and looked into once."""
    first: dict[tuple[str, tuple[int, ...], bytes], str] = {}
    return {name: first.setdefault((a.dtype.name, a.shape, a.tobytes()), name) for name, a in tables}
