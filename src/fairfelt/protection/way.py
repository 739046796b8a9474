"""How an exposure is found, and what that takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class By(Enum):
    """Which work finds an exposure."""

    SOLVER = "solved as a game that shows those cards"
    ENDINGS = "the best play of every ending"
    SCENE = "every hand, every card that is known"
    BACKS = "every class of hands, by the rank of the card that is sorted"
    BOARDS = "every class of hands, every board"
    SEEN = "every class of hands, every set of cards that may be seen"
    SAMPLE = "hands in strata, each decided exactly"
    THINNED = "hands in strata, each looked at twice with some of the cards that can come"
    COURSE = "every order of the cards that can come"
    BEFORE = "found before, and kept in this package"


@dataclass(frozen=True)
class Way:
    """How an exposure will be found, told before the work begins."""

    by: By
    seconds: float
    hands: int = 0
    """To sample."""

    @property
    def words(self) -> str:
        """In a sentence."""
        return f"{self.hands:,} {self.by.value}" if self.hands else self.by.value

    @property
    def exact(self) -> bool:
        """Whether everything is counted."""
        return self.by not in (By.SAMPLE, By.THINNED)
