"""The room's server: it takes what arrives as one group, and may die at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random

from fairfelt.ledger import Answer, Command, Committed, LedgerUnavailable, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.room import Floor, display
from fairfelt.world.faults.clock import Clock
from fairfelt.world.faults.disk import Disk
from fairfelt.world.faults.journals import Trouble
from fairfelt.world.faults.weather import Weather
from fairfelt.world.people.display import Showing

from .plan import LINK

LONGEST_AWAY_TRIES = 4
FARTHEST_BACK_MICROS = 10_000_000


class Fate(Enum):
    """What becomes of the server while it works on a group."""

    WELL = "it answers"
    TORN = "it dies in the middle of the commit"
    UNANSWERED = "it dies after the commit, before it answers"
    OUT_OF_REACH = "it lives, and its journal does not answer"


class Server:
    """One machine on one disk: it can be killed, and opens again on what was committed."""

    def __init__(self, disk: Disk, clock: Clock, chance: Random) -> None:
        self.disk, self.clock, self.chance = disk, clock, chance
        self.engine: Engine[Floor] = disk.open(clock)
        self.fates: list[Fate] = []
        """All that was not well."""

    @property
    def floor(self) -> Floor:
        """As it was last committed."""
        return self.engine.committed.state

    def turn(self, weather: Weather) -> None:
        """Between two groups: the clock is set back, or the server is killed or stopped."""
        if self.chance.randrange(100) < weather.clock_back:
            self.clock.set_back(self.chance.randrange(FARTHEST_BACK_MICROS))
        if self.chance.randrange(100) < weather.restart:
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

    def carry_out(self, commands: Sequence[Command], weather: Weather) -> list[Answer]:
        """One group, one commit; there are no answers if the server died or could not reach its journal."""
        fate = Fate.WELL if self.engine.lost else self._fate(weather)
        self._prepare(fate)
        before = self.engine.committed
        try:
            outcomes = self.engine.run([check_command(command) for command in commands])
        except LedgerUnavailable:
            return []
        if fate in (Fate.TORN, Fate.UNANSWERED):
            return self._dead(fate, before)
        faults = [outcome for outcome in outcomes if not isinstance(outcome, Answer)]
        assert not faults, f"the room broke its promise: {faults[0]}"
        return [outcome for outcome in outcomes if isinstance(outcome, Answer)]

    def showing(self) -> Showing:
        """What the displays are told, with the event after which it is so."""
        return Showing(self.engine.committed.head.number, display(self.floor, LINK))

    def _fate(self, weather: Weather) -> Fate:
        drawn = self.chance.randrange(100)
        for fate, chances in (
            (Fate.TORN, weather.torn),
            (Fate.UNANSWERED, weather.unanswered),
            (Fate.OUT_OF_REACH, weather.out_of_reach),
        ):
            if drawn < chances:
                self.fates.append(fate)
                return fate
            drawn -= chances
        return Fate.WELL

    def _prepare(self, fate: Fate) -> None:
        journal = self.disk.journal
        journal.trouble = None
        if fate is Fate.OUT_OF_REACH:
            journal.trouble = self.chance.choice(list(Trouble))
            journal.tries_away = self.chance.randrange(LONGEST_AWAY_TRIES)
        if fate is Fate.TORN:
            self.disk.watch()

    def _dead(self, fate: Fate, before: Committed[Floor]) -> list[Answer]:
        """It starts again; the group is there whole or, if the commit was torn, perhaps not at all."""
        after = self.engine.committed
        self.disk.die(self.chance, torn_write=fate is Fate.TORN)
        self.engine = self.disk.open(self.clock)
        found = self.engine.committed
        assert found == after or (fate is Fate.TORN and found == before), f"{fate.value}: a group was torn apart"
        return []
