"""Win pages over HTTP: the list, one of them, and its prints."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.web.api.calling import QUADS, ROYAL, STRAIGHT_FLUSH, UNIT, House, bets, problem

SEES = ("sue", "eve", "ann", "ray")


@pytest.fixture
def won(house: House) -> House:
    """Two awards: a whole level, and a fixed pay."""
    for seat, hand in ((3, ROYAL), (1, QUADS)):
        keypad = house.keypad("T1", "dan", "eve", "sue")
        keypad.press("start", bets=bets(seat))
        keypad.press("hand", seat=seat, hand=hand)
        keypad.press("confirm")
        keypad.press("end")
    return house


def test_the_list_of_wins(won: House) -> None:
    told = won.console("ann").get("/api/wins").json()
    assert told["awards"] == 2
    assert [(win["number"], win["hand"], win["copy"]) for win in told["wins"]] == [(1, ROYAL, 0), (2, QUADS, 0)]
    assert [win["number"] for win in won.console("ann").get("/api/wins", after=1, limit=5).json()["wins"]] == [2]
    assert won.console("ann").get("/api/wins", after=2).json()["wins"] == []


@pytest.mark.parametrize("person", SEES)
def test_one_win_has_all_that_the_log_knows(won: House, person: str) -> None:
    win = won.console(person).get("/api/wins/1").json()
    assert win["confirmed_at_micros"] > 0
    expected = {
        "location": "Spokane", "table": "T1", "round": 1, "seat": 3, "hand": ROYAL, "level": "Mega", "share": "1",
        "wager_micros": 5 * UNIT, "amount_micros": 10_000_750_000, "meter_before_micros": 10_000_750_000,
        "meter_after_micros": 10_000_100_000, "reseed_micros": 10_000_100_000,
        "from_reserve_micros": 100_000, "sharing": 1, "policy": "in order",
        "currency": "USD", "confirmed_by": "Eve", "role": "executive", "game": "flushes-gone-wild",
        "paytable": "ML01", "copy": 0,
    }  # fmt: skip
    assert {name: win[name] for name in expected} == expected


def test_a_page_knows_when_its_hand_was_claimed(house: House) -> None:
    """Not when another was claimed beside it, nor when it was claimed at first and taken back."""

    def press(hour: int, button: str, **body: object) -> None:
        house.wall.set("2040-01-01", hour)
        house.keypad("T1", "dan", "eve", "sue").press(button, **body)

    press(1, "start", bets=bets(1, 2))
    press(2, "hand", seat=1, hand=QUADS)
    press(3, "hand", seat=1, hand=QUADS)
    press(4, "hand", seat=1, hand=QUADS)
    press(5, "hand", seat=2, hand=STRAIGHT_FLUSH)
    press(6, "confirm")
    told = house.console("ann").get("/api/wins").json()["wins"]
    hours = {win["seat"]: (hour(win["claimed_at_micros"]), hour(win["confirmed_at_micros"])) for win in told
             if win["envy_for_seat"] is None}  # fmt: skip
    assert hours == {1: (4, 6), 2: (5, 6)}
    house.console("ann").do("/api/wins/1/copies")
    assert "5:00 AM UTC" in house.console("ann").get("/api/wins/1/copies/1").text


def hour(at_micros: int) -> int:
    return at_micros // UNIT // 3600 % 24


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "٣", "9" * 30])
def test_a_page_that_is_not_there(won: House, number: str) -> None:
    told = problem(won.console("ann").get(f"/api/wins/{number}"), 404)
    assert told["detail"] == f"There is no win page {number}; the last one is 2"
    printed = problem(won.console("ann").command(f"/api/wins/{number}/copies"), 409 if number == "3" else 400)
    sentence = "There is no win page 3; there is 1 to 2"
    assert printed["detail"] == (sentence if number == "3" else f'Number is a whole number from 1 on, not "{number}"')


def test_the_first_print_is_the_original_and_the_next_a_reprint(won: House) -> None:
    ann = won.console("ann")
    first, second = (ann.do("/api/wins/1/copies") for _ in range(2))
    assert (first["copy"], second["copy"]) == (1, 2)
    original, reprint = (ann.get(printed["html"]) for printed in (first, second))
    assert original.headers["content-type"].startswith("text/html")
    assert "REPRINT" not in original.text.upper()
    assert "REPRINT" in reprint.text.upper()
    for page in (original, reprint):
        assert "10,000.75" in page.text
        assert "royal flush" in page.text.lower()
    assert ann.get("/api/wins/1").json()["copy"] == 2


def test_a_copy_as_pdf(won: House) -> None:
    ann = won.console("ann")
    printed = ann.do("/api/wins/1/copies")
    answer = ann.get("/api/wins/1/copies/1", form="pdf")
    assert printed["pdf"] == "/api/wins/1/copies/1?form=pdf"
    assert answer.headers["content-type"] == "application/pdf"
    assert "10,000.75" in "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_printing_sent_again_is_one_print(won: House) -> None:
    ann = won.console("ann")
    body = {"sequence": ann.device.sequence + 1}
    first, again = (ann.post("/api/wins/2/copies", body).json() for _ in range(2))
    assert again == {**first, "again": True}
    assert ann.get("/api/wins/2").json()["copy"] == 1


def test_a_copy_that_was_never_printed(won: House) -> None:
    ann = won.console("ann")
    ann.do("/api/wins/1/copies")
    for copy in ("0", "2", "x"):
        told = problem(ann.get(f"/api/wins/1/copies/{copy}"), 404)
        assert told["detail"] == f"Win page 1 has no copy {copy}: 1 were printed"
    assert problem(ann.get("/api/wins/1/copies/1", form="doc"), 400)["field"] == "form"
