"""How long records are kept: the years that a rule asks for, counted back from a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from .profile import Law
from .rule import Rule


@dataclass(frozen=True)
class Keeping:
    """A rule on records, and what it asks for on a day."""

    rule: Rule
    on: date

    @property
    def years(self) -> int:
        """How many years records are kept."""
        return self.rule.number("keep_years")

    @property
    def since(self) -> date:
        """The first day whose records must still be kept."""
        day = years_after(self.on, -self.years)
        before = day - timedelta(1)
        return day if self.may_go(before) else before

    def until(self, recorded: date) -> date:
        """The day until which a record of a day is kept, that day included."""
        return years_after(recorded, self.years)

    def may_go(self, recorded: date) -> bool:
        """Whether a record of a day is old enough to go."""
        return self.on > self.until(recorded)


def keeping(law: Law) -> Keeping | None:
    """What the law of a day says of records; nothing where no rule does."""
    rule = law.find("records.kept")
    return Keeping(rule, law.on) if rule else None


def years_after(day: date, years: int) -> date:
    """The same date some years later; a leap day becomes the first of March, so that nothing is deleted too early."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
