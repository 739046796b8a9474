"""The twin itself: everybody is brought to their places, time runs, and what was seen is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from fairfelt.demo.law import LAW
from fairfelt.law import time_zone
from fairfelt.twin.people.dealer import Dealer
from fairfelt.twin.people.habits import Habits
from fairfelt.twin.people.hours import Hours
from fairfelt.twin.people.office import Office
from fairfelt.twin.people.players import Appeal, Players
from fairfelt.twin.people.staff import Staff
from fairfelt.twin.report.tally import Seen
from fairfelt.twin.wire.connection import Line
from fairfelt.twin.wire.device import Device, Unexpected
from fairfelt.twin.wire.server import NotServed, Served
from fairfelt.twin.wire.trouble import cut_lines, restart

from .agenda import Agenda, Doing
from .pit import Keys, PitTable

T = TypeVar("T")


@dataclass
class Twin:
    """A pit that plays in a room over its API, from one seed."""

    keys: Keys
    habits: Habits
    agenda: Agenda
    seed: int
    zone: str = LAW["zone"]
    seen: Seen = field(default_factory=Seen)
    devices: list[Device] = field(default_factory=list)
    tables: dict[str, PitTable] = field(default_factory=dict)
    stopped: bool = False
    """Somebody did not wait for the end."""
    began: int = 0
    """The last event before it began."""
    served: Served | None = None
    """Its own server, if it has one: it may be restarted, and told that a day is over."""

    def play(self) -> None:
        """From the first hour to the last, or until somebody or something stops it."""
        self._come_in()
        try:
            self.agenda.run()
        except KeyboardInterrupt:
            self.stopped = True
        except (NotServed, Unexpected) as trouble:
            self.stopped = True
            self.seen.wrong.append(str(trouble))

    def _come_in(self) -> None:
        """Everybody finds out where they are, and begins; keypads a little after each other."""
        console = self._device(self.keys.console, "console")
        console.line.greet()
        at_once(console.meet())
        staff = Staff(self.keys.badges, self.habits, self._chance("staff"))
        floor = self._floor(console)
        self.began = floor["sequence"]
        self.tables = {row["table"]: PitTable.of(row) for row in floor["tables"]}
        hours = Hours(self.habits.opens_hour, self.habits.closes_hour, time_zone(self.zone))
        for number, key in enumerate(self.keys.keypads):
            self.agenda.begin(self._dealer(key, number, staff, hours).deals(), after_s=7.0 * number)
        links = {row["link"]: row["jackpot"] for row in floor["links"]}
        self.agenda.begin(Office(console, staff, links, self._chance("office")).works())
        self.agenda.begin(cut_lines(self.agenda, self.devices, self.habits, self._chance("lines")))
        if self.served:
            self.agenda.begin(restart(self.agenda, self.served, self.habits, self._chance("power"), self.seen))
            self.agenda.begin(self._days(self.served, hours))

    def _dealer(self, key: str, number: int, staff: Staff, hours: Hours) -> Dealer:
        device = self._device(key, f"keypad {number}")
        at_once(device.meet())
        table = self.tables[device.table]
        self.seen.played.setdefault(table.combination, table.nothing_played())
        players = Players(table.seats, self.habits, self._chance(f"players {number}"))
        return Dealer(table, device, players, Appeal(self.habits), staff, hours, self._chance(f"dealer {number}"))

    def _device(self, key: str, name: str) -> Device:
        device = Device(Line(self.keys.url, key), self.agenda, self.habits, self._chance(f"line {name}"), self.seen)
        self.devices.append(device)
        return device

    def _floor(self, console: Device) -> dict[str, Any]:
        token = at_once(console.sign_in(self.keys.badges[0]))
        if not token:
            raise NotServed(f"card {self.keys.badges[0].card} opens nothing at {self.keys.url}: is its PIN right?")
        floor = at_once(console.ask("GET", "/api/floor", tokens=[token])).plain
        at_once(console.sign_out([token]))
        return floor

    def _days(self, served: Served, hours: Hours) -> Doing[None]:
        """Midnight comes by the simulated clock; the server's own look at the day goes by the real one."""
        while not self.agenda.is_over:
            yield from self.agenda.rest(hours.midnight_s(self.agenda.clock.now_micros))
            if served.is_up:
                served.do(lambda controller: controller.law.keep(controller.ledger))

    def _chance(self, name: str) -> Random:
        """Everybody has luck of their own, so that a change in one place changes one place."""
        return Random(f"{self.seed} {name}")


def at_once(doing: Doing[T]) -> T:
    """Do something before time runs: whoever waits does not."""
    while True:
        try:
            next(doing)
        except StopIteration as done:
            result: T = done.value
            return result
