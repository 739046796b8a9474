"""Devices and their keys: enrolled, switched on and off, given another key, and kept to their own place."""

from __future__ import annotations

import pytest

from fairfelt.server.cards import key_digest
from tests.web.api.calling import Caller, Device, House, bets, problem


def test_a_device_learns_what_it_is(house: House) -> None:
    assert house.keypad("T2").get("/api/device").json() == {
        "device": "keypad T2", "kind": "keypad", "enabled": True, "table": "T2", "link": "", "next_sequence": 1,
    }  # fmt: skip
    assert house.at("display").get("/api/device").json()["link"] == "pit"


def test_nobody_and_an_unknown_key(house: House) -> None:
    for caller in (house.nobody(), Caller(house.client, Device("stranger", "not a key"))):
        answer = caller.get("/api/device")
        assert "the key of an enrolled device" in problem(answer, 401)["detail"]
        assert answer.headers["www-authenticate"] == 'Bearer realm="device"'


@pytest.mark.parametrize("scheme", ["Basic {}", "{}", "Bearer", "Bearer  ", "Token {}"])
def test_a_key_is_sent_as_a_bearer(house: House, scheme: str) -> None:
    header = {"Authorization": scheme.format(house.devices["console 1"].key)}
    problem(house.client.get("/api/device", headers=header), 401)


def test_a_device_is_off_until_it_is_switched_on(house: House) -> None:
    eve = house.console("eve", "ida")
    second = house.enrol(eve, "console 2", "console", switched_on=False)
    told = problem(second.get("/api/device"), 403)
    assert told["detail"] == "Device console 2 is switched off; a technician or executive has to switch it on"
    eve.do("/api/devices/console 2/switch", enabled=True)
    assert second.get("/api/device").status_code == 200


def test_a_keypad_that_is_switched_off_does_nothing_until_it_is_on(house: House) -> None:
    ida, keypad = house.console("ida"), house.keypad("T1")
    keypad.press("start", bets=bets(1))
    ida.do("/api/devices/keypad T1/switch", enabled=False)
    problem(keypad.command("/api/tables/T1/end"), 403)
    ida.do("/api/devices/keypad T1/switch", enabled=True)
    assert keypad.press("end")["phase"] == "betting"


def test_people_signed_in_at_a_device_that_is_switched_off_may_nothing(house: House) -> None:
    eve = house.console("eve", "ida")
    house.enrol(eve, "console 2", "console")
    sue = house.at("console 2", "sue")
    assert sue.get("/api/floor").status_code == 200
    eve.do("/api/devices/console 2/switch", enabled=False)
    problem(sue.get("/api/floor"), 403)


def test_an_old_key_is_worth_nothing_at_once(house: House) -> None:
    keypad, new = house.keypad("T1"), "a longer key of the device's own making"
    house.console("ida", "eve").do("/api/devices/keypad T1/key", key_sha256=key_digest(new))
    problem(keypad.get("/api/device"), 401)
    assert Caller(house.client, Device("keypad T1", new)).get("/api/device").status_code == 200


def test_no_two_devices_have_one_key(house: House) -> None:
    digest = key_digest(house.devices["display"].key)
    answer = house.console("eve", "ida").command(
        "/api/devices", device="spare", device_kind="console", key_sha256=digest
    )
    told = problem(answer, 409)
    assert "every device needs a key of its own" in told["detail"]


def test_a_keypad_speaks_for_its_own_table_only(house: House) -> None:
    keypad = house.keypad("T1")
    for path in ("/api/tables/T2", "/api/tables/nowhere"):
        assert problem(keypad.get(path), 403)["detail"] == "This keypad belongs to table T1"
    problem(keypad.command("/api/tables/T2/start", bets=bets(1)), 403)
    problem(house.keypad("T1", "eve").command("/api/tables/T2/confirm"), 403)
    assert house.keypad("T2").get("/api/tables/T2").json()["round"] == 0


def test_a_display_sees_its_own_link_only(house: House) -> None:
    eve = house.console("eve", "ida")
    eve.do("/api/links", link="other", jackpot="mega", location="Tacoma")
    for path in ("/api/links/other", "/api/links/other/stream", "/api/links/nowhere"):
        assert problem(house.at("display").get(path), 403)["detail"] == "This display belongs to link pit"
        assert problem(house.keypad("T1").get(path), 403)["detail"] == "This keypad belongs to link pit"
    assert house.at("display").get("/api/links/pit").status_code == 200
    assert house.keypad("T1").get("/api/links/pit").status_code == 200
    assert eve.get("/api/links/other").status_code == 200


def test_a_device_of_the_wrong_kind(house: House) -> None:
    told = problem(house.at("display").post("/api/sessions", {"card": "card sue", "pin": "1"}), 403)
    assert told["detail"] == "A display may not do this: it takes an enrolled console or keypad"
    problem(house.console("eve").command("/api/tables/T1/start", bets=bets(1)), 403)
    problem(house.keypad("T1", "eve").get("/api/floor"), 403)


@pytest.mark.parametrize(
    ("kind", "place", "sentence"),
    [
        ("keypad", {"table": "T9"}, 'There is no table "T9"'),
        ("display", {"link": "moon"}, 'There is no link "moon"'),
        ("keypad", {}, 'There is no table ""'),
    ],
)
def test_a_device_belongs_somewhere_that_is_there(
    house: House, kind: str, place: dict[str, str], sentence: str
) -> None:
    answer = house.console("eve", "ida").command(
        "/api/devices", device="new", device_kind=kind, key_sha256="0" * 64, **place
    )
    assert problem(answer, 409)["detail"].startswith(sentence)
