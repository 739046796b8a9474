"""When the pit is open, by the clock of the place where it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from fairfelt.law import moment


@dataclass(frozen=True)
class Hours:
    """From one hour to another, over midnight or not."""

    opens: int
    closes: int
    zone: ZoneInfo

    def hour(self, now_micros: int) -> int:
        """The hour of the day."""
        return moment(now_micros, self.zone).hour

    def closed_s(self, now_micros: int) -> float:
        """How long it stays closed; 0 while it is open."""
        hour = self.hour(now_micros)
        over_midnight = self.opens >= self.closes
        is_open = (hour >= self.opens or hour < self.closes) if over_midnight else self.opens <= hour < self.closes
        return 0.0 if is_open else self._until(now_micros, self.opens)

    def midnight_s(self, now_micros: int) -> float:
        """Until the next day."""
        return self._until(now_micros, 0)

    def _until(self, now_micros: int, hour: int) -> float:
        now = moment(now_micros, self.zone)
        due = datetime.combine(now.date(), time(hour), self.zone)
        if due <= now:
            due = datetime.combine(now.date() + timedelta(1), time(hour), self.zone)
        return due.timestamp() - now.timestamp()
