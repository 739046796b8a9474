"""The Merkle tree of RFC 6962: how leaves and nodes are hashed, and the edge from which the tree grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from .errors import NotProved

HASH_BYTES = 32
TILE_LEVELS = 8
"""A tile is a subtree of this many levels."""
TILE_LEAVES = 1 << TILE_LEVELS
EMPTY_ROOT = sha256().digest()


def hash_leaf(data: bytes) -> bytes:
    """The hash of a leaf; its first byte distinguishes it from a node."""
    return sha256(b"\0" + data).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return sha256(b"\1" + left + right).digest()


def fold(hashes: bytes) -> bytes:
    """The root over a power of two of hashes, which stand one behind another."""
    while len(hashes) > HASH_BYTES:
        pairs = range(0, len(hashes), 2 * HASH_BYTES)
        hashes = b"".join([sha256(b"\1" + hashes[at : at + 2 * HASH_BYTES]).digest() for at in pairs])
    return hashes


class Frontier(NamedTuple):
    """All that a tree needs in order to grow and to give its root: one hash for every bit of its size."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()
    """The roots of its complete subtrees, the largest first."""

    @property
    def root(self) -> bytes:
        """The root of the tree."""
        if not self.peaks:
            return EMPTY_ROOT
        *left, node = self.peaks
        for peak in reversed(left):
            node = hash_node(peak, node)
        return node

    def extended(self, leaves: Iterable[bytes]) -> Frontier:
        """The tree with more leaves at its end, given by their hashes."""
        growth = Growth(self)
        growth.extend(list(leaves))
        return growth.frontier

    def subtree(self, level: int, index: int) -> bytes | None:
        """The hash of a complete subtree, if it is one of the peaks."""
        if not self.size >> level & 1 or index != (self.size >> level) - 1:
            return None
        return self.peaks[(self.size >> level).bit_count() - 1]

    @property
    def text(self) -> str:
        """The tree as saved text: the size and the peaks in hexadecimal digits."""
        return f"{self.size}:{b''.join(self.peaks).hex()}"


def read_frontier(text: str) -> Frontier:
    """A saved one."""
    size, _, digits = text.partition(":")
    try:
        peaks = bytes.fromhex(digits)
        found = Frontier(int(size), tuple(peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES)))
    except ValueError:
        found = Frontier(-1)
    if found.text != text or found.size < 0 or len(digits) != found.size.bit_count() * 2 * HASH_BYTES:
        raise NotProved(f"{text!r:.40} is not the frontier of a tree")
    return found


class Growth:
    """A tree while it grows: a leaf costs one hash and, on the average, one node."""

    def __init__(self, frontier: Frontier) -> None:
        self.size = frontier.size
        self._peaks = list(frontier.peaks)
        self.filled: list[bytes] = []
        """The root of every tile of leaves that was filled."""

    @property
    def frontier(self) -> Frontier:
        """The frontier of the tree so far."""
        return Frontier(self.size, tuple(self._peaks))

    def append(self, leaf: bytes) -> None:
        """Add a leaf, given by its hash."""
        self._add(leaf, 0)

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Add many leaves; those of a whole tile are hashed together, which is quicker."""
        at, many = 0, len(leaves)
        while at < many:
            if many - at >= TILE_LEAVES and self.size % TILE_LEAVES == 0:
                self.filled.append(fold(b"".join(leaves[at : at + TILE_LEAVES])))
                self._add(self.filled[-1], TILE_LEVELS)
                at += TILE_LEAVES
            else:
                self._add(leaves[at], 0)
                at += 1

    def _add(self, node: bytes, level: int) -> None:
        """Add a complete subtree with `level` levels."""
        added, left, peaks = 1 << level, self.size >> level, self._peaks
        while left & 1:
            node = sha256(b"\1" + peaks.pop() + node).digest()
            left >>= 1
            level += 1
            if level == TILE_LEVELS:
                self.filled.append(node)
        peaks.append(node)
        self.size += added
