"""Whatever is wrong with a file, a command says so in a sentence: nobody is shown a traceback."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fairfelt.cli import main
from fairfelt.ledger import LedgerError, WrongJournal
from fairfelt.ledger.copies.backup import backup, export, restore
from tests.ledger.bank import moves
from tests.ledger.desk import opened
from tests.support.file_systems import full_disk
from tests.support.tampering import tamper

FLIPS = 80


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a sound database."""
    place = tmp_path_factory.mktemp("sound") / "j.db"
    with opened(str(place)) as ledger:
        for command in moves("k", 150):
            ledger.submit(command).result()
    return place.read_bytes()


@pytest.mark.parametrize("command", ["verify", "backup"])
def test_no_flipped_bit_shows_a_traceback(
    command: str, sound: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, place = Random(command), tmp_path / "j.db"
    words = ["ledger", command, str(place)] + ([str(tmp_path / "copy.db")] if command == "backup" else [])
    told = 0
    for nth in range(FLIPS):
        content = bytearray(sound)
        at = nth if nth < 50 else chance.randrange(len(content))
        content[at] ^= 1 << chance.randrange(8)
        place.write_bytes(content)
        code = main(words)
        assert code in (0, 1, 2)
        told += code != 0
        said = capsys.readouterr().err
        assert "Traceback" not in said
        assert "fairfelt room found" not in said
    assert told > FLIPS // 4


def test_files_of_other_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "j.db"
    for content in (b"", b"\0" * 5_000, b"{}\n", b"[]\n", b'"a"\n', b"SQLite format 3\0", b"\xff\xfe"):
        place.write_bytes(content)
        for words in (["verify", str(place)], ["replay", str(place)], ["restore", str(place), str(tmp_path / "r.db")]):
            assert main(["ledger", *words]) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("statement", ["DELETE FROM alembic_version", "INSERT INTO alembic_version VALUES ('x')"])
def test_a_version_row_that_was_touched(
    statement: str, place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    opened(place).close()
    tamper(place, statement)
    assert main(["ledger", "verify", place]) in (1, 2)
    assert main(["ledger", "backup", place, str(tmp_path / "copy")]) in (1, 2)
    assert "version" in capsys.readouterr().err


def test_a_full_disk_is_said_in_a_sentence(sound: bytes, tmp_path: Path) -> None:
    place = tmp_path / "j.db"
    place.write_bytes(sound)
    for copy in (export, backup):
        with full_disk(40_000), pytest.raises(WrongJournal, match="cannot be written"):
            copy(place, tmp_path / "copy")
    export(place, tmp_path / "copy")
    with full_disk(40_000), pytest.raises(LedgerError, match=r"full|large|cannot be written|disk I/O"):
        restore(tmp_path / "copy", tmp_path / "there.db")
    assert not [file.name for file in tmp_path.iterdir() if file.name.startswith((".", "there"))]


@pytest.mark.parametrize("damage", ["UPDATE alembic_version SET version_num = '9999'", "damaged"])
def test_a_damaged_or_newer_journal_is_not_answered_with_a_new_room(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "j.db"
    opened(str(place)).close()
    if damage == "damaged":
        place.write_bytes(place.read_bytes()[:5_000].ljust(20_000, b"\xff"))
    else:
        tamper(str(place), damage)
    assert main(["serve", "--database", str(place)]) == 2
    assert "room found" not in capsys.readouterr().err
    assert main(["serve", "--database", str(tmp_path / "none.db")]) == 2
    assert "fairfelt room found" in capsys.readouterr().err
