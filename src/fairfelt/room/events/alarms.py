"""Events of the server's watch: alarms and their acknowledgments, the time service, backups."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.alarms import Alarm, AlarmKind, Backups, TimeService, TimeState
from fairfelt.room.state.floor import Floor

from .event import RoomEvent


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


class AlarmCleared(RoomEvent, frozen=True, kw_only=True, tag="alarm cleared/1"):
    """The cause of an alarm is over."""

    number: int

    def apply(self, floor: Floor) -> Floor:
        return _changed(floor, self.number, replace(floor.alarms[self.number], lasts=False))


class AlarmAcknowledged(RoomEvent, frozen=True, kw_only=True, tag="alarm acknowledged/1"):
    """A person has looked at an alarm and recorded what they found or did."""

    number: int
    note: str

    def apply(self, floor: Floor) -> Floor:
        alarm = floor.alarms[self.number]
        return _changed(floor, self.number, replace(alarm, acknowledged_by=self.people, note=self.note))


def _changed(floor: Floor, number: int, alarm: Alarm) -> Floor:
    """The floor with the alarm updated; removed once it is over and acknowledged."""
    others = {each: at for each, at in floor.alarms.items() if each != number}
    is_closed = alarm.acknowledged_by and not alarm.lasts
    return replace(floor, alarms=others if is_closed else {**floor.alarms, number: alarm})


class DisplayWatched(RoomEvent, frozen=True, kw_only=True, tag="display watched/1"):
    """A display says what it shows: from now on it is noticed if it does not."""

    device: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, watched=True)


class TimeServiceFound(RoomEvent, frozen=True, kw_only=True, tag="time service found/1"):
    """The state of the machine's time service, when it is another than before."""

    state: TimeState
    source: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, time_service=TimeService(self.state, self.source))


class BackupsPlanned(RoomEvent, frozen=True, kw_only=True, tag="backups planned/1"):
    """A person set the hour of the daily copy, and the number of copies kept."""

    hour: int
    keep: int
    why: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, backups=replace(floor.backups, hour=self.hour, keep=self.keep))


class BackupMade(RoomEvent, frozen=True, kw_only=True, tag="backup made/1"):
    """A copy of the journal was made, and verified from its first event to its last."""

    file: str
    sha256: str
    events: int
    """Up to which event it goes."""
    made_micros: int

    def apply(self, floor: Floor) -> Floor:
        made = Backups(
            floor.backups.hour, floor.backups.keep, self.file, self.sha256, self.events, self.made_micros
        )  # fmt: skip
        return replace(floor, backups=made)
