"""The pit of the day: every table of the digital twin in a thread of its own, at its own pace, all at once."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Thread

from fairfelt.demo.law import LAW
from fairfelt.law import time_zone
from fairfelt.twin import Habits
from fairfelt.twin.agenda import HOUR_S, SECOND, Activity, Agenda, SimulatedClock, run_now
from fairfelt.twin.dealer import Dealer
from fairfelt.twin.devices.client import Drop, HttpClient, Reply
from fairfelt.twin.devices.device import Device
from fairfelt.twin.office import Office
from fairfelt.twin.pit import Hours, Pit, PitTable, RoomKeys
from fairfelt.twin.players import Players
from fairfelt.twin.server import FIRST_MORNING_MICROS
from fairfelt.twin.staff import Staff

HABITS = Habits(
    opens_hour=10, closes_hour=10, busy_ppm=800_000, wrong_pin_ppm=0, forgotten_pin_ppm=0, request_lost_ppm=0,
    answer_lost_ppm=0, cut_every_h=0.0, restart_every_h=0.0, dealer_change_every_s=4 * HOUR_S,
)  # fmt: skip
"""Open around the clock, and a good day: lines that fail and cards that lock are the twin's own soak test.

Hashing a PIN is slow on purpose; at a hundred times the pace, dealers who change every forty minutes would be most of
the load.
"""
SWITCH_S = 0.0005
"""Between threads: an answer is not to wait until another table has dealt its cards."""
SEED = 19
BETWEEN_TABLES_S = 2.0
SIGN_IN, COMMAND, LOOK = "sign-in", "command", "look"


@dataclass(frozen=True, slots=True)
class Answered:
    """One request: what kind it was, when it was answered, how long that took, and the event where there is one."""

    kind: str
    at_s: float
    took_s: float
    number: int = 0


@dataclass
class TimedClient(HttpClient):
    """Keeps how long every answer took."""

    answered: list[Answered] = field(default_factory=list)

    def request(
        self, method: str, path: str, body: object = None, *, tokens: Sequence[str] = (), lose: Drop | None = None
    ) -> Reply:
        """As any client, and with a note."""
        reply = super().request(method, path, body, tokens=tokens, lose=lose)
        kind = LOOK if method == "GET" else SIGN_IN if path == "/api/sessions" else COMMAND
        self.answered.append(Answered(kind, time.monotonic(), reply.took_s, _number(reply) if kind is COMMAND else 0))
        return reply


def _number(reply: Reply) -> int:
    """Of the event that a command led to."""
    body = reply.body
    return int(body[len(b'{"number":') : body.index(b",")]) if body.startswith(b'{"number":') else 0


@dataclass
class Place:
    """Somebody in the pit with a connection, on an agenda of their own."""

    pit: Pit
    client: TimedClient
    link: str = ""


class DayPit:
    """Forty tables and an office, from one seed; each on time by the clock, none waiting for another."""

    def __init__(self, url: str, keys: RoomKeys, hours: float, seconds: float) -> None:
        self._url, self._keys, self._hours = url, keys, hours
        self._speed = hours * HOUR_S / seconds
        self.places: list[Place] = []
        self._threads: list[Thread] = []
        self.troubles: list[str] = []

    def begin(self) -> None:
        """Let everybody begin, tables a little after each other."""
        sys.setswitchinterval(SWITCH_S)
        console = self._device(self._keys.console, "console")
        token = run_now(console.sign_in(self._keys.cards[0]))
        floor = run_now(console.ask("GET", "/api/floor", tokens=[token])).plain
        jackpots = {row["link"]: row["jackpot"] for row in floor["links"]}
        office = Office(console, self._staff(console), jackpots, console.pit.chance("office"))
        self._start(console, office.work())
        tables = {row["table"]: PitTable.of(row) for row in floor["tables"]}
        for number, key in enumerate(self._keys.keypads):
            device = self._device(key, f"keypad {number}")
            table = tables[device.table]
            self.places[-1].link = table.link
            dealer = Dealer(
                device.pit, table, device.pit.tally.game(table), device,
                Players(table.seats, HABITS, device.pit.chance(f"players {number}")), self._staff(device),
                device.pit.chance(f"dealer {number}"),
            )  # fmt: skip
            self._start(device, dealer.work(), after_s=number * BETWEEN_TABLES_S)

    def wait(self) -> None:
        """Until the day is over for everybody."""
        for thread in self._threads:
            thread.join()

    @property
    def rounds(self) -> int:
        """Played so far."""
        return sum(place.pit.tally.rounds for place in self.places)

    @property
    def answered(self) -> list[Answered]:
        """Every request of everybody, in the order of its answers."""
        return sorted((one for place in self.places for one in place.client.answered), key=lambda one: one.at_s)

    @property
    def acknowledged(self) -> dict[str, list[tuple[int, float]]]:
        """Events of each link and when they were acknowledged."""
        found: dict[str, list[tuple[int, float]]] = {}
        for place in self.places:
            events = ((one.number, one.at_s) for one in place.client.answered if one.number)
            found.setdefault(place.link, []).extend(events)
        return {link: sorted(events) for link, events in found.items()}

    @property
    def refusals(self) -> Counter[str]:
        """By sentence: the twin's dealers err now and then."""
        return sum((place.pit.tally.refusals for place in self.places), Counter[str]())

    def _device(self, key: str, name: str) -> Device:
        ends_micros = FIRST_MORNING_MICROS + int(self._hours * HOUR_S) * SECOND
        agenda = Agenda(SimulatedClock(FIRST_MORNING_MICROS), ends_micros, self._speed)
        hours = Hours(HABITS.opens_hour, HABITS.closes_hour, time_zone(LAW.zone))
        pit, client = Pit(self._url, SEED, HABITS, agenda, hours), TimedClient(self._url, key)
        device = Device(pit, client, pit.chance(f"line {name}"))
        self.places.append(Place(pit, client))
        run_now(device.identify())
        return device

    def _staff(self, device: Device) -> Staff:
        return Staff(self._keys.cards, HABITS, device.pit.chance(f"staff {device.name}"))

    def _start(self, device: Device, activity: Activity[None], after_s: float = 0.0) -> None:
        agenda = device.pit.agenda
        agenda.begin(activity, after_s)

        def work() -> None:
            try:
                agenda.run()
            except Exception as trouble:
                self.troubles.append(f"{device.name}: {trouble}")

        thread = Thread(target=work, name=device.name, daemon=True)
        self._threads.append(thread)
        thread.start()
