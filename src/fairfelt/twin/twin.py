"""The digital twin: a simulated pit in a room of its own; it is opened, played, audited and reported."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import cycle, islice
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.ledger import Entry, LedgerError
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Facts, Notice, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import footnotes
from fairfelt.room import DeviceKind, Room
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.rules import format_amount
from fairfelt.server import Controller, Status
from fairfelt.server.manifest import program_manifest
from fairfelt.twin import demo
from fairfelt.twin.cast import Device, RoomUnavailable, Server, Wrong, compare
from fairfelt.twin.people import Dealer, Office, Staff, TableController
from fairfelt.twin.pit import HOUR_S, SECOND, GameTally, Habits, HandTally, Pit, PitTable, Players, Tally
from fairfelt.twin.world import MORNING_MICROS, World

# The twin itself: all people take their places in a room of its own, time runs, and the observations remain.


ROOM = "twin"
BETWEEN_KEYPADS_S = 7.0
WATCH_EVERY_S = 0.25
"""Real time between two looks at the run."""
MOST_TABLES = 100
NEVER_S = 100 * 365 * 24 * 3_600.0
"""A room that is gone after its month is verified in the end, and not every day."""


Watch = Callable[["Twin"], None]
"""Called a few times a second with the twin that plays."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options of a run."""

    hours: float
    seed: int = 1
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    habits: Habits = field(default_factory=Habits)


class Twin:
    """A pit that plays in a room of its own over its API, from one seed."""

    def __init__(self, options: RunOptions, address: str | Path, tables: int, watch: Watch) -> None:
        """The room is new or was a twin's before."""
        self._speed, self._watch, self._address, self._count = options.speed, watch, address, tables
        begins_micros = _begins_micros(address)
        self.world = World(options.seed, None, begins_micros=begins_micros, quick_s=0.0)
        self.server = Server(
            self.world, ROOM, ROOM, address, read_manifest=cache(program_manifest), check_every_s=NEVER_S
        )
        ends_micros = begins_micros + int(options.hours * HOUR_S) * SECOND
        self.pit = Pit(options.seed, options.habits, self.world.wall_micros, ends_micros)
        self.tables: tuple[PitTable, ...] = ()
        self.devices: list[Device] = []
        self.stopped = False
        """True if a user or an error stopped it before the end."""
        self.last_event_before = 0
        """The last event on the log when it began."""
        self.simulated_s = self.took_s = 0.0
        self.audit = Audit(0, "", 0, ())
        """What its journal is worth, once it has played."""
        self._watched_s = 0.0

    @property
    def tally(self) -> Tally:
        return self.pit.tally

    @cached_property
    def outcomes(self) -> tuple[tuple[GameTally, tuple[HandTally, ...]], ...]:
        """Every game with its hands beside what was to be expected, counted exactly."""
        return tuple((game, game.outcomes()) for game in self.tally.games.values())

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Every sentence about what must not be."""
        lucky = (
            f"{game.title}, {row.name}: {row.made} were made, {row.expected:.1f} expected (z = {row.z:+.1f})"
            for game, rows in self.outcomes
            for row in rows
            if row.is_wrong
        )
        return (*self.tally.problems, *self.world.loop.faults, *self.audit.problems, *lucky)

    def play(self) -> None:
        """Play from the first hour to the last, or until stopped, and audit what is left."""
        loop = self.world.loop
        with self.world.at_work(), asyncio.Runner(loop_factory=lambda: loop) as runner:
            people = self.world.process("people", "people")
            try:
                runner.run(self._open())
                began_s, began_at_s = perf_counter(), loop.time()
                loop.timers.pace = lambda now_s: self._pace(began_s + (now_s - began_at_s) / (self._speed or inf))
                runner.run(people.wait_for(self._play()))
                self._watch(self)
            except KeyboardInterrupt:
                self.stopped = True
            except (RoomUnavailable, Wrong) as trouble:
                if not self.devices:
                    raise
                self.stopped = True
                self.tally.problems.append(str(trouble))
            finally:
                loop.timers.pace = lambda now_s: None
                if self.devices:
                    self.simulated_s = (self.pit.clock() - self.pit.begins_micros) / SECOND
                    self.took_s = perf_counter() - began_s
                runner.run(people.kill())
                runner.run(self.server.stop())
        self.audit = audit_journal(self._address, self)

    def _pace(self, due_s: float) -> None:
        while True:
            now_s = perf_counter()
            if now_s - self._watched_s >= WATCH_EVERY_S:
                self._watched_s = now_s
                self._watch(self)
            if now_s >= due_s:
                return
            sleep(min(due_s - now_s, WATCH_EVERY_S))

    async def _open(self) -> None:
        self.server.begin()
        controller = self.server.controller
        while controller.status in (Status.STARTING, Status.OPENING):
            await asyncio.sleep(0.1)
        if controller.reason:
            raise RoomUnavailable(controller.reason)
        try:
            await demo.open_demonstration(controller, pit_tables(self._count))
        except demo.NotADemonstration as error:
            raise RoomUnavailable(
                "this database holds a real room: the twin makes one of its own, in another"
            ) from error
        standing = demo.standing(controller.floor)
        if len(standing) < self._count:
            advice = f"give --tables {len(standing)} or fewer, or another one"
            raise RoomUnavailable(f"the room in this database has {len(standing)} tables: {advice}")
        self.tables = standing[: self._count]
        await self._add_controllers(controller)
        self.last_event_before = controller.head.number

    async def _add_controllers(self, controller: Controller) -> None:
        """Enrol a table controller beside the keypad of each table with sensors, where there is none yet."""
        for table in self.tables[: self.pit.habits.sensor_tables]:
            if table.controller not in controller.floor.devices:
                key, cards = demo.demo_key(table.controller), demo.EXECUTIVES
                for command in demo.enrol(table.controller, DeviceKind.KEYPAD, key, table=table.name, cards=cards):
                    await demo.carry_out(controller, command)

    async def _play(self) -> None:
        """Everybody takes their places, keypads a little after each other, and plays until time is up."""
        pit = self.pit
        console = await self._device(demo.CONSOLE_KEY)
        staff = Staff(pit, demo.CARDS, pit.chance("staff"))
        dealers = [
            Dealer(
                pit, table, pit.tally.game(table.offer), await self._device(demo.demo_key(table.keypad)),
                Players(table.seats, pit.habits, pit.chance(f"players {number}")), staff,
                pit.chance(f"dealer {number}"),
            )
            for number, table in enumerate(self.tables)
        ]  # fmt: skip
        for number, dealer in enumerate(dealers[: pit.habits.sensor_tables]):
            device = await self._device(demo.demo_key(dealer.table.controller))
            dealer.controller = TableController(pit, device, dealer.table.path, pit.chance(f"sensors {number}"))
        controllers = [dealer.controller for dealer in dealers if dealer.controller]
        links = sorted({table.link for table in self.tables})
        office = Office(pit, console, staff, links, pit.chance("office"), controllers)
        await asyncio.gather(
            *(_later(BETWEEN_KEYPADS_S * number, dealer) for number, dealer in enumerate(dealers)), office.work()
        )

    async def _device(self, key: str) -> Device:
        device = Device(f"https://{ROOM}", key, self.pit.tally, self.pit.habits.try_again_s)
        self.devices.append(device)
        await device.identify()
        return device


async def _later(wait_s: float, dealer: Dealer) -> None:
    await dealer.pit.wait(wait_s)
    await dealer.work()


def _begins_micros(address: str | Path) -> int:
    """The first morning, or where the journal that is there left off."""
    try:
        with snapshot(address) as taken:
            return max([MORNING_MICROS, *(entry.at_micros for entry in taken.entries(after=taken.head.number - 1))])
    except LedgerError:
        return MORNING_MICROS


def pit_tables(count: int) -> list[PitTable]:
    """A number of tables: the games with a progressive, in turn."""
    return [replace(table, name=f"T{n}") for n, table in enumerate(islice(cycle(demo.tables()), count), 1)]


# Afterwards: the journal is verified and played again, and compared with what the devices of the twin remember.


KINDS = kinds_of(GameStarted, AwardsConfirmed)
"""Events of money, which the twin counts as well."""


@dataclass(frozen=True)
class Audit:
    """The result of the audit of the journal."""

    events: int
    head: str
    answers: int
    """Acknowledged to the twin, each found once."""
    problems: tuple[str, ...]


def audit_journal(address: str | Path, twin: Twin) -> Audit:
    """Verify chain, books and every answer of a database; every movement of money must be what the rules make of it."""
    try:
        replayed = verify(address, Room())
    except LedgerError as error:
        return Audit(0, "", 0, (f"the journal does not verify: {error}",))
    unbalanced = [name for name, one in replayed.state.jackpots.items() if not one.book.is_balanced]
    problems = [f"the book of {name} is not balanced" for name in unbalanced]
    names, logged = {device.name for device in twin.devices}, LoggedMoney()
    with snapshot(address) as taken:
        log = taken.entries(after=twin.last_event_before)
        problems += compare(twin.devices, log, lambda entry: logged.add(entry) if entry.device in names else None)
    answers = sum(len(device.answers.numbers) for device in twin.devices)
    return Audit(replayed.head.number, replayed.head.hash, answers, (*problems, *_compare_money(twin, logged)))


@dataclass
class LoggedMoney:
    """What was wagered and awarded by the log."""

    wagered_micros: int = 0
    awards: Counter[str] = field(default_factory=Counter)

    def add(self, entry: Entry) -> None:
        event = read_event(entry.body) if entry.kind in KINDS else None
        if isinstance(event, GameStarted):
            self.wagered_micros += sum(amount for _, amount in event.bets)
        elif isinstance(event, AwardsConfirmed):
            self.awards.update(award.hand for award in event.awards)


def _compare_money(twin: Twin, logged: LoggedMoney) -> Iterator[str]:
    """A command that was not answered when the twin was stopped may have been done."""
    if any(device.waits for device in twin.devices) or twin.stopped:
        return
    games = twin.pit.tally.games.values()
    made = sum(game.wagered_micros for game in games)
    if made != logged.wagered_micros:
        yield f"the twin wagered {made} millionths, and {logged.wagered_micros} are on the log"
    paid = Counter[str]()
    for game in games:
        paid.update({name: hand.paid for name, hand in game.hands.items()})
    if +paid != +logged.awards:
        yield f"the twin saw these awards: {dict(+paid)}; on the log are {dict(logged.awards)}"


MOST_SENTENCES = 25
HAND = "name", "level", "made", "paid", "paid_micros", "expected", "z"


def twin_report(twin: Twin) -> Report:
    sheet = Sheet(
        "Digital twin",
        f"{len(twin.tables)} tables, {_duration(twin.simulated_s)} simulated",
        *_sections(twin),
        footnotes=footnotes("twin"),
    )
    return Report(sheet, _plain(twin), name="twin", passed=not twin.problems)


def _sections(twin: Twin) -> Iterator[Section]:
    tally = twin.tally
    yield Section("Summary", Facts(*_facts(twin)))
    columns = (Column("Hand"), Column("Level"), *right("Hits", "Expected", "z", "Paid", "Amount"))
    for game, outcomes in twin.outcomes:
        action = f"{game.rounds:,} rounds, {game.bets:,} bets, {_amount(game.wagered_micros)} total action"
        hands = Table(columns, tuple(_hand(row) for row in outcomes))
        offer = game.offer
        yield Section(f"{game.title}, {offer.wager} {offer.paytable}", Words(action), hands)
    meters = tuple(
        (link, level, _amount(tally.meters_micros[link][level]), _amount(peak))
        for (link, level), peak in sorted(tally.largest_micros.items())
    )
    yield Section("Meters", Table((Column("Link"), Column("Level"), *right("Current", "Peak")), meters))
    yield _counts("Mistakes", "Mistake", tally.mistakes)
    yield _counts("Refusals", "Reason", tally.refusals)
    yield _counts("Sensors", "What happened", tally.hardware)
    yield _counts("Office", "Task", tally.office)
    yield Section("Audit", _verdict(twin))


def _facts(twin: Twin) -> Iterator[tuple[str, str]]:
    tally = twin.tally
    took_s, (slowest_s, request) = max(twin.took_s, 1e-9), tally.slowest
    yield "Seed", str(twin.pit.seed)
    yield "Simulated time", _duration(twin.simulated_s) + (", stopped early" if twin.stopped else "")
    yield "Run time", f"{took_s:.1f} s, {twin.simulated_s / took_s:,.0f} times as fast as real time"
    yield "Rounds", f"{tally.rounds:,}"
    yield "Total action", _amount(sum(game.wagered_micros for game, _ in twin.outcomes))
    yield "Jackpot claims", f"{tally.claims:,}, {tally.awards:,} confirmed"
    yield "Jackpots paid", _amount(sum(row.paid_micros for _, rows in twin.outcomes for row in rows))
    yield "Requests", f"{tally.requests:,}, {tally.requests / took_s:,.0f} per second"
    yield "Requests sent again", str(sum(device.sent_again for device in twin.devices))
    yield "Slowest response", f"{slowest_s * 1_000:,.0f} ms, {request}"


def _amount(micros: int) -> str:
    """Without a currency, which each link of a room has for itself."""
    return format_amount(micros, "")


def _hand(row: HandTally) -> tuple[str, ...]:
    expected = "" if row.expected is None else f"{row.expected:,.2f}"
    z = "" if row.z is None else f"{row.z:+.2f}"
    return row.name, row.level, f"{row.made:,}", expected, z, f"{row.paid:,}", _amount(row.paid_micros)


def _counts(title: str, what: str, counts: Counter[str]) -> Section:
    most = counts.most_common(MOST_SENTENCES)
    rows = tuple((sentence, f"{times:,}") for sentence, times in most)
    others = counts.total() - sum(times for _, times in most)
    totals = (("Others", f"{others:,}"),) if others else ()
    return Section(title, Table((Column(what), *right("Count")), rows, totals) if rows else Words("None."))


def _verdict(twin: Twin) -> Facts | Notice:
    if twin.problems:
        return Notice("Problems found", *twin.problems)
    audit = twin.audit
    return Facts(
        ("Event log", f"verified, {audit.events:,} events; the last is {audit.events}:{audit.head}"),
        ("Books", "balanced; every movement of money is what the rules make of its event"),
        ("Answers", f"{audit.answers:,} acknowledged, each found once and unchanged"),
    )


def _duration(seconds: float) -> str:
    hours = seconds / HOUR_S
    return f"{hours:,.1f} hours" if hours < 48 else f"{hours / 24:,.1f} days"


def _plain(twin: Twin) -> dict[str, Any]:
    tally, audit = twin.tally, twin.audit
    return {
        "seed": twin.pit.seed,
        "tables": len(twin.tables),
        "simulated_s": round(twin.simulated_s, 3),
        "took_s": round(twin.took_s, 3),
        "stopped": twin.stopped,
        **as_plain(tally, "rounds", "claims", "awards", "requests"),
        "slowest": {"seconds": round(tally.slowest[0], 4), "asked": tally.slowest[1]},
        "games": [
            {
                "game": game.title,
                **as_plain(game.offer, "wager", "paytable"),
                **as_plain(game, "rounds", "bets", "wagered_micros"),
                "hands": [as_plain(row, *HAND) for row in outcomes],
            }
            for game, outcomes in twin.outcomes
        ],
        "meters_micros": tally.meters_micros,
        "largest_micros": [[link, level, micros] for (link, level), micros in sorted(tally.largest_micros.items())],
        **{name: dict(getattr(tally, name)) for name in ("mistakes", "refusals", "office", "hardware")},
        "sent_again": sum(device.sent_again for device in twin.devices),
        **as_plain(audit, "events", "head", "answers"),
        "wrong": list(twin.problems),
    }
