"""The Merkle tree of RFC 6962: how leaves and nodes are hashed, and the edge from which the tree grows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

__all__ = [
    "EMPTY_ROOT", "TILE_LEAVES", "Frontier", "Growth", "NotProved", "Subtree", "check_consistency", "check_inclusion",
    "consistency_path", "fold", "hash_leaf", "hash_node", "inclusion_path", "range_root", "read_frontier",
    "read_tile_place", "root_of_path",
]  # fmt: skip


class NotProved(ValueError):  # noqa: N818  (it reads as what happened)
    """A key, a checkpoint or a proof that is not what it must be, in one sentence."""


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
        if not self.peaks:
            return EMPTY_ROOT
        *left, node = self.peaks
        for peak in reversed(left):
            node = hash_node(peak, node)
        return node

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
        return Frontier(self.size, tuple(self._peaks))

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Add leaves, given by their hashes; those of a whole tile are hashed together, which is quicker."""
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


_TILE = re.compile(r"((?:x\d{3}/){0,5})(\d{3})(?:\.p/([1-9]\d{0,2}))?")


def read_tile_place(place: str) -> tuple[int, int]:
    """The index of a tile and its width, as C2SP `tlog-tiles` writes them: x001/x234/067, or 067.p/8 in part."""
    found = _TILE.fullmatch(place)
    width = int(found[3] or TILE_LEAVES) if found else 0
    if not found or found[1].startswith("x000") or (found[3] and width >= TILE_LEAVES):
        raise NotProved(f"{place!r:.60} is no place of a tile: write it as 067, x001/x234/067, or 067.p/8")
    return int(re.sub(r"\D", "", found[1] + found[2])), width


# Proofs of RFC 6962: that a leaf stands in a tree, and that a tree only grew. Making them, and checking them.


Subtree = Callable[[int, int], bytes]
"""Gives the hash of a complete subtree by its level (0 is a leaf) and its place among those of that level."""


def range_root(start: int, end: int, subtree: Subtree) -> bytes:
    """The root of the leaves from start up to end, which the tree of RFC 6962 has as one node."""
    if start == end:
        return EMPTY_ROOT
    level = (end - start).bit_length() - 1
    if end - start == 1 << level:
        return subtree(level, start >> level)
    middle = start + (1 << level)
    return hash_node(subtree(level, start >> level), range_root(middle, end, subtree))


def inclusion_path(index: int, size: int, subtree: Subtree) -> tuple[bytes, ...]:
    """The hashes beside the way from a leaf up to the root, the leaf's neighbor first."""
    if not 0 <= index < size:
        raise NotProved(f"leaf {index} is not in a tree of {size}")
    path, start, end = list[bytes](), 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(range_root(middle, end, subtree))
            end = middle
        else:
            path.append(range_root(start, middle, subtree))
            start = middle
    return tuple(reversed(path))


def consistency_path(old: int, new: int, subtree: Subtree) -> tuple[bytes, ...]:
    """The hashes from which both roots follow: of the tree when it had old leaves, and of the same with new ones."""
    if not 0 <= old <= new:
        raise NotProved(f"a tree of {new} does not extend one of {old}")
    if old in (0, new):
        return ()
    path, start, end = list[bytes](), 0, new
    while old < end:
        middle = start + _split(end - start)
        if old <= middle:
            path.append(range_root(middle, end, subtree))
            end = middle
        else:
            path.append(range_root(start, middle, subtree))
            start = middle
    if start:
        path.append(range_root(start, end, subtree))
    return tuple(reversed(path))


def _split(leaves: int) -> int:
    """The largest power of two below a number of leaves: the size of the left subtree."""
    return 1 << ((leaves - 1).bit_length() - 1)


def check_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Hold a path from a leaf against the root it must lead to."""
    if root_of_path(leaf, index, size, path) != root:
        raise NotProved("the path leads to another root than the one that was signed")


def root_of_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a path leads to from a leaf."""
    if not 0 <= index < size:
        raise NotProved(f"leaf {index} is not in a tree of {size}")
    node, at, last, left = leaf, index, size - 1, list(path)
    while last:
        if at & 1 or at < last:
            if not left:
                raise NotProved("the path is too short for a tree of this size")
            beside = left.pop(0)
            node = hash_node(beside, node) if at & 1 else hash_node(node, beside)
        at, last = at >> 1, last >> 1
    if left:
        raise NotProved("the path is too long for a tree of this size")
    return node


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> None:
    """Hold a path against two roots: that the larger tree begins with the smaller one."""
    if not 0 <= old <= new:
        raise NotProved(f"a tree of {new} does not extend one of {old}")
    if old in (0, new):
        if path or old_root != (new_root if old else EMPTY_ROOT):
            raise NotProved(f"there are two different trees of {old}")
        return
    level = (old & -old).bit_length() - 1
    at, last, left = old - 1 >> level, new - 1 >> level, list(path)
    # A subtree that is complete by itself is the old root, and then is not repeated in the path.
    older = newer = old_root if not at else _taken(left)
    while last:
        if at & 1:
            beside = _taken(left)
            older, newer = hash_node(beside, older), hash_node(beside, newer)
        elif at < last:
            newer = hash_node(newer, _taken(left))
        at, last = at >> 1, last >> 1
    if left:
        raise NotProved("the path is too long for trees of these sizes")
    if older != old_root:
        raise NotProved(f"the tree of {new} does not begin with the tree of {old} that was seen")
    if newer != new_root:
        raise NotProved(f"the path does not lead to the root of the tree of {new}")


def _taken(path: list[bytes]) -> bytes:
    if not path:
        raise NotProved("the path is too short for trees of these sizes")
    return path.pop(0)
