"""Displays are sent what they show, signs and keypads report; what is late or differs is an alarm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairfelt.server import Replica
from fairfelt.server.watching.backups import BackupSettings
from fairfelt.server.watching.displays import LATE_S, UNACKNOWLEDGED_S
from fairfelt.web import displays
from tests.web.api.calling import ROYAL, UNIT, Caller, House, Wall, bets, furnished, problem, reopened, settings
from tests.web.api.screen import listening

STREAM = "/api/links/pit/stream"
SHOWN, COUNTED = "/api/links/pit/shown", "/api/tables/T1/counted"


def look(house: House, *, hands: bool = False) -> list[tuple[str, str]]:
    """Let the server look around once; gives the alarms, by kind and what they are about, without odd hands."""
    house.run(house.controller.watch.look, house.controller.ledger)
    alarms = [(alarm.kind.value, alarm.about) for alarm in house.controller.floor.alarms.values()]
    return [row for row in alarms if hands or row[0] != "odd hands"]


def sign(house: House) -> Caller:
    """A sign of the link, behind the bridge."""
    if "sign" not in house.devices:
        house.enrol(house.console("eve", "ida"), "sign", "sign", link="pit")
    return house.at("sign")


def show(house: House, **change: Any) -> None:
    """A sign shows what the room says, but for what is changed."""
    display = sign(house)
    state = display.get("/api/links/pit").json()
    levels = {level["name"]: level["amount_micros"] for level in state["levels"]}
    win = state["last_win"]["number"] if state["last_win"] else 0
    sent = {"after": state["sequence"], "meters_micros": levels, "win": win, **change}
    answer = display.post(SHOWN, sent)
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_display_that_is_half_a_minute_late_raises_an_alarm_until_it_is_right_again(house: House) -> None:
    """Requirement 6: the lag was measured, and nobody was told."""
    show(house)
    assert look(house) == []
    house.keypad().press("start", bets=bets(1))
    assert look(house) == []
    house.seconds.now_s += LATE_S - 1
    assert look(house) == [], "it has half a minute"
    house.seconds.now_s += 1
    assert look(house) == [("display late", "sign")]
    assert look(house) == [("display late", "sign")], "once"
    house.console("sam").do("/api/alarms/1/acknowledgment", note="a cable")
    assert look(house) == [("display late", "sign")], "acknowledged, and still late"
    show(house)
    assert look(house) == []


def royal(house: House) -> None:
    """A win at the first table."""
    keypad = house.keypad()
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand=ROYAL)
    keypad.signed_in("eve", "sue").press("confirm")


def test_a_claim_has_waited_since_it_was_entered_also_after_a_restart(tmp_path: Path) -> None:
    """Its time began anew with the server, and nobody was told."""
    wall = Wall()
    wall.set("2026-03-07")
    assert wall.at_micros
    with furnished(tmp_path, wall) as house:
        keypad = house.keypad()
        keypad.press("start", bets=bets(1))
        keypad.press("hand", seat=1, hand=ROYAL)
        wall.at_micros += 14 * 60_000_000
        assert ("claim waiting", "T1") not in look(house)
    wall.at_micros += 2 * 60_000_000
    with reopened(tmp_path, house.devices, wall) as again:
        assert ("claim waiting", "T1") in look(again)
        (alarm,) = (each for each in again.controller.floor.alarms.values() if each.about == "T1")
        assert alarm.says == "the claim at table T1 has waited for 16 minutes"


def test_a_display_that_only_receives_is_current_by_its_stream_and_late_without_it(house: House) -> None:
    """Requirement 31: it posts nothing; what its connection took counts, and the end of the connection is noticed."""
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        assert look(house) == []
        assert house.controller.floor.devices["display"].watched
        royal(house)
        screen.state_with(sequence=house.controller.head.number)
        assert look(house) == []
        house.seconds.now_s += LATE_S - 1
        assert look(house) == [], "its connection took the win and the meters"
    house.seconds.now_s += LATE_S - UNACKNOWLEDGED_S
    assert look(house) == [("display late", "display")], "what a connection took just before its end is not counted"
    alarm = house.console("ray").get("/api/alarms").json()["alarms"][-1]
    assert alarm["says"] == "display was not connected for 30 seconds"
    house.console("sam").do(f"/api/alarms/{alarm['number']}/acknowledgment", note="a cable")
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        assert look(house) == []


def test_a_display_whose_connection_takes_nothing_more_is_late_with_the_win(house: House) -> None:
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        assert look(house) == []
        screen.is_stalled = True
        royal(house)
        assert look(house) == []
        house.seconds.now_s += LATE_S
        assert look(house) == [("display late", "display"), ("win not shown", "display")]


def test_a_display_that_only_listens_is_not_silent(house: House) -> None:
    with listening(house, house.at("display"), STREAM) as screen:
        screen.state()
        look(house)
        house.seconds.now_s += 2 * house.controller.settings.silent_s
        house.keypad().press("start", bets=bets(1))
        screen.state_with(sequence=house.controller.head.number)
        assert ("device silent", "display") not in look(house)


def test_a_win_that_is_not_shown_within_half_a_minute(house: House) -> None:
    """Requirement 39."""
    show(house)
    royal(house)
    look(house)
    house.seconds.now_s += LATE_S
    assert look(house) == [("display late", "sign"), ("win not shown", "sign")]
    says = [alarm["says"] for alarm in house.console("ray").get("/api/alarms").json()["alarms"]]
    assert says[-1] == "win 1 was not on display sign within 30 seconds"
    show(house)
    assert look(house) == [("display late", "sign"), ("win not shown", "sign")], "nobody has looked yet"
    assert not any(alarm["lasts"] for alarm in house.console("ray").get("/api/alarms").json()["alarms"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"after": 10**9, "win": 1}, "it shows event 1000000000, and the journal ends at"),
        ({"win": 999}, "it shows win 999, and the last one was 0"),
    ],
    ids=["an event", "a win"],
)
def test_a_sign_that_says_it_shows_what_has_not_happened_hides_no_win(
    house: House, change: dict[str, Any], says: str
) -> None:
    """It was taken at its word, and no later win was missed on it."""
    show(house)
    assert look(house) == []
    show(house, **change)
    assert [(at.kind.value, says in at.says) for at in house.controller.floor.alarms.values()] == [
        ("counts differ", True)
    ]
    royal(house)
    look(house)
    house.seconds.now_s += LATE_S
    assert ("win not shown", "sign") in look(house)


def test_a_display_that_was_never_heard_is_not_waited_for_and_one_that_was_is_also_after_a_start(house: House) -> None:
    house.keypad().press("start", bets=bets(1))
    look(house)
    house.seconds.now_s += LATE_S
    assert look(house) == []
    show(house)
    assert look(house) == []
    assert house.controller.floor.devices["sign"].watched
    house.controller._displays._shown.clear()  # as after a restart: nothing was heard yet
    house.controller._displays._heard_s.clear()
    house.controller._displays._drawn.clear()
    look(house)
    house.keypad().press("end")
    house.keypad().press("start", bets=bets(1))
    look(house)
    house.seconds.now_s += LATE_S
    assert look(house) == [("display late", "sign")]


def test_a_display_that_shows_another_amount_than_the_room_had(house: House) -> None:
    """Requirement 48: nothing held the screens against the books."""
    show(house, meters_micros={"Mega": 10_000_010_000})
    (alarm,) = house.console("ray").get("/api/alarms").json()["alarms"]
    assert (alarm["kind"], alarm["about"]) == ("counts differ", "sign")
    assert "\nfairfelt_alarms 1.0\n" in house.client.get("/metrics").text, (
        "whoever watches the server from afar sees it"
    )
    assert alarm["says"] == "display sign: Mega is $10,000.01 on the display, and $10,000.00 in the room"
    house.console("ann").do("/api/alarms/1/acknowledgment", note="compared with the log")
    show(house, meters_micros={"Grand": 1})
    (alarm,) = house.console("ray").get("/api/alarms").json()["alarms"]
    assert alarm["says"] == "display sign: it shows a level that the room does not have"


def test_what_a_display_showed_a_moment_ago_is_no_difference(house: House) -> None:
    before = house.at("display").get("/api/links/pit").json()
    house.keypad().press("start", bets=bets(1))
    show(house)
    levels = {level["name"]: level["amount_micros"] for level in before["levels"]}
    show(house, after=before["sequence"], meters_micros=levels)
    assert house.controller.floor.alarms == {}


def test_a_sign_speaks_for_its_own_link_only(house: House) -> None:
    sent = {"after": 1, "meters_micros": {}, "win": 0}
    told = problem(sign(house).post("/api/links/other/shown", sent), 403)
    assert told["detail"] == "This sign belongs to link pit"
    problem(house.keypad().post(SHOWN, sent), 403)
    below_zero = sign(house).post(SHOWN, {**sent, "meters_micros": {"Mega": -1}})
    assert problem(below_zero, 400)["field"] == "meters_micros.Mega"


def test_a_server_that_only_shows_the_room_compares_nothing(house: House) -> None:
    replica = Replica(settings(Path(house.controller.settings.address).parent, house.seconds, house.disk))
    key = {"Authorization": f"Bearer {sign(house).device.key}"}
    with TestClient(displays(replica)) as client:
        for _ in range(200):
            answer = client.post(SHOWN, json={"after": 0, "meters_micros": {"Mega": 1}, "win": 0}, headers=key)
            if answer.status_code != 503:
                break  # it has read the journal
    assert answer.status_code == 204
    assert house.controller.floor.alarms == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rounds": 0}, "0 rounds, 2 bets and $10.00"),
        ({"wagers": 3}, "1 rounds, 3 bets and $10.00"),
        ({"wagered_micros": 1}, "1 rounds, 2 bets and $0.000001"),
    ],
)
def test_a_keypad_that_has_counted_something_else(house: House, change: dict[str, int], words: str) -> None:
    keypad = house.keypad()
    keypad.press("start", bets=bets(1, 2))
    right = {"round": 1, "rounds": 1, "wagers": 2, "wagered_micros": 10_000_000}
    assert keypad.post(COUNTED, right).json() == right
    assert keypad.post(COUNTED, {**right, "round": 0, "rounds": 0}).json() == right, "another round is not compared"
    assert house.controller.floor.alarms == {}
    assert keypad.post(COUNTED, {**right, **change}).json() == right
    (alarm,) = house.controller.floor.alarms.values()
    assert alarm.says == f"keypad T1 has counted {words}; the room 1 rounds, 2 bets and $10.00"


@pytest.mark.parametrize(("round_", "rounds"), [(7, 7), (2, 7), (7, 2), (1, 7)])
def test_a_keypad_that_has_counted_more_rounds_than_the_room(house: House, round_: int, rounds: int) -> None:
    """Requirement 48: seven rounds at the keypad and two in the room were compared with nothing."""
    keypad = house.keypad()
    for _ in range(2):
        keypad.press("start", bets=bets(1))
        keypad.press("end")
    right = {"round": 2, "rounds": 2, "wagers": 2, "wagered_micros": 10_000_000}
    ahead = {"round": round_, "rounds": rounds, "wagers": 7, "wagered_micros": 35_000_000}
    for _ in range(3):
        assert keypad.post(COUNTED, ahead).json() == right
    (alarm,) = house.controller.floor.alarms.values()
    assert (alarm.kind.value, alarm.about) == ("commands may be missing", "keypad T1")
    assert alarm.says == (
        f"keypad T1 has counted {rounds} rounds, 7 bets and $35.00; the room 2 rounds, 2 bets and $10.00: "
        "acknowledged commands may be missing"
    )


def test_a_device_that_is_further_on_than_the_journal_is_an_alarm_until_somebody_has_looked(house: House) -> None:
    """An older copy was put back, a keypad was told that its number leaves a gap, and nobody else anything."""
    keypad = house.keypad()
    keypad.press("start", bets=bets(1))
    told = problem(keypad.post("/api/tables/T1/end", {"sequence": 22}), 409)
    assert told["expected"] == 2
    assert look(house) == [("commands may be missing", "keypad T1")]
    (alarm,) = house.controller.floor.alarms.values()
    assert alarm.says == (
        "number 22 leaves a gap: the next one of keypad T1 is 2; acknowledged commands may be missing"
    )
    events = house.controller.head.number
    for number in range(30, 40):
        problem(keypad.post("/api/tables/T1/end", {"sequence": number}), 409)
    look(house)
    assert house.controller.head.number == events + 10, "the refusals, and no alarm more"
    house.console("sam").do("/api/alarms/1/acknowledgment", note="the copy of Monday was put back; compared")
    assert look(house) == []
    keypad.press("end")
    problem(keypad.post("/api/tables/T1/start", {"sequence": 2, "bets": []}), 409)
    assert look(house) == [], "a number that was used is no gap"
    problem(keypad.post("/api/tables/T1/start", {"sequence": 9, "bets": []}), 409)
    assert look(house) == [("commands may be missing", "keypad T1")]


def test_a_keypad_counts_for_its_own_table_only(house: House) -> None:
    sent = {"round": 1, "rounds": 1, "wagers": 1, "wagered_micros": 1}
    problem(house.keypad("T2").post(COUNTED, sent), 403)
    problem(house.at("display").post(COUNTED, sent), 403)


def test_who_plans_backups_and_who_sees_them(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ida = house.console("ida")
    told = problem(ida.post("/api/backups/now", {}), 409)["detail"]
    assert told == "There is no folder for backups: start the server with --backups FOLDER"
    monkeypatch.setattr(house.controller.watch, "_backups", BackupSettings(folder=tmp_path))
    made = ida.post("/api/backups/now", {}).json()
    assert (tmp_path / made["file"]).is_file()
    assert made["events"] == house.controller.head.number - 1
    problem(house.console("ray").post("/api/backups/now", {}), 403)
    house.console("ida").do("/api/backups", hour=3, keep=9, why="quieter")
    found = house.console("ray").get("/api/alarms").json()
    assert (found["backups"]["hour"], found["backups"]["keep"]) == (3, 9)
    assert found["time_service"] == {"state": "unknown", "source": ""}
    problem(house.console("ray").command("/api/backups", hour=4, keep=9, why="x"), 403)


def test_a_hand_that_chance_hardly_explains_is_an_alarm_once(house: House) -> None:
    """Two royals in a few bets stood on a paper, and nobody was told."""
    assert look(house, hands=True) == []
    for _ in range(2):
        royal(house)
        house.keypad().press("end")
    assert look(house, hands=True) == [("odd hands", "T1")]
    (alarm,) = house.console("ray").get("/api/alarms").json()["alarms"]
    assert "royal flush: 2 in 2 wagers" in alarm["says"] and "Needs review." in alarm["says"]
    assert look(house, hands=True) == [("odd hands", "T1")], "once"
    house.console("sam").do("/api/alarms/1/acknowledgment", note="the deck was looked at")
    assert look(house, hands=True) == [], "it is not raised again by another look"
    keypad = house.keypad("T1", "dan")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand="full house")
    house.keypad("T1", "sue").press("confirm")
    keypad.press("end")
    assert look(house, hands=True) == [], "nor by an ordinary win"
    royal(house)
    assert look(house, hands=True) == [("odd hands", "T1")], "a third one is another matter"


def test_odd_hands_before_a_restart_are_found_again_and_those_that_were_told_are_not(tmp_path: Path) -> None:
    """A server that stopped before its next look forgot them; only awards after the first look were held to chance."""
    wall = Wall()
    wall.set("2026-11-17", 23)
    with furnished(tmp_path, wall) as house:
        for _ in range(2):
            royal(house)
            house.keypad().press("end")
    assert wall.at_micros
    wall.at_micros += 2 * 3_600 * UNIT
    with reopened(tmp_path, house.devices, wall) as again:
        assert look(again, hands=True) == [("odd hands", "T1")], "though a new day has begun meanwhile"
        again.console("sam").do("/api/alarms/1/acknowledgment", note="the deck was looked at")
        devices = again.devices
    with reopened(tmp_path, devices, wall) as third:
        assert look(third, hands=True) == [], "a person has looked at them"
