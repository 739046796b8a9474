"""A form is made of the terms of its command: whatever is sent, it says what is wrong, and asks for nothing twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairfelt.room import Role
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.accounts import Adjust, BookBankEntry, ChangeTerms, RecordCount
from fairfelt.room.commands.alarms import PlanBackups
from fairfelt.room.commands.closing import SuspendPlay
from fairfelt.room.commands.devices import SwitchDevice
from fairfelt.room.commands.duties import OfferMerchandise
from fairfelt.room.commands.law import LimitWagers
from fairfelt.room.commands.people import AddPerson
from fairfelt.room.commands.set_up import SetUpTable
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.forms import read_address, read_fields
from fairfelt.web.pages.manager import TASKS
from tests.web.back_office import PINS, BackOffice, back_office, every_field, mistake_at

SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2], "sure": "yes"}
SOMETHING = {
    "person": "sam", "card": "S-1", "device": "keypad T1", "table": "T1", "jackpot": "mega", "currency": "USD",
    "scope": "jackpot", "name": "mega", "number": "1", "prize": "Lucky", "room": "north", "claim": "1",
    "fingerprint": "f" * 64,
}  # fmt: skip
QUERIES = {
    "/manager/tables/new/set-up": "?game=let-it-ride|",
    "/manager/tables/{table}/change": "?game=three-card-poker|",
    "/manager/jackpots/new/open": "?for=by hand&levels=2",
}
UNREADABLE = ("", "\x07", "/", "-1", "9" * 40, "a" * 201, "²")


@pytest.mark.parametrize("signed", [{}, {"reviewed": "yes"}, {"reviewed": "yes", "number": "0"}])
def test_every_form_says_what_is_wrong_with_it(tmp_path: Path, signed: dict[str, str]) -> None:
    """A blank hour of the backups, a count that is not there, and a review that was never shown were errors."""
    with back_office(tmp_path) as office:
        office.sign_in("E-1")
        for task in TASKS:
            path = re.sub(r"{(\w+)}", lambda part: SOMETHING[part[1]], task.path) + QUERIES.get(task.path, "")
            drawn = every_field(office.client.get(path).text)
            for rubbish in UNREADABLE:
                typed = {name: drawn[name] if name in ("stamp", "number") else rubbish for name in drawn}
                status = office.client.post(path, data=typed | signed, follow_redirects=False).status_code
                assert status in (303, 403, 404, 422), (path, rubbish, status)


def test_who_may_send_a_form_is_who_may_ask_by_the_api() -> None:
    accesses = {endpoint.asks: endpoint.access for endpoint in ENDPOINTS if endpoint.asks}
    stricter = [task.path for task in TASKS if task.access != accesses.get(task.command)]
    assert stricter == ["/manager/log-key"]


def test_a_form_that_is_sent_again_does_not_ask_for_what_is_gone(office: BackOffice) -> None:
    """What was chosen is no longer on the list after it is done."""
    path = "/manager/people/sam/role"
    typed = office.fill(path, role="dealer", why="a smaller shift", **SECOND)
    first, again = (office.client.post(path, data=typed, follow_redirects=False) for _ in range(2))
    assert first.headers["location"] == again.headers["location"]
    assert office.controller.floor.people["sam"].role is Role.DEALER


def test_a_refusal_stands_at_the_field_that_it_is_about(office: BackOffice) -> None:
    """The field of a form has another name than the term of the command."""
    typed = {"table": "T1", "counted": "closing", "amount": "1", "document": "slip 1", "sides": "Nothing 5"}
    page = office.send("/manager/tables/records/new", **typed, **SECOND)
    assert "There is no wager" in mistake_at(page.text, "sides")


def test_what_is_wrong_with_what_nobody_sees_stands_above_the_form(office: BackOffice) -> None:
    """A page said to fix the highlighted field, and none was."""
    page = office.send("/manager/devices/keypad%20T1/switch", to="maybe").text
    assert "Something that this page fills in is missing: reload it and try again." in page
    typed = {"item": "a radio", "hand": "full house", "value": "50,000", "level": "Mega", "sign": "yes"}
    office.send("/manager/merchandise/offer/mega", **typed, from_reserve="0", **SECOND)
    gone = {"why": "sold", "document": "receipt 1", **SECOND}
    assert office.send("/manager/merchandise/1/withdraw", **gone).url.path == "/manager/prizes"
    assert "Merchandise 1 is" in office.send("/manager/merchandise/1/withdraw", **gone).text


def drawn_as(command: type[RoomCommand], name: str, **more: object) -> tuple[str, bool]:
    field = Field(name, "Label", **more).fit(command)  # type: ignore[arg-type]
    return field.sort, bool(field.optional)


def test_the_type_of_a_term_says_how_its_field_is_drawn() -> None:
    assert drawn_as(AddPerson, "person") == ("text", False)
    assert drawn_as(AddPerson, "role") == ("choice", False)
    assert drawn_as(BookBankEntry, "on") == ("day", False)
    assert drawn_as(BookBankEntry, "amount") == ("amount", False)
    assert drawn_as(LimitWagers, "most", term="largest_micros") == ("amount", True)
    assert drawn_as(OfferMerchandise, "invoice") == ("text", True)
    assert drawn_as(RecordCount, "rounds") == ("text", True)
    assert drawn_as(SwitchDevice, "enabled", sort="hidden") == ("hidden", False)
    assert drawn_as(ChangeTerms, "again", sort="pin") == ("pin", False), "no term of the command"
    assert Field("jackpot", "Jackpot", empty="None yet.").hint == "None yet."


@pytest.mark.parametrize(
    ("command", "field", "sent", "found", "mistake"),
    [
        (AddPerson, Field("person"), " uma ", {"person": "uma"}, ""),
        (AddPerson, Field("person"), "u/ma", {"person": "u/ma"}, "enter a name of 1 to 80 characters without a slash"),
        (AddPerson, Field("full_name", term="name"), "", {"name": ""}, "required"),
        (AddPerson, Field("role"), "owner", {"role": "owner"}, "choose from the list"),
        (Adjust, Field("amount", unit="USD"), "-1.50", {"amount_micros": -1_500_000}, ""),
        (BookBankEntry, Field("amount", unit="USD"), "0", {"amount_micros": 0}, "the amount must be above zero"),
        (BookBankEntry, Field("amount", unit="USD"), "", {"amount_micros": 0}, "required"),
        (LimitWagers, Field("most", term="largest_micros"), "", {"largest_micros": None}, ""),
        (PlanBackups, Field("hour", choices=["0", "1"]), "0", {"hour": 0}, ""),
        (RecordCount, Field("rounds"), "", {"rounds": None}, ""),
        (RecordCount, Field("rounds"), "some", {"rounds": None}, "enter a whole number"),
        (SetUpTable, Field("currency"), "usd", {"currency": "usd"}, "enter the code of a currency such as USD"),
        (
            SuspendPlay,
            Field("play", choices=["link/a"], term="scope/name"),
            "link/a",
            {"scope": "link", "name": "a"},
            "",
        ),
        (SwitchDevice, Field("to", sort="hidden", term="enabled"), "off", {"enabled": False}, ""),
        (SwitchDevice, Field("key", sort="hidden"), "x", {}, ""),
    ],
)
def test_the_type_of_a_term_says_how_its_field_is_read(
    command: type[RoomCommand], field: Field, sent: str, found: dict[str, object], mistake: str
) -> None:
    form = Form({field.name: sent})
    assert read_fields(form, [field.fit(command)], command, first=True) == found
    assert form.mistakes == ({field.name: mistake} if mistake else {})


def test_the_address_names_terms_of_the_command() -> None:
    assert dict(read_address({"number": "7", "jackpot": "mega"}, Adjust)) == {"jackpot": "mega"}
