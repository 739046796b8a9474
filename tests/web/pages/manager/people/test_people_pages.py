"""The manager's pages of people and cards: two people for each, and a PIN that only its holder knows."""

from __future__ import annotations

import re

from httpx2 import Response

from fairfelt.room import Role
from fairfelt.web.pages.manager.operations import ROLES
from tests.web.back_office import PINS, BackOffice, hidden, mistake_at

SECOND = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}


def set_pin(office: BackOffice, card: str, code: str, pin: str, again: str = "") -> Response:
    """Choose a PIN at the console, with nobody signed in for it."""
    typed = {"card": card, "code": code, "pin": pin, "again": again or pin}
    return office.client.post("/desk/pin", data={**hidden(office.get("/desk/pin")), **typed})


def code_on(page: str) -> str:
    """The one-time code that a page shows."""
    found = re.search(r'<p class="key"><code>([0-9]{8})</code>', page)
    assert found, page
    return found[1]


def test_somebody_is_entered_gets_a_card_chooses_a_pin_and_signs_in(office: BackOffice) -> None:
    assert set(ROLES) == set(Role)
    person = {"person": "uma", "full_name": "Uma Unknown", "role": "supervisor"}
    alone = office.send("/manager/people/new/person", **person)
    assert mistake_at(alone.text, "second_card") == "Required."
    wrong = office.send("/manager/people/new/person", **person, second_card="R-1", second_pin=PINS["R-1"][2])
    assert "Rosa is regulator" in mistake_at(wrong.text, "second_card")
    office.send("/manager/people/new/person", **person, **SECOND)
    assert "Issue card" in office.get("/manager/people")
    fields = office.fill("/manager/people/new/card", card="U-1", person="uma", **SECOND)
    first, again = (office.client.post("/manager/people/new/card", data=fields) for _ in range(2))
    code = code_on(first.text)
    assert code_on(again.text) == code, "a double click issues one card and shows its code"
    assert "PIN not set" in office.get("/manager/people")
    sent = office.sign_in("U-1", code)
    assert sent.url.path == "/desk/pin"
    assert 'value="U-1"' in sent.text
    assert "do not match" in set_pin(office, "U-1", code, "8642", "8643").text
    assert "one digit repeated" in set_pin(office, "U-1", code, "8888").text
    assert "card or PIN incorrect" in set_pin(office, "U-1", "00000000", "8642").text.replace("Card or", "card or")
    assert "Your PIN is set" in set_pin(office, "U-1", code, "8642").text
    assert "Uma Unknown" in office.sign_in("U-1", "8642").text


def test_a_technician_and_an_accountant_make_a_pair_and_two_accountants_do_not(office: BackOffice) -> None:
    person = {"person": "uma", "full_name": "Uma Unknown", "role": "dealer"}
    office.sign_in("A-1")
    assert office.client.get("/manager/people/new/person").status_code == 403
    office.sign_in("T-1")
    page = office.send("/manager/people/new/person", **person, second_card="R-1", second_pin=PINS["R-1"][2])
    assert "Rosa is regulator; accounting or executive or" in mistake_at(page.text, "second_card")
    office.send("/manager/people/new/person", **person, second_card="A-1", second_pin=PINS["A-1"][2])
    assert "uma" in office.controller.floor.people
    accountant = {"person": "abe", "full_name": "Abe", "role": "accounting"}
    page = office.send("/manager/people/new/person", **accountant, second_card="A-1", second_pin=PINS["A-1"][2])
    assert "Two cards required: executive, and a second person" in page.text


def test_a_card_is_unlocked_reset_and_withdrawn(office: BackOffice) -> None:
    for _ in range(3):
        office.sign_in("S-1", "0000")
    office.sign_in("E-1")
    assert "Locked" in office.get("/manager/people")
    office.send("/manager/people/cards/S-1/unlock")
    assert "Sam" in office.sign_in("S-1").text
    office.sign_in("E-1")
    page = office.send("/manager/people/cards/S-1/reset", sure="yes", **SECOND)
    assert "Sam" not in office.sign_in("S-1").text
    set_pin(office, "S-1", code_on(page.text), "8642")
    assert "Sam" in office.sign_in("S-1", "8642").text
    office.sign_in("E-1")
    page = office.send("/manager/people/cards/S-1/withdraw", why="lost")
    assert "Check this box" in mistake_at(page.text, "sure")
    office.send("/manager/people/cards/S-1/withdraw", why="lost", sure="yes")
    assert office.controller.floor.cards["S-1"].withdrawn


def test_a_card_that_is_not_locked_is_not_unlocked(office: BackOffice) -> None:
    office.sign_in("E-1")
    assert "/manager/people/cards/S-1/unlock" not in office.get("/manager/people")
    assert "Card S-1 is not locked" in office.send("/manager/people/cards/S-1/unlock").text
    assert "Sam" in office.sign_in("S-1").text


def test_somebody_changes_role_leaves_and_returns(office: BackOffice) -> None:
    office.send("/manager/people/dan/role", role="supervisor", why="promoted", **SECOND)
    assert office.controller.floor.people["dan"].role is Role.SUPERVISOR
    office.send("/manager/people/dan/leave", why="until March")
    page = office.get("/manager/people")
    assert re.search(r"Away</span>\s*<span[^>]*>until March<", page)
    assert page.count("Stopped while away") == 1, "a card of somebody on leave was listed as active"
    assert "stopped while its holder is away" in office.sign_in("D-1").text
    office.sign_in("E-1")
    office.send("/manager/people/dan/return", why="he is back", **SECOND)
    assert "Dan" in office.sign_in("D-1").text


def test_ones_own_pin_is_changed(office: BackOffice) -> None:
    office.send("/manager/pin", pin="8642", again="8642")
    assert office.sign_in("E-1", "8642").status_code == 200


def test_a_user_id_is_one_word(office: BackOffice) -> None:
    """The user ID "Jane Doe!" was accepted."""
    page = office.send("/manager/people/new/person", person="Jane Doe!", full_name="Jane Doe", role="dealer", **SECOND)
    assert mistake_at(page.text, "person") == "Use letters, digits, dots and dashes, such as jane.doe."
