"""A night of the whole floor on a simulated world: a hub, two rooms with a standby, keypads, displays, witnesses.

All of them are the real programs. What acknowledged, showed or cosigned something is remembered by who heard it,
and compared with the journals when the night is over.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import structs

from fairfelt.jackpot import Freeze, SeveralWinners
from fairfelt.ledger import Committed
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import VerifierKey, read_verifier_key
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Section, Sheet, Table, right
from fairfelt.reports.sheet.english import count
from fairfelt.room import Controls, DeviceKind, Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.people import FoundRoom
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from fairfelt.room.hub.accounts import RoomLimits
from fairfelt.room.hub.hub_commands import LimitRoom
from fairfelt.room.hub.hub_events import hub_word
from fairfelt.room.hub.room import JoinHub, OfferJackpot
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.rules import MICROS
from fairfelt.server import Controller, Status
from fairfelt.twin import demo
from fairfelt.twin.cast import (
    BRIDGE,
    HUB,
    OWN,
    SIGNING,
    Console,
    Display,
    Presser,
    Sender,
    Server,
    WiredSender,
    WitnessServer,
    compare,
    key_of,
    require,
)
from fairfelt.twin.pit import PitTable
from fairfelt.twin.world import KINDS, PROCESS, Disk, Faults, Process, World

WIDE, LINKS = "wide", ("pit", "bar")
ROOMS, WITNESSES = ("room-a", "room-b"), ("witness-1", "witness-2", "witness-3")
TABLES = ("T1", "T2")
QUICK_DISK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Flushing is simulated: nothing has to reach a real disk."""
NIGHT_S, SETTLING_S = 25.0, 180.0
GENEROUS = RoomLimits(
    tables=1_000, seats=20, rounds_per_hour=3_600, awards_per_day=100_000, confirm_from_micros=10**15
)  # fmt: skip

# The story.


@dataclass(frozen=True)
class Variant:
    """What a house decides: the template of a night."""

    number: int

    @property
    def tables(self) -> tuple[PitTable, PitTable]:
        """One table of each link; the first link has the hub's jackpot."""
        every = demo.tables()
        alone = [table for table in every if table.link != demo.SHARED]
        wide, own = every[self.number % 3], alone[self.number % len(alone)]
        return (
            replace(wide, name=TABLES[0], link=LINKS[0], controls=Controls.NEXUS),
            replace(own, name=TABLES[1], link=LINKS[1], controls=list(Controls)[self.number % 2]),
        )

    def jackpot(self, name: str, table: PitTable) -> OpenJackpot:
        policies = [SeveralWinners.IN_ORDER, *SeveralWinners], [Freeze.AT_CLAIM, *Freeze]
        winners, freeze = (each[0 if name == WIDE else self.number % len(each)] for each in policies)
        largest = (0, 5_000 * MICROS)[self.number % 2]
        changed = {"several_winners": winners, "freeze": freeze, "executive_from_micros": largest}
        return OpenJackpot(jackpot=name, terms=structs.replace(demo.terms(table), name=name, **changed))


VARIANTS = 6
_founded: dict[int, tuple[TemporaryDirectory[str], tuple[VerifierKey, ...]]] = {}


class Night:
    """The hub, the rooms and everything around them, from one seed."""

    def __init__(self, seed: int, faults: Sequence[str], folder: Path, variant: Variant) -> None:
        self.seed, self.kinds, self.world = seed, tuple(faults), World(seed, folder)
        self.chance = Random(f"night {seed}")
        self.tables = variant.tables
        self.log_keys: tuple[VerifierKey, ...] = ()
        named = [(HUB, HUB), *((f"{host}{part}", host) for host in ROOMS for part in ("", "-2"))]
        self.servers = {
            name: Server(
                self.world, name, host, self.world.disk(host).folder / "room.db", partial(self.committed, host),
                partial(self.cut_power, host), has_hub=host != HUB,
            )
            for name, host in named
        }  # fmt: skip
        self.witnesses = [WitnessServer(self.world, name, partial(self.cut_power, name)) for name in WITNESSES]
        self.heads: dict[str, dict[int, str]] = {host: {} for host in (HUB, *ROOMS)}
        """What was durable, by room: no later story may say otherwise."""
        self.meters: dict[tuple[str, str, int], Mapping[str, int]] = {}
        """What displays may show after an event."""

    def _own(self) -> Random:
        return Random(self.chance.getrandbits(64))

    # what goes wrong

    def committed(self, host: str, committed: Committed[Floor]) -> None:
        """Whatever was committed stays, and every book is balanced after it."""
        number, floor = committed.head.number, committed.state
        self.heads[host][number] = committed.head.hash
        self.meters |= {(host, link, number): floor.meters(floor.links[link].jackpot) for link in floor.links}
        for name, jackpot in committed.state.jackpots.items():
            require(jackpot.book.is_balanced, f"the book of {name} is not balanced after event {committed.head.number}")

    def cut_power(self, host: str) -> None:
        """The power of a machine fails now; what was flushed is there when it comes back."""
        disk, left = self.world.disk(host), self.world.disk(host).lose()
        dying = [process for process in self.world.processes.values() if process.host == host and process.is_up]
        for process in dying:
            process.is_up, process.answer = False, None
        self.world.note("power", host)
        token = PROCESS.set(None)
        asyncio.get_running_loop().create_task(self._come_back(host, dying, disk, left))
        PROCESS.reset(token)

    async def _come_back(self, host: str, dying: list[Process], disk: Disk, left: Mapping[str, bytes]) -> None:
        for process in dying:
            await self.servers.get(process.name, process).kill()
        disk.restore(left)
        await asyncio.sleep(self.world.chance.uniform(1.0, 8.0))
        self._begin(host)

    def _begin(self, host: str) -> None:
        for server in self.servers.values():
            if server.host == host and not (server.process and server.process.is_up):
                server.begin()
        for witness in self.witnesses:
            if witness.name == host:
                witness.begin()

    async def _kill(self, server: Server) -> None:
        """A process ends; another one on the same disk may take over meanwhile."""
        if server.process and server.process.is_up:
            self.world.note("kill", server.name)
            await server.kill()
            await asyncio.sleep(self.world.chance.uniform(0.5, 10.0))
            self._begin(server.host)

    async def _every(self, mean_s: float, what: Callable[[], object]) -> None:
        while mean_s and not self.world.is_over:
            await asyncio.sleep(self.world.chance.expovariate(1 / mean_s))
            if not self.world.is_over:
                what()

    def _cut_a_line(self) -> None:
        one, other = self.chance.choice([(ROOMS[0], HUB), (ROOMS[1], HUB), *((BRIDGE, each) for each in ROOMS),
                                         *(("floor", each) for each in ROOMS)])  # fmt: skip
        self.world.note("cut", one, other)
        self.world.cut[min(one, other), max(one, other)] = self.world.loop.time() + self.chance.uniform(1.0, 12.0)

    def _fail_power(self) -> None:
        """At once, or at a moment of the next commit."""
        host = self.chance.choice((HUB, *ROOMS, *WITNESSES))
        there = [each for each in self.world.processes.values() if each.host == host and each.is_up]
        if there and host not in WITNESSES and self.chance.randrange(4):
            moment = self.chance.choice(("before a commit", "in a commit", "after a commit"))
            for process in there:
                process.dies_at = moment
        elif there:
            self.cut_power(host)

    def _fill_disk(self) -> None:
        disk = self.world.disk(self.chance.choice((HUB, *ROOMS)))
        disk.is_full = True
        self.world.note("full", str(disk.folder.name))
        self.world.loop.call_later(self.chance.uniform(2.0, 10.0), setattr, disk, "is_full", False)

    def _set_clock(self) -> None:
        """By less than what closes a floor."""
        self.world.clock_off_s[self.chance.choice((HUB, *ROOMS))] = self.chance.uniform(-60.0, 60.0)

    def _kill_one(self) -> None:
        server = self.chance.choice(list(self.servers.values()))
        asyncio.get_running_loop().create_task(self._kill(server))

    # the night

    async def story(self) -> None:
        world, chosen = self.world, Faults(**{name: rate for kind in self.kinds for name, rate in KINDS[kind].items()})
        for witness in self.witnesses:
            witness.log_keys = self.log_keys
        for server in self.servers.values():
            server.witnesses = [each.key.verifier for each in self.witnesses]
        for host in (*WITNESSES, HUB, *ROOMS):
            self._begin(host)
        self._begin_people()
        world.faults = chosen
        deeds = (
            (chosen.cut_s, self._cut_a_line), (chosen.kill_s, self._kill_one), (chosen.power_s, self._fail_power),
            (chosen.full_s, self._fill_disk), (chosen.clock_s, self._set_clock),
        )  # fmt: skip
        begun = [asyncio.create_task(self._every(mean_s, what)) for mean_s, what in deeds]
        await asyncio.sleep(NIGHT_S)
        world.is_over, world.faults = True, Faults()
        world.cut.clear()
        for process in world.processes.values():
            process.dies_at = ""
        await asyncio.wait(begun)
        await self._settle()

    def _begin_people(self) -> None:
        floor = self.world.process("floor", "floor")
        bridge = self.world.process(BRIDGE, BRIDGE)
        self.senders: list[Sender] = []
        self.displays: list[Display] = []
        for host in ROOMS:
            for kind, process, table in ((Sender, floor, self.tables[0]), (WiredSender, bridge, self.tables[1])):
                sender = kind(self.world, host, table.keypad, self._own())
                self.senders.append(sender)
                process.begin(Presser(sender, table, self._own()).work())
            console = Sender(self.world, host, "console", self._own())
            self.senders.append(console)
            floor.begin(Console(console, self.tables[1].offer.levels).work())
            for link in LINKS:
                self.displays.append(Display(self.world, host, link))
                floor.begin(self.displays[-1].work())

    def active(self, host: str) -> Controller | None:
        found = [each.controller for each in self.servers.values() if each.host == host and each.process]
        return next((each for each in found if each.status is Status.ACTIVE), None)

    async def _settle(self) -> None:
        """Wait until everybody has heard the end; then all is as it will stay."""
        deadline = self.world.loop.time() + SETTLING_S
        while self.world.loop.time() < deadline:
            await asyncio.sleep(3.0)
            if self._is_settled():
                break
        require(not self.world.loop.faults, "; ".join(self.world.loop.faults[:3]))
        waiting = [f"{each.name} of {each.host}" for each in self.senders if each.waits]
        require(not waiting, f"never answered: {', '.join(waiting)}")
        for host in (HUB, *ROOMS):
            require(self.active(host), f"no server of {host} is active in the end")
        require(self._is_settled(), "the displays, the hub and the witnesses never came to one state")

    def _is_settled(self) -> bool:
        hub, *rooms = (self.active(host) for host in (HUB, *ROOMS))
        if not hub or not all(rooms) or any(sender.waits for sender in self.senders):
            return False
        for host, room in zip(ROOMS, rooms, strict=True):
            share, account = room.floor.jackpots[WIDE].share if room else None, hub.floor.rooms[host]
            if share is None or not account.taken == share.counted == share.taken:
                return False
        return all(self._has_newest(display) for display in self.displays)

    def _has_newest(self, display: Display) -> bool:
        now = self.active(display.host)
        drawn = now.broadcast.now(display.link) if now else None
        return bool(drawn and display.last and _meters(json.loads(drawn.body)) == _meters(display.shown[display.last]))

    async def check(self) -> None:
        """Hold everything that anybody was told against the journals, and the journals against each other."""
        hub = self._check_journal(HUB)
        floors = {host: self._check_journal(host) for host in ROOMS}
        check_hub(hub, floors)
        for display in self.displays:
            self._check_display(display)

    def _check_journal(self, host: str) -> Floor:
        file = self.world.disk(host).folder / "room.db"
        replayed = verify(file, Room())
        now = self.active(host)
        assert now
        require(now.floor == replayed.state, f"the floor of {host} is not what its journal replays to")
        with snapshot(file) as taken:
            origin_keys = [key for key in self.log_keys if key.name.endswith(taken.journal)]
            entries = list(taken.entries(limit=replayed.head.number))
        problems = compare([sender for sender in self.senders if sender.host == host], entries)
        require(not problems, f"{host}: {'; '.join(problems[:3])}")
        for number, hash_ in self.heads[host].items():
            same = number <= len(entries) and entries[number - 1].hash == hash_
            require(same, f"event {number} of {host} was committed, and is gone or another one now")
        for witness in self.witnesses:
            last, cosigned = witness.log.last(origin_keys[0].name), witness.cosigned[origin_keys[0].name]
            require((last.checkpoint.size if last else 0) >= cosigned, f"{witness.name} forgot what it cosigned")
            if last:
                root = now.publishing.publisher(now.ledger).root(last.checkpoint.size)
                require(root == last.checkpoint.root, f"{witness.name} cosigned another history of {host}")
        numbers = [
            award.number for entry in entries if entry.kind in _AWARDS
            for award in _confirmed(entry.body).awards
        ]  # fmt: skip
        require(len(numbers) == len(set(numbers)), f"an award of {host} was paid twice: {numbers}")
        return replayed.state

    def _check_display(self, display: Display) -> None:
        """What it showed was so after that event, meter for meter."""
        where = f"the display of {display.link} of {display.host}"
        for number, state in display.shown.items():
            true = self.meters.get((display.host, display.link, number))
            same = true is None or {each["name"]: each["amount_micros"] for each in state["levels"]} == true
            require(same, f"{where} showed other meters at event {number}: {state['levels']}, not {true}")

    @property
    def journals(self) -> dict[str, Path]:
        return {host: self.world.disk(host).folder / "room.db" for host in (HUB, *ROOMS)}


_AWARDS = kinds_of(AwardsConfirmed)


def _confirmed(body: str) -> AwardsConfirmed:
    event = read_event(body)
    assert isinstance(event, AwardsConfirmed)
    return event


def _meters(state: Mapping[str, Any]) -> object:
    return [(level["name"], level["amount_micros"]) for level in state["levels"]], state["last_win"]


def check_hub(hub: Floor, rooms: Mapping[str, Floor]) -> None:
    """To the millionth: what rooms counted is what the hub took, and what is owed; each award was paid once."""
    book = hub.jackpots[WIDE].book
    took = sum(account.taken_micros for account in hub.rooms.values())
    require(-book["rooms"] == took, f"the hub took {took} and booked {-book['rooms']}")
    for name, floor in rooms.items():
        jackpot, account = floor.jackpots[WIDE], hub.rooms[name]
        share = jackpot.share
        assert share
        owed = sum(share.counted.values()) - sum(share.taken.values())
        require(jackpot.book["owed"] == owed, f"{name} owes {owed} and booked {jackpot.book['owed']}")
        require(account.taken_micros == sum(share.counted.values()), f"the hub took not what {name} counted")
        paid = sum(jackpot.counts.of(level.name).won_micros for level in jackpot.terms.levels)
        waits = [
            claim for claim in account.claims.values()
            if claim.confirmed and floor.tables[claim.told.at_table].claim_order == claim.told.claim
        ]  # fmt: skip
        due = paid + sum(prize.amount_micros for claim in waits for prize in claim.prizes)
        require(account.won_micros == due, f"the hub confirmed {account.won_micros} for {name}, which paid {due}")


# Founding: done once for each variant; every night begins on a copy.


def _founding(host: str, variant: Variant, hub: Controller | None) -> Iterator[RoomCommand]:
    wide, own = variant.tables
    if hub is None:
        yield variant.jackpot(WIDE, wide)
        for room in ROOMS:
            yield MakeLink(link=f"to {room}", jackpot=WIDE, location=room)
            yield from demo.enrol(room, DeviceKind.ROOM, key_of(room, "00000000"), link=f"to {room}")
    else:
        yield OfferJackpot(word=hub_word(hub.floor, host, hub.head.number))
        yield JoinHub(jackpot=WIDE, document="contract")
        yield variant.jackpot(OWN, own)
        for table, jackpot in ((wide, WIDE), (own, OWN)):
            yield from demo.make_link(table.link, jackpot, host, partial(key_of, host))
            yield from demo.furnish(table, partial(key_of, host))
        yield from demo.enrol("console", DeviceKind.CONSOLE, key_of(host, "console"))


def founded(variant: Variant) -> tuple[Path, tuple[VerifierKey, ...]]:
    """The folders of a floor before its first night, and the keys of its logs."""
    if variant.number not in _founded:
        kept = TemporaryDirectory(prefix="fairfelt-floor-", dir=QUICK_DISK)
        night = Night(variant.number, (), Path(kept.name), variant)

        async def found() -> tuple[VerifierKey, ...]:
            begun: dict[str, Controller] = {}
            for host in (HUB, *ROOMS):
                server = night.servers[host]
                server.begin()
                controller = begun[host] = server.controller
                while controller.status is not Status.ACTIVE:
                    await asyncio.sleep(0.1)
                for command in _founding(host, variant, begun.get(HUB) if host != HUB else None):
                    await demo.carry_out(controller, command)
                await demo.carry_out(controller, FoundRoom(first=await demo.first_people(controller)))
            for room in ROOMS:
                limits = LimitRoom(room=room, limits=GENEROUS, why="a simulation is quick", cards=SIGNING)
                await demo.carry_out(begun[HUB], limits)
            keys = tuple(read_verifier_key(each.floor.checkpoint_key) for each in begun.values())
            for host in begun:
                await night.servers[host].stop()
            return keys

        _founded[variant.number] = kept, night.world.run(found())
    kept, keys = _founded[variant.number]
    return Path(kept.name), keys


@dataclass(frozen=True)
class NightResult:
    """What is left of a night."""

    seed: int
    digest: str
    counts: Mapping[str, int]
    problem: str


def play(seed: int, faults: Sequence[str], look: Callable[[Night], None] = lambda night: None) -> NightResult:
    """Play the night of a seed and check it; the same seed and faults give the same digest."""
    variant = Variant(seed % VARIANTS)
    template, keys = founded(variant)
    with TemporaryDirectory(prefix="fairfelt-night-", dir=QUICK_DISK) as kept:
        copytree(template, kept, dirs_exist_ok=True)
        night = Night(seed, faults, Path(kept), variant)
        night.log_keys = keys
        problem = ""

        async def story() -> None:
            await night.story()
            await night.check()

        try:
            night.world.run(story())
            look(night)
        except (Exception, asyncio.CancelledError) as error:
            problem = f"{type(error).__name__}: {error}"
        return NightResult(seed, night.world.digest, dict(night.world.counts), problem)


def night_report(results: Sequence[NightResult], faults: Sequence[str]) -> Report:
    """The nights of some seeds; what was wrong with one is said beside the seed that plays it again."""
    kinds = ("commit", "answer", "cut", "kill", "power", "full")
    rows = tuple(
        (str(one.seed), one.digest[:16], *(f"{one.counts.get(kind, 0):,}" for kind in kinds), one.problem or "none")
        for one in results
    )
    columns = (
        Column("Seed"),
        Column("Digest"),
        *right("Commits", "Answers", "Cuts", "Kills", "Power cuts", "Full disks"),
    )
    failed = [one for one in results if one.problem]
    sheet = Sheet(
        "Simulated nights",
        f"{count(len(results), 'night')}, {len(failed):,} failed; faults: {', '.join(faults) or 'none'}",
        Section("Nights", Table((*columns, Column("Problem")), rows)),
    )  # fmt: skip
    plain = {"faults": list(faults), "nights": [vars(one) for one in results]}
    return Report(sheet, plain, name="nights", passed=not failed)
