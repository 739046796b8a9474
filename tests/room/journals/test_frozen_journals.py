"""Journals of every version replay for ever; the golden ones beside them are made anew with every change."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from fairfelt.ledger.audit import verify
from fairfelt.room import Room
from fairfelt.version import __version__
from tests.room.journals.freeze import FROZEN, freeze, is_released
from tests.room.journals.make import EXPECTED, FOLDER, SUFFIX

KEPT = [(folder.name, name) for folder in sorted(FROZEN.iterdir())
        for name in json.loads((folder / EXPECTED.name).read_text())]  # fmt: skip


@pytest.mark.parametrize(("version", "name"), KEPT)
def test_a_journal_of_any_version_replays_to_the_same_accounts(version: str, name: str, tmp_path: Path) -> None:
    """Of a version that is not out yet: `python -m tests.room.journals.freeze`. Of one that is: mend the code."""
    file = tmp_path / "kept.jsonl"
    file.write_bytes(gzip.decompress((FROZEN / version / f"{name}{SUFFIX}").read_bytes()))
    expected = json.loads((FROZEN / version / EXPECTED.name).read_text())[name]
    replayed = verify(file, Room())
    assert (replayed.head.number, replayed.head.hash) == (expected["events"], expected["head"])
    assert replayed.state.balances() == expected["balances"]
    assert Room().restore(Room().save(replayed.state)) == replayed.state


def test_this_version_is_frozen_and_every_file_of_it_is_expected() -> None:
    assert __version__ in {version for version, _ in KEPT}
    for folder in FROZEN.iterdir():
        names = {name for version, name in KEPT if version == folder.name}
        assert {path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}")} == names


def test_what_is_released_is_never_written_again(tmp_path: Path) -> None:
    unreleased, released = "## 9.9.9 (unreleased)\n", "## 9.9.9 (2027-01-02)\n"
    assert (is_released("9.9.9", unreleased), is_released("9.9.9", released)) == (False, True)
    first = freeze("9.9.9", unreleased, tmp_path)
    assert (first / EXPECTED.name).read_bytes() == EXPECTED.read_bytes()
    (first / EXPECTED.name).write_text("{}")
    with pytest.raises(SystemExit, match=r"9\.9\.9 is released"):
        freeze("9.9.9", released, tmp_path)
    assert (first / EXPECTED.name).read_text() == "{}"
    freeze("9.9.9", unreleased, tmp_path)
    assert len(list(first.glob(f"*{SUFFIX}"))) == len(list(FOLDER.glob(f"*{SUFFIX}")))
