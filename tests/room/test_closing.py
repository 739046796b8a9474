"""A closed floor or table starts no game and ends every game; software that is not approved closes the floor."""

from typing import Any

import pytest

from tests.room.floors import UNIT, Pit, digest

BETS = {"1": UNIT}
FIRST, SECOND = digest("version 1"), digest("version 2")
TWO = ["card ida", "card eve"]


def start_refused(pit: Pit) -> str:
    """Why T1 cannot start, which is also why no bet is taken there."""
    reason = pit.refused("start game", "keypad T1", table="T1", bets=BETS)
    assert pit.refused("place bets", "keypad T1", table="T1", bets=BETS) == reason
    return reason


@pytest.mark.parametrize("card", ["card sue", "card eve", "card ida"])
def test_one_person_closes_the_floor_and_two_open_it(card: str) -> None:
    pit = Pit()
    pit.do("close floor", reason="fire drill", cards=[card])
    assert start_refused(pit) == "the floor is closed: fire drill"
    assert "two cards required: executive or technician" in pit.refused(
        "open floor", why="it is over", cards=["card sue", "card eve"]
    )
    pit.do("open floor", why="it is over", cards=TWO)
    opened = pit.events[-1].body
    assert (opened.why, opened.people) == ("it is over", ("ida", "eve"))
    assert [actor.card for actor in opened.by] == TWO
    assert pit.floor.closed == ""
    pit.start()


def test_who_may_not_close_the_floor() -> None:
    pit = Pit()
    assert "executive or supervisor or technician" in pit.refused("close floor", reason="x", cards=["card dan"])
    assert "card required" in pit.refused("close floor", reason="x"), "a console is not the server"
    assert pit.refused("open floor", why="x", cards=TWO) == "the floor is open"


def test_the_server_closes_the_floor_by_itself_and_nobody_opens_it_alone() -> None:
    pit = Pit()
    pit.serves("close floor", reason="the chain is broken at 17")
    pit.do("close floor", reason="fire drill", cards=["card sue"])
    assert pit.refused("close floor", "server", reason="fire drill") == "the floor is closed for that reason already"
    assert pit.floor.closed == "the chain is broken at 17; fire drill"
    assert pit.events[-3].body.by == (), "no card was presented; the journal names the device"
    pit.do("open floor", why="both looked into", cards=TWO)
    assert pit.floor.closed == ""


def test_a_running_game_finishes_on_a_closed_floor() -> None:
    pit = Pit()
    pit.start()
    pit.do("close floor", reason="fire drill", cards=["card sue"])
    pit.press("press hand", seat=2, hand="straight flush", cards=["card dan"])
    assert pit.press("confirm", cards=["card sue"])["live"] == ["hand", "FOUL HAND", "MISDEAL", "END GAME"]
    assert pit.press("end game")["live"] == []
    assert start_refused(pit) == "the floor is closed: fire drill"


@pytest.mark.parametrize(
    ("device", "kind", "body"),
    [
        ("console", "close floor", {"reason": "fire drill", "cards": TWO}),
        ("console", "close table", {"reason": "sensor 3 is stuck", "table": "T1", "cards": TWO}),
        ("server", "find software", {"digest": SECOND, "version": "2.0"}),
    ],
)
def test_sensors_go_dark_when_the_floor_or_their_table_closes(device: str, kind: str, body: dict[str, Any]) -> None:
    """Chips are taken back while nobody watches the sensors: they must not count when the floor opens."""
    pit = Pit()
    pit.serves("find software", digest=FIRST, version="1.0")
    pit.press("place bets", bets=BETS)
    pit.serves("find software", digest=FIRST, version="1.0")
    assert pit.floor.tables["T1"].lit, "the approved software puts nothing out"
    pit.do(kind, device, **body)
    assert pit.floor.tables["T1"].lit == {}


def test_a_table_out_of_service_leaves_the_others_alone() -> None:
    pit = Pit()
    closed = pit.do("close table", table="T1", reason="sensor 3 is stuck", cards=["card sue"])
    assert closed["live"] == []
    assert start_refused(pit) == "table T1 is out of service: sensor 3 is stuck"
    pit.start("T2")
    assert "already: sensor 3 is stuck" in pit.refused("close table", table="T1", reason="x", cards=["card sue"])
    assert "card required" in pit.refused("open table", table="T1", cards=["card dan"])
    assert pit.do("open table", table="T1", cards=["card ida"])["live"] == ["bet", "START GAME"]
    assert pit.refused("open table", table="T1", cards=["card ida"]) == "table T1 is in service"
    assert pit.refused("close table", table="T9", reason="x", cards=["card ida"]) == 'there is no table "T9"'


def test_a_game_at_a_table_that_goes_out_of_service_finishes() -> None:
    pit = Pit()
    pit.start()
    assert pit.do("close table", table="T1", reason="x", cards=["card sue"])["live"] == [
        "hand",
        "FOUL HAND",
        "MISDEAL",
        "END GAME",
    ]
    assert pit.press("end game")["live"] == []


def test_the_first_software_is_approved_and_another_closes_the_floor() -> None:
    pit = Pit()
    assert pit.serves("find software", digest=FIRST, version="1.0")["approved"]
    assert (pit.floor.software, pit.floor.found, pit.floor.closed) == (FIRST, FIRST, "")
    assert not pit.serves("find software", digest=SECOND, version="2.0")["approved"]
    fault = (
        f"the software is not the approved one (found {SECOND[:12]}…, approved {FIRST[:12]}…); "
        "two people have to approve it"
    )
    assert start_refused(pit) == f"the floor is closed: {fault}"
    assert pit.refused("open floor", why="please", cards=TWO) == fault
    pit.serves("find software", digest=FIRST, version="1.0")
    assert pit.floor.closed == "", "the approved software is back"


def test_two_people_approve_the_software_that_runs() -> None:
    pit = Pit()
    asked = {"digest": SECOND, "document": "letter 7"}
    assert "none was found yet" in pit.refused("approve software", **asked, cards=TWO)
    pit.serves("find software", digest=FIRST, version="1.0")
    assert f"that runs here can be approved: {FIRST}" in pit.refused("approve software", **asked, cards=TWO)
    pit.serves("find software", digest=SECOND, version="2.0")
    assert "two cards required" in pit.refused("approve software", **asked, cards=["card ida"])
    assert pit.refused("approve software", digest=SECOND, cards=TWO) == "document is missing"
    pit.do("approve software", **asked, cards=TWO)
    assert (pit.floor.software, pit.floor.closed) == (SECOND, "")
    assert pit.refused("approve software", **asked, cards=TWO) == "this software is approved already"


def test_each_reason_for_a_closed_floor_ends_on_its_own() -> None:
    pit = Pit()
    pit.serves("find software", digest=FIRST, version="1.0")
    pit.do("close floor", reason="fire drill", cards=["card sue"])
    pit.serves("find software", digest=SECOND, version="2.0")
    assert pit.floor.closed.startswith("fire drill; the software is not the approved one")
    pit.do("approve software", digest=SECOND, document="letter 7", cards=TWO)
    assert pit.floor.closed == "fire drill"
    pit.serves("find software", digest=FIRST, version="1.0")
    pit.do("open floor", why="it is over", cards=TWO)
    assert pit.floor.closed.startswith("the software is not the approved one")


def test_only_the_server_knows_the_software() -> None:
    reason = Pit().refused("find software", digest=FIRST, version="1.0")
    assert reason == "which software runs comes from the server only, not from console"
