"""A signal: what partners show each other, decision by decision, and how much of the gain it brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairfelt.engine.estimate.interval import Interval


@dataclass(frozen=True)
class Number:
    """One number of a signal."""

    shows: str
    """As "how many aces are out"."""
    more_bets: bool
    """Whether a higher number speaks for the larger bet."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"shows": self.shows, "more_bets": self.more_bets}


@dataclass(frozen=True)
class Part:
    """What is shown at a later decision, to those whom ordinary play brings there."""

    street: str
    numbers: tuple[Number, ...]
    captured: float
    """The share of what is gained there by knowing every card…"""
    interval: Interval
    """…and in what it lies, with 99 in 100 certainty."""
    of_all: float
    """What part of the gain at all decisions is made there."""

    @property
    def words(self) -> str:
        """A sentence or two."""
        brings = f"{_share(self.captured, self.interval)} of the gain there, which is {self.of_all:.0%} of all"
        return f"{self.street}: show {_shown(self.numbers)}. It brings {brings}."

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "street": self.street,
            "numbers": [each.to_dict() for each in self.numbers],
            "captured": self.captured,
            "interval": self.interval.to_dict(),
            "of_all": self.of_all,
        }


@dataclass(frozen=True)
class Signal:
    """What partners show each other, and how much of the whole gain it brings."""

    numbers: tuple[Number, ...]
    captured: float
    """The share of what is gained by knowing every card…"""
    interval: Interval
    """…and in what it lies, with 99 in 100 certainty."""
    of_all: float = 1.0
    """What part of the gain at all decisions is made at the first one, of which the share is."""
    later: tuple[Part, ...] = ()
    """What is shown at later decisions, where that was looked at."""

    @property
    def together(self) -> float:
        """About what part of the gain at all decisions it brings, as if each were for itself."""
        return self.captured * self.of_all + sum(part.captured * part.of_all for part in self.later)

    @property
    def words(self) -> str:
        """A sentence or two for each decision."""
        where = f" at the first decision, which is {self.of_all:.0%} of all" if self.of_all < 1 else ""
        first = f"Show {_shown(self.numbers)}. It brings {_share(self.captured, self.interval)} of the gain{where}."
        all_of_it = (f"Together that is about {self.together:.0%} of the whole gain.",) if self.later else ()
        return " ".join((first, *(part.words for part in self.later), *all_of_it))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        share = {"captured": self.captured, "interval": self.interval.to_dict(), "first_decision": self.of_all}
        later = [part.to_dict() for part in self.later]
        numbers = [each.to_dict() for each in self.numbers]
        return {"numbers": numbers, **share, "later": later, "together": self.together}


def _shown(numbers: tuple[Number, ...]) -> str:
    return "; and ".join(
        f"{each.shows}: the more, the {'more' if each.more_bets else 'less'} you bet" for each in numbers
    )


def _share(captured: float, lies: Interval) -> str:
    return f"{captured:.0%} ({lies.low:.0%} to {lies.high:.0%})"
