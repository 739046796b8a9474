"""What happened on the log, sent to a casino's own systems as signed webhooks: in order, at least once.

How far each system has taken it is written down in a file: what was not taken is sent again, under the same number.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from fairfelt.ledger import Entry, LedgerError
from fairfelt.room import Floor
from fairfelt.room.events import EVENTS, NAMES, RoomEvent
from fairfelt.room.events.counts import BetsReported, TrayPaid, TrayPayVoided
from fairfelt.room.events.rounds import AwardPosted, AwardsConfirmed, BetsPlaced, ClaimsSet, GameEnded, GameStarted
from fairfelt.room.events.voids import AwardBackedOut
from fairfelt.room.hub.hub_events import RoomAwardConfirmed, RoomClaimsSet, RoomReported
from fairfelt.room.hub.room_events import AwardAsked, AwardHeldBack, HubHeard, SharesFrozen
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server.controller import Controller

from .webhook import NotDelivered, Webhook

AT_ONCE = 100
AGAIN_MICROS = 24 * 3_600 * 1_000_000
AT_LEAST = 5_000
"""A server that does not know how far a system is sends the last day again, and never fewer events than these.

The server before it may not have got so far. A system that was behind by more than minutes has an alarm on the log,
and is sent the day before that one too; the last events come however long no server was there.
"""
PAUSE_S = 1.0
LONGEST_RETRY_S = 300.0
_log = logging.getLogger(__name__)


class Topic(StrEnum):
    """Kinds of events that a system can subscribe to."""

    WINS = "wins"
    """Awards that were confirmed or backed out."""
    METERS = "meters"
    """What the meters of every jackpot stand at, when they have moved."""
    CHANGES = "changes"
    """Everything else but rounds: tables, people, terms, closings, alarms."""
    ROUNDS = "rounds"


_WINS = (AwardsConfirmed, AwardPosted, AwardBackedOut, TrayPaid, TrayPayVoided, RoomAwardConfirmed)
_ROUNDS = (
    BetsPlaced, BetsReported, GameStarted, ClaimsSet, GameEnded, RoomReported, RoomClaimsSet, HubHeard, SharesFrozen,
    AwardAsked, AwardHeldBack,
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class HookSettings:
    """Receivers, their topics, and the folder that records how far each has got."""

    webhooks: tuple[Webhook, ...]
    topics: frozenset[Topic]
    folder: Path
    meters_every_s: float = 5.0


def kinds_of(topics: Iterable[Topic]) -> frozenset[str]:
    """The tags of the events that belong to topics."""
    return frozenset(str(event.__struct_config__.tag) for event in EVENTS if _topic(event) in set(topics))


def _topic(event: type[RoomEvent]) -> Topic:
    return Topic.WINS if event in _WINS else Topic.ROUNDS if event in _ROUNDS else Topic.CHANGES


class EventHooks:
    """Sends to each system by itself: one that is away holds up nobody else."""

    def __init__(self, room: Controller, settings: HookSettings) -> None:
        self._room, self._settings = room, settings
        self._kinds = kinds_of(settings.topics)
        for webhook in settings.webhooks:
            self._not_taken(webhook, anew=True)

    async def run(self) -> None:
        """Send until the server stops."""
        work = [self._keep_sending(webhook) for webhook in self._settings.webhooks]
        if Topic.METERS in self._settings.topics:
            work += [self._keep_telling_meters(webhook) for webhook in self._settings.webhooks]
        await asyncio.gather(*work)

    async def _keep_sending(self, webhook: Webhook) -> None:
        wait_s = PAUSE_S
        while True:
            try:
                wait_s = 0.0 if await self.send_on(webhook) == AT_ONCE else PAUSE_S
                if wait_s:  # it has all of it: until then its alarm says from when on it may lack something
                    self._room.untaken.pop(webhook.system, None)
            except LedgerError:  # another server is the active one, or this one is not yet
                wait_s = PAUSE_S
                self._not_taken(webhook, anew=True)
            except NotDelivered as error:
                self._not_taken(webhook)
                wait_s = min(max(PAUSE_S, 2 * wait_s), LONGEST_RETRY_S)
                _log.warning("a webhook was not taken", extra={"why": str(error), "again_in_s": wait_s})
            await asyncio.sleep(wait_s)

    async def send_on(self, webhook: Webhook) -> int:
        """Send what is new to one system; gives how many. What is not taken stays new."""
        ledger, cursor = self._room.ledger, self.cursor(webhook)
        head, after = ledger.committed.head.number, cursor.read()
        if after is None:
            after = await self._begin(webhook, head)
            cursor.write(after)
        found = await asyncio.to_thread(ledger.entries, after=after, limit=AT_ONCE, kinds=self._kinds)
        for entry in found:
            body = event_message(entry)
            number = f"evt_{ledger.journal}_{entry.number}"
            await asyncio.to_thread(webhook.send, number, body)
            cursor.write(entry.number)
        if len(found) < AT_ONCE and head > (found[-1].number if found else after):
            cursor.write(head)
        return len(found)

    async def _begin(self, webhook: Webhook, head: int) -> int:
        """The event after which to begin if a system's progress is unknown."""
        room, system = self._room, webhook.system
        alarms = [
            one for one in room.floor.alarms.values() if (one.kind, one.about) == (AlarmKind.SYSTEM_SILENT, system)
        ]
        since_micros = min([room.settings.clock(), *(alarm.raised_micros for alarm in alarms)]) - AGAIN_MICROS
        first = await asyncio.to_thread(room.ledger.first_since, since_micros)
        after = max(0, min(first - 1, head - AT_LEAST))
        _log.warning("not known how far a system is: it is sent again", extra={"system": system, "after": after})
        return after

    def _not_taken(self, webhook: Webhook, *, anew: bool = False) -> None:
        """Remember since when a system takes nothing."""
        now_s, since_s = self._room.settings.seconds(), self._room.untaken
        since_s[webhook.system] = now_s if anew else since_s.get(webhook.system, now_s)

    def cursor(self, webhook: Webhook) -> Cursor:
        """How far a system is."""
        name = sha256(f"{self._room.ledger.journal} {webhook.url}".encode()).hexdigest()[:24]
        return Cursor(self._settings.folder / f"webhook-{name}.cursor")

    async def _keep_telling_meters(self, webhook: Webhook) -> None:
        sent: Any = None
        while True:
            await asyncio.sleep(self._settings.meters_every_s)
            try:
                committed = self._room.ledger.committed
                meters = meters_of(committed.state)
                if meters != sent:
                    number = f"meters_{self._room.ledger.journal}_{committed.head.number}"
                    at_s = self._room.settings.clock() // 1_000_000
                    data = {"event": committed.head.number, "jackpots": meters}
                    body = _message("meters", at_s, data)
                    await asyncio.to_thread(webhook.send, number, body)
                    sent = meters
            except (LedgerError, NotDelivered):
                continue  # the next one has all of it


def event_message(entry: Entry) -> bytes:
    """An event as it is sent."""
    data = {
        "number": entry.number, "hash": entry.hash, "at_micros": entry.at_micros, "device": entry.device,
        "kind": entry.kind, "event": json.loads(entry.body),
        "postings": [{"account": account, "amount_micros": micros} for account, micros in entry.postings],
    }  # fmt: skip
    kind = NAMES.get(entry.kind, entry.kind).replace(" ", "_")
    return _message(f"event.{kind}", entry.at_micros // 1_000_000, data)


def meters_of(floor: Floor) -> dict[str, dict[str, int]]:
    """What every level of every jackpot stands at, in millionths."""
    return {
        name: {level.name: jackpot.meter(level.name) for level in jackpot.terms.levels}
        for name, jackpot in floor.jackpots.items()
    }


def _message(kind: str, at_s: int, data: object) -> bytes:
    return json.dumps({"type": kind, "timestamp": at_s, "data": data}, ensure_ascii=False).encode()


@dataclass(frozen=True)
class Cursor:
    """The number of the last event that a system has taken, in a file."""

    file: Path

    def read(self) -> int | None:
        """The number; None where nothing was ever written."""
        try:
            return int(self.file.read_text())
        except (OSError, ValueError):
            return None

    def write(self, number: int) -> None:
        """Write it down in one step."""
        part = self.file.with_suffix(f".{os.getpid()}.part")
        part.write_text(str(number))
        part.chmod(0o600)
        part.replace(self.file)
