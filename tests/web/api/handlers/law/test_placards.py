"""Placards and notices over HTTP, made from the room as it stands."""

from __future__ import annotations

from tests.web.api.calling import (
    UNIT,
    House,
    problem,
)
from tests.web.api.handlers.law.lawful_house import lawful


def test_the_placard_is_made_from_the_room(house: House) -> None:
    problem(house.console("sue").get("/api/tables/T1/placard"), 404)
    lawful(house)
    eve = house.console("eve", "ida")
    prize = {"name": "Sevens", "table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT, "posted": True}
    eve.do("/api/house-jackpots", **prize)
    page = house.console("sue").get("/api/tables/T1/placard").text
    for words in ("$100.00", "House jackpot: $100.00", "10,000.00", "WAC 230-15-060", "Disputes"):
        assert words in page, words
    paper = house.console("sue").get("/api/tables/T1/placard", form="pdf")
    assert paper.content.startswith(b"%PDF")
    assert "Sevens" not in house.console("sue").get("/api/tables/T2/placard").text


def test_notices_are_there_when_there_is_something_to_tell(house: House) -> None:
    sue = house.console("sue")
    problem(sue.get("/api/tables/T1/notice"), 404)
    sue.do("/api/tables/T1/closing", reason="torn felt")
    assert "torn felt" in sue.get("/api/tables/T1/notice").text
    problem(sue.get("/api/jackpots/mega/notice"), 404)
    problem(sue.get("/api/jackpots/mega/notice", level="Mega"), 404)
