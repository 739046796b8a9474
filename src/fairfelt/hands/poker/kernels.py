"""Straight-line code for poker hands: the look-up behind a key, and batches at full speed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from fairfelt.compute.compile import compile_source
from fairfelt.compute.lazy_numpy import np

from .tables import COLUMN_BITS, ROW_BITS, SUIT_BITS, PokerTables, card_keys, poker_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK: Final = 4096
"""Hands per block: their keys stay in the nearest cache between the two passes."""
UNROLLED: Final = 4


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


def batch_blocks(hands: NDArray[np.uint8], values: NDArray[np.int32]) -> int:
    """Value as many whole blocks as there are, and say how many hands that was.

    A hand is read as one word of eight bytes, which for the last hand would reach past the end: it is left out.
    """
    size = hands.shape[1]
    done = max(len(hands) - 1, 0) // BLOCK * BLOCK
    if done:
        words = np.ndarray((done,), "<u8", hands.data, strides=(size,))
        _block_kernel(size)(words, hands, values[:done], _pair_keys(), *named_tables("value", size).values())
    return done


@cache
def _pair_keys() -> NDArray[np.uint32]:
    """The sum of two cards' keys, by first card + 256 * second: two neighboring bytes of a hand."""
    keys = card_keys()
    pairs = np.zeros((52, 256), np.uint32)
    pairs[:, :52] = keys[:, None] + keys
    return pairs.ravel()


@cache
def _block_kernel(size: int) -> Any:
    return compile_source(block_source(size), "blocks")


def block_source(size: int) -> str:
    """Two passes over a block: keys, then values. The look-ups of the second wait for nothing but each other."""
    pairs = [f"pairs[word >> {16 * at} & 65535]" for at in range(size // 2)]
    single = [f"value_keys[word >> {8 * (size - 1)} & 255]"] if size % 2 else []
    key = " + ".join([*pairs, *single])
    sums = "\n            ".join(f"word = block[i + {at}]; keys[i + {at}] = {key}" for at in range(UNROLLED))
    cards = [f"cards[i, {at}]" for at in range(size)]
    return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def blocks(words, hands, values, pairs, {", ".join(named_tables("value", size))}):
    keys = np.empty({BLOCK}, np.uint32)
    flushed = np.empty({BLOCK}, np.uint16)
    for start in range(0, words.shape[0], {BLOCK}):
        block = words[start : start + {BLOCK}]
        cards = hands[start : start + {BLOCK}]
        found = values[start : start + {BLOCK}]
        for i in range(0, {BLOCK}, {UNROLLED}):
            {sums}
        flushes = 0
        for i in range({BLOCK}):
            key = keys[i]
            found[i] = {value_by_ranks("value", "key")}
            if {_is_flush("value", "key")}:
                flushed[flushes] = i
                flushes += 1
        for j in range(flushes):
            i = flushed[j]
            {_set_flush("value", set_of(cards))}
            found[i] = value
"""
