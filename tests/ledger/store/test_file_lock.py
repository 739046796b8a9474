"""One SQLite file has one writer, by whatever name it is opened and whatever becomes of the files beside it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairfelt.ledger import JournalHeld, WrongJournal
from tests.ledger.bank import move
from tests.ledger.desk import opened

CHILD = (sys.executable, "-m", "tests.ledger.child")


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A journal that another process writes."""
    place = tmp_path / "j.db"
    with subprocess.Popen([*CHILD, "hold", str(place)], stdout=subprocess.PIPE, text=True) as writer:
        try:
            assert writer.stdout
            assert writer.stdout.readline() == "held\n"
            yield place
        finally:
            writer.kill()


def test_no_file_beside_it_can_be_removed_to_get_a_second_writer(held: Path) -> None:
    for file in held.parent.iterdir():
        if file.name not in (held.name, f"{held.name}-wal", f"{held.name}-shm"):
            file.unlink()
    with pytest.raises(JournalHeld):
        opened(str(held))


def test_no_link_beside_it_leads_to_a_second_writer(held: Path) -> None:
    lock = Path(f"{held}.lock")
    lock.unlink(missing_ok=True)
    lock.symlink_to(held.parent / "elsewhere")
    with pytest.raises(JournalHeld):
        opened(str(held))


def test_another_name_for_the_file_is_the_same_journal(held: Path) -> None:
    (held.parent / "deep").mkdir()
    other = held.parent / "deep" / "other.db"
    other.symlink_to(held)
    with pytest.raises(JournalHeld):
        opened(str(other))
    other.unlink()
    other.hardlink_to(held)
    with pytest.raises((JournalHeld, WrongJournal)):
        opened(str(other))


def test_the_lock_is_free_again_in_the_same_process(tmp_path: Path) -> None:
    place = str(tmp_path / "j.db")
    for number in (1, 2):
        with opened(place) as ledger:
            with pytest.raises(JournalHeld):
                opened(place)
            ledger.submit(move("k", number)).result()
