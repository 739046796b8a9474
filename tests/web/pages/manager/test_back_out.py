"""The back-out of an award in the office: before and after on its form, two people, and a page that says VOID."""

from __future__ import annotations

import pytest

from tests.web.back_office import PINS, BackOffice, changes, hidden

SECOND = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}
FORM = "/manager/wins/1/back-out"
TYPED = {"why": "not a royal on review", "document": "B-1", "sure": "yes"}


@pytest.fixture
def won(office: BackOffice) -> BackOffice:
    """An office after an award whose page was printed."""
    office.win(hand="royal flush")
    office.client.post("/manager/wins/1/print", data=hidden(office.get("/manager/wins/1/print")))
    return office


def test_the_form_shows_the_award_and_its_review_before_and_after(won: BackOffice) -> None:
    page = won.get(FORM)
    for words in ("royal flush at table T1, seat 1, $10,001.50", "1 pay, $5,000.00, awards 2"):
        assert words in page, words
    found = changes(won.client.post(FORM, data=won.fill(FORM, **TYPED)).text)
    assert found["mega, hits of Mega"] == ("1", "0")
    assert found["mega, Mega: meter"] == ("$10,000.20", "$10,001.50")
    assert found["mega, paid"] == ("$15,001.50", "$0.00")


def test_two_people_void_the_award_and_its_page_says_so(won: BackOffice) -> None:
    done = won.send(FORM, **TYPED, **SECOND)
    assert done.url.path == "/manager/wins", done.text
    log = won.get("/manager/wins")
    assert "VOID" in log
    assert "Backed out by Elena and Emil: not a royal on review" in log
    copy = won.get("/manager/wins/1/1")
    for words in ("Jackpot slip #1, VOID", "VOID: do not pay", "Elena and Emil", "not a royal on review", "B-1"):
        assert words in copy, words
    assert won.controller.floor.jackpots["mega"].book["paid"] == 0
    assert won.client.get(FORM).status_code == 404, "once only"
    assert "Award 1, envy included" in won.get("/manager/reports")


def test_one_person_does_not_void_an_award(won: BackOffice) -> None:
    won.send(FORM, **TYPED)
    assert not won.controller.floor.given[1].voided
