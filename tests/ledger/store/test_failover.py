"""The database's machine dies: its standby is promoted, the server follows, and nothing acknowledged is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fairfelt.ledger import LedgerUnavailable
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, named, place_of
from fairfelt.ledger.store.place import STANDBYS
from tests.ledger.bank import Bank, State, Ticking, move
from tests.ledger.desk import NAME, answers, log
from tests.support.replicas.pair import Replicated, replicated

PATIENCE_S = 180.0


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


def waits_at(pair: Replicated, number: int, besides: frozenset[int] = frozenset()) -> int:
    """The session whose commit waits for the standby, once there is one."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        if found := pair.waiting(number) - besides:
            return found.pop()
        time.sleep(0.02)
    raise AssertionError("no commit waits for the standby")


@pytest.mark.heavy
@pytest.mark.parametrize("only_its_wait", [False, True], ids=["session ended", "wait cancelled"])
def test_what_only_a_cut_off_primary_has_is_not_acknowledged(tmp_path: Path, *, only_its_wait: bool) -> None:
    """A session that ended while its commit waited left the commit on the primary alone: looked up again, it was
    acknowledged as done, and a failover after that lost it."""
    with replicated(tmp_path / "pair") as pair, ThreadPoolExecutor() as threads:
        if pair is None:
            pytest.skip("there is no PostgreSQL with pg_basebackup here")
        journal = Journal(place_of(pair.url))
        journal.open(new_id=NAME)
        engine = Engine(Bank(), journal, Ticking(), server="first")
        insist(engine, 1)

        pair.lines[0].cut()
        asked = threads.submit(insist, engine, 2)
        first = waits_at(pair, 0)
        pair.end_session(0, first, only_its_wait=only_its_wait)
        waits_at(pair, 0, frozenset({first}))
        assert not asked.done(), "the primary has it, and nobody else"
        pair.lines[0].mend()
        asked.result(PATIENCE_S)

        pair.lines[0].cut()
        asked = threads.submit(insist, engine, 3)
        first = waits_at(pair, 0)
        pair.end_session(0, first, only_its_wait=only_its_wait)
        waits_at(pair, 0, frozenset({first}))
        pair.kill(0)
        pair.promote(1)
        pair.lines[0].mend()
        pair.rejoin(0)
        asked.result(PATIENCE_S)
        insist(engine, 4)
        entries = [entry for entry in log(pair.url) if entry.kind == "moved"]
        assert [entry.device_sequence for entry in entries] == [1, 2, 3, 4], "none is lost, none is there twice"
        journal.close()


@pytest.mark.heavy
def test_a_primary_that_is_told_to_wait_for_no_standby_is_written_to_no_more(tmp_path: Path) -> None:
    """It was asked once, when the connection was made: what was turned off after that went unnoticed."""
    with replicated(tmp_path / "pair") as pair:
        if pair is None:
            pytest.skip("there is no PostgreSQL with pg_basebackup here")
        journal = Journal(place_of(pair.url))
        journal.open(new_id=NAME)
        engine = Engine(Bank(), journal, Ticking(), server="first")
        insist(engine, 1)
        pair.wait_for(0, "")
        with pytest.raises(LedgerUnavailable, match="waits for no standby"):
            for number in range(2, 10_000):  # until its session has heard of it
                answers(engine, move("k", number))
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
