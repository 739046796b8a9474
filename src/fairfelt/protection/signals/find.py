"""The search for a signal: the number that gains most, and one or two more beside it while they add a good part.

Numbers are chosen by one half of the sample and what they bring is measured in the other, so that it is no luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from fairfelt.exact.estimate.bracket import DEVIATIONS
from fairfelt.protection.figures import Interval
from fairfelt.protection.some_starts import Sampled
from fairfelt.rules import Game

from .learn import Lesson, Values
from .numbers import Whole, numbers_of

MOST_NUMBERS = 3
ENOUGH = 2 / 3
"""A signal that brings so much of the gain needs no further number…"""
WORTH_SHOWING = 0.05
"""…and no number is shown that adds less."""
FORGIVEN = 0.01
"""So much less the simpler of two numbers may bring, which comes first."""
NEXT_TO_NOTHING = 0.001
"""Of the Ante: partners who gain less have nothing to show each other."""


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
class Signal:
    """What partners show each other, and how much of the whole gain it brings."""

    numbers: tuple[Number, ...]
    captured: float
    """The share of what is gained by knowing every card…"""
    interval: Interval
    """…and in what it lies, with 99 in 100 certainty."""
    of_all: float = 1.0
    """What part of the gain at all decisions is made at the first one, of which the share is."""

    @property
    def words(self) -> str:
        """A sentence or two."""
        shown = [f"{each.shows}: the more, the {'more' if each.more_bets else 'less'} you bet" for each in self.numbers]
        low, high = self.interval.low, self.interval.high
        where = f" at the first decision, which is {self.of_all:.0%} of all" if self.of_all < 1 else ""
        share = f"{self.captured:.0%} ({low:.0%} to {high:.0%})"
        return f"Show {'; and '.join(shown)}. It brings {share} of the gain{where}."

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        share = {"captured": self.captured, "interval": self.interval.to_dict(), "first_decision": self.of_all}
        return {"numbers": [each.to_dict() for each in self.numbers], **share}


def best_signal(game: Game, sampled: Sampled) -> Signal | None:
    """The best of the signals that people can show; none where what it brings may be chance."""
    lesson = Lesson(game, sampled)
    whole = lesson.gains.max(axis=1)[lesson.tries]
    if not whole.any():
        return None
    chosen = _chosen(lesson)
    if not chosen:
        return None
    gained = lesson.played(list(chosen.values()), lesson.learns, lesson.tries)
    captured, reach = _share(gained, whole)
    if captured < WORTH_SHOWING or captured <= reach:
        return None
    towards = lesson.speaks_for_more(list(chosen.values()))
    numbers = tuple(Number(f"how many {name}", more) for name, more in zip(chosen, towards, strict=True))
    lies = Interval(max(captured - reach, 0.0), min(captured + reach, 1.0))
    of_all = min(float(lesson.gains.max(axis=1).mean()) / sampled.gain, 1.0) if len(game.streets) > 1 else 1.0
    return Signal(numbers, min(captured, 1.0), lies, of_all)


def _chosen(lesson: Lesson) -> dict[str, Whole]:
    """The numbers to show, by the hands that may teach."""
    every, learns = numbers_of(lesson.table), lesson.learns
    whole = float(lesson.gains.max(axis=1)[learns].mean())
    chosen: dict[str, Whole] = {}
    reached = 0.0
    while whole > 0 and len(chosen) < MOST_NUMBERS and reached < ENOUGH:
        tried = {
            name: float(lesson.played([*chosen.values(), number], learns, learns).mean()) / whole
            for name, number in every.items()
            if name not in chosen
        }
        most = max(tried.values(), default=0.0)
        if most < reached + WORTH_SHOWING:
            break
        best = next(name for name, share in tried.items() if share >= most - FORGIVEN)
        chosen[best], reached = every[best], tried[best]
    return chosen


def _share(gained: Values, whole: Values) -> tuple[float, float]:
    """What part one mean is of another, and how far that may be off; hands stand in the order of their strata."""
    share = float(gained.mean() / whole.mean())
    off = gained - share * whole
    pairs = (off[0 : len(off) // 2 * 2 : 2] - off[1::2][: len(off) // 2]) / 2
    return share, DEVIATIONS * sqrt(float((pairs**2).sum())) / len(pairs) / float(whole.mean())


def without_signal(adds: Interval) -> str:
    """Why no signal is told, by what the shared hands add."""
    if adds.high < NEXT_TO_NOTHING:
        return f"Nothing worth a signal: all cards of all partners add less than {NEXT_TO_NOTHING:.1%}."
    if adds.low <= 0:
        return "No signal: the sample does not tell what the shared hands add from chance."
    return "No signal that was tried brings a part of the gain that is told from chance."
