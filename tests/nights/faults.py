"""A bad network, from one seed: messages are lost, arrive twice, late and in any order; a connection may be cut."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")
Up = TypeVar("Up")
Down = TypeVar("Down")

LONGEST_CUT_TURNS = 8


@dataclass(frozen=True, kw_only=True)
class FaultRates:
    """Chances in a hundred: of a message, of a connection in a turn, of the server in a turn."""

    loss: int = 0
    twice: int = 0
    late: int = 0
    cut: int = 0
    """A device is off the network for a while."""
    restart: int = 0
    """The server is killed between two groups."""
    unanswered: int = 0
    """It is killed after the commit, before anybody is answered."""
    torn: int = 0
    """It is killed in the middle of the commit."""
    unreachable: int = 0
    """The commit fails, before or after it happened, and the journal is away for some turns."""
    clock_back: int = 0

    @classmethod
    def draw(cls, chance: Random) -> FaultRates:
        """Any rates, from almost none to what nobody has seen."""
        return cls(**{kind: chance.randint(0, worst) for kind, worst in vars(WORST).items()})


NO_FAULTS = FaultRates()
WORST = FaultRates(
    loss=40, twice=30, late=40, cut=10, restart=6, unanswered=8, torn=8, unreachable=8, clock_back=5
)  # fmt: skip


@dataclass
class Wire(Generic[T]):
    """One direction of a connection. While it is cut nothing is sent and nothing arrives."""

    chance: Random
    is_cut: bool = False
    under_way: list[T] = field(default_factory=list)

    def send(self, message: T, rates: FaultRates) -> None:
        """Hand a message over; nobody knows what becomes of it."""
        if self.is_cut:
            return
        if self.chance.randrange(100) >= rates.loss:
            self.under_way.append(message)
        if self.chance.randrange(100) < rates.twice:
            self.under_way.append(message)

    def receive(self, rates: FaultRates) -> list[T]:
        """What arrives now, in any order; the rest is late."""
        if self.is_cut or not self.under_way:
            return []
        now, late = list[T](), list[T]()
        for message in self.under_way:
            (late if self.chance.randrange(100) < rates.late else now).append(message)
        self.chance.shuffle(now)
        self.under_way = late
        return now


class Connection(Generic[Up, Down]):
    """Both directions between a device and the server."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._cut_turns = chance, 0
        self.up, self.down = Wire[Up](chance), Wire[Down](chance)

    def turn(self, rates: FaultRates) -> None:
        """Time passes: a cut is mended, or another one comes."""
        if self._cut_turns:
            self._cut_turns -= 1
        elif self._chance.randrange(100) < rates.cut:
            self._cut_turns = self._chance.randint(1, LONGEST_CUT_TURNS)
        self.up.is_cut = self.down.is_cut = self._cut_turns > 0
