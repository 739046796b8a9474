"""Papers over the API: listed, drawn in every form, issued as PDF/A and read back byte for byte."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from urllib.parse import parse_qsl

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from fairfelt.server.papers import PAPERS
from tests.web.api.calling import House, problem


def test_every_paper_is_listed_and_drawn(house: House) -> None:
    """Papers could be drawn and issued in the office only."""
    eve = house.console("eve")
    listed = eve.get("/api/papers").json()["papers"]
    assert [row["paper"] for row in listed] == list(PAPERS)
    assert "<html" in eve.get("/api/papers/compliance").text
    assert eve.get("/api/papers/internal-controls", form="json").json()["roles"]
    assert eve.get("/api/papers/dealer-shifts", form="csv").status_code == 200
    assert eve.get("/api/papers/internal-controls", form="pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("no-such-paper", 404, "there is no paper 'no-such-paper'"),
        ("malfunction-notice?about=7", 404, "there is no malfunction '7'"),
        ("compliance?first=2026-01-01", 404, "about no days"),
        ("progressive-report?about=3", 404, "about days, not about a number"),
        ("progressive-report?first=2026-02-01&last=2026-01-01", 404, "is before the first"),
        ("compliance?form=docx", 400, "form is one of html, pdf, csv, json"),
    ],
)
def test_what_is_wrong_is_said(shared_house: House, address: str, status: int, words: str) -> None:
    paper, _, asked = address.partition("?")
    told = shared_house.console("eve").get(f"/api/papers/{paper}", **dict(parse_qsl(asked)))
    assert words.lower() in problem(told, status)["detail"].lower()


def test_a_paper_is_issued_and_read_back(house: House) -> None:
    eve = house.console("eve")
    eve.do("/api/papers/compliance/issue")
    (row,) = eve.get("/api/reports").json()["reports"]
    assert (row["number"], row["paper"]) == (1, "compliance")
    content = eve.get("/api/reports/1").content
    assert sha256(content).hexdigest() == row["sha256"]
    assert pdf_a_faults(content) == []


def test_the_check_of_pdf_a_can_fail(house: House) -> None:
    plain = house.console("eve").get("/api/papers/compliance", form="pdf").content
    assert pdf_a_faults(plain) != []


def pdf_a_faults(content: bytes) -> list[str]:
    """What of the essentials of PDF/A-3b a document lacks (ISO 19005-3)."""
    reader, faults = PdfReader(BytesIO(content), strict=True), list[str]()
    catalog = reader.root_object
    if reader.is_encrypted:
        faults.append("it is encrypted")
    if "/ID" not in reader.trailer:
        faults.append("the trailer has no file identifier")
    metadata = catalog["/Metadata"].get_data().decode() if "/Metadata" in catalog else ""  # type: ignore[attr-defined]
    if "<pdfaid:part>3</pdfaid:part>" not in metadata or "<pdfaid:conformance>B</pdfaid:conformance>" not in metadata:
        faults.append("the metadata does not say PDF/A-3b")
    intents = [intent.get_object() for intent in catalog.get("/OutputIntents", [])]
    if not any(intent["/S"] == "/GTS_PDFA1" and intent["/DestOutputProfile"].get_data() for intent in intents):
        faults.append("there is no output intent with an ICC profile")
    for name in ("/AA", "/OpenAction"):
        if name in catalog:
            faults.append(f"the catalog has {name}")
    files = catalog.get("/AF", [])
    if not files or not all(file.get_object().get("/AFRelationship") for file in files):
        faults.append("its attachments say no relationship")
    for font in _fonts(reader):
        found = [font, *(part.get_object() for part in font.get("/DescendantFonts", []))]
        described = [part["/FontDescriptor"] for part in found if "/FontDescriptor" in part]
        embedded = any({"/FontFile", "/FontFile2", "/FontFile3"} & set(each) for each in described)
        if not embedded and font.get("/Subtype") != "/Type3":
            faults.append(f"font {font.get('/BaseFont')} is not embedded")
    if b"/JavaScript" in content or b"/Launch" in content:
        faults.append("it has actions that do something")
    return faults


def _fonts(reader: PdfReader) -> list[DictionaryObject]:
    fonts: list[DictionaryObject] = []
    for page in reader.pages:
        resources = page["/Resources"].get_object()
        for font in resources.get("/Font", {}).values():  # type: ignore[union-attr]
            found = font.get_object()
            assert isinstance(found, DictionaryObject)
            fonts.append(found)
    return fonts
