"""Messages that the server sends by itself: alerts to people, and events to a casino's own systems."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import logging
import smtplib
import ssl
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import StrEnum
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from fairfelt.ledger import Entry, LedgerError, LedgerUnavailable
from fairfelt.room import Floor
from fairfelt.room.commands.felt import BetsReported, TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import (
    AwardAsked,
    AwardPosted,
    AwardsConfirmed,
    ClaimsSet,
    GameStarted,
)
from fairfelt.room.commands.rounds import EndGame, PlaceBets
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.event import RoomEvent
from fairfelt.room.hub.hub_events import RoomAwardConfirmed, RoomClaimsSet, RoomReported
from fairfelt.room.hub.room import AwardHeldBack, HubHeard, SharesFrozen
from fairfelt.room.registry import EVENTS, NAMES
from fairfelt.room.state.alarms import LASTING, AlarmKind
from fairfelt.runtime.configuration.kept_files import write_whole
from fairfelt.runtime.configuration.settings import Alerts as AlertSettings
from fairfelt.runtime.http_client import HttpClient, NoAnswer
from fairfelt.server.controller import Controller
from fairfelt.server.room_view import RoomView, Status
from fairfelt.server.watching.runbook import Section, runbook

# Webhooks by the Standard Webhooks convention: JSON that is signed, numbered and sent until it is taken.


WEBHOOK_PATIENCE_S = 10.0
PREFIX = "whsec_"
LEAST_SECRET_BYTES, MOST_SECRET_BYTES = 24, 64


class NotDelivered(Exception):  # noqa: N818  (it reads as what happened)
    """A message was not taken, for the reason given."""


class BadSecret(ValueError):  # noqa: N818  (it reads as what it is)
    """A secret that no signature can be made with."""


def read_secret(text: str) -> bytes:
    """The secret that both ends share, as people hand it on: whsec_ and base64."""
    try:
        found = base64.b64decode(text.strip().removeprefix(PREFIX), validate=True)
    except ValueError as error:
        raise BadSecret(f"the secret of a webhook is {PREFIX} and base64") from error
    if not LEAST_SECRET_BYTES <= len(found) <= MOST_SECRET_BYTES:
        raise BadSecret(f"the secret of a webhook has {LEAST_SECRET_BYTES} to {MOST_SECRET_BYTES} bytes")
    return found


def signature(secret: bytes, number: str, at_s: int, body: bytes) -> str:
    """The webhook-signature header."""
    signed = hmac.digest(secret, f"{number}.{at_s}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"


@dataclass(frozen=True)
class Webhook:
    """Somewhere that takes what is sent, and the secret that it checks signatures with."""

    url: str
    secret: bytes = field(repr=False)

    @property
    def system(self) -> str:
        """The machine that takes it; the rest of an address may hold a secret."""
        return self.url.partition("://")[2].partition("/")[0].rpartition("@")[2]

    def send(self, number: str, body: bytes) -> None:
        """Send once, off the event loop; NotDelivered says why it was not taken.

        The time is that of this try: a verifier refuses what was signed minutes ago.
        """
        at_s = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Fairfelt",
            "webhook-id": number,
            "webhook-timestamp": str(at_s),
            "webhook-signature": signature(self.secret, number, at_s, body),
        }
        try:
            answer = self._http.ask("POST", self.url, body, headers)
        except NoAnswer as error:
            raise NotDelivered(f"{self.system} cannot be reached: {error}") from error
        if not 200 <= answer.status < 300:
            raise NotDelivered(f"{self.system} answered {answer.status}")

    @cached_property
    def _http(self) -> HttpClient:
        return HttpClient(timeout_s=WEBHOOK_PATIENCE_S)


# Mail by SMTP, encrypted by default.


PATIENCE_S = 20.0


@dataclass(frozen=True)
class Mail:
    """A mail server, and from whom to whom."""

    settings: AlertSettings
    password: str = field(default="", repr=False)

    def send(self, subject: str, text: str) -> None:
        """Send once, off the event loop; NotDelivered says why it was not taken."""
        message, sender = EmailMessage(), self.settings.mail_from
        message["Subject"], message["From"], message["To"] = subject, sender, ", ".join(self.settings.mail_to)
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> "))
        message["Auto-Submitted"] = "auto-generated"  # nobody's vacation notice answers it
        message.set_content(text)
        try:
            with self._connected() as server:
                if self.settings.smtp_security == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if self.settings.smtp_user:
                    server.login(self.settings.smtp_user, self.password)
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"mail by {self.settings.smtp_host} failed: {type(error).__name__}") from error

    def _connected(self) -> smtplib.SMTP:
        address = self.settings.smtp_host, self.settings.smtp_port
        if self.settings.smtp_security == "tls":
            return smtplib.SMTP_SSL(*address, timeout=PATIENCE_S, context=ssl.create_default_context())
        return smtplib.SMTP(*address, timeout=PATIENCE_S)


# Alerts: every alarm of the room goes out when it is raised and when it is over, and so does a server that fails.


LOOK_EVERY_S = 2.0
FIRST_RETRY_S, LONGEST_RETRY_S = 2.0, 300.0
SERVER = "server"
_WELL = (Status.ACTIVE, Status.STANDBY, Status.REPLICA, Status.STARTING, Status.OPENING, Status.STOPPED)
_log = logging.getLogger(__name__)
About = tuple[str, str]
"""A kind of trouble and its subject."""


@dataclass(frozen=True)
class Alert:
    """One message."""

    kind: str
    about: str
    says: str
    over: bool
    at_s: int

    @property
    def title(self) -> str:
        name = f"{self.kind} ({self.about})" if self.about else self.kind
        return f"Over: {name}" if self.over else name

    @property
    def section(self) -> Section:
        """What to do about it."""
        return runbook()[f"{self.kind} {self.about}" if self.kind == SERVER else self.kind]


class Alerts:
    """Compares what is wrong with what was reported, and sends the difference. What is not taken is sent again."""

    def __init__(
        self, room: RoomView, receivers: Sequence[Webhook | Mail], house: str, clock: Callable[[], int]
    ) -> None:
        """`house` is what messages call the room."""
        self._room, self._receivers, self._house, self._clock = room, receivers, house, clock
        self._sent: dict[About, str] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self) -> list[Alert]:
        """Look once for what was not sent yet; messages go out behind."""
        news = list(self.news())
        for alert in news:
            for receiver in self._receivers:
                send = message_to(receiver, alert, self._house)
                task = asyncio.get_running_loop().create_task(_until_taken(send))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)
        return news

    async def finish(self) -> None:
        await asyncio.gather(*self._sending)

    def news(self) -> Iterator[Alert]:
        """Alerts that were not sent yet."""
        now_s = self._clock() // 1_000_000
        wrong = dict(self._wrong())
        for about, says in wrong.items():
            if about not in self._sent:
                yield Alert(*about, says, False, now_s)
        for about, says in self._sent.items():
            if about not in wrong:
                yield Alert(*about, says, True, now_s)
        self._sent = wrong

    def _wrong(self) -> Iterator[tuple[About, str]]:
        status = self._room.status
        if status not in _WELL:
            yield (SERVER, status.value), self._room.reason
            yield from self._sent_of_room().items()  # nobody can say that it is over
            return
        try:
            floor = self._room.floor
        except LedgerUnavailable:
            yield from self._sent_of_room().items()
            return
        for alarm in floor.alarms.values():
            if alarm.lasts or (alarm.kind not in LASTING and not alarm.acknowledged_by):
                yield (alarm.kind.value, alarm.about), alarm.says

    def _sent_of_room(self) -> Mapping[About, str]:
        return {about: says for about, says in self._sent.items() if about[0] != SERVER}


def message_to(receiver: Webhook | Mail, alert: Alert, house: str) -> Callable[[], None]:
    """Sends an alert to a receiver, under the same number each time."""
    if isinstance(receiver, Mail):
        end = (
            "It is over."
            if alert.over
            else f"First look: {alert.section.look}\nMend: {alert.section.mend}\nCall: {alert.section.call}"
        )
        return partial(receiver.send, f"{house}: {alert.title}", f"{alert.says}\n\n{end}\n")
    data = {"house": house, "alarm": alert.kind, "about": alert.about, "says": alert.says, "over": alert.over}
    data["runbook"] = f"runbook.md#{alert.section.section}"
    body = _message("alarm.over" if alert.over else "alarm.raised", alert.at_s, data)
    return partial(receiver.send, f"msg_{uuid4().hex}", body)


async def _until_taken(send: Callable[[], None]) -> None:
    wait_s = FIRST_RETRY_S
    while True:
        try:
            await asyncio.to_thread(send)
            return
        except NotDelivered as error:
            _log.warning("an alert was not taken", extra={"why": str(error), "again_in_s": wait_s})
        await asyncio.sleep(wait_s)
        wait_s = min(2 * wait_s, LONGEST_RETRY_S)


# What happened on the log, sent to a casino's own systems as signed webhooks: in order, at least once.
#
# How far each system has taken it is written down in a file: what was not taken is sent again, under the same number.


AT_ONCE = 100
AGAIN_MICROS = 24 * 3_600 * 1_000_000
AT_LEAST = 5_000
"""A server that does not know how far a system is sends the last day again, and never fewer events than these.

The server before it may not have got so far. A system that was behind by more than minutes has an alarm on the log,
and is sent the day before that one too; the last events come however long no server was there.
"""
PAUSE_S = 1.0
METERS_EVERY_S = 5.0


class Topic(StrEnum):
    """Kinds of events that a system can subscribe to."""

    WINS = "wins"
    """Awards that were confirmed or backed out."""
    METERS = "meters"
    """The meters of every jackpot, when they have moved."""
    CHANGES = "changes"
    """Everything else but rounds: tables, people, terms, closings, alarms."""
    ROUNDS = "rounds"


_WINS = (AwardsConfirmed, AwardPosted, AwardBackedOut, TrayPaid, TrayPayVoided, RoomAwardConfirmed)
_ROUNDS = (
    PlaceBets.recorded, BetsReported, GameStarted, ClaimsSet, EndGame.recorded, RoomReported, RoomClaimsSet, HubHeard,
    SharesFrozen, AwardAsked, AwardHeldBack,
)  # fmt: skip


def kinds_of(topics: Iterable[Topic]) -> frozenset[str]:
    """The tags of the events that belong to topics."""
    return frozenset(str(event.__struct_config__.tag) for event in EVENTS if _topic(event) in set(topics))


def _topic(event: type[RoomEvent]) -> Topic:
    return Topic.WINS if event in _WINS else Topic.ROUNDS if event in _ROUNDS else Topic.CHANGES


class EventHooks:
    """Sends to each system by itself: one that is away holds up nobody else."""

    def __init__(
        self, room: Controller, webhooks: Sequence[Webhook], topics: Collection[Topic], folder: Path,
        meters_every_s: float = METERS_EVERY_S,
    ) -> None:  # fmt: skip
        """The folder holds how far each system has got."""
        self._room, self._webhooks, self._topics, self._folder = room, webhooks, topics, folder
        self._meters_every_s = meters_every_s
        self._kinds = kinds_of(topics)
        for webhook in webhooks:
            self._not_taken(webhook, anew=True)

    async def run(self) -> None:
        work = [self._keep_sending(webhook) for webhook in self._webhooks]
        if Topic.METERS in self._topics:
            work += [self._keep_telling_meters(webhook) for webhook in self._webhooks]
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
        head = ledger.committed.head.number
        try:
            after = int(cursor.read_text())
        except (OSError, ValueError):
            after = await self._begin(webhook, head)
            write_whole(cursor, str(after).encode())
        found = await asyncio.to_thread(ledger.entries, after=after, limit=AT_ONCE, kinds=self._kinds)
        for entry in found:
            body = event_message(entry)
            number = f"evt_{ledger.journal}_{entry.number}"
            await asyncio.to_thread(webhook.send, number, body)
            write_whole(cursor, str(entry.number).encode())
        if len(found) < AT_ONCE and head > (found[-1].number if found else after):
            write_whole(cursor, str(head).encode())
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

    def cursor(self, webhook: Webhook) -> Path:
        """The file with the number of the last event that a system has taken."""
        name = sha256(f"{self._room.ledger.journal} {webhook.url}".encode()).hexdigest()[:24]
        return self._folder / f"webhook-{name}.cursor"

    async def _keep_telling_meters(self, webhook: Webhook) -> None:
        sent: Any = None
        while True:
            await asyncio.sleep(self._meters_every_s)
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
    data = {
        "number": entry.number, "hash": entry.hash, "at_micros": entry.at_micros, "device": entry.device,
        "kind": entry.kind, "event": json.loads(entry.body),
        "postings": [{"account": account, "amount_micros": micros} for account, micros in entry.postings],
    }  # fmt: skip
    kind = NAMES.get(entry.kind, entry.kind).replace(" ", "_")
    return _message(f"event.{kind}", entry.at_micros // 1_000_000, data)


def meters_of(floor: Floor) -> dict[str, dict[str, int]]:
    """The meter of every level of every jackpot, in millionths."""
    return {
        name: {level.name: jackpot.meter(level.name) for level in jackpot.terms.levels}
        for name, jackpot in floor.jackpots.items()
    }


def _message(kind: str, at_s: int, data: object) -> bytes:
    return json.dumps({"type": kind, "timestamp": at_s, "data": data}, ensure_ascii=False).encode()
