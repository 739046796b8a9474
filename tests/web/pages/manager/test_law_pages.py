"""The manager's pages for the law: set it, file its papers, keep the account, pay in steps, end a jackpot."""

from __future__ import annotations

import re
from hashlib import sha256
from html import unescape

import pytest

from fairfelt import games
from fairfelt.law import Mode, Stage, letter, paytables_of
from fairfelt.room.law.ask_law import link_status
from tests.web.back_office import PINS, BackOffice, hidden, mistake_at

UNIT = 1_000_000
SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
DEALER = {"second_card": "D-1", "second_pin": PINS["D-1"][2]}
DOCUMENT = "letter 1, 2027-01-02, sha256:dd4ed1ba54dbcd0c43a317667c86882b7e03948914d1fecbe9ccfe7e37ef8f3a"
LAW = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 5", "sure": "yes"}
DAY_MICROS = 24 * 3600 * UNIT


@pytest.fixture
def lawful(office: BackOffice) -> BackOffice:
    """The same room under a law that advises."""
    assert office.send("/manager/law/set", **LAW, mode="advise", **SECOND).url.path == "/manager/law"
    return office


def test_two_people_set_the_law_and_a_day_begins(lawful: BackOffice) -> None:
    jurisdiction = lawful.controller.floor.jurisdiction
    assert (jurisdiction.profile, jurisdiction.mode, str(jurisdiction.day)) == (
        "wa-commercial",
        Mode.ADVISE,
        "2027-01-15",
    )
    page = lawful.get("/manager/law")
    assert "Washington commercial card room" in page
    assert "nothing shows that" in page, "a condition is missing, and the table says so"
    alone = lawful.send("/manager/law/set", **LAW, mode="enforce")
    assert alone.status_code == 422
    wrong = lawful.send("/manager/law/set", **{**LAW, "zone": "Spokane"}, mode="advise", **SECOND)
    assert "there is no time zone" in wrong.text.lower()


def test_conditions_are_filed_and_withdrawn(lawful: BackOffice) -> None:
    first = letter().conditions[0].id
    typed = {"condition": first, "document": DOCUMENT, "on": "2027-01-15", **SECOND}
    unnamed = lawful.send("/manager/law/conditions/meet", **{**typed, "document": "x"})
    assert "names no document: name the document by number, date and issuer" in mistake_at(unnamed.text, "document")
    one_department = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}
    assert lawful.send("/manager/law/conditions/meet", **{**typed, **one_department}).status_code == 422
    seen = lawful.client.post("/manager/law/conditions/meet", data=lawful.fill("/manager/law/conditions/meet", **typed))
    assert "nothing shows that" in seen.text, "what would still be missing is read before it is signed"
    assert not lawful.controller.floor.paperwork.met
    assert lawful.send("/manager/law/conditions/meet", **typed).url.path == "/manager/law"
    assert f"{DOCUMENT}, Jan 15, 2027, all games" in lawful.get("/manager/law")
    early = lawful.send("/manager/law/conditions/meet", **{**typed, "on": "2027-02-01"})
    assert "has not come yet" in early.text
    none = lawful.send("/manager/law/conditions/meet", **{**typed, "on": "soon"})
    assert "'soon' is not a date" in mistake_at(none.text, "on")
    lawful.send("/manager/law/conditions/withdraw", met=f"{first}/", why="a mistake", sure="yes", **SECOND)
    assert not lawful.controller.floor.paperwork.met


def test_a_game_that_was_not_compared_is_pinned_by_two_and_taken_back(lawful: BackOffice) -> None:
    table = {"table": "T3", "progressive": "pit|Multi-Game Link Progressive|ML01", "controls": "nexus"}
    assert lawful.send("/manager/tables/new/set-up?game=let-it-ride|", **table, **SECOND).url.path == "/manager/tables"
    assert link_status(lawful.controller.floor, "pit").certificate, "the odds were counted before it joined"
    digits = lawful.controller.floor.tables["T3"].fingerprint
    filed = {"fingerprint": digits, "document": DOCUMENT, "sure": "yes"}
    fields = lawful.fill("/manager/law/pins/new", **filed, **SECOND)
    review = lawful.client.post("/manager/law/pins/new", data=fields)
    for _ in range(2):
        lawful.client.post("/manager/law/pins/new", data={**hidden(review.text), **filed, **SECOND})
    assert [one.pin.fingerprint for one in lawful.controller.floor.paperwork.pins] == [digits]
    assert DOCUMENT in lawful.get("/manager/law")
    lawful.send(f"/manager/law/pins/{digits}/withdraw", why="another sheet", sure="yes", **SECOND)
    assert not lawful.controller.floor.paperwork.pins
    assert lawful.client.get(f"/manager/law/pins/{digits}/withdraw").status_code == 404
    stamped = hidden(lawful.get("/manager/law"))
    assert lawful.client.post("/manager/links/pit/examine", data=stamped).url.path == "/manager/law"
    assert lawful.client.post("/manager/links/none/examine", data=stamped).status_code == 404


def test_components_are_read_row_by_row(lawful: BackOffice) -> None:
    wrong = lawful.send("/manager/law/components", components="Nexus 1.2", document=DOCUMENT, **SECOND)
    assert "has no version: enter it as" in mistake_at(wrong.text, "components")
    lawful.send("/manager/law/components", components="Nexus: 1.2; Display: 3.4;", document=DOCUMENT, **SECOND)
    assert lawful.controller.floor.paperwork.installed == {"Nexus": "1.2", "Display": "3.4"}


def test_a_deposit_cures_an_account_that_is_short(lawful: BackOffice) -> None:
    page = lawful.get("/manager/funds")
    assert "deposit $" in page
    held = lawful.controller.floor.jackpots["mega"].meter("Mega") + lawful.controller.floor.jackpots["mega"].meter(
        "Major"
    )
    entry = {"kind": "deposit", "amount": str(held // UNIT), "on": "2027-01-15", "document": "slip 9"}
    lawful.send("/manager/funds/entries", **entry)
    assert sum(one.change_micros for one in lawful.controller.floor.bank) == held
    assert "slip 9" in lawful.get("/manager/funds")
    assert lawful.controller.floor.funds.notices == ()
    nothing = lawful.send("/manager/funds/entries", **{**entry, "amount": "0"})
    assert mistake_at(nothing.text, "amount") == "The amount must be above zero."
    lawful.send("/manager/funds/statements", balance="0", on="2027-01-15", document="statement 1")
    lawful.send("/manager/funds/odds", amount="5,000", document="letter 2")
    assert lawful.controller.floor.funds.odds_micros == {"USD": 5_000 * UNIT}
    assert lawful.client.get("/manager/funds.pdf").content.startswith(b"%PDF")


def test_a_payout_goes_step_by_step_and_no_other_way(lawful: BackOffice) -> None:
    lawful.win(hand="royal flush")
    payment = lawful.controller.floor.payments[1]
    page = lawful.get("/manager/payouts")
    assert "Jackpot slip #1" in page
    assert "left" in page, "a timer runs"
    assert 'href="/manager/duties.ics"' in page
    assert "Win page 1" in lawful.client.get("/manager/duties.ics").text
    lawful.sign_in("S-1")
    path = "/manager/payouts/1/step"
    noted = next(place for place, step in enumerate(payment.steps) if step.note)
    for place, step in enumerate(payment.steps):
        if place == noted:
            assert mistake_at(lawful.send(path).text, "note") == "Required."
        second = DEALER if step.people == 2 else {}
        if second:
            assert "Required." in lawful.send(path, note="both").text, "one card signed for dealer and supervisor"
        assert lawful.send(path, note="bag 7", **second).url.path == "/manager/payouts"
    assert not lawful.controller.floor.payments[1].next
    assert "Seat 2, envy for seat 1&#39;s royal flush" in lawful.get("/manager/payouts")
    assert "envy for seat 1&#39;s royal flush" in lawful.get("/manager/payouts/2/step")
    for _ in lawful.controller.floor.payments[2].steps:
        lawful.send("/manager/payouts/2/step", note="bag 8", **DEALER)
    assert "No pending payouts." in lawful.get("/manager/payouts")
    assert "✓ dan and sam" in lawful.get("/manager/payouts?all=1")
    assert lawful.client.get(path).status_code == 404
    assert lawful.client.get("/manager/payouts/9/step").status_code == 404


def test_a_malfunction_is_reported_and_told(lawful: BackOffice) -> None:
    lawful.send("/manager/malfunctions/new/report", equipment="display pit 1", what="went dark")
    page = lawful.get("/manager/malfunctions")
    assert "running, 3 d 0 h left" in page
    lawful.clocks.now_micros += 4 * DAY_MICROS
    assert "overdue by 1 d 0 h" in lawful.get("/manager/malfunctions")
    lawful.send("/manager/malfunctions/1/notice", document="notice 4")
    assert "done late" in lawful.get("/manager/malfunctions")
    for nowhere in ("2", "x", "9" * 4_301):
        assert lawful.client.get(f"/manager/malfunctions/{nowhere}/notice").status_code == 404, nowhere


def test_limits_are_posted_bet_by_bet(lawful: BackOffice) -> None:
    path = "/manager/tables/T1/limits"
    wrong = lawful.send(path, **{"opening-least": "50", "opening-most": "5", "seats": "99"})
    assert mistake_at(wrong.text, "opening-most") == "The max is below the min."
    assert "from 1 to" in mistake_at(wrong.text, "seats")
    for seats in ("0050", "001000000", "9" * 4_301, "-1", "٣", ""):
        wrong = lawful.send(path, **{"opening-least": "5", "opening-most": "50", "seats": seats})
        assert "enter a whole number from 1 to" in mistake_at(wrong.text, "seats").lower(), seats
    done = lawful.send(path, **{"opening-least": "5", "opening-most": "50", "seats": "5"})
    assert done.url.path == "/manager/tables"
    table = lawful.controller.floor.tables["T1"]
    assert table.limits.opening
    assert (table.limits.opening.most_micros, table.seats) == (50 * UNIT, 5)
    assert "$5.00 to $50.00" in lawful.get("/manager/tables")


def test_a_jackpot_ends_in_stages(lawful: BackOffice) -> None:
    announce, begin, gift = (f"/manager/jackpots/mega/ending{part}" for part in ("", "/begin", "/gift"))
    assert "Schedule retirement" in lawful.get("/manager/jackpots/mega")
    assert lawful.client.get(begin).status_code == 404
    nobody = lawful.send(announce, way="donation", document="sign 1", sure="yes", **SECOND)
    assert "who receives it" in mistake_at(nobody.text, "to")
    donation = {"way": "donation", "to": "the food bank", "document": "sign 1"}
    review = lawful.client.post(announce, data=lawful.fill(announce, **donation)).text
    assert "Retirement of mega" in review and "donation to the food bank" in review
    assert "mega" not in lawful.controller.floor.endings, "what is reviewed is not done"
    lawful.send(announce, **donation, sure="yes", **SECOND)
    assert "Begin the donation" in lawful.get("/manager/jackpots/mega")
    early = lawful.send(begin, sure="yes", **SECOND)
    ending = lawful.controller.floor.endings["mega"]
    if ending.stage is Stage.ANNOUNCED:
        assert "stays posted until" in early.text
        while (
            lawful.controller.floor.jurisdiction.day is None
            or lawful.controller.floor.jurisdiction.day < ending.earliest
        ):
            lawful.clocks.now_micros += DAY_MICROS
            assert lawful.client.portal
            lawful.client.portal.call(lawful.controller.law.begin_day, lawful.controller.ledger)
        lawful.sign_in("E-1")
        lawful.send(begin, sure="yes", **SECOND)
    lawful.send(gift, document="receipt 1", sure="yes", **SECOND)
    assert lawful.controller.floor.jackpots["mega"].retired
    assert lawful.controller.floor.endings["mega"].stage is Stage.CLOSED


def test_pages_and_reports_go_by_the_clock_of_the_room(lawful: BackOffice) -> None:
    """The win falls on the 15th at eight in the morning UTC: midnight in Los Angeles."""
    lawful.win()
    assert "Jan 15, 2027, 12:00:00 AM PST" in lawful.get("/manager/wins")
    report = lawful.get("/manager/reports")
    assert "Jan 15, 2027, 12:00 AM PST to Jan 16, 2027, 12:00 AM PST" in report
    assert 'data-label="Wagered">10.00<' in report
    assert "No jackpots in this period." in lawful.get("/manager/reports?from=2027-01-13&to=2027-01-13")


def test_the_form_of_a_new_jackpot_starts_with_seeds_and_rates_and_says_whose_they_are(lawful: BackOffice) -> None:
    """It used to start blank: nobody could tell what a paytable was made for."""
    key = "flushes-gone-wild||Multi-Game Link Progressive|ML01"
    path = f"/manager/jackpots/new/open?for={key}"
    fields = lawful.fill(path)
    assert (fields["seed-0"], fields["rate-0"], fields["seed-1"]) == ("25,000.00", "12", "2,500.00")
    assert "prints no seed and no rate for this paytable" in lawful.get(path)
    filed = {"seed-Mega": "12,500", "rate-Mega": "9.5", "seed-Major": "1,250", "rate-Major": "4"}
    page = f"/manager/law/presets/file?for={key}"
    assert lawful.send(page, **filed, document=DOCUMENT, **SECOND).url.path == "/manager/law"
    fields = lawful.fill(path)
    assert (fields["seed-0"], fields["rate-0"]) == ("12,500.00", "9.5")
    assert f"Seeds and rates as {DOCUMENT} prints them." in lawful.get(path)
    law = lawful.get("/manager/law")
    assert "Mega 12,500.00 at 9.5%, Major 1,250.00 at 4%" in law
    assert "Fairfelt is not an approved system" in law
    assert "above the pre-configured 9.5% of Mega" in unescape(law), "the table says so"
    assert lawful.client.get("/manager/law/presets/file?for=luck").status_code == 404
    wrong = lawful.send(page, **{**filed, "rate-Mega": "lots"}, document=DOCUMENT, **SECOND)
    assert "is not a percentage" in mistake_at(wrong.text, "rate-Mega")


def test_a_table_says_its_maker_and_two_people_file_the_test_report(lawful: BackOffice) -> None:
    table = {"table": "T3", "progressive": "pit|Multi-Game Link Progressive|ML01", "maker": "Brass Works"}
    set_up = "/manager/tables/new/set-up?game=flushes-gone-wild|"
    assert lawful.send(set_up, **table, controls="nexus").url.path == "/manager/tables"
    assert "different makers, Brass Works and Felt &amp; Sons" in lawful.get("/manager/law")
    filed = "/manager/law/makers-reports/file"
    assert "Brass Works; Felt &amp; Sons" in lawful.get(filed)
    one = lawful.send(filed, makers="Brass Works", document=DOCUMENT, **SECOND)
    assert "two manufacturers or more" in mistake_at(one.text, "makers")
    assert lawful.send(filed, document=DOCUMENT, **SECOND).url.path == "/manager/law"
    page = lawful.get("/manager/law")
    assert f"{DOCUMENT}: Brass Works, Felt &amp; Sons." in page
    assert "different makers, " not in page
    withdrawn = {"document": DOCUMENT, "why": "recalled", "sure": "yes"}
    lawful.send("/manager/law/makers-reports/withdraw", **withdrawn, **SECOND)
    assert "different makers, " in lawful.get("/manager/law")


def test_the_house_limits_wagers_and_the_page_says_whose_rule_it_is(lawful: BackOffice) -> None:
    typed = {"most": "2", "why": "internal controls 9", **SECOND}
    assert lawful.send("/manager/law/wagers/USD", **typed).url.path == "/manager/law"
    page = lawful.get("/manager/law")
    assert "A single wager is $2.00 or less in this house." in page
    assert "law goes before the manufacturer’s rules, these before house rules" in page
    assert lawful.send("/manager/law/wagers/USD", **{**typed, "most": ""}).url.path == "/manager/law"
    assert "A single wager is" not in lawful.get("/manager/law")
    lawful.send("/manager/law/set", **LAW, mode="enforce", **SECOND)
    page = lawful.get("/manager/law")
    assert "Stopped by law:" in page
    assert "No record may go" in page


ODD = b"%PDF-1.7\r\n" + bytes(range(256)) * 40 + b"\r\r\n\n--x\r\n"


def test_a_document_is_attached_on_the_page_reviewed_and_downloaded(lawful: BackOffice) -> None:
    page = "/manager/law/conditions/meet"
    lawful.send("/manager/law/set", **LAW, mode="enforce", **SECOND)
    form = lawful.get(page)
    assert 'enctype="multipart/form-data"' in form and 'type="file"' in form
    named = {"condition": "controls-approved", "on": "2027-01-02", "document": "letter 7, 2027-01-02, WSGC"}
    fields = lawful.fill(page, **named)
    unattached = lawful.client.post(page, data=fields)
    assert "attach the document" in mistake_at(unattached.text, "sha256")
    other = lawful.client.post(page, data={**fields, "sha256": "a" * 64}, files={"file": ("letter.pdf", ODD)})
    digits = sha256(ODD).hexdigest()
    assert f"the attached file has the SHA-256 {digits}".lower() in mistake_at(other.text, "sha256").lower()
    review = lawful.client.post(page, data=fields, files={"file": ("letter “7”.pdf", ODD)})
    assert digits in review.text and hidden(review.text)["secret"]
    forged = {**hidden(review.text), "secret": "b" * 64, **SECOND}
    assert "Attach the file again" in lawful.client.post(page, data=forged).text
    lawful.client.post(page, data={**hidden(review.text), **SECOND})
    assert lawful.controller.floor.paperwork.met[-1].document == named["document"]
    address = f"/manager/law/documents/{digits}"
    assert f'href="{address}"' in lawful.get("/manager/law")
    assert lawful.client.get(address).content == ODD
    assert lawful.client.get(f"/manager/law/documents/{'a' * 64}").status_code == 404
    lawful.sign_in("R-1")
    assert address in lawful.get("/regulator/approvals") and lawful.client.get(address).content == ODD


def test_paytables_of_a_review_are_chosen_from_those_of_the_game(lawful: BackOffice) -> None:
    """They were typed into a text field."""
    table = {"table": "T3", "progressive": "pit|Multi-Game Link Progressive|ML01", "controls": "nexus"}
    lawful.send("/manager/tables/new/set-up?game=let-it-ride|", **table, **SECOND)
    digits, page = lawful.controller.floor.tables["T3"].fingerprint, "/manager/law/pins/new"
    boxes = re.findall(r'<label for="(compared-[^"]+)">([^<]+)<', lawful.get(page))
    here = {label.partition(": ")[2]: name for name, label in boxes if digits[:12] in name}
    assert set(here) == set(paytables_of(games.find("let-it-ride")))
    wanted = next(iter(here))
    lawful.send(page, fingerprint=digits, document=DOCUMENT, **{here[wanted]: "yes"}, sure="yes", **SECOND)
    (pin,) = lawful.controller.floor.paperwork.pins
    assert pin.pin.paytables == (wanted,)
