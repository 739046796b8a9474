"""The watch: looks again and again at what surrounds a room, and reports to it what is wrong, or over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path

from fairfelt.law import DeadlineState, moment
from fairfelt.ledger import Ledger, LedgerError
from fairfelt.room import DeviceKind, Floor, display
from fairfelt.room.commands.alarms import (
    AlarmRaised,
    ClearAlarm,
    FindTimeService,
    RaiseAlarm,
    RecordBackup,
    WatchDisplay,
    is_pending,
)
from fairfelt.room.commands.devices import FindFirmware, LoseSensors
from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet
from fairfelt.room.projections.days import read_table_days
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import DutyLog, duties_of
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.people import name_display
from fairfelt.room.table_odds import read_edges
from fairfelt.room.table_win import odd_hands
from fairfelt.runtime.formats import fit_line

from ..machine import folders_of, why_expiring, why_full
from ..manifest import EVERY_S, Check
from ..publishing import Cosignatures
from ..room_view import RoomView, Settings, Tell
from .backups import HOUR_MICROS, NotBackedUp, NotStored, day_of, is_due, make_backup, why_missing
from .displays import LATE_S, AtKeypad, Displays, Found, OnDisplay

WITNESS_S = 3_600.0
SLOW_WITHIN_S, FEWEST_SLOW, SLOW_SHARE = 60.0, 3, 10
"""Answers are slow when one in ten of the last minute was, and at least three."""
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
        yield from self._answers()
        for name, line in floor.hub_lines.items():
            if not line.current:
                yield AlarmKind.HUB_LOST, name, f"the meters of {name} are not current: {line.why}"
        last = self._last_check()
        if last and last.wrong:
            yield AlarmKind.VERIFICATION, "", f"the last self-check failed: {last.wrong}"
        elif last and self._clock() // 1_000_000 - last.at_micros // 1_000_000 > EVERY_S + 2 * HOUR_S:
            yield AlarmKind.VERIFICATION, "", "the daily self-check was not made"

    def _answers(self) -> Iterator[Found]:
        since_s, limit_s = self._seconds() - SLOW_WITHIN_S, self._room.settings.slow_answer_s
        took = [took_s for at_s, took_s in self._room.answered if at_s >= since_s]
        slow = [took_s for took_s in took if took_s > limit_s]
        if len(slow) >= FEWEST_SLOW and SLOW_SHARE * len(slow) >= len(took):
            says = f"{len(slow)} of the last minute's {len(took)} answers to keypads took longer than {limit_s:g} s"
            yield AlarmKind.ANSWERS_SLOW, "", f"{says}, one of them {max(slow):.1f} s"

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
            if now_s - since_s > self._room.settings.silent_s:
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


TIME_EVERY_S = 60.0
"""The interval between questions to the time service."""
CLAIM_S = 15 * 60
"""The time in which a claim has to be confirmed or taken back."""
MOST_CLOCK_OFF_MS = 2_000
"""A table controller whose clock is further off than this is reported."""
_log = logging.getLogger(__name__)


class Watch:
    """Raises one alarm for each thing that is wrong, and clears it when it is over. It decides nothing else."""

    def __init__(
        self, tell: Tell, displays: Displays, surroundings: Surroundings, settings: Settings, periods: PeriodLog,
        duties: DutyLog,
    ) -> None:  # fmt: skip
        self._tell, self._displays, self._surroundings = tell, displays, surroundings
        self._settings, self._clock, self._seconds = settings, settings.clock, settings.seconds
        self._asked_s: float | None = None
        self._clocks_off_ms: dict[str, int] = {}
        self._backups, self._backup_fault, self._retry_micros = settings.backups, "", 0
        self._unstored: Path | None = None
        self._copying = asyncio.Lock()
        self._began_micros: int | None = None
        """The time of the log's first event."""
        self._periods, self._duties, self._awards = periods, duties, -1
        self._claimed_micros: Mapping[int, int] = {}
        """When each claim was entered, by its number."""
        self.gaps: dict[str, str] = {}
        """Devices that asked for a number ahead of the journal, since the last look, and the sentence they got."""

    async def look(self, ledger: Ledger[Floor]) -> None:
        committed = ledger.committed
        for link in committed.state.links:  # also where no display asks for it
            self._displays.draw(link, display(committed.state, link, committed.head.number))
        await self._look_at_time_service(ledger)
        await self._watch_new_displays(ledger)
        gaps, self.gaps = self.gaps, {}
        for device, sentence in gaps.items():
            says = f"{sentence}; acknowledged commands may be missing"
            await self._alarm_once(ledger, AlarmKind.COMMANDS_MISSING, device, says)
        for table, why in self._surroundings.lost_sensors(_floor(ledger)):
            await self._tell(ledger, LoseSensors(table=table, why=why))
        await self._look_at_hands(ledger)
        overdue = await asyncio.to_thread(find_overdue, self._duties, self._clock, ledger)
        if self._began_micros is None:
            (first,) = await asyncio.to_thread(ledger.entries, limit=1)
            self._began_micros = first.at_micros
        waiting = await self._waiting_claims(ledger)
        floor = _floor(ledger)
        wrong = self._wrong(floor, self._began_micros)
        found = {(kind, about): says for kind, about, says in (*wrong, *overdue, *waiting)}
        open_alarms = {(at.kind, at.about): number for number, at in floor.alarms.items() if at.lasts}
        for (kind, about), says in found.items():
            if (kind, about) not in open_alarms:
                await self.alarm(ledger, kind, about, says)
        for (kind, about), number in open_alarms.items():
            if (kind, about) not in found:
                await self._tell(ledger, ClearAlarm(number=number))

    async def _waiting_claims(self, ledger: Ledger[Floor]) -> list[Found]:
        """Claims that wait too long, by the time on the log: a restart does not begin it anew."""
        tables, now_micros = _floor(ledger).tables, self._clock()
        pending = {table.claim_order: name for name, table in tables.items() if table.is_pending}
        if not pending.keys() <= self._claimed_micros.keys():
            self._claimed_micros = await asyncio.to_thread(find_claims, ledger, pending, now_micros)
        waited_s = {name: (now_micros - self._claimed_micros[order]) // 1_000_000 for order, name in pending.items()}
        return [
            (AlarmKind.CLAIM_WAITING, name, f"the claim at table {name} has waited for {seconds // 60} minutes")
            for name, seconds in waited_s.items()
            if seconds > CLAIM_S
        ]

    async def _look_at_hands(self, ledger: Ledger[Floor]) -> None:
        """Compare awards with chance where there are new ones, and after a start: the log knows earlier alarms."""
        before, self._awards = self._awards, _floor(ledger).awards
        if before != self._awards:
            for table, says in (await asyncio.to_thread(find_odd_hands, self._periods, ledger)).items():
                await self._alarm_once(ledger, AlarmKind.ODD_HANDS, table, says)

    async def _watch_new_displays(self, ledger: Ledger[Floor]) -> None:
        """Displays that were heard for the first time are watched from now on."""
        for device in self._displays.unwatched(_floor(ledger)):
            await self._tell(ledger, WatchDisplay(device=device))

    async def alarm(self, ledger: Ledger[Floor], kind: AlarmKind, about: str, says: str) -> None:
        """Report to the room that something is wrong."""
        _log.warning("alarm", extra={"alarm": kind.value, "about": about})
        await self._tell(ledger, RaiseAlarm(alarm=kind, about=about, says=fit_line(says)))

    async def take_display(self, ledger: Ledger[Floor], device: str, shown: OnDisplay) -> None:
        floor = _floor(ledger)
        link = floor.devices[device].link
        currency = floor.jackpots[floor.links[link].jackpot].terms.currency
        if wrong := self._displays.report(device, link, shown, currency, ledger.committed.head.number):
            await self.alarm(ledger, AlarmKind.COUNTS_DIFFER, device, f"{name_display(device)}: {wrong}")
        await self._watch_new_displays(ledger)

    async def take_keypad(self, ledger: Ledger[Floor], device: str, counted: AtKeypad) -> AtKeypad:
        """Compare what a keypad has counted with the room's count, which is returned.

        They are compared at the same round. A keypad that is behind has yet to hear of a round; none can be ahead.
        """
        floor = _floor(ledger)
        table = floor.tables[floor.devices[device].table]
        right = AtKeypad.of(table)
        says = f"{device} has counted {counted.words(table.currency)}; the room {right.words(table.currency)}"
        if counted.round and max(counted.round, counted.rounds) > right.round:
            says = f"{says}: acknowledged commands may be missing"
            await self._alarm_once(ledger, AlarmKind.COMMANDS_MISSING, device, says)
        elif counted.round == right.round and counted != right:
            await self.alarm(ledger, AlarmKind.COUNTS_DIFFER, device, says)
        return right

    async def _alarm_once(self, ledger: Ledger[Floor], kind: AlarmKind, about: str, says: str) -> None:
        """Raise one alarm for a thing until it is acknowledged, however often it happens."""
        listed = _floor(ledger).alarms.values()
        if not any((at.kind, at.about) == (kind, about) and is_pending(at) for at in listed):
            await self.alarm(ledger, kind, about, says)

    async def take_hardware(self, ledger: Ledger[Floor], device: str, online: bool, clock_off_ms: int) -> None:
        """A bridge says whether a table controller is there: if not, nobody waits for its sensors."""
        self._clocks_off_ms[device] = clock_off_ms if online else 0
        table = _floor(ledger).devices[device].table
        if not online and _floor(ledger).tables[table].sensing == device:
            await self._tell(ledger, LoseSensors(table=table, why=f"{device} has lost its connection"))

    async def take_firmware(self, ledger: Ledger[Floor], device: str, version: str, sha256: str) -> None:
        known = _floor(ledger).devices[device]
        if (known.firmware, known.firmware_sha256) != (version, sha256):
            await self._tell(ledger, FindFirmware(device=device, version=version, sha256=sha256))

    def _wrong(self, floor: Floor, began_micros: int) -> Iterator[Found]:
        yield from self._displays.late(floor)
        yield from self._surroundings(floor)
        if wrong := floor.time_service.wrong:
            yield AlarmKind.CLOCK_NOT_SYNCHRONIZED, "", wrong
        for device, off_ms in self._clocks_off_ms.items():
            if abs(off_ms) > MOST_CLOCK_OFF_MS:
                says = (
                    f"the clock of {device} is {abs(off_ms) / 1000:.1f} seconds {'ahead' if off_ms > 0 else 'behind'}"
                )
                yield AlarmKind.CLOCK_NOT_SYNCHRONIZED, device, says
        missing = why_missing(floor, self._backups, began_micros, self._clock())
        if wrong := self._backup_fault or missing:
            yield AlarmKind.BACKUP_MISSING, "", wrong

    async def _look_at_time_service(self, ledger: Ledger[Floor]) -> None:
        """Ask the time service now and then; what is another than before is on the log."""
        if self._asked_s is not None and self._seconds() - self._asked_s < TIME_EVERY_S:
            return
        self._asked_s = self._seconds()
        found = await asyncio.to_thread(self._settings.read_time_service)
        if found != _floor(ledger).time_service:
            await self._tell(ledger, FindTimeService(state=found.state, source=fit_line(found.source)))

    async def back_up(self, ledger: Ledger[Floor]) -> None:
        """Make the copy of the day when its hour has come. A failure is reported, and retried after a while."""
        now_micros = self._clock()
        if self._backups and now_micros >= self._retry_micros and is_due(_floor(ledger), now_micros):
            with suppress(NotBackedUp):
                await self.back_up_now(ledger)

    async def back_up_now(self, ledger: Ledger[Floor]) -> RecordBackup:
        """Make a copy at any hour, one after another. NotBackedUp says what failed, and so does an alarm."""
        if self._backups is None:
            raise NotBackedUp("there is no folder for backups: start the server with --backups FOLDER")
        async with self._copying:
            address, now_micros, floor = self._settings.address, self._clock(), _floor(ledger)
            try:
                made = await asyncio.to_thread(make_backup, address, self._backups, floor, now_micros)
            except (LedgerError, OSError) as error:
                if isinstance(error, NotStored):
                    self._replace_unstored(error.file, error.file)
                self._backup_fault = f"the backup failed: {error}"
                self._retry_micros = now_micros + HOUR_MICROS
                _log.exception("backup failed")
                raise NotBackedUp(self._backup_fault) from error
            self._replace_unstored(self._backups.folder / made.file, None)
            self._backup_fault, self._retry_micros = "", 0
            await self._tell(ledger, made)
        return made

    def _replace_unstored(self, newest: Path, unstored: Path | None) -> None:
        """A store that is away gets one copy a day, not one for each try: they would push out those of other days."""
        if self._unstored and day_of(self._unstored.name) == day_of(newest.name):
            self._unstored.unlink(missing_ok=True)
        self._unstored = unstored


def find_claims(ledger: Ledger[Floor], pending: Collection[int], now_micros: int) -> dict[int, int]:
    """When claims were first entered, by their numbers; at the latest a day ago. It reads the database."""
    day_ago = now_micros - 24 * HOUR_MICROS
    found = dict.fromkeys(pending, day_ago)
    after, last = ledger.first_since(day_ago) - 1, ledger.committed.head.number
    for record in ledger.recorded(kinds_of(ClaimsSet), after=after, last=last):
        event = read_event(record.body)
        if isinstance(event, ClaimsSet) and found.get(event.order) == day_ago:
            found[event.order] = record.at_micros
    return found


def find_odd_hands(periods: PeriodLog, ledger: Ledger[Floor]) -> dict[str, str]:
    """By table: the hands awarded there since its last such alarm that came more often that day than chance explains.

    Today's awards and yesterday's: one is looked at a moment after it was confirmed, and that may be after midnight.
    Only odds count that are known already. It reads the database: call it off the event loop.
    """
    floor, head = _floor(ledger), ledger.committed.head
    today = floor.jurisdiction.days.day_of(head.at_micros)
    since = ledger.first_since(floor.jurisdiction.days.begin_micros(today - timedelta(1))) - 1
    new: dict[date, set[tuple[str, str]]] = {}
    for record in ledger.recorded(kinds_of(AwardsConfirmed, AlarmRaised), after=since, last=head.number):
        event = read_event(record.body)
        if isinstance(event, AwardsConfirmed):
            day = floor.jurisdiction.days.day_of(record.at_micros)
            hands = (*(row.hand for row in event.awards), *(row.hand for row in event.envy))
            new.setdefault(day, set()).update((event.table, hand) for hand in hands)
        elif isinstance(event, AlarmRaised) and event.alarm is AlarmKind.ODD_HANDS:
            new = {day: {row for row in rows if row[0] != event.about} for day, rows in new.items()}
    found: dict[str, str] = {}
    for day, awarded in new.items():
        tables = dict(awarded)
        for one in read_edges(tuple(at for at in read_table_days(ledger, periods, day) if at.table in tables)):
            names = [f", {hand}: " for table, hand in awarded if table == one.table]
            if says := [each for each in odd_hands(one) if any(name in each for name in names)]:
                found[one.table] = " ".join(says)
    return found


def find_overdue(duties: DutyLog, clock: Callable[[], int], ledger: Ledger[Floor]) -> list[Found]:
    """Checks, notices to the regulator and other steps whose hours are over. It reads the database."""
    floor = _floor(ledger)
    if not (floor.payments or floor.malfunctions):
        return []
    days, found = floor.jurisdiction.days, list[Found]()
    for name, about, due in duties_of(floor, duties.read(ledger)):
        if due.state(moment(clock(), days.zone)) is DeadlineState.OVERDUE:
            says = f"{about}: {due.what} was due by {due.by:%Y-%m-%d %H:%M} ({due.cited})"
            found.append((AlarmKind.OVERDUE, name, says))
    return found


def _floor(ledger: Ledger[Floor]) -> Floor:
    return ledger.committed.state
