"""How far a learner has come: calls right by skill, how long they took, and the level that makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from .skills import Skill

WEAK_PERCENT = 75
"""No skill may lie below this, once it was asked often enough…"""
OFTEN = 5
"""…which is so many times."""
LONGEST_S = 60.0
"""A longer pause is a break, and counts as this."""


class Score(NamedTuple):
    """Calls that were right, of those that were asked, and the seconds they took."""

    right: int = 0
    asked: int = 0
    seconds: float = 0.0

    @property
    def percent(self) -> int:
        """Of a hundred so many right."""
        return 100 * self.right // self.asked if self.asked else 0

    @property
    def pace_s(self) -> float:
        """Seconds for each call."""
        return self.seconds / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Level:
    """What a level asks for."""

    name: str
    calls: int
    percent: int
    pace_s: int
    """Seconds for each call at most; 0 where time does not count."""


LEVELS = (
    Level("Trainee", 0, 0, 0),
    Level("Break-in dealer", 40, 80, 0),
    Level("Dealer", 120, 90, 12),
    Level("Dual-rate dealer", 300, 95, 8),
)
CERTIFIED = LEVELS[2]
"""The first level with a certificate."""


def total_of(scores: Mapping[Skill, Score]) -> Score:
    """All skills together."""
    parts = scores.values()
    return Score(sum(s.right for s in parts), sum(s.asked for s in parts), sum(s.seconds for s in parts))


def weak_skills(scores: Mapping[Skill, Score]) -> tuple[Skill, ...]:
    """Those that hold a learner back."""
    return tuple(
        skill for skill, (right, asked, _) in scores.items() if asked >= OFTEN and 100 * right < WEAK_PERCENT * asked
    )


def level_of(scores: Mapping[Skill, Score]) -> Level:
    """The highest level whose every demand is met."""
    total, weak = total_of(scores), weak_skills(scores)
    met = [level for level in LEVELS[1:] if not weak and _is_met(level, total)]
    return met[-1] if met else LEVELS[0]


def next_level(level: Level) -> Level | None:
    """The one above."""
    above = LEVELS[LEVELS.index(level) + 1 :]
    return above[0] if above else None


def _is_met(level: Level, total: Score) -> bool:
    right = Fraction(total.right, total.asked or 1)
    in_time = not level.pace_s or total.seconds <= level.pace_s * total.asked
    return total.asked >= level.calls and 100 * right >= level.percent and in_time
