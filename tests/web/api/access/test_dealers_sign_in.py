"""Who deals is on record: a dealer signs in at the keypad, because they want to or because the house asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt.room.commands.round_events import GameStarted
from fairfelt.room.registry import name_of
from tests.web.api.calling import QUADS, STRAIGHT_FLUSH, Caller, House, bets, problem


def rules(house: House, *, sign_in: bool) -> None:
    house.console("ida", "eve").do("/api/house-rules", dealers_sign_in=sign_in, why="every game has a dealer")


def started_by(house: House) -> list[Any]:
    told = house.console("ray").get("/api/events", kind=name_of(GameStarted)).json()["events"]
    return [[actor["person"] for actor in event["body"].get("by", [])] for event in told]


def test_who_is_signed_in_is_on_record_also_where_nobody_has_to_be(house: House) -> None:
    house.keypad("T1", "dan").press("start", bets=bets(1))
    house.keypad("T1").press("end")
    house.keypad("T1").press("start", bets=bets(1))
    assert started_by(house) == [["dan"], []]


def test_a_press_in_the_name_of_an_ended_session_is_not_taken_and_its_number_stays(house: House) -> None:
    stale = Caller(house.client, house.devices["keypad T1"], ("long gone",))
    told = problem(stale.command("/api/tables/T1/start", bets=bets(1)), 401)
    assert "sign in again" in told["detail"]
    assert stale.get("/api/device").json()["next_sequence"] == 1
    house.keypad("T1", "dan").press("start", bets=bets(1))
    assert started_by(house) == [["dan"]]


def test_a_house_may_ask_its_dealers_to_sign_in(house: House) -> None:
    rules(house, sign_in=True)
    told = problem(house.keypad("T1").command("/api/tables/T1/start", bets=bets(1)), 409)
    assert told["code"] == "sign_in_required"
    assert told["detail"] == "No dealer is signed in at this keypad; sign in with card and PIN"
    house.keypad("T1", "dan").press("start", bets=bets(1))
    rules(house, sign_in=False)
    told = problem(house.keypad("T1").command("/api/tables/T1/end"), 409)
    assert told["code"] == "sign_in_required", "the round keeps the rule that it began with"
    house.keypad("T1", "dan").press("end")
    house.keypad("T1").press("start", bets=bets(1))
    house.keypad("T1").press("end")
    assert started_by(house) == [["dan"], []]


@pytest.mark.parametrize(("person", "status"), [("sue", 200), ("eve", 200), ("ann", 409), ("ida", 409), ("ray", 409)])
def test_who_may_deal(house: House, person: str, status: int) -> None:
    rules(house, sign_in=True)
    assert house.keypad("T1", person).command("/api/tables/T1/start", bets=bets(1)).status_code == status


def test_the_dealer_and_who_confirms_are_both_on_record(house: House) -> None:
    rules(house, sign_in=True)
    keypad = house.keypad("T1", "dan")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand=QUADS)
    assert "supervisor card required" in problem(keypad.command("/api/tables/T1/confirm"), 409)["detail"]
    both = house.keypad("T1", "dan", "sue")
    confirmed = both.do("/api/tables/T1/confirm")["number"]
    (event,) = house.console("ray").get("/api/events", after=confirmed - 1, limit=1).json()["events"]
    assert [actor["person"] for actor in event["body"]["by"]] == ["dan", "sue"]
    assert event["body"]["page"]["confirmed_by"] == "Sue"


def test_a_later_claim_is_confirmed_in_spite_of_an_earlier_one_only_if_that_is_said(house: House) -> None:
    for table in ("T1", "T2"):
        keypad = house.keypad(table, "dan")
        keypad.press("start", bets=bets(1))
        keypad.press("hand", seat=1, hand=STRAIGHT_FLUSH)
    sue = house.keypad("T2", "sue")
    sue.press("key", to_jph=True)
    told = problem(sue.command("/api/tables/T2/confirm"), 409)
    assert (told["code"], told["field"]) == ("earlier_claim", "despite_earlier")
    assert told["detail"].startswith("Table T1 claimed Major before this table")
    assert sue.press("confirm", despite_earlier=True)["phase"] == "logged"
