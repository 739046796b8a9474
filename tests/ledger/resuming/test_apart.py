"""A journal is verified from its first event on, a long one in a process of its own; no saved state is trusted."""

from __future__ import annotations

import os
from contextlib import closing
from multiprocessing import parent_process

import pytest

from fairfelt.ledger import Event, LedgerCorrupt, LedgerUnavailable
from fairfelt.ledger.audit import verify
from fairfelt.ledger.canonical import digest
from fairfelt.ledger.store import Journal, place_of, snapshot
from tests.ledger.bank import Bank, State, move, moves
from tests.ledger.desk import answers, engine_at
from tests.ledger.resuming.test_snapshots import damage, numbers, opened, text_of
from tests.support.heavy import first_few
from tests.support.tampering import forge_witness, rewrite, tamper

pytestmark = pytest.mark.sqlite_each_time


@pytest.fixture
def journal(place: str) -> str:
    """Three snapshots, after events 5, 10 and 15, and two events after the last."""
    with closing(Journal(place_of(place))) as held:
        engine = engine_at(place, held)
        for first, many in ((1, 5), (6, 4), (10, 4)):
            answers(engine, *moves("k", many, first))
            engine.save_state()
        answers(engine, move("j", 1, taker="b"), move("k", 14, 14))
    assert numbers(place) == [15, 10, 5]
    return place


@pytest.mark.parametrize(
    ("part", "other"), [('"postings":18', '"postings":20'), ('"k":9', '"k":8'), ('"tree":"10:', '"tree":"10:')]
)
def test_every_part_of_a_saved_state_is_held_against_the_events(journal: str, part: str, other: str) -> None:
    text = text_of(journal, 10)
    assert part in text
    forged = text.replace(part, other)
    if part == other:
        at = text.index(part) + len(part)
        forged = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
    damage(journal, 10, forged)
    rewrite(journal, digest(text), digest(forged))
    forge_witness(journal)
    with pytest.raises(LedgerCorrupt, match="event 11 says that the state before it had the digest"):
        verify(journal, Bank())


@pytest.mark.parametrize("number", [0, -7, 999])
def test_an_event_beside_the_journal_is_found(journal: str, number: int) -> None:
    others = "at_micros, device, device_sequence, kind, body, postings, refused, answer, hash"
    tamper(journal, f"INSERT INTO events (number, {others}) SELECT {number}, {others} FROM events WHERE number = 1")
    with pytest.raises(LedgerCorrupt, match=f"is missing or out of place: number {number} stands there"):
        verify(journal, Bank())


def test_a_changed_tile_or_balance_is_found(journal: str) -> None:
    tamper(journal, "UPDATE balances SET amount_micros = amount_micros + 1 WHERE account = 'a'")
    with pytest.raises(LedgerCorrupt, match="the balances show"):
        verify(journal, Bank())


def test_a_known_head_must_be_there(journal: str) -> None:
    with snapshot(journal) as taken:
        third = next(taken.entries(after=2)).head
    assert verify(journal, Bank(), known=third).head.number == 18
    with pytest.raises(LedgerCorrupt, match=r"event 3 is known with hash 0+"):
        verify(journal, Bank(), known=third._replace(hash="0" * 64))


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.ledger.ledger.LEAST_APART", 1)
    monkeypatch.setattr("fairfelt.ledger.audit.POLL_S", 0.01)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("place", first_few(["sqlite", "postgresql"], 1), indirect=True)
def test_a_long_journal_is_verified_in_a_process_of_its_own(journal: str) -> None:
    with opened(journal, snapshot_every=0) as ledger:
        assert ledger.verify() == ledger.committed.head
        assert ledger.verified.number == 18
        tamper(journal, "UPDATE events SET device = 'x' WHERE number = 7")
        with pytest.raises(LedgerCorrupt, match="event 7 was changed"):
            ledger.verify()
        assert ledger.verified.number == 18
        assert "event 7 was changed" in str(ledger.fault)


@pytest.mark.usefixtures("apart")
def test_a_process_that_dies_leaves_the_verification_to_this_one(journal: str) -> None:
    with opened(journal, Dying(), snapshot_every=0) as ledger:
        assert ledger.verify() == ledger.committed.head


@pytest.mark.usefixtures("apart")
def test_who_closes_the_ledger_does_not_wait_for_a_verification(journal: str) -> None:
    ledger = opened(journal, snapshot_every=0)
    ledger.close()
    with pytest.raises(LedgerUnavailable, match="was closed before all of it was verified"):
        ledger.verify()


class Dying(Bank):
    """Ends whatever process replays it, unless that is the one that runs the tests."""

    def replay(self, state: State, event: Event) -> State:
        if parent_process():
            os._exit(9)
        return super().replay(state, event)
