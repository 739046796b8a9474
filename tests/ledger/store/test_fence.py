"""A writer that lost its lock is told apart: it serves nothing as current, and says on the log that it is back."""

from __future__ import annotations

import psycopg
import pytest

from fairfelt.ledger import TAKEOVER, JournalHeld, LedgerUnavailable
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import NAME, answers, log
from tests.support.postgres import fresh_schema


def writer(place: str, journal: Journal) -> Engine[State]:
    journal.open(new_id=NAME)
    return Engine(Bank(), journal, Ticking(), server="first")


def end_session(server: str, journal: Journal) -> None:
    pid = journal.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    journal.connection.commit()
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@pytest.mark.parametrize("beats", [True, False])
def test_a_session_that_was_lost_and_regained_is_a_takeover_on_the_log(server: str, beats: bool) -> None:
    place = fresh_schema(server)
    journal = Journal(place_of(place))
    engine = writer(place, journal)
    answers(engine, move("k", 1))
    end_session(server, journal)
    with pytest.raises(LedgerUnavailable):
        engine.beat()
    assert engine.lost
    if beats:
        engine.beat()
        assert not engine.lost
    assert answers(engine, move("k", 2))[0].number == 3
    entries = log(place)
    assert [entry.kind for entry in entries] == ["moved", TAKEOVER, "moved"]
    assert entries[1].body == '{"again":true,"kind":"ledger/takeover","server":"first"}'
    journal.close()


def test_a_writer_that_lost_its_lock_knows_whether_another_has_it(server: str) -> None:
    place = fresh_schema(server)
    journal, other = Journal(place_of(place)), Journal(place_of(place))
    engine = writer(place, journal)
    answers(engine, move("k", 1))
    end_session(server, journal)
    with pytest.raises(LedgerUnavailable):
        engine.beat()
    assert (engine.lost, engine.is_elsewhere) == (True, False)
    other.open()
    for _ in range(2):
        with pytest.raises(JournalHeld):
            engine.beat()
        assert (engine.lost, engine.is_elsewhere) == (True, True)
    other.close()
    engine.beat()
    assert (engine.lost, engine.is_elsewhere) == (False, False)
    journal.close()


def test_a_writer_that_stood_still_is_fenced_when_it_wakes(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, now_s = Journal(place_of(place)), [1_000.0]
    monkeypatch.setattr("fairfelt.ledger.engine.monotonic", lambda: now_s[0])
    engine = writer(place, journal)
    answers(engine, move("k", 1))
    now_s[0] += 9
    assert not engine.lost
    engine.beat()
    now_s[0] += 11
    assert engine.lost, "it may have been replaced while it stood still"
    engine.beat()
    assert not engine.lost
    journal.close()


def test_a_failed_write_is_told_until_one_succeeds(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(place_of(place))
    engine = writer(place, journal)

    def full(*_: object) -> None:
        raise LedgerUnavailable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(journal, "commit", full)
        broken.setattr(journal, "try_to_write", full)
        for _ in range(2):
            with pytest.raises(LedgerUnavailable, match="the disk is full"):
                answers(engine, move("k", 1))
            assert engine.failure == "the disk is full"
            with pytest.raises(LedgerUnavailable):
                engine.beat()
    engine.beat()
    assert not engine.failure
    assert not engine.lost
    journal.close()


def test_postgresql_ends_a_session_that_stands_still_in_a_transaction(server: str) -> None:
    journal = Journal(place_of(fresh_schema(server)))
    journal.open(new_id=NAME)
    shown = journal.connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
    assert shown == "10s"
    journal.close()
