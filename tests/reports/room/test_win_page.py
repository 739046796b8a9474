"""The win page: numbered, complete as far as the log knows, and every print of it counted."""

from dataclasses import replace

import pytest

from fairfelt.ledger.canonical import canonical
from fairfelt.reports.room.win_page import win_page_report
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import plain_text
from fairfelt.room import Floor, WinPage
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.event import Actor
from fairfelt.room.law.jurisdiction import Lapse
from fairfelt.room.registry import read_event
from fairfelt.room.state.floor import WINS_KEPT
from tests.room.events import build_event
from tests.room.floors import UNIT, Pit

WON_AT_MICROS = 1_700_000_000 * UNIT


def won(pit: Pit, hand: str = "straight flush") -> WinPage:
    """A round in which somebody wins; the page of the award."""
    pit.start()
    pit.press("press hand", seat=2, hand=hand)
    pit.press("confirm", cards=["card eve", "card sue"])
    found, *envy = pit.confirmed().pages(WON_AT_MICROS)
    assert all(page.envy_for_seat == 2 for page in envy)
    pit.press("end game")
    return found


def test_a_page_holds_what_the_log_knows() -> None:
    text = plain_text(win_page_report(won(Pit()), Floor()).sheet)
    for line in (
        "Win page 1", "$1,001.20", "Straight flush", "Nov 14, 2023, 10:13 PM UTC", "eve, executive", "Major",
        "100%", "$1,000.15", "Spokane", "T1, round 1", "ML01", "Deck verified by",
    ):  # fmt: skip
        assert line in text


def test_the_event_alone_gives_the_page_of_that_moment() -> None:
    """Years later the people and the terms are others; the event is what it was, also after a way through JSON."""
    pit = Pit()
    page = won(pit)
    event = read_event(canonical(pit.confirmed()))
    assert isinstance(event, AwardsConfirmed)
    again, *_ = event.pages(WON_AT_MICROS)
    assert again == page
    assert pit.floor.last_wins["mega"][0] == replace(page, confirmed_at_micros=None), "the floor knows no time"
    assert "Confirmed" in plain_text(win_page_report(pit.floor.last_wins["mega"][0], Floor()).sheet)


@pytest.mark.parametrize(
    ("copy", "words"), [(0, "Not printed"), (1, "Original"), (2, "Reprint, copy 2"), (7, "Reprint, copy 7")]
)
def test_a_print_says_which_it_is_on_every_kind_of_page(copy: int, words: str) -> None:
    sheet = win_page_report(replace(won(Pit()), copy=copy), Floor()).sheet
    assert words in plain_text(sheet)
    assert words in as_html(sheet)
    assert as_pdf(sheet).startswith(b"%PDF")


def test_every_print_is_on_the_log_and_in_the_answer() -> None:
    pit = Pit()
    won(pit)
    assert pit.do("print win page", number=1, cards=["card ann"]) == {"ok": True, "number": 1, "copy": 1}
    assert pit.do("print win page", number=1, cards=["card sue"])["copy"] == 2
    assert pit.floor.prints == {1: 2}
    assert pit.events[-1].body == build_event(PrintWinPage.recorded, number=1, copy=2, by=(Actor("card sue", "sue"),))
    assert pit.refused("print win page", number=4, cards=["card ann"]) == "there is no win page 4; there is 1 to 3"
    assert "accounting or" in pit.refused("print win page", number=1, cards=["card dan"])
    assert pit.refused("print win page", number=True, cards=["card ann"]).startswith("number is a whole number")
    assert "there is none yet" in Pit().refused("print win page", number=1, cards=["card ann"])


def test_the_floor_keeps_the_last_wins_of_each_jackpot() -> None:
    pit = Pit()
    for _ in range(WINS_KEPT + 2):
        won(pit, "three of a kind")
    assert [page.number for page in pit.floor.last_wins["mega"]] == list(range(3, WINS_KEPT + 3))
    assert pit.do("print win page", number=1, cards=["card ann"])["copy"] == 1, "older ones are printed as well"


def test_a_page_of_a_day_with_enforcement_off_says_so_first() -> None:
    page = replace(won(Pit()), confirmed_at_micros=50)
    off = Floor(lapses=(Lapse("wa-commercial", 10, ("Ann", "Eve"), "order 7", 60, ("Ann", "Eve")),))
    assert "Enforcement of wa-commercial was off" in plain_text(win_page_report(page, off).sheet)
    later = replace(page, confirmed_at_micros=50 + 48 * 3600 * UNIT)
    assert "Enforcement" not in plain_text(win_page_report(later, off).sheet)
