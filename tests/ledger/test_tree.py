"""The Merkle tree beside the chain: the same on both databases, after restarts and failures, and found when changed."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from fairfelt.ledger import Command, Entry, Ledger, LedgerCorrupt, LedgerUnavailable, check_command
from fairfelt.ledger.audit import verify
from fairfelt.ledger.chain import leaf_of
from fairfelt.ledger.copies.backup import export, restore
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of
from fairfelt.ledger.store.tiles import TileTree, check_tiles
from fairfelt.ledger.transparency import (
    TILE_LEAVES,
    Frontier,
    Growth,
    NotProved,
    check_consistency,
    check_inclusion,
    fold,
    range_root,
)
from tests.ledger.bank import Bank, State, Ticking, moves
from tests.ledger.desk import NAME, grown, log, opened
from tests.support.tampering import tamper

pytestmark = pytest.mark.sqlite_each_time

MANY = 3 * TILE_LEAVES + 40


def submit(ledger: Ledger[State], commands: list[Command]) -> None:
    for future in [ledger.submit(command) for command in commands]:
        future.result()


@pytest.fixture
def journal(place: str) -> str:
    """A journal of three full tiles and a bit."""
    with opened(place) as ledger:
        submit(ledger, moves("k", MANY))
    return place


def tree_of(place: str) -> Frontier:
    return grown(leaf_of(entry.hash) for entry in log(place))


def stored_tiles(place: str) -> dict[tuple[int, int], bytes]:
    with create_engine(place_of(place)).connect() as connection:
        rows = connection.execute(text('SELECT level, "index", hashes FROM tiles'))
        return {(level, index): bytes(hashes) for level, index, hashes in rows}


@pytest.mark.every_store
def test_the_leaf_of_an_event_holds_its_hash(journal: str) -> None:
    with opened(journal) as ledger:
        entries, tree = log(journal), ledger.committed.tree
        assert (tree.size, tree) == (MANY, tree_of(journal))
        for number in (1, 2, TILE_LEAVES, TILE_LEAVES + 1, MANY):
            for size in {number, max(number, TILE_LEAVES * 2 + 3), MANY}:
                root = grown(leaf_of(entry.hash) for entry in entries[:size]).root
                path = ledger.inclusion(number, size)
                check_inclusion(leaf_of(entries[number - 1].hash), number - 1, size, path, root)


def test_growth_is_proved_while_the_writer_goes_on(journal: str) -> None:
    with opened(journal) as ledger:
        before = ledger.committed.tree
        submit(ledger, moves("other", TILE_LEAVES + 5))
        after = ledger.committed.tree
        assert after == tree_of(journal)
        check_consistency(before.size, before.root, after.size, after.root, ledger.consistency(before.size, after.size))
        assert tree_of(journal) == ledger.committed.tree == after


def test_what_is_not_there_yet_is_not_proved(journal: str) -> None:
    with opened(journal) as ledger:
        with pytest.raises(
            NotProved, match=f"event 1 of {MANY + 1} cannot be proved: the journal has events 1 to {MANY}"
        ):
            ledger.inclusion(1, MANY + 1)
        with pytest.raises(NotProved):
            ledger.inclusion(0, MANY)
        with pytest.raises(NotProved, match="event 5 of 4 cannot be proved"):
            ledger.consistency(5, 4)


def test_full_tiles_are_kept(journal: str) -> None:
    leaves = [leaf_of(entry.hash) for entry in log(journal)]
    tiles = {(0, at): b"".join(leaves[at * TILE_LEAVES : (at + 1) * TILE_LEAVES]) for at in range(3)}
    assert stored_tiles(journal) == tiles


def test_a_restored_journal_has_the_same_tiles(journal: str, tmp_path: Path) -> None:
    export(journal, tmp_path / "export")
    restore(tmp_path / "export", tmp_path / "restored.db")
    assert stored_tiles(str(tmp_path / "restored.db")) == stored_tiles(journal)
    assert verify(tmp_path / "export", Bank()).tree == tree_of(journal)


@pytest.mark.parametrize(
    "statement",
    [
        'DELETE FROM tiles WHERE "index" = 1',
        'DELETE FROM tiles WHERE "index" = 2',
        'UPDATE tiles SET "index" = 3 WHERE "index" = 2',
        'UPDATE tiles SET level = 1 WHERE "index" = 0',
        'UPDATE tiles SET hashes = (SELECT hashes FROM tiles WHERE "index" = 0) WHERE "index" = 1',
        'INSERT INTO tiles SELECT 1, 0, hashes FROM tiles WHERE "index" = 0',
    ],
)
def test_changed_tiles_are_found(journal: str, statement: str) -> None:
    tamper(journal, statement)
    with pytest.raises(LedgerCorrupt, match="tile"):
        verify(journal, Bank())
    with pytest.raises(LedgerCorrupt, match="tile"):
        opened(journal)


class Torn(Journal):
    """A journal whose next commit fails."""

    fails = False

    def commit(self) -> None:
        if self.fails:
            self.fails = False
            self._give_up()
            raise LedgerUnavailable("the disk is full")
        super().commit()


def test_tiles_of_a_commit_that_failed_are_forgotten(place: str) -> None:
    journal = Torn(place_of(place))
    journal.open(new_id=NAME)
    engine = Engine(Bank(), journal, Ticking())
    checked = [check_command(command, Bank()) for command in moves("k", TILE_LEAVES + 9)]
    engine.run(checked[:200])
    before, journal.fails = engine.committed.tree, True
    with pytest.raises(LedgerUnavailable):
        engine.run(checked[200:])
    assert engine.committed.tree == before
    engine.run(checked[200:])  # a later clock: other events than those that were lost
    assert engine.committed.tree == tree_of(place)
    journal.close()
    assert verify(place, Bank()).tree == engine.committed.tree
    assert set(stored_tiles(place)) == {(0, 0)}


def test_tiles_of_tiles_are_verified_from_the_start_and_from_the_middle(tmp_path: Path) -> None:
    """Many leaves made up, straight into the tables."""
    place = str(tmp_path / "tiles.db")
    opened(place).close()
    many = TILE_LEAVES * (TILE_LEAVES + 2)
    leaves = [leaf_of(f"{number:064x}") for number in range(many)]
    growth = Growth(Frontier())
    for leaf in leaves:
        growth.extend([leaf])
    rows = [
        {"level": 0, "index": at, "hashes": b"".join(leaves[at * TILE_LEAVES : (at + 1) * TILE_LEAVES])}
        for at in range(many // TILE_LEAVES)
    ]
    rows.append({"level": 1, "index": 0, "hashes": b"".join(growth.filled[:TILE_LEAVES])})
    with create_engine(place_of(place)).connect() as connection:
        connection.execute(text("INSERT INTO tiles VALUES (:level, :index, :hashes)"), rows)
        check_tiles(connection, growth.filled, many)
        check_tiles(connection, growth.filled[100:], many + 7)
        check_tiles(connection, (), many)
        other = b"".join([*growth.filled[: TILE_LEAVES - 1], fold(b"".join(leaves[:2]))])
        connection.execute(text("UPDATE tiles SET hashes = :hashes WHERE level = 1"), {"hashes": other})
        with pytest.raises(LedgerCorrupt, match="tile 0 of level 1 was changed"):
            check_tiles(connection, growth.filled, many)


def test_a_tile_of_tiles_is_written(tmp_path: Path) -> None:
    """Groups of all sizes, of entries that are made up."""
    many, sizes = TILE_LEAVES**2 + 700, cycle((1, 255, 3_000, 256, 700, 77))
    journal = Journal(place_of(tmp_path / "many.db"))
    journal.open(new_id=NAME)
    growth, number = Growth(Frontier()), 0
    while number < many:
        numbers = range(number + 1, min(number + next(sizes), many) + 1)
        entries = [Entry(each, 0, None, None, "k", "{}", "[]", None, f"{each:064x}") for each in numbers]
        for entry in entries:
            growth.extend([leaf_of(entry.hash)])
        journal.append(entries, {})
        number = numbers[-1]
    check_tiles(journal.connection, growth.filled, many)
    assert len(stored_tiles(str(tmp_path / "many.db"))) == TILE_LEAVES + 2 + 1
    tree = TileTree(journal.connection, {})
    assert range_root(0, many, tree.subtree) == growth.frontier.root
    journal.close()
