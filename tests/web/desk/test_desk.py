"""Signing in for pages: the console, the session, the stamp on every form, and what ends it all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.devices import SwitchDevice
from fairfelt.room.commands.people import WithdrawCard
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.server.cards import IDLE_S, LONGEST_S
from fairfelt.twin.demo import CARDS, demo_hints, demonstrate
from fairfelt.web import application
from fairfelt.web.desk.desk import Office, is_stamped, stamp
from fairfelt.web.pages.counting import Counting
from tests.web.back_office import CONSOLE, CONSOLE_KEY, OURS, PINS, BackOffice, back_office, hidden, mistake_at
from tests.web.visiting import check_three, uncounted

CLOSE = "/manager/floor/close"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[BackOffice]:
    """A room with a console in a browser."""
    with back_office(tmp_path) as opened:
        yield opened


def test_a_browser_that_is_no_console_is_told_how_to_become_one(office: BackOffice) -> None:
    office.client.cookies.clear()
    page = office.get("/manager")
    assert "not a console yet" in page
    assert 'href="/pair' in page
    assert 'name="pin"' not in page


def test_who_is_not_signed_in_signs_in_and_comes_back(office: BackOffice) -> None:
    asked = office.client.get("/manager/jackpots", follow_redirects=False)
    assert asked.status_code == 303
    assert asked.headers["location"].startswith("/desk/sign-in?next=%2Fmanager%2Fjackpots")
    there = office.sign_in("E-1", then="/manager/jackpots")
    assert there.url.path == "/manager/jackpots"
    assert "Elena" in there.text
    kept = next(each for each in office.client.cookies.jar if each.name == "fairfelt-desk")
    assert kept.has_nonstandard_attr("HttpOnly")
    assert kept.get_nonstandard_attr("SameSite") == "strict"
    assert not kept.secure, "a browser would not keep it where the room is served by plain http"
    assert there.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "then", ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere", "", "/desk/sign-in"]
)
def test_signing_in_leads_nowhere_but_to_our_pages(office: BackOffice, then: str) -> None:
    assert office.sign_in("E-1", then=then).url.path == "/manager"


def test_a_wrong_pin_says_so_and_the_third_locks(office: BackOffice) -> None:
    for _ in range(2):
        page = office.sign_in("S-1", "0000")
        assert page.status_code == 403
        assert "Card or PIN incorrect." in page.text
        assert 'value="S-1"' in page.text
        assert "0000" not in page.text
    assert "Card S-1 is locked after too many incorrect PINs" in office.sign_in("S-1", "0000").text
    assert "locked" in office.sign_in("S-1").text


def test_guessing_is_braked(office: BackOffice) -> None:
    for number in range(10):
        office.sign_in(f"X-{number}", "1234")
    page = office.sign_in("E-1")
    assert page.status_code == 429
    assert "Too many failed attempts: wait" in page.text


@pytest.mark.parametrize(
    "idle_s, absolute_s, still_in", [(IDLE_S - 1, 0, True), (IDLE_S + 1, 0, False), (0, LONGEST_S + 1, False)]
)
def test_a_session_ends_by_idleness_and_by_age(
    office: BackOffice, idle_s: float, absolute_s: float, *, still_in: bool
) -> None:
    office.sign_in("E-1")
    ends_s = office.clocks.now_s + absolute_s
    while office.clocks.now_s + IDLE_S <= ends_s:
        office.clocks.now_s += IDLE_S - 1
        assert office.client.get(CLOSE).url.path == CLOSE, "a small page keeps a session as well as the dashboard"
    office.clocks.now_s = max(ends_s, office.clocks.now_s)
    office.clocks.now_s += idle_s
    page = office.client.get("/manager")
    assert (page.url.path == "/manager") is still_in
    if not still_in:
        assert "Your session ended: sign in again." in page.text


def test_a_page_goes_away_by_itself_and_does_not_keep_the_session_alive(office: BackOffice) -> None:
    page = office.sign_in("E-1")
    seconds, _, address = page.headers["refresh"].partition("; url=")
    assert int(seconds) == IDLE_S + 1
    office.clocks.now_s += IDLE_S - 1
    assert "No activity for ten minutes" in office.get(address)
    office.clocks.now_s += 2
    assert office.client.get("/manager").url.path == "/desk/sign-in"


def test_a_form_that_comes_after_the_session_does_nothing(office: BackOffice) -> None:
    office.sign_in("E-1")
    fields = office.fill(CLOSE, reason="a leak")
    office.clocks.now_s += IDLE_S + 1
    late = office.client.post(CLOSE, data=fields)
    assert late.status_code == 401
    assert "Nothing was changed: your session ended." in late.text
    assert not office.controller.floor.closed


def test_signing_out(office: BackOffice) -> None:
    page = office.sign_in("E-1")
    token = office.client.cookies["fairfelt-desk"]
    out = office.client.post("/desk/sign-out", data=hidden(page.text))
    assert "You are signed out." in out.text
    assert office.controller.cards.sessions.find(token, CONSOLE) is None
    assert "fairfelt-desk" not in office.client.cookies


def test_whoever_signs_in_next_ends_the_session_before(office: BackOffice) -> None:
    office.sign_in("E-1")
    token = office.client.cookies["fairfelt-desk"]
    office.sign_in("E-2")
    assert office.controller.cards.sessions.find(token, CONSOLE) is None


@pytest.mark.parametrize("given", [None, "", "0" * 64, "ü"])
def test_a_form_without_the_stamp_is_refused(office: BackOffice, given: str | None) -> None:
    office.sign_in("E-1")
    fields = office.fill(CLOSE, reason="forged")
    if given is None:
        del fields["stamp"]
    else:
        fields["stamp"] = given
    refused = office.client.post(CLOSE, data=fields)
    assert refused.status_code == 403
    assert "This form did not come from this page" in refused.text
    assert not office.controller.floor.closed


def test_the_stamp_of_another_session_is_worth_nothing(office: BackOffice) -> None:
    office.sign_in("E-1")
    old = office.fill(CLOSE, reason="with an old stamp")
    office.sign_in("E-2")
    fields = {**office.fill(CLOSE, reason="with an old stamp"), "stamp": old["stamp"]}
    assert office.client.post(CLOSE, data=fields).status_code == 403


def test_a_form_of_another_site_is_refused_even_with_the_stamp(office: BackOffice) -> None:
    office.sign_in("E-1")
    fields = office.fill(CLOSE, reason="from elsewhere")
    assert office.client.post(CLOSE, data=fields, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_sign_in_form_is_stamped_too(office: BackOffice) -> None:
    page = office.client.post("/desk/sign-in", data={"card": "E-1", "pin": PINS["E-1"][2]})
    assert page.status_code == 403
    assert "fairfelt-desk" not in office.client.cookies


def test_stamps_differ_by_their_secret() -> None:
    assert is_stamped("one", stamp("one"))
    assert not is_stamped("one", stamp("other"))


def test_a_form_sent_twice_is_one_command(office: BackOffice) -> None:
    office.sign_in("E-1")
    fields = office.fill(CLOSE, reason="a leak")
    first, again = (office.client.post(CLOSE, data=fields) for _ in range(2))
    assert first.url == again.url
    assert f"Event #{office.controller.head.number}" in again.text
    assert office.controller.floor.closings == ("a leak",)


def test_an_old_form_with_something_else_in_it_does_nothing(office: BackOffice) -> None:
    office.sign_in("E-1")
    fields = office.fill(CLOSE, reason="a leak")
    office.client.post(CLOSE, data=fields)
    page = office.client.post(CLOSE, data={**fields, "reason": "another"})
    assert page.status_code == 422
    assert "Nothing was changed: this form was already submitted" in page.text
    assert hidden(page.text)["number"] == str(int(fields["number"]) + 1)
    assert 'value="another"' in page.text
    assert office.controller.floor.closings == ("a leak",)


def test_what_the_room_refuses_stands_above_the_form(office: BackOffice) -> None:
    office.sign_in("E-1")
    office.send(CLOSE, reason="a leak")
    page = office.send(CLOSE, reason="a leak")
    assert page.status_code == 422
    assert "The floor is closed for that reason already." in page.text


def test_a_role_that_does_not_suffice_is_told_plainly(office: BackOffice) -> None:
    office.sign_in("S-1")
    page = office.client.get("/manager/jackpots/mega/adjust")
    assert page.status_code == 403
    assert "Two cards required: accounting or executive; you are signed in as Sam, supervisor." in page.text
    stamped = {"stamp": hidden(page.text)["stamp"], "number": "1"}
    assert office.client.post("/manager/jackpots/mega/adjust", data=stamped).status_code == 403


def test_a_card_that_is_withdrawn_is_out_at_once(office: BackOffice) -> None:
    office.sign_in("S-1")
    office.tell(WithdrawCard(card="S-1", why="lost", cards=("E-1",)))
    assert office.client.get("/manager").url.path == "/desk/sign-in"


def test_a_console_that_is_switched_off_signs_everybody_out(office: BackOffice) -> None:
    office.sign_in("E-1")
    office.tell(SwitchDevice(device=CONSOLE, enabled=False, cards=("E-1",)))
    assert "is disabled" in office.get("/manager")


@pytest.mark.parametrize(
    "card, pin, field, words",
    [
        ("", "", "second_card", "Required."),
        ("E-2", "", "second_pin", "The second person enters a PIN here."),
        ("E-1", "2468", "second_card", "This is your own card"),
        ("E-2", "9999", "second_card", "Card or PIN incorrect."),
        ("S-1", "3579", "second_card", "Sam is supervisor; executive or technician required."),
    ],
)
def test_the_second_person_is_another_one_of_the_right_role(
    office: BackOffice, card: str, pin: str, field: str, words: str
) -> None:
    office.tell(CloseFloor(reason="a leak", cards=("E-1",)))
    office.sign_in("E-1")
    page = office.send("/manager/floor/open", why="it is dry", second_card=card, second_pin=pin)
    assert page.status_code == 422
    assert words in mistake_at(page.text, field)
    assert office.controller.floor.closed


def test_a_form_that_takes_two_departments_names_the_others(office: BackOffice) -> None:
    """It named the role of the first person too, and refused a second of that role with the same words."""
    office.sign_in("E-1")
    form, others = "/manager/links/new", "accounting or supervisor or technician"
    assert f"Second {others} card required." in office.get(form)
    fields = {"link": "bar", "jackpot": "mega", "location": "Spokane"}
    page = office.send(form, **fields, second_card="E-2", second_pin=PINS["E-2"][2])
    assert mistake_at(page.text, "second_card") == f"Emil is executive; {others} required."
    assert "bar" not in office.controller.floor.links


def test_two_people_open_the_floor_and_the_second_is_not_signed_in(office: BackOffice) -> None:
    office.tell(CloseFloor(reason="a leak", cards=("E-1",)))
    office.sign_in("E-1")
    page = office.send("/manager/floor/open", why="it is dry", second_card="T-1", second_pin=PINS["T-1"][2])
    assert page.url.path == "/manager"
    assert not office.controller.floor.closed
    assert "Elena" in office.get("/manager")


def test_an_address_that_names_nothing_says_so(office: BackOffice) -> None:
    office.sign_in("E-1")
    for path in ("/manager/jackpots/nothing", "/manager/tables/T9/close", "/manager/people/cards/X/unlock"):
        page = office.client.get(path)
        assert page.status_code == 404, path
        assert "There is no " in page.text


def test_the_navigation_knows_where_one_is() -> None:
    office = Office("Manager", log="/manager/log")
    assert office.at("/manager/tables/T1/close").title == "Tables"
    assert office.at("/manager/links/new").title == "Tables", "and what belongs there"
    assert office.at("/manager/tablesome").title == "Dashboard"


def test_in_the_demonstration_a_newcomer_is_told_what_to_type(tmp_path: Path) -> None:
    settings = Settings(
        address=tmp_path / "demo.db", hasher=PasswordHasher(1, 8, 1), read_manifest=lambda: Manifest({"a.py": "1"}, {})
    )
    counting = Counting(study=uncounted, check=check_three)
    app = application(counting, Controller(settings), hints=demo_hints(), play_room=demonstrate)
    with TestClient(app, headers=OURS) as client:
        page = client.get("/manager").text
        while 'name="key"' not in page:
            page = client.get("/manager").text
        while "Demo cards" not in (page := client.post("/pair", data={"key": hidden(page)["key"]}).text):
            page = client.get("/manager").text
        card = next(each for each in CARDS if each.role == "executive")
        assert f"<td>{card.card}</td><td>{card.pin}</td>" in page
        there = client.post("/desk/sign-in", data={**hidden(page), "card": card.card, "pin": card.pin})
        assert card.name in there.text


def test_a_regulator_who_pairs_a_browser_comes_to_the_regulators_pages(tmp_path: Path) -> None:
    """Finding 13: pairing forgot where one was going, and a regulator came to the manager's desk."""
    with back_office(tmp_path) as office:
        office.client.cookies.clear()
        page = office.client.get("/regulator")
        assert page.url.path == "/desk/sign-in"
        assert 'href="/pair?next=/regulator"' in page.text
        paired = office.client.post("/pair", data={"key": CONSOLE_KEY, "next": "/regulator"}, follow_redirects=False)
        assert paired.headers["location"] == "/regulator"
        elsewhere = office.client.post("/pair", data={"key": CONSOLE_KEY, "next": "//x.y"}, follow_redirects=False)
        assert elsewhere.headers["location"] == "/manager"
