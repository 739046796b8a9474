"""An archiving that is killed at any line, or fails at any step, loses nothing and can be done again."""

from __future__ import annotations

import errno
import os
import signal
import sys
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from fairfelt.ledger import LedgerCorrupt, LedgerError, WrongJournal
from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies import archiving
from fairfelt.ledger.copies.archiving import archive, plan_archive
from fairfelt.ledger.store import archive as archive_file
from fairfelt.ledger.store import place_of, snapshot
from tests.ledger.bank import Bank
from tests.ledger.desk import log
from tests.support.heavy import first_few
from tests.support.tampering import tamper

pytestmark = pytest.mark.sqlite_each_time

STEPS = {archiving.__file__, archive_file.__file__}
LAST = 1_280


SERVER = get_context("forkserver")
"""Forks from a process of one thread: a lock that some thread of the tests held would never open in the child."""
FEW_EVENTS = 256


def killed_at(place: str, many: int) -> bool:
    """Archive in a process that kills itself when it comes to so many different lines; whether it did."""
    child = SERVER.Process(target=_archive_until, args=(place, many))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL), "archiving failed"
    return child.exitcode != 0


def _archive_until(place: str, many: int) -> None:
    archiving.FILE_EVENTS = FEW_EVENTS
    reached = set[tuple[str, int]]()

    def at_line(frame: FrameType, event: str, _: Any) -> Any:
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        if len(reached) >= many:
            os.kill(os.getpid(), signal.SIGKILL)
        return at_line

    sys.settrace(lambda frame, event, _: at_line if frame.f_code.co_filename in STEPS else None)
    archive(place, plan_archive(place, up_to=LAST))
    os._exit(0)


def archived_to(place: str) -> int:
    with snapshot(place) as taken:
        return taken.archive.last


@pytest.mark.parametrize("apart", first_few([17, 1], 1))
@pytest.mark.parametrize("place", first_few(["sqlite", "postgresql"], 1), indirect=True)
def test_a_kill_at_any_line_loses_nothing(journal: str, apart: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At so many lines after each other; at every one in the heavy tests."""
    monkeypatch.setattr(archiving, "FILE_EVENTS", FEW_EVENTS)
    before, lines, ends = log(journal), 1, set[int]()
    while killed_at(journal, lines):
        assert log(journal) == before, f"after {lines} lines"
        if archived_to(journal) not in ends:
            ends.add(archived_to(journal))
            verify(journal, Bank())
        lines += apart
    assert lines > 80
    assert len(ends) > 1 or apart > 1
    assert archived_to(journal) == LAST
    assert log(journal) == before
    verify(journal, Bank())
    with snapshot(journal) as taken:
        assert {path.name for path in taken.archive.folder.iterdir()} == {each.file for each in taken.archive.ranges}


STATEMENTS = ("DELETE", "SELECT max", "INSERT INTO archives", "COMMIT")


@pytest.mark.parametrize("at", range(len(STATEMENTS)))
def test_a_database_that_fails_at_any_statement_removes_nothing(
    journal: str, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import Connection

    before = log(journal)

    def fail(*_: object, **__: object) -> None:
        raise ConnectionError("the line was cut")

    real = Connection.execute

    def execute(self: Connection, statement: Any, *rest: Any, **more: Any) -> Any:
        if str(statement).startswith(STATEMENTS[at]):
            fail()
        return real(self, statement, *rest, **more)

    with monkeypatch.context() as broken:
        broken.setattr(Connection, "execute", execute)
        if STATEMENTS[at] == "COMMIT":
            broken.setattr(Connection, "commit", fail)
        with pytest.raises(LedgerError, match="the line was cut"):
            archive(journal, plan_archive(journal, up_to=LAST))
    assert archived_to(journal) == 0
    assert log(journal) == before
    archive(journal, plan_archive(journal, up_to=LAST))
    assert log(journal) == before


def test_a_disk_that_is_full_is_said_and_nothing_is_removed(journal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = log(journal)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(WrongJournal, match="No space left on device"):
            archive(journal, plan_archive(journal, up_to=LAST))
    assert log(journal) == before
    with snapshot(journal) as taken:
        assert not [path for path in taken.archive.folder.glob("**/*") if path.is_file()]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE events SET body = replace(body, 'né', 'ne') WHERE number = 600", "event 600 was changed"),
        ("DELETE FROM events WHERE number = 600", "expected 513 to 1024"),
        ("UPDATE events SET postings = '[[\"a\",1]]' WHERE number = 600", "event 600 was changed"),
    ],
)
@pytest.mark.every_store
def test_what_does_not_verify_is_not_moved(journal: str, statement: str, sentence: str) -> None:
    tamper(journal, statement)
    with pytest.raises(LedgerCorrupt, match=sentence):
        archive(journal, plan_archive(journal, up_to=LAST))
    assert archived_to(journal) == 512
    with snapshot(journal) as taken:
        assert [path.name for path in taken.archive.folder.iterdir()] == [taken.archive.ranges[0].file]


def test_a_changed_tile_stops_it(journal: str) -> None:
    with create_engine(place_of(journal)).begin() as connection:
        tile = connection.execute(text('SELECT hashes FROM tiles WHERE level = 0 AND "index" = 1')).scalar_one()
        forged = {"hashes": bytes(32) + bytes(tile)[32:]}
        connection.execute(text('UPDATE tiles SET hashes = :hashes WHERE level = 0 AND "index" = 1'), forged)
    with pytest.raises(LedgerCorrupt, match="tile 1 of level 0 was changed"):
        archive(journal, plan_archive(journal, up_to=LAST))
    assert archived_to(journal) == 0


def test_two_at_once_do_not_meet(journal: str) -> None:
    plan = plan_archive(journal, up_to=LAST)
    with archiving._alone_in(plan.folder), pytest.raises(WrongJournal, match="somebody else moves events to"):
        archive(journal, plan)
    archive(journal, plan)
    with pytest.raises(WrongJournal, match="another process has moved events up to 1280 meanwhile"):
        archive(journal, plan)


def test_without_a_snapshot_nothing_is_moved(place: str, archives: Path) -> None:
    from tests.ledger.bank import moves
    from tests.ledger.desk import opened

    with opened(place, snapshot_every=0) as ledger:
        for future in [ledger.submit(command) for command in moves("k", 300)]:
            future.result()
    with pytest.raises(WrongJournal, match="has no snapshot of its state yet"):
        plan_archive(place, up_to=256)
