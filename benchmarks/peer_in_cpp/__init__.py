"""A peer in C++ for seven and five cards, by the method of OMPEval, built where there is a compiler.

Its tables are made here from our own values of one hand for each key; that it agrees on all other hands is checked
before it is timed.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.hands import POKER

KEYS = np.array([0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181], np.uint64)
"""By rank. No two collections of five, or of seven, ranks have the same sum; the tables refuse to be made otherwise."""
ROW_BITS = 10
RANKS, SUITS = 13, 4
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


class Tables(ctypes.Structure):
    """As in the source."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("added", "held", "displaced", "values", "flushes")]


def prepare(hands: NDArray[np.uint8]) -> Callable[[], NDArray[np.uint16]]:
    """What evaluates these hands; raises ImportError where there is no compiler."""
    count, size = hands.shape
    tables, into = _tables(size), np.empty(count, np.uint16)
    given = Tables(*(table.ctypes.data for table in tables))
    function = getattr(_library(), {5: "evaluate_five", 7: "evaluate_seven"}[size])

    def evaluate() -> NDArray[np.uint16]:
        address, result = ctypes.c_void_p(hands.ctypes.data), ctypes.c_void_p(into.ctypes.data)
        function(ctypes.byref(given), address, ctypes.c_size_t(count), result)
        return into

    return evaluate


@cache
def _library() -> ctypes.CDLL:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        raise ImportError("there is no C++ compiler")
    source, built = Path(__file__).with_name("evaluate.cpp"), Path(mkdtemp()) / "evaluate.so"
    subprocess.run([compiler, *FLAGS, "-o", built, source], check=True)
    return ctypes.CDLL(str(built))


@cache  # they live as long as the program does
def _tables(size: int) -> tuple[NDArray[np.generic], ...]:
    cards = np.arange(RANKS * SUITS)
    suits, ranks = (cards // RANKS).astype(np.uint64), (cards % RANKS).astype(np.uint64)
    added = KEYS[cards % RANKS] + (np.uint64(1) << (np.uint64(32) + np.uint64(4) * suits))
    held = np.uint64(1) << (np.uint64(16) * suits + ranks)
    plain, flushes = _plain_hands(size), _flush_hands(size)
    found = [POKER.batch(plain), POKER.batch(flushes[1])]
    numbers = np.unique(np.concatenate(found))
    displaced, values = _displace(KEYS[plain % RANKS].sum(axis=1), np.searchsorted(numbers, found[0]) + 1)
    by_ranks = np.zeros(1 << RANKS, np.uint16)
    by_ranks[flushes[0]] = np.searchsorted(numbers, found[1]) + 1
    return added, held, displaced, values, by_ranks


def _plain_hands(size: int) -> NDArray[np.uint8]:
    """A hand without a flush for each collection of ranks: the suits go round."""
    chosen = [c for c in combinations_with_replacement(range(RANKS), size) if all(c.count(rank) <= SUITS for rank in c)]
    hands = np.array(chosen)
    return (hands + RANKS * (np.arange(size) % SUITS)).astype(np.uint8)


def _flush_hands(size: int) -> tuple[list[int], NDArray[np.uint8]]:
    """The ranks of one suit, five or more of them, as bits, and a hand with them: other suits fill it up."""
    bits, hands = [], []
    for many in range(5, size + 1):
        for ranks in combinations(range(RANKS), many):
            others = ranks[: size - many]
            bits.append(sum(1 << rank for rank in ranks))
            hands.append([*ranks, *(RANKS + rank for rank in others)])
    return bits, np.array(hands, np.uint8)


def _displace(keys: NDArray[np.uint64], values: NDArray[np.int64]) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """Rows of the key's table laid over each other, the fullest first, each where it first fits."""
    if len(np.unique(keys)) < len(keys):
        raise SystemExit("two collections of ranks have the same key")
    rows, columns = (keys >> np.uint64(ROW_BITS)).astype(int), (keys & np.uint64((1 << ROW_BITS) - 1)).astype(int)
    free, table = np.ones(4 * len(keys), bool), np.zeros(4 * len(keys), np.uint16)
    displaced = np.zeros(rows.max() + 1, np.uint32)
    order = np.argsort(rows, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(rows[order])) + 1)
    for part in sorted(parts, key=len, reverse=True):
        fits = np.logical_and.reduce([free[column : column - (1 << ROW_BITS) or None] for column in columns[part]])
        at = int(fits.argmax())
        free[at + columns[part]] = False
        table[at + columns[part]] = values[part]
        displaced[rows[part[0]]] = at
    return displaced, table
