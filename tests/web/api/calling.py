"""A card room to call over HTTP: its journal in a temporary folder, its devices with keys, its people with cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from httpx2 import Response
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message

from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Progress, Unsolved, Verification
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.room import Role
from fairfelt.room.state.alarms import TimeService, TimeState
from fairfelt.rules import Game
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.server.cards import key_digest, new_key
from fairfelt.server.founding import Founder, found
from fairfelt.web import application
from fairfelt.web.pages.counting import Counting, GameQuery, Study

T = TypeVar("T")
SYNCHRONIZED = TimeService(TimeState.SYNCHRONIZED, "chrony")
UNIT = 1_000_000
ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
TABLES = {"T1": "nexus", "T2": "legacy"}
PEOPLE = {
    "eve": "executive", "eli": "executive", "ida": "technician", "ike": "technician", "sue": "supervisor",
    "sam": "supervisor", "ann": "accounting", "bob": "accounting", "dan": "dealer", "dot": "dealer",
    "ray": "regulator", "ria": "regulator",
}  # fmt: skip
"""They found the room; there are two of every role."""
TERMS: dict[str, Any] = {
    "name": "Mega Link",
    "levels": [
        {"name": "Mega", "seed_micros": 10_000 * UNIT, "rate_ppm": 150_000, "reserve_rate_ppm": 20_000},
        {"name": "Major", "seed_micros": 1_000 * UNIT, "rate_ppm": 80_000, "reserve_rate_ppm": 10_000},
    ],
    "largest_increment_micros": 25 * UNIT,
    "executive_from_micros": 5_000 * UNIT,
}
SOFTWARE = Manifest({"a.py": "1"}, {"python": "3"})


def pin_of(person: str) -> str:
    """Everybody has a PIN of their own, and no number elsewhere looks like it."""
    return f"8675309{list(PEOPLE).index(person):02}"


def company(roles: Iterable[str]) -> list[str]:
    """Different people, one of each of these roles."""
    left = dict(PEOPLE)
    found = []
    for role in roles:
        found.append(next(name for name, has in left.items() if has == role))
        del left[found[-1]]
    return found


@dataclass
class Seconds:
    """A clock that moves when it is told to."""

    now_s: float = 1_000.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Wall:
    """The clock on the wall, stopped at a moment in millionths of a second, or running."""

    at_micros: int | None = None

    def __call__(self) -> int:
        return wall_clock_micros() if self.at_micros is None else self.at_micros

    def set(self, day: str, hour: int = 12) -> None:
        """Put it to an hour of a day, by universal time."""
        moment = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC)
        self.at_micros = int(moment.timestamp()) * 1_000_000


@dataclass
class Disk:
    """The software as it lies on the disk."""

    manifest: Manifest = SOFTWARE

    def __call__(self) -> Manifest:
        return self.manifest


@dataclass
class Device:
    """Something with a key that numbers its commands."""

    name: str
    key: str
    sequence: int = 0


@dataclass(frozen=True)
class Caller:
    """A device, and the tokens of those who have signed in at it."""

    client: TestClient
    device: Device
    tokens: tuple[str, ...] = ()

    @property
    def headers(self) -> dict[str, str]:
        """What it says of itself."""
        key = {"Authorization": f"Bearer {self.device.key}"} if self.device.key else {}
        return {**key, "Fairfelt-Session": ", ".join(self.tokens)} if self.tokens else key

    def get(self, path: str, **query: object) -> Response:
        """Look at something."""
        return self.client.get(path, params={name: str(value) for name, value in query.items()}, headers=self.headers)

    def post(self, path: str, body: object) -> Response:
        """Send what may be anything."""
        return self.client.post(path, json=body, headers=self.headers)

    def command(self, path: str, **body: Any) -> Response:
        """Send a command under the next number; it is used up unless the number itself was wrong."""
        answer = self.post(path, {"sequence": self.device.sequence + 1, **body})
        if answer.status_code == 200 or answer.json().get("type") == "urn:fairfelt:refused":
            self.device.sequence += 1
        return answer

    def do(self, path: str, **body: Any) -> Any:
        """Send a command that must be carried out."""
        answer = self.command(path, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def press(self, button: str, **body: Any) -> Any:
        """Press something on a keypad; gives the state of its table."""
        return self.do(f"/api/tables/{self.device.name.removeprefix('keypad ')}/{button}", **body)["state"]

    def signed_in(self, *people: str) -> Caller:
        """The same device with these people signed in, and nobody else."""
        answers = [self.post("/api/sessions", {"card": f"card {name}", "pin": pin_of(name)}) for name in people]
        return Caller(self.client, self.device, tuple(answer.json()["token"] for answer in answers))


@dataclass
class House:
    """The room, everything in it, and what a test may want to hold."""

    controller: Controller
    client: TestClient
    seconds: Seconds
    disk: Disk
    devices: dict[str, Device] = field(default_factory=dict)
    wall: Wall = field(default_factory=Wall)

    def at(self, device: str, *people: str) -> Caller:
        """A device with people signed in at it."""
        return Caller(self.client, self.devices[device]).signed_in(*people)

    def console(self, *people: str) -> Caller:
        """The first console."""
        return self.at("console 1", *people)

    def keypad(self, table: str = "T1", *people: str) -> Caller:
        """The keypad of a table."""
        return self.at(f"keypad {table}", *people)

    def nobody(self) -> Caller:
        """Somebody without a device."""
        return Caller(self.client, Device("nobody", ""))

    def enrol(self, by: Caller, name: str, kind: str, *, switched_on: bool = True, **place: str) -> Caller:
        """Another device."""
        self.devices[name] = Device(name, new_key())
        digest = key_digest(self.devices[name].key)
        by.do("/api/devices", device=name, device_kind=kind, key_sha256=digest, **place)
        if switched_on:
            by.do(f"/api/devices/{name}/switch", enabled=True)
        return self.at(name)

    def is_hub(self) -> None:
        """A jackpot that the room north shares, and its link; the device is enrolled by who needs it."""
        eve = self.console("eve", "ida")
        eve.do("/api/jackpots", jackpot="wide", terms={**TERMS, "freeze": "at claim"})
        eve.do("/api/links", link="to north", jackpot="wide", location="North")

    def device(self, name: str) -> Device:
        """A device of the furnished room; the room north and the sign are made when they are first asked for."""
        if name == "north" and name not in self.devices:
            self.is_hub()
            self.enrol(self.console("eve", "ida"), name, "room", link="to north")
        if name == "LED sign" and name not in self.devices:
            self.enrol(self.console("eve", "ida"), name, "sign", link="pit")
        return self.devices[name]

    def set_pin(self, card: str, code: str, pin: str) -> None:
        """The holder of a card chooses a PIN with its one-time code."""
        answer = self.at("console 1").post(f"/api/cards/{card}/first-pin", {"code": code, "pin": pin})
        assert answer.status_code == 201, answer.text

    def issue(self, card: str, person: str, pin: str = "909192", by: tuple[str, str] = ("eve", "eli")) -> None:
        """A card for somebody, with a PIN of their own."""
        two = self.console(*by)
        made = two.post("/api/codes", None).json()
        two.do("/api/cards", card=card, person=person, secret=made["secret"])
        self.set_pin(card, made["code"], pin)

    def run(self, work: Callable[..., Awaitable[T]], *arguments: Any) -> T:
        """Do something where the controller lives."""
        assert self.client.portal
        return self.client.portal.call(work, *arguments)


def _uncounted(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
    raise Unsolved(f"{asked.slug} is not counted here")


def _unchecked(game: Game, executor: Executor, progress: Progress) -> Verification:
    return engine.verify([])


@contextmanager
def serving(controller: Controller) -> Iterator[TestClient]:
    """The application around a controller, started and stopped; no game is counted behind it."""
    app = application(Counting(study=_uncounted, check=_unchecked), controller)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def settings(folder: Path, seconds: Seconds, disk: Disk, server: str = "server", wall: Wall | None = None) -> Settings:
    """A journal in a folder, and hashes that cost nothing."""
    return Settings(
        address=folder / "room.db", server=server, seconds=seconds, hasher=PasswordHasher(1, 8, 1), read_manifest=disk,
        clock=wall or wall_clock_micros, read_time_service=lambda: SYNCHRONIZED,
    )  # fmt: skip


@contextmanager
def reopened(folder: Path, devices: dict[str, Device], wall: Wall | None = None) -> Iterator[House]:
    """A room whose journal is there already."""
    seconds, disk, wall = Seconds(), Disk(), wall or Wall()
    controller = Controller(settings(folder, seconds, disk, wall=wall))
    with serving(controller) as client:
        own = {name: replace(device) for name, device in devices.items()}
        yield House(controller, client, seconds, disk, own, wall)


@contextmanager
def founded(folder: Path, wall: Wall | None = None, people: Iterable[str] = ("eve", "eli")) -> Iterator[House]:
    """A new room with one console and two executives, and nothing else."""
    seconds, disk, wall = Seconds(), Disk(), wall or Wall()
    controller = Controller(settings(folder, seconds, disk, wall=wall))
    with serving(controller) as client:
        house = House(controller, client, seconds, disk, wall=wall)
        founders = [Founder(who, who.title(), f"card {who}", pin_of(who), Role(PEOPLE[who])) for who in people]
        key = house.run(found, controller, founders)
        house.devices["console 1"] = Device("console 1", key)
        yield house


@contextmanager
def furnished(folder: Path, wall: Wall | None = None) -> Iterator[House]:
    """A room with a jackpot, a link, two tables with keypads, a display, and two people of every role."""
    with founded(folder, wall, PEOPLE) as house:
        eve = house.console("eve", "ida")
        eve.do("/api/jackpots", jackpot="mega", terms=TERMS)
        eve.do("/api/links", link="pit", jackpot="mega", location="Spokane")
        for table, controls in TABLES.items():
            eve.do(
                "/api/tables", table=table, link="pit", game="flushes-gone-wild", controls=controls, paytable="ML01",
                wager="Multi-Game Link Progressive", maker="Felt & Sons",
            )  # fmt: skip
            house.enrol(eve, f"keypad {table}", "keypad", table=table)
        house.enrol(eve, "display", "display", link="pit")
        house.enrol(eve, "auditor 1", "auditor")
        yield house


def bets(*seats: int, amount: int = 5 * UNIT) -> list[dict[str, int]]:
    """A bet at each of the seats."""
    return [{"seat": seat, "amount_micros": amount} for seat in seats]


def problem(answer: Response, status: int) -> dict[str, Any]:
    """A problem as every problem must be: of this status, in its own type, with one sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = answer.json()
    assert told["status"] == status
    assert told["detail"][:1].isupper()
    assert "\n" not in told["detail"]
    return told


async def asked(app: ASGIApp, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Response:
    """Call the application as a server would, without anything between: thousands of times a second."""
    sent: list[Message] = []
    lines = {"content-type": "application/json", **headers} if body else headers
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "scheme": "http",
        "method": method, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in lines.items()],
        "client": ("10.0.0.1", 1), "server": ("room", 80), "state": {},
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return Response(sent[0]["status"], headers=sent[0]["headers"], content=content)
