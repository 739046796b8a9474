"""A long journal is verified in ranges on several cores, and nothing that was saved is taken on trust."""

from __future__ import annotations

import os
from concurrent.futures import Future
from contextlib import closing
from multiprocessing import parent_process
from typing import Any

import pytest

from fairfelt.ledger import Event, LedgerCorrupt, LedgerUnavailable, resuming
from fairfelt.ledger.audit import verify
from fairfelt.ledger.canonical import digest
from fairfelt.ledger.replay import replay_snapshot
from fairfelt.ledger.store import Journal, place_of, snapshot
from tests.ledger.bank import Bank, State, move, moves
from tests.ledger.desk import answers, engine_at
from tests.ledger.resuming.test_snapshots import Noting, damage, numbers, opened, text_of
from tests.support.heavy import first_few
from tests.support.tampering import forge_witness, rewrite, tamper

pytestmark = pytest.mark.sqlite_each_time


@pytest.fixture(autouse=True)
def cut_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "LEAST_EVENTS", 1)


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


class _Here:
    """A pool that does the work at once, in this process."""

    def __init__(self, *_: object) -> None:
        self.done = 0

    def submit(self, work: Any, *task: Any) -> Any:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*task))
            self.done += 1
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, *, cancel_futures: bool) -> None:
        assert cancel_futures


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resuming, "ProcessPoolExecutor", _Here)


def stitched(place: str, machine: Bank | None = None) -> list[int]:
    """Up to which events the ranges hold together."""
    with snapshot(place) as taken:
        return [each.head.number for each in resuming.replay_ranges(taken, machine or Bank())]


def sequential(place: str) -> Any:
    with snapshot(place) as taken:
        return replay_snapshot(taken, Bank())


@pytest.mark.parametrize("place", first_few(["sqlite", "postgresql"], 1), indirect=True)
def test_ranges_in_other_processes_come_to_what_one_replay_comes_to(journal: str) -> None:
    whole, machine, told = sequential(journal), Noting(), list[int]()
    found = verify(journal, machine, progress=told.append)
    assert machine.replayed == 2
    assert told == [5, 10, 15]
    assert (found.head, found.state, found.tree, found.filled) == (whole.head, whole.state, whole.tree, whole.filled)
    assert (found.book.balances, found.book.last_by_device, found.postings) == (
        whole.book.balances, whole.book.last_by_device, whole.postings
    )  # fmt: skip


@pytest.mark.usefixtures("here")
def test_what_follows_the_last_saved_state_is_a_range_where_it_is_long(
    journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, machine = sequential(journal), Noting()
    monkeypatch.setattr(resuming, "LEAST_AFTER", 2)
    assert stitched(journal)[-1] == whole.head.number
    found = verify(journal, machine)
    assert (found.head, found.state, found.book.balances) == (whole.head, whole.state, whole.book.balances)
    tamper(journal, "UPDATE events SET at_micros = at_micros + 1 WHERE number = 18")
    with pytest.raises(LedgerCorrupt, match="event 18 was changed"):
        verify(journal, Bank())


@pytest.mark.every_store
@pytest.mark.usefixtures("here")
def test_a_writer_verifies_by_ranges_too_and_says_how_far_it_is(journal: str) -> None:
    with opened(journal, snapshot_every=0) as ledger:
        told = list[int]()
        assert ledger.verify(told.append) == ledger.committed.head
        assert told == [5, 10, 15]
        assert ledger.verified.number == 18


@pytest.mark.usefixtures("here")
def test_a_state_forged_at_a_joint_is_found_though_chain_and_digest_are_right(journal: str) -> None:
    text = text_of(journal, 10)
    forged = text.replace('"a":45', '"a":35').replace('"mint":-45', '"mint":-35')
    assert forged != text
    damage(journal, 10, forged)
    rewrite(journal, digest(text), digest(forged))
    forge_witness(journal)
    assert stitched(journal) == [5, 10]
    with pytest.raises(LedgerCorrupt, match="event 11 says that the state before it had the digest"):
        verify(journal, Bank())


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("part", "other"), [('"postings":18', '"postings":20'), ('"k":9', '"k":8'), ('"tree":"10:', '"tree":"10:')]
)
def test_every_part_of_a_saved_state_counts_at_a_joint(journal: str, part: str, other: str) -> None:
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


@pytest.mark.usefixtures("here")
def test_a_damaged_state_is_no_joint_and_no_fault_of_the_journal(journal: str) -> None:
    whole = sequential(journal)
    damage(journal, 10)
    assert stitched(journal) == [5, 15]
    assert verify(journal, Bank()).head == whole.head
    damage(journal, 15, text_of(journal, 5))
    assert stitched(journal) == [5]
    assert verify(journal, Bank()).state == whole.state


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("number", [2, 5, 6, 8, 10, 14, 15, 16, 18])
def test_what_was_changed_in_any_range_is_said_as_ever(journal: str, number: int) -> None:
    tamper(journal, f"UPDATE events SET at_micros = at_micros + 1 WHERE number = {number}")
    with pytest.raises(LedgerCorrupt) as expected:
        sequential(journal)
    with pytest.raises(LedgerCorrupt) as found:
        verify(journal, Bank())
    assert str(found.value) == str(expected.value)
    assert f"event {number} was changed" in str(found.value)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("number", [0, -7, 999])
def test_an_event_beside_the_journal_is_found_by_ranges(journal: str, number: int) -> None:
    others = "at_micros, device, device_sequence, kind, body, postings, refused, answer, hash"
    tamper(journal, f"INSERT INTO events (number, {others}) SELECT {number}, {others} FROM events WHERE number = 1")
    with pytest.raises(LedgerCorrupt, match=f"is missing or out of place: number {number} stands there"):
        verify(journal, Bank())


@pytest.mark.usefixtures("here")
def test_a_changed_tile_or_balance_is_found_after_the_ranges(journal: str) -> None:
    tamper(journal, "UPDATE balances SET amount_micros = amount_micros + 1 WHERE account = 'a'")
    with pytest.raises(LedgerCorrupt, match="the balances show"):
        verify(journal, Bank())


@pytest.mark.usefixtures("here")
def test_a_known_head_in_a_range_must_be_there(journal: str) -> None:
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


@pytest.mark.parametrize("place", first_few(["sqlite", "postgresql"], 1), indirect=True)
def test_a_process_that_dies_leaves_the_work_to_this_one(journal: str) -> None:
    assert stitched(journal, Dying()) == []
    assert verify(journal, Dying()).head.number == 18


class Dying(Bank):
    """Ends whatever process replays it, unless that is the one that runs the tests."""

    def replay(self, state: State, event: Event) -> State:
        if parent_process():
            os._exit(9)
        return super().replay(state, event)
