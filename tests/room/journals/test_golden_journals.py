"""Every golden journal verifies and replays, and every event there is stands in one of them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from fairfelt.ledger.audit import verify
from fairfelt.ledger.chain import OWN
from fairfelt.ledger.copies.backup import export, restore
from fairfelt.room import Controls, Room
from fairfelt.room.commands.set_up import OpenJackpot, TableSetUp
from fairfelt.room.registry import EVENTS
from tests.nights.checkers import check_log, read_log
from tests.room.journals.make import EXPECTED, FOLDER, SUFFIX

KEPT: dict[str, dict[str, Any]] = json.loads(EXPECTED.read_text())


def lines_of(name: str) -> bytes:
    return gzip.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())


def bodies(name: str) -> list[dict[str, Any]]:
    return [json.loads(line)["body"] for line in lines_of(name).splitlines()[1:]]


EVERY_BODY = [body for name in KEPT for body in bodies(name)]


def test_every_file_is_one_of_them() -> None:
    assert sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}")) == sorted(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_a_journal_verifies_and_replays_as_ever(name: str, tmp_path: Path) -> None:
    file, expected = tmp_path / "kept.jsonl", KEPT[name]
    file.write_bytes(lines_of(name))
    replayed = verify(file, Room())
    assert (replayed.head.number, replayed.head.hash) == (expected["events"], expected["head"])
    assert {account: micros for account, micros in replayed.book.balances.items() if micros} == expected["balances"]
    assert replayed.state.balances() == expected["balances"]
    assert Room().restore(Room().save(replayed.state)) == replayed.state


@pytest.mark.parametrize("name", KEPT)
def test_a_journal_is_restored_and_exported_to_the_same_bytes(name: str, tmp_path: Path) -> None:
    file, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    file.write_bytes(lines_of(name))
    restore(file, tmp_path / "room.db")
    export(tmp_path / "room.db", again)
    assert again.read_bytes() == lines_of(name)


@pytest.mark.parametrize("name", KEPT)
def test_the_independent_checkers_find_nothing(name: str) -> None:
    check_log(read_log(lines_of(name).splitlines()))


def test_every_event_there_is_stands_in_one_of_them() -> None:
    """Whoever adds an event, or a version of one, adds a night in which it happens."""
    seen = {body["kind"] for body in EVERY_BODY}
    tags = {str(event.__struct_config__.tag) for event in EVENTS}
    assert sorted(tags - seen) == []
    assert {kind for kind in seen if not kind.startswith(OWN)} <= tags


def test_they_cover_controls_currencies_and_laws() -> None:
    def said(event: type[Any], *names: str) -> set[Any]:
        found = [body for body in EVERY_BODY if body["kind"] == event.__struct_config__.tag]
        for name in names:
            found = [body[name] for body in found if body.get(name)]
        return set(map(str, found))

    assert said(TableSetUp, "progressive", "controls") == {controls.value for controls in Controls}
    assert {"EUR", "GBP"} <= said(OpenJackpot.recorded, "terms", "currency")
    assert {"enforce", "advise"} <= {body["mode"] for body in EVERY_BODY if body["kind"] == "law set/1"}
    without = [name for name in KEPT if all(body["kind"] != "law set/1" for body in bodies(name))]
    assert without, "and some have no law at all"
