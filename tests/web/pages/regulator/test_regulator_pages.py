"""The regulator's pages: everything is there to be seen and taken away, and nothing can be changed from them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec import structs
from starlette.routing import Route

from fairfelt.cli import main
from fairfelt.law import Limits, Mode, certificate_faults
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable
from fairfelt.ledger.audit import verify
from fairfelt.reports.law.rules import register_report
from fairfelt.room import Controls, Role, Room, TableLimits
from fairfelt.room.commands.accounts import ChangeTerms
from fairfelt.room.commands.duties import DoPayoutStep
from fairfelt.room.commands.law import LimitWagers, PostLimits, SetLaw
from fairfelt.room.commands.paperwork import FileMakersReport, MeetCondition
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.http.application import ROUTES
from fairfelt.web.pages.regulator.records import RECORDS, _leads
from tests.support.tampering import rewrite
from tests.web.back_office import PINS, BackOffice, back_office, every_field, hidden, mistake_at
from tests.web.card_room import linked_table

UNIT = 1_000_000
TWO = ("E-1", "A-1")
LAW: dict[str, Any] = {
    "profile": "wa-commercial",
    "zone": "America/Los_Angeles",
    "location_class": "card room",
    "document": "letter 1",
}
PAGES = (
    "/regulator", "/regulator/law", "/regulator/approvals", "/regulator/tables", "/regulator/parameters",
    "/regulator/links", "/regulator/funds", "/regulator/reconciliation", "/regulator/payouts", "/regulator/events",
    "/regulator/verification", "/regulator/transparency", "/regulator/awards",
)  # fmt: skip
OWN = {"/manager/pin", "/manager/log/verify", "/regulator/verification", "/desk/sign-in", "/desk/sign-out", "/desk/pin"}
"""What a regulator may send: it changes nothing of the room but the PIN of their own card."""


@pytest.fixture
def office(tmp_path: Path) -> Iterator[BackOffice]:
    """Rosa, the regulator, is signed in."""
    with back_office(tmp_path) as opened:
        opened.sign_in("R-1", then="/regulator")
        yield opened


@pytest.fixture
def lawful(office: BackOffice) -> BackOffice:
    """The same room, under a law that advises."""
    office.tell(SetLaw(**LAW, mode=Mode.ADVISE, cards=TWO))
    assert office.client.portal
    office.client.portal.call(office.controller.law.begin_day, office.controller.ledger)
    return office


def plain(office: BackOffice, path: str) -> dict[str, Any]:
    """A record as JSON."""
    found: dict[str, Any] = json.loads(office.get(f"{path}.json"))
    return found


def test_every_page_says_something_in_an_empty_room_too(tmp_path: Path) -> None:
    with back_office(tmp_path, empty=True) as opened:
        opened.sign_in("R-1", then="/regulator")
        for path in PAGES:
            page = opened.get(path)
            assert 'aria-current="page"' in page, path
            assert "<script>" not in page, path


def test_every_record_is_taken_away_in_four_forms(lawful: BackOffice) -> None:
    for path in (record.path for record in RECORDS if "{" not in record.path):
        assert lawful.client.get(f"{path}.pdf").content.startswith(b"%PDF"), path
        assert json.loads(lawful.get(f"{path}.json")), path
        assert lawful.client.get(f"{path}.csv").headers["content-type"].startswith("text/csv"), path
        assert "<!doctype html>" in lawful.get(f"{path}.html"), path
        assert lawful.client.get(f"{path}.xls").status_code == 404, path


def test_the_law_in_force_has_its_rules_with_citation_and_certainty(lawful: BackOffice) -> None:
    page = lawful.get("/regulator/law")
    assert "wa-commercial: Washington commercial card room" in page
    assert "advise: shows violations only" in page
    assert "Jan 15, 2027" in page
    assert "WAC 230-15-140" in page
    assert "secondary" in page
    assert plain(lawful, "/regulator/law")["mode"] == "advise"


def test_a_condition_is_shown_with_its_document(lawful: BackOffice) -> None:
    assert "not filed" in lawful.get("/regulator/approvals")
    assert "! Needs review" in lawful.get("/regulator")
    first = plain(lawful, "/regulator/approvals")["conditions"][0]["condition"]
    named = "file 77, 2027-01-14, Gambling Commission"
    lawful.tell(MeetCondition(condition=first, on=date(2027, 1, 14), document=named, cards=TWO))
    assert f"{named}, 2027-01-14, all games" in lawful.get("/regulator/approvals")


def test_no_keypad_waits_for_the_fingerprints_of_all_games(lawful: BackOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page of approvals after a start kept every keypad waiting for 15 seconds."""
    beside = list[bool]()

    def report(*asked: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            beside.append(True)
        return register_report(*asked)

    monkeypatch.setattr("fairfelt.web.pages.regulator.records.register_report", report)
    lawful.get("/regulator/approvals")
    assert beside == [True], "it is drawn in a thread without the server's event loop"


def test_a_table_is_held_against_the_register(lawful: BackOffice) -> None:
    page = lawful.get("/regulator/tables")
    floor = lawful.controller.floor
    assert floor.tables["T1"].fingerprint in page
    assert "approved: reviewed against its sheet (letter wsgc-3119)" in page
    assert "No limits posted." in page
    assert lawful.client.get("/regulator/tables/T1/placard").status_code == 404
    limits = TableLimits(opening=Limits(5 * UNIT, 100 * UNIT))
    lawful.tell(PostLimits(table="T1", limits=limits, cards=TWO))
    assert "$100.00" in lawful.get("/regulator/tables")
    assert "Disputes" in lawful.get("/regulator/tables/T1/placard")
    assert lawful.client.get("/regulator/tables/T1/placard.pdf").content.startswith(b"%PDF")
    assert lawful.client.get("/regulator/tables/T9/placard").status_code == 404


def test_the_history_says_who_why_and_from_what_to_what(office: BackOffice) -> None:
    terms = office.controller.floor.jackpots["mega"].terms
    richest, *others = terms.levels
    levels = (structs.replace(richest, rate_ppm=165_000), *others)
    terms = structs.replace(terms, levels=levels, largest_increment_micros=50 * UNIT)
    office.tell(ChangeTerms(jackpot="mega", terms=terms, why="a busier season", cards=TWO))
    page = office.get("/regulator/parameters")
    for label, before, after in (("Mega rate", "15.00%", "16.50%"), ("Largest increment", "$25.00", "$50.00")):
        cells = "".join(rf"<td[^>]*>{re.escape(words)}</td>\s*" for words in (label, before, after))
        assert re.search(cells, page), f"{label} has a row from {before} to {after}"
    assert "elena and ada" in page
    assert "a busier season" in page
    told = plain(office, "/regulator/parameters")
    assert told["waiting"] == {"mega": [{"what": "Mega rate_ppm", "before": 150_000, "after": 165_000}]}
    assert "changes take effect at their level’s next 100% award: mega" in office.get("/regulator").lower()
    office.win(hand="royal flush")
    assert plain(office, "/regulator/parameters")["waiting"] == {}


def test_the_books_balance_by_jackpot_and_by_day(office: BackOffice) -> None:
    office.win()
    office.clocks.now_micros += 24 * 3600 * UNIT
    office.win("T2", hand="royal flush")
    told = plain(office, "/regulator/reconciliation")
    assert told["balances"] is True
    (jackpot,) = told["jackpots"]
    assert jackpot["wagers_micros"] == 20 * UNIT
    first, last = told["days"][1], told["days"][0]
    assert (first["on"], last["on"]) == ("2027-01-15", "2027-01-16")
    assert first["wagers_micros"] + last["wagers_micros"] == jackpot["wagers_micros"]
    assert first["meter_micros"] + last["meter_micros"] == jackpot["meter_micros"]
    page = office.get("/regulator/reconciliation")
    assert "Every jackpot balances" in page
    assert page.count(">balances<") == 3, "all of it, and two days"
    assert page.count("✓ the same") == 1


def test_a_payout_under_way_shows_steps_and_timers(lawful: BackOffice) -> None:
    assert "No pending payouts." in lawful.get("/regulator/payouts")
    lawful.win(hand="royal flush")
    page = lawful.get("/regulator/payouts")
    assert "Win page 1: $10,001.50" in page
    assert "running, 1 d 0 h left" in page
    lawful.clocks.now_micros += 30 * 3600 * UNIT
    assert "overdue by 6 h 0 min" in lawful.get("/regulator/payouts")
    assert "one missed deadline" in lawful.get("/regulator")
    payments = dict(lawful.controller.floor.payments)
    assert list(payments) == [1, 2], "the award and the envy for it"
    for number, payment in payments.items():
        for step in payment.steps:
            lawful.tell(DoPayoutStep(number=number, step=step.id, note="bag 7", cards=("D-1", "S-1")))
    page = lawful.get("/regulator/payouts")
    assert "No pending payouts." in page
    assert 'data-label="By">dan and sam<' in page


def test_a_certificate_is_shown_counted_again_and_taken_away(lawful: BackOffice) -> None:
    assert lawful.client.get("/regulator/links/pit").status_code == 404
    assert ">one game<" in lawful.get("/regulator/links"), "every link is listed; one game needs no certificate"
    joining = structs.replace(linked_table("T3", Controls.NEXUS), game="let-it-ride", cards=TWO)
    assert lawful.client.portal
    law, ledger = lawful.controller.law, lawful.controller.ledger
    lawful.client.portal.call(law.examine_joining, ledger, joining)
    lawful.tell(joining)
    assert ">allowed<" in lawful.get("/regulator/links")
    assert "The seal, the arithmetic and the equal odds are correct." in lawful.get("/regulator/links/pit")
    assert "every award was recounted" in lawful.get("/regulator/links/pit?again=1")
    held = plain(lawful, "/regulator/links/pit")
    assert certificate_faults(held) == ()
    assert certificate_faults({**held, "jackpot": "another"}) != ()


def test_a_regulator_begins_at_their_own_pages(office: BackOffice) -> None:
    assert office.sign_in("R-1", then="").url.path == "/regulator"
    assert office.sign_in("E-1", then="").url.path == "/manager"


def test_events_are_found_by_person_and_by_number(office: BackOffice) -> None:
    office.win()
    for person, found in (("elena", 1), ("emil", 1), ("sam", 0)):
        page = office.get(f"/regulator/events?kind=awards+confirmed&person={person}")
        assert page.count("<summary>") == found, person
    assert "card R-1" in office.get("/regulator/events?person=rosa"), "what was done with a card of theirs"
    alone = office.get("/regulator/events?number=2")
    assert alone.count("<summary>") == 1
    assert every_field(alone)["number"] == "2"
    assert office.get("/regulator/events?number=99999").count("<summary>") == 0
    page = office.get("/regulator/events?kind=awards+confirmed")
    assert 'href="/regulator/reconciliation">jackpot mega' in page
    assert "<dt>Hash</dt>" in page
    older = office.get(f"/regulator/events?before={office.controller.head.number}")
    assert ">Newest<" in older


def test_verify_now_goes_through_the_whole_log_while_the_room_runs(office: BackOffice) -> None:
    office.win()
    before = office.controller.head
    begun = office.client.post("/regulator/verification", data=hidden(office.get("/regulator/verification")))
    assert begun.url.path == "/regulator/verification"
    while "data-waiting" in (page := office.get("/regulator/verification")):
        pass
    assert "Every hash, balance and answer is as it was written." in page
    assert f"verified to event {before.number} of {before.number}" in page
    assert before.hash in page
    told = plain(office, "/regulator/verification")
    assert told["last"]["events"] == before.number
    assert office.controller.head == before, "a verification writes nothing"


def test_verify_now_finds_a_chain_that_was_rewritten_under_the_running_room(office: BackOffice) -> None:
    office.win()
    before, place = office.controller.head, office.controller.settings.address
    rewrite(place, "Spokane", "Tacoma!")
    with pytest.raises(LedgerCorrupt, match=r"has the hash .* but .*head"):
        verify(place, Room())  # the chain is right in itself: the witness of its head finds it
    assert office.client.portal
    found = office.client.portal.call(office.controller.check)
    assert before.hash in found.wrong
    assert before.hash in office.controller.reason
    with pytest.raises(LedgerUnavailable, match="the floor is closed"):
        _ = office.controller.ledger


def test_new_events_are_verified_as_they_come_and_the_page_says_how_far(office: BackOffice) -> None:
    """“✓ OK” stood there at 1 of 7,079 events."""
    ledger = office.controller.ledger
    read, last = ledger.verified.number, ledger.committed.head.number
    assert 2 * read < last, "a new room has been read when it was empty"
    status = office.get("/regulator")
    assert f"verified to event {read:,} of {last:,}" in status
    assert re.search(r'class="wrong"><th scope="row"><a href="/regulator/verification"', status)
    ledger.verify_on()
    office.win()
    ledger.verify_on()
    number = office.controller.head.number
    assert f"verified to event {number:,} of {number:,}, 0 s ago" in office.get("/regulator")
    office.win()
    office.clocks.now_micros += 90 * UNIT
    assert 'class="status-bar shut" id="verify"' in office.get("/regulator/events"), "too much came later"
    rewrite(office.controller.settings.address, "full house", "five cards")
    with pytest.raises(LedgerCorrupt):
        ledger.verify_on()
    assert "five cards" not in office.controller.reason
    assert office.controller.reason


def test_an_award_is_found_and_its_page_says_what_proves_it(office: BackOffice, tmp_path: Path) -> None:
    """An award was raw JSON, and found by the third search."""
    office.win()
    office.win("T2", hand="royal flush")
    for query, numbers in (
        ("", [3, 2, 1]), ("amount=10003.00", [2]), ("amount=%2410%2C003", [2]), ("amount=10%2C003.01", []),
        ("table=T1", [1]), ("person=emil", [3, 2, 1]), ("person=sam", []), ("number=2", [2]),
        ("from=2027-01-15&to=2027-01-15", [3, 2, 1]), ("from=2027-01-16", []), ("before=3&table=T2", [2]),
    ):  # fmt: skip
        found = re.findall(r'<tr id="win-(\d+)"', office.get(f"/regulator/awards?{query}"))
        assert list(map(int, found)) == numbers, query
    wrong = office.client.get("/regulator/awards?amount=much")
    assert (wrong.status_code, mistake_at(wrong.text, "amount")[:23]) == (422, "'much' is not an amount")
    office.controller.ledger.verify_on()
    page = office.get("/regulator/awards/2")
    assert "<h1>Royal flush · $10,003.00</h1>" in page
    assert page.count('<li class="good">') == 5
    rows = dict(re.findall(r'<th scope="row">([^<]+)</th><td class="right">([^<]+)</td>', page))
    assert rows == {
        "Meter before": "$10,003.00", "Award (100%)": "-$10,003.00", "Seed from the house": "+$10,000.00",
        "Reserve moved in": "+$0.40", "Meter after": "$10,000.40",
    }  # fmt: skip
    assert "bets locked: seat 1 $5.00, seat 2 $5.00" in page
    assert "Hand entered: royal flush, seat 1" in page
    assert office.client.get("/regulator/awards/9").status_code == 404
    pack = tmp_path / "award-2.zip"
    pack.write_bytes(office.client.get("/regulator/awards/2/evidence.zip").content)
    key = office.controller.floor.checkpoint_key
    assert main(["proof", "verify", str(pack), "--key", key]) == 0
    with ZipFile(pack) as opened:
        events = opened.read("events.jsonl").decode().splitlines()
        kinds = [re.findall(r'"kind":"([^"]+)"', line)[-1] for line in events]
        assert kinds == ["game started/1", "claims set/1", "awards confirmed/1"]
        assert opened.read("jackpot-slip.pdf").startswith(b"%PDF")
    with ZipFile(pack, "w") as emptied:
        emptied.writestr("README.txt", "nothing")
    assert main(["proof", "verify", str(pack), "--key", key]) == 1


def test_the_log_that_is_taken_away_verifies_without_us(office: BackOffice, tmp_path: Path) -> None:
    office.win()
    answer = office.client.get("/regulator/journal.jsonl")
    number = office.controller.head.number
    assert f"journal-{number}.jsonl" in answer.headers["content-disposition"]
    file = tmp_path / "taken.jsonl"
    file.write_bytes(answer.content)
    assert verify(file, Room()).head[:2] == office.controller.head[:2]
    assert main(["ledger", "verify", str(file)]) == 0
    file.write_bytes(answer.content.replace(b"Spokane", b"Tacoma!"))
    assert main(["ledger", "verify", str(file)]) == 1


def _posts() -> list[str]:
    return sorted(
        route.path
        for route in ROUTES
        if isinstance(route, Route)
        and "POST" in (route.methods or ())
        and route.path.startswith(("/manager", "/regulator", "/desk"))
    )


def test_a_regulator_can_send_nothing_that_changes_the_room(office: BackOffice) -> None:
    fields = hidden(office.get("/regulator"))
    before = office.controller.head
    names = {"jackpot": "mega", "table": "T1", "card": "S-1", "device": "keypad T1", "number": "1", "person": "sam"}
    refused = [path for path in _posts() if path not in OWN]
    assert len(refused) > 15
    for path in refused:
        for name, value in names.items():
            path = path.replace(f"{{{name}}}", value)
        answer = office.client.post(path, data={**fields, "number": "1", "sure": "yes"})
        assert answer.status_code == 403, path
    assert office.controller.head == before


def test_no_command_of_the_api_takes_a_regulator() -> None:
    taken = [each.path for each in ENDPOINTS if each.command and Role.REGULATOR in each.access.roles]
    assert taken == ["/api/cards/{card}/pin"], "the PIN of their own card"


def test_a_form_without_its_stamp_is_not_taken(office: BackOffice) -> None:
    assert office.client.post("/regulator/verification", data={}).status_code == 403


@pytest.mark.parametrize(
    "card, path, status",
    [
        *((card, "/regulator", 200) for card in ("E-1", "A-1", "T-1", "R-1")),
        *((card, path, 403) for card in ("S-1", "D-1") for path in ("/regulator", "/regulator/events")),
        ("D-1", "/regulator/journal.jsonl", 403),
        ("S-1", "/regulator/payouts", 200),
        ("T-1", "/regulator/funds", 403),
        ("T-1", "/regulator/payouts.json", 403),
        ("A-1", "/regulator/funds.csv", 200),
    ],
)  # fmt: skip
def test_other_roles_see_what_they_may(shared_office: BackOffice, card: str, path: str, status: int) -> None:
    assert PINS[card]
    shared_office.sign_in(card)
    assert shared_office.client.get(path).status_code == status


def test_house_rules_makers_and_the_layer_that_decided_are_shown(lawful: BackOffice) -> None:
    """The regulator saw the rules of the profile only, and not whose rule had stopped a table."""
    lawful.tell(LimitWagers(currency="USD", largest_micros=200_000_000, why="controls", cards=TWO))
    report = "lab 7, 2027-01-14, a laboratory"
    lawful.tell(FileMakersReport(makers=("Felt & Sons", "Brass Works"), document=report, cards=TWO))
    rules = lawful.get("/regulator/law")
    assert "A single wager is $200.00 or less in this house." in rules
    assert "Records kept" in rules
    assert f"{report}: Felt &amp; Sons, Brass Works" in lawful.get("/regulator/approvals")
    lawful.tell(SetLaw(**LAW, mode=Mode.ENFORCE, cards=TWO))
    page = lawful.get("/regulator/tables")
    assert "Closed by law" in page
    assert "progressive bet, limit by house rules" in page


def test_an_examined_jackpot_leads_to_its_certificate() -> None:
    """The page of events broke where a jackpot was examined: it asked for a field that the event does not have."""
    examined = _leads({"certificate": {"tables": 3}, "jackpot": "mega"})
    assert examined[-1] == ("certificate of mega", "/regulator/links/mega")
    assert _leads({"certificate": None, "jackpot": "mega"}) == [("jackpot mega", "/regulator/reconciliation")]
