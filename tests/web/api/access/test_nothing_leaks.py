"""Nothing secret leaves the server, and nobody is told what is for others: in answers, streams and logs."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from re import escape, search

import pytest

from fairfelt.room import DeviceKind, Role
from tests.web.api.access.secrets_kept import Secrets
from tests.web.api.calling import PEOPLE, QUADS, Caller, House, asked, bets, company, pin_of
from tests.web.api.document.golden import BY_CALL, COMPANIES, DEVICES

KNOWN = {
    "table": "T1",
    "link": "pit",
    "jackpot": "mega",
    "number": "1",
    "copy": "1",
    "paper": "compliance",
    "sha256": "0" * 64,
}
LOOKING = [
    endpoint.path.format(**{name: KNOWN[name] for name in endpoint.parameters})
    for endpoint in BY_CALL.values()
    if endpoint.method == "GET" and endpoint.media != "text/event-stream" and endpoint.path != "/api/openapi.json"
]
PERSONAL = [*(f"card {person}" for person in PEOPLE), *(f'"{person}"' for person in PEOPLE)]
MACHINES = ["key_sha256", "secret", *(name for name in DEVICES.values() if name != "display")]
MONEY = ["reserve", "revenue", "overflow", "seeds", "wagered"]


@pytest.fixture
def busy(house: House) -> House:
    """A room in which everything has happened that there is to tell of."""
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 2))
    keypad.press("hand", seat=1, hand=QUADS)
    keypad.signed_in("sue", "dan").press("confirm")
    house.console("ann").do("/api/wins/1/copies")
    return house


def told(house: House, caller: Caller) -> list[str]:
    """All that somebody is told who looks everywhere."""

    async def looked() -> list[str]:
        answers = [await asked(house.client.app, "GET", path, caller.headers) for path in LOOKING]
        return [f"{answer.text} {dict(answer.headers)}" for answer in answers]

    return house.run(looked)


@pytest.mark.parametrize("kind", DeviceKind)
def test_no_secret_in_any_answer(busy: House, kind: DeviceKind) -> None:
    secrets, device = Secrets(busy), busy.device(DEVICES[kind])
    for roles in COMPANIES[:7]:
        tokens = secrets.open(company(roles), device.name)
        for text in told(busy, Caller(busy.client, device, (tokens,) if tokens else ())):
            assert not secrets.seen_in(text)


@pytest.mark.parametrize(
    ("device", "roles", "hidden"),
    [
        ("display", (), [*PERSONAL, *MACHINES, *MONEY, "Sue"]),
        ("keypad T1", (), [*PERSONAL, "key_sha256", "secret", *MONEY, "Sue", "console 1"]),
        ("console 1", (), [*PERSONAL, "key_sha256", "secret", *MONEY, "Sue"]),
        ("console 1", (Role.DEALER,), [*PERSONAL, "key_sha256", "secret", "Sue", "keypad T1"]),
        ("console 1", (Role.SUPERVISOR,), [*PERSONAL, "key_sha256", "secret", "keypad T1"]),
    ],
)
def test_nobody_is_told_what_is_for_others(
    busy: House, device: str, roles: tuple[Role, ...], hidden: list[str]
) -> None:
    everything = " ".join(told(busy, busy.at(device, *company(roles))))
    assert len(everything) > 1_000
    # A name is a word of its own: a random key may spell it.
    assert [word for word in hidden if search(r"\bSue\b" if word == "Sue" else escape(word), everything)] == []


def test_no_secret_in_the_journal(busy: House) -> None:
    """The log holds digests only, and so does the file it lies in, but for the hashes kept beside it."""
    secrets = Secrets(busy, [*busy.console("eve", "sue").tokens])
    events = busy.console("ray").get("/api/events", limit=1000).text
    assert not secrets.seen_in(events)
    for path in Path(busy.controller.settings.address).parent.iterdir():
        assert set(secrets.seen_in(path.read_bytes().decode("latin-1"))) <= {"$argon2"}


def everything_logged(records: list[logging.LogRecord]) -> str:
    """Records with all that is attached to them."""
    return "\n".join(f"{record.getMessage()} {record.__dict__}" for record in records)


def test_no_secret_in_the_logs(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Also not what was typed into the wrong place."""
    caplog.set_level(logging.DEBUG)
    keypad = house.keypad("T1", "sue")
    secrets = Secrets(house, list(keypad.tokens))
    keypad.press("start", bets=bets(1))
    json_type = {**keypad.headers, "Content-Type": "application/json"}
    pin = pin_of("sue")
    for body in (
        json.dumps({"card": "card sue", "pin": int(pin)}),
        json.dumps({"card": "card sue", "pin": [pin]}),
        json.dumps({"card": "card sue", "pin": pin, "more": pin}),
        json.dumps({"card": "card dan", "pin": pin}),
        f'{{"card": "card sue", "pin": "{pin}"',
        pin,
    ):
        house.client.post("/api/sessions", content=body, headers=json_type)
    house.client.get("/api/floor", headers={"Authorization": keypad.device.key})
    house.client.get("/api/floor", headers={"Authorization": f"Bearer {keypad.device.key} "})
    house.client.get("/api/floor", headers={**keypad.headers, "Fairfelt-Session": f"{keypad.tokens[0]}x"})
    house.client.post("/api/pins", json={"pin": f"{pin}x"}, headers=keypad.headers)
    house.client.post("/api/pins", json={"pin": "909192"}, headers=keypad.headers)
    logged = everything_logged(caplog.records)
    assert "refused" in logged
    assert [*secrets.seen_in(logged), *(["909192"] if "909192" in logged else [])] == []
