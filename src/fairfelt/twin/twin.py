"""The twin itself: all people take their places, time runs, and the observations remain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .agenda import HOUR_S, Activity, run_now
from .dealer import Dealer
from .devices.client import HttpClient, RoomUnavailable
from .devices.device import Device, UnexpectedAnswer
from .devices.hardware import TableController
from .office import Office
from .pit import Pit, PitTable, RoomKeys
from .players import Players
from .server import OwnServer
from .staff import Staff

BETWEEN_KEYPADS_S = 7.0


@dataclass
class Twin:
    """A pit that plays in a room over its API, from one seed."""

    pit: Pit
    keys: RoomKeys
    server: OwnServer | None = None
    """Its own server, if it has one: it may be restarted, and notified that a day is over."""
    devices: list[Device] = field(default_factory=list)
    stopped: bool = False
    """Whether a user stopped it before the end."""
    last_event_before: int = 0
    """The last event on the log when it began."""
    _lines: list[Device] = field(default_factory=list)
    """That are cut now and then; hardware has failures of its own."""

    def play(self) -> None:
        """Play from the first hour to the last, or until stopped."""
        self._begin()
        try:
            self.pit.agenda.run()
        except KeyboardInterrupt:
            self.stopped = True
        except (RoomUnavailable, UnexpectedAnswer) as trouble:
            self.stopped = True
            self.pit.tally.problems.append(str(trouble))

    def _begin(self) -> None:
        """Start all activities at their places; keypads a little after each other."""
        agenda, habits = self.pit.agenda, self.pit.habits
        console = self._device(self.keys.console, "console")
        console.client.check_room()
        run_now(console.identify())
        staff = Staff(self.keys.cards, habits, self.pit.chance("staff"))
        floor = self._read_floor(console)
        self.last_event_before = floor["sequence"]
        tables = {row["table"]: PitTable.of(row) for row in floor["tables"]}
        dealers = [self._dealer(key, number, staff, tables) for number, key in enumerate(self.keys.keypads)]
        self._lines = list(self.devices)
        for number, dealer in enumerate(dealers):
            agenda.begin(dealer.work(), after_s=BETWEEN_KEYPADS_S * number)
        links = {row["link"]: row["jackpot"] for row in floor["links"]}
        controllers = self._controllers(dealers)
        agenda.begin(Office(console, staff, links, self.pit.chance("office"), controllers).work())
        agenda.begin(self._cut_connections())
        if self.server:
            agenda.begin(self._restart(self.server))
            agenda.begin(self._begin_days(self.server))

    def _dealer(self, key: str, number: int, staff: Staff, tables: dict[str, PitTable]) -> Dealer:
        pit, device = self.pit, self._device(key, f"keypad {number}")
        run_now(device.identify())
        table = tables[device.table]
        players = Players(table.seats, pit.habits, pit.chance(f"players {number}"))
        return Dealer(pit, table, pit.tally.game(table), device, players, staff, pit.chance(f"dealer {number}"))

    def _controllers(self, dealers: Sequence[Dealer]) -> list[TableController]:
        """The controllers of the tables that have sensors."""
        at, found = {dealer.table.name: dealer for dealer in dealers}, []
        for number, key in enumerate(self.keys.controllers):
            device = self._device(key, f"controller {number}")
            run_now(device.identify())
            if dealer := at.get(device.table):
                chance = self.pit.chance(f"sensors {number}")
                dealer.controller = TableController(device, dealer.table.path, chance)
                found.append(dealer.controller)
        return found

    def _device(self, key: str, name: str) -> Device:
        device = Device(self.pit, HttpClient(self.pit.url, key), self.pit.chance(f"line {name}"))
        self.devices.append(device)
        return device

    def _read_floor(self, console: Device) -> dict[str, Any]:
        badge = self.keys.cards[0]
        token = run_now(console.sign_in(badge))
        if not token:
            raise RoomUnavailable(f"card {badge.card} opens nothing at {self.pit.url}: is its PIN right?")
        floor = run_now(console.ask("GET", "/api/floor", tokens=[token])).plain
        run_now(console.sign_out([token]))
        return floor

    def _cut_connections(self) -> Activity[None]:
        """Take one device after another off the network for a while."""
        agenda, habits, chance = self.pit.agenda, self.pit.habits, self.pit.chance("lines")
        while habits.cut_every_h and not agenda.is_over:
            yield from agenda.rest(chance.expovariate(len(self._lines) / habits.cut_every_h) * HOUR_S)
            if not agenda.is_over:
                chance.choice(self._lines).cut(habits.cut_s * chance.uniform(0.2, 2.0))

    def _restart(self, server: OwnServer) -> Activity[None]:
        """Let the server go, and come back after a while; it reads its whole journal then."""
        agenda, habits, chance = self.pit.agenda, self.pit.habits, self.pit.chance("power")
        while habits.restart_every_h and not agenda.is_over:
            yield from agenda.rest(chance.expovariate(1 / habits.restart_every_h) * HOUR_S)
            if not agenda.is_over:
                server.stop()
                yield habits.restart_s * chance.uniform(0.5, 1.5)
                server.start()
                self.pit.tally.restarts += 1

    def _begin_days(self, server: OwnServer) -> Activity[None]:
        """Midnight comes by the simulated clock; the server's own look at the day goes by the real one."""
        agenda = self.pit.agenda
        while not agenda.is_over:
            yield from agenda.rest(self.pit.hours.midnight_s(agenda.now_micros))
            if server.is_up:
                server.do(lambda controller: controller.law.keep(controller.ledger))
