"""A bad night from one seed: tables play through a bad network, and the server dies when it likes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from fairfelt.law import Mode
from fairfelt.ledger import Answer, Command
from fairfelt.room import Floor
from fairfelt.world.faults.clock import Clock
from fairfelt.world.faults.disk import Disk
from fairfelt.world.faults.weather import GOOD, Weather
from fairfelt.world.faults.wire import Line
from fairfelt.world.people.clerk import Clerk
from fairfelt.world.people.display import Display, Showing
from fairfelt.world.people.keypad import Keypad
from fairfelt.world.people.office import Office
from fairfelt.world.people.sender import Asks, Sender

from .plan import CONFIRMING, EVENING, Plan, planned
from .server import Fate, Server

TURNS = (8, 32)
DISPLAYS = 2
PATIENCE_TURNS = 50
"""In good weather every answer comes within this."""

Asking = list[tuple[Sender, Line[Command, tuple[int, Answer]]]]
Watching = list[tuple[Display, Line[int, Showing]]]


@dataclass(frozen=True)
class Morning:
    """What is left of a night: the log as it was exported, what the devices remember, and the floor."""

    seed: int
    log: list[bytes]
    senders: tuple[Sender, ...]
    displays: tuple[Display, ...]
    floor: Floor
    fates: tuple[Fate, ...]


class Night:
    """Everything that happens between the evening and the morning."""

    def __init__(self, seed: int, disk: Disk, *, tables: int = 0, lawful: bool = False) -> None:
        self.seed, self.chance = seed, Random(seed)
        plan = planned(self.chance, tables=tables, mode=self.chance.choice(list(Mode)) if lawful else None)
        self.server = Server(disk, Clock(), self._own_chance())
        office = Office(plan, self._own_chance())
        self._set_up(office, plan.set_up())
        clerks = [self._clerk(office, plan)] if lawful else []
        keypads = [
            Keypad(name, table, CONFIRMING, self._own_chance()) for name, table in self.server.floor.tables.items()
        ]
        self.asking: Asking = [(sender, Line(self._own_chance())) for sender in (office, *clerks, *keypads)]
        self.watching: Watching = [(Display(self._own_chance()), Line(self._own_chance())) for _ in range(DISPLAYS)]
        self.pushed = 0
        """The event up to which the displays were told."""

    def turn(self, weather: Weather, *, playing: bool = True) -> None:
        """Everybody sends, the server takes what arrives, and what it answers goes back the same bad way."""
        self.server.turn(weather)
        for line in self._lines():
            line.turn(weather)
        for sender, line in self.asking:
            if playing or sender.waiting:
                line.send_up(sender.asks(), weather)
        self._serve(weather)
        for sender, line in self.asking:
            for sequence, answer in line.arriving_down(weather):
                sender.hears(sequence, answer)
        self._show(weather)

    def settle(self) -> Morning:
        """The weather clears: every last answer comes through, and every display hears the truth."""
        turns = 0
        while turns < PATIENCE_TURNS and not self._at_rest():
            self.turn(GOOD, playing=False)
            turns += 1
        self.server.restart()
        self.server.disk.close()
        return Morning(
            self.seed,
            self.server.disk.export(),
            tuple(sender for sender, _ in self.asking),
            tuple(display for display, _ in self.watching),
            self.server.floor,
            tuple(self.server.fates),
        )

    def _lines(self) -> Iterator[Line[Any, Any]]:
        yield from (line for _, line in self.asking)
        yield from (line for _, line in self.watching)

    def _at_rest(self) -> bool:
        news = self.server.showing()
        return not any(sender.waiting for sender, _ in self.asking) and all(
            display.number == news.number for display, _ in self.watching
        )

    def _own_chance(self) -> Random:
        return Random(self.chance.getrandbits(64))

    def _clerk(self, office: Office, plan: Plan) -> Clerk:
        """The server's own voice, once the room lives by a law."""
        clerk = Clerk(lambda: self.server.floor, self._own_chance())
        self._set_up(clerk, [("begin day", {"day": str(EVENING)})])
        self._set_up(office, plan.law())
        return clerk

    def _set_up(self, sender: Sender, asked: Sequence[Asks]) -> None:
        commands = [sender.says(*asks) for asks in asked]
        for command, answer in zip(commands, self.server.carry_out(commands, GOOD), strict=True):
            assert not answer.refused, f"{command.kind}: {answer.text}"
            sender.hears(command.sequence, answer)

    def _serve(self, weather: Weather) -> None:
        arrived = [(line, command) for _, line in self.asking for command in line.arriving_up(weather)]
        self.chance.shuffle(arrived)
        answers = self.server.carry_out([command for _, command in arrived], weather)
        for (line, command), answer in zip(arrived, answers, strict=bool(answers)):
            line.send_down((command.sequence, answer), weather)

    def _show(self, weather: Weather) -> None:
        """News are pushed to the displays once; those that ask hear them as well."""
        news = self.server.showing()
        for display, line in self.watching:
            if news.number > self.pushed:
                line.send_down(news, weather)
            if display.polls():
                line.send_up(display.number, weather)
            for number in line.arriving_up(weather):
                if number < news.number:
                    line.send_down(news, weather)
            for showing in line.arriving_down(weather):
                display.hears(showing)
        self.pushed = news.number


def bad_night(
    seed: int,
    disk: Disk,
    *,
    tables: int = 0,
    turns: int = 0,
    weather: Weather | None = None,
    lawful: bool = False,
) -> Morning:
    """Set the room up in good weather, play in bad, and let every last answer come through."""
    night = Night(seed, disk, tables=tables, lawful=lawful)
    weather = weather or Weather.drawn(night.chance)
    for _ in range(turns or night.chance.randint(*TURNS)):
        night.turn(weather)
    return night.settle()
