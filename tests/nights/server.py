"""The room's server: it takes what arrives as one group, and may die at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random

from msgspec import to_builtins

from fairfelt.ledger import Answer, Command, Committed, LedgerUnavailable, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.room import Floor, display
from tests.nights.devices import DisplayPage
from tests.nights.disk import CommitFault, Disk
from tests.nights.faults import FaultRates
from tests.nights.plan import LINK
from tests.support.clock import SimulatedClock

LONGEST_AWAY_TRIES = 4
FARTHEST_BACK_MICROS = 10_000_000


class ServerFault(Enum):
    """What becomes of the server while it works on a group."""

    NONE = "it answers"
    TORN = "it dies in the middle of the commit"
    UNANSWERED = "it dies after the commit, before it answers"
    UNREACHABLE = "it lives, and its journal does not answer"


class Server:
    """One machine on one disk: it can be killed, and opens again on what was committed."""

    def __init__(self, disk: Disk, clock: SimulatedClock, chance: Random) -> None:
        self.disk, self.clock, self.chance = disk, clock, chance
        self.engine: Engine[Floor] = disk.open(clock)
        self.faults: list[ServerFault] = []
        """All that happened."""

    @property
    def floor(self) -> Floor:
        """As it was last committed."""
        return self.engine.committed.state

    def turn(self, rates: FaultRates) -> None:
        """Between two groups: the clock is set back, or the server is killed or stopped."""
        if self.chance.randrange(100) < rates.clock_back:
            self.clock.now_micros -= self.chance.randrange(FARTHEST_BACK_MICROS)
        if self.chance.randrange(100) < rates.restart:
            self.restart()

    def restart(self) -> None:
        """Forget everything that is not on the disk. A commit in doubt may turn out to have happened."""
        before, in_doubt = self.engine.committed, self.engine.lost
        if self.chance.randrange(2):
            self.disk.close()
        else:
            self.disk.die(self.chance, torn_write=False)
        self.engine = self.disk.open(self.clock)
        found = self.engine.committed
        assert found.head.number >= before.head.number, "a restart lost what was committed"
        assert in_doubt or found == before, "a restart changed the floor"

    def carry_out(self, commands: Sequence[Command], rates: FaultRates) -> list[Answer]:
        """One group, one commit; there are no answers if the server died or could not reach its journal."""
        fault = ServerFault.NONE if self.engine.lost else self._draw_fault(rates)
        self._prepare(fault)
        before = self.engine.committed
        try:
            outcomes = self.engine.run([check_command(command, self.engine.machine) for command in commands])
        except LedgerUnavailable:
            return []
        if fault in (ServerFault.TORN, ServerFault.UNANSWERED):
            self._die(fault, before)
            return []
        answers = [outcome for outcome in outcomes if isinstance(outcome, Answer)]
        assert len(answers) == len(outcomes), f"the room broke its promise: {outcomes}"
        return answers

    def display_page(self) -> DisplayPage:
        """What the displays are told, with the event after which it is so."""
        number = self.engine.committed.head.number
        return DisplayPage(number, to_builtins(display(self.floor, LINK, number)))

    def _draw_fault(self, rates: FaultRates) -> ServerFault:
        drawn = self.chance.randrange(100)
        for fault, chances in (
            (ServerFault.TORN, rates.torn),
            (ServerFault.UNANSWERED, rates.unanswered),
            (ServerFault.UNREACHABLE, rates.unreachable),
        ):
            if drawn < chances:
                self.faults.append(fault)
                return fault
            drawn -= chances
        return ServerFault.NONE

    def _prepare(self, fault: ServerFault) -> None:
        journal = self.disk.journal
        journal.fault = None
        if fault is ServerFault.UNREACHABLE:
            journal.fault = self.chance.choice(list(CommitFault))
            journal.tries_away = self.chance.randrange(LONGEST_AWAY_TRIES)
        if fault is ServerFault.TORN:
            self.disk.watch()

    def _die(self, fault: ServerFault, before: Committed[Floor]) -> None:
        """It starts again; the group is there whole or, if the commit was torn, perhaps not at all."""
        after, is_torn = self.engine.committed, fault is ServerFault.TORN
        self.disk.die(self.chance, torn_write=is_torn)
        self.engine = self.disk.open(self.clock)
        found = self.engine.committed
        assert found == after or (is_torn and found == before), f"{fault.value}: a group was torn apart"
