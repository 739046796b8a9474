"""Search over employees, tables, wins and events; it forgives marks and slips."""

from __future__ import annotations

import re

import pytest

from fairfelt.web.pages.page import known_words, matches
from tests.web.back_office import BackOffice, hidden


def found(page: str) -> list[str]:
    """The titles of what was found."""
    hits = page[page.index("<main") :]
    return re.findall(r'<li><a href="[^"]+">([^<]+)</a>', hits)


def test_people_tables_wins_and_devices_are_found(office: BackOffice) -> None:
    office.win()
    for asked, title in (
        ("elena", "Elena"),
        ("E-2", "Emil"),
        ("table t1", "Table T1"),
        ("flushs gone wild", "Table T1"),
        ("full house", "Win 1: full house"),
        ("#1", "Win 1: full house"),
        ("250.00", "Win 1: full house"),
        ("$250", "Win 1: full house"),
        ("keypad T2", "keypad T2"),
        ("mega", "Mega Link"),
    ):
        assert title in found(office.client.get("/manager/search", params={"q": asked}).text), asked


def test_events_are_found_by_number_and_by_text(office: BackOffice) -> None:
    office.win()
    number = office.controller.head.number
    assert any(title.startswith(f"#{number} ") for title in found(office.get(f"/manager/search?q={number}")))
    assert any("awards confirmed" in title for title in found(office.get("/manager/search?q=full+house")))


def test_nobody_finds_what_they_may_not_see(office: BackOffice) -> None:
    office.win()
    office.sign_in("D-1")
    page = office.get("/manager/search?q=elena")
    assert found(page) == []
    assert "Nothing fits." in page


def test_printing_shows_a_preview_first(office: BackOffice) -> None:
    """A click on the money bag recorded the original at once, and opened no print dialog."""
    office.win()
    assert 'href="/manager/wins/1/print"' in office.get("/manager/wins")
    preview = office.get("/manager/wins/1/print")
    assert "Preview, not printed" in preview
    assert "Print original" in preview
    assert 1 not in office.controller.floor.prints
    printed = office.client.post("/manager/wins/1/print", data=hidden(preview))
    assert 'id="print" data-now' in printed.text, "and the dialog opens by itself"


@pytest.mark.parametrize(
    ("asked", "text", "is_found"),
    [
        ("texas holdem", "Ultimate Texas Hold'em", True),
        ("blackjak", "Free Bet Blackjack", True),
        ("paigow", "Fortune Pai Gow Poker", True),
        ("rsuh flush", "Flush Rush", False),
        ("balckjack", "Blackjack Switch", True),
        ("poker", "Baccarat", False),
        ("war", "Casino War", True),
    ],
)
def test_marks_and_slips_are_forgiven(asked: str, text: str, is_found: bool) -> None:
    """Finding 24: "texas holdem" and "blackjak" found nothing."""
    assert matches(asked, text) is is_found


@pytest.mark.parametrize(
    ("asked", "name", "is_found"),
    [
        ("uth", "Ultimate Texas Hold'em", True),
        ("3 card", "Three Card Poker", True),
        ("3 card", "Big Raise Stud Poker", False),
        ("three card", "Three Card Poker", True),
        ("2", "Field Gold 21", False),
    ],
)
def test_a_name_is_found_by_initials_and_figures(asked: str, name: str, is_found: bool) -> None:
    assert matches(asked, known_words(name)) is is_found


def test_a_slip_is_one_letter() -> None:
    assert not matches("stub", "stud"), "too short to tell"
    assert matches("baccarrat", "baccarat")
    assert not matches("bakarit", "baccarat")
