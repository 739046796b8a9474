"""One writer at a time; a second server waits, takes over when the first dies, and says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Event as Flag
from threading import Timer

import psycopg
import pytest

from fairfelt.ledger import (
    TAKEOVER,
    Event,
    JournalHeld,
    Ledger,
    LedgerUnavailable,
    Opening,
    Standby,
    open_ledger,
)
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import answers, engine_at, log, opened
from tests.support.postgres import fresh_schema, listening

CHILD = (sys.executable, "-m", "tests.ledger.child")


def test_a_standby_takes_over_when_the_writer_dies(place: str) -> None:
    writer = subprocess.Popen([*CHILD, "hold", place], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout
        assert writer.stdout.readline() == "held\n"
        standby = open_ledger(Opening(address=place, machine=Bank(), server="second"))
        assert isinstance(standby, Standby)
        assert standby.poll() is None
    finally:
        writer.kill()
        writer.communicate()
    ledger = standby.wait_until_active()
    assert ledger
    with ledger:
        assert ledger.submit(move("k", 1)).result().again
        assert not ledger.submit(move("k", 2)).result().refused
    assert [entry.kind for entry in log(place)] == ["moved", TAKEOVER, "moved"]
    assert log(place)[1].body == '{"kind":"ledger/takeover","server":"second"}'


def test_a_writer_that_closes_makes_room(place: str) -> None:
    opening = Opening(address=place, machine=Bank(), clock=Ticking())
    first = open_ledger(opening)
    assert isinstance(first, Ledger)
    second = open_ledger(opening)
    assert isinstance(second, Standby)
    with pytest.raises(JournalHeld, match="another server writes"):
        Journal(place_of(place)).open()
    first.close()
    taken = second.poll()
    assert taken
    taken.close()


def test_a_wait_can_be_stopped(place: str) -> None:
    with opened(place):
        standby = open_ledger(Opening(address=place, machine=Bank()))
        assert isinstance(standby, Standby)
        stopper = Timer(0.05, standby.stop)
        stopper.start()
        assert standby.wait_until_active() is None
        stopper.join()


class Noting(Bank):
    """A bank that notes what it replays."""

    def __init__(self) -> None:
        self.replayed: list[str] = []

    def replay(self, state: State, event: Event) -> State:
        self.replayed.append(event.kind)
        return super().replay(state, event)


def test_a_standby_has_read_along_and_reads_on_from_there(place: str) -> None:
    with opened(place) as writer:
        for number in range(1, 4):
            writer.submit(move("k", number)).result()
        machine = Noting()
        standby = open_ledger(Opening(address=place, machine=machine))
        assert isinstance(standby, Standby)
        assert standby.poll() is None
        assert machine.replayed == ["moved"] * 3
        writer.submit(move("k", 4)).result()
        expected = writer.committed
    ledger = standby.poll()
    assert ledger
    with ledger:
        assert machine.replayed == ["moved"] * 4
        assert ledger.committed.state == expected.state
        assert ledger.committed.balances == expected.balances
        assert ledger.next_sequence("k") == 5
        assert ledger.verify() == ledger.committed.head


SESSION = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "idle_session_timeout": "10s",
}


def test_postgresql_ends_the_session_of_a_writer_whose_machine_is_dead_within_seconds(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with listening(tmp_path_factory.mktemp("pg")) as url:  # whose sockets have short names
        if url is None:
            pytest.skip("there is no PostgreSQL")
        journal = Journal(place_of(url))
        for take in (journal.open, journal.reopen):
            take()
            connection = journal.connection
            assert {name: connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in SESSION} == SESSION
            connection.rollback()
            ours = connection.connection.driver_connection
            assert isinstance(ours, psycopg.Connection)
            assert ours.info.get_parameters()["tcp_user_timeout"] == "10000"
        journal.close()


def test_a_writer_whose_session_was_ended_finds_out_by_its_next_beat(server: str) -> None:
    place = fresh_schema(server)
    journal = Journal(place_of(place))
    engine = engine_at(place, journal)
    answers(engine, move("k", 1))
    pid = journal.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    journal.connection.commit()
    engine.beat()
    assert not engine.lost
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    with pytest.raises(LedgerUnavailable, match="terminating connection"):
        engine.beat()
    assert engine.lost
    engine.beat()
    assert not engine.lost
    assert answers(engine, move("k", 2))[0].number == 3


class Beating(Journal):
    """A journal that says when it was heard of three times."""

    def __init__(self, place: str) -> None:
        super().__init__(place_of(place))
        self.beats, self.alive = 0, Flag()

    def beat(self) -> None:
        super().beat()
        self.beats += 1
        if self.beats == 3:
            self.alive.set()


def test_a_writer_that_nobody_asks_beats(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.ledger.ledger.BEAT_S", 0.01)
    journal = Beating(place)
    with Ledger(journal, engine_at(place, journal), Opening(address=place, machine=Bank())):
        assert journal.alive.wait(120)


@pytest.mark.heavy
def test_a_standby_takes_over_from_a_writer_that_stands_still(server: str) -> None:
    place = fresh_schema(server)
    writer = subprocess.Popen([*CHILD, "hold", place], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout
        assert writer.stdout.readline() == "held\n"
        os.kill(writer.pid, signal.SIGSTOP)
        standby = open_ledger(Opening(address=place, machine=Bank(), server="second"))
        assert isinstance(standby, Standby)
        ledger = standby.wait_until_active()
        assert ledger
        ledger.close()
    finally:
        writer.kill()
        writer.communicate()
