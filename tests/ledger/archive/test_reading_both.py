"""Whatever is read of a journal is the same before and after its old events were moved out."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fairfelt.ledger import ArchiveMissing, Follower, LedgerCorrupt
from fairfelt.ledger.audit import verify, verify_secrets
from fairfelt.ledger.copies.archiving import Plan, archive, plan_archive
from fairfelt.ledger.copies.backup import backup, export, restore
from fairfelt.ledger.store import Snapshot, snapshot
from fairfelt.ledger.store.tables import EVENTS
from fairfelt.ledger.transparency import check_inclusion, hash_leaf
from tests.ledger.bank import Bank, move
from tests.ledger.copies.test_verifier_in_docs import PROGRAM
from tests.ledger.desk import log, opened
from tests.support.postgres import fresh_schema
from tests.support.tampering import tamper

pytestmark = pytest.mark.sqlite_each_time

LAST = 1_280
"""The last whole tile before the newest snapshot."""
PLACES = [(0, 5), (0, None), (3, 700), (511, 1), (512, 1), (700, None), (1_279, 3), (1_280, 2), (1_300, None)]


def moved_out(place: str, **which: int) -> Plan:
    """Archive a journal."""
    plan = plan_archive(place, **(which or {"up_to": 10_000}))
    archive(place, plan)
    return plan


def seen(taken: Snapshot) -> list[Any]:
    """What can be asked of a journal."""
    times = [entry.at_micros for entry in taken.entries()]
    kinds = ("moved", "ledger/snapshot")
    spans = [(0, 1_303), (0, 20), (500, 530), (1_270, 1_290), (1_281, 1_303), (5, 5)]
    return [
        [list(taken.entries(after=after, limit=limit)) for after, limit in PLACES],
        list(taken.entries(kinds=("ledger/snapshot",))),
        list(taken.entries(kinds=("ledger/snapshot",), limit=1, after=700)),
        [taken.moved(after=after, last=last) for after, last in spans],
        [list(taken.recorded(kinds, after=after, last=last)) for after, last in spans],
        [taken.first_since(times[at] + more) for at in (0, 1, 511, 512, 513, 1_279, 1_280, -1) for more in (-1, 0, 1)],
        [taken.hash_at(number) for number in (0, 1, 511, 512, 1_279, 1_280, 1_281, 1_303, 1_304)],
    ]


@pytest.mark.every_store
def test_reading_is_the_same(journal: str) -> None:
    with snapshot(journal) as taken:
        before = seen(taken)
    whole = verify(journal, Bank())
    plan = moved_out(journal)
    assert plan.ranges == [(1, 512), (513, 1_024), (1_025, LAST)]
    with snapshot(journal) as taken:
        assert taken.connection.execute(EVENTS.select()).fetchone()[0] == LAST + 1  # type: ignore[index]
        assert [each.file for each in taken.archive.ranges] == [
            "events-0000000001-0000000512.jsonl.gz",
            "events-0000000513-0000001024.jsonl.gz",
            "events-0000001025-0000001280.jsonl.gz",
        ]
        assert seen(taken) == before
    after = verify(journal, Bank(), known=whole.head)
    assert (after.head, after.state, after.tree) == (whole.head, whole.state, whole.tree)
    assert (after.book.balances, after.answers, after.postings) == (whole.book.balances, whole.answers, whole.postings)
    assert Follower(journal, Bank()).poll().state == whole.state
    verify_secrets(journal)


def test_archiving_goes_on_where_it_ended(journal: str) -> None:
    before = log(journal)
    assert moved_out(journal, up_to=300).ranges == [(1, 256)]
    assert moved_out(journal, up_to=300).ranges == []
    assert moved_out(journal, before_micros=before[900].at_micros).ranges == [(257, 512), (513, 768)]
    assert moved_out(journal).ranges == [(769, 1_024), (1_025, LAST)]
    assert log(journal) == before
    verify(journal, Bank())


def test_the_room_goes_on_beside_it_and_answers_as_before(journal: str) -> None:
    with opened(journal) as ledger:
        first = ledger.submit(move("k", 7, 7)).result()
        assert first.again
        moved_out(journal)
        assert ledger.submit(move("k", 7, 7)).result() == first
        for device, sequence in (("k", 1), ("k", 400), ("j", 1), ("j", 300), ("k", 401), ("k", 880), ("j", 400)):
            answer = ledger.submit(move(device, sequence, sequence)).result()
            assert answer.again, (device, sequence)
            entry = ledger.entries(after=answer.number - 1, limit=1)[0]
            assert (entry.device, entry.device_sequence) == (device, sequence)
            assert entry.answer
            assert entry.answer.text == answer.text
        changed = ledger.submit(move("k", 7, 8)).result()
        assert (changed.refused, changed.body["reason"]) == (True, "changed")
        assert ledger.submit(move("nobody", 0)).result().body["reason"] == "unknown"
        size, root = ledger.committed.tree.size, ledger.committed.tree.root
        for number in (1, 256, 700, LAST, LAST + 1, size):
            leaf = hash_leaf(bytes.fromhex(ledger.entries(after=number - 1, limit=1)[0].hash))
            check_inclusion(leaf, number - 1, size, ledger.inclusion(number, size), root)
        assert ledger.consistency(700, size)
        ledger.verify()


def test_copies_are_whole(journal: str, tmp_path: Path, server: str) -> None:
    export(journal, tmp_path / "before.jsonl")
    before = log(journal)
    moved_out(journal)
    export(journal, tmp_path / "after.jsonl")
    assert (tmp_path / "after.jsonl").read_bytes() == (tmp_path / "before.jsonl").read_bytes()
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "after.jsonl")], capture_output=True, check=True
    )
    assert json.loads(ran.stdout)["events"] == len(before), "the verifier in the docs needs no database"
    backup(journal, tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".copy", "copy"))] == ["copy"]
    for target in (str(tmp_path / "restored.db"), fresh_schema(server)):
        restore(tmp_path / "copy", target)
        assert log(target) == before
        with snapshot(target) as taken:
            assert taken.archive.last == 0


def archive_files(place: str) -> list[Path]:
    with snapshot(place) as taken:
        return [taken.archive.folder / each.file for each in taken.archive.ranges]


def test_anybody_can_read_the_files(journal: str, tmp_path: Path) -> None:
    export(journal, tmp_path / "whole.jsonl")
    moved_out(journal)
    lines = b"".join(
        b"".join(gzip.decompress(file.read_bytes()).splitlines(True)[1:]) for file in archive_files(journal)
    )
    assert lines == b"".join((tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)[1 : LAST + 1])


def test_a_missing_file_is_named_and_nothing_else_stops(journal: str) -> None:
    moved_out(journal)
    file = archive_files(journal)[0]
    file.rename(file.with_suffix(".away"))
    sentence = f"the archive file {file}, which holds events 1 to 512, is missing: put it back from a copy"
    with pytest.raises(ArchiveMissing, match=sentence):
        verify(journal, Bank())
    with opened(journal) as ledger:
        with pytest.raises(ArchiveMissing, match=sentence):
            ledger.submit(move("k", 7, 7)).result()
        with pytest.raises(ArchiveMissing, match=sentence):
            ledger.verify()
        assert ledger.submit(move("k", 880, 880)).result().again
        assert not ledger.submit(move("k", 902, 2)).result().refused
        assert ledger.fault is None
        file.with_suffix(".away").rename(file)
        assert ledger.submit(move("k", 7, 7)).result().again
        ledger.verify()


@pytest.mark.parametrize("at", [0, 15, 100, -200, -5])
def test_a_damaged_file_is_named(journal: str, at: int) -> None:
    moved_out(journal)
    file = archive_files(journal)[1]
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)
    with pytest.raises(LedgerCorrupt, match=f"the archive file {file} was changed: its SHA-256 is"):
        verify(journal, Bank())


def test_a_file_with_another_history_is_found(journal: str) -> None:
    """Who may write the folder and the table can make both agree; the chain still does not."""
    from hashlib import sha256

    moved_out(journal)
    file = archive_files(journal)[1]
    members = file.read_bytes().split(b"\x1f\x8b\x08")
    lines = gzip.decompress(b"\x1f\x8b\x08" + members[2]).replace(b'["a",300]', b'["a",301]')
    body = gzip.compress(lines, mtime=0)
    header = gzip.decompress(b"\x1f\x8b\x08" + members[1])
    old = f'"parts":[[{len(members[2]) + 3},'.encode()
    assert old in header
    file.write_bytes(gzip.compress(header.replace(old, f'"parts":[[{len(body)},'.encode()), mtime=0) + body)
    found = sha256(file.read_bytes()).hexdigest()
    tamper(journal, f"UPDATE archives SET sha256 = '{found}' WHERE first = 513")
    with pytest.raises(LedgerCorrupt, match="event 700 was changed, or one before it"):
        verify(journal, Bank())


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM archives WHERE first = 1", "the table of archives was changed: after events 1 to 0 it names 513"),
        ("DELETE FROM archives WHERE first = 1025", "but the first one in the database is 1281"),
        ("UPDATE archives SET last_hash = 'x' WHERE first = 1", "ending in x"),
        ("UPDATE events SET number = 5 WHERE number = 1290", "but the first one in the database is 5"),
    ],
)
def test_a_changed_table_is_found(journal: str, statement: str, sentence: str) -> None:
    moved_out(journal)
    tamper(journal, statement)
    with pytest.raises(LedgerCorrupt, match=sentence):
        verify(journal, Bank())


@pytest.mark.every_store
def test_postgresql_needs_to_be_told_where(journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not journal.startswith("postgresql"):
        pytest.skip("a SQLite file has its archive beside it")
    moved_out(journal)
    monkeypatch.delenv("FAIRFELT_ARCHIVE")
    with pytest.raises(ArchiveMissing, match="set FAIRFELT_ARCHIVE to its folder"):
        verify(journal, Bank())
