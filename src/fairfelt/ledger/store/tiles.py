"""Tiles of the tree over the events: written in the transaction that fills them, read by proofs, verified by all.

A tile is a full subtree of 256 hashes. One of level 0 holds the hashes of 256 leaves, one of level 1 the roots of 256
tiles of level 0, and so on: a proof over very many leaves reads little.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from sqlalchemy import Connection, func, insert, select

from ..chain import leaf_of
from ..errors import LedgerCorrupt
from ..transparency.merkle import HASH_BYTES, TILE_LEAVES, TILE_LEVELS, fold
from .tables import EVENTS, TILES

TILE_BYTES = TILE_LEAVES * HASH_BYTES
MOST_KEPT_ROOTS = 100_000


Roots = dict[tuple[int, int], bytes]
"""Roots of tiles by level and index."""


class TileTree:
    """Subtrees of the tree as the database has it."""

    def __init__(self, connection: Connection, roots: Roots) -> None:
        """Roots of full tiles never change: they are kept from one tree to the next of the same log."""
        self._connection, self._roots = connection, roots

    def subtree(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        tile_level, above = divmod(level, TILE_LEVELS)
        return fold(self.hashes(tile_level, index << above, 1 << above))

    def tile_root(self, level: int, index: int) -> bytes:
        root = self._roots.get((level, index))
        if root is None:
            root = fold(self.hashes(level, index << TILE_LEVELS, TILE_LEAVES))
            if len(self._roots) >= MOST_KEPT_ROOTS:
                self._roots.clear()
            self._roots[level, index] = root
        return root

    def hashes(self, level: int, first: int, many: int) -> bytes:
        """Neighbors in one tile; if it is not full, they come from the tiles below."""
        if tile := self._tile(level, first >> TILE_LEVELS):
            begin = first % TILE_LEAVES * HASH_BYTES
            return tile[begin : begin + many * HASH_BYTES]
        if level == 0:
            return self._leaves(first, first + many)
        return b"".join([self.tile_root(level - 1, index) for index in range(first, first + many)])

    def _tile(self, level: int, index: int) -> bytes | None:
        wanted = select(TILES.c.hashes).where(TILES.c.level == level, TILES.c.index == index)
        found = self._connection.execute(wanted).scalar_one_or_none()
        if found is not None and len(found) != TILE_BYTES:
            raise LedgerCorrupt(f"tile {index} of level {level} was changed: it has {len(found)} bytes")
        return found

    def _leaves(self, start: int, end: int) -> bytes:
        """Leaves from one on and up to another; the first event is leaf 0."""
        hashes = self._connection.execute(
            select(EVENTS.c.hash).where(EVENTS.c.number > start, EVENTS.c.number <= end).order_by(EVENTS.c.number)
        ).scalars()
        found = [leaf_of(hash_) for hash_ in hashes]
        if len(found) != end - start:
            raise LedgerCorrupt(f"{end - start - len(found)} of the events from {start + 1} to {end} are missing")
        return b"".join(found)


def write_tiles(connection: Connection, before: int, size: int) -> None:
    """Write every tile that was filled since the tree had `before` events, all of which stand in the database."""
    tree, level = TileTree(connection, {}), 0
    first, end = before // TILE_LEAVES, size // TILE_LEAVES
    while first < end:
        full = ((index, tree.hashes(level, index << TILE_LEVELS, TILE_LEAVES)) for index in range(first, end))
        connection.execute(insert(TILES), [{"level": level, "index": at, "hashes": hashes} for at, hashes in full])
        level, first, end = level + 1, first // TILE_LEAVES, end // TILE_LEAVES


def check_tiles(connection: Connection, filled: Sequence[bytes], size: int) -> None:
    """Hold the tiles against a replay: it knows how many there are, and the roots of the last that were filled."""
    _check_counts(connection, size)
    level, known, many = 0, filled, size >> TILE_LEVELS
    while many:
        first = many - len(known)  # the first tile of this level whose root is known
        check_roots(connection, level, first, known)
        # What stands in the tiles above: those roots, from the first tile on that is made of known ones alone.
        skipped = -first % TILE_LEAVES
        full = (len(known) - skipped) // TILE_LEAVES
        groups = (known[at : at + TILE_LEAVES] for at in range(skipped, skipped + full * TILE_LEAVES, TILE_LEAVES))
        level, known, many = level + 1, [fold(b"".join(group)) for group in groups], many >> TILE_LEVELS


def check_roots(connection: Connection, level: int, first: int, known: Sequence[bytes]) -> None:
    """Hold tiles of one level, from one on, against the roots that they must have."""
    found = [fold(tile) for _, tile in _tiles(connection, level, first, first + len(known))]
    for index, (root, expected) in enumerate(zip_longest(found, known), start=first):
        if root != expected:
            raise LedgerCorrupt(f"tile {index} of level {level} was changed: it is not what its events make")


def _check_counts(connection: Connection, size: int) -> None:
    rows = connection.execute(
        select(TILES.c.level, func.count(), func.min(TILES.c.index), func.max(TILES.c.index)).group_by(TILES.c.level)
    )
    found = {level: (many, least, most) for level, many, least, most in rows}
    expected, many = dict[int, tuple[int, int, int]](), size >> TILE_LEVELS
    while many:
        expected[len(expected)] = (many, 0, many - 1)
        many >>= TILE_LEVELS
    if found != expected:
        raise LedgerCorrupt(f"tiles of the tree over {size} events are missing, or there are too many")


def _tiles(connection: Connection, level: int, first: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Tiles of one level, read in chunks."""
    wanted = select(TILES.c.index, TILES.c.hashes).where(TILES.c.level == level).order_by(TILES.c.index)
    for begin in range(first, end, TILE_LEAVES):
        among = TILES.c.index >= begin, TILES.c.index < min(begin + TILE_LEAVES, end)
        yield from connection.execute(wanted.where(*among)).all()
