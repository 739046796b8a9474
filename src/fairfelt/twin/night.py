"""A night of the whole floor on a simulated world: a hub, two rooms with a standby, keypads, displays, witnesses.

All of them are the real programs. What acknowledged, showed or cosigned something is remembered by who heard it,
and compared with the journals when the night is over.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from argon2 import PasswordHasher
from msgspec import structs
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from fairfelt.jackpot import Freeze, Reason, SeveralWinners
from fairfelt.ledger import Committed, WatchedClock
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import KeyType, VerifierKey, read_verifier_key
from fairfelt.ledger.transparency.note import new_signer_key
from fairfelt.ledger.witness.protocol import LogWitness, Refusal, WitnessLine, read_request
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Section, Sheet, Table, right
from fairfelt.reports.sheet.english import count
from fairfelt.room import LABELS, Controls, DeviceKind, Floor, Press, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.people import FirstPerson, FoundRoom
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.room.hub.accounts import RoomLimits
from fairfelt.room.hub.hub_commands import LimitRoom
from fairfelt.room.hub.room import JoinHub, OfferJackpot
from fairfelt.room.hub.word import hub_word
from fairfelt.room.registry import kinds_of, read_event
from fairfelt.rules import MICROS
from fairfelt.runtime.http_client import HttpAnswer, NoAnswer
from fairfelt.server import Controller, Manifest, Settings, Status
from fairfelt.server.cards import key_digest
from fairfelt.server.hardware.bridge import Relay
from fairfelt.server.hardware.protocol import CardSlot, seal
from fairfelt.server.hardware.room_api import RoomApi
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.twin import demo
from fairfelt.twin.pit import PitTable
from fairfelt.twin.world import KINDS, PROCESS, Disk, Faults, Process, World
from fairfelt.web.api import ENDPOINTS, build_routes, with_api
from fairfelt.web.http.telemetry import Metrics

WIDE, OWN, LINKS = "wide", "own", ("pit", "bar")
HUB, ROOMS, WITNESSES, BRIDGE = "hub", ("room-a", "room-b"), ("witness-1", "witness-2", "witness-3"), "bridge"
TABLES = ("T1", "T2")
QUICK_DISK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Flushing is simulated: nothing has to reach a real disk."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
NIGHT_S, SETTLING_S = 25.0, 60.0
CARDS = {card.card: card.pin for card in demo.CARDS}
TWO, SIGNING = demo.EXECUTIVES, demo.TWO_DEPARTMENTS
GENEROUS = RoomLimits(
    tables=1_000, seats=20, rounds_per_hour=3_600, awards_per_day=100_000, confirm_from_micros=10**15
)  # fmt: skip


class Wrong(AssertionError):  # noqa: N818  (it reads as what was found)
    """Something that must not be."""


def require(truth: object, sentence: str) -> None:
    if not truth:
        raise Wrong(sentence)


# The programs: a room's server or a hub's, on its machine.


class _Controller(Controller):
    """A controller whose every commit is looked at."""

    committed_hook: Callable[[Committed[Floor]], None] = staticmethod(lambda committed: None)

    def _committed(self, committed: Committed[Floor]) -> None:
        self.committed_hook(committed)
        super()._committed(committed)


_ROUTES = cache(lambda: build_routes(ENDPOINTS))


class Server:
    """A server of a room or of the hub: begun, killed and begun again on the same disk."""

    def __init__(self, night: Night, name: str, host: str) -> None:
        self._night, self.name, self.host = night, name, host
        self.process: Process | None = None
        self.controller: _Controller

    @property
    def file(self) -> Path:
        return self._night.world.disk(self.host).folder / "room.db"

    def begin(self) -> None:
        world = self._night.world
        process = self.process = world.process(self.name, self.host)
        process.power_cut = partial(self._night.cut_power, self.host)
        clock = WatchedClock(lambda: world.wall_micros(self.host), world.loop.time)
        self.controller = _Controller(
            Settings(
                address=self.file, server=self.name, clock=clock, seconds=world.loop.time, hasher=CHEAP,
                read_manifest=lambda: Manifest({}, {}),
            )
        )  # fmt: skip
        self.controller.committed_hook = partial(self._night.committed, self.host)
        process.is_ready = lambda: self.controller.status is Status.ACTIVE
        self._app = Starlette()
        self._app.state.controller, self._app.state.metrics = self.controller, Metrics()
        self._asgi = with_api(self._app, _nothing, _ROUTES())
        process.begin(self._run(process))

    async def _run(self, process: Process) -> None:
        self.controller.begin()
        process.answer = self._answer
        lines = [WitnessLine(key, f"https://{key.name}") for key in self._night.witness_keys]
        publishing, room = self.controller.publishing, self.controller
        process.begin(publishing.keep_pushing(lambda: room.ledger, lines, room.settings.clock))
        if self.host != HUB:
            process.begin(HubConnection(room, HubClient(f"https://{HUB}", f"key-{self.host}-00000000")).run())

    async def end(self) -> None:
        """Let go of the journal, after the tasks have been killed."""
        if self.controller._ledger:
            self.controller._ledger._journal.close()

    async def _answer(
        self, method: str, path: str, headers: Mapping[str, str], content: bytes, part: Callable[[bytes], None]
    ) -> HttpAnswer:
        """One request to the server's own API."""
        name, _, query = path.partition("?")
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "method": method, "path": name,
            "raw_path": name.encode(), "query_string": query.encode(), "scheme": "https", "client": ("10.0.0.1", 0),
            "headers": [(key.lower().encode(), value.encode()) for key, value in headers.items()],
        }  # fmt: skip
        sent, body, status = False, bytearray(), 500

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.Event().wait()
            sent = True
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            body.extend(message.get("body", b""))
            if message.get("more_body"):
                part(message["body"])

        await self._asgi(scope, receive, send)
        return HttpAnswer(status, bytes(body))


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


# Those who hear: dealers at keypads and controllers, displays, witnesses.


@dataclass
class Sender:
    """A device that numbers its commands, and all that it was answered."""

    night: Night
    host: str
    name: str
    chance: Random
    answers: dict[int, tuple[int, bool, str]] = field(default_factory=dict)
    """The event, whether it was refused, and the answer, by the number of the command."""
    sequence: int = 1
    is_busy: bool = False

    @property
    def key(self) -> str:
        return key_of(self.host, self.name)

    async def begin(self) -> None:
        self.api = RoomApi(f"https://{self.host}", self.key)
        self.sequence = (await self.api.insist("GET", "/api/device")).plain["next_sequence"]

    async def command(self, path: str, body: Mapping[str, Any], cards: Sequence[str] = ()) -> Mapping[str, Any]:
        """Ask under the next number until it is answered; the state after it, empty if it was refused."""
        self.is_busy = True
        numbered = {"sequence": self.sequence, **body}
        while True:
            tokens = [await self._sign_in(card) for card in cards]
            answer = await self.api.insist("POST", path, numbered, tokens)
            if answer.status not in (401, 429):
                break
            await asyncio.sleep(1.0)
        plain = answer.plain
        require("number" in plain, f"{self.name} of {self.host}: {path} was answered {answer.status}: {plain}")
        refusal = plain.get("detail", "")
        self.answers[self.sequence] = plain["number"], bool(refusal), refusal or json.dumps(plain.get("state"))
        if self.chance.randrange(20) == 0:  # it has forgotten that it was answered
            again = await self.api.insist("POST", path, numbered, tokens)
            same = again.status == 401 or again.plain.get("number") == plain["number"]
            require(same, f"{self.name}: {path} was answered as event {plain['number']} and then {again.plain}")
        self.sequence += 1
        self.is_busy = False
        return plain.get("state") or {}

    async def _sign_in(self, card: str) -> str:
        while True:
            answer = await self.api.insist("POST", "/api/sessions", {"card": card, "pin": CARDS[card]})
            if answer.status == 201:
                return str(answer.plain["token"])
            await asyncio.sleep(2.0)


@dataclass
class WiredSender(Sender):
    """The same over the broker and the bridge, which deliver a message late, or twice, or not at all."""

    heard: list[Mapping[str, Any]] = field(default_factory=list)
    exchanges: int = 0

    async def begin(self) -> None:
        await super().begin()
        self.bridge()

    def bridge(self) -> None:
        """The bridge begins, perhaps again: what it had not answered is sent to it again."""
        process = PROCESS.get()
        assert process
        apis = [RoomApi(f"https://{self.host}", self.key) for _ in range(2)]
        cards = CardSlot(self.key, apis[1], self._say, self.night.world.loop.time)
        clock = partial(self.night.world.wall_micros, BRIDGE)
        self.relay = Relay(self.name, apis[0], cards, self._say, lambda name, why: None, clock, 1.0)
        for work in self.relay.tasks():
            process.begin(work)

    async def _say(self, part: str, message: Mapping[str, Any], stays: bool) -> None:
        faults = self.night.world.faults
        if part in ("answer", "challenge") and self.chance.randrange(100) >= faults.lost:
            self.heard.append(message)

    async def _ask(self, part: str, message: Mapping[str, Any], about: str) -> Mapping[str, Any]:
        """Send a message again and again until something about the same thing is heard."""
        while True:
            self.heard.clear()
            for _ in range(2 if self.chance.randrange(100) < self.night.world.faults.twice else 1):
                if self.chance.randrange(100) >= self.night.world.faults.lost:
                    self.relay.take(part, json.dumps(message).encode())
            for _ in range(8):
                await asyncio.sleep(0.25)
                found = [each for each in self.heard if each.get(about) == message[about]]
                if found:
                    return found[0]

    async def _put_in(self, card: str) -> str:
        while True:
            self.exchanges += 1
            name = f"exchange-{self.exchanges:06}"
            challenge = await self._ask("ask", {"id": name}, "id")
            if "nonce" in challenge:
                nonce = challenge["nonce"]
                sealed = seal(self.key, name, nonce, card, CARDS[card])
                answer = await self._ask("card", {"version": 2, "id": name, "nonce": nonce, "sealed": sealed}, "id")
                if answer.get("ok"):
                    return name
            await asyncio.sleep(2.0)

    async def command(self, path: str, body: Mapping[str, Any], cards: Sequence[str] = ()) -> Mapping[str, Any]:
        self.is_busy = True
        while True:
            after = ""
            for card in cards:
                after = await self._put_in(card)
            press = {"n": self.sequence, "do": path.rpartition("/")[2], "body": dict(body), "at": 0, "after": after}
            answer = await self._ask("press", press, "n")
            if answer["ok"] or answer["code"] not in ("sign_in_required", "not_taken"):
                break
            await asyncio.sleep(1.0)
        self.answers[self.sequence] = 0, not answer["ok"], answer.get("says", "")
        require(answer["next"] == self.sequence + 1, f"{self.name} was answered {answer} to press {self.sequence}")
        self.sequence += 1
        self.is_busy = False
        return answer if answer["ok"] else {}


@dataclass
class Dealer:
    """A dealer who presses what is live, claims hands of the paytable, and errs now and then."""

    sender: Sender
    table: PitTable
    chance: Random

    async def work(self) -> None:
        await self.sender.begin()
        path = f"/api/tables/{self.table.name}"
        state: Mapping[str, Any] = (await self.sender.api.insist("GET", path)).plain
        while not self.sender.night.is_over:
            await asyncio.sleep(self.chance.uniform(0.1, 1.2))
            part, body, cards = self._choose(state)
            state = await self.sender.command(f"{path}/{part}", body, cards) or state
            if self.chance.randrange(15) == 0:
                state = (await self.sender.api.insist("GET", path)).plain

    def _choose(self, state: Mapping[str, Any]) -> tuple[str, dict[str, Any], Sequence[str]]:
        by_label = {label: press for press, label in LABELS[self.table.controls].items()}
        live = [by_label[label] for label in state["live"]]
        live = [press for press in live if press not in (Press.FOUL, Press.VOID) or self.chance.randrange(6) == 0]
        if self.chance.randrange(25) == 0:
            live = [Press.START, Press.HAND, Press.END]
        seats = [int(seat) for seat in state["bets"]] or [1]
        match self.chance.choice(live) if live else None:
            case Press.BET | Press.START as press:
                betting = self.chance.sample(range(1, self.table.seats + 1), self.chance.randint(1, self.table.seats))
                bets = [{"seat": seat, "amount_micros": self.chance.choice(demo.BETS_MICROS)} for seat in betting]
                wired = isinstance(self.sender, WiredSender)
                return ("bets" if press is Press.BET and not wired else "start"), {"bets": bets}, ()
            case Press.HAND:
                button = self.chance.choice(self.table.buttons)
                return "hand", {"seat": self.chance.choice(seats), "hand": button.hand}, ()
            case Press.CONFIRM:
                return "confirm", {"despite_earlier": self.chance.randrange(2) == 0}, TWO
            case Press.KEY_ON | Press.KEY_OFF as press:
                return "key", {"to_jph": press is Press.KEY_ON}, TWO[:1]
            case Press.VOID:
                return "void", {"why": "a card was exposed"}, TWO
            case Press.FOUL:
                back = self.chance.randrange(2) == 0
                return "foul", {"seat": self.chance.choice(seats), "give_back": back, "why": "six cards"}, TWO[:1]
        return "end", {}, ()


@dataclass
class Console:
    """The office: adjustments by two departments, now and then."""

    sender: Sender

    async def work(self) -> None:
        await self.sender.begin()
        chance = self.sender.chance
        while not self.sender.night.is_over:
            await asyncio.sleep(chance.uniform(8.0, 25.0))
            level = chance.choice(self.sender.night.tables[1].offer.levels)
            body = {
                "level": level, "reason": chance.choice(list(Reason)).value, "document": "D-1",
                "amount_micros": chance.choice((-1, 1)) * chance.randint(1, 5 * MICROS),
            }  # fmt: skip
            await self.sender.command(f"/api/jackpots/{OWN}/adjustments", body, SIGNING)


@dataclass
class Display:
    """A meter over a link: it shows the newest whole state that it has heard."""

    night: Night
    host: str
    link: str
    shown: dict[int, Any] = field(default_factory=dict)
    last: int = 0

    async def work(self) -> None:
        process = PROCESS.get()
        assert process
        while True:
            with suppress(NoAnswer):
                path, key = f"/api/links/{self.link}/stream", key_of(self.host, f"display {self.link}")
                async for part in self.night.world.stream(process, self.host, path, key):
                    if b"data: " in part:
                        self.take(json.loads(part.partition(b"data: ")[2]))
            await asyncio.sleep(1.0)

    def take(self, state: Mapping[str, Any]) -> None:
        """An older state never comes back."""
        if state["sequence"] >= self.last:
            self.last = state["sequence"]
            self.shown[self.last] = state


class WitnessServer:
    """A witness for all logs of the floor, whose folder outlives it."""

    def __init__(self, night: Night, name: str) -> None:
        self._night, self.name = night, name
        self.key = new_signer_key(name, KeyType.COSIGNATURE)
        self.cosigned: Counter[str] = Counter()
        """How long each log was when it was last cosigned."""

    def begin(self) -> None:
        world = self._night.world
        process = world.process(self.name, self.name)
        process.power_cut = partial(self._night.cut_power, self.name)
        self.log = LogWitness(process.disk.folder, [self.key], self._night.log_keys, lambda: world.wall_micros() / 1e6)
        process.answer = self._answer

    async def _answer(
        self, method: str, path: str, headers: Mapping[str, str], content: bytes, part: Callable[[bytes], None]
    ) -> HttpAnswer:
        said = self.log.take(content)
        if isinstance(said, Refusal):
            require(said.status == 409, f"{self.name} refuses with {said.status}: {said.says}")
            return HttpAnswer(said.status, said.says.encode())
        signed = read_request(content)[2].checkpoint
        self.cosigned[signed.origin] = max(signed.size, self.cosigned[signed.origin])
        return HttpAnswer(200, said.encode())


def key_of(host: str, device: str) -> str:
    return f"key-{host}-{device.replace(' ', '-')}"


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
        self.is_over = False
        self.witness_keys: tuple[VerifierKey, ...] = ()
        self.log_keys: tuple[VerifierKey, ...] = ()
        self.servers = {name: Server(self, name, HUB) for name in (HUB,)}
        self.servers |= {f"{host}{part}": Server(self, f"{host}{part}", host) for host in ROOMS for part in ("", "-2")}
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
            await process.kill()
            if process.name in self.servers:
                await self.servers[process.name].end()
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
            await server.process.kill()
            await server.end()
            await asyncio.sleep(self.world.chance.uniform(0.5, 10.0))
            self._begin(server.host)

    async def _every(self, mean_s: float, what: Callable[[], object]) -> None:
        while mean_s and not self.is_over:
            await asyncio.sleep(self.world.chance.expovariate(1 / mean_s))
            if not self.is_over:
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
        world, chosen = self.world, Faults()
        for kind in self.kinds:
            chosen = replace(chosen, **{name: value for name, value in vars(KINDS[kind]).items() if value})
        self.witnesses = [WitnessServer(self, name) for name in WITNESSES]
        self.witness_keys = tuple(each.key.verifier for each in self.witnesses)
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
        self.is_over, world.faults = True, Faults()
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
                sender = kind(self, host, f"keypad {table.name}", self._own())
                self.senders.append(sender)
                process.begin(Dealer(sender, table, self._own()).work())
            console = Sender(self, host, "console", self._own())
            self.senders.append(console)
            floor.begin(Console(console).work())
            for link in LINKS:
                self.displays.append(Display(self, host, link))
                floor.begin(self.displays[-1].work())

    def active(self, host: str) -> Controller | None:
        found = [each.controller for each in self.servers.values() if each.host == host and each.process]
        return next((each for each in found if each.status is Status.ACTIVE), None)

    async def _settle(self) -> None:
        """Wait until everybody has heard the end; then all is as it will stay."""
        deadline = self.world.loop.time() + SETTLING_S * 3
        while self.world.loop.time() < deadline:
            await asyncio.sleep(3.0)
            if self._is_settled():
                break
        require(not self.world.loop.faults, "; ".join(self.world.loop.faults[:3]))
        waiting = [f"{each.name} of {each.host}" for each in self.senders if each.is_busy]
        require(not waiting, f"never answered: {', '.join(waiting)}")
        for host in (HUB, *ROOMS):
            controller = self.active(host)
            require(controller, f"no server of {host} is active in the end")
        require(self._is_settled(), "the displays, the hub and the witnesses never came to one state")

    def _is_settled(self) -> bool:
        active = {host: self.active(host) for host in (HUB, *ROOMS)}
        if not all(active.values()) or any(sender.is_busy for sender in self.senders):
            return False
        hub = active[HUB].floor  # type: ignore[union-attr]
        for host in ROOMS:
            floor: Floor = active[host].floor  # type: ignore[union-attr]
            share = floor.jackpots[WIDE].share
            if share is None or hub.rooms[host].taken != share.counted or share.taken != hub.rooms[host].taken:
                return False
        heads = {host: active[host].head.number for host in ROOMS}  # type: ignore[union-attr]
        return all(self._has_newest(display, heads[display.host]) for display in self.displays)

    def _has_newest(self, display: Display, head: int) -> bool:
        now = self.active(display.host)
        drawn = now.broadcast.now(display.link) if now else None
        return bool(drawn and display.last and _meters(json.loads(drawn.body)) == _meters(display.shown[display.last]))

    async def check(self) -> None:
        """Hold everything that anybody was told against the journals, and the journals against each other."""
        hub = self._check_journal(HUB)
        floors = {host: self._check_journal(host) for host in ROOMS}
        check_hub(hub, floors)
        for sender in self.senders:
            self._check_answers(sender)
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
        for number, hash_ in self.heads[host].items():
            same = number <= len(entries) and entries[number - 1].hash == hash_
            require(same, f"event {number} of {host} was committed, and is gone or another one now")
        for witness in self.witnesses:
            last, cosigned = witness.log.last(origin_keys[0].name), witness.cosigned[origin_keys[0].name]
            require(last is None or last.checkpoint.size >= cosigned, f"{witness.name} forgot what it cosigned")
            require(last or not cosigned, f"{witness.name} forgot what it cosigned")
            if last:
                root = now.publishing.publisher(now.ledger).root(last.checkpoint.size)
                require(root == last.checkpoint.root, f"{witness.name} cosigned another history of {host}")
        numbers = [
            award.number for entry in entries if entry.kind in _AWARDS
            for award in _confirmed(entry.body).awards
        ]  # fmt: skip
        require(len(numbers) == len(set(numbers)), f"an award of {host} was paid twice: {numbers}")
        return replayed.state

    def _check_answers(self, sender: Sender) -> None:
        with snapshot(self.world.disk(sender.host).folder / "room.db") as taken:
            mine = [entry for entry in taken.entries(limit=taken.head.number) if entry.device == sender.name]
        found = Counter(entry.device_sequence for entry in mine if entry.answer)
        last = {entry.device_sequence: entry for entry in mine if entry.answer}
        for sequence, (number, refused, _) in sender.answers.items():
            who = f"command {sequence} of {sender.name} of {sender.host}"
            require(found[sequence] == 1, f"{who} was answered, and stands on the log {found[sequence]} times")
            entry = last[sequence]
            assert entry.answer
            require(entry.answer.refused == refused, f"{who} was answered otherwise than the log says")
            require(number in (0, entry.number), f"{who} was answered as event {number}, and is event {entry.number}")

    def _check_display(self, display: Display) -> None:
        """What it showed was so after that event, meter for meter."""
        now = self.active(display.host)
        drawn = now.broadcast.now(display.link) if now else None
        shown, where = display.shown.get(display.last), f"the display of {display.link} of {display.host}"
        require(drawn and shown and _meters(json.loads(drawn.body)) == _meters(shown), f"{where} is not current")
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
            yield from _enrol(room, DeviceKind.ROOM, "key-" + room + "-00000000", link=f"to {room}")
    else:
        yield OfferJackpot(word=hub_word(hub.floor, host, hub.head.number))
        yield JoinHub(jackpot=WIDE, document="contract")
        yield variant.jackpot(OWN, own)
        for table, jackpot in ((wide, WIDE), (own, OWN)):
            yield MakeLink(link=table.link, jackpot=jackpot, location=host)
            yield from _enrol(
                f"display {table.link}", DeviceKind.DISPLAY, key_of(host, f"display {table.link}"), link=table.link
            )
            yield SetUpTable(
                table=table.name, link=table.link, controls=table.controls, denominations_micros=demo.BETS_MICROS,
                maker=demo.MAKER, **table.offer._asdict(),
            )  # fmt: skip
            yield from _enrol(table.keypad, DeviceKind.KEYPAD, key_of(host, table.keypad), table=table.name)
        yield from _enrol("console", DeviceKind.CONSOLE, key_of(host, "console"))


def _enrol(name: str, kind: DeviceKind, key: str, *, table: str = "", link: str = "") -> Iterator[RoomCommand]:
    yield EnrolDevice(device=name, device_kind=kind, key_sha256=key_digest(key), table=table, link=link)
    yield SwitchDevice(device=name, enabled=True)


def founded(variant: Variant) -> tuple[Path, tuple[VerifierKey, ...]]:
    """The folders of a floor before its first night, and the keys of its logs."""
    if variant.number not in _founded:
        kept = TemporaryDirectory(prefix="fairfelt-floor-", dir=QUICK_DISK)
        night = Night(variant.number, (), Path(kept.name), variant)

        async def found() -> tuple[VerifierKey, ...]:
            begun: dict[str, Controller] = {}
            night.witnesses = []
            for host in (HUB, *ROOMS):
                server = night.servers[host]
                server.begin()
                controller = begun[host] = server.controller
                while controller.status is not Status.ACTIVE:
                    await asyncio.sleep(0.1)
                for command in _founding(host, variant, begun.get(HUB) if host != HUB else None):
                    await demo.carry_out(controller, command)
                pins = {card.card: controller.pins.keep(card.pin) for card in demo.CARDS}
                first = [FirstPerson(one.person, one.name, one.role, one.card, pins[one.card]) for one in demo.CARDS]
                await demo.carry_out(controller, FoundRoom(first=tuple(first)))
            for room in ROOMS:
                limits = LimitRoom(room=room, limits=GENEROUS, why="a simulation is quick", cards=SIGNING)
                await demo.carry_out(begun[HUB], limits)
            keys = tuple(read_verifier_key(each.floor.checkpoint_key) for each in begun.values())
            for host, each in begun.items():
                await each.stop()
                await night.world.processes[host].kill()
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
