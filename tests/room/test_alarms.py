"""Alarms: one list, from the moment that something is noticed until somebody has looked at it and it is over."""

from __future__ import annotations

import pytest

from fairfelt.room import SERVER
from fairfelt.room.state.alarms import LASTING, AlarmKind, TimeService, TimeState
from tests.room.floors import UNIT, Pit

TOO_MUCH = {"1": 5 * UNIT, "2": 26 * UNIT}


def raised(pit: Pit, kind: AlarmKind = AlarmKind.DISPLAY_LATE, about: str = "display 1") -> int:
    """An alarm of the server's, by its number."""
    pit.serves("raise alarm", alarm=kind.value, about=about, says=f"{about} is late")
    return pit.floor.alarms_raised


def test_an_alarm_stays_until_it_is_acknowledged_and_over() -> None:
    for steps in (("acknowledge", "clear"), ("clear", "acknowledge")):
        pit = Pit()
        number = raised(pit)
        assert pit.floor.alarms[number].status == "new"
        for step in steps:
            assert number in pit.floor.alarms, steps
            if step == "clear":
                pit.serves("clear alarm", number=number)
            else:
                pit.do("acknowledge alarm", number=number, note="the cable", cards=["card sue"])
        assert pit.floor.alarms == {}
        assert "there is no alarm 1" in pit.refused("acknowledge alarm", number=1, note="x", cards=["card sue"])


def test_its_status_says_what_is_missing() -> None:
    pit = Pit()
    acknowledged, over = raised(pit), raised(pit, about="display 2")
    pit.do("acknowledge alarm", number=acknowledged, note="on my way", cards=["card sue"])
    pit.serves("clear alarm", number=over)
    found = pit.floor.alarms
    assert (found[acknowledged].status, found[acknowledged].acknowledged_by) == ("acknowledged, not over yet", ("sue",))
    assert found[over].status == "over, not acknowledged"
    assert pit.floor.alarm_words == "1 new alarm: display 2 is late"
    again = pit.refused("acknowledge alarm", number=acknowledged, note="x", cards=["card eve"])
    assert again == f"alarm {acknowledged} was acknowledged by sue; it leaves the list when it is over"
    assert "is over already" in pit.refused("clear alarm", SERVER, number=over)


def test_the_same_is_on_the_list_once_and_comes_back_when_it_happens_again() -> None:
    pit = Pit()
    number = raised(pit)
    late = {"alarm": "display late", "about": "display 1", "says": "late"}
    assert "there is an alarm for that already" in pit.refused("raise alarm", SERVER, **late)
    pit.serves("clear alarm", number=number)
    pit.serves("raise alarm", **late)
    (alarm,) = pit.floor.alarms.values()
    assert alarm.lasts, "what comes and goes fills no list"
    pit.do("acknowledge alarm", number=number, note="the cable", cards=["card sue"])
    pit.serves("clear alarm", number=number)
    pit.serves("raise alarm", **late)
    assert list(pit.floor.alarms) == [number + 1]


def test_only_the_server_raises_and_clears_and_staff_acknowledge() -> None:
    pit = Pit()
    number = raised(pit)
    late = {"alarm": "display late", "about": "x", "says": "late"}
    assert "comes from the server only" in pit.refused("raise alarm", **late, cards=["card eve"])
    assert "comes from the server only" in pit.refused("clear alarm", number=number, cards=["card eve"])
    assert "card required" in pit.refused("acknowledge alarm", number=number, note="x", cards=["card dan"])
    assert "card required" in pit.refused("acknowledge alarm", number=number, note="x")


@pytest.mark.parametrize("kind", ["start game", "place bets"])
def test_an_unreasonable_bet_is_not_counted_and_waits_for_review(kind: str) -> None:
    """Requirement 47: it was refused like a slip of the finger, and nobody was told."""
    pit = Pit()
    before = pit.floor.balances()
    answer = pit.ask(kind, "keypad T1", table="T1", bets=TOO_MUCH)
    assert (answer["ok"], answer["code"]) == (False, "unreasonable_bet")
    assert answer["reason"].endswith(
        "$26.00 is above the largest reasonable bet of $25.00; it is not counted and held for review"
    )
    assert pit.floor.balances() == before
    (alarm,) = pit.floor.alarms.values()
    assert (alarm.kind, alarm.about) == (AlarmKind.UNREASONABLE_BET, "T1")
    assert (
        alarm.says == "table T1, seat 2: a bet of $26.00 is above $25.00, the largest that can be; it was not counted"
    )
    pit.ask(kind, "keypad T1", table="T1", bets=TOO_MUCH)
    assert len(pit.floor.alarms) == 1, "one for each table, until somebody has looked"
    pit.do("acknowledge alarm", number=1, note="the sensor was cleaned", cards=["card sue"])
    assert pit.floor.alarms == {}
    pit.ask(kind, "keypad T1", table="T1", bets=TOO_MUCH)
    assert list(pit.floor.alarms) == [2]
    floor = pit.room.initial()
    for event in pit.events:
        floor = pit.room.replay(floor, event)
    assert floor == pit.floor


def test_what_happened_once_is_over_when_somebody_has_looked_at_it() -> None:
    assert set(AlarmKind) - LASTING == {
        AlarmKind.UNREASONABLE_BET, AlarmKind.COUNTS_DIFFER, AlarmKind.CARDS_LOCKED, AlarmKind.FIRMWARE_CHANGED,
        AlarmKind.COMMANDS_MISSING, AlarmKind.ENFORCEMENT_OFF, AlarmKind.ODD_HANDS, AlarmKind.CLAIM_DROPPED,
        AlarmKind.ROOM_AWARD, AlarmKind.AWARD_WAITS, AlarmKind.REPORT_REFUSED, AlarmKind.SHARED_ENDED,
    }  # fmt: skip
    pit = Pit()
    number = raised(pit, AlarmKind.COUNTS_DIFFER)
    assert pit.floor.alarms[number].status == "new"
    pit.do("acknowledge alarm", number=number, note="compared", cards=["card ann"])
    assert pit.floor.alarms == {}


def test_the_state_of_the_time_service_is_on_the_log_when_it_changes() -> None:
    pit = Pit()
    assert pit.floor.time_service == TimeService(TimeState.UNKNOWN)
    pit.serves("find time service", state="synchronized", source="chrony")
    assert "says so already" in pit.refused("find time service", SERVER, state="synchronized", source="chrony")
    pit.serves("find time service", state="not synchronized", source="chrony")
    assert [event.body.state.value for event in pit.events if event.kind == "time service found/1"] == [
        "synchronized", "not synchronized",
    ]  # fmt: skip


def test_a_table_controller_with_another_program_is_an_alarm() -> None:
    """What ran in a controller was told at the broker, and the room wrote it down nowhere."""
    pit = Pit()
    told = {"device": "keypad T1", "version": "1.0", "sha256": "a" * 64}
    pit.serves("find firmware", **told)
    assert pit.floor.alarms == {}
    assert "says so already" in pit.refused("find firmware", SERVER, **told)
    pit.serves("find firmware", **{**told, "version": "1.1", "sha256": "b" * 64})
    (alarm,) = pit.floor.alarms.values()
    assert (alarm.kind, alarm.about) == (AlarmKind.FIRMWARE_CHANGED, "keypad T1")
    assert alarm.says == "keypad T1 runs version 1.1 (bbbbbbbbbbbb) instead of 1.0 (aaaaaaaaaaaa)"
    device = pit.floor.devices["keypad T1"]
    assert (device.firmware, device.firmware_sha256) == ("1.1", "b" * 64)
    assert "there is no device" in pit.refused("find firmware", SERVER, **{**told, "device": "keypad T77"})
    pit.refused("find firmware", "keypad T1", **told)


def test_a_new_plan_of_backups_keeps_the_last_copy() -> None:
    pit = Pit()
    pit.serves("record backup", file="a.backup", sha256="a" * 64, events=9)
    pit.do("plan backups", hour=3, keep=5, why="quieter", cards=["card ida"])
    assert (pit.floor.backups.hour, pit.floor.backups.keep, pit.floor.backups.events) == (3, 5, 9)
    assert "card required" in pit.refused("plan backups", hour=4, keep=5, why="x", cards=["card sue"])
    assert "1 to 1,000" in pit.refused("plan backups", hour=4, keep=0, why="x", cards=["card ida"])
    assert "planned so already" in pit.refused("plan backups", hour=3, keep=5, why="x", cards=["card ida"])


def test_a_display_is_watched_until_it_is_switched() -> None:
    pit = Pit()
    two = ["card ida", "card eve"]
    pit.do("enrol device", device="screen", device_kind="display", link="pit", key_sha256="a" * 64, cards=two)
    pit.do("switch device", device="screen", enabled=True, cards=["card ida"])
    pit.serves("watch display", device="screen")
    assert "watched already" in pit.refused("watch display", SERVER, device="screen")
    assert "is a keypad" in pit.refused("watch display", SERVER, device="keypad T1")
    pit.do("switch device", device="screen", enabled=False, cards=["card ida"])
    assert not pit.floor.devices["screen"].watched


def test_a_table_counts_its_bets_also_when_its_game_changes() -> None:
    pit = Pit()
    for _ in range(2):
        pit.start("T1", bet=5 * UNIT)
        pit.press("end game", "T1")
    pit.do("close table", table="T1", reason="x", cards=["card sue"])
    pit.do("change table", table="T1", game="three-card-poker", why="x", cards=["card ida", "card eve"])
    table = pit.floor.tables["T1"]
    assert (table.round, table.bets_counted, table.wagered_micros) == (2, 6, 30 * UNIT)
