"""Events that have the fields of the commands they record."""

from __future__ import annotations

from typing import get_type_hints

import msgspec
import pytest

from fairfelt.room.command import RoomCommand, recording
from fairfelt.room.event import RoomEvent
from fairfelt.runtime.formats import Count, Line, Name, OptionalLine
from tests.room.events import build_event


class Weigh(RoomCommand, frozen=True, kw_only=True, tag="weigh/1"):
    """Weigh something."""

    chip: Name
    grams: Count | None = None
    note: OptionalLine = ""
    scales: tuple[Line, ...] = ()


@recording(Weigh)
class Weighed(RoomEvent, frozen=True, kw_only=True, tag="weighed/1"):
    """Something was weighed."""

    grams: int
    at: str = "here"


def test_an_event_has_the_fields_of_its_command_and_its_own() -> None:
    fields = {field.name: field.required for field in msgspec.structs.fields(Weighed)}
    assert fields == {"by": False, "grams": True, "at": False, "chip": True, "note": False, "scales": False}
    assert Weigh(chip="red", grams=9, cards=("E-1",)).record(Weighed) == build_event(Weighed, chip="red", grams=9)


def test_the_log_holds_plain_types() -> None:
    """What was once recorded stays readable, whatever a command may hold later."""
    hints = get_type_hints(Weighed, include_extras=True)
    assert (hints["chip"], hints["scales"], hints["grams"]) == (str, tuple[str, ...], int)
    long = msgspec.json.decode(b'{"kind":"weighed/1","chip":"' + b"x" * 500 + b'","grams":1}', type=Weighed)
    assert isinstance(long, RoomEvent)


def test_an_event_stays_closed_and_frozen() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"kind":"weighed/1","chip":"x","grams":1,"cards":[]}', type=Weighed)
    with pytest.raises(AttributeError):
        setattr(build_event(Weighed, chip="x", grams=1), "chip", "y")  # noqa: B010  (a plain one is no field to mypy)
