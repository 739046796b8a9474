"""A journal that ends before what was acknowledged is refused, however sound it is; and its files are watched."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Secrets
from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.backup import export, restore
from fairfelt.ledger.store.tables import METADATA
from fairfelt.ledger.store.witness import SLOT_BYTES
from tests.ledger.bank import Bank, move, moves
from tests.ledger.desk import opened
from tests.support.postgres import fresh_schema
from tests.support.tampering import rewrite, tamper

CHILD = (sys.executable, "-m", "tests.ledger.child")


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A journal whose writer was killed: what it acknowledged is in the write-ahead log alone."""
    place = tmp_path / "j.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
    place.rename(tmp_path / "before.db")
    shutil.copy(tmp_path / "before.db", place)
    with subprocess.Popen([*CHILD, "write", str(place)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == "written\n"
        writer.kill()
    return place


def test_a_crash_alone_is_no_reason_to_refuse(crashed: Path) -> None:
    with opened(str(crashed)) as ledger:
        assert ledger.committed.head.number == 3


def test_a_removed_write_ahead_log_is_refused(crashed: Path) -> None:
    Path(f"{crashed}-wal").unlink()
    with pytest.raises(
        LedgerCorrupt, match=r"ends at event 1, but .*j\.db\.head says that event 3 .* was acknowledged"
    ):
        opened(str(crashed))
    with pytest.raises(LedgerCorrupt, match="its write-ahead log was removed, or an older copy was put in its place"):
        verify(crashed, Bank())


def test_the_main_file_alone_elsewhere_is_refused_as_a_copy(crashed: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    alone = Path(shutil.copy(crashed, tmp_path / "other" / "j.db"))
    with pytest.raises(LedgerCorrupt, match=r"j\.db\.head is missing, which says how far it was acknowledged"):
        opened(str(alone))
    shutil.copy(f"{crashed}.head", f"{alone}.head")
    with pytest.raises(LedgerCorrupt, match="fairfelt ledger restore"):
        opened(str(alone))


def test_an_older_copy_is_refused_and_a_restore_of_it_is_a_new_journal(crashed: Path, tmp_path: Path) -> None:
    opened(str(crashed)).close()
    shutil.copy(tmp_path / "before.db", crashed)
    with pytest.raises(LedgerCorrupt, match="an older copy was put in its place"):
        opened(str(crashed))
    target = tmp_path / "again.db"
    Path(f"{target}.head").write_text("of a journal that was here before")
    restore(tmp_path / "before.db", target)
    with opened(str(target)) as ledger:
        assert ledger.submit(move("k", 2)).result().number == 2


def test_a_chain_rewritten_while_nobody_looked_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "j.db")
    with opened(place) as ledger:
        for command in moves("k", 3):
            ledger.submit(command).result()
    rewrite(place, "né", "ni")
    with pytest.raises(LedgerCorrupt, match=r"event 3 of .* the journal was changed"):
        opened(place)


def test_a_spoilt_slot_is_made_good_before_the_other_one_can_be_spoilt(tmp_path: Path) -> None:
    """Two power cuts, one after the other and nothing written between them, left a witness that said nothing."""
    place, witness = str(tmp_path / "j.db"), tmp_path / "j.db.head"
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
    for rest in (slice(SLOT_BYTES, None), slice(None, SLOT_BYTES)):
        kept = witness.read_bytes()[rest]
        witness.write_bytes(b"x" * SLOT_BYTES + kept if rest.start else kept + b"x" * SLOT_BYTES)
        with opened(place) as ledger:
            assert ledger.committed.head.number == 1


def test_one_spoilt_slot_does_no_harm_and_two_are_named(tmp_path: Path) -> None:
    place = str(tmp_path / "j.db")
    with opened(place) as ledger:
        for command in moves("k", 2):
            ledger.submit(command).result()
    file = Path(f"{place}.head")
    content = file.read_bytes()
    assert len(content) == 2 * SLOT_BYTES
    for spoilt in (b"x" * SLOT_BYTES + content[SLOT_BYTES:], content[:SLOT_BYTES] + b"\0" * SLOT_BYTES):
        file.write_bytes(spoilt)
        opened(place).close()
    file.write_bytes(b"torn")
    with pytest.raises(LedgerCorrupt, match=r"j\.db\.head is damaged"):
        opened(place)


def test_a_new_journal_does_not_begin_where_another_was_acknowledged(tmp_path: Path) -> None:
    place = tmp_path / "j.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
    place.unlink()
    with pytest.raises(LedgerCorrupt, match=r"another journal|ends at event 0"):
        opened(str(place))


def test_a_log_removed_under_a_running_writer_is_noticed_before_the_next_answer(tmp_path: Path) -> None:
    place = tmp_path / "j.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
        Path(f"{place}-wal").unlink()
        with pytest.raises(LedgerUnavailable, match=r"j\.db-wal was removed or replaced"):
            ledger.submit(move("k", 2)).result()
        assert ledger.submit(move("k", 2)).result().number == 2
    assert verify(place, Bank()).head.number == 2


def test_postgresql_has_its_witness_in_the_state_folder(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRFELT_STATE", str(tmp_path))
    place, copy = fresh_schema(server), tmp_path / "copy"
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
        export(place, copy)
        ledger.submit(move("k", 2)).result()
    (witness,) = tmp_path.glob("*.head")
    said = witness.read_bytes()
    tamper(place, *(f"DROP TABLE {name} CASCADE" for name in METADATA.tables))
    restore(copy, place)
    assert witness.read_bytes() != said
    opened(place).close()
    witness.write_bytes(said)
    with pytest.raises(LedgerCorrupt, match=r"ends at event 1, but .* says that event 2"):
        opened(place)
    monkeypatch.delenv("FAIRFELT_STATE")
    opened(place).close()


def test_nobody_else_reads_the_files_of_a_journal(tmp_path: Path) -> None:
    place = tmp_path / "j.db"
    with opened(str(place)) as ledger:
        ledger.submit(move("k", 1)).result()
        Secrets(place).keep("a text")
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("j.db", "j.db-wal", "j.db-shm", "j.db.head"), 0o600)
