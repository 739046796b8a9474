"""The floor as it stands: jackpots, links, tables, people, cards, devices. A value; events make the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fairfelt.jackpot import Jackpot

from .people import Card, Device, Person
from .table import Table


@dataclass(frozen=True)
class Link:
    """The tables that feed and win one jackpot, in one licensed location."""

    jackpot: str
    location: str


@dataclass(frozen=True)
class Floor:
    """Everything the room knows."""

    jackpots: Mapping[str, Jackpot] = field(default_factory=dict)
    links: Mapping[str, Link] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    awards: int = 0
    """How many awards were confirmed; win pages are numbered by it."""

    def having(self, place: str, name: str, value: object) -> Floor:
        """The floor with one thing new or changed."""
        changed: dict[str, Any] = {place: {**getattr(self, place), name: value}}
        return replace(self, **changed)

    def jackpot_of(self, table: Table) -> tuple[str, Jackpot]:
        """The jackpot a table feeds, with its name."""
        name = self.links[table.link].jackpot
        return name, self.jackpots[name]

    def balances(self) -> dict[str, int]:
        """Every account of every jackpot."""
        return {
            f"{name}/{account}": amount
            for name, jackpot in self.jackpots.items()
            for account, amount in jackpot.book.balances.items()
            if amount
        }

    def meters(self, jackpot: str) -> dict[str, int]:
        """What the displays of a jackpot show."""
        found = self.jackpots[jackpot]
        return {level.name: found.meter(level.name) for level in found.terms.levels}


def prize_dict(prize: Any) -> dict[str, Any]:
    """A prize as plain data."""
    return {
        "seat": prize.win.seat,
        "hand": prize.win.hand,
        "level": prize.win.level,
        "share": str(prize.win.share),
        "amount_micros": prize.amount_micros,
        "meter_before_micros": prize.meter_before_micros,
        "meter_after_micros": prize.meter_after_micros,
        "reseed_micros": prize.reseed_micros,
    }
