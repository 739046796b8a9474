"""What the server notices around the room: alarms, displays, the time service and backups."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.state.alarms import LASTING, Alarm, AlarmKind, Backups, TimeService, TimeState
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SHOWS, SIGNS, name_display
from fairfelt.runtime.formats import Count, Digest, Hour, Line, Name, OptionalLine, shared_fields


class AlarmRaised(RoomEvent, frozen=True, kw_only=True, tag="alarm raised/1"):
    """Something is wrong, and a person has to look at it; a recurring alarm keeps its number."""

    number: int
    alarm: AlarmKind
    about: str
    says: str
    lasts: bool
    raised_micros: int

    def apply(self, floor: Floor) -> Floor:
        alarm = Alarm(self.alarm, self.about, self.says, self.raised_micros, self.lasts)
        ever = max(floor.alarms_raised, self.number)
        return replace(floor, alarms={**floor.alarms, self.number: alarm}, alarms_raised=ever)


def _changed(floor: Floor, number: int, alarm: Alarm) -> Floor:
    """The floor with the alarm updated; removed once it is over and acknowledged."""
    others = {each: at for each, at in floor.alarms.items() if each != number}
    is_closed = alarm.acknowledged_by and not alarm.lasts
    return replace(floor, alarms=others if is_closed else {**floor.alarms, number: alarm})


Copies = Annotated[int, Meta(ge=1, le=1_000, description="how many copies, from 1 to 1,000")]


def raise_alarm(floor: Floor, who: Requester, kind: AlarmKind, about: str, says: str) -> tuple[AlarmRaised, ...]:
    """Raise an alarm; nothing if the same one is on the list and unacknowledged, or lasts.

    One that ended before it was acknowledged is raised again under its number, so each thing has one alarm.
    """
    same = next((number for number, at in floor.alarms.items() if (at.kind, at.about) == (kind, about)), 0)
    if same and is_pending(floor.alarms[same]):
        return ()
    number, lasts = same or floor.alarms_raised + 1, kind in LASTING
    return (
        AlarmRaised(number=number, alarm=kind, about=about, says=says, lasts=lasts, raised_micros=who.now_micros),
    )  # fmt: skip


def is_pending(alarm: Alarm) -> bool:
    """Whether another alarm of the same kind would add nothing new."""
    return alarm.lasts or (alarm.kind not in LASTING and not alarm.acknowledged_by)


class RaiseAlarm(RoomCommand, frozen=True, kw_only=True, tag="raise alarm/1"):
    """The server has noticed that something is wrong."""

    alarm: AlarmKind
    about: OptionalLine
    says: Line

    def decide(self, floor: Floor, who: Requester) -> tuple[AlarmRaised, ...]:
        who.require_server("what is wrong around the room")
        raised = raise_alarm(floor, who, self.alarm, self.about, self.says)
        if not raised:
            raise Refusal(Code.ALREADY_DONE, f"there is an alarm for that already: {self.alarm.value} {self.about}")
        return raised


@recorded_as("alarm cleared/1")
class ClearAlarm(RoomCommand, frozen=True, kw_only=True, tag="clear alarm/1"):
    """The server sees that what an alarm was about is over."""

    number: Count

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("whether it is over")
        if not known(floor.alarms, self.number, "number", "alarm").lasts:
            raise Refusal(Code.ALREADY_DONE, f"what alarm {self.number} was about is over already", "number")

    def apply(self, floor: Floor) -> Floor:
        return _changed(floor, self.number, replace(floor.alarms[self.number], lasts=False))


@recorded_as("alarm acknowledged/1")
class AcknowledgeAlarm(RoomCommand, frozen=True, kw_only=True, tag="acknowledge alarm/1"):
    """Record that a person has looked at an alarm, and what they found or did."""

    number: Count
    note: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SIGNS)
        alarm = known(floor.alarms, self.number, "number", "alarm")
        if alarm.kind is AlarmKind.ENFORCEMENT_OFF:
            who.require_departments(SIGNS)
        if alarm.acknowledged_by:
            sentence = f"alarm {self.number} was acknowledged by {' and '.join(alarm.acknowledged_by)}"
            raise Refusal(Code.ALREADY_DONE, f"{sentence}; it leaves the list when it is over", "number")

    def apply(self: Any, floor: Floor) -> Floor:
        alarm = floor.alarms[self.number]
        return _changed(floor, self.number, replace(alarm, acknowledged_by=self.people, note=self.note))


@recorded_as("display watched/1")
class WatchDisplay(RoomCommand, frozen=True, kw_only=True, tag="watch display/1"):
    """Record that a display has reported for the first time what it shows."""

    device: Name

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("which displays say what they show")
        display = known(floor.devices, self.device, "device")
        if display.kind not in SHOWS:
            raise Refusal(Code.WRONG_DEVICE, f"device {self.device} is a {display.kind.value}, not a display", "device")
        if display.watched:
            raise Refusal(Code.ALREADY_DONE, f"{name_display(self.device)} is watched already", "device")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, watched=True)


@recorded_as("time service found/1")
class FindTimeService(RoomCommand, frozen=True, kw_only=True, tag="find time service/1"):
    """What the time service of the server's machine says, when that has changed."""

    state: TimeState
    source: OptionalLine = ""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("how its clock is kept")
        if floor.time_service == TimeService(self.state, self.source):
            raise Refusal(Code.ALREADY_DONE, "the log says so already")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, time_service=TimeService(self.state, self.source))


@recorded_as("backups planned/1")
class PlanBackups(RoomCommand, frozen=True, kw_only=True, tag="plan backups/1"):
    """Say at which hour of the room's day the server copies the journal, and how many copies it keeps."""

    hour: Hour
    keep: Copies
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_to_set_up()
        if (floor.backups.hour, floor.backups.keep) == (self.hour, self.keep):
            raise Refusal(Code.ALREADY_DONE, "backups are planned so already")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, backups=replace(floor.backups, hour=self.hour, keep=self.keep))


@recorded_as("backup made/1", made_micros=int)
class RecordBackup(RoomCommand, frozen=True, kw_only=True, tag="record backup/1"):
    """The server has made a copy of the journal, and verified it from its first event to its last."""

    file: Line
    sha256: Digest
    events: Count
    """Up to which event it goes."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("which backups it made")
        return self.record(self.recorded, made_micros=who.now_micros)

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, backups=replace(floor.backups, **shared_fields(self, Backups)))
