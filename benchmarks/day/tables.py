"""Some tables of the day in a process of their own: each in a thread, at its own pace, none waiting for another."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from fairfelt.law import time_zone
from fairfelt.room import Role
from fairfelt.runtime.http_client import HttpAnswer
from fairfelt.twin.agenda import HOUR_S, SECOND, Activity, Agenda, SimulatedClock, run_now
from fairfelt.twin.demo import LAW
from fairfelt.twin.device import Device
from fairfelt.twin.pit import Habits, Hours, Pit, PitTable, RoomKeys
from fairfelt.twin.players import Players, Staff
from fairfelt.twin.server import FIRST_MORNING_MICROS
from fairfelt.twin.twin import Dealer, Office

HABITS = Habits(
    opens_hour=10, closes_hour=10, busy_ppm=800_000, wrong_pin_ppm=0, forgotten_pin_ppm=0,
    dealer_change_every_s=4 * HOUR_S,
)  # fmt: skip
"""Open around the clock, and a good day: cards that lock are the twin's own soak test.

Hashing a PIN is slow on purpose; at a hundred times the pace, dealers who change every forty minutes would be most of
the load.
"""
SWITCH_S = 0.0005
"""Between threads: an answer is not to wait until another table has dealt its cards."""
SEED = 19
BETWEEN_TABLES_S = 60.0
"""Of the room's own time: a pit is opened table by table."""
SIGN_IN, LOOK = "sign-in", "look"
TABLES_PATH = "/api/tables/"


@dataclass(frozen=True, slots=True)
class Answered:
    """One request: what kind it was, when it was answered, how long that took, and the event where there is one."""

    kind: str
    at_s: float
    took_s: float
    number: int = 0
    is_press: bool = False
    """A command at a table, whose dealer waits for the answer."""


@dataclass(frozen=True)
class Share:
    """What one process plays: its tables by number, or the office."""

    url: str
    keys: RoomKeys
    floor: Mapping[str, Any]
    """As the room itself describes it."""
    hours: float
    seconds: float
    tables: Sequence[int]
    has_office: bool


@dataclass
class Played:
    """What came of a share."""

    rounds: int = 0
    answered: dict[str, list[Answered]] = field(default_factory=dict)
    """By the link of the table; empty for the office."""
    refusals: Counter[str] = field(default_factory=Counter)
    """By sentence: the twin's dealers err now and then."""
    troubles: list[str] = field(default_factory=list)
    answers: dict[str, tuple[int, list[int]]] = field(default_factory=dict)
    """By device: the number of its first command, and the event that each led to."""
    late_s: float = 0.0
    """Of real time: how long after its end the slowest table was done."""
    cpu_s: float = 0.0
    """What it took to play."""


@dataclass
class TimedDevice(Device):
    """Keeps how long every answer took."""

    answered: list[Answered] = field(default_factory=list)

    def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> Activity[HttpAnswer]:
        began_s = time.monotonic()
        answer = yield from super().ask(method, path, body, tokens)
        self.answered.append(_note(method, path, answer, time.monotonic() - began_s))
        return answer


def _note(method: str, path: str, reply: HttpAnswer, took_s: float) -> Answered:
    now_s = time.monotonic()
    if method == "GET":
        return Answered(LOOK, now_s, took_s)
    if path.startswith("/api/sessions"):
        return Answered(SIGN_IN if method == "POST" else "sign-out", now_s, took_s)
    is_press = path.startswith(TABLES_PATH)
    kind = path.rpartition("/")[2] if is_press else "office"
    return Answered(kind, now_s, took_s, _number(reply), is_press)


def _number(reply: HttpAnswer) -> int:
    """Of the event that a command led to."""
    body = reply.body
    return int(body[len(b'{"number":') : body.index(b",")]) if body.startswith(b'{"number":') else 0


def play(share: Share, line: Connection) -> None:
    """Say that all is ready, wait for the word, play the day, and tell what came of it."""
    sys.setswitchinterval(SWITCH_S)
    tables = Tables(share)
    line.send("ready")
    line.recv()
    line.send(tables.play())


class Tables:
    """The tables of a share and whoever works at them, from one seed."""

    def __init__(self, share: Share) -> None:
        self._share, self._played = share, Played()
        self._places: list[tuple[str, TimedDevice]] = []
        self._threads: list[Thread] = []
        if share.has_office:
            self._open_office()
        known = {row["table"]: row for row in share.floor["tables"]}
        for number in share.tables:
            self._open_table(number, known)

    def play(self) -> Played:
        """Let everybody begin, tables a little after each other, and wait for all."""
        began_s, began_cpu_s = time.monotonic(), time.process_time()
        for thread in self._threads:
            thread.start()
        for thread in self._threads:
            thread.join()
        played = self._played
        played.late_s = time.monotonic() - began_s - self._share.seconds
        played.cpu_s = time.process_time() - began_cpu_s
        for link, device in self._places:
            tally = device.pit.tally
            played.rounds += tally.rounds
            played.refusals += tally.refusals
            played.troubles += tally.problems
            played.answered.setdefault(link, []).extend(device.answered)
            played.answers[device.name] = (device.answers.first, list(device.answers.numbers))
        return played

    def _open_office(self) -> None:
        jackpots = {row["link"]: row["jackpot"] for row in self._share.floor["links"]}
        console = self._device(self._share.keys.console, "")
        office = Office(console, self._staff(console, 0), jackpots, console.pit.chance("office"))
        self._begin(console, office.work(), 0.0)

    def _open_table(self, number: int, known: Mapping[str, Mapping[str, Any]]) -> None:
        device = self._device(self._share.keys.keypads[number], "")
        table = PitTable.of(known[device.table])
        self._places[-1] = (table.link, device)
        dealer = Dealer(
            device.pit, table, device.pit.tally.game(table.offer), device,
            Players(table.seats, HABITS, device.pit.chance(f"players {number}")), self._staff(device, number),
            device.pit.chance(f"dealer {number}"),
        )  # fmt: skip
        self._begin(device, dealer.work(), number * BETWEEN_TABLES_S)

    def _device(self, key: str, link: str) -> TimedDevice:
        share = self._share
        ends_micros = FIRST_MORNING_MICROS + int(share.hours * HOUR_S) * SECOND
        agenda = Agenda(SimulatedClock(FIRST_MORNING_MICROS), ends_micros, share.hours * HOUR_S / share.seconds)
        hours = Hours(HABITS.opens_hour, HABITS.closes_hour, time_zone(LAW.zone))
        pit = Pit(share.url, SEED, HABITS, agenda, hours)
        device = TimedDevice(pit, key)
        self._places.append((link, device))
        run_now(device.identify())
        return device

    def _staff(self, device: Device, number: int) -> Staff:
        """Everybody, but of the dealers one."""
        cards = self._share.keys.cards
        dealers = [card for card in cards if card.role is Role.DEALER]
        others = [card for card in cards if card.role is not Role.DEALER]
        return Staff([*others, dealers[number % len(dealers)]], HABITS, device.pit.chance(f"staff {device.name}"))

    def _begin(self, device: Device, activity: Activity[None], after_s: float) -> None:
        agenda = device.pit.agenda
        agenda.begin(activity, after_s)

        def work() -> None:
            try:
                agenda.run()
            except Exception as trouble:
                self._played.troubles.append(f"{device.name}: {type(trouble).__name__}: {trouble}")

        self._threads.append(Thread(target=work, name=device.name, daemon=True))
