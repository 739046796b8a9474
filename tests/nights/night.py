"""A bad night from one seed: tables play through a bad network, the server dies when it likes, checkers judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fairfelt.law import Mode
from fairfelt.ledger import Answer, Command
from fairfelt.room import Floor
from tests.nights.checkers import check
from tests.nights.devices import Clerk, Console, Display, DisplayPage, Keypad, Sender
from tests.nights.disk import Disk, FileDisk, MemoryDisk
from tests.nights.faults import NO_FAULTS, Connection, FaultRates
from tests.nights.plan import EVENING, MONITOR, Request, draw_plan
from tests.nights.server import Server, ServerFault
from tests.support.clock import SimulatedClock
from tests.support.file_systems import MEMORY, holds_files

TURNS = (8, 32)
FILE_TURNS = (4, 16)
DISPLAYS = 2
PATIENCE_TURNS = 50
"""Without faults every answer comes within this."""
TICK_MICROS = 1_000
TORN_WRITES = FaultRates(torn=30, unanswered=8, restart=5, unreachable=5, loss=5)
"""What files are for: many torn writes, little else."""


@dataclass(frozen=True)
class NightRecord:
    """What is left of a night: the log as it was exported, what the devices remember, and the floor."""

    seed: int
    log: list[bytes]
    senders: tuple[Sender, ...]
    displays: tuple[Display, ...]
    floor: Floor
    faults: tuple[ServerFault, ...]


class Night:
    """Everything that happens between the evening and the morning."""

    def __init__(self, seed: int, disk: Disk, *, tables: int = 0, lawful: bool = False) -> None:
        self.seed, self.chance = seed, Random(seed)
        plan = draw_plan(self.chance, tables=tables, mode=self.chance.choice(list(Mode)) if lawful else None)
        self.server = Server(disk, SimulatedClock(tick_micros=TICK_MICROS), self._own_chance())
        console = Console(plan, self._own_chance())
        clerk = Clerk(lambda: self.server.floor, self._own_chance())
        self._set_up(console, plan.setup_requests())
        self._set_up(clerk, [plan.founding()])
        if lawful:
            self._set_up(clerk, [("begin day", {"day": str(EVENING)}), ("watch display", {"device": MONITOR})])
            self._set_up(console, plan.law_requests())
        clerks = [clerk] if lawful else []
        self._founder = () if lawful else (clerk,)
        keypads = [Keypad(name, table, self._own_chance()) for name, table in self.server.floor.tables.items()]
        self.senders = [
            (sender, Connection[Command, tuple[int, Answer]](self._own_chance()))
            for sender in (console, *clerks, *keypads)
        ]
        self.displays = [
            (Display(self._own_chance()), Connection[int, DisplayPage](self._own_chance())) for _ in range(DISPLAYS)
        ]
        self.pushed = 0
        """The event up to which the displays were told."""

    def turn(self, rates: FaultRates, *, playing: bool = True) -> None:
        """Everybody sends, the server takes what arrives, and what it answers goes back the same bad way."""
        self.server.turn(rates)
        for _, sending in self.senders:
            sending.turn(rates)
        for _, watching in self.displays:
            watching.turn(rates)
        for sender, connection in self.senders:
            if playing or sender.waiting:
                connection.up.send(sender.next_command(), rates)
        self._serve(rates)
        for sender, connection in self.senders:
            for sequence, answer in connection.down.receive(rates):
                sender.hear(sequence, answer)
        self._update_displays(rates)

    def settle(self) -> NightRecord:
        """The faults end: every last answer comes through, and every display hears the truth."""
        turns = 0
        while turns < PATIENCE_TURNS and not self._is_settled():
            self.turn(NO_FAULTS, playing=False)
            turns += 1
        self.server.restart()
        self.server.disk.close()
        return NightRecord(
            self.seed,
            self.server.disk.export(),
            (*(sender for sender, _ in self.senders), *self._founder),
            tuple(display for display, _ in self.displays),
            self.server.floor,
            tuple(self.server.faults),
        )

    def _is_settled(self) -> bool:
        number = self.server.engine.committed.head.number
        waiting = any(sender.waiting for sender, _ in self.senders)
        return not waiting and all(display.number == number for display, _ in self.displays)

    def _own_chance(self) -> Random:
        return Random(self.chance.getrandbits(64))

    def _set_up(self, sender: Sender, requests: Sequence[Request]) -> None:
        commands = [sender.number(*request) for request in requests]
        for command, answer in zip(commands, self.server.carry_out(commands, NO_FAULTS), strict=True):
            assert not answer.refused, f"{command.kind}: {answer.text}"
            sender.hear(command.sequence, answer)

    def _serve(self, rates: FaultRates) -> None:
        arrived = [(line.down, command) for _, line in self.senders for command in line.up.receive(rates)]
        self.chance.shuffle(arrived)
        answers = self.server.carry_out([command for _, command in arrived], rates)
        for (back, command), answer in zip(arrived, answers, strict=bool(answers)):
            back.send((command.sequence, answer), rates)

    def _update_displays(self, rates: FaultRates) -> None:
        """News are pushed to the displays once; those that ask hear them as well."""
        page = self.server.display_page()
        for display, connection in self.displays:
            if page.number > self.pushed:
                connection.down.send(page, rates)
            if display.draw_poll():
                connection.up.send(display.number, rates)
            for number in connection.up.receive(rates):
                if number < page.number:
                    connection.down.send(page, rates)
            for arrived in connection.down.receive(rates):
                display.hear(arrived)
        self.pushed = page.number


def play_night(
    seed: int, disk: Disk, *, tables: int = 0, turns: int = 0, rates: FaultRates | None = None, lawful: bool = False
) -> NightRecord:
    """Set the room up without faults, play with them, and let every last answer come through."""
    night = Night(seed, disk, tables=tables, lawful=lawful)
    rates = rates or FaultRates.draw(night.chance)
    for _ in range(turns or night.chance.randint(*TURNS)):
        night.turn(rates)
    return night.settle()


class NightFailed(AssertionError):  # noqa: N818  (it reads as what happened)
    """A night on which something went wrong, by its seed."""


def play_and_check(seed: int, *, on_files: bool = False, lawful: bool = False) -> NightRecord:
    """Play a night and let the checkers see what is left; whatever is wrong names the seed."""
    try:
        night = _play_on_files(seed) if on_files else play_night(seed, MemoryDisk(), lawful=lawful)
        check(night)
    except Exception as error:
        how = f"{' on files' if on_files else ''}{' by law' if lawful else ''}"
        raise NightFailed(f"seed {seed}{how}: {error!r}") from error
    return night


def _play_on_files(seed: int) -> NightRecord:
    chance = Random(seed)
    # Crashes are made from copies of the files: nothing has to reach a real disk.
    with TemporaryDirectory(dir=MEMORY if holds_files(MEMORY) else None) as folder:
        disk = FileDisk(Path(folder), chance)
        return play_night(seed, disk, turns=chance.randint(*FILE_TURNS), rates=TORN_WRITES)
