"""Code for poker hands: the straight-line look-up behind a key, and batches at full speed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairfelt.compute.compile import compile_source
from fairfelt.compute.lazy_numpy import np

from .places import LANES, values_by_place
from .tables import COLUMN_BITS, ROW_BITS, SUIT_BITS, PokerTables, poker_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK: Final = 4096
"""Hands per block: their places stay in the nearest cache until they are looked up."""


def look_up(out: str, key: str, mask: str) -> tuple[str, str]:
    """Statements that set `out` from the hand's key (a name) and its 52-bit set of cards (an expression)."""
    return f"{out} = {value_by_ranks(out, key)}", f"if {_is_flush(out, key)}: {_set_flush(out, mask)}"


def look_up_best(out: str, key: str, mask: str) -> tuple[str, str]:
    """The same where a flush may stand beside a better hand of other suits."""
    beside = _set_flush(f"{out}_f", mask, tables=out)
    return f"{out} = {value_by_ranks(out, key)}", f"if {_is_flush(out, key)}: {beside}; {out} = max({out}, {out}_f)"


def value_by_ranks(out: str, key: str) -> str:
    column = f"({key} >> {SUIT_BITS} & {(1 << COLUMN_BITS) - 1})"
    row = f"{out}_rows[{key} >> {SUIT_BITS + COLUMN_BITS} & {(1 << ROW_BITS) - 1}]"
    return f"{out}_values[{column} + {row}]"


def _is_flush(out: str, key: str) -> str:
    return f"{out}_suited[{key} & {(1 << SUIT_BITS) - 1}]"


def _set_flush(out: str, mask: str, *, tables: str = "") -> str:
    suits = ", ".join(f"{tables or out}_flushes[{out}_m >> {13 * suit} & 8191]" for suit in range(4))
    return f"{out}_m = {mask}; {out} = max({suits})"


def set_of(cards: Sequence[str]) -> str:
    """The 52-bit set of the named cards, as an expression."""
    return " | ".join(f"1 << {card}" for card in cards)


def named_tables(out: str, size: int) -> dict[str, NDArray[Any]]:
    """The arrays that `look_up` and a sum of keys need for poker, by the names it uses."""
    return named(out, poker_tables(size))


def named(out: str, tables: PokerTables) -> dict[str, NDArray[Any]]:
    """The arrays of other tables of that form."""
    return {
        f"{out}_keys": tables.card_keys,
        f"{out}_rows": tables.rows,
        f"{out}_values": tables.values,
        f"{out}_suited": tables.suited,
        f"{out}_flushes": tables.flushes,
    }


def batch_by_place(hands: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Values of many hands, one a row; None where code for sixteen at once cannot be compiled."""
    try:
        from .lanes import LOOK_UP
    except ModuleNotFoundError:
        return None
    if LOOK_UP is None:
        return None
    count, size = hands.shape
    kernel, table, values = _kernel(size), values_by_place(size), np.empty(count, np.int32)
    done = max(count - 1, 0) // LANES * LANES
    if done:
        kernel(hands, values[:done], table)
    if done < count:  # what follows them in memory is not ours to read
        last, found = np.zeros((LANES + 1, size), np.uint8), np.empty(LANES, np.int32)
        last[: count - done] = hands[done:]
        kernel(last, found, table)
        values[done:] = found[: count - done]
    return values


@cache
def _kernel(size: int) -> Any:
    """Machine code is kept by its source's text, and what that text calls is in these files."""
    called = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("lanes", "places"))
    return compile_source(f"{block_source(size)}\n# {hashlib.sha256(called).hexdigest()}\n", "blocks")


def block_source(size: int) -> str:
    """Two passes over a block: places, then values, four to a word of places. A row must follow the last hand."""
    look_ups = [f"v{n} = by_place[word >> {16 * n} & 65535]" for n in range(4)]
    return f"""import numpy as np
from numba import njit
from fairfelt.hands.poker.lanes import place_finder

find_places = place_finder({size})

@njit(nogil=True, cache=True, boundscheck=False)
def blocks(hands, values, by_place):
    places = np.empty({BLOCK}, np.uint16)
    words = places.view(np.uint64)
    for start in range(0, values.shape[0], {BLOCK}):
        found = values[start : start + {BLOCK}]
        for i in range(0, found.shape[0], {LANES}):
            find_places(hands, start + i, places, i)
        for i in range(0, found.shape[0], 4):
            word = words[i >> 2]
            {"; ".join(look_ups)}
            {"; ".join(f"found[i + {n}] = v{n}" for n in range(4))}
"""
