"""The database's machine dies: its standby is promoted, the server follows, and nothing acknowledged is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fairfelt.ledger import LedgerUnavailable
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, named, place_of
from fairfelt.ledger.store.place import STANDBYS
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import NAME, answers, log
from tests.support.replicated import replicated

PATIENCE_S = 60.0


def test_an_address_of_several_hosts_is_followed_to_whichever_takes_writes() -> None:
    place = place_of("postgresql://room:secret@db1:5432,db2:5433/room?sslmode=require")
    assert place.query["host"] == ("db1:5432", "db2:5433")
    assert "secret" not in named(place)
    assert place_of(named(place)).query == place.query, "what is named can be typed again"
    assert place_of("postgresql://room@db1/room").host == "db1"


def insist(engine: Engine[State], number: int) -> None:
    """Send a command until it is answered, as a device does."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        try:
            answers(engine, move("k", number))
            return
        except LedgerUnavailable:
            time.sleep(0.02)
    raise AssertionError("the database did not come back")


@pytest.mark.heavy
def test_a_primary_is_killed_its_standby_promoted_and_the_old_one_returns(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with replicated(tmp_path / "pair") as pair:
        if pair is None:
            pytest.skip("there is no PostgreSQL with pg_basebackup here")
        journal = Journal(place_of(pair.url))
        journal.open(new_id=NAME)
        assert journal.waits_for == STANDBYS
        engine, sent = Engine(Bank(), journal, Ticking(), server="first"), 0
        outages = []
        for dying in (0, 1, 0):
            for _ in range(50):
                sent += 1
                insist(engine, sent)
            began_s = time.monotonic()
            pair.kill(dying)
            pair.promote(1 - dying)
            pair.rejoin(dying)
            sent += 1
            insist(engine, sent)
            outages.append(round(time.monotonic() - began_s, 1))
        entries = [entry for entry in log(pair.url) if entry.kind == "moved"]
        assert [entry.device_sequence for entry in entries] == list(range(1, sent + 1)), (
            "none is lost, none is there twice"
        )
        record_property("outages_s", outages)
        journal.close()


@pytest.mark.heavy
def test_a_primary_that_waits_for_no_standby_is_not_written_to(tmp_path: Path) -> None:
    with replicated(tmp_path / "pair") as pair:
        if pair is None:
            pytest.skip("there is no PostgreSQL with pg_basebackup here")
        pair.kill(1)
        pair.kill(0)
        pair.start(0, standbys="")
        with pytest.raises(LedgerUnavailable, match="could lose what was acknowledged"):
            Journal(place_of(pair.url)).open(new_id=NAME)
