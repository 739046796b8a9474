"""Proofs of RFC 6962: that a leaf stands in a tree, and that a tree only grew. Making them, and checking them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .errors import NotProved
from .merkle import EMPTY_ROOT, hash_node

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
