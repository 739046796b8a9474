"""What becomes of a table: changed, moved, retired, brought back; and play suspended by link, jackpot or game."""

from __future__ import annotations

from typing import Any

import pytest

from fairfelt import games
from fairfelt.room import display
from tests.room.floors import LINK_PROGRESSIVE, UNIT, Pit
from tests.room.law.lawful_pit import DOCUMENT, LIMITS, OFFICE, SET_UP, LawfulPit

SUE = ["card sue"]
STUD: dict[str, Any] = {"game": "three-card-poker", "why": "another game", "cards": SET_UP}
WILD: dict[str, Any] = {
    "game": "flushes-gone-wild", "link": "pit", "wager": LINK_PROGRESSIVE, "paytable": "ML03", "why": "back",
    "cards": SET_UP,
}  # fmt: skip


def closed(pit: Pit, table: str = "T1") -> Pit:
    """A table that is closed for the day."""
    pit.do("close table", table=table, reason="for the day", cards=SUE)
    return pit


@pytest.mark.parametrize(
    "kind, body",
    [("change table", STUD), ("move table", {"place": "pit 2", "why": "room"}), ("retire table", {"why": "sold"})],
)
def test_only_a_closed_table_between_two_rounds_is_changed_moved_or_retired(kind: str, body: dict[str, Any]) -> None:
    pit, asked = Pit(), {"table": "T1", **body, "cards": SET_UP}
    assert "table T1 is open; close it before it is" in pit.refused(kind, **asked)
    pit.start("T1")
    closed(pit)
    assert "a round is running at table T1" in pit.refused(kind, **asked)
    pit.press("end game", "T1")
    assert "required" in pit.refused(kind, **{**asked, "cards": SUE})
    pit.do(kind, **asked)


def test_another_game_pins_another_fingerprint_and_keeps_the_rounds() -> None:
    """A table's game and paytable were fixed for good."""
    pit = Pit()
    pit.start("T1")
    pit.press("end game", "T1")
    before = closed(pit).floor.tables["T1"]
    pit.do("change table", table="T1", **STUD)
    after = pit.floor.tables["T1"]
    assert (after.game, after.link, after.round) == ("three-card-poker", "", 1)
    assert after.fingerprint != before.fingerprint
    assert after.closed == "for the day"
    assert [table.table for table in display(pit.floor, "pit", 1).tables] == ["T2"]
    assert "there is nothing" not in pit.refused("start game", "keypad T1", table="T1")


def test_a_changed_table_comes_back_to_its_link_and_plays() -> None:
    pit = closed(Pit())
    pit.do("change table", table="T1", **STUD)
    pit.do("change table", table="T1", **{**WILD, "paytable": "ML01"})
    pit.do("open table", table="T1", cards=SUE)
    pit.start("T1")
    assert pit.floor.tables["T1"].bets_micros == {1: 5 * UNIT, 2: 5 * UNIT, 3: 5 * UNIT}


def test_the_law_is_asked_before_a_table_changes() -> None:
    pit = LawfulPit()
    closed(pit)
    above = {"opening": {"least_micros": UNIT, "most_micros": 301 * UNIT}}
    assert "may not open" in pit.refused("change table", table="T1", **STUD, limits=above)
    three = {"game": STUD["game"], "fingerprint": games.fingerprint_of(STUD["game"])}
    pit.do("pin game", **three, document=DOCUMENT, cards=OFFICE)
    pit.do("change table", table="T1", **STUD, limits={"opening": LIMITS["opening"]})
    assert not pit.stop("T1")


def test_a_prize_of_the_house_keeps_its_game_at_the_table() -> None:
    pit = Pit()
    prize = {"name": "Lucky Seven", "table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT, "posted": True}
    pit.do("post house jackpot", **prize, cards=SET_UP)
    closed(pit)
    assert "Lucky Seven is posted at table T1" in pit.refused("change table", table="T1", **STUD)
    assert "Lucky Seven is posted at table T1" in pit.refused("retire table", table="T1", why="sold", cards=SET_UP)


def test_a_retired_table_is_off_its_link_and_can_come_back() -> None:
    """No table could be removed from the floor."""
    pit = closed(Pit())
    pit.do("retire table", table="T1", why="sold", cards=SET_UP)
    table = pit.floor.tables["T1"]
    assert (table.link, table.closed) == ("", "retired: sold; for the day")
    assert len(pit.floor.played_for("mega").combinations) == 1
    assert "is retired: sold" in pit.refused("open table", table="T1", cards=SUE)
    assert "retired already" in pit.refused("retire table", table="T1", why="again", cards=SET_UP)
    pit.do("change table", table="T1", **{**WILD, "paytable": "ML01"})
    pit.do("open table", table="T1", cards=SUE)
    pit.start("T1")


@pytest.mark.parametrize("scope, name", [("link", "pit"), ("jackpot", "mega"), ("game", "flushes-gone-wild")])
def test_play_is_suspended_and_resumed_and_a_running_round_finishes(scope: str, name: str) -> None:
    """Only the floor, a table, a device and a card could be disabled."""
    pit = Pit()
    pit.start("T1")
    meter = pit.meter()
    pit.press("place bets", "T2", bets={"1": UNIT})
    asked = {"scope": scope, "name": name, "why": "the meter is wrong", "cards": SUE}
    pit.do("suspend play", **asked)
    says = f"{scope} {name} is suspended: the meter is wrong"
    assert "suspended already" in pit.refused("suspend play", **asked)
    assert pit.floor.tables["T2"].lit == {}
    assert says in pit.refused("start game", "keypad T2", table="T2", bets={"1": UNIT})
    assert all(table.closed == says for table in display(pit.floor, "pit", 1).tables)
    assert display(pit.floor, "pit", 1).closed == ("" if scope == "game" else says)
    pit.press("press hand", "T1", seat=1, hand="royal flush")
    pit.press("confirm", "T1", cards=["card eve", "card sue"])
    pit.press("end game", "T1")
    assert f"{says}; resume that" in pit.refused("open table", table="T1", cards=SUE)
    terms = pit.floor.jackpots["mega"].terms
    pit.do("resume play", **asked)
    assert pit.floor.jackpots["mega"].terms == terms
    assert pit.meter() < meter, "the award of the running round was paid"
    pit.start("T2")
    assert "is not suspended" in pit.refused("resume play", **asked)


def test_a_table_that_comes_to_what_is_suspended_is_suspended_too() -> None:
    pit = closed(Pit())
    pit.do("change table", table="T1", **STUD)
    pit.do("suspend play", scope="link", name="pit", why="a fault", cards=SUE)
    assert not pit.floor.tables["T1"].suspended
    pit.do("change table", table="T1", **{**WILD, "paytable": "ML01"})
    pit.do("open table", table="T1", cards=SUE)
    assert pit.floor.tables["T1"].closed == "link pit is suspended: a fault"
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


@pytest.mark.parametrize("scope, name", [("link", "none"), ("jackpot", "none"), ("game", "gin")])
def test_what_is_not_there_is_not_suspended(scope: str, name: str) -> None:
    asked = {"scope": scope, "name": name, "why": "why", "cards": SUE}
    assert f"there is no {scope}" in Pit().refused("suspend play", **asked)
