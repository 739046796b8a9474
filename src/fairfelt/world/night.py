"""A bad night from one seed: tables play through a bad network, and the server restarts when it likes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fairfelt.ledger import Answer, Command, Entry, asked
from fairfelt.ledger.audit import verify
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.room import Floor, Room

from .keypad import Keypad
from .wire import Weather, Wire


@dataclass(frozen=True)
class Morning:
    """What is left of a night."""

    floor: Floor
    log: Sequence[Entry]
    keypads: tuple[Keypad, ...]
    restarts: int


class Server:
    """The room's server on a journal: it can be killed, and opens again on what was committed."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.restarts = -1
        self.now_micros = 0
        self.start()

    def clock(self) -> int:
        """A clock that ticks with every look at it."""
        self.now_micros += 1
        return self.now_micros

    def start(self) -> None:
        """Open the journal; everything is verified on the way."""
        self.journal = Journal(place_of(self.place))
        self.journal.open(new_id="a night")
        self.engine: Engine[Floor] = Engine(Room(), self.journal, self.clock)
        self.restarts += 1

    def restart(self) -> None:
        """Forget everything that is not on the disk."""
        before = self.engine.committed.state
        self.journal.close()
        self.start()
        assert self.engine.committed.state == before, "a restart changed the floor"

    def carry_out(self, commands: Sequence[Command]) -> list[Answer]:
        """One group, one commit."""
        outcomes = self.engine.run([asked(command) for command in commands])
        return [outcome for outcome in outcomes if isinstance(outcome, Answer)]


def bad_night(
    seed: int, place: Path, set_up: Sequence[Command], tables: Sequence[tuple[str, int]], cards: tuple[str, ...],
    *, rounds: int = 60, weather: Weather | None = None,
) -> Morning:  # fmt: skip
    """Set the room up in good weather, play in bad, and let every last answer come through."""
    chance, weather = Random(seed), weather or Weather()
    server = Server(place)
    for answer in server.carry_out(set_up):
        assert not answer.refused, answer.body
    keypads = tuple(Keypad(name, seats, cards, Random(chance.random())) for name, seats in tables)
    there, back = Wire[Command](chance, weather), Wire[tuple[Command, Answer]](chance, weather)
    for _ in range(rounds):
        _turn(server, keypads, there, back)
        if chance.randrange(100) < weather.restart:
            server.restart()
    there.weather = back.weather = Weather(loss=0, twice=0, late=0)
    while any(keypad.waiting for keypad in keypads):
        _turn(server, [keypad for keypad in keypads if keypad.waiting], there, back)
    server.restart()
    server.journal.close()
    with snapshot(place) as taken:
        log = list(taken.entries())
    return Morning(verify(place, Room()).state, log, keypads, server.restarts)


def _turn(server: Server, keypads: Sequence[Keypad], there: Wire[Command], back: Wire[tuple[Command, Answer]]) -> None:
    """Every keypad sends, the server takes what arrives, and what it answers goes back the same bad way."""
    for keypad in keypads:
        there.send(keypad.asks())
    commands = list(there.arriving())
    for command, answer in zip(commands, server.carry_out(commands), strict=True):
        back.send((command, answer))
    by_device: dict[str, Any] = {keypad.device: keypad for keypad in keypads}
    for command, answer in back.arriving():
        if command.device in by_device:
            by_device[command.device].hears(command.sequence, answer)
