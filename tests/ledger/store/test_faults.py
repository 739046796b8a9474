"""Disk full, database gone and back, a lost reply, a file replaced: refused or recovered, and nothing lost."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from fairfelt.ledger import TAKEOVER, Command, Entry, LedgerCorrupt, LedgerUnavailable
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, move, moves
from tests.ledger.desk import answers, engine_at, log, opened, run
from tests.support.file_systems import full_disk
from tests.support.postgres import fresh_database


class Flaky(Journal):
    """A journal whose commits fail when told to, before or after they happen."""

    fails = ""

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], *known: Sequence[bytes]) -> None:
        if self.fails == "in the middle":
            self.add(entries, balances, *known)
            raise LedgerUnavailable("cut")
        super().append(entries, balances, *known)
        if self.fails == "after":
            raise LedgerUnavailable("the reply was lost")


def test_a_commit_that_failed_changes_nothing(place: str) -> None:
    journal = Flaky(place_of(place))
    engine = engine_at(place, journal)
    answers(engine, move("k", 1))
    journal.fails = "in the middle"
    with pytest.raises(LedgerUnavailable, match="nothing was acknowledged: send it again with the same number"):
        run(engine, move("k", 2), move("j", 1))
    assert engine.committed.balances == {"a": 5, "mint": -5}
    journal.fails = ""
    assert [answer.again for answer in answers(engine, move("k", 2), move("j", 1))] == [False, False]
    assert verify(place, Bank()).state == {"a": 15, "mint": -15}


def test_a_commit_whose_reply_was_lost_is_found_to_have_happened(place: str) -> None:
    journal = Flaky(place_of(place))
    engine = engine_at(place, journal)
    journal.fails = "after"
    first = answers(engine, move("k", 1))
    journal.fails = ""
    assert answers(engine, move("k", 1)) == first
    assert engine.committed.balances == {"a": 5, "mint": -5}
    assert [entry.kind for entry in log(place)].count("moved") == 1


def test_a_full_disk(tmp_path: Path) -> None:
    place = str(tmp_path / "j.db")
    journal = Journal(place_of(place))
    engine = engine_at(place, journal)
    answers(engine, move("k", 1))
    journal.connection.exec_driver_sql("PRAGMA max_page_count = 1")
    journal.connection.commit()
    large = Command("k", 2, {"kind": "x" * 50, "large": "y" * 200_000}, 0)
    known = Command("k", 2, {"kind": "moves", "moves": [], "large": "y" * 200_000}, 0)
    many = [move(f"{n:0200}", 1) for n in range(300)]
    with pytest.raises(LedgerUnavailable, match="database or disk is full"):
        run(engine, large, known, *many)
    assert engine.committed.head.number == 1
    assert not engine.lost
    assert len(answers(engine, *many)) == 300
    assert verify(place, Bank()).head == engine.committed.head


def test_a_full_disk_lasts_until_something_can_be_written(tmp_path: Path) -> None:
    """To write what is there already needs no space: a server said every other second that all was well again."""
    engine = engine_at(str(tmp_path / "j.db"))
    answers(engine, move("k", 1))
    with full_disk(200_000):
        with pytest.raises(LedgerUnavailable):
            run(engine, *(move(f"{n:0200}", 1) for n in range(1_000)))
        for _ in range(3):
            with pytest.raises(LedgerUnavailable):
                engine.beat()
            assert "File too large" in engine.failure
            assert not engine.lost
            answers(engine, move(f"small {engine.committed.head.number}", 1))
            assert "File too large" in engine.failure, "a group that still fits is not the end of it"
    engine.beat()
    assert not engine.failure


def test_a_file_that_is_gone_and_comes_back(tmp_path: Path) -> None:
    place, away = tmp_path / "j.db", tmp_path / "away.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
        place.rename(away)
        for _ in range(2):
            with pytest.raises(LedgerUnavailable):
                ledger.submit(move("k", 2)).result()
        assert not ledger.available
        assert not place.exists()
        away.rename(place)
        assert not ledger.submit(move("k", 2)).result().again
        assert ledger.available
    assert verify(str(place), Bank()).state == {"a": 10, "mint": -10}


def test_a_file_that_was_replaced_by_an_older_one_closes_the_floor(tmp_path: Path) -> None:
    place, old = tmp_path / "j.db", tmp_path / "old.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
    shutil.copy(place, old)
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 2)).result()
        Path(f"{place}-wal").unlink()
        old.replace(place)
        for _ in range(2):
            with pytest.raises(LedgerCorrupt, match="the journal ends at event 1, but event 2 is known: it was cut"):
                ledger.submit(move("k", 3)).result()
        assert ledger.fault


def test_a_damaged_file_is_called_damaged(tmp_path: Path) -> None:
    place = tmp_path / "j.db"
    with opened(str(place)) as ledger:
        for command in moves("k", 50):
            ledger.submit(command).result()
    with place.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (place.stat().st_size - 4096))
    with pytest.raises(LedgerCorrupt, match="damaged"):
        opened(str(place))
    place.write_bytes(b"not a database at all" * 1000)
    with pytest.raises(LedgerCorrupt, match="damaged"):
        opened(str(place))


@pytest.fixture
def no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer hears nothing of its database but when it is asked for something."""
    monkeypatch.setattr("fairfelt.ledger.ledger.BEAT_S", 600.0)


@pytest.mark.usefixtures("no_beat")
def test_a_database_that_is_gone_and_comes_back(server: str) -> None:
    place = fresh_database(server)
    name = Identifier(str(make_url(place).database))
    with opened(place) as ledger, psycopg.connect(server, autocommit=True) as admin:
        ledger.submit(move("k", 1)).result()
        admin.execute(SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        _hang_up(admin, place)
        for _ in range(2):
            with pytest.raises(LedgerUnavailable):
                ledger.submit(move("k", 2)).result()
        assert not ledger.available
        admin.execute(SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))
        assert not ledger.submit(move("k", 2)).result().refused
        _hang_up(admin, place)
        with pytest.raises(LedgerUnavailable):
            ledger.submit(move("k", 3)).result()
        assert ledger.held
        assert ledger.submit(move("k", 3)).result().number == 5
    assert [entry.kind for entry in log(place)] == ["moved", TAKEOVER, "moved", TAKEOVER, "moved"]
    assert verify(place, Bank()).state == {"a": 15, "mint": -15}


@pytest.mark.usefixtures("no_beat")
def test_a_writer_that_lost_its_connection_learns_what_the_next_one_wrote(server: str) -> None:
    place = fresh_database(server)
    with opened(place) as ledger, psycopg.connect(server, autocommit=True) as admin:
        ledger.submit(move("k", 1)).result()
        _hang_up(admin, place)
        with opened(place) as other:
            other.submit(move("k", 2)).result()
            for sentence in ("terminating connection", "another server writes"):
                with pytest.raises(LedgerUnavailable, match=sentence):
                    ledger.submit(move("k", 3)).result()
        _wait_until_free(admin, place)
        assert ledger.submit(move("k", 2)).result().again
        assert ledger.committed.balances == {"a": 10, "mint": -10}


def _wait_until_free(admin: psycopg.Connection, place: str) -> None:
    """The server's process ends, and lets the journal go, a moment after its connection was closed."""
    held = (
        "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
        "WHERE locktype = 'advisory' AND datname = %s"
    )
    while admin.execute(held, [make_url(place).database]).fetchone() != (0,):
        pass


def _hang_up(admin: psycopg.Connection, place: str) -> None:
    admin.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [make_url(place).database]
    )
