"""Events that have the fields of the commands they record."""

from __future__ import annotations

from typing import get_type_hints

import msgspec
import pytest

from fairfelt.room import SERVER, Floor
from fairfelt.room.authority import Requester
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.runtime.formats import Count, Line, Name, OptionalLine
from tests.room.events import build_event


@recorded_as("weighed/1", grams=int, at=(str, "here"), hurry=None)
class Weigh(RoomCommand, frozen=True, kw_only=True, tag="weigh/1"):
    """Weigh something."""

    chip: Name
    grams: Count | None = None
    note: OptionalLine = ""
    hurry: bool = False
    scales: tuple[Line, ...] = ()

    def check(self, floor: Floor, who: Requester) -> None:
        if not who.is_server:
            raise Refusal(Code.SERVER_ONLY, "the server weighs")


Weighed = Weigh.recorded


def test_an_event_has_the_fields_of_its_command_and_its_own() -> None:
    fields = {field.name: field.required for field in msgspec.structs.fields(Weighed)}
    assert fields == {"by": False, "grams": True, "at": False, "chip": True, "note": False, "scales": False}
    assert Weigh(chip="red", grams=9, cards=("E-1",)).record(Weighed) == build_event(Weighed, chip="red", grams=9)


def test_a_command_that_is_recorded_as_it_was_asked_for_only_says_what_is_against_it() -> None:
    asked = Weigh(chip="red", grams=9)
    assert asked.decide(Floor(), Requester(Floor(), SERVER, ())) == build_event(Weighed, chip="red", grams=9)
    with pytest.raises(Refusal, match="the server weighs"):
        asked.decide(Floor(), Requester(Floor(), "keypad T1", ()))


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
