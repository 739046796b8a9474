"""A keypad's command that goes straight to the ledger is answered to the byte as one that has a task of its own."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from fairfelt.ledger import LedgerUnavailable
from tests.web.api.calling import UNIT, House, asked, bets

START = "/api/tables/T1/start"
JSON = {"content-type": "application/json"}


def body(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def without_number(said: bytes) -> dict[str, Any]:
    """What was said; each refusal is an event of its own."""
    told: dict[str, Any] = json.loads(said)
    return told if "state" in told else {**told, "number": 0}


async def both_ways(house: House, path: str, headers: dict[str, str], sent: bytes) -> None:
    """Send the same twice, and see the same come back."""
    app: Any = house.client.app
    scope = {
        "type": "http", "scheme": "http", "method": "POST", "path": path, "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "client": ("10.0.0.1", 1),
    }  # fmt: skip
    answered: asyncio.Future[tuple[bytes, bytes]] = asyncio.get_running_loop().create_future()
    app.direct_for(scope)(sent, lambda head, said: answered.set_result((head, said)))
    head, said = await answered
    other = await asked(app, "POST", path, headers, sent)
    assert without_number(said) == without_number(other.content)
    status, *rows = head.decode().strip().split("\r\n")
    assert status.split(" ")[1] == str(other.status_code)
    given = {tuple(row.split(": ", 1)) for row in rows}
    assert given == {row for row in other.headers.items() if row[0] != "content-length"}


AGAIN = body(sequence=1, bets=bets(1, 2))
REQUESTS: dict[str, tuple[str, dict[str, str], bytes, int]] = {
    "sent again": (START, JSON, AGAIN, 200),
    "another body": (START, JSON, body(sequence=1, bets=bets(3)), 409),
    "a gap": (START, JSON, body(sequence=7), 409),
    "not JSON": (START, JSON, b"{", 400),
    "not of that type": (START, {"content-type": "text/plain"}, AGAIN, 415),
    "a field too many": (START, JSON, body(sequence=2, colour="red"), 400),
    "an amount in words": (START, JSON, body(sequence=2, bets=[{"seat": 1, "amount_micros": "five"}]), 400),
    "another table": ("/api/tables/T2/start", JSON, AGAIN, 403),
    "no key": (START, {**JSON, "authorization": ""}, AGAIN, 401),
    "a wrong key": (START, {**JSON, "authorization": "Bearer nobody's"}, AGAIN, 401),
    "nobody signed in": ("/api/tables/T1/confirm", JSON, body(sequence=2), 401),
    "a session that ended": (START, {**JSON, "fairfelt-session": "none"}, AGAIN, 401),
}


def test_answers_do_not_depend_on_the_way(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 2))
    for name, (path, more, sent, status) in REQUESTS.items():
        headers = {"authorization": f"Bearer {keypad.device.key}", **more}
        house.run(both_ways, house, path, headers, sent)
        assert keypad.client.post(path, headers=headers, content=sent).status_code == status, name


def test_a_command_that_goes_straight_is_carried_out_and_counted(house: House) -> None:
    keypad, app = house.keypad("T1"), house.client.app
    found = list[bytes]()

    async def send(part: str, **fields: Any) -> None:
        key = f"Bearer {keypad.device.key}".encode()
        scope = {
            "type": "http", "scheme": "https", "method": "POST", "path": f"/api/tables/T1/{part}", "query_string": b"",
            "headers": [(b"content-type", b"application/json"), (b"authorization", key)], "client": None,
        }  # fmt: skip
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        app.direct_for(scope)(body(**fields), lambda head, said: answered.set_result(head + said))  # type: ignore[attr-defined]
        found.append(await answered)

    house.run(lambda: send("start", sequence=1, bets=bets(1, 4)))
    house.run(lambda: send("end", sequence=2))
    assert all(answer.startswith(b"HTTP/1.1 200 OK\r\n") and b"strict-transport-security" in answer for answer in found)
    table = house.controller.floor.tables["T1"]
    assert (table.round, table.wagered_micros) == (1, 10 * UNIT)
    metrics = keypad.client.get("/metrics").text
    assert 'fairfelt_requests_total{endpoint="end_game",status="200"} 1.0' in metrics


def test_who_was_known_a_moment_ago_is_asked_for_again(house: House) -> None:
    """A head is read once; whether its device may ask is looked at every time."""
    keypad, app = house.keypad("T1"), house.client.app
    key = f"Bearer {keypad.device.key}".encode()
    scope = {
        "type": "http", "scheme": "http", "method": "POST", "path": START, "query_string": b"", "client": None,
        "headers": [(b"content-type", b"application/json"), (b"authorization", key)],
    }  # fmt: skip
    direct = app.direct_for(scope)  # type: ignore[attr-defined]

    async def send() -> bytes:
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        direct(AGAIN, lambda head, said: answered.set_result(head + said))
        return await answered

    assert house.run(send).startswith(b"HTTP/1.1 200 ")
    house.console("ida").do("/api/devices/keypad T1/switch", enabled=False)
    refused = house.run(send)
    assert refused.startswith(b"HTTP/1.1 403 ") and b"is switched off" in refused


def test_who_cannot_be_answered_keeps_nobody_from_an_answer(house: House) -> None:
    """All answers of a group go out in one go."""
    keypads, app = [house.keypad(table) for table in ("T1", "T2")], house.client.app
    gone, answered = list[bytes](), list[bytes]()

    async def send() -> None:
        done = asyncio.Event()

        def hang_up(head: bytes, said: bytes) -> None:
            gone.append(said)
            raise RuntimeError("the handler is closed")

        def take(head: bytes, said: bytes) -> None:
            answered.append(said)
            done.set()

        for keypad, table, sender in zip(keypads, ("T1", "T2"), (hang_up, take), strict=True):
            scope = {
                "type": "http", "scheme": "http", "method": "POST", "path": f"/api/tables/{table}/start",
                "query_string": b"", "client": None, "headers": [
                    (b"content-type", b"application/json"), (b"authorization", f"Bearer {keypad.device.key}".encode()),
                ],
            }  # fmt: skip
            app.direct_for(scope)(AGAIN, sender)  # type: ignore[attr-defined]
        await asyncio.wait_for(done.wait(), 20)

    house.run(send)
    assert (len(gone), len(answered)) == (1, 1)


def test_a_ledger_that_takes_nothing_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LedgerUnavailable("100,000 commands are waiting already: try again in a moment")

    keypad = house.keypad("T1")
    monkeypatch.setattr("fairfelt.ledger.writer.Writer.submit", full)
    headers = {**JSON, "authorization": f"Bearer {keypad.device.key}"}
    house.run(both_ways, house, START, headers, AGAIN)
    assert keypad.client.post(START, headers=headers, content=AGAIN).status_code == 503
