"""Bets on the sensors: lit before the game, locked during it, dark after it."""

import pytest

from tests.room.floors import UNIT, Pit

LIT = {"2": 5 * UNIT, "4": UNIT}


def sensors(pit: Pit, table: str = "T1") -> dict[int, str]:
    """Those that are not dark."""
    at = pit.floor.tables[table]
    return {seat: "locked" if seat in at.bets_micros else "lit" for seat in sorted({*at.lit, *at.bets_micros})}


@pytest.mark.parametrize("table", ["T1", "T2"])
def test_a_bet_lights_its_sensor_locks_with_the_start_and_goes_dark_with_the_end(table: str) -> None:
    pit = Pit()
    assert sensors(pit, table) == {}
    placed = pit.press("place bets", table, bets=LIT)
    assert (placed["bets"], placed["phase"], placed["live"][0]) == (LIT, "betting", "bet")
    assert sensors(pit, table) == {2: "lit", 4: "lit"}
    assert pit.meter() == 10_000 * UNIT, "no money moves before the start"
    started = pit.press("start game", table)
    assert started["bets"] == LIT
    assert sensors(pit, table) == {2: "locked", 4: "locked"}
    assert pit.floor.tables[table].lit == {}
    assert pit.meter() == 10_000 * UNIT + 6 * 150_000
    assert pit.press("end game", table)["bets"] == {}
    assert sensors(pit, table) == {}


def test_sensors_are_set_anew_each_time() -> None:
    pit = Pit()
    pit.press("place bets", bets=LIT)
    pit.press("place bets", bets={"7": UNIT})
    assert sensors(pit) == {7: "lit"}
    pit.press("place bets", bets={})
    assert sensors(pit) == {}


def test_what_the_sensors_read_at_the_press_is_what_counts() -> None:
    pit = Pit()
    pit.press("place bets", bets=LIT)
    assert pit.press("start game", bets={"1": UNIT})["bets"] == {"1": UNIT}
    assert pit.floor.tables["T1"].bets_micros == {1: UNIT}


def test_bets_are_locked_while_a_game_runs() -> None:
    pit = Pit()
    pit.start(seats=(1,))
    reason = pit.refused("place bets", "keypad T1", table="T1", bets=LIT)
    assert reason == "bet cannot be pressed now; live buttons: hand, FOUL HAND, MISDEAL, END GAME"


@pytest.mark.parametrize(
    ("bets", "sentence"),
    [
        ({"9": UNIT}, "there is no seat 9; seats are 1 to 8"),
        ({"0": UNIT}, "bets[0].seat is the number of a seat, from 1 to 20, not 0"),
        ({"1": UNIT, "01": UNIT}, "a seat is named twice: send one bet for each seat"),
        ({"1": UNIT, "2": -5}, "bets[1].amount_micros is a whole number of millionths above zero, not -5"),
        ({"1": True}, "not true"),
        ([["1", UNIT]], "bets[0] is an object with names and values"),
    ],
)
@pytest.mark.parametrize("kind", ["place bets", "start game"])
def test_a_bet_that_cannot_be_lights_nothing(kind: str, bets: object, sentence: str) -> None:
    assert sentence in Pit().refused(kind, "keypad T1", table="T1", bets=bets)


def test_an_answer_shows_the_claims() -> None:
    pit = Pit()
    pit.start()
    claimed = pit.press("press hand", seat=2, hand="royal flush")
    assert claimed["claims"] == [{"seat": 2, "hand": "royal flush", "folded": False}]
    assert claimed["bets"] == {str(seat): 5 * UNIT for seat in (1, 2, 3)}
