"""Secrets: kept once under their digest, beside the journal and never in it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed, Secrets
from fairfelt.ledger.canonical import digest
from tests.ledger.bank import moves
from tests.ledger.desk import opened
from tests.support.tampering import tamper

TEXT = "$argon2id$ né €"


def test_a_text_is_kept_under_its_digest_however_often(place: str) -> None:
    opened(place).close()
    secrets = Secrets(place)
    name = secrets.keep(TEXT)
    assert name == digest(TEXT)
    assert Secrets(place).keep(TEXT) == name
    assert secrets.read(name) == TEXT
    assert secrets.read(digest("another")) is None
    assert secrets.kept([name, digest("another")]) == {name}


def test_many_may_keep_the_same_text_while_the_journal_is_written(place: str) -> None:
    with opened(place) as ledger, ThreadPoolExecutor(4) as others:
        secrets = Secrets(place)
        names = [others.submit(secrets.keep, f"text {n // 4}") for n in range(40)]
        answers = [ledger.submit(command) for command in moves("k", 40)]
        assert [answer.result().number for answer in answers] == list(range(1, 41))
        assert [secrets.read(name.result()) for name in names] == [f"text {n // 4}" for n in range(40)]


def test_a_text_that_was_changed_is_not_given_out(place: str) -> None:
    opened(place).close()
    secrets = Secrets(place)
    name = secrets.keep(TEXT)
    tamper(place, "UPDATE secrets SET text = 'mine'")
    with pytest.raises(LedgerCorrupt, match=f"the secret {name} was changed"):
        secrets.read(name)
    with pytest.raises(LedgerCorrupt, match="was changed"):
        secrets.keep(TEXT)


@pytest.mark.parametrize(
    "text", ["", "a\0b", "\ud800", "x" * ((1 << 24) + 1)], ids=["empty", "NUL", "half", "too long"]
)
def test_what_cannot_be_kept(place: str, text: str) -> None:
    opened(place).close()
    with pytest.raises(Malformed, match="a secret is 1 to 16,777,216 whole characters, none of them NUL"):
        Secrets(place).keep(text)


def test_a_journal_out_of_reach(tmp_path: Path) -> None:
    with pytest.raises(LedgerUnavailable, match="unable to open"):
        Secrets(tmp_path / "none.db").keep(TEXT)
    assert not (tmp_path / "none.db").exists()
