"""A witness follows a log that grows, and finds every way to tell another history."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from fairfelt.ledger import Command, Entry, Ledger
from fairfelt.ledger.copies.backup import backup, restore
from fairfelt.ledger.transparency import KeyType, SignerKey, read_signed_checkpoint, read_verifier_key
from fairfelt.ledger.witness.follow import StateFolder, Witness, compare
from fairfelt.ledger.witness.room_client import Alarm, AlarmKind, RoomClient
from fairfelt.server.publishing import Publisher
from tests.ledger.bank import State, Ticking, move, moves
from tests.ledger.desk import opened
from tests.ledger.witness.served import DEVICE_KEY, KEY, Served
from tests.support.tampering import cut, forge_witness, rewrite, tamper

CLOCK = Ticking()


def grow(ledger: Ledger[State], commands: Sequence[Command]) -> None:
    for command in commands:
        ledger.submit(command).result()


@contextmanager
def publishing(served: Served, place: str, *commands: Command) -> Iterator[Ledger[State]]:
    """The journal there, grown by some commands and published."""
    with opened(place, clock=CLOCK) as ledger:
        grow(ledger, commands)
        served.publisher = Publisher(ledger, KEY)
        yield ledger


def witness_of(served: Served, folder: Path, *, device_key: str = "", **options: object) -> Witness:
    options.setdefault("clock", lambda: 1_700_000_000)
    room = RoomClient(served.url, device_key)
    return Witness(room, [KEY.verifier], StateFolder(folder), **options)  # type: ignore[arg-type]


def alarm_of(witness: Witness) -> Alarm:
    with pytest.raises(Alarm) as caught:
        witness.look()
    return caught.value


@pytest.mark.parametrize("device_key", ["", DEVICE_KEY])
def test_a_log_that_grows_is_followed_and_cosigned(served: Served, place: str, tmp_path: Path, device_key: str) -> None:
    folder = tmp_path / "w"
    with publishing(served, place, *moves("k", 5)) as ledger:
        assert witness_of(served, folder, device_key=device_key).look().signed.checkpoint.size == 5
        grow(ledger, moves("other", 30))
        witness = witness_of(served, folder, device_key=device_key)
        seen = witness.look()
        assert witness.look() == seen
        assert seen.signed.checkpoint.root == ledger.committed.tree.root
    [by] = seen.signed.cosigned_by([read_verifier_key(witness.verifier)])
    assert by.at_seconds == 1_700_000_000
    assert read_signed_checkpoint((folder / "checkpoint").read_text()) == seen.signed
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    assert bool(seen.books) == bool(device_key)
    if seen.books:
        assert seen.books.balances == ledger.committed.balances
        again = StateFolder(folder).seen()
        assert again and again.books and again.books.balances == ledger.committed.balances


def test_a_rewritten_journal_is_found(served: Served, place: str, tmp_path: Path) -> None:
    """Every hash is computed anew: the ledger opens it, and only the witness knows."""
    with publishing(served, place, *moves("k", 9)):
        witness_of(served, tmp_path / "w").look()
    rewrite(place, "né", "ne")
    forge_witness(place)
    with publishing(served, place):
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
        assert alarm.kind is AlarmKind.FORKED
        assert "two different histories of 9 events are signed" in str(alarm)
    with publishing(served, place, move("k", 10)):
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
        assert alarm.kind is AlarmKind.REWRITTEN
        assert "its 10 events are not shown to begin with the 9 that were signed before" in str(alarm)


def test_a_journal_cut_with_care_is_found(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 9)):
        witness_of(served, tmp_path / "w").look()
    cut(place, 4)
    forge_witness(place)
    with publishing(served, place) as ledger:
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
        assert alarm.kind is AlarmKind.ROLLED_BACK
        assert "9 events were signed before, now only 4 are shown" in str(alarm)
        grow(ledger, [move("k", number, 77) for number in range(5, 12)])
        assert alarm_of(witness_of(served, tmp_path / "w")).kind is AlarmKind.REWRITTEN


def test_an_old_copy_is_found(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 3)) as ledger:
        backup(place, tmp_path / "old")
        restore(tmp_path / "old", tmp_path / "old.db")
        grow(ledger, moves("other", 4))
        witness_of(served, tmp_path / "w").look()
    with publishing(served, str(tmp_path / "old.db")):
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
    assert alarm.kind is AlarmKind.ROLLED_BACK
    evidence = next((tmp_path / "w" / "evidence").iterdir()).read_text()
    assert evidence.count("\n7\n") == evidence.count("\n3\n") == 1, "both signed checkpoints are kept"


def test_a_fork_is_found_by_comparing_two_witnesses(served: Served, place: str, tmp_path: Path) -> None:
    """Each witness sees a log that only grows: what is wrong is that there are two."""
    one, two, fork = tmp_path / "one", tmp_path / "two", str(tmp_path / "fork.db")
    with publishing(served, place, *moves("k", 5)):
        witness_of(served, one).look()
        witness_of(served, two).look()
        assert compare(StateFolder(one), StateFolder(two)) == "Both witnesses saw the same 5 events."
        backup(place, tmp_path / "copy")
    restore(tmp_path / "copy", fork)
    with publishing(served, fork, move("k", 6, 1_000)) as forked:
        witness_of(served, two).look()
        with publishing(served, place, move("k", 6)) as real:
            witness_of(served, one).look()
            with pytest.raises(Alarm, match="were shown different histories of 6 events") as caught:
                compare(StateFolder(one), StateFolder(two))
            assert caught.value.kind is AlarmKind.FORKED
            assert alarm_of(witness_of(served, two)).kind is AlarmKind.FORKED
            grow(real, [move("k", 7)])
            witness_of(served, one).look()
            for ledger in (real, forked):
                grow(forked, [move("x", forked.next_sequence("x"))])
                served.publisher = Publisher(ledger, KEY)
                with pytest.raises(Alarm, match="are not shown to begin with"):
                    compare(StateFolder(one), StateFolder(two), RoomClient(served.url))


def test_witnesses_that_looked_at_different_times_agree(served: Served, place: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    with publishing(served, place, *moves("k", 5)) as ledger:
        witness_of(served, one).look()
        grow(ledger, moves("other", 3))
        witness_of(served, two).look()
        with pytest.raises(ValueError, match="one witness saw 5 events and the other 8: give --url"):
            compare(StateFolder(one), StateFolder(two))
        said = compare(StateFolder(two), StateFolder(one), RoomClient(served.url))
    assert said == "The 8 events that one witness saw begin with the 5 that the other saw."


def test_a_checkpoint_must_be_signed_by_the_room(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 2)) as ledger:
        served.publisher = Publisher(ledger, SignerKey(KEY.name, KeyType.LOG, b"x" * 32))
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
        assert (alarm.kind, "is not signed with the key" in str(alarm)) == (AlarmKind.SIGNATURE, True)
        served.publisher = right = Publisher(ledger, KEY)
        for wrong in (b"<html>", b"\xff\xfe", right.checkpoint().replace(b"\n2\n", b"\n3\n"), right.checkpoint()[:-9]):
            served.instead["/api/log/checkpoint"] = wrong
            assert alarm_of(witness_of(served, tmp_path / "w")).kind is AlarmKind.SIGNATURE
    assert StateFolder(tmp_path / "w").seen() is None


def test_a_room_that_proves_nothing_is_found(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 2)) as ledger:
        witness_of(served, tmp_path / "w").look()
        grow(ledger, moves("other", 2))
        for wrong in (b"\n", b"AAAA\n", b"no proof"):
            served.instead["/api/log/consistency"] = wrong
            assert alarm_of(witness_of(served, tmp_path / "w")).kind is AlarmKind.REWRITTEN


def test_a_room_out_of_reach_is_told(served: Served, tmp_path: Path) -> None:
    room = RoomClient("http://127.0.0.1:9", timeout_s=5)
    alarm = alarm_of(Witness(room, [KEY.verifier], StateFolder(tmp_path / "w")))
    assert (alarm.kind, alarm.kind.passes) == (AlarmKind.UNREACHABLE, True)
    assert "http://127.0.0.1:9 does not answer" in str(alarm)


def test_a_log_that_has_stopped_is_told(served: Served, place: str, tmp_path: Path) -> None:
    now = [1_000]
    with publishing(served, place, *moves("k", 2)) as ledger:
        witness = witness_of(served, tmp_path / "w", stopped_after_s=60, clock=lambda: now[0])
        witness.look()
        now[0] += 60
        witness.look()
        now[0] += 1
        alarm = alarm_of(witness)
        assert (alarm.kind, "2 events for 61 seconds" in str(alarm)) == (AlarmKind.STOPPED, True)
        grow(ledger, moves("other", 1))
        witness.look()


class Lying(Publisher):
    """Shows other events than it signs."""

    def __init__(self, ledger: Ledger[State], old: bytes, new: bytes) -> None:
        super().__init__(ledger, KEY)
        self.old, self.new = old, new

    def events(self, after: int, limit: int) -> bytes:
        return super().events(after, limit).replace(self.old, self.new)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b'["a",3]', b'["a",4]', "event 3 was changed"),
        (b"\n", b"\n\n", "event 2 cannot be read"),
        (b'"number":2', b'"number":7', "event 2 is missing or out of place"),
        (b'{"answer"', b'{ "answer"', "event 1 is not written the way a journal writes"),
    ],
)
def test_events_that_were_not_signed_are_found(
    served: Served, place: str, tmp_path: Path, old: bytes, new: bytes, sentence: str
) -> None:
    with publishing(served, place, *moves("k", 4)) as ledger:
        served.publisher = Lying(ledger, old, new)
        alarm = alarm_of(witness_of(served, tmp_path / "w", device_key=DEVICE_KEY))
    assert (alarm.kind, sentence in str(alarm)) == (AlarmKind.BOOKS, True)


def test_events_of_another_history_are_found(served: Served, place: str, tmp_path: Path) -> None:
    """The chain shown is in order, but it is not the one that was signed."""

    class Other(Publisher):
        def _entries(self, after: int, limit: int) -> list[tuple[Entry, str]]:
            return honest._entries(after, limit)

    with opened(str(tmp_path / "other.db")) as other, publishing(served, place, *moves("k", 4)) as ledger:
        grow(other, [move("k", number, 9) for number in range(1, 5)])
        honest, served.publisher = Publisher(other, KEY), Other(ledger, KEY)
        alarm = alarm_of(witness_of(served, tmp_path / "w", device_key=DEVICE_KEY))
    assert (alarm.kind, "are not those that were signed" in str(alarm)) == (AlarmKind.BOOKS, True)


def test_a_damaged_state_is_refused_in_a_sentence(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 2)):
        witness_of(served, tmp_path / "w").look()
        (tmp_path / "w" / "seen.json").write_text("{")
        with pytest.raises(ValueError, match=r"seen.json cannot be read"):
            witness_of(served, tmp_path / "w")
        with pytest.raises(ValueError, match="another needs a folder of its own"):
            witness_of(served, tmp_path / "w", name="another")


def test_nothing_is_signed_of_a_ledger_that_is_closed(served: Served, place: str, tmp_path: Path) -> None:
    with publishing(served, place, *moves("k", 2)) as ledger:
        tamper(place, 'UPDATE events SET body = \'{"kind":"x"}\' WHERE number = 1')
        with pytest.raises(Exception, match="event 1"):
            ledger.verify()
        alarm = alarm_of(witness_of(served, tmp_path / "w"))
    assert (alarm.kind, "answers 503" in str(alarm)) == (AlarmKind.UNREACHABLE, True)
