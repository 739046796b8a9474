"""The form of a snapshot follows the shape of the floor."""

from __future__ import annotations

from dataclasses import make_dataclass

import pytest
from msgspec import structs

from fairfelt.ledger.canonical import canonical
from fairfelt.room import Room
from fairfelt.room import machine as saving
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table

from .floors import Pit


def form_of(shape: type, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(saving, "Floor", shape)
    return saving.form_of_floor.__wrapped__()


def test_another_field_anywhere_is_another_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constant stood here: a floor with a new field was read from snapshots that could not hold it."""
    assert form_of(Floor, monkeypatch) == Room().form
    wider = make_dataclass("Floor", [("lights", dict[str, int])], bases=(Floor,), frozen=True, kw_only=True)
    deeper = make_dataclass("Table", [("light", str)], bases=(Table,), frozen=True, kw_only=True)
    deep = make_dataclass("Floor", [("tables", dict[str, deeper])], bases=(Floor,), frozen=True, kw_only=True)  # type: ignore[valid-type]
    assert len({Room().form, form_of(wider, monkeypatch), form_of(deep, monkeypatch)}) == 3


def test_a_table_is_saved_as_its_log_leads_to() -> None:
    """Paytables stood in the order of the game's wagers until a replay put them in that of the log: the room closed."""
    room, pit = Room(), Pit()
    pit.do("set up table", table="T9", game="mississippi-stud", cards=["card ida", "card eve"])
    assert len(pit.floor.tables["T9"].limits.paytables) > 1
    floor = room.initial()
    for event in pit.events:
        floor = room.replay(floor, structs.replace(event, body=room.read_event(canonical(event.body))))
    assert room.save(floor) == room.save(pit.floor)
