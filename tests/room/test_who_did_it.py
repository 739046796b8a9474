"""Every event says who: the cards that were presented, or the server; dealers sign in where the house asks for it."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt.room import SERVER
from fairfelt.room.commands.people import EnterPin
from fairfelt.room.commands.round_events import AwardPosted, AwardsConfirmed
from fairfelt.room.event import Actor, Refused
from tests.nights import MemoryDisk, play_night
from tests.nights.checkers import CheckFailed, everything_has_an_actor, read_log
from tests.room.floors import UNIT, Pit

DAN = {"cards": ["card dan"]}
NOBODY = "no dealer is signed in at this keypad; sign in with card and PIN"
PRESSES: list[tuple[str, dict[str, Any]]] = [
    ("place bets", {"bets": {"1": UNIT}}), ("start game", {"bets": {"1": UNIT}}),
    ("press hand", {"seat": 1, "hand": "straight flush"}), ("press hand", {"seat": 1, "hand": "straight flush"}),
    ("end game", {}),
]  # fmt: skip


@pytest.fixture
def pit() -> Pit:
    """A house that has its dealers sign in."""
    made = Pit()
    made.do("set house rules", dealers_sign_in=True, why="the new controls", cards=["card ida", "card eve"])
    return made


def test_every_press_takes_a_dealer_and_names_them(pit: Pit) -> None:
    for kind, body in PRESSES:
        assert pit.refused(kind, "keypad T1", table="T1", **body) == NOBODY
        assert (pit.events[-1].body.code, pit.events[-1].body.by) == ("sign_in_required", ())
        for stranger in ("card ann", "card ida"):
            assert pit.refused(kind, "keypad T1", table="T1", **body, cards=[stranger]) == NOBODY
        pit.press(kind, "T1", **body, **DAN)
        assert pit.events[-1].body.by == (Actor("card dan", "dan"),)


@pytest.mark.parametrize("card", ["card sue", "card eve"])
def test_who_may_confirm_may_deal(pit: Pit, card: str) -> None:
    for kind, body in PRESSES:
        pit.press(kind, "T1", **body, cards=[card])


@pytest.mark.parametrize("table", ["T1", "T2"])
def test_a_confirmation_names_the_dealer_and_the_supervisor(pit: Pit, table: str) -> None:
    pit.press("start game", table, bets={"1": UNIT}, **DAN)
    pit.press("press hand", table, seat=1, hand="straight flush", **DAN)
    both = {"cards": ["card dan", "card sue"]}
    if table == "T2":
        assert "supervisor card required" in pit.refused("turn key", f"keypad {table}", table=table, to_jph=True, **DAN)
        pit.press("turn key", table, to_jph=True, **both)
    pit.press("confirm", table, **both)
    posted, confirmed = (event.body for event in pit.events[-2:])
    assert isinstance(posted, AwardPosted)
    assert isinstance(confirmed, AwardsConfirmed)
    assert confirmed.people == ("dan", "sue")
    assert (confirmed.page.confirmed_by, confirmed.page.role) == ("sue", "supervisor")
    assert posted.amount_micros == confirmed.awards[0].amount_micros


def test_the_house_may_ask_for_nobody_and_says_so_on_the_log(pit: Pit) -> None:
    asked = {"dealers_sign_in": False, "why": "the readers are broken"}
    for alone in ("card sue", "card eve", "card ida"):
        refused = pit.refused("set house rules", **asked, cards=[alone])
        assert "two cards required: executive or technician" in refused, "one technician switched it off"
    pit.do("set house rules", **asked, cards=["card eve", "card ida"])
    assert "say so already" in pit.refused("set house rules", **asked, cards=["card eve", "card ida"])
    pit.start()
    assert pit.events[-1].body.by == ()


def test_a_card_that_opens_nothing_is_refused_whoever_else_is_there(pit: Pit) -> None:
    pit.do("withdraw card", card="card dan", why="lost", cards=["card ida"])
    asked = {"table": "T1", "bets": {"1": UNIT}}
    assert "card card dan is withdrawn" in pit.refused(
        "start game", "keypad T1", **asked, cards=["card sue", "card dan"]
    )
    assert "card nobody's is not known here" in pit.refused("start game", "keypad T1", **asked, cards=["nobody's"])
    refused = pit.events[-1].body
    assert isinstance(refused, Refused)
    assert refused.by == (), "who presents an unknown card is nobody"


def test_a_card_presented_twice_is_one_person(pit: Pit) -> None:
    pit.press("start game", "T1", bets={"1": UNIT}, cards=["card dan", "card dan"])
    assert pit.events[-1].body.people == ("dan",)
    assert "two cards required" in pit.refused("open floor", why="x", cards=["card ida", "card ida"])


def test_a_pin_is_entered_at_a_device(pit: Pit) -> None:
    pit.serves("enter pin", card="card dan", device="keypad T1", right=True)
    entered = pit.events[-1].body
    assert isinstance(entered, EnterPin.recorded)
    assert (entered.card, entered.device) == ("card dan", "keypad T1")


def test_nothing_of_a_night_is_without_an_actor() -> None:
    for lawful in (False, True):
        night = play_night(3, MemoryDisk(), turns=25, lawful=lawful)
        everything_has_an_actor(read_log(night.log))


def test_what_nobody_did_is_found() -> None:
    log = read_log(play_night(3, MemoryDisk(), turns=25, lawful=True).log)
    at = next(at for at, line in enumerate(log) if line.kind == "law set/1")
    assert log[at].device not in (None, SERVER)
    log[at].body["by"] = []
    with pytest.raises(CheckFailed, match="nobody stands behind line"):
        everything_has_an_actor(log)
