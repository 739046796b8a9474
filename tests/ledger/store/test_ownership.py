"""One writer at a time; a second server waits, takes over when the first dies, and says so."""

from __future__ import annotations

import subprocess
import sys
from threading import Timer

import pytest

from fairfelt.ledger import TAKEOVER, Event, JournalHeld, Ledger, Opening, Standby, open_ledger
from fairfelt.ledger.store import Journal, place_of
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import log, opened

CHILD = (sys.executable, "-m", "tests.ledger.child")


def test_a_standby_takes_over_when_the_writer_dies(place: str) -> None:
    writer = subprocess.Popen([*CHILD, "hold", place], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout
        assert writer.stdout.readline() == "held\n"
        standby = open_ledger(Opening(address=place, machine=Bank(), server="second"))
        assert isinstance(standby, Standby)
        assert standby.poll() is None
        assert standby.wait_until_active(timeout_s=0) is None
    finally:
        writer.kill()
        writer.communicate()
    ledger = standby.wait_until_active(timeout_s=30)
    assert ledger
    with ledger:
        assert ledger.submit(move("k", 1)).result().again
        assert not ledger.submit(move("k", 2)).result().refused
    assert [entry.kind for entry in log(place)] == ["moved", TAKEOVER, "moved"]
    assert log(place)[1].body == '{"server":"second"}'


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
        assert ledger.verify().head == ledger.committed.head
