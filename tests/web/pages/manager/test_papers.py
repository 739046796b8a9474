"""Papers of the room in both offices, and reports that are issued and kept. Before, none of them could be reached."""

from __future__ import annotations

import json
from datetime import date
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from pypdf import PdfReader

from fairfelt.cli import main
from fairfelt.law import Mode
from fairfelt.ledger import LedgerCorrupt
from fairfelt.ledger.transparency import read_signed_checkpoint, read_verifier_key
from fairfelt.room.commands.accounts import ChangeTerms
from fairfelt.room.commands.duties import ReportMalfunction
from fairfelt.room.commands.law import BeginDay, SetLaw
from fairfelt.runtime.formats import format_moment
from fairfelt.server.papers import PAPERS
from tests.reports.pages import pdf_text
from tests.reports.sheet.test_imprint import says_what_has_made_it
from tests.web.back_office import PINS, BackOffice, hidden

PLACE = "/manager/papers"


OF_ONE = ("malfunction-notice", "merchandise-notice")
"""Papers on something that happened: without its number there is none."""


@pytest.fixture
def lawful(office: BackOffice) -> BackOffice:
    office.tell(SetLaw(profile="wa-commercial", mode=Mode.ADVISE, zone="America/Los_Angeles", document="licence",
                       cards=("E-1", "A-1")))  # fmt: skip
    office.tell(BeginDay(day=date(2027, 1, 15)))
    office.win()
    return office


def issue(office: BackOffice, paper: str) -> bytes:
    page = office.get(f"{PLACE}/{paper}")
    done = office.client.post(f"{PLACE}/{paper}/issue", data=hidden(page))
    assert (done.status_code, done.url.path) == (200, PLACE), done.text[-500:]
    number = office.controller.floor.reports_issued
    return office.client.get(f"{PLACE}/issued/{number}.pdf").content


@pytest.mark.parametrize("paper", [name for name in PAPERS if name not in OF_ONE])
def test_every_paper_is_on_a_page_and_in_every_form(lawful: BackOffice, paper: str) -> None:
    assert f'href="{PLACE}/{paper}"' in lawful.get(PLACE)
    assert "Issue this paper" in lawful.get(f"{PLACE}/{paper}")
    for form in ("pdf", "csv", "html", "json"):
        answer = lawful.client.get(f"{PLACE}/{paper}.{form}")
        assert answer.status_code == 200
        says_what_has_made_it(answer.content, form)


def test_a_change_that_waits_is_announced_with_the_hour_before_which_it_may_not_be(lawful: BackOffice) -> None:
    """Requirement 68: 72 hours ahead. Rates stood there in millionths."""
    assert json.loads(lawful.get(f"{PLACE}/change-notice.json"))["ahead_hours"] == 72
    terms = lawful.controller.floor.jackpots["mega"].terms
    faster = structs.replace(terms.levels[0], rate_ppm=terms.levels[0].rate_ppm - 10_000)
    changed = structs.replace(terms, levels=(faster, *terms.levels[1:]))
    lawful.tell(ChangeTerms(jackpot="mega", terms=changed, why="summer", cards=("E-1", "A-1")))
    changes = json.loads(lawful.get(f"{PLACE}/change-notice.json"))["changes"]
    (change,) = [row for row in changes if "mega" in row["what"]]
    assert (change["now"], change["then"]) == ("15.00%", "14.00%")
    page = lawful.get(f"{PLACE}/change-notice")
    assert "9 NYCRR 5321.8" in page
    written = format_moment(lawful.clocks.now_micros, "America/Los_Angeles")
    assert written in page
    assert format_moment(lawful.clocks.now_micros + 72 * 3_600_000_000, "America/Los_Angeles") in page


def test_papers_say_plainly_that_fairfelt_is_no_approved_system(lawful: BackOffice) -> None:
    """Finding D.1: no paper of the program said so."""
    for paper in ("compliance", "internal-controls", "lab-submission", "change-notice"):
        assert "is not an approved system" in lawful.get(f"{PLACE}/{paper}"), paper


def test_internal_controls_have_the_rooms_own_roles_thresholds_and_procedures(lawful: BackOffice) -> None:
    page = lawful.get(f"{PLACE}/internal-controls")
    table = lawful.controller.floor.tables["T1"]
    for words in (
        table.fingerprint,
        "Executive from",
        "two people signed in",
        "Seal hand and deck",
        "counter-clockwise",
    ):
        assert words in page, words
    told = json.loads(lawful.get(f"{PLACE}/internal-controls.json"))
    assert (told["roles"]["executive"], told["approved_system"]) == (2, False)


def test_a_lab_gets_the_digest_of_every_file(lawful: BackOffice) -> None:
    told = json.loads(lawful.get(f"{PLACE}/lab-submission.json"))
    found = lawful.controller.settings.read_manifest()
    assert (told["files"], told["libraries"], told["digest"]) == (found.files, found.libraries, found.digest)


def test_a_notice_of_a_malfunction_has_its_deadline(lawful: BackOffice) -> None:
    """Before, no command and no page wrote one."""
    lawful.tell(ReportMalfunction(equipment="display 1", what="it went dark", cards=("S-1",)))
    page = lawful.get(f"{PLACE}/malfunction-notice?number=1")
    assert "display 1" in page
    assert "Jan 18, 2027, 12:00 AM PST" in page  # three days after midnight in Spokane
    assert "WAC 230-06-054" in page
    assert lawful.client.get(f"{PLACE}/malfunction-notice?number=2").status_code == 422


def test_a_verification_form_is_filled_from_its_win_page_or_blank(lawful: BackOffice) -> None:
    assert "Full house" in lawful.get(f"{PLACE}/verification?number=1").replace("full house", "Full house")
    assert "Cards of the hand" in lawful.get(f"{PLACE}/verification")
    assert lawful.client.get(f"{PLACE}/verification?number=7").status_code == 422
    assert "is no number" in lawful.client.get(f"{PLACE}/verification?number=x").text


def test_an_issued_report_is_kept_byte_for_byte_with_the_checkpoint_of_its_day(lawful: BackOffice) -> None:
    """Requirement 55: before, a report was drawn anew each time, and no version of it was kept or signed."""
    content = issue(lawful, "progressive-report")
    for _ in range(3):
        lawful.win()  # the same paper reads otherwise now
    assert lawful.client.get(f"{PLACE}/issued/1.pdf").content == content
    (row,) = lawful.controller.papers.issued.all(lawful.controller.ledger)
    assert (row.number, row.sha256, row.by) == (1, sha256(content).hexdigest(), "elena")
    assert b"pdfaid" in content
    assert b"OutputIntent" in content
    assert "number 1, issued Jan 15, 2027" in pdf_text(content)
    inside = PdfReader(BytesIO(content)).attachments
    signed = read_signed_checkpoint(inside["checkpoint.txt"][0].decode())
    assert signed.check_log([read_verifier_key(lawful.controller.floor.checkpoint_key)])
    assert (signed.checkpoint.size, signed.checkpoint.root.hex()) == (row.checkpoint_size, row.checkpoint_root)
    assert row.checkpoint_size < row.event
    issue(lawful, "compliance")
    assert [row.number for row in lawful.controller.papers.issued.all(lawful.controller.ledger)] == [1, 2]
    assert lawful.client.get(f"{PLACE}/issued/3.pdf").status_code == 404


def test_a_paper_that_is_issued_again_says_which_version_it_replaces(
    lawful: BackOffice, capsys: pytest.CaptureFixture[str]
) -> None:
    """Requirement 55: two versions of one report stood in the list as two reports, and neither named the other."""
    first = issue(lawful, "progressive-report")
    issue(lawful, "compliance")
    lawful.win()
    second = issue(lawful, "progressive-report")
    said = "".join(pdf_text(second).replace("\u200b", "").split())
    assert f"Version2,replacesnumber1(SHA-256{sha256(first).hexdigest()})" in said
    assert "Version1" in "".join(pdf_text(first).split())
    rows = lawful.controller.papers.issued.all(lawful.controller.ledger)
    assert [(row.version, row.replaces) for row in rows] == [(1, 0), (1, 0), (2, 1)]
    assert lawful.client.get(f"{PLACE}/issued/1.pdf").content == first, "the first is kept as it was"
    assert "(version 2, replaces 1)" in lawful.client.get(PLACE).text
    assert main(["law", "issued", str(lawful.controller.settings.address)]) == 0
    assert "(version 2, replaces 1)" in capsys.readouterr().out


def test_the_command_line_writes_an_issued_report_again(lawful: BackOffice, capsys: pytest.CaptureFixture[str]) -> None:
    content = issue(lawful, "compliance")
    place = Path(lawful.controller.settings.address)
    assert main(["law", "issued", str(place)]) == 0
    assert sha256(content).hexdigest() in capsys.readouterr().out
    target = place.parent / "again.pdf"
    assert main(["law", "issued", str(place), "1", "-o", str(target)]) == 0
    assert target.read_bytes() == content
    assert main(["law", "issued", str(place), "9", "-o", str(target)]) == 2
    assert "no report 9 was issued; there are 1" in capsys.readouterr().err


def test_a_report_that_was_changed_beside_the_journal_is_not_given_out(lawful: BackOffice) -> None:
    issue(lawful, "compliance")
    office, ledger = lawful.controller.papers, lawful.controller.ledger
    other = office._kept.keep("b3RoZXI=")
    (row,) = office.issued.all(ledger)
    office.issued._known[0] = row._replace(secret=other)
    with pytest.raises(LedgerCorrupt, match="another digest"):
        office.find(ledger, 1)


def test_the_regulator_reads_papers_and_issued_reports_and_issues_none(lawful: BackOffice) -> None:
    content = issue(lawful, "compliance")
    lawful.sign_in("R-1", then="/regulator/papers")
    page = lawful.get("/regulator/papers")
    assert sha256(content).hexdigest() in page
    assert lawful.client.get("/regulator/papers/issued/1.pdf").content == content
    assert "is not an approved system" in lawful.get("/regulator/papers/internal-controls")
    form = {**hidden(page), "number": "1"}
    assert lawful.client.post(f"{PLACE}/compliance/issue", data=form).status_code == 403


def test_reports_of_the_year_and_of_all_time(lawful: BackOffice) -> None:
    page = lawful.get("/manager/reports")
    assert "Year to date" in page
    assert "Lifetime to date" in page
    assert 'href="?from=2027-01-01&amp;to=2027-01-15' in page or "from=2027-01-01" in page


def test_every_paper_of_the_day_says_when_enforcement_was_off_and_so_does_the_law_page(lawful: BackOffice) -> None:
    """Two people set `advise`, played, and set `enforce` again; afterwards nothing told of it."""
    law: dict[str, Any] = {
        "profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "order 7", "cards": ("E-1", "A-1"),
    }  # fmt: skip
    for mode in (Mode.ENFORCE, Mode.ADVISE, Mode.ENFORCE):
        lawful.clocks.now_micros += 60_000_000
        lawful.tell(SetLaw(mode=mode, **law))
    off = "Enforcement of wa-commercial was off from Jan 15, 2027,"
    by = "switched off by Elena and Ada with order 7, on again by Elena and Ada"
    for paper in (name for name in PAPERS if name not in OF_ONE):
        text = " ".join(lawful.get(f"{PLACE}/{paper}.html").split())
        assert off in text, paper
        assert by in text, paper
    assert off in lawful.get("/manager/law")
    number = next(number for number, at in lawful.controller.floor.alarms.items() if at.kind == "enforcement off")
    assert f'href="/manager/alarms/{number}"' in lawful.get("/manager/alarms")
    page, note = f"/manager/alarms/{number}", {"note": "a drill"}
    one_department = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}
    assert lawful.send(page, **note, **one_department).status_code == 422
    assert number in lawful.controller.floor.alarms
    lawful.send(page, **note, second_card="S-1", second_pin=PINS["S-1"][2])
    assert number not in lawful.controller.floor.alarms
    assert off in lawful.get("/manager/law"), "it stays on record"
    lawful.clocks.now_micros += 24 * 3600 * 1_000_000
    assert "was off from" not in lawful.get(f"{PLACE}/change-notice.html"), "and is no news of the day after"
