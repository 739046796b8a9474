"""Tables in the office: any game of the catalogue, with only the choices that the game has."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.room.commands.devices import QuarantineSensors
from fairfelt.rules import Kind
from fairfelt.web.api.handlers.wins import table_placard
from tests.room.floors import LINK_PROGRESSIVE, Pit
from tests.room.law.lawful_pit import LIMITS, SET_UP
from tests.web.back_office import MORNING_MICROS, BackOffice, mistake_at

UNIT = 1_000_000
FORM = "/manager/tables/new/set-up?game=three-card-poker|"
TYPED = {"table": "T3", "opening-least": "5", "opening-most": "100", "seats": "6"}


def test_every_game_of_the_catalogue_is_offered(office: BackOffice) -> None:
    """The office offered five games: those with a progressive."""
    page = office.get("/manager/tables/new/game")
    for game in games.catalogue():
        for version in game.variants:
            assert f'value="{version.slug}|{version.variant}"' in page


def test_a_table_without_a_progressive_is_added_with_its_limits_and_paytables(office: BackOffice) -> None:
    page = office.get(FORM)
    assert 'name="progressive"' not in page
    assert 'name="controls"' not in page
    fields = {"bet-0-least": "5", "bet-0-most": "50", "paytable-3": "40/30/5/4/1", "paytable-2": "5/3/1"}
    assert office.send(FORM, **TYPED, **fields).url.path == "/manager/tables"
    table = office.controller.floor.tables["T3"]
    assert (table.link, table.seats, table.currency) == ("", 6, "USD")
    assert table.limits.paytables == {"Ante Bonus": "5/3/1", "Pair Plus": "40/30/5/4/1"}
    assert table.limits.side_bets["Pair Plus"].most_micros == 50 * UNIT
    listed = office.get("/manager/tables")
    assert "No progressive" in listed
    assert "Pair Plus 40/30/5/4/1" in listed


def test_a_game_without_its_name_leads_to_the_list(office: BackOffice) -> None:
    answer = office.client.get("/manager/tables/new/set-up?game=gin|")
    assert answer.status_code == 404
    assert "choose one from the list" in answer.text


def test_a_mistake_is_shown_at_its_field(office: BackOffice) -> None:
    page = office.send(FORM, **{**TYPED, "seats": "70"})
    assert "enter a whole number from 1 to 9" in mistake_at(page.text, "seats").lower()
    page = office.send(FORM, **{**TYPED, "opening-most": "1"})
    assert "below the min" in mistake_at(page.text, "opening-most")


def test_its_placard_says_pays_fees_and_who_may_play(office: BackOffice) -> None:
    """The posting named neither the prizes of side bets nor the paytable in play, fees or employee play."""
    typed = {**TYPED, "bet-0-least": "5", "bet-0-most": "50", "fees": "One dollar a hand"}
    office.send(FORM, **typed)
    text = office.get("/manager/tables/T3/placard.html")
    for words in ("Pair Plus: paytable 40/30/6/4/1", "Ante Bonus: paytable 5/4/1", "40 to 1", "One dollar a hand.",
                  "Employees may not play at this table."):  # fmt: skip
        assert words in text


def test_a_table_is_changed_moved_retired_and_brought_back(office: BackOffice) -> None:
    office.send("/manager/tables/T1/close", reason="for the day")
    assert 'value="flushes-gone-wild|" selected' in office.get("/manager/tables/T1/game")
    assert office.send("/manager/tables/T1/move", place="pit 2", why="room").url.path == "/manager/tables"
    change = "/manager/tables/T1/change?game=three-card-poker|"
    assert office.send(change, why="another game").url.path == "/manager/tables"
    assert office.controller.floor.tables["T1"].game == "three-card-poker"
    office.send("/manager/tables/T1/retire", why="sold", sure="yes")
    page = office.get("/manager/tables")
    assert "Bring back" in page
    back = {"progressive": "pit|Multi-Game Link Progressive|ML01", "why": "back"}
    office.send("/manager/tables/T1/change?game=flushes-gone-wild|", **back)
    table = office.controller.floor.tables["T1"]
    assert (table.link, table.place, table.retired) == ("pit", "pit 2", "")


def test_an_open_table_is_not_changed(office: BackOffice) -> None:
    page = office.send("/manager/tables/T1/change?game=three-card-poker|", why="another game")
    assert "Table T1 is open; close it before it is changed" in page.text


def test_play_is_suspended_and_resumed(office: BackOffice) -> None:
    office.send("/manager/tables/new/suspension", play="jackpot/mega", why="a test")
    page = office.get("/manager/tables")
    assert "Jackpot mega is suspended: a test." in page
    office.send("/manager/suspensions/jackpot/mega/resume", why="it is right")
    assert not office.controller.floor.suspensions


@pytest.mark.parametrize(
    ("choice", "words"),
    [("as the sheet", "Folded hands qualify."), ("do not qualify", "Folded hands do not qualify.")],
)
def test_a_placard_says_what_the_link_has_decided_about_folded_hands(choice: str, words: str) -> None:
    """It repeated the sheet, also where the house had decided otherwise for its link."""
    pit = Pit()
    pit.do("make link", link="bar", jackpot="mega", location="Spokane", folded_hands=choice, cards=SET_UP)
    table = {"table": "T3", "link": "bar", "game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01"}
    pit.do("set up table", **table, controls="nexus", cards=SET_UP)
    pit.do("post limits", table="T3", limits=LIMITS, cards=SET_UP)
    assert words.encode() in table_placard(pit.floor, "T3", MORNING_MICROS).render("text")


def test_pay_rules_are_set_by_two_people(office: BackOffice) -> None:
    form = "/manager/people/pay-rules/USD"
    second = {"second_card": "A-1", "second_pin": "4680"}
    office.send(form, supervisor_from="300", executive_from="1,000", why="controls", **second)
    rules = office.controller.floor.house_rules.pays_in("USD")
    assert (rules.supervisor_from_micros, rules.executive_from_micros) == (300 * UNIT, 1_000 * UNIT)
    assert rules.two_people_from_micros is None
    assert office.client.get("/manager/people/pay-rules/XXX").status_code == 404
    assert form in office.get("/manager/people")


def test_daily_records_are_entered_read_corrected_and_downloaded(office: BackOffice) -> None:
    second = {"second_card": "A-1", "second_pin": "4680"}
    assert "No activity" in office.get("/manager/tables/records")
    office.win()
    for counted, amount in (("opening", "10,000"), ("drop", "3,000"), ("closing", "8,000")):
        typed = {"table": "T1", "counted": counted, "amount": amount, "document": "slip 7"}
        done = office.send("/manager/tables/records/new", **typed, **second)
        assert done.url.path == "/manager/tables/records", done.text
    page = office.get("/manager/tables/records")
    assert "$1,000.00" in page
    assert "Ada and Elena" in page
    office.send("/manager/tables/records/2/correct", amount="3,500", why="a box was missed", **second)
    page = office.get("/manager/tables/records?day=2027-01-15")
    assert "$1,500.00" in page
    assert "Count 2 corrected: $3,000.00 to $3,500.00 by Ada and Elena, a box was missed" in page
    assert "slip 7" in office.get("/manager/tables/records/2027-01-15.csv")
    assert "No handle on record" in page
    report = office.get("/manager/papers/master-games-report?from=2027-01-15&to=2027-01-15")
    assert "$3,500.00" in report
    assert "Adjusted win" in report
    game = games.find(office.controller.floor.tables["T1"].game)
    sides = [wager.name for wager in game.wagers if wager.kind is Kind.SIDE]
    typed = {"amount": "8,000", "handle": "2,000", "why": "the handle came later"}
    wrong = office.send("/manager/tables/records/3/correct", **typed, sides=f"{sides[0]} much", **second)
    assert "is no side bet with an amount" in wrong.text
    named = "; ".join(f"{name} 120" for name in sides)
    office.send("/manager/tables/records/3/correct", **typed, sides=named, **second)
    page = office.get("/manager/tables/records?day=2027-01-15")
    assert "The game itself" in page and "$2,000.00" in page
    assert all(f"handle of {name} to $120.00" in page for name in sides)
    assert office.client.get("/manager/tables/records/soon.csv").status_code == 404
    assert office.client.get("/manager/tables/records/9/correct").status_code == 404


def test_a_quarantined_sensor_is_seen_and_put_back_in_service(office: BackOffice) -> None:
    """There was a request of the API for it, and no form."""
    assert office.client.get("/manager/tables/T1/sensors").status_code == 404, "none is in quarantine"
    office.press(QuarantineSensors(table="T1", seats=(2, 3), why="stuck for three rounds"))
    page = office.get("/manager/tables")
    assert "Sensors failed" in page
    assert "by hand: seat 2, 3" in page
    form = "/manager/tables/T1/sensors"
    assert "Seat 3: stuck for three rounds" in office.get(form)
    assert "required" in mistake_at(office.send(form, seat="3", note="").text, "note").lower()
    assert office.send(form, seat="3", note="sensor replaced").url.path == "/manager/tables"
    assert office.controller.floor.tables["T1"].quarantined == {2: "stuck for three rounds"}
    office.press(QuarantineSensors(table="T1", seats=(4,), why="it flickers"))
    office.send(form, seat="all", note="felt dried")
    assert office.controller.floor.tables["T1"].quarantined == {}
    assert "Restore sensors" not in office.get("/manager/tables")
