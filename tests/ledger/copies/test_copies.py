"""Export, backup and restore: the same journal in another place, or a refusal that leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairfelt.ledger import Head, LedgerCorrupt, WrongJournal
from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies import backup as copies
from fairfelt.ledger.copies.backup import backup, export, restore
from tests.ledger.bank import Bank, move, moves
from tests.ledger.desk import log, opened
from tests.support.postgres import fresh_schema
from tests.support.tampering import tamper


@pytest.fixture
def journal(place: str) -> str:
    """A journal with some history."""
    with opened(place) as ledger:
        for command in [*moves("k1", 4), *moves("k2", 3), move("k2", 9), move("k1", 5, 999, "b")]:
            ledger.submit(command).result()
    return place


def test_an_export_verifies_without_a_database(journal: str, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    head = export(journal, file)
    assert verify(file, Bank(), known=head).head == head == log(journal)[-1].head
    assert verify(file, Bank()).state == verify(journal, Bank()).state
    with pytest.raises(LedgerCorrupt, match="it was cut"):
        verify(file, Bank(), known=Head(head.number + 1, head.hash))


@pytest.mark.parametrize("copy", [export, backup])
def test_a_copy_restored_elsewhere_goes_on_where_it_was(
    journal: str, tmp_path: Path, server: str, copy: object
) -> None:
    file = tmp_path / "copy"
    head = export(journal, file) if copy is export else backup(journal, file)
    for target in (str(tmp_path / "restored.db"), fresh_schema(server)):
        assert restore(file, target) == head
        with opened(target) as ledger:
            again = ledger.submit(move("k1", 5, 999, "b")).result()
            assert (again.again, again.refused) == (True, True)
            assert not ledger.submit(move("k1", 6)).result().refused
        assert log(target)[: head.number] == log(journal)
        with pytest.raises(WrongJournal, match="already"):
            restore(file, target)


def test_a_copy_is_taken_while_the_journal_is_written(place: str, tmp_path: Path) -> None:
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
        assert export(place, tmp_path / "a").number == 1
        ledger.submit(move("k", 2)).result()
        assert backup(place, tmp_path / "b").number == 2
        assert export(place, tmp_path / "a").number == 2
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith(("a", "b", "."))) == ["a", "b"]


def test_an_empty_journal_has_an_empty_export(place: str, tmp_path: Path) -> None:
    opened(place).close()
    assert export(place, tmp_path / "empty").number == 0
    assert restore(tmp_path / "empty", tmp_path / "e.db") == verify(place, Bank()).head


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of an exported file."""
    folder = tmp_path_factory.mktemp("exported")
    with opened(str(folder / "j.db")) as ledger:
        for command in [*moves("k1", 4), *moves("k2", 3), move("k2", 9), move("k1", 5, 999, "b")]:
            ledger.submit(command).result()
    export(folder / "j.db", folder / "j.jsonl")
    return (folder / "j.jsonl").read_bytes().splitlines(keepends=True)


def refused(tmp_path: Path, content: bytes) -> str:
    """What is said about a file; nothing may come of it."""
    file, target = tmp_path / "bad.jsonl", tmp_path / "target.db"
    file.write_bytes(content)
    with pytest.raises(LedgerCorrupt) as caught:
        restore(file, target)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]
    return str(caught.value)


def test_altered_files_are_refused_with_the_line(tmp_path: Path, lines: list[bytes]) -> None:
    def changed(old: bytes, new: bytes) -> bytes:
        assert old in lines[3]
        return b"".join([*lines[:3], lines[3].replace(old, new), *lines[4:]])

    assert refused(tmp_path, b"".join(lines[:-1])).startswith("the file ends after line 9 with event 8, but its header")
    assert refused(tmp_path, b"".join(lines)[:-20]).startswith("line 10 (event 9) is cut off in the middle")
    assert refused(tmp_path, b"".join([*lines[:4], *lines[5:]])).startswith("line 5 (event 4) follows ")
    assert refused(tmp_path, b"".join([*lines[:4], lines[5], lines[4], *lines[6:]])).startswith("line 5 (event 4)")
    assert refused(tmp_path, b"".join([*lines, lines[-1]])).startswith("line 11 (event 10) follows ")
    assert refused(tmp_path, changed(b'"micros', b'"mikros') if b'"micros' in lines[3] else changed(b"-3", b"-4"))
    assert "was altered" in refused(tmp_path, changed(b'"kind":', b'"kind": '))
    assert "was changed" in refused(tmp_path, changed(b'"kind":"moved"', b'"kind":"mowed"'))
    assert "is not the header" in refused(tmp_path, b"".join(lines[1:]))
    assert "is not the header" in refused(tmp_path, b"")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_byte_can_change_unseen(tmp_path: Path, lines: list[bytes], data: st.DataObject) -> None:
    content = bytearray(b"".join(lines))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    assert refused(tmp_path, bytes(content))


def test_a_damaged_journal_is_not_copied(journal: str, tmp_path: Path) -> None:
    tamper(journal, "UPDATE events SET device = 'other' WHERE number = 3")
    for copy in (export, backup):
        with pytest.raises(LedgerCorrupt, match="event 3"):
            copy(journal, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_places_for_copies_that_will_not_do(journal: str, tmp_path: Path) -> None:
    with pytest.raises(WrongJournal, match="there is no folder"):
        export(journal, tmp_path / "no" / "file")
    with pytest.raises(WrongJournal, match="there is no file"):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    with pytest.raises(WrongJournal, match="there is no file"):
        restore(tmp_path / "none", tmp_path / "copy.db")
    export(journal, tmp_path / "good")


def test_a_copy_that_restores_to_another_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is read again: here the place gets another journal than the copy holds."""
    for name, number in (("long", 3), ("short", 2)):
        with opened(str(tmp_path / f"{name}.db")) as ledger:
            for command in moves("k", number):
                ledger.submit(command).result()
        export(tmp_path / f"{name}.db", tmp_path / name)
    fill = copies._fill
    monkeypatch.setattr(copies, "_fill", lambda file, *about: fill(tmp_path / "short", *about))
    with pytest.raises(LedgerCorrupt, match="ends with event 2, expected 3"):
        restore(tmp_path / "long", tmp_path / "restored.db")


@pytest.mark.parametrize("copy", [export, backup])
def test_no_copy_is_written_over_a_journal(tmp_path: Path, copy: Callable[[str, Path], Head]) -> None:
    """A backup onto its own journal took all secrets out of it, and an export left no database at all."""
    journals = tmp_path / "room.db", tmp_path / "other.db"
    for journal in journals:
        with opened(str(journal)) as ledger:
            ledger.submit(move("k", 1)).result()
    before = [journal.read_bytes() for journal in journals]
    (tmp_path / "link.db").symlink_to(journals[0])
    for file in (*journals, tmp_path / "link.db"):
        with pytest.raises(WrongJournal, match="is a journal itself: write the copy to another place"):
            copy(str(journals[0]), file)
    assert [journal.read_bytes() for journal in journals] == before
    for _ in range(2):
        copy(str(journals[0]), tmp_path / "monday")
