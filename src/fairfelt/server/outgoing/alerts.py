"""Alerts: every alarm of the room goes out when it is raised and when it is over, and so does a server that fails."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from uuid import uuid4

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room.state.alarms import LASTING
from fairfelt.server.room_view import RoomView, Status

from .mail import Mail
from .webhook import NotDelivered, Webhook

LOOK_EVERY_S = 2.0
FIRST_RETRY_S, LONGEST_RETRY_S = 2.0, 300.0
SERVER = "server"
_WELL = (Status.ACTIVE, Status.STANDBY, Status.REPLICA, Status.STARTING, Status.OPENING, Status.STOPPED)
_log = logging.getLogger(__name__)
About = tuple[str, str]
"""What kind of thing is wrong, and with what."""


@dataclass(frozen=True, kw_only=True)
class AlertSettings:
    """Who is alerted."""

    webhooks: tuple[Webhook, ...] = ()
    mail: Mail | None = None
    house: str = "Fairfelt"
    """How messages begin."""


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
        """The alert in a few words."""
        name = f"{self.kind} ({self.about})" if self.about else self.kind
        return f"Over: {name}" if self.over else name


class Alerts:
    """Compares what is wrong with what was reported, and sends the difference. What is not taken is sent again."""

    def __init__(self, room: RoomView, settings: AlertSettings, clock: Callable[[], int]) -> None:
        self._room, self._settings, self._clock = room, settings, clock
        self._sent: dict[About, str] = {}
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look again and again."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self) -> None:
        """Look once; messages go out behind."""
        for alert in self.news():
            for _, send in ways_of(self._settings, alert):
                task = asyncio.get_running_loop().create_task(_until_taken(send))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def finish(self) -> None:
        """Wait for what is being sent."""
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


def ways_of(settings: AlertSettings, alert: Alert) -> Iterator[tuple[str, Callable[[], None]]]:
    """Every way to send an alert, by its name."""
    for webhook in settings.webhooks:
        yield webhook.url, _by_webhook(webhook, alert, settings.house)
    if mail := settings.mail:
        yield mail.host, _by_mail(mail, alert, settings.house)


def _by_webhook(webhook: Webhook, alert: Alert, house: str) -> Callable[[], None]:
    number = f"msg_{uuid4().hex}"
    data = {"house": house, "alarm": alert.kind, "about": alert.about, "says": alert.says, "over": alert.over}
    kind = "alarm.over" if alert.over else "alarm.raised"
    body = json.dumps({"type": kind, "timestamp": alert.at_s, "data": data}, ensure_ascii=False).encode()
    return lambda: webhook.send(number, body)


def _by_mail(mail: Mail, alert: Alert, house: str) -> Callable[[], None]:
    end = "It is over." if alert.over else "The office has it on the page Alarms."
    return lambda: mail.send(f"{house}: {alert.title}", f"{alert.says}\n\n{end}\n")


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
