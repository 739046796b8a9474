"""A browser that was paired as a device: its key comes as a cookie, and only pages of this room may use it."""

from __future__ import annotations

import re

import pytest
from httpx2 import URL, Response

from tests.web.api.calling import House, bets, problem

OURS = {"Sec-Fetch-Site": "same-origin"}
START = "/api/tables/T1/start"


@pytest.fixture
def paired(house: House) -> House:
    """A browser that is the keypad of T1, the keypad of T2 and a display."""
    for device in ("keypad T1", "keypad T2", "display"):
        answer = pair(house, house.devices[device].key)
        assert answer.status_code == 303, answer.text
    return house


def pair(house: House, key: str, **headers: str) -> Response:
    return house.client.post("/pair", data={"key": key}, headers={**OURS, **headers}, follow_redirects=False)


def start(house: House, **headers: str) -> Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return house.client.post(START, json={"sequence": 1, "bets": bets(1)}, headers=sent)


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = pair(house, house.devices["keypad T1"].key)
    assert answer.headers["location"] == "/table/T1"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("fairfelt-key-")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(re.split("; ?", cookie))
    assert "T1" not in cookie.split(";")[0].replace(house.devices["keypad T1"].key, "")
    assert "Secure" not in cookie, "a browser would not keep it where the room is served by plain http"
    house.client.base_url = URL("https://room.example")
    assert "Secure" in re.split("; ?", pair(house, house.devices["keypad T1"].key).headers["set-cookie"])


def test_what_only_looks_needs_no_header(paired: House) -> None:
    assert paired.client.get("/api/tables/T2").json()["table"] == "T2"
    assert paired.client.get("/api/links/pit").json()["link"] == "pit"
    assert paired.client.get("/api/tables/T2", headers={"Sec-Fetch-Site": "none"}).status_code == 200


def test_a_browser_that_is_several_devices_names_the_one_that_asks(paired: House) -> None:
    for device in ("keypad T1", "keypad T2", "display"):
        answer = paired.client.get("/api/device", headers={"Fairfelt-Device": device.replace(" ", "%20")})
        assert answer.json()["device"] == device
    stranger = paired.client.get("/api/device", headers={"Fairfelt-Device": "console 1"})
    assert "the key of an enrolled device" in problem(stranger, 401)["detail"]


def test_a_header_with_a_key_needs_nothing_else(paired: House) -> None:
    assert paired.keypad("T1").command(START, bets=bets(1)).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [OURS, {"Origin": "http://testserver"}, {**OURS, "Origin": "http://another.example"}],
    ids=["same origin", "an older browser", "what the browser says of the page counts first"],
)
def test_a_page_of_ours_may_press(paired: House, headers: dict[str, str]) -> None:
    assert start(paired, **headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
        {"Origin": "http://another.example"},
        {"Origin": "http://testserver:8080"},
        {"Origin": "http://testserver.another.example"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
    ids=str,
)
def test_nobody_else_may(paired: House, headers: dict[str, str]) -> None:
    refused = problem(start(paired, **headers), 403)
    assert "from a page of another site" in refused["detail"]
    assert paired.controller.floor.tables["T1"].round == 0
    assert start(paired, **OURS).json()["number"], "and the number is still free"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nobody_else_may_look_either(paired: House, site: str) -> None:
    problem(paired.client.get("/api/tables/T1", headers={"Sec-Fetch-Site": site}), 403)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_cannot_press(paired: House, kind: str) -> None:
    body = b'{"sequence": 1, "bets": []}'
    problem(paired.client.post(START, content=body, headers={**OURS, "Content-Type": kind}), 415)


def test_sessions_are_ended_from_our_pages_only(paired: House) -> None:
    keypad = paired.keypad("T1", "sue")
    for site, status in (("cross-site", 403), ("same-origin", 200)):
        headers = {"Fairfelt-Session": keypad.tokens[0], "Sec-Fetch-Site": site, "Fairfelt-Device": "keypad T1"}
        assert paired.client.request("DELETE", "/api/sessions", headers=headers).status_code == status


def test_pairing_and_unpairing_are_for_our_pages_too(house: House) -> None:
    key = house.devices["display"].key
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "", "Origin": "http://another.example"}):
        answer = pair(house, key, **headers)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)
    assert pair(house, key).headers["location"] == "/display/pit"
    form = {"device": "display"}
    assert house.client.post("/unpair", data=form, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert house.client.get("/api/links/pit").status_code == 200
    assert house.client.post("/unpair", data=form, headers=OURS).status_code == 200
    assert house.client.get("/api/links/pit").status_code == 401


def test_a_display_turns_in_seconds_that_can_be(house: House) -> None:
    """4,301 digits were answered with 500."""
    pair(house, house.devices["display"].key)
    assert house.client.get("/display/pit?rotate=10").status_code == 200
    for rotate in ("9" * 4_301, "4", "601", "x", "-5", "٢٠"):
        answer = house.client.get("/display/pit", params={"rotate": rotate})
        assert (answer.status_code, "whole seconds from 5 to 600" in answer.text) == (404, True), rotate[:9]


def test_wrong_keys_are_slowed_down(house: House) -> None:
    for _ in range(10):
        answer = pair(house, "not a key")
        assert (answer.status_code, "has that key" in answer.text) == (403, True)
    assert pair(house, "not a key").status_code == 429
    assert pair(house, house.devices["display"].key).status_code == 303, "a right one is not held up"


def test_a_key_that_was_renewed_pairs_no_longer(paired: House) -> None:
    eve = paired.console("eve", "ida")
    eve.do("/api/devices/keypad T1/key", key_sha256="0" * 64)
    refused = start(paired, **OURS, Fairfelt_Device="keypad%20T1")
    assert "the key of an enrolled device" in problem(refused, 401)["detail"]


def test_the_pages_ask_for_the_key_where_it_is_missing(house: House) -> None:
    for path, words in (
        ("/table/T1", "this browser is no keypad of table T1"),
        ("/display/pit", "this browser is no display of link pit"),
    ):
        answer = house.client.get(path)
        assert answer.status_code == 403
        assert words[1:] in answer.text
    for path in ("/table/T9", "/display/nowhere"):
        assert house.client.get(path).status_code == 404


def test_health_is_told_to_a_paired_browser_also_while_the_room_is_away(paired: House) -> None:
    paired.run(paired.controller.stop)
    assert paired.client.get("/healthz").json()["status"] == "stopped"
    problem(paired.client.get("/api/tables/T1", headers=OURS), 503)
    for path in ("/room", "/table/T1", "/pair"):
        page = paired.client.get(path)
        assert (page.status_code, "The controller has stopped" in page.text) == (503, True)
