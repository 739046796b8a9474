"""The tree against known answers of RFC 6962, against its definition, and against whoever would deceive with it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.ledger.store.tiles import TileTree
from fairfelt.ledger.transparency import (
    EMPTY_ROOT,
    TILE_LEAVES,
    Frontier,
    Growth,
    NotProved,
    Subtree,
    check_consistency,
    check_inclusion,
    consistency_path,
    fold,
    hash_leaf,
    inclusion_path,
    range_root,
    read_frontier,
)
from tests.ledger.desk import grown

DATA = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Leaves and roots of the tests of Certificate Transparency, by the size of the tree."""
LEAVES = [hash_leaf(bytes.fromhex(data)) for data in DATA]
SIZES = st.integers(0, 70)


def leaves_of(many: int) -> list[bytes]:
    return [hash_leaf(number.to_bytes(4, "big")) for number in range(many)]


def defined_root(leaves: Sequence[bytes]) -> bytes:
    """The root as RFC 6962 defines it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return sha256(b"\x01" + defined_root(leaves[:middle]) + defined_root(leaves[middle:])).digest()


def subtree_of(leaves: Sequence[bytes]) -> Subtree:
    return lambda level, index: fold(b"".join(leaves[index << level : (index + 1) << level]))


@pytest.mark.parametrize("size", range(9))
def test_roots_are_the_known_ones(size: int) -> None:
    assert grown(LEAVES[:size]).root.hex() == ROOTS[size]


def test_paths_are_the_known_ones() -> None:
    path = inclusion_path(0, 8, subtree_of(LEAVES))
    assert [node.hex() for node in path] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    path = consistency_path(6, 8, subtree_of(LEAVES))
    assert [node.hex() for node in path] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@given(SIZES, SIZES)
def test_a_tree_grows_as_it_is_defined_and_can_be_saved(first: int, more: int) -> None:
    leaves = leaves_of(first + more)
    tree = read_frontier(grown(leaves[:first]).text)
    larger = grown(leaves[first:], tree)
    assert (tree.root, larger.root) == (defined_root(leaves[:first]), defined_root(leaves))
    assert range_root(0, len(leaves), subtree_of(leaves)) == larger.root
    for level in range(8):
        for index in range(len(leaves) >> level):
            if (peak := larger.subtree(level, index)) is not None:
                assert peak == subtree_of(leaves)(level, index)


@given(st.data())
def test_every_leaf_is_proved_and_nothing_else_is(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 70))
    leaves = leaves_of(size)
    index, root = data.draw(st.integers(0, size - 1)), defined_root(leaves)
    path = inclusion_path(index, size, subtree_of(leaves))
    check_inclusion(leaves[index], index, size, path, root)
    other = data.draw(st.integers(0, 70).filter(lambda number: number != index))
    wrong = [
        (hash_leaf(b"x"), index, size, path, root),
        (leaves[index], other, size, path, root),
        (leaves[index], index, size, (*path, root), root),
        (leaves[index], index, size, path, defined_root(leaves_of(size + 1))),
    ]
    if path:
        at = data.draw(st.integers(0, len(path) - 1))
        wrong.append((leaves[index], index, size, path[:-1], root))
        wrong.append((leaves[index], index, size, (*path[:at], EMPTY_ROOT, *path[at + 1 :]), root))
    for case in wrong:
        with pytest.raises(NotProved):
            check_inclusion(*case)


@given(st.data())
def test_growth_is_proved_and_nothing_else_is(data: st.DataObject) -> None:
    new = data.draw(st.integers(1, 70))
    old = data.draw(st.integers(0, new))
    leaves = leaves_of(new)
    old_root, new_root = defined_root(leaves[:old]), defined_root(leaves)
    path = consistency_path(old, new, subtree_of(leaves))
    check_consistency(old, old_root, new, new_root, path)
    wrong = [(old, sha256(b"x").digest(), new, new_root, path), (old, old_root, new, new_root, (*path, old_root))]
    if old:
        wrong.append((old, old_root, new, sha256(b"x").digest(), path))
    if 0 < old < new:
        at = data.draw(st.integers(0, len(path) - 1))
        rewritten = list(leaves)
        rewritten[data.draw(st.integers(0, old - 1))] = hash_leaf(b"x")
        honest = consistency_path(old, new, subtree_of(rewritten))
        wrong.append((old, old_root, new, new_root, path[:-1]))
        wrong.append((old, old_root, new, new_root, (*path[:at], EMPTY_ROOT, *path[at + 1 :])))
        wrong.append((old, old_root, new, defined_root(rewritten), honest))
        wrong.append((new, new_root, old, old_root, path))
    for case in wrong:
        with pytest.raises(NotProved):
            check_consistency(*case)


def test_tiles_give_the_same_subtrees_from_few_readings() -> None:
    many = TILE_LEAVES * (TILE_LEAVES + 3) + 77
    leaves, read = leaves_of(many), list[tuple[int, int]]()
    growth = Growth(Frontier())
    for leaf in leaves:
        growth.extend([leaf])
    filled = many // TILE_LEAVES
    assert growth.filled == [fold(b"".join(leaves[at * TILE_LEAVES : (at + 1) * TILE_LEAVES])) for at in range(filled)]
    stored = {(0, at): b"".join(leaves[at * TILE_LEAVES : (at + 1) * TILE_LEAVES]) for at in range(filled)}
    stored[1, 0] = b"".join(growth.filled[:TILE_LEAVES])

    class Stored(TileTree):
        def _tile(self, level: int, index: int) -> bytes | None:
            read.append((level, index))
            return stored.get((level, index))

        def _leaves(self, start: int, end: int) -> bytes:
            return b"".join(leaves[start:end])

    tree = Stored(cast(Any, None), {})
    root = growth.frontier.root
    for index in (0, 1, TILE_LEAVES - 1, TILE_LEAVES**2 - 1, TILE_LEAVES**2, many - 78, many - 77, many - 1):
        read.clear()
        path = inclusion_path(index, many, tree.subtree)
        check_inclusion(leaves[index], index, many, path, root)
        assert len(read) < 60
    for old in (1, 255, 256, 257, TILE_LEAVES**2, TILE_LEAVES**2 + 5, many - 1):
        seen = grown(leaves[:old]).root
        check_consistency(old, seen, many, root, consistency_path(old, many, tree.subtree))


@pytest.mark.parametrize("text", ["", "1", "1:", "3:" + "0" * 64, "-1:", "x:" + "0" * 64, "01:" + "0" * 64, "1:zz"])
def test_a_damaged_frontier_is_refused(text: str) -> None:
    with pytest.raises(NotProved, match="is not the frontier of a tree"):
        read_frontier(text)


def test_what_is_not_in_the_tree_has_no_path() -> None:
    with pytest.raises(NotProved, match="leaf 8 is not in a tree of 8"):
        inclusion_path(8, 8, subtree_of(LEAVES))
    with pytest.raises(NotProved, match="a tree of 3 does not extend one of 4"):
        consistency_path(4, 3, subtree_of(LEAVES))
