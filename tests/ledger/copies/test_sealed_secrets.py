"""Backups carry their secrets, sealed with a passphrase, from either database to either."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.ledger import Head, LedgerCorrupt, Secrets, WrongPassphrase
from fairfelt.ledger.copies.backup import backup, carries_secrets, restore, seal_secrets, unseal_secrets
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.store.secrets import all_secrets
from tests.ledger.bank import move
from tests.ledger.desk import log, opened
from tests.support.postgres import fresh_schema

PASSPHRASE = "a long night at table four"
TEXTS = ["$argon2id$ né €", "$argon2id$ another"]
HEAD = Head(3, "f" * 64)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that costs little to make."""
    monkeypatch.setattr("fairfelt.ledger.copies.backup._COST", 1 << 4)


def fresh(kind: str, server: str, folder: Path, name: str) -> str:
    return fresh_schema(server) if kind == "postgresql" else str(folder / name)


@pytest.mark.parametrize(("source", "target"), list(product(("sqlite", "postgresql"), repeat=2)))
def test_a_backup_brings_the_secrets_along(source: str, target: str, server: str, tmp_path: Path) -> None:
    journal = fresh(source, server, tmp_path, "j.db")
    with opened(journal) as ledger:
        ledger.submit(move("k", 1)).result()
        names = [Secrets(journal).keep(text) for text in TEXTS]
        backup(journal, tmp_path / "copy", passphrase=PASSPHRASE)
    assert not any(text.encode() in (tmp_path / "copy").read_bytes() for text in TEXTS)
    assert carries_secrets(tmp_path / "copy")
    there = fresh(target, server, tmp_path, "there.db")
    for wrong in (None, "another passphrase"):
        with pytest.raises(WrongPassphrase):
            restore(tmp_path / "copy", there, passphrase=wrong)
    restore(tmp_path / "copy", there, passphrase=PASSPHRASE)
    assert [Secrets(there).read(name) for name in names] == TEXTS
    assert log(there) == log(journal)
    with opened(there) as ledger:
        assert ledger.submit(move("k", 2)).result().number == 2


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
def test_a_backup_has_room_for_every_report_and_document(source: str, server: str, tmp_path: Path) -> None:
    """No backup with a passphrase could be made any more once the issued reports had a megabyte together."""
    journal, documents = fresh(source, server, tmp_path, "j.db"), [sign * (9 << 20) for sign in "ab"]
    opened(journal).close()
    names = [Secrets(journal).keep(text) for text in documents]
    backup(journal, tmp_path / "copy", passphrase=PASSPHRASE)
    restore(tmp_path / "copy", tmp_path / "there.db", passphrase=PASSPHRASE)
    assert [Secrets(tmp_path / "there.db").read(name) for name in names] == documents


def test_a_backup_without_a_passphrase_holds_no_secret(place: str, tmp_path: Path) -> None:
    opened(place).close()
    name = Secrets(place).keep(TEXTS[0])
    backup(place, tmp_path / "copy")
    assert TEXTS[0].encode() not in (tmp_path / "copy").read_bytes()
    assert not carries_secrets(tmp_path / "copy")
    restore(tmp_path / "copy", tmp_path / "there.db")
    assert Secrets(tmp_path / "there.db").read(name) is None


def test_secrets_may_be_left_out_on_purpose(place: str, tmp_path: Path) -> None:
    opened(place).close()
    Secrets(place).keep(TEXTS[0])
    backup(place, tmp_path / "copy", passphrase=PASSPHRASE)
    restore(tmp_path / "copy", tmp_path / "there.db", leave_out_secrets=True)
    with snapshot(tmp_path / "there.db") as taken:
        assert not list(all_secrets(taken.connection))


def test_what_is_sealed_belongs_to_one_copy() -> None:
    sealed = json.loads(json.dumps(seal_secrets(TEXTS, PASSPHRASE, "j", HEAD)))
    assert unseal_secrets(sealed, PASSPHRASE, "j", HEAD) == TEXTS
    for journal, head in (("i", HEAD), ("j", HEAD._replace(number=4)), ("j", HEAD._replace(hash="0" * 64))):
        with pytest.raises(WrongPassphrase, match="do not open"):
            unseal_secrets(sealed, PASSPHRASE, journal, head)
    for spoilt in ({"n": 1 << 40}, {"format": "another"}, {"sealed": "?"}, {"salt": None}):
        with pytest.raises(LedgerCorrupt, match="damaged"):
            unseal_secrets({**sealed, **spoilt}, PASSPHRASE, "j", HEAD)
    with pytest.raises(WrongPassphrase, match="at least 12"):
        seal_secrets(TEXTS, "short", "j", HEAD)


def test_the_commands(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened(place).close()
    name = Secrets(place).keep(TEXTS[0])
    words, copy, there = tmp_path / "words", tmp_path / "copy", tmp_path / "there.db"
    words.write_text(f"{PASSPHRASE}\n")
    assert main(["ledger", "backup", place, str(copy)]) == 0
    assert "secrets are left out" in capsys.readouterr().out
    assert main(["ledger", "backup", place, str(copy), "--passphrase-file", str(words)]) == 0
    assert "sealed" in capsys.readouterr().out
    assert main(["ledger", "restore", str(copy), str(there)]) == 2
    assert "--passphrase-file" in capsys.readouterr().err
    assert main(["ledger", "restore", str(copy), str(there), "--passphrase-file", str(words)]) == 0
    assert Secrets(there).read(name) == TEXTS[0]
    words.write_text("wrong, and long enough")
    assert main(["ledger", "restore", str(copy), str(tmp_path / "b.db"), "--passphrase-file", str(words)]) == 2
    assert "do not open" in capsys.readouterr().err
    assert main(["ledger", "backup", place, str(copy), "--passphrase-file", str(tmp_path / "none")]) == 2
    assert main(["ledger", "restore", str(copy), str(tmp_path / "c.db"), "--leave-out-secrets"]) == 0
    assert "PINs" in capsys.readouterr().out
