"""House rules, a clock in doubt and a gaming day that began too early, in the manager's office."""

from __future__ import annotations

from datetime import date

import pytest

from fairfelt.law import Mode
from fairfelt.room.commands.closing import AcceptClock, DoubtClock
from fairfelt.room.commands.law import CorrectDay, SetLaw
from fairfelt.room.registry import kinds_of, read_event
from tests.web.back_office import MORNING_MICROS, PINS, BackOffice, mistake_at

SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
EXECUTIVE = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}
RULES, CLOCK, DAY = "/manager/people/rules", "/manager/clock", "/manager/law/day"


def test_house_rules_are_set_from_the_employees_page(office: BackOffice) -> None:
    page = office.get("/manager/people")
    assert f'href="{RULES}"' in page
    assert "dealers may sign in at the keypad" in page
    assert office.send(RULES, dealers_sign_in="on", why="alone").status_code == 422
    done = office.send(RULES, dealers_sign_in="on", why="every game has a dealer", **EXECUTIVE)
    assert done.url.path == "/manager/people"
    assert "dealers sign in at the keypad before dealing" in done.text
    assert office.controller.floor.house_rules.dealers_sign_in
    assert "every game has a dealer" in office.get("/manager/log?kind=house+rules+set")
    assert "already" in office.send(RULES, dealers_sign_in="on", why="again", **EXECUTIVE).text
    assert office.send(RULES, dealers_sign_in="off", why="a quiet day", **EXECUTIVE).url.path == "/manager/people"
    assert not office.controller.floor.house_rules.dealers_sign_in


@pytest.mark.parametrize(("typed", "field"), [({"dealers_sign_in": "maybe"}, "dealers_sign_in"), ({"why": ""}, "why")])
def test_what_is_wrong_with_house_rules(office: BackOffice, typed: dict[str, str], field: str) -> None:
    assert mistake_at(office.send(RULES, **{"why": "memo", **typed}).text, field)


def test_two_people_accept_a_clock_in_doubt(office: BackOffice) -> None:
    assert "Accept clock" not in office.get("/manager")
    office.tell(DoubtClock(why="the clock went back by 3 h"))
    page = office.get("/manager")
    assert "Floor closed: the clock went back by 3 h" in page
    assert f'href="{CLOCK}"' in page
    form = office.get(CLOCK)
    assert "Jan 15, 2027" in form
    alone = office.send(CLOCK, document="wall clock")
    assert alone.status_code == 422
    office.clocks.now_micros += 5_000_000
    assert office.send(CLOCK, document="wall clock", **EXECUTIVE).url.path == "/manager"
    assert office.controller.floor.closed == ""
    (entry,) = office.controller.ledger.entries(kinds=kinds_of(AcceptClock.recorded), limit=9)
    event = read_event(entry.body)
    assert isinstance(event, AcceptClock.recorded)
    assert (event.clock_micros, event.people) == (MORNING_MICROS + 5_000_000, ("elena", "emil"))


def begun(office: BackOffice) -> None:
    law = SetLaw(profile="wa-commercial", mode=Mode.ADVISE, zone="UTC", document="licence", cards=("E-1", "A-1"))
    office.tell(law)
    assert office.client.portal
    office.client.portal.call(office.controller.law.begin_day, office.controller.ledger)


def test_two_people_correct_a_gaming_day_that_began_too_early(office: BackOffice) -> None:
    begun(office)
    assert f'href="{DAY}"' in office.get("/manager/law")
    assert "Jan 15, 2027" in office.get(DAY)
    done = office.send(DAY, day="2027-01-14", document="incident 3", sure="yes", **SECOND)
    assert done.url.path == "/manager/law", done.text
    (entry,) = office.controller.ledger.entries(kinds=kinds_of(CorrectDay.recorded), limit=9)
    event = read_event(entry.body)
    assert isinstance(event, CorrectDay.recorded)
    assert (event.day, event.instead_of) == (date(2027, 1, 14), date(2027, 1, 15))
    assert event.people == ("ada", "elena")


def test_a_later_day_is_no_correction(office: BackOffice) -> None:
    begun(office)
    refused = office.send(DAY, day="2027-01-16", document="incident 3", sure="yes", **SECOND)
    assert "only a day that began too early is corrected" in mistake_at(refused.text, "day")
    assert mistake_at(office.send(DAY, day="", document="d", sure="yes", **SECOND).text, "day") == "Required."
