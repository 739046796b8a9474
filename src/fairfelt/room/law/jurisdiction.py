"""Under which law the room stands: the profile, whether it binds, and the day that has begun."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from fairfelt.law import GamingDays, Law, Mode, profile, time_zone

LABORATORY = "laboratory"


@dataclass(frozen=True)
class Jurisdiction:
    """What two people have set, and the day the server has told. A room that was told nothing is a laboratory."""

    profile: str = LABORATORY
    mode: Mode = Mode.ADVISE
    zone: str = "UTC"
    """The time zone in which a day begins."""
    location_class: str = ""
    """What the license calls the place, for its papers."""
    day: date | None = None
    location: str = ""
    """The licensed location as the license names it; empty where nobody has said."""
    day_begins_hour: int = 0
    """The hour in that zone at which a gaming day begins."""

    @property
    def days(self) -> GamingDays:
        """Which day a moment belongs to."""
        return GamingDays(time_zone(self.zone), self.day_begins_hour)

    @property
    def is_set(self) -> bool:
        """Whether anybody has chosen a law; only then does the server tell the days."""
        return self != Jurisdiction()

    @property
    def law(self) -> Law | None:
        """The rules of this day; nothing before a day has begun. Only commands ask: a replay never does."""
        return _law(self.profile, self.day) if self.day else None

    def today(self, now_micros: int) -> date:
        """The room's day; before any was told, the gaming day that a moment belongs to."""
        return self.day or self.days.day_of(now_micros)

    def law_at(self, now_micros: int) -> Law:
        """The rules of the room's day; before any was told, of the gaming day that a moment belongs to."""
        return _law(self.profile, self.today(now_micros))


@lru_cache(maxsize=64)
def _law(name: str, on: date) -> Law:
    return profile(name).on(on)
