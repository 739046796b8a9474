"""Who takes part in a simulation: servers on their machines, devices, displays, witnesses, people of a night."""

from __future__ import annotations

import asyncio
import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.types import Scope

from fairfelt.jackpot import Reason
from fairfelt.ledger import Committed, Entry, WatchedClock
from fairfelt.ledger.transparency import KeyType, VerifierKey
from fairfelt.ledger.transparency.note import new_signer_key
from fairfelt.ledger.witness.protocol import LogWitness, Refusal, WitnessLine, read_request
from fairfelt.room import LABELS, Floor, Press
from fairfelt.rules import MICROS
from fairfelt.runtime.http_client import HttpAnswer, NoAnswer
from fairfelt.server import Controller, Manifest, Settings, Status
from fairfelt.server.hardware.bridge import Relay
from fairfelt.server.hardware.protocol import CardSlot, seal
from fairfelt.server.hardware.room_api import RoomApi, Unreachable
from fairfelt.server.hub import HubClient, HubConnection
from fairfelt.server.manifest import EVERY_S
from fairfelt.twin import demo
from fairfelt.twin.pit import PitTable, Tally
from fairfelt.twin.world import PROCESS, Process, World
from fairfelt.web.api import ENDPOINTS, build_routes, with_api
from fairfelt.web.http.telemetry import Metrics
from fairfelt.web.pages.page import PrintedCard

OWN = "own"
HUB, BRIDGE = "hub", "bridge"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""PINs are hashed in the cheapest way: nobody's money is behind them, and a month has thousands of them."""
CARDS = {card.card: card for card in demo.CARDS}
TWO, SIGNING = demo.EXECUTIVES, demo.TWO_DEPARTMENTS


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


@dataclass
class Server:
    """A server of a room or of the hub: begun, killed and begun again on the same journal."""

    world: World
    name: str
    host: str
    address: str | Path
    on_commit: Callable[[Committed[Floor]], None] = lambda committed: None
    power_cut: Callable[[], object] = lambda: None
    witnesses: Sequence[VerifierKey] = ()
    has_hub: bool = False
    read_manifest: Callable[[], Manifest] = lambda: Manifest({}, {})
    check_every_s: float = EVERY_S
    process: Process | None = None

    def begin(self) -> None:
        world = self.world
        process = self.process = world.process(self.name, self.host)
        process.power_cut = self.power_cut
        clock = WatchedClock(lambda: world.wall_micros(self.host), world.loop.time)
        self.controller = _Controller(
            Settings(
                address=self.address, server=self.name, clock=clock, seconds=world.loop.time, hasher=CHEAP,
                read_manifest=self.read_manifest, check_every_s=self.check_every_s,
            )
        )  # fmt: skip
        self.controller.committed_hook = self.on_commit
        process.is_ready = lambda: self.controller.status is Status.ACTIVE
        app = Starlette()
        app.state.controller, app.state.metrics = self.controller, Metrics()
        self._asgi = with_api(app, app, _ROUTES())
        process.begin(self._run(process))

    async def _run(self, process: Process) -> None:
        self.controller.begin()
        process.answer = self._answer
        lines = [WitnessLine(key, f"https://{key.name}") for key in self.witnesses]
        publishing, room = self.controller.publishing, self.controller
        process.begin(publishing.keep_pushing(lambda: room.ledger, lines, room.settings.clock))
        if self.has_hub:
            process.begin(HubConnection(room, HubClient(f"https://{HUB}", key_of(self.host, "00000000"))).run())

    async def kill(self) -> None:
        """End its process in the middle of whatever it does, and let go of the journal."""
        assert self.process
        await self.process.kill()
        if self.controller._ledger:
            self.controller._ledger._journal.close()

    async def stop(self) -> None:
        """Finish what has queued and close the journal."""
        assert self.process
        self.process.answer = None
        await self.controller.stop()
        await self.process.kill()

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


# Those who hear: devices that number their commands, and what is held against the log in the end.


WAIT_S = 10.0
"""A device's wait after too many wrong PINs."""
OK, UNAUTHORIZED, TOO_MANY = 200, 401, 429
OUT_OF_ORDER = "urn:fairfelt:out-of-order"
UNSAID, DONE, REFUSED = 0, 1, 2
"""Digests of answers that were heard without their words."""


class RoomUnavailable(Exception):  # noqa: N818  (it reads as what happened)
    """No room could be opened or reached, and the sentence that says why."""


class SignedOut(Exception):  # noqa: N818  (it reads as what happened)
    """The people at a device are not signed in any more: the server has been away."""


class CommandResult(NamedTuple):
    """The answer to a command."""

    refusal: str
    """The sentence; empty if it was done."""
    state: Mapping[str, Any]


@dataclass
class AnswerLog:
    """Every answer of a device, in sixteen bytes each: the event, and a digest of its text."""

    first: int = 1
    numbers: array[int] = field(default_factory=lambda: array("Q"))
    digests: array[int] = field(default_factory=lambda: array("Q"))

    @property
    def next(self) -> int:
        """The number of the next command."""
        return self.first + len(self.numbers)

    def add(self, number: int, digest: int) -> None:
        self.numbers.append(number)
        self.digests.append(digest)


def short_digest(text: bytes) -> int:
    """A digest that distinguishes two answers; UNSAID for an empty one."""
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") if text else UNSAID


@dataclass
class Device:
    """Something with a key. What is lost on its way is sent again, under the same number."""

    url: str
    key: str
    tally: Tally = field(default_factory=Tally)
    try_again_s: float = 1.0
    """Until a request that was not answered is sent again."""
    name: str = ""
    answers: AnswerLog = field(default_factory=AnswerLog)
    waits: bool = False
    """Whether a command was sent and not answered yet."""
    sent_again: int = 0
    """Requests that were not answered at first."""

    def __post_init__(self) -> None:
        self.api = RoomApi(self.url, self.key)

    async def identify(self) -> None:
        """Ask the room who this is, and which number comes next."""
        reply = await self.ask("GET", "/api/device")
        if reply.status != OK:
            raise RoomUnavailable(f"{self.url} does not know a key: {reply.detail}")
        self.name, self.answers = reply.plain["device"], AnswerLog(reply.plain["next_sequence"])

    async def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> CommandResult:
        """Ask for something under the next number; SignedOut leaves the number free."""
        is_first, before, self.waits = not self.waits, self.sent_again, True
        reply = await self.ask("POST", path, {"sequence": self.answers.next, **body}, tokens)
        answer = reply.plain
        if reply.status in (UNAUTHORIZED, TOO_MANY):
            raise SignedOut(answer["detail"])
        if answer.get("type") == OUT_OF_ORDER or "number" not in answer:
            raise Wrong(f"{self.name}: {path} was answered {reply.status}: {answer.get('detail')}")
        self.waits, refusal = False, answer.get("detail", "")
        # the room's own answer inside that of the API, as it was written; nothing where there is none
        text = refusal.encode() or reply.body.partition(b'"state":')[2][:-1]
        self.answers.add(answer["number"], short_digest(text))
        if refusal:
            self.tally.refusals[refusal] += 1
        elif answer["again"] and is_first and self.sent_again == before:
            self.tally.problems.append(f"{self.name}: {path} was answered as done before, and was sent once")
        return CommandResult(refusal, answer.get("state") or {})

    async def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> HttpAnswer:
        """Ask until it is answered: the room may be restarted, or taken over by its standby."""
        while True:
            began_s = perf_counter()
            with suppress(Unreachable):
                answer = await self.api.ask(method, path, body, tokens)
                self.tally.count_reply(f"{method} {path}", perf_counter() - began_s)
                return answer
            self.sent_again += 1
            await asyncio.sleep(self.try_again_s)

    async def sign_in(self, card: PrintedCard, pin: str = "") -> str:
        """A token for a person at this device; empty where card and PIN do not open anything."""
        while True:
            reply = await self.ask("POST", "/api/sessions", {"card": card.card, "pin": pin or card.pin})
            if reply.status != TOO_MANY:
                break
            await asyncio.sleep(WAIT_S)
        token = str(reply.plain.get("token", ""))
        if not token:
            self.tally.refusals[reply.detail] += 1
        return token

    async def sign_out(self, tokens: Sequence[str]) -> None:
        await self.ask("DELETE", "/api/sessions", tokens=tokens)


def compare(
    devices: Iterable[Device], log: Iterable[Entry], look: Callable[[Entry], None] = lambda entry: None
) -> list[str]:
    """What is wrong where every answer that was heard must stand on the log once, and as it was heard."""
    found = {device.name: (device, bytearray(len(device.answers.numbers))) for device in devices}
    problems: list[str] = []
    for entry in log:
        look(entry)
        if entry.answer and entry.device in found:
            device, marks = found[entry.device]
            at = (entry.device_sequence or 0) - device.answers.first
            if 0 <= at < len(marks):
                command = f"command {entry.device_sequence} of {device.name}"
                if marks[at]:
                    problems.append(f"{command} is on the log twice, again as event {entry.number}")
                marks[at] = 1
                if not _is_heard(entry, device.answers.numbers[at], device.answers.digests[at]):
                    problems.append(f"event {entry.number} is not what {device.name} was answered to {command}")
    missing = {name: marks.count(0) for name, (_, marks) in found.items() if marks.count(0)}
    return [*problems, *(f"{times:,} answers to {name} are not on the log" for name, times in missing.items())]


def _is_heard(entry: Entry, number: int, digest: int) -> bool:
    assert entry.answer
    text = entry.answer.text
    if entry.answer.refused:  # as a device hears it: a sentence with a capital letter
        reason = json.loads(text)["reason"]
        text = f"{reason[:1].upper()}{reason[1:]}"
    unsaid = UNSAID, REFUSED if entry.answer.refused else DONE
    return number in (0, entry.number) and digest in (*unsaid, short_digest(text.encode()))


# The people of a night.


class Sender(Device):
    """A device in a night, whose user signs in as often as it takes."""

    def __init__(self, world: World, host: str, name: str, chance: Random) -> None:
        super().__init__(f"https://{host}", key_of(host, name), name=name)
        self.world, self.host, self.chance = world, host, chance

    async def do(self, path: str, body: Mapping[str, Any], cards: Sequence[str] = ()) -> Mapping[str, Any]:
        """The state after it; empty if it was refused."""
        while True:
            self.waits = True
            tokens = [await self._put_in(card) for card in cards]
            with suppress(SignedOut):
                result = await self.command(path, body, tokens)
                return {} if result.refusal else result.state
            await asyncio.sleep(1.0)

    async def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> CommandResult:
        result = await super().command(path, body, tokens)
        if self.chance.randrange(20) == 0:  # it has forgotten that it was answered
            self.waits = True
            again = await self.ask("POST", path, {"sequence": self.answers.next - 1, **body}, tokens)
            same = again.status == UNAUTHORIZED or again.plain.get("number") == self.answers.numbers[-1]
            was = f"as event {self.answers.numbers[-1]} and then {again.plain}"
            require(same, f"{self.name} of {self.host}: {path} was answered {was}")
            self.waits = False
        return result

    async def _put_in(self, card: str) -> str:
        while not (token := await self.sign_in(CARDS[card])):
            await asyncio.sleep(2.0)
        return token


class WiredSender(Sender):
    """The same over the broker and the bridge, which deliver a message late, or twice, or not at all."""

    async def identify(self) -> None:
        """The bridge begins."""
        await super().identify()
        self.heard: list[Mapping[str, Any]] = []
        self.exchanges = 0
        process = PROCESS.get()
        assert process
        cards = CardSlot(self.key, RoomApi(self.url, self.key), self._say, self.world.loop.time)
        clock = partial(self.world.wall_micros, BRIDGE)
        self.relay = Relay(self.name, self.api, cards, self._say, lambda name, why: None, clock, 1.0)
        for work in self.relay.tasks():
            process.begin(work)

    async def _say(self, part: str, message: Mapping[str, Any], stays: bool) -> None:
        if part in ("answer", "challenge") and self.chance.randrange(100) >= self.world.faults.lost:
            self.heard.append(message)

    async def _ask(self, part: str, message: Mapping[str, Any], about: str) -> Mapping[str, Any]:
        """Send a message again and again until something about the same thing is heard."""
        while True:
            self.heard.clear()
            for _ in range(2 if self.chance.randrange(100) < self.world.faults.twice else 1):
                if self.chance.randrange(100) >= self.world.faults.lost:
                    self.relay.take(part, json.dumps(message).encode())
            for _ in range(8):
                await asyncio.sleep(0.25)
                found = [each for each in self.heard if each.get(about) == message[about]]
                if found:
                    return found[0]

    async def sign_in(self, card: PrintedCard, pin: str = "") -> str:
        """The name of the exchange in which a card was put in; empty where it opened nothing."""
        self.exchanges += 1
        name = f"exchange-{self.exchanges:06}"
        challenge = await self._ask("ask", {"id": name}, "id")
        if "nonce" not in challenge:
            return ""
        nonce = challenge["nonce"]
        sealed = seal(self.key, name, nonce, card.card, pin or card.pin)
        answer = await self._ask("card", {"version": 2, "id": name, "nonce": nonce, "sealed": sealed}, "id")
        return name if answer.get("ok") else ""

    async def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> CommandResult:
        number = self.answers.next
        press = {"n": number, "do": path.rpartition("/")[2], "body": dict(body), "at": 0, "after": ""}
        if tokens:
            press["after"] = tokens[-1]
        answer = await self._ask("press", press, "n")
        refusal = "" if answer["ok"] else answer["code"]
        if refusal in ("sign_in_required", "not_taken"):
            raise SignedOut(refusal)
        self.answers.add(0, REFUSED if refusal else DONE)
        require(answer["next"] == self.answers.next, f"{self.name} was answered {answer} to press {number}")
        self.waits = False
        return CommandResult(refusal, answer)


@dataclass
class Presser:
    """A dealer who presses what is live, claims hands of the paytable, and errs now and then."""

    sender: Sender
    table: PitTable
    chance: Random

    async def work(self) -> None:
        await self.sender.identify()
        path = f"/api/tables/{self.table.name}"
        state: Mapping[str, Any] = (await self.sender.ask("GET", path)).plain
        while not self.sender.world.is_over:
            await asyncio.sleep(self.chance.uniform(0.1, 1.2))
            part, body, cards = self._choose(state)
            state = await self.sender.do(f"{path}/{part}", body, cards) or state
            if self.chance.randrange(15) == 0:
                state = (await self.sender.ask("GET", path)).plain

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
    levels: Sequence[str]

    async def work(self) -> None:
        await self.sender.identify()
        chance = self.sender.chance
        while not self.sender.world.is_over:
            await asyncio.sleep(chance.uniform(8.0, 25.0))
            level = chance.choice(self.levels)
            body = {
                "level": level, "reason": chance.choice(list(Reason)).value, "document": "D-1",
                "amount_micros": chance.choice((-1, 1)) * chance.randint(1, 5 * MICROS),
            }  # fmt: skip
            await self.sender.do(f"/api/jackpots/{OWN}/adjustments", body, SIGNING)


@dataclass
class Display:
    """A meter over a link: it shows the newest whole state that it has heard."""

    world: World
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
                async for part in self.world.stream(process, self.host, path, key):
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

    def __init__(self, world: World, name: str, power_cut: Callable[[], object]) -> None:
        self._world, self.name, self._power_cut = world, name, power_cut
        self.log_keys: Sequence[VerifierKey] = ()
        self.key = new_signer_key(name, KeyType.COSIGNATURE)
        self.cosigned: Counter[str] = Counter()
        """How long each log was when it was last cosigned."""

    def begin(self) -> None:
        world = self._world
        process = world.process(self.name, self.name)
        process.power_cut = self._power_cut
        self.log = LogWitness(process.disk.folder, [self.key], self.log_keys, lambda: world.wall_micros() / 1e6)
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
