"""Tiles: full subtrees of 256 hashes, kept so that a proof over very many leaves reads little.

A tile of level 0 holds the hashes of 256 leaves, a tile of level 1 the roots of 256 tiles of level 0, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .merkle import HASH_BYTES, TILE_LEVELS, hash_node

TILE_LEAVES = 1 << TILE_LEVELS
TILE_BYTES = TILE_LEAVES * HASH_BYTES
MOST_KEPT_ROOTS = 100_000


def fold(hashes: Sequence[bytes]) -> bytes:
    """The root over a power of two of hashes."""
    while len(hashes) > 1:
        hashes = [hash_node(*hashes[at : at + 2]) for at in range(0, len(hashes), 2)]
    return hashes[0]


def cut_tile(tile: bytes, first: int = 0, many: int = TILE_LEAVES) -> list[bytes]:
    """Hashes of a tile, from one on."""
    begin = first * HASH_BYTES
    return [tile[at : at + HASH_BYTES] for at in range(begin, begin + many * HASH_BYTES, HASH_BYTES)]


class TileTree:
    """Subtrees of a tree whose full tiles can be read, and whose leaves can be."""

    def __init__(
        self,
        tile: Callable[[int, int], bytes | None],
        leaves: Callable[[int, int], Sequence[bytes]],
        roots: dict[tuple[int, int], bytes] | None = None,
    ) -> None:
        self._tile, self._leaves = tile, leaves
        self._roots = {} if roots is None else roots
        """Roots of full tiles, which never change: kept from one tree to the next of the same log."""

    def subtree(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        tile_level, above = divmod(level, TILE_LEVELS)
        return fold(self._hashes(tile_level, index << above, 1 << above))

    def tile_root(self, level: int, index: int) -> bytes:
        """The root of a full tile."""
        root = self._roots.get((level, index))
        if root is None:
            root = fold(self._hashes(level, index << TILE_LEVELS, TILE_LEAVES))
            if len(self._roots) >= MOST_KEPT_ROOTS:
                self._roots.clear()
            self._roots[level, index] = root
        return root

    def _hashes(self, level: int, first: int, many: int) -> Sequence[bytes]:
        """Neighbors of one tile; where it is not full, the tiles below tell them."""
        if tile := self._tile(level, first >> TILE_LEVELS):
            return cut_tile(tile, first % TILE_LEAVES, many)
        if level == 0:
            return self._leaves(first, first + many)
        return [self.tile_root(level - 1, index) for index in range(first, first + many)]
