"""A small room for tests: one jackpot linked over two tables of different generations, and its people."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from fairfelt.jackpot import Level, Terms
from fairfelt.law import Mode
from fairfelt.ledger.canonical import canonical, parsed
from fairfelt.ledger.errors import Malformed
from fairfelt.ledger.machine import Command, Event
from fairfelt.ledger.store.secrets import Secrets
from fairfelt.room import SERVER, Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.registry import read_command
from fairfelt.runtime.formats import FieldError

UNIT = 1_000_000
LINK_PROGRESSIVE = "Multi-Game Link Progressive"
MAKER = "Felt & Sons"
"""Of the progressive equipment of every table."""

MEGA = Terms(
    name="mega",
    levels=(
        Level("Mega", 10_000 * UNIT, 150_000, 20_000),
        Level("Major", 1_000 * UNIT, 80_000, 10_000),
    ),
    largest_increment_micros=25 * UNIT,
    executive_from_micros=5_000 * UNIT,
)

PEOPLE = {
    "ida": "technician",
    "sue": "supervisor",
    "eve": "executive",
    "ann": "accounting",
    "bob": "accounting",
    "dan": "dealer",
}


FILINGS = frozenset({"meet condition", "pin game", "install components", "file preset", "file makers report"})


def digest(text: str) -> str:
    """What stands in the log for something secret."""
    return sha256(text.encode()).hexdigest()


def keep_secrets(place: str | Path) -> None:
    """Put what stands for the PINs of these people beside a journal, as a room does."""
    secrets = Secrets(place)
    for name in (*PEOPLE, "kept"):
        secrets.keep(name)


def first_person(name: str, role: str) -> dict[str, str]:
    """Somebody whom a room is founded with."""
    return {"person": name, "name": name, "role": role, "card": f"card {name}", "secret": digest(name)}


def command(kind: str, /, **body: Any) -> RoomCommand:
    """A command by its words; bets may be written as amounts by seat. A document named by its digest is kept."""
    if kind in FILINGS and "secret" not in body and "sha256:" in str(body.get("document")):
        body = {**body, "sha256": body["document"][-64:], "secret": digest("kept")}
    if isinstance(body.get("bets"), dict):
        body["bets"] = [{"seat": int(seat), "amount_micros": amount} for seat, amount in body["bets"].items()]
    return read_command(canonical(to_builtins({"kind": f"{kind}/1", **body})))


def fields_of(asked: RoomCommand) -> dict[str, Any]:
    """What a command says, by its fields."""
    return {name: value for name, value in to_builtins(asked).items() if name not in ("kind", "cards")}


class Pit:
    """Sends commands to the room one after the other, and keeps what happened."""

    def __init__(self, terms: Terms = MEGA) -> None:
        self.room = Room()
        self.floor: Floor = self.room.initial()
        self.events: list[Event] = []
        self.sequence = 0
        self.do("open jackpot", jackpot="mega", terms=terms)
        self.do("make link", link="pit", jackpot="mega", location="Spokane")
        for table, controls in (("T1", "nexus"), ("T2", "legacy")):
            self.do("set up table", table=table, link="pit", game="flushes-gone-wild", wager=LINK_PROGRESSIVE,
                    paytable="ML01", controls=controls, maker=MAKER)  # fmt: skip
            self.do(
                "enrol device", device=f"keypad {table}", device_kind="keypad", table=table, key_sha256=digest(table)
            )
            self.do("switch device", device=f"keypad {table}", enabled=True)
        self.serves("found room", first=[first_person(name, role) for name, role in PEOPLE.items()])

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Send a command and return the answer, whatever it is."""
        self.sequence += 1
        decision = self.room.decide(self.floor, Command(device, self.sequence, command(kind, **body), self.sequence))
        self.floor = decision.state
        self.events += decision.events
        answer: Mapping[str, Any] = parsed(canonical(decision.answer))
        return answer

    def do(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Send a command that must be carried out."""
        answer = self.ask(kind, device, **body)
        assert answer["ok"], answer
        return answer

    def refused(self, kind: str, device: str = "console", /, **body: Any) -> str:
        """Send a command that must be refused, or cannot be read at all, and return the reason; nothing has changed."""
        before = self.floor
        try:
            answer = self.ask(kind, device, **body)
        except (FieldError, Malformed) as error:
            return str(error)
        assert not answer["ok"], answer
        assert self.floor == before
        return str(answer["reason"])

    def serves(self, kind: str, /, **body: Any) -> Mapping[str, Any]:
        """What the server itself sends."""
        return self.do(kind, SERVER, **body)

    def press(self, kind: str, table: str = "T1", /, **body: Any) -> Mapping[str, Any]:
        """Press a button at a table; where a law binds, a dealer is signed in who enters hands."""
        if kind == "press hand" and self.floor.jurisdiction.mode is Mode.ENFORCE:
            body = {"cards": ["card dan"], **body}
        return self.do(kind, f"keypad {table}", **{"table": table, **body})

    def start(self, table: str = "T1", seats: tuple[int, ...] = (1, 2, 3), bet: int = 5 * UNIT) -> Mapping[str, Any]:
        """Start a game with a bet at each of the seats."""
        return self.press("start game", table, bets={str(seat): bet for seat in seats})

    def confirmed(self) -> AwardsConfirmed:
        """The last confirmation on the log."""
        return next(event.body for event in reversed(self.events) if isinstance(event.body, AwardsConfirmed))

    def meter(self, level: str = "Mega") -> int:
        """What the display shows."""
        return self.floor.meters("mega")[level]
