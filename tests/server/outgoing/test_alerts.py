"""Alerts go out when something is wrong and when it is over, signed, and again until they are taken."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, cast

import pytest

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import Floor
from fairfelt.room.state.alarms import Alarm, AlarmKind
from fairfelt.runtime.configuration.settings import Alerts as AlertSettings
from fairfelt.server import RoomView, Status
from fairfelt.server.outgoing import (
    Alerts,
    BadSecret,
    Mail,
    NotDelivered,
    Webhook,
    read_secret,
    signature,
)

SECRET = b"0123456789abcdefghijklmn"


class Room:
    """As much of a room as is watched."""

    def __init__(self) -> None:
        self.status, self.reason = Status.ACTIVE, ""
        self.standing = Floor()

    @property
    def floor(self) -> Floor:
        if self.status is not Status.ACTIVE:
            raise LedgerUnavailable(self.reason)
        return self.standing

    def alarm(self, kind: AlarmKind, *, lasts: bool = True) -> None:
        self.standing = replace(self.standing, alarms={1: Alarm(kind, "T1", "it is so", 0, lasts)})


def alerts_of(room: Room, *receivers: Webhook, house: str = "Fairfelt") -> Alerts:
    return Alerts(cast(RoomView, room), receivers, house, lambda: 1_700_000_000_000_000)


@contextmanager
def taking(*statuses: int) -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """A server that answers with these statuses in turn, and what it was sent."""
    left, sent = list(statuses), list[tuple[dict[str, str], bytes]]()

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status = left.pop(0) if left else 200
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *arguments: Any) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Taker)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/taken", sent
    server.shutdown()
    thread.join()
    server.server_close()


def test_what_is_wrong_is_told_once_and_so_is_its_end() -> None:
    room = Room()
    alerts = alerts_of(room)
    assert list(alerts.news()) == []
    room.alarm(AlarmKind.DISK_FULL)
    assert [(alert.title, alert.says) for alert in alerts.news()] == [("disk nearly full (T1)", "it is so")]
    assert list(alerts.news()) == []
    room.status, room.reason = Status.FAILING, "the journal cannot be written"
    assert [alert.title for alert in alerts.news()] == ["server (failing)"], "what was told of the room stays told"
    room.status, room.standing = Status.ACTIVE, Floor()
    assert {alert.title for alert in alerts.news()} == {"Over: disk nearly full (T1)", "Over: server (failing)"}


def test_an_alarm_that_happened_once_is_over_when_somebody_has_looked() -> None:
    room = Room()
    alerts = alerts_of(room)
    room.alarm(AlarmKind.CARDS_LOCKED, lasts=False)
    assert len(list(alerts.news())) == 1
    room.standing = replace(room.standing, alarms={1: replace(room.standing.alarms[1], acknowledged_by=("eve",))})
    assert [alert.over for alert in alerts.news()] == [True]


def test_a_webhook_is_signed_and_sent_until_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.server.outgoing.FIRST_RETRY_S", 0.0)
    room = Room()
    with taking(500, 302, 200) as (url, sent):
        alerts = alerts_of(room, Webhook(url, SECRET), house="Example")
        room.alarm(AlarmKind.FLOOR_CLOSED)

        async def scene() -> None:
            alerts.look()
            await alerts.finish()

        asyncio.run(scene())
    assert len(sent) == 3
    assert {headers["webhook-id"] for headers, _ in sent} == {sent[0][0]["webhook-id"]}, "one number, however often"
    headers, body = sent[-1]
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300, "of this try, or whoever verifies refuses it"
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = base64.b64encode(hmac.digest(SECRET, signed, "sha256")).decode()
    assert headers["webhook-signature"] == f"v1,{right}"
    told = json.loads(body)
    assert told["type"] == "alarm.raised"
    assert told["data"]["house"] == "Example"
    assert told["data"]["alarm"] == "floor is closed"
    assert told["data"]["runbook"] == "runbook.md#floor-is-closed"


def test_the_signature_is_that_of_the_convention() -> None:
    """The example that the convention's own libraries are tested with."""
    secret = read_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'
    assert signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == (
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )
    for wrong in ("whsec_abc", "whsec_!!!!", "whsec_AAAA"):
        with pytest.raises(BadSecret):
            read_secret(wrong)


def test_what_nobody_takes_is_said_without_the_secret() -> None:
    with pytest.raises(NotDelivered, match="cannot be reached") as told:
        Webhook("http://somebody:word@127.0.0.1:1/hooks/token", SECRET).send("msg_1", b"{}")
    assert str(told.value).startswith("127.0.0.1:1 cannot be reached"), "nor what an address may hold"
    assert SECRET.decode() not in str(told.value) + repr(Webhook("http://x", SECRET))


def test_mail_goes_to_everybody_who_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a date and a number of its own, mail is taken for junk, or refused."""
    sent: list[Any] = []
    headers: dict[str, str] = {}

    class Server:
        def __init__(self, host: str, port: int, **_: object) -> None:
            sent.append((host, port))

        def __enter__(self) -> Server:
            return self

        def __exit__(self, *_: object) -> None: ...
        def starttls(self, **_: object) -> None:
            sent.append("starttls")

        def login(self, user: str, password: str) -> None:
            sent.append(("login", user))

        def send_message(self, message: Any) -> None:
            sent.append((message["Subject"], message["To"], message.get_content()))
            headers.update(message)

    monkeypatch.setattr("smtplib.SMTP", Server)
    named = AlertSettings(
        smtp_host="mail.example", smtp_user="room", mail_from="room@x.example", mail_to=("a@x", "b@x")
    )
    mail = Mail(named, "open sesame")
    mail.send("Example: floor closed", "no game starts")
    assert sent == [
        ("mail.example", 587), "starttls", ("login", "room"), ("Example: floor closed", "a@x, b@x", "no game starts\n"),
    ]  # fmt: skip
    assert "open sesame" not in repr(mail)
    assert abs(parsedate_to_datetime(headers["Date"]).timestamp() - time.time()) < 300
    assert headers["Message-ID"].endswith("@x.example>")
    assert headers["Auto-Submitted"] == "auto-generated"
