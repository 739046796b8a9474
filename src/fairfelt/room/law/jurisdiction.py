"""The law the room stands under: the profile, whether it binds, the day that has begun, and the verdict on a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from msgspec import Struct

from fairfelt.law import Finding, GamingDays, Law, Layer, Mode, profile, time_zone
from fairfelt.rules import format_moment

LABORATORY = "laboratory"


@dataclass(frozen=True)
class Jurisdiction:
    """The jurisdiction that two people have set, and the server's day. A room without settings is a laboratory."""

    profile: str = LABORATORY
    mode: Mode = Mode.ADVISE
    zone: str = "UTC"
    """The time zone in which a day begins."""
    location_class: str = ""
    """The license's class of the place, for its papers."""
    day: date | None = None
    location: str = ""
    """The licensed location as the license names it; empty if not set."""
    day_begins_hour: int = 0
    """The hour in that zone at which a gaming day begins."""

    @property
    def days(self) -> GamingDays:
        """The gaming days: which day a moment belongs to."""
        return GamingDays(time_zone(self.zone), self.day_begins_hour)

    @property
    def is_set(self) -> bool:
        """Whether a law was chosen; only then does the server announce the days."""
        return self != Jurisdiction()

    @property
    def binds(self) -> str:
        """The profile whose rules stop what breaks them; empty while none does."""
        return self.profile if self.mode is Mode.ENFORCE and self.profile != LABORATORY else ""

    @property
    def law(self) -> Law | None:
        """The rules of this day; nothing before a day has begun. Only commands ask: a replay never does."""
        return _law(self.profile, self.day) if self.day else None

    def today(self, now_micros: int) -> date:
        """The room's day; before the first was announced, the gaming day of a moment."""
        return self.day or self.days.day_of(now_micros)

    def law_at(self, now_micros: int) -> Law:
        """The rules of the room's day; before the first was announced, of the gaming day of a moment."""
        return _law(self.profile, self.today(now_micros))


@dataclass(frozen=True)
class Lapse:
    """A time in which rules that had bound before did not: on every paper of its days, whatever was set later."""

    profile: str
    """The profile of these rules."""
    from_micros: int
    by: tuple[str, ...]
    """The people who switched them off."""
    document: str
    to_micros: int = 0
    """The time from which the same rules bound again; 0 while they do not."""
    ended_by: tuple[str, ...] = ()
    followed_by: str = ""
    """The profile that was enforced in its place; empty where none was."""

    def overlaps(self, from_micros: int, to_micros: int) -> bool:
        return self.from_micros < to_micros and (not self.to_micros or self.to_micros > from_micros)

    def words(self, zone: str) -> str:
        """The sentence for papers."""
        if self.followed_by:
            since, by = format_moment(self.from_micros, zone), " and ".join(self.by)
            back = f"; {self.profile} again from {format_moment(self.to_micros, zone)}" if self.to_micros else ""
            instead = f"{self.followed_by} is enforced in place of {self.profile} from {since} on"
            return f"{instead}, by {by} with {self.document}{back}"
        end = f"to {format_moment(self.to_micros, zone)}" if self.to_micros else "and is still off"
        switched = f"switched off by {' and '.join(self.by)} with {self.document}"
        on = f", on again by {' and '.join(self.ended_by)}" if self.ended_by else ""
        return (
            f"enforcement of {self.profile} was off from {format_moment(self.from_micros, zone)} {end}; {switched}{on}"
        )


@lru_cache(maxsize=64)
def _law(name: str, on: date) -> Law:
    return profile(name).on(on)


class Remark(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence, whose rule is behind it, and whether it can stop anything."""

    sentence: str
    layer: Layer
    binds: bool

    @classmethod
    def of(cls, finding: Finding) -> Remark:
        return cls(finding.sentence, finding.rule.layer, finding.rule.binds)


class LawVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict as it was recorded."""

    notices: tuple[str, ...] = ()
    """Sentences that are shown and stop nothing."""
    stops: tuple[str, ...] = ()
    """Why no game may start; none if one may. What goes first in law comes first."""
    most_micros: int | None = None
    """The largest lawful progressive bet, where rules bind."""
    most_says: str = ""
    """The rule that sets this limit."""
    most_by: Layer | None = None
    """Whose rule sets this limit."""
    decided_by: Layer | None = None
    """Whose rules decided that no game may start: law before the maker's before those of the house."""

    @property
    def stop(self) -> str:
        """The verdict in one line; empty if a game may start."""
        return "; ".join(self.stops)


NO_VERDICT = LawVerdict()
