"""The pit: its keys, its tables as the room itself describes them, its hours, and what all its people share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from typing import Annotated, Any
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from fairfelt import games
from fairfelt.law import moment
from fairfelt.room import Controls, Progressive, Role

from .agenda import Agenda
from .habits import BadFile, Habits, read_toml
from .tally import Tally


class Badge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's card with its PIN."""

    card: str
    pin: str
    role: Role


class RoomKeys(msgspec.Struct, forbid_unknown_fields=True):
    """Keys to play in a room: of its console, its keypads and table controllers; and cards."""

    console: str
    keypads: Annotated[Sequence[str], Meta(min_length=1)]
    cards: Annotated[Sequence[Badge], Meta(min_length=1)]
    controllers: Sequence[str] = ()


def read_keys(text: str, count: int | None = None) -> RoomKeys:
    """The keys in a TOML text written by the room's operator, for `count` keypads or all."""
    keys = read_toml(text, RoomKeys)
    if keys.cards[0].role is not Role.EXECUTIVE:
        raise BadFile("the first card must be an executive's: with it the twin finds its way about the room")
    if count is not None and count > len(keys.keypads):
        raise BadFile(f"there are keys of {len(keys.keypads)} keypads, and {count} tables are wanted")
    return RoomKeys(keys.console, keys.keypads[:count], keys.cards, keys.controllers)


def check_url(url: str) -> str:
    """The address of a server, without a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadFile(f"{url!r} is no address of a server: give one such as http://127.0.0.1:8000")
    return url.rstrip("/")


@dataclass(frozen=True, kw_only=True, eq=False)
class PitTable(Progressive):
    """One table as the floor has it."""

    name: str
    link: str
    controls: Controls
    seats: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> PitTable:
        """A table from a row of the floor."""
        game = games.find(row["game"], row["variant"])
        return cls(
            game=game,
            wager=row["wager"],
            paytable=game.paytable(row["wager"], row["paytable"]),
            name=row["table"],
            link=row["link"],
            controls=Controls(row["controls"]),
            seats=row["seats"],
        )

    @property
    def path(self) -> str:
        """The path of its presses."""
        return f"/api/tables/{quote(self.name, safe='')}"


@dataclass(frozen=True)
class Hours:
    """Opening hours of the pit by the clock of its place, over midnight or not."""

    opens: int
    closes: int
    zone: ZoneInfo

    def hour(self, now_micros: int) -> int:
        """The hour of the day."""
        return moment(now_micros, self.zone).hour

    def closed_s(self, now_micros: int) -> float:
        """Seconds until it opens; 0 while it is open."""
        hour = self.hour(now_micros)
        over_midnight = self.opens >= self.closes
        is_open = (hour >= self.opens or hour < self.closes) if over_midnight else self.opens <= hour < self.closes
        return 0.0 if is_open else self._until(now_micros, self.opens)

    def midnight_s(self, now_micros: int) -> float:
        """Seconds until the next day."""
        return self._until(now_micros, 0)

    def _until(self, now_micros: int, hour: int) -> float:
        now = moment(now_micros, self.zone)
        due = datetime.combine(now.date(), time(hour), self.zone)
        if due <= now:
            due = datetime.combine(now.date() + timedelta(1), time(hour), self.zone)
        return due.timestamp() - now.timestamp()


@dataclass
class Pit:
    """State that all share: the address of the room, habits, time, and counts."""

    url: str
    seed: int
    habits: Habits
    agenda: Agenda
    hours: Hours
    tally: Tally = field(default_factory=Tally)

    def chance(self, name: str) -> Random:
        """A separate random source for each name, so that a change in one place changes one place."""
        return Random(f"{self.seed} {name}")
