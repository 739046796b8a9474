"""What happened to the jackpots between two moments, read off the log: every figure is a sum of postings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.json import decode

from fairfelt.jackpot.book import METER
from fairfelt.ledger import RecordedEvent
from fairfelt.room.events.kinds import ADJUSTED, AWARDS_CONFIRMED, GAME_STARTED

Balances = Mapping[str, int]
"""Millionths by account, the name of the jackpot before a slash."""


@dataclass(frozen=True)
class Adjusted:
    """Money that two people moved by hand."""

    at_micros: int
    jackpot: str
    level: str
    reason: str
    amount_micros: int
    document: str
    by: tuple[str, ...]


@dataclass
class AtTable:
    """What a table saw."""

    jackpot: str
    rounds: int = 0
    wagers: int = 0
    wagered_micros: int = 0
    awards: int = 0
    awarded_micros: int = 0
    envy_micros: int = 0

    def add(self, other: AtTable) -> None:
        """What it saw later; the jackpot stays the first one."""
        self.rounds += other.rounds
        self.wagers += other.wagers
        self.wagered_micros += other.wagered_micros
        self.awards += other.awards
        self.awarded_micros += other.awarded_micros
        self.envy_micros += other.envy_micros


@dataclass
class Period:
    """The postings of a time, by jackpot and by what they were for."""

    begin: Balances = field(default_factory=dict)
    """What every account held before the first event."""
    moved: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Millionths by kind of event and account."""
    tables: dict[str, AtTable] = field(default_factory=dict)
    adjusted: list[Adjusted] = field(default_factory=list)
    events: int = 0

    def add(self, other: Period) -> None:
        """All of another one, which came after this."""
        self.moved.update(other.moved)
        for name, table in other.tables.items():
            self.tables.setdefault(name, AtTable(table.jackpot)).add(table)
        self.adjusted += other.adjusted
        self.events += other.events

    def through(self, account: str, *kinds: str) -> int:
        """What came into an account by these kinds of events, or by all."""
        return sum(
            micros for (kind, at), micros in self.moved.items() if at == account and (not kinds or kind in kinds)
        )

    def held_at_end(self, account: str) -> int:
        """What an account held after the last event."""
        return self.begin.get(account, 0) + self.through(account)

    def accounts(self, jackpot: str) -> list[str]:
        """The accounts of a jackpot that held or moved anything, without its name."""
        named = {*self.begin, *(account for _, account in self.moved)}
        return sorted(name.partition("/")[2] for name in named if name.partition("/")[0] == jackpot)

    def levels(self, jackpot: str) -> list[str]:
        """Its levels, by their meters."""
        starts = f"{METER}/"
        return [account.removeprefix(starts) for account in self.accounts(jackpot) if account.startswith(starts)]


def read_period(moved: Mapping[str, Balances], recorded: Iterable[RecordedEvent], events: int) -> Period:
    """So many events: what they moved by kind and account, and what those of the kinds say that a report asks for."""
    found = Period(events=events)
    for kind, accounts in moved.items():
        found.moved.update({(kind, account): micros for account, micros in accounts.items()})
    for event in recorded:
        _READ[event.kind](found, event, decode(event.body))
    return found


def period(within: Iterable[Period], since: Iterable[Period], balances: Balances) -> Period:
    """A time made of shorter ones, given all since and what the accounts hold after them.

    Going back from now costs as much as there was since, and not as much as there ever was.
    """
    found, begin = Period(), Counter(balances)
    for each in within:
        found.add(each)
    for each in (found, *since):
        for (_, account), micros in each.moved.items():
            begin[account] -= micros
    found.begin = {account: micros for account, micros in begin.items() if micros}
    return found


def _started(found: Period, event: RecordedEvent, body: Mapping[str, Any]) -> None:
    table = _table(found, event, body)
    table.rounds += 1
    table.wagers += len(body["bets"])
    table.wagered_micros += sum(micros for _, micros in body["bets"])


def _confirmed(found: Period, event: RecordedEvent, body: Mapping[str, Any]) -> None:
    table = _table(found, event, body)
    table.awards += len(body["awards"])
    table.awarded_micros += sum(award["amount_micros"] for award in body["awards"])
    table.envy_micros += sum(row["amount_micros"] for row in body["envy"])


def _adjusted(found: Period, event: RecordedEvent, body: Mapping[str, Any]) -> None:
    names = ("jackpot", "level", "reason", "amount_micros", "document")
    fields = {name: body[name] for name in names}
    found.adjusted.append(Adjusted(at_micros=event.at_micros, by=tuple(body["by"]), **fields))


def _table(found: Period, event: RecordedEvent, body: Mapping[str, Any]) -> AtTable:
    """The table an event belongs to; its jackpot is the one whose money moved."""
    jackpot = event.account.partition("/")[0] if event.account else ""
    return found.tables.setdefault(body["table"], AtTable(jackpot))


_READ = {GAME_STARTED: _started, AWARDS_CONFIRMED: _confirmed, ADJUSTED: _adjusted}
KINDS = tuple(_READ)
"""Of these a report reads what they say; of all others only what they moved."""
