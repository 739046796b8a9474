"""Tables for poker hands of which one card may be a joker that is only half wild.

       48 47       32          22            11 10            0
      +--+-----------+--------+----------------+---------------+
      | j|   suits   |        |      row       |    column     |      a card's key, and any sum of them
      +--+-----------+--------+----------------+---------------+
           four bits a suit    rank weights, modulo 2**23

A suit counts its cards from three up, so that its highest bit says that five are together (from four up where four
make a flush); the joker counts in every suit and has no rank. Hands with the joker have rows of their own behind
those without:

      value  =  values[rows[row] + column]        or the flush of the suit that is full, if that is better
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fairfelt.runtime.compute.lazy_numpy import np

from ..ranking import Straightline
from .tables import COLUMN_BITS, RANK_BITS, RANK_WEIGHTS, ROW_BITS, Value, flush_values, pack_rows, rank_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

JOKER: Final = 52
SUITS_AT: Final = 32
JOKER_AT: Final = 48
EVERY_SUIT: Final = 0x1111 << SUITS_AT
FROM: Final = 3 * EVERY_SUIT
"""What every sum begins with."""
FROM_FOUR: Final = 4 * EVERY_SUIT
"""What every sum begins with if four cards make a flush."""
FULL: Final = 8 * EVERY_SUIT
"""The highest bits of the suits."""
BEST: Final = 5


@dataclass(frozen=True)
class JokerTables:
    """All that a kernel for hands of one size looks into."""

    keys: NDArray[np.int64]
    rows: NDArray[np.int32]
    values: NDArray[np.int32]
    flushes: NDArray[np.int32]
    """By the 13-bit set of a suit's ranks, and again for the same beside the joker; 0 for too few of them."""


def joker_tables(value: Value, with_joker: Value, size: int, best: int = BEST) -> JokerTables:
    """Tables for the best five of `size` cards, or the best four; `with_joker` values one less beside the joker."""
    plain = pack_rows(*rank_values(value, best, size))
    keys, beside = rank_values(with_joker, best - 1, size - 1)
    if size > best:
        # A full house without the joker is better than anything the joker makes of it.
        beside = np.maximum(beside, rank_values(value, best, size - 1)[1])
    rows, values = pack_rows(keys, beside)
    return JokerTables(
        card_keys(),
        np.concatenate((plain[0].astype(np.int32), rows.astype(np.int32) + len(plain[1]))),
        np.concatenate((plain[1], values)),
        np.concatenate((flush_values(value, best), flush_values(with_joker, best - 1))),
    )


def card_keys() -> NDArray[np.int64]:
    """The key of each card, the joker's last."""
    suited = [weight | 1 << SUITS_AT + 4 * suit for suit in range(4) for weight in RANK_WEIGHTS]
    return np.array([*suited, EVERY_SUIT | 1 << JOKER_AT], np.int64)


def look_up(out: str, mask: str, tables: JokerTables) -> Straightline:
    """Statements that set `out` from the hand's key and its set of cards (an expression)."""
    key = f"{out}_k"
    row = f"({key} >> {COLUMN_BITS} & {(1 << ROW_BITS) - 1} | {key} >> {JOKER_AT} << {ROW_BITS})"
    suits = ", ".join(f"{out}_flushes[{out}_j | {out}_m >> {13 * suit} & 8191]" for suit in range(4))
    statements = (
        f"{out} = {out}_values[({key} & {(1 << COLUMN_BITS) - 1}) + {out}_rows[{row}]]",
        f"if {key} & {FULL}: {out}_j = {key} >> {JOKER_AT} << 13; {out}_m = {mask}; {out} = max({out}, {suits})",
    )
    return Straightline(statements, _named(out, tables))


def _named(out: str, tables: JokerTables) -> dict[str, NDArray[Any]]:
    return {
        f"{out}_keys": tables.keys,
        f"{out}_rows": tables.rows,
        f"{out}_values": tables.values,
        f"{out}_flushes": tables.flushes,
    }


assert RANK_BITS + 3 < SUITS_AT, "eight weights fit below the suits"
