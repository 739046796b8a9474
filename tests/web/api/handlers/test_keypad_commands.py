"""What a keypad's commands are answered with over HTTP, also when its ledger takes none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairfelt.ledger import LedgerUnavailable
from tests.web.api.calling import UNIT, House, bets, problem

START = "/api/tables/T1/start"
JSON = {"content-type": "application/json"}


def body(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


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


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_is_answered_with_its_status_and_changes_nothing(house: House, name: str) -> None:
    path, more, sent, status = REQUESTS[name]
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 2))
    headers = {"authorization": f"Bearer {keypad.device.key}", **more}
    answers = [keypad.client.post(path, headers=headers, content=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [status, status]
    if status != 200:
        problem(answers[0], status)
    table = house.controller.floor.tables["T1"]
    assert (table.round, table.wagered_micros) == (1, 10 * UNIT)


def test_a_keypad_that_is_switched_off_is_refused_at_its_next_press(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 2))
    house.console("ida").do("/api/devices/keypad T1/switch", enabled=False)
    assert "is switched off" in problem(keypad.command("/api/tables/T1/end"), 403)["detail"]
    assert house.controller.floor.tables["T1"].phase == "playing"


def test_a_ledger_that_takes_nothing_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise LedgerUnavailable("too many commands are waiting already: try again in a moment")

    keypad = house.keypad("T1")
    with monkeypatch.context() as ledger:
        ledger.setattr("fairfelt.ledger.Ledger.submit_for", full)
        assert "try again in a moment" in problem(keypad.command(START, bets=bets(1, 2)), 503)["detail"]
    keypad.press("start", bets=bets(1, 2))
