"""Displays: states of a link pushed to them, and asked for by number."""

from __future__ import annotations

import json
import re

import pytest

from fairfelt.room import DeviceKind
from fairfelt.server import room_view
from fairfelt.web.api.endpoints import ENDPOINTS
from tests.web.api.calling import ROYAL, Caller, House, bets, problem
from tests.web.api.screen import listening

STREAM = "/api/links/pit/stream"


def test_two_displays_are_told_of_a_change(house: House) -> None:
    keypad = house.keypad("T1")
    second = house.enrol(house.console("eve", "ida"), "display 2", "display", link="pit")
    with listening(house, house.at("display"), STREAM) as one, listening(house, second, STREAM) as two:
        for screen in (one, two):
            status, headers = screen.start()
            assert status == 200
            assert headers["content-type"].startswith("text/event-stream")
            assert headers["cache-control"] == "no-store"
            assert screen.state()["levels"][0]["amount_micros"] == 10_000_000_000
        keypad.press("start", bets=bets(1))
        keypad.press("hand", seat=1, hand=ROYAL)
        amount = {"amount_micros": 10_000_750_000, "locked": False}
        waiting = {"table": "T1", "seat": 1, "hand": ROYAL, "level": "Mega", **amount}
        seen = [screen.state_with(pending=[waiting]) for screen in (one, two)]
        assert seen[0] == seen[1]
        keypad.signed_in("eve", "sue").press("confirm")
        for screen in (one, two):
            shown = screen.state_with(pending=[])
            assert shown["last_win"]["new_amount_micros"] == shown["levels"][0]["amount_micros"]
            assert shown == house.at("display").get("/api/links/pit").json()


def test_what_is_streamed_is_what_is_asked_for(house: House) -> None:
    with listening(house, house.at("display"), STREAM) as screen:
        assert screen.state() == house.at("display").get("/api/links/pit").json()


def test_asking_by_number_gives_nothing_when_nothing_is_newer(house: House) -> None:
    display = house.at("display")
    known = display.get("/api/links/pit").json()["sequence"]
    for after in (known, known + 1, 2**63 - 1):
        answer = display.get("/api/links/pit", after=after)
        assert (answer.status_code, answer.content) == (204, b"")
    house.keypad("T1").press("start", bets=bets(1))
    newer = display.get("/api/links/pit", after=known).json()
    assert newer["sequence"] > known
    assert newer["tables"][0]["phase"] == "playing"


@pytest.mark.parametrize("after", ["-1", "x", "1.5", str(2**63)])
def test_a_number_that_is_none(house: House, after: str) -> None:
    assert problem(house.at("display").get("/api/links/pit", after=after), 400)["field"] == "after"


def test_an_unknown_link_is_not_found(house: House) -> None:
    for path in ("/api/links/nowhere", "/api/links/nowhere/stream"):
        assert problem(house.console().get(path), 404)["detail"] == "There is no link 'nowhere'"


def test_a_display_that_is_switched_off_is_told_nothing_more(house: House) -> None:
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        eve = house.console("eve")
        eve.do("/api/devices/display/switch", enabled=False)
        for piece in screen.ended():
            assert b'"sequence":%d' % house.controller.head.number not in piece
    assert house.controller.broadcast.watching == 0


def test_a_quiet_stream_shows_that_it_lives(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_view, "HEARTBEAT_S", 0.01)
    with listening(house, house.at("display"), STREAM) as screen:
        while not (piece := screen.piece()).startswith(b":"):
            json.loads(piece.split(b"data: ")[1])
        assert piece == b": still here\n\n"


def test_the_server_knows_who_is_connected(house: House) -> None:
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        assert "fairfelt_display_streams 1.0" in house.client.get("/metrics").text
    assert "fairfelt_display_streams 0.0" in house.client.get("/metrics").text


def test_asking_only_for_the_head_of_a_stream_ends_at_once(house: House) -> None:
    with listening(house, house.at("display"), STREAM, method="HEAD") as screen:
        status, headers = screen.start()
        assert (status, headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
        assert screen.ended() == []
    assert house.controller.broadcast.watching == 0


def test_nothing_can_be_asked_of_the_room_through_a_display() -> None:
    """A display reads its link; no command takes its key, and no other address. Only a sign says what stands on it."""
    heard = [endpoint for endpoint in ENDPOINTS if DeviceKind.DISPLAY in endpoint.access.kinds]
    reading = {"GET /api/device", "GET /api/links/{link}", "GET /api/links/{link}/stream"}
    assert {f"{one.method} {one.path}" for one in heard} == reading
    signs = {f"{one.method} {one.path}" for one in ENDPOINTS if DeviceKind.SIGN in one.access.kinds}
    assert signs == {*reading, "POST /api/links/{link}/shown"}


def test_a_display_s_key_writes_nothing_at_any_address(house: House) -> None:
    """It could say what stands on it, and raise alarms by that."""
    display, tokens = house.at("display"), house.console("eve", "ida").tokens
    before = house.controller.head
    for caller in (display, Caller(house.client, display.device, tokens)):
        for endpoint in ENDPOINTS:
            if endpoint.method == "GET" or not endpoint.access.kinds:
                continue
            path = re.sub(r"\{(\w+)\}", lambda name: {"link": "pit", "table": "T1"}.get(name[1], "1"), endpoint.path)
            for body in ({"json": {"sequence": 1}}, {"content": b"x"}, {}):
                answer = house.client.request(endpoint.method, path, headers=caller.headers, **body)
                assert answer.status_code in (401, 403, 429), (endpoint.method, path, answer.text)
    assert house.controller.head == before
    assert not house.controller.floor.alarms
