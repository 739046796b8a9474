"""Tiles: full subtrees of 256 hashes, kept so that a proof over very many leaves reads little.

A tile of level 0 holds the hashes of 256 leaves, a tile of level 1 the roots of 256 tiles of level 0, and so on.
"""

from __future__ import annotations

from collections.abc import Callable

from .merkle import HASH_BYTES, TILE_LEAVES, TILE_LEVELS, fold

__all__ = ["TileTree"]

TILE_BYTES = TILE_LEAVES * HASH_BYTES
MOST_KEPT_ROOTS = 100_000


class TileTree:
    """Subtrees of a tree whose full tiles can be read, and whose leaves can be."""

    def __init__(
        self,
        tile: Callable[[int, int], bytes | None],
        leaves: Callable[[int, int], bytes],
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

    def _hashes(self, level: int, first: int, many: int) -> bytes:
        """Neighbors in one tile; if it is not full, they come from the tiles below."""
        if tile := self._tile(level, first >> TILE_LEVELS):
            begin = first % TILE_LEAVES * HASH_BYTES
            return tile[begin : begin + many * HASH_BYTES]
        if level == 0:
            return self._leaves(first, first + many)
        return b"".join([self.tile_root(level - 1, index) for index in range(first, first + many)])
