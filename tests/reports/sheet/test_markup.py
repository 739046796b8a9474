"""Nothing written on a sheet is ever read as markup."""

from __future__ import annotations

from datetime import date

import pytest

from fairfelt.reports.sheet import Column, Facts, Notice, Section, Sheet, Steps, Table, Words
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import Archived, as_pdf
from fairfelt.reports.sheet.text import as_text
from tests.reports.pages import Page, pdf_text, text_of

NASTY = '<b>&amp; #strong[x] $a_b$ \\ "q" *c* [red]d[/red] {{ e }} {% f %} `g` = h // i'


@pytest.fixture
def sheet() -> Sheet:
    table = Table((Column(NASTY), Column("n", "right")), ((NASTY, NASTY),), totals=((NASTY, "1"),))
    blocks = (Words(NASTY), Facts(("Name", NASTY)), Steps(NASTY), Notice(NASTY, NASTY), table)
    return Sheet(NASTY, NASTY, Section(NASTY, *blocks), footnotes=(("Term", NASTY),), colophon=NASTY)


def test_in_text(sheet: Sheet) -> None:
    assert text_of(as_text(sheet), 400).count(NASTY) == 14


def test_in_html(sheet: Sheet) -> None:
    page = Page(as_html(sheet))
    assert page.text.count(NASTY) == 14 + 2
    assert "b" not in page.seen


def test_in_pdf(sheet: Sheet) -> None:
    words = pdf_text(as_pdf(sheet))
    for part in ("<b>&amp;", "#strong[x]", "$a_b$", "*c*", "[red]d[/red]", "{{ e }}", "`g`", "// i"):
        assert part in words


def test_a_document_to_keep_writes_signs_that_its_fonts_lack_by_their_numbers() -> None:
    """Such a document may not hold them: a paper with such a name could not be issued at all."""
    sheet = Sheet("Табло Ωmega", "房间 \U000a5963", Section("Café – 5 ≥ 3", Words("plain")))
    found = pdf_text(as_pdf(sheet, Archived(date(2026, 11, 16))))
    assert all(said in found for said in ("Табло Ωmega", "[U+623F][U+95F4]", "[U+A5963]", "Café – 5 ≥ 3"))
