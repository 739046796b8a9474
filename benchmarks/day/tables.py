"""Some tables of the day in a process of their own: each in a thread, at its own pace, none waiting for another."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from fairfelt.room import Role
from fairfelt.runtime.http_client import HttpAnswer
from fairfelt.server.hardware.room_api import RoomApi
from fairfelt.twin.cast import AnswerLog, Device
from fairfelt.twin.demo import CONSOLE_KEY, demo_key
from fairfelt.twin.people import Dealer, Office, Staff
from fairfelt.twin.pit import HOUR_S, SECOND, Habits, Pit, Players
from fairfelt.twin.twin import pit_tables
from fairfelt.twin.world import MORNING_MICROS
from fairfelt.web.pages.page import PrintedCard

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
    cards: Sequence[PrintedCard]
    hours: float
    seconds: float
    tables: Sequence[int]
    of: int
    """How many tables there are."""
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
    answers: dict[str, AnswerLog] = field(default_factory=dict)
    """Everything that each device was told."""
    late_s: float = 0.0
    """Of real time: how long after its end the slowest table was done."""
    cpu_s: float = 0.0
    """What it took to play."""


class TimedApi(RoomApi):
    """Keeps how long every answer took, as the thread that waits for it sees it."""

    def __init__(self, url: str, key: str) -> None:
        super().__init__(url, key)
        self.answered: list[Answered] = []

    def _exchange(self, method: str, path: str, body: object, tokens: Sequence[str]) -> HttpAnswer:
        began_s = time.monotonic()
        answer = super()._exchange(method, path, body, tokens)
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
        self._answered: dict[str, list[TimedApi]] = {}
        """By the link of the table; empty for the office."""
        self._pits: list[Pit] = []
        self._devices: list[Device] = []
        self._chosen = pit_tables(share.of)

    def play(self) -> Played:
        """Let everybody begin, tables a little after each other, and wait for all."""
        began_s, began_cpu_s = time.monotonic(), time.process_time()
        asyncio.run(self._play())
        played = self._played
        played.late_s = time.monotonic() - began_s - self._share.seconds
        played.cpu_s = time.process_time() - began_cpu_s
        for pit in self._pits:
            played.rounds += pit.tally.rounds
            played.refusals += pit.tally.refusals
            played.troubles += pit.tally.problems
        played.answered = {
            link: [one for api in apis for one in api.answered] for link, apis in self._answered.items()
        }  # fmt: skip
        played.answers = {device.name: device.answers for device in self._devices}
        return played

    async def _play(self) -> None:
        loop, share = asyncio.get_running_loop(), self._share
        loop.set_default_executor(ThreadPoolExecutor(len(share.tables) + 1))
        began_s, speed = loop.time(), share.hours * HOUR_S / share.seconds
        ends_micros = MORNING_MICROS + int(share.hours * HOUR_S) * SECOND

        def clock() -> int:
            return MORNING_MICROS + int((loop.time() - began_s) * speed * SECOND)

        def pit() -> Pit:
            self._pits.append(Pit(SEED, HABITS, clock, ends_micros, speed))
            return self._pits[-1]

        office = [self._open_office(pit())] if share.has_office else []
        await asyncio.gather(*office, *(self._open_table(pit(), number) for number in share.tables))

    async def _open_office(self, pit: Pit) -> None:
        console = self._device(pit, CONSOLE_KEY, "")
        links = sorted({table.link for table in self._chosen})
        await self._work(console, 0.0, Office(pit, console, self._staff(pit, 0), links, pit.chance("office")))

    async def _open_table(self, pit: Pit, number: int) -> None:
        table = self._chosen[number]
        device = self._device(pit, demo_key(table.keypad), table.link)
        dealer = Dealer(
            pit, table, pit.tally.game(table.offer), device,
            Players(table.seats, HABITS, pit.chance(f"players {number}")), self._staff(pit, number),
            pit.chance(f"dealer {number}"),
        )  # fmt: skip
        await self._work(device, number * BETWEEN_TABLES_S / pit.speed, dealer)

    def _device(self, pit: Pit, key: str, link: str) -> Device:
        device = Device(self._share.url, key, pit.tally, HABITS.try_again_s)
        device.api = TimedApi(self._share.url, key)
        self._devices.append(device)
        self._answered.setdefault(link, []).append(device.api)
        return device

    def _staff(self, pit: Pit, number: int) -> Staff:
        """Everybody, but of the dealers one."""
        cards = self._share.cards
        dealers = [card for card in cards if card.role is Role.DEALER]
        others = [card for card in cards if card.role is not Role.DEALER]
        return Staff(pit, [*others, dealers[number % len(dealers)]], pit.chance(f"staff {number}"))

    async def _work(self, device: Device, wait_s: float, who: Dealer | Office) -> None:
        try:
            await asyncio.sleep(wait_s)
            await device.identify()
            await who.work()
        except Exception as trouble:
            self._played.troubles.append(f"{device.name}: {type(trouble).__name__}: {trouble}")
