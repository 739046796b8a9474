"""The API and the room agree on roles: neither lets somebody through whom the other would stop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from calling import QUADS, TERMS, UNIT, Device, bets, company, reopened
from golden import BY_CALL, COMPANIES, DEVICES, lines

from fairfelt.ledger import Command
from fairfelt.room import DeviceKind, Floor, Room
from fairfelt.web.api.call import Call
from fairfelt.web.api.endpoint import Endpoint

DIGEST = "0" * 64
OTHER = "1" * 64
ADJUSTMENT = {"level": "Mega", "reason": "over limit", "amount_micros": UNIT, "document": "memo"}
BODIES: Mapping[str, Mapping[str, Any]] = {
    "place_bets": {"bets": bets(1)},
    "start_game": {"bets": bets(1)},
    "press_hand": {"seat": 1, "hand": QUADS},
    "turn_key": {"to_jph": True},
    "open_jackpot": {"jackpot": "new", "terms": TERMS},
    "make_link": {"link": "new", "jackpot": "mega", "location": "Tacoma"},
    "set_up_table": {
        "table": "new", "link": "pit", "game": "flushes-gone-wild", "paytable": "ML01",
        "wager": "Multi-Game Link Progressive",
    },
    "close_table": {"reason": "torn felt"},
    "enrol_device": {"device": "new", "kind": "console", "key_sha256": DIGEST},
    "switch_device": {"enabled": False},
    "renew_key": {"key_sha256": DIGEST},
    "add_person": {"person": "new", "name": "New", "role": "dealer"},
    "issue_card": {"card": "new", "person": "sue", "secret": DIGEST},
    "withdraw_card": {"reason": "lost"},
    "change_pin": {"secret": DIGEST},
    "adjust": ADJUSTMENT,
    "change_terms": {"terms": TERMS, "why": "memo"},
    "retire_jackpot": {"into": "spare", "level": "Mega", "document": "memo"},
    "close_floor": {"reason": "water"},
    "open_floor": {"reason": "dry"},
    "approve_software": {"digest": OTHER, "document": "letter"},
}  # fmt: skip
"""What every command needs to be carried out on the floor below, beside its number."""
AT: Mapping[str, Mapping[str, str]] = {
    "place_bets": {"table": "T1"},
    "start_game": {"table": "T1"},
    "close_table": {"table": "T1"},
    "press_hand": {"table": "T2"},
    "end_game": {"table": "T4"},
    "turn_key": {"table": "T2"},
    "confirm": {"table": "T3"},
    "open_table": {"table": "T5"},
}
PATH = {"jackpot": "spare2", "device": "display", "number": "1"}


class Sent(Exception):  # noqa: N818
    """What a handler would ask the room for."""

    def __init__(self, kind: str, body: Mapping[str, Any]) -> None:
        super().__init__(kind)
        self.kind, self.body = kind, body


async def captured(device: str, sequence: int, kind: str, body: Mapping[str, Any]) -> None:
    raise Sent(kind, body)


@pytest.fixture(scope="module")
def floor(plan: tuple[Path, dict[str, Device]], tmp_path_factory: pytest.TempPathFactory) -> Floor:
    """A floor on which every command of the API could be carried out by somebody."""
    folder = copytree(plan[0], tmp_path_factory.mktemp("floor") / "room")
    with reopened(folder, plan[1]) as house:
        eve = house.console("eve")
        for name in ("spare", "spare2"):
            eve.do("/api/jackpots", jackpot=name, terms=TERMS)
        for table in ("T3", "T4", "T5"):
            eve.do("/api/tables", **{**BODIES["set_up_table"], "table": table})
            house.enrol(eve, f"keypad {table}", "keypad", table=table)
        for table, people in (("T2", []), ("T3", ["sue"]), ("T3", [])):
            keypad = house.keypad(table, *people)
            keypad.press("start", bets=bets(1))
            keypad.press("hand", seat=1, hand=QUADS)
            if people:
                keypad.press("confirm")
                keypad.press("end")
        house.keypad("T4").press("start", bets=bets(1))
        eve.do("/api/tables/T5/closing", reason="torn felt")
        return house.controller.floor


async def wanted(endpoint: Endpoint, people: list[str]) -> Sent:
    """What the handler sends to the room for these people."""
    path = {"card": f"card {people[0] if people and endpoint.name == 'change_pin' else 'dot'}", **PATH}
    pins = SimpleNamespace(known=lambda _: True)
    body = {"sequence": 1, **BODIES.get(endpoint.name, {})}
    assert endpoint.takes
    call = Call(
        controller=SimpleNamespace(ask=captured, pins=pins),  # type: ignore[arg-type]
        metrics=None,  # type: ignore[arg-type]
        path={**path, **AT.get(endpoint.name, {})},
        body=msgspec.convert(body, endpoint.takes),
        query=None,
        sessions=tuple(SimpleNamespace(card=f"card {name}") for name in people),  # type: ignore[misc]
    )
    try:
        await endpoint.handler(call)
    except Sent as sent:
        return sent
    raise AssertionError(f"{endpoint.name} asked the room for nothing")


def on(floor: Floor, endpoint: Endpoint) -> Floor:
    """The floor as some commands need it."""
    if endpoint.name == "open_floor":
        return replace(floor, closings=("water",))
    return replace(floor, found=OTHER) if endpoint.name == "approve_software" else floor


COMMANDS = [call for call, endpoint in BY_CALL.items() if endpoint.command]


@pytest.mark.parametrize("call", COMMANDS)
def test_the_room_accepts_whom_the_api_lets_through_and_nobody_else(floor: Floor, call: str) -> None:
    endpoint, line = BY_CALL[call], lines()[call]
    (kind,) = line.at
    for roles in COMPANIES:
        sent = asyncio.run(wanted(endpoint, company(roles)))
        device = f"keypad {sent.body['table']}" if kind == "keypad" else DEVICES[DeviceKind(kind)]
        decision = Room().decide(on(floor, endpoint), Command(device, 1, sent.kind, sent.body, 0))
        reason = str(decision.answer.get("reason", ""))
        assert not decision.refused or reason.startswith(("this takes", "the PIN of card")), (roles, reason)
        assert decision.refused != line.allows(kind, roles), (roles, reason)
