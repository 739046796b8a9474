"""A journal is decided again: what the rules do not lead to is found, and which software decided it."""

from __future__ import annotations

import gzip
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt.cli import main
from fairfelt.jackpot import award
from fairfelt.ledger.audit import verify
from fairfelt.room import Room
from fairfelt.room.commands import rounds
from fairfelt.room.machine import DecisionAudit
from fairfelt.room.state.awards import envy_of
from fairfelt.server import Manifest
from tests.room.floors import UNIT
from tests.room.journals.make import FOLDER
from tests.room.pit_on_a_journal import PitOnAJournal

HERE, OTHER = Manifest({"a.py": "1"}, {}), Manifest({"a.py": "2"}, {})


@pytest.fixture
def pit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PitOnAJournal:
    """A room on a journal, and software with a known digest that verifies it."""
    monkeypatch.setattr(import_module("fairfelt.server.manifest"), "manifest", lambda: HERE)
    return PitOnAJournal(str(tmp_path / "room.db"))


def play(pit: PitOnAJournal, software: Manifest) -> None:
    """A royal flush beside two who get envy for it."""
    pit.serves("find software", digest=software.digest, version="0.1.0")
    pit.press("start game", "T1", bets={"1": 5 * UNIT, "2": 5 * UNIT, "3": UNIT})
    pit.press("press hand", "T1", seat=2, hand="royal flush")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("end game", "T1")
    pit.close()


def told(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    return " ".join((out + err).split())


def test_what_was_decided_by_the_rules_is_decided_again_alike(
    pit: PitOnAJournal, capsys: pytest.CaptureFixture[str]
) -> None:
    play(pit, HERE)
    assert main(["ledger", "verify", pit.place, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (before, now) = found["software"]
    assert (before["digest"], now["digest"], now["version"]) == ("", HERE.digest, "0.1.0")
    assert now["commands"] == now["decided_again"] == 5, "find software, start, hand, confirm, end"
    assert before["differing"] == now["differing"] == 0


@pytest.mark.parametrize(
    ("software", "sentence"),
    [
        (HERE, "the postings of a 'claims set/1' are not what it does"),
        (OTHER, f"it was decided by other software (digest {OTHER.digest}), not by this one (digest {HERE.digest})"),
    ],
)
def test_foreign_code_that_halves_every_share_is_found(
    pit: PitOnAJournal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], software: Manifest,
    sentence: str,
) -> None:  # fmt: skip
    """The chain is whole and the books balance: `ledger verify` passed it."""
    payable = award._payable
    with monkeypatch.context() as foreign:
        foreign.setattr(award, "_payable", lambda exact, unit: payable(exact / 2, unit))
        play(pit, software)
    assert main(["ledger", "verify", pit.place, "--chain-only"]) == 0
    assert "No decision was made again" in told(capsys)
    assert main(["ledger", "verify", pit.place]) == 1
    assert sentence in told(capsys)


def halve_envy(monkeypatch: pytest.MonkeyPatch) -> None:
    def half(table: Any) -> Any:
        return tuple(replace(row, amount_micros=row.amount_micros // 2) for row in envy_of(table))

    monkeypatch.setattr(rounds, "envy_of", half)


def test_what_this_very_software_decides_otherwise_was_decided_by_other_code(
    pit: PitOnAJournal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The amounts of envy stand in the event: a replay of events alone believes them."""
    with monkeypatch.context() as foreign:
        halve_envy(foreign)
        play(pit, HERE)
    verify(pit.place, Room())
    assert main(["ledger", "verify", pit.place]) == 1
    said = told(capsys)
    assert f"1 commands were decided otherwise than this very software (digest {HERE.digest})" in said
    assert "other code had a part in it" in said


def test_what_other_software_decided_otherwise_is_named_and_is_no_fraud(
    pit: PitOnAJournal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as before:
        halve_envy(before)
        play(pit, OTHER)
    assert main(["ledger", "verify", pit.place]) == 0
    said = told(capsys)
    assert "Decided by other software" in said
    assert OTHER.digest in said
    assert "otherwise than this one decides them" in said.replace("┃ ┃ ", "")


def test_an_answer_that_does_not_follow_is_found(pit: PitOnAJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal cannot be put together again, but its answer is what its event says."""
    with monkeypatch.context() as foreign:
        foreign.setattr("fairfelt.room.machine.refusal_of", lambda event: {"ok": False, "reason": "go away"})
        pit.serves("find software", digest=HERE.digest, version="0.1.0")
        pit.ask("press hand", "keypad T1", table="T1", seat=1, hand="royal flush")
    pit.close()
    assert main(["ledger", "verify", pit.place]) == 1


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.gz")), ids=lambda file: file.name.partition(".")[0])
def test_every_command_of_the_golden_journals_is_looked_at(file: Path, tmp_path: Path) -> None:
    """Software of before may have decided otherwise; nothing makes the audit itself fail."""
    journal = tmp_path / "kept.jsonl"
    journal.write_bytes(gzip.decompress(file.read_bytes()))
    audit = DecisionAudit()
    replayed = verify(journal, Room(), audit=audit)
    tallies = audit.by_software.values()
    assert sum(tally.commands for tally in tallies) == replayed.answers
    assert all(tally.decided_again + tally.answered_again <= tally.commands for tally in tallies)
    assert sum(tally.decided_again for tally in tallies) > 0
