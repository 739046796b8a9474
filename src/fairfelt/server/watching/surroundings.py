"""Trouble around a room that shows on no display: verification, witnesses, disks, devices, money."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from fairfelt.ledger.store import file_of, place_of
from fairfelt.room import DeviceKind, Floor
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server.machine import why_expiring, why_full
from fairfelt.server.manifest import EVERY_S, Check
from fairfelt.server.publishing import Cosignatures
from fairfelt.server.room_view import RoomView

from .displays import LATE_S, Found

WITNESS_S = 3_600.0
SILENT_S = 600.0
UNTAKEN_S = 15 * 60.0
CONTROLLER_S = 15.0
"""A table controller whose sensors read the bets is heard every second or two; play does not wait for it."""
HOUR_S = 3_600.0
NEAR = 95
"""Per cent of its limit at which a meter is near it."""


class Surroundings:
    """Looks around; it remembers since when things are so, for the floor knows no time.

    What an earlier server had found lasts until this one sees its end: a restart mends nothing.
    """

    def __init__(
        self, room: RoomView, cosignatures: Cosignatures, last_check: Callable[[], Check | None] = lambda: None
    ) -> None:
        self._room, self._cosignatures, self._last_check, settings = room, cosignatures, last_check, room.settings
        self._folders = folders_of(settings.address, settings.backups.folder if settings.backups else None)
        self._certificate, self._seconds, self._clock = settings.certificate, settings.seconds, settings.clock
        self._began_s = self._seconds()
        self._known_s: dict[str, float] = {}
        """When each device was first seen on the floor by this server."""

    def __call__(self, floor: Floor) -> Iterator[Found]:
        """Everything that is wrong now."""
        yield from self._running(floor)
        yield from self._witnesses(floor)
        yield from self._machine()
        yield from self._devices(floor)
        yield from self._systems(floor)
        yield from _sensors(floor)
        yield from self._money(floor)

    def _running(self, floor: Floor) -> Iterator[Found]:
        if floor.closed:
            yield AlarmKind.FLOOR_CLOSED, "", f"no game starts: {floor.closed}"
        lag_s = self._room.broadcast.lag_s
        if lag_s > LATE_S:
            yield AlarmKind.METERS_LATE, "", f"displays are told of a commit {lag_s:.0f} seconds late"
        for name, line in floor.hub_lines.items():
            if not line.current:
                yield AlarmKind.HUB_LOST, name, f"the meters of {name} are not current: {line.why}"
        last = self._last_check()
        if last and last.wrong:
            yield AlarmKind.VERIFICATION, "", f"the last self-check failed: {last.wrong}"
        elif last and self._clock() // 1_000_000 - last.at_micros // 1_000_000 > EVERY_S + 2 * HOUR_S:
            yield AlarmKind.VERIFICATION, "", "the daily self-check was not made"

    def _witnesses(self, floor: Floor) -> Iterator[Found]:
        now_s, up_s = self._clock() // 1_000_000, self._seconds() - self._began_s
        signed = {one.witness: one.at_seconds for one in self._cosignatures}
        for witness in self._cosignatures.listed:
            is_judged = up_s > WITNESS_S or _lasts(floor, AlarmKind.WITNESS_SILENT, witness.name)
            if is_judged and now_s - signed.get(witness, 0) > WITNESS_S:
                says = f"the witness {witness.name} has cosigned nothing for an hour"
                yield AlarmKind.WITNESS_SILENT, witness.name, says

    def _machine(self) -> Iterator[Found]:
        for folder in self._folders:
            if folder.is_dir() and (full := why_full(folder)):
                yield AlarmKind.DISK_FULL, str(folder), full
        if self._certificate and (ending := why_expiring(self._certificate)):
            yield AlarmKind.CERTIFICATE_ENDING, "", ending

    def _devices(self, floor: Floor) -> Iterator[Found]:
        """Devices that are not heard while they are needed. This server's start counts as the last word of each."""
        now_s, heard = self._seconds(), self._room.heard
        for name, device in floor.devices.items():
            table = floor.tables.get(device.table)
            if not device.enabled or device.kind is DeviceKind.CONSOLE or (table and table.closed):
                continue
            since_s = heard.get(name, self._known_s.setdefault(name, now_s))
            if now_s - since_s > SILENT_S:
                minutes = int(now_s - since_s) // 60
                yield AlarmKind.DEVICE_SILENT, name, f"{name} was not heard for {minutes} minutes"
            elif name not in heard and _lasts(floor, AlarmKind.DEVICE_SILENT, name):
                yield AlarmKind.DEVICE_SILENT, name, f"{name} was not heard since this server started"

    def _systems(self, floor: Floor) -> Iterator[Found]:
        """Systems that do not take what is sent to them."""
        now_s = self._seconds()
        for name, since_s in self._room.untaken.items():
            if now_s - since_s > UNTAKEN_S or _lasts(floor, AlarmKind.SYSTEM_SILENT, name):
                says = f"{name} has taken nothing for {int(now_s - since_s) // 60} minutes: what happens waits for it"
                yield AlarmKind.SYSTEM_SILENT, name, says

    def lost_sensors(self, floor: Floor) -> Iterator[tuple[str, str]]:
        """Tables whose controller reads the bets and is not heard any more: nobody waits for it."""
        heard, now_s = self._room.heard, self._seconds()
        for name, table in floor.tables.items():
            if table.sensing and now_s - heard.get(table.sensing, self._began_s) > CONTROLLER_S:
                yield name, f"{table.sensing} was not heard for {CONTROLLER_S:.0f} seconds"

    def _money(self, floor: Floor) -> Iterator[Found]:
        if short := floor.funds.stop or next(iter(floor.funds.notices), ""):
            yield AlarmKind.DEPOSIT_DUE, "", short
        for name, jackpot in floor.jackpots.items():
            for level in jackpot.terms.levels:
                limit = level.limit_micros
                if limit and 100 * jackpot.meter(level.name) >= NEAR * limit:
                    says = f"{level.name} of {name} stands at {100 * jackpot.meter(level.name) // limit}% of its limit"
                    yield AlarmKind.LIMIT_NEAR, f"{name} {level.name}", says


def _lasts(floor: Floor, kind: AlarmKind, about: str) -> bool:
    """Whether such an alarm stands on the list, perhaps since before this server started."""
    return any(alarm.lasts and (alarm.kind, alarm.about) == (kind, about) for alarm in floor.alarms.values())


def _sensors(floor: Floor) -> Iterator[Found]:
    for name, table in floor.tables.items():
        if table.retired:
            continue
        if table.sensors_lost:
            yield AlarmKind.SENSORS_FAILED, name, f"table {name}: {table.sensors_lost}; bets are entered by hand"
        for seat, why in table.quarantined.items():
            says = f"table {name}, seat {seat}: {why}; its bets are entered by hand"
            yield AlarmKind.SENSORS_FAILED, f"{name} seat {seat}", says


def folders_of(address: str | Path, *others: Path | None) -> tuple[Path, ...]:
    """The folders whose disks must not fill up: the journal's, if it is a file, and what else is named."""
    journal = file_of(place_of(address))
    return tuple(dict.fromkeys(filter(None, (journal.parent if journal else None, *others))))
