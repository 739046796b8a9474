"""Reading and verifying an open ledger, from any thread, while its writer goes on."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fairfelt.ledger import Event, Follower, Head, LedgerCorrupt, LedgerUnavailable, Opening
from fairfelt.ledger.audit import verify
from tests.ledger.bank import Bank, State, move, moves
from tests.ledger.desk import log, opened
from tests.support.tampering import rewrite, tamper


def test_a_device_learns_its_next_number(place: str) -> None:
    with opened(place) as ledger:
        assert ledger.next_sequence("k") == 1
        for command in (*moves("k", 2), move("k", 9), move("k", 1)):
            ledger.submit(command).result()
        assert (ledger.next_sequence("k"), ledger.next_sequence("j")) == (3, 1)
    with opened(place) as ledger:
        assert ledger.next_sequence("k") == 3


def test_a_slice_of_the_log(place: str) -> None:
    with opened(place) as ledger:
        for command in (*moves("k", 5), move("k", 9)):
            ledger.submit(command).result()
        assert ledger.entries() == log(place)
        assert [entry.number for entry in ledger.entries(after=2, limit=3)] == [3, 4, 5]
        assert ledger.entries(after=6) == []
        assert ledger.entries(limit=0) == []


def test_reading_and_writing_at_once(place: str) -> None:
    with opened(place) as ledger, ThreadPoolExecutor(3) as readers:
        answers = [ledger.submit(command) for command in moves("k", 300)]
        slices = [readers.submit(ledger.entries, after=after, limit=50) for after in range(0, 300, 20)]
        audits = [readers.submit(ledger.verify) for _ in range(3)]
        assert [answer.result().number for answer in answers] == list(range(1, 301))
        for after, found in zip(range(0, 300, 20), slices, strict=True):
            numbers = [entry.number for entry in found.result()]
            assert numbers == list(range(after + 1, after + 1 + len(numbers)))
        assert all(audit.result().number <= 300 for audit in audits)
        assert ledger.verify() == ledger.committed.head
        assert verify(place, Bank()).state == ledger.committed.state


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE events SET kind = 'other' WHERE number = 2", "event 2 was changed"),
        ("UPDATE balances SET amount_micros = amount_micros + 1 WHERE account = 'a'", "the balances show 7 millionths"),
        ("UPDATE events SET digest = NULL WHERE number = 3", "event 3 was changed"),
        ("UPDATE journal SET id = 'another'", "event 1 was changed|is about another journal"),
    ],
)
def test_what_was_changed_closes_the_ledger(place: str, statement: str, sentence: str) -> None:
    with opened(place) as ledger:
        for command in moves("k", 3):
            ledger.submit(command).result()
        tamper(place, statement)
        with pytest.raises(LedgerCorrupt, match=sentence):
            ledger.verify()
        assert not ledger.available
        assert re.search(sentence, str(ledger.fault))
        with pytest.raises(LedgerCorrupt, match=sentence):
            ledger.submit(move("k", 4)).result()
    assert len(log(place)) == 3


def test_a_tail_cut_with_care_is_found_too(place: str) -> None:
    with opened(place) as ledger:
        first = ledger.submit(move("k", 1)).result()
        left: Head = ledger.committed.head
        ledger.submit(move("k", 2)).result()
        tamper(
            place,
            f"DELETE FROM events WHERE number > {first.number}",
            f"UPDATE journal SET head_number = {left.number}, head_hash = '{left.hash}'",
            "UPDATE balances SET amount_micros = amount_micros / 2",
        )
        with pytest.raises(
            LedgerCorrupt, match=r"ends at event 1, but (event 2 is known: it was cut|.* says that event 2 )"
        ):
            ledger.verify()


def test_a_machine_that_would_decide_otherwise_closes_the_ledger(place: str) -> None:
    class Forgetful(Bank):
        forgets = False

        def replay(self, state: State, event: Event) -> State:
            return state if self.forgets else super().replay(state, event)

    machine = Forgetful()
    with Opening(address=place, machine=machine).activate() as ledger:
        ledger.submit(move("k", 1)).result()
        machine.forgets = True
        with pytest.raises(LedgerCorrupt, match="the machine holds 0 millionths in a, expected 5"):
            ledger.verify()
        assert ledger.fault


def test_a_journal_out_of_reach_is_no_fault(tmp_path: Path) -> None:
    place, away = tmp_path / "j.db", tmp_path / "away.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
        place.rename(away)
        with pytest.raises(LedgerUnavailable, match="unable to open"):
            ledger.entries()
        with pytest.raises(LedgerUnavailable, match="there is no file"):
            ledger.verify()
        assert ledger.fault is None
        away.rename(place)
        assert ledger.verify().number == 1
        assert not ledger.submit(move("k", 2)).result().refused


def test_a_writer_does_not_write_on_after_a_rewritten_chain(place: str) -> None:
    with opened(place) as ledger:
        for command in moves("k", 3):
            ledger.submit(command).result()
        known = ledger.committed.head
        rewrite(place, "né", "nè")
        for _ in range(2):
            with pytest.raises(LedgerCorrupt, match=f"event 3 is known with hash {known.hash}, but"):
                ledger.submit(move("k", 4)).result()
        assert ledger.fault
    assert len(log(place)) == 3


def test_a_writer_does_not_mend_a_head_that_another_hand_has_moved(place: str) -> None:
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
        tamper(place, f"UPDATE journal SET head_hash = '{'0' * 64}'")
        with pytest.raises(LedgerCorrupt, match="the journal says that it ends with event 1"):
            ledger.submit(move("k", 2)).result()
    assert len(log(place)) == 1


def test_who_reads_along_finds_a_rewritten_chain_at_once(place: str) -> None:
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
        follower = Follower(place, Bank())
        follower.poll()
        rewrite(place, "né", "nè")
        with pytest.raises(LedgerCorrupt, match="event 1 is known with hash"):
            follower.poll()
