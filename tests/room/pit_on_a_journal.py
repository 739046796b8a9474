"""The small room of the tests on a real journal: a command that gets no answer keeps its number for the next try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fairfelt.ledger import Answer, Command, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of
from fairfelt.room import Floor, Room
from tests.room.floors import Pit, command, keep_secrets
from tests.support.clock import SimulatedClock

NAME = "a room of the tests"


class PitOnAJournal(Pit):
    """Every command goes through the ledger; what is on the floor is what was committed."""

    def __init__(self, place: str) -> None:
        self.place, self.clock = place, SimulatedClock(tick_micros=1_000)
        self.numbers = Counter[str]()
        self.last: Answer | None = None
        self.open()
        super().__init__()

    def open(self) -> None:
        """Take the journal, verify it, and go on from it."""
        self.journal = Journal(place_of(self.place))
        self.journal.open(new_id=NAME)
        keep_secrets(self.place)
        self.engine: Engine[Floor] = Engine(Room(), self.journal, self.clock)
        self.floor = self.engine.committed.state

    def close(self) -> None:
        """Let the journal go."""
        self.journal.close()

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Send a command under the device's next number, and count it once it is answered."""
        (outcome,) = self.engine.run(
            [check_command(Command(device, self.numbers[device] + 1, command(kind, **body), 0), self.room)]
        )
        assert isinstance(outcome, Answer), outcome
        self.numbers[device] += 1
        self.last, self.floor = outcome, self.engine.committed.state
        answer: Mapping[str, Any] = outcome.body
        return answer

    def claim(self) -> int:
        """A royal flush at T1 waits for its confirmation: how much is frozen for it."""
        self.start("T1")
        (prize,) = self.press("press hand", "T1", seat=2, hand="royal flush")["prizes"]
        return int(prize["amount_micros"])

    def pending(self) -> int:
        """What is frozen at T1."""
        assert self.floor.tables["T1"].is_pending
        return sum(prize.amount_micros for prize in self.floor.tables["T1"].prizes)

    def confirm(self) -> Mapping[str, Any]:
        """The executive confirms; the award as it was answered."""
        (award,) = self.press("confirm", "T1", cards=["card eve", "card sue"])["awards"]
        found: Mapping[str, Any] = award
        return found
