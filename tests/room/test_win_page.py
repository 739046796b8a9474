"""The win page: numbered, complete as far as the log knows, and marked when it is printed again."""

from floors import UNIT, Pit

from fairfelt.reports import as_html, as_pdf, plain_text, win_page_sheet
from fairfelt.room import WinPage, win_pages

WON_AT_MICROS = 1_700_000_000 * UNIT


def page() -> WinPage:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=2, hand="straight flush")
    pit.press("confirm", cards=["card sue"])
    (found,) = win_pages(pit.floor, pit.events[-1].body, WON_AT_MICROS)
    return found


def test_a_page_holds_what_the_log_knows() -> None:
    text = plain_text(win_page_sheet(page()))
    for line in (
        "Win page 1", "USD 1,001.20", "Straight flush", "14 November 2023, 22:13:20 UTC", "sue, supervisor", "Major",
        "100%", "USD 1,000.15", "Spokane", "T1, round 1", "ML01", "Deck verified by",
    ):  # fmt: skip
        assert line in text
    assert "Reprint" not in text


def test_a_reprint_says_so_on_every_kind_of_page() -> None:
    sheet = win_page_sheet(page(), reprint=True)
    assert "This page was printed before." in plain_text(sheet)
    assert "This page was printed before." in as_html(sheet)
    assert as_pdf(sheet).startswith(b"%PDF")
