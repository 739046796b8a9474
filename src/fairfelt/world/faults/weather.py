"""How bad a night is: the chances of everything that can go wrong."""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random


@dataclass(frozen=True, kw_only=True)
class Weather:
    """Chances in a hundred: of a message, of a line in a turn, of the server in a turn."""

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
    out_of_reach: int = 0
    """The commit fails, before or after it happened, and the journal is away for some turns."""
    clock_back: int = 0

    @classmethod
    def drawn(cls, chance: Random) -> Weather:
        """Any weather, from almost good to what nobody has seen."""
        return cls(**{kind.name: chance.randint(0, WORST[kind.name]) for kind in fields(cls)})


WORST = {
    "loss": 40,
    "twice": 30,
    "late": 40,
    "cut": 10,
    "restart": 6,
    "unanswered": 8,
    "torn": 8,
    "out_of_reach": 8,
    "clock_back": 5,
}
GOOD = Weather()
