"""Rules with dates, profiles, verdicts, deadlines."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct, convert, to_builtins

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.rules import UnknownName

__all__ = [
    "DISCLAIMER", "NO_LAW", "Certainty", "Change", "Deadline", "DeadlineState", "Difference", "Finding", "Findings",
    "GamingDays", "Keeping", "Law", "LawError", "Layer", "Mode", "Profile", "Retention", "Rule", "Timer", "Verdict",
    "difference", "hours_after", "keeping", "micros_at", "moment", "profile", "profile_names", "time_zone", "verdict",
]  # fmt: skip

# Deadlines that rules set: something to be done by a moment, or to be kept until one.


class DeadlineState(StrEnum):
    """The state of a deadline."""

    RUNNING = "running"
    OVERDUE = "overdue"
    DONE = "done"
    DONE_LATE = "done late"


@dataclass(frozen=True)
class Deadline:
    """Something to be done by a moment."""

    what: str
    by: datetime
    cited: str
    """The rule that sets it."""
    done_at: datetime | None = None

    def state(self, now: datetime) -> DeadlineState:
        """The state at a moment; done or checked at the exact moment is still in time."""
        if self.done_at is not None:
            return DeadlineState.DONE if self.done_at <= self.by else DeadlineState.DONE_LATE
        return DeadlineState.RUNNING if now <= self.by else DeadlineState.OVERDUE


@dataclass(frozen=True)
class Retention:
    """Something to be kept until a moment."""

    what: str
    until: datetime
    cited: str


# A rule of law as data: what it says, where it stands, from when until when, and how sure we are of it.


Parameter = int | bool | str | list[str]


class Certainty(StrEnum):
    """The certainty with which a rule is known here."""

    QUOTED = "quoted"
    """Some of its own words were read."""
    PARAPHRASED = "paraphrased"
    """The text was read and is paraphrased."""
    SECONDARY = "secondary"
    """A secondary source about it was read."""
    RECALLED = "recalled"
    """From general knowledge; verify it before you rely on it."""


class Layer(StrEnum):
    """Whose rule it is, in order of precedence."""

    LAW = "law"
    MAKER = "maker"
    HOUSE = "house"
    PRACTICE = "practice"
    """Custom elsewhere: advice, never a stop."""

    @property
    def rank(self) -> int:
        """0 for the layer that goes first."""
        return list(Layer).index(self)

    @property
    def words(self) -> str:
        """Whose rules these are, as a page says it."""
        return _OWNERS[self]


_OWNERS = {
    Layer.LAW: "law",
    Layer.MAKER: "the manufacturer’s rules",
    Layer.HOUSE: "house rules",
    Layer.PRACTICE: "custom",
}


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"since": "from", "until": "to"}):
    """One rule in one wording."""

    id: str
    title: str
    citation: str
    certainty: Certainty
    layer: Layer
    since: date | None = None
    """The first day in force; None if it is not known, or always."""
    until: date | None = None
    """The first day no longer in force."""
    says: str
    parameters: Mapping[str, Parameter] = {}
    note: str = ""

    @property
    def binds(self) -> bool:
        """Whether a breach can stop anything."""
        return self.layer is not Layer.PRACTICE

    @property
    def cited(self) -> str:
        """The citation, and that it was not read where it was not."""
        unread = {Certainty.SECONDARY: ", from a secondary source", Certainty.RECALLED: ", recalled and not confirmed"}
        return self.citation + unread.get(self.certainty, "")

    def in_force(self, on: date) -> bool:
        return (self.since is None or self.since <= on) and (self.until is None or on < self.until)

    def number(self, name: str) -> int:
        value = self.parameters[name]
        assert isinstance(value, int) and not isinstance(value, bool), f"{self.id}: {name} is no whole number"
        return value

    def flag(self, name: str) -> bool:
        value = self.parameters[name]
        assert isinstance(value, bool), f"{self.id}: {name} is neither true nor false"
        return value

    def text(self, name: str) -> str:
        value = self.parameters[name]
        assert isinstance(value, str), f"{self.id}: {name} is no word"
        return value

    def names(self, name: str) -> tuple[str, ...]:
        value = self.parameters[name]
        assert isinstance(value, list), f"{self.id}: {name} is no list"
        return tuple(value)

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = to_builtins(self, builtin_types=(date,))
        return plain


# A jurisdiction profile: all rules it ever had, and those in force on a day.


class LawError(ValueError):
    """A question the law as it is known here cannot answer, or data that contradict themselves."""


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A jurisdiction with its dated rules."""

    name: str
    title: str
    summary: str
    rules: tuple[Rule, ...] = ()
    earliest: date | None = None
    """The first day about which enough is known to answer."""

    def __post_init__(self) -> None:
        for one, other in combinations(self.rules, 2):
            begins = max(one.since or date.min, other.since or date.min)
            if one.id == other.id and begins < min(one.until or date.max, other.until or date.max):
                raise LawError(f"{self.name}: two wordings of {one.id} are in force at the same time")
        for rule in self.rules:
            if rule.since and rule.until and rule.since >= rule.until:
                raise LawError(f"{self.name}: {rule.id} ends on {rule.until}, before it begins on {rule.since}")

    def on(self, day: date) -> Law:
        if self.earliest and day < self.earliest:
            raise LawError(f"{self.name} is known from {self.earliest} on, not for {day}; ask for a later day")
        return Law(self, day, tuple(rule for rule in self.rules if rule.in_force(day)))


@dataclass(frozen=True)
class Law:
    """The rules in force in one jurisdiction on one day."""

    profile: Profile
    on: date
    rules: tuple[Rule, ...]

    def find(self, id_: str) -> Rule | None:
        """The rule of that name, if there is one that day."""
        return next((rule for rule in self.rules if rule.id == id_), None)

    def with_rules(self, *rules: Rule) -> Law:
        """The law of the day with additional rules of the house."""
        return replace(self, rules=(*self.rules, *rules))

    def to_dict(self) -> dict[str, Any]:
        return {
            "profile": self.profile.name,
            "title": self.profile.title,
            "on": self.on,
            "rules": [rule.to_dict() for rule in self.rules],
            "disclaimer": DISCLAIMER,
        }


NO_LAW = Law(Profile(name="", title="", summary=""), date.min, ())
"""No rule is in force: of this law nothing is ever found."""
DISCLAIMER = (
    "This is no legal advice. Rules are told in our words, some from secondary sources or from memory, as each of them "
    "says; regulators and courts go by the original texts."
)


# What changed in the law between two days.


@dataclass(frozen=True)
class Change:
    """One rule before and after; None where it was not yet or is no longer."""

    before: Rule | None
    after: Rule | None

    @property
    def rule(self) -> Rule:
        """The rule as it is now, or as it was last."""
        known = self.after or self.before
        assert known, "a change has a rule before or after"
        return known

    @property
    def parameters(self) -> Mapping[str, tuple[Parameter | None, Parameter | None]]:
        """The parameters that changed, with their old and new values."""
        old = self.before.parameters if self.before else {}
        new = self.after.parameters if self.after else {}
        names = dict.fromkeys((*old, *new))
        return {name: (old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)}

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.rule.id,
            "before": self.before and self.before.to_dict(),
            "after": self.after and self.after.to_dict(),
            "parameters": {name: list(pair) for name, pair in self.parameters.items()},
        }


@dataclass(frozen=True)
class Difference:
    """All changes of a profile between two days."""

    profile: Profile
    first: date
    second: date
    changes: tuple[Change, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "profile": self.profile.name,
            "from": self.first,
            "to": self.second,
            "changes": [change.to_dict() for change in self.changes],
            "disclaimer": DISCLAIMER,
        }


def difference(profile: Profile, first: date, second: date) -> Difference:
    """Rules that came, went or changed their wording from the first day to the second."""
    old = {rule.id: rule for rule in profile.on(first).rules}
    new = {rule.id: rule for rule in profile.on(second).rules}
    pairs = ((old.get(id_), new.get(id_)) for id_ in dict.fromkeys((*old, *new)))
    return Difference(profile, first, second, tuple(Change(*pair) for pair in pairs if pair[0] != pair[1]))


# Reads the profiles and letters that come with the program: text files that a person can check against the law.


DATA = files("fairfelt.law") / "data"


@cache
def profile(name: str) -> Profile:
    if name not in profile_names():
        raise UnknownName("profile", name, profile_names())
    row = data_file("profiles", name)
    included = [rule for part in row.get("includes", ()) for rule in data_file("shared", part)["rules"]]
    return convert({**row, "rules": [*row.get("rules", ()), *included]}, Profile)


def profile_names() -> tuple[str, ...]:
    listed = (file.name for file in (DATA / "profiles").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in listed if name.endswith(".toml")))


def data_file(folder: str, name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / folder / f"{name}.toml").read_text("utf-8"))


# How long records are kept: the years that a rule asks for, counted back from a day.


@dataclass(frozen=True)
class Keeping:
    """A rule on records, and what it asks for on a day."""

    rule: Rule
    on: date

    @property
    def years(self) -> int:
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
    """The rule of a day on records; None where there is none."""
    rule = law.find("records.kept")
    return Keeping(rule, law.on) if rule else None


def years_after(day: date, years: int) -> date:
    """The same date some years later; a leap day becomes the first of March, so that nothing is deleted too early."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


# Gaming days: from a moment on the log to the day that it belongs to where the room is, and back.
#
# A day begins at an hour of the room's wall clock. Where the clocks change it has 23 or 25 hours, and every moment
# still belongs to exactly one day.


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def time_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise LawError(f"there is no time zone {name!r}: write it such as America/Los_Angeles") from error


def moment(at_micros: int, zone: ZoneInfo) -> datetime:
    """A moment of the log by the clock on the wall."""
    return (_EPOCH + timedelta(microseconds=at_micros)).astimezone(zone)


def hours_after(when: datetime, hours: int) -> datetime:
    """The moment after `hours` elapsed hours, in local time: also across a clock change."""
    return (when.astimezone(UTC) + timedelta(hours=hours)).astimezone(when.tzinfo)


def micros_at(when: datetime) -> int:
    """A moment as the log writes it."""
    return (when - _EPOCH) // timedelta(microseconds=1)


@dataclass(frozen=True)
class GamingDays:
    """The days of a room. All pages, papers and records ask here which day a moment belongs to."""

    zone: ZoneInfo
    begins_hour: int = 0
    """The hour on the wall at which a day begins."""

    def begin_micros(self, on: date) -> int:
        """The begin of a day; where clocks skip its hour, the moment they do; where they repeat it, the first time."""
        return micros_at(datetime.combine(on, time(self.begins_hour), self.zone))

    def day_of(self, at_micros: int) -> date:
        """The gaming day that a moment belongs to; before the hour it is still the day before."""
        on = moment(at_micros, self.zone).date()
        return on if self.begin_micros(on) <= at_micros else on - timedelta(1)

    def end_micros(self, on: date) -> int:
        """The end of a day, which is the begin of the next."""
        return self.begin_micros(on + timedelta(1))

    def __str__(self) -> str:
        return f"from {self.begins_hour:02}:00, {self.zone}"


# How long something may take, or has to be kept: hours that run from one step of a procedure, perhaps to another.


class Timer(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule's hours, before the moment they run from is known."""

    what: str
    hours: int
    cited: str
    """The rule that sets them."""
    after: str = ""
    """The step they run from; empty for the win itself."""
    ends: str = ""
    """The step that has to be done by then; empty where something has to be kept."""

    def running(self, won_at: datetime, done_at: Mapping[str, datetime]) -> Deadline | Retention | None:
        """The deadline or retention once it runs."""
        begins = done_at.get(self.after) if self.after else won_at
        if begins is None:
            return None
        at = hours_after(begins, self.hours)
        if self.ends:
            return Deadline(self.what, at, self.cited, done_at.get(self.ends))
        return Retention(self.what, at, self.cited)


# What the law says to something the room wants to do: findings that cite their rule, and whether they stop it.


class Mode(StrEnum):
    """What findings do."""

    ENFORCE = "enforce"
    """An act that breaks a binding rule does not happen."""
    ADVISE = "advise"
    """Everything happens; findings are shown as notices."""


@dataclass(frozen=True)
class Finding:
    """One thing that is not as a rule wants it."""

    rule: Rule
    text: str

    @property
    def sentence(self) -> str:
        """The fault, with the rule that says so."""
        return f"{self.text} ({self.rule.cited})"

    def to_dict(self) -> dict[str, Any]:
        rule = self.rule
        return {"rule": rule.id, "citation": rule.cited, **as_plain(rule, "layer", "binds"), "text": self.text}


Findings = tuple[Finding, ...]


@dataclass(frozen=True)
class Verdict:
    """Whether something may happen, and what there is to say about it."""

    mode: Mode
    findings: Findings = ()

    @property
    def stops(self) -> Findings:
        """The findings for which it may not happen."""
        return tuple(f for f in self.findings if f.rule.binds) if self.mode is Mode.ENFORCE else ()

    @property
    def allowed(self) -> bool:
        return not self.stops

    @property
    def notices(self) -> Findings:
        """The findings that are shown and stop nothing."""
        return tuple(f for f in self.findings if f not in self.stops)

    @property
    def decided_by(self) -> Layer | None:
        """Whose rules decided that it may not happen; None if it may."""
        return next((finding.rule.layer for finding in self.stops), None)


def verdict(mode: Mode, *checks: Iterable[Finding]) -> Verdict:
    """All findings of several checks, weighed by the mode; whose rules go first comes first."""
    found = (finding for check in checks for finding in check)
    return Verdict(mode, tuple(sorted(found, key=lambda finding: finding.rule.layer.rank)))
