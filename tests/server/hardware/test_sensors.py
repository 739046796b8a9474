"""Sensors that read the bets, next to hands that enter them: what each may say, and what counts."""

from __future__ import annotations

from pathlib import Path

from fairfelt.room import SERVER
from fairfelt.room.state.alarms import AlarmKind
from tests.room.floors import UNIT, Pit, digest
from tests.server.test_surroundings import Server, around

IDA, TWO = ["card ida"], ["card ida", "card eve"]


def pit_with_sensors() -> Pit:
    """A pit whose first table has a controller beside its keypad."""
    pit = Pit()
    enrolled = {"device": "controller T1", "device_kind": "keypad", "table": "T1", "key_sha256": digest("sensors")}
    pit.do("enrol device", **enrolled, cards=TWO)
    pit.do("switch device", device="controller T1", enabled=True, cards=IDA)
    return pit


def sense(pit: Pit, **bets: int) -> None:
    """The sensors read these bets, by `s` and the number of the seat."""
    by_seat = {seat[1:]: micros for seat, micros in bets.items()}
    pit.do("sense bets", "controller T1", table="T1", bets=by_seat)


def test_a_hand_changes_no_bet_that_a_sensor_reads_also_where_its_page_is_a_moment_behind() -> None:
    pit = pit_with_sensors()
    sense(pit, s1=UNIT, s2=5 * UNIT)
    assert pit.press("place bets", "T1", bets={"4": UNIT})["bets"] == {"1": UNIT, "2": 5 * UNIT}
    assert pit.start("T1", seats=(4, 5))["bets"] == {"1": UNIT, "2": 5 * UNIT}


def test_a_quarantined_sensor_is_not_believed_and_its_seat_plays_by_hand() -> None:
    pit = pit_with_sensors()
    sense(pit, s1=UNIT, s3=UNIT)
    state = pit.do("quarantine sensors", "controller T1", table="T1", seats=[3], why="stuck for three rounds")
    assert (state["bets"], state["quarantined"]) == ({"1": UNIT}, {"3": "stuck for three rounds"})
    sense(pit, s1=UNIT, s2=UNIT, s3=UNIT)
    assert pit.floor.tables["T1"].lit == {1: UNIT, 2: UNIT}
    pit.press("place bets", "T1", bets={"3": 5 * UNIT})
    sense(pit, s1=UNIT)
    assert pit.do("start game", "controller T1", table="T1")["bets"] == {"1": UNIT, "3": 5 * UNIT}
    pit.do("end game", "controller T1", table="T1")
    assert "card required" in pit.refused("restore sensors", table="T1", seats=[3], note="new", cards=["card dan"])
    pit.do("restore sensors", table="T1", seats=[3], note="a new one", cards=IDA)
    sense(pit, s3=UNIT)
    assert pit.floor.tables["T1"].lit == {3: UNIT}


def test_sensors_read_also_where_dealers_sign_in_at_the_keypad_beside_them() -> None:
    """The table controller was told that no dealer is signed in there: nobody is, at sensors. The twin found it."""
    pit = pit_with_sensors()
    pit.do("set house rules", dealers_sign_in=True, why="every game has a dealer", cards=TWO)
    sense(pit, s1=UNIT)
    assert pit.floor.tables["T1"].lit == {1: UNIT}
    assert "no dealer is signed in" in pit.refused("start game", "controller T1", table="T1")


def test_all_seats_play_by_hand_while_the_controller_is_out_of_reach() -> None:
    pit = pit_with_sensors()
    sense(pit, s1=UNIT)
    pit.serves("lose sensors", table="T1", why="controller T1 was not heard for 15 seconds")
    assert pit.press("place bets", "T1", bets={"2": UNIT})["bets"] == {"2": UNIT}
    assert "no sensors read" in pit.refused("lose sensors", SERVER, table="T1", why="again")
    sense(pit, s1=UNIT)
    assert pit.floor.tables["T1"].sensing == "controller T1", "it takes over again by itself"
    assert "not the keypad" in pit.refused("sense bets", "keypad T2", table="T1", bets={})


def test_what_is_wrong_with_sensors_stands_on_the_list_of_alarms(tmp_path: Path) -> None:
    pit = pit_with_sensors()
    sense(pit, s1=UNIT)
    server = Server(tmp_path)
    look = around(server)
    server.heard["controller T1"] = server.now_s = 100.0
    assert list(look.lost_sensors(pit.floor)) == []
    server.now_s += 16
    assert list(look.lost_sensors(pit.floor)) == [("T1", "controller T1 was not heard for 15 seconds")]
    pit.do("quarantine sensors", "keypad T1", table="T1", seats=[2], why="it flickers")
    found = [row for row in look(pit.floor) if row[0] is AlarmKind.SENSORS_FAILED]
    assert found == [
        (AlarmKind.SENSORS_FAILED, "T1 seat 2", "table T1, seat 2: it flickers; its bets are entered by hand")
    ]
