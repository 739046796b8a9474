"""Code for poker hands: the straight-line look-up behind a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .tables import COLUMN_BITS, ROW_BITS, SUIT_BITS, PokerTables, poker_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray


def look_up(out: str, key: str, mask: str) -> tuple[str, str]:
    """Statements that set `out` from the hand's key (a name) and its 52-bit set of cards (an expression)."""
    return f"{out} = {value_by_ranks(out, key)}", f"if {_is_flush(out, key)}: {_set_flush(out, mask)}"


def look_up_best(out: str, key: str, mask: str) -> tuple[str, str]:
    """Statements that set `out` where a better hand of other suits may beat a flush."""
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
