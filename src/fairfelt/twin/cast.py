"""Who takes part in a night: servers on their machines, dealers, controllers, displays and witnesses."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Protocol

from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from fairfelt.jackpot import Reason
from fairfelt.ledger import Committed, WatchedClock
from fairfelt.ledger.transparency import KeyType, VerifierKey
from fairfelt.ledger.transparency.note import new_signer_key
from fairfelt.ledger.witness.protocol import LogWitness, Refusal, WitnessLine, read_request
from fairfelt.room import LABELS, Floor, Press
from fairfelt.rules import MICROS
from fairfelt.runtime.http_client import HttpAnswer, NoAnswer
from fairfelt.server import Controller, Manifest, Settings, Status
from fairfelt.server.hardware.bridge import Relay
from fairfelt.server.hardware.protocol import CardSlot, seal
from fairfelt.server.hardware.room_api import RoomApi
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.twin import demo
from fairfelt.twin.pit import PitTable
from fairfelt.twin.world import PROCESS, Process, World
from fairfelt.web.api import ENDPOINTS, build_routes, with_api
from fairfelt.web.http.telemetry import Metrics

OWN = "own"
HUB, BRIDGE = "hub", "bridge"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
CARDS = {card.card: card.pin for card in demo.CARDS}
TWO, SIGNING = demo.EXECUTIVES, demo.TWO_DEPARTMENTS


class Wrong(AssertionError):  # noqa: N818  (it reads as what was found)
    """Something that must not be."""


def require(truth: object, sentence: str) -> None:
    if not truth:
        raise Wrong(sentence)


class Scene(Protocol):
    """What they know of the night they play in."""

    @property
    def world(self) -> World: ...
    @property
    def tables(self) -> Sequence[PitTable]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def witness_keys(self) -> Sequence[VerifierKey]: ...
    @property
    def log_keys(self) -> Sequence[VerifierKey]: ...
    def committed(self, host: str, committed: Committed[Floor]) -> None: ...
    def cut_power(self, host: str) -> None: ...


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

    def __init__(self, night: Scene, name: str, host: str) -> None:
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

    night: Scene
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

    night: Scene
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

    def __init__(self, night: Scene, name: str) -> None:
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
