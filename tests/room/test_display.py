"""What the displays of a link show."""

import json
from typing import Any

from msgspec.structs import replace

from fairfelt.jackpot import Freeze
from fairfelt.ledger.canonical import canonical
from fairfelt.room import display
from tests.room.floors import MEGA, UNIT, Pit


def shown_at(pit: Pit) -> dict[str, Any]:
    """As a display gets it."""
    shown: dict[str, Any] = json.loads(canonical(display(pit.floor, "pit", len(pit.events))))
    return shown


def test_a_quiet_evening() -> None:
    pit = Pit()
    shown = shown_at(pit)
    assert shown == {
        "sequence": len(pit.events),
        "link": "pit",
        "currency": "USD",
        "levels": [
            {"name": name, "amount_micros": seed * UNIT, "shown_micros": seed * UNIT, "limit_reached": False}
            for name, seed in (("Mega", 10_000), ("Major", 1_000))
        ],
        "tables": [
            {
                "table": table,
                "game": "flushes-gone-wild",
                "phase": "betting",
                "closed": "",
                "notices": [],
                "folded_hands_qualify": True,
            }
            for table in ("T1", "T2")
        ],
        "pending": [],
        "last_win": None,
        "closed": "",
        "not_current_since_s": None,
        "wins": [],
    }


def test_a_whole_award_from_claim_to_the_new_amount() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=2, hand="straight flush", cards=["card dan"])
    shown = shown_at(pit)
    (pending,) = shown["pending"]
    assert pending == {
        "table": "T1", "seat": 2, "hand": "straight flush", "level": "Major", "amount_micros": 1_001_200_000,
        "locked": True,
    }  # fmt: skip
    assert shown["levels"][1]["amount_micros"] < shown["levels"][1]["shown_micros"] == 1_001_200_000, "it dropped"
    pit.start("T2")
    assert shown_at(pit)["levels"][1]["shown_micros"] > 1_001_200_000, "what other tables feed still shows"
    pit.press("confirm", cards=["card sue"])
    shown = shown_at(pit)
    assert shown["levels"][1]["amount_micros"] == shown["levels"][1]["shown_micros"]
    assert shown["pending"] == []
    assert shown["last_win"] == {
        "number": 1, "table": "T1", "seat": 2, "hand": "straight flush", "level": "Major",
        "amount_micros": 1_001_200_000, "new_amount_micros": 1_000_150_000, "envy_for_seat": None,
    }  # fmt: skip
    assert shown["levels"][1]["amount_micros"] > 1_000_150_000, "the meter itself has gone on"


def test_two_winners_of_a_round_follow_each_other_and_a_backed_out_award_is_shown_no_more() -> None:
    pit = Pit()
    pit.start()
    for seat in (3, 1):
        pit.press("press hand", seat=seat, hand="royal flush", cards=["card dan"])
        pit.press("confirm", cards=["card eve", "card sue"])
    second = shown_at(pit)["last_win"]
    assert (second["seat"], second["amount_micros"], second["new_amount_micros"]) == (1, 10_000_300_000, 10_000 * UNIT)
    assert second["number"] == 4, "after the envy of the first"
    pit.do("back out award", number=4, why="misread", document="memo", cards=["card ann", "card eve"])
    shown = shown_at(pit)
    assert (shown["last_win"]["number"], shown["last_win"]["seat"]) == (1, 3)
    assert not {4, 5, 6} & {win["number"] for win in shown["wins"]}, "nor is the envy it brought"
    assert shown["levels"][0]["amount_micros"] == 10_000_300_000
    floor = pit.room.restore(pit.room.save(pit.floor))
    assert display(floor, "pit", len(pit.events)) == display(pit.floor, "pit", len(pit.events)), "also after a restart"


def test_a_claim_that_is_not_frozen_shows_what_it_would_be_paid_now() -> None:
    pit = Pit(replace(MEGA, freeze=Freeze.AT_CONFIRMATION))
    pit.start()
    pit.press("press hand", seat=3, hand="royal flush")
    before = shown_at(pit)["pending"][0]["amount_micros"]
    pit.start("T2", bet=25 * UNIT)
    now = shown_at(pit)["pending"][0]["amount_micros"]
    assert now == before + 3 * 3_750_000
    assert pit.press("confirm", cards=["card eve", "card sue"])["awards"][0]["amount_micros"] == now


def test_a_fixed_pay_has_no_level_and_no_new_amount() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand="three of a kind")
    pit.press("confirm", cards=["card sue", "card dan"])
    last = shown_at(pit)["last_win"]
    assert (last["level"], last["new_amount_micros"]) == ("", None)


def test_closed_floors_closed_tables_and_limits_are_shown() -> None:
    limited = replace(MEGA.levels[1], limit_micros=1_000 * UNIT)
    pit = Pit(replace(MEGA, levels=(MEGA.levels[0], limited)))
    pit.do("close floor", reason="fire drill", cards=["card sue"])
    pit.do("close table", table="T2", reason="sensor", cards=["card sue"])
    shown = shown_at(pit)
    assert shown["closed"] == "fire drill"
    assert [row["closed"] for row in shown["tables"]] == ["", "sensor"]
    assert [row["limit_reached"] for row in shown["levels"]] == [False, True]
