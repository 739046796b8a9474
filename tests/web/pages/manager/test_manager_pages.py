"""The manager's pages: what each shows, what its forms do to the room, and what is said next to a field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairfelt.jackpot.meters import all_offers
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.rounds import Bet, EndGame, PressHand, StartGame
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.server.cards import key_digest
from fairfelt.web.pages.manager.dashboard import first_steps
from tests.web.back_office import PINS, BackOffice, back_office, every_field, hidden, mistake_at, signed_in

UNIT = 1_000_000
SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
TERMS, ADJUST, RETIRE = (f"/manager/jackpots/mega/{part}" for part in ("terms", "adjust", "retire"))
ADJUSTMENT = {
    "level": "Mega",
    "reason": "seed recovery",
    "amount": "12.50",
    "document": "report 7",
    "sure": "yes",
}


@pytest.fixture
def new_room(tmp_path: Path) -> Iterator[BackOffice]:
    """A room in which nothing stands yet."""
    with back_office(tmp_path, empty=True) as opened:
        opened.sign_in("E-1")
        yield opened


def test_the_overview_shows_meters_tables_and_claims(office: BackOffice) -> None:
    page = office.get("/manager")
    assert "Floor open." in page
    assert "10,000.00" in page
    assert "Flushes Gone Wild" in page
    assert "Enroll and enable a display" in page, "one thing is still to be done"
    office.press(StartGame(table="T1", bets=(Bet(3, 5 * UNIT),)))
    office.press(PressHand(table="T1", seat=3, hand="royal flush"))
    page = office.get("/manager")
    assert "seat 3, royal flush, Mega" in page
    assert "claimed" in page
    office.tell(CloseFloor(reason="a leak", cards=("E-1",)))
    assert "Floor closed: a leak." in office.get("/manager")


def test_a_new_room_says_what_to_do_first(new_room: BackOffice) -> None:
    page = new_room.get("/manager")
    assert "Getting started" in page
    for words, address, done in first_steps(new_room.controller.floor):
        assert words in page
        if not done:
            assert new_room.get(address)
    for path in ("jackpots", "tables", "wins", "reports", "people", "devices", "log"):
        new_room.get(f"/manager/{path}")


def test_a_whole_room_is_set_up_with_forms(new_room: BackOffice) -> None:
    office = new_room
    key = next(key for key, offer in all_offers().items() if offer.levels == ("Mega", "Major"))
    typed = {"jackpot": "mega", "name": "Mega Link", "largest": "25", "executive": "5,000", "sure": "yes"}
    levels = {
        "seed-0": "10,000.00",
        "rate-0": "15",
        "reserve-0": "2",
        "seed-1": "1000",
        "rate-1": "8.25%",
        "limit-1": "",
    }
    opened = office.send(f"/manager/jackpots/new/open?for={key}", **typed, **levels, **SECOND)
    assert opened.url.path == "/manager/jackpots", opened.text
    assert (
        office.send("/manager/links/new", link="pit", jackpot="mega", location="Spokane").url.path == "/manager/tables"
    )
    game, bet = key.split("||")
    table = {"table": "T1", "progressive": f"pit|{bet}", "controls": "legacy", "denominations": "25 5 10"}
    assert office.send(f"/manager/tables/new/set-up?game={game}|", **table).url.path == "/manager/tables"
    enrolled = office.send("/manager/devices/new/device", device="keypad T1", place="table/T1", **SECOND)
    floor = office.controller.floor
    assert [level.rate_ppm for level in floor.jackpots["mega"].terms.levels] == [150_000, 82_500]
    assert floor.jackpots["mega"].meter("Mega") == 10_000 * UNIT
    assert floor.tables["T1"].denominations_micros == (5 * UNIT, 10 * UNIT, 25 * UNIT)
    assert floor.devices["keypad T1"].table == "T1"
    assert "Key for keypad T1" in enrolled.text
    assert not floor.devices["keypad T1"].enabled
    office.send("/manager/devices/keypad%20T1/switch")
    assert office.controller.floor.devices["keypad T1"].enabled


def test_levels_may_be_named_by_hand(new_room: BackOffice) -> None:
    path = "/manager/jackpots/new/open?for=by hand&levels=2"
    typed = {"jackpot": "duo", "name": "Duo", "largest": "25", "executive": "5,000", "sure": "yes"}
    levels = {"seed-0": "100", "rate-0": "10", "seed-1": "10", "rate-1": "5"}
    page = new_room.send(path, **typed, **levels, **{"level-0": "Top", "level-1": "Top", "currency": "usd"})
    assert mistake_at(page.text, "level-1") == "Give every level another name."
    assert mistake_at(page.text, "currency") == "Enter the code of a currency such as USD."
    new_room.send(path, **typed, **levels, **{"level-0": "Top", "level-1": "Low"}, **SECOND)
    assert list(new_room.controller.floor.meters("duo")) == ["Top", "Low"]
    for count in ("0", "99", "x", "-1", "", "01200000", "9" * 4301):
        wrong = f"for=by hand&levels={count}"
        assert new_room.client.get(f"/manager/jackpots/new/open?{wrong}").status_code == 404, wrong
    assert new_room.client.get("/manager/jackpots/new/open?for=nothing").status_code == 404


def test_the_number_of_levels_that_is_checked_is_the_one_that_is_used(new_room: BackOffice) -> None:
    """Two digits were checked and all were used: one address had the room draw 1.2 million levels."""
    path = "/manager/jackpots/new/open"
    for count in ("0120", "01200000", "10" * 10, "9" * 4_301, "٢", "-1", "1_0", "+1", " 2"):
        answer = new_room.client.get(path, params={"for": "by hand", "levels": count})
        assert answer.status_code == 404, count
    assert new_room.client.get(path, params={"for": "by hand", "levels": "02"}).status_code == 200


def test_a_key_is_shown_once_and_the_same_form_twice_enrols_one_device(office: BackOffice) -> None:
    fields = office.fill("/manager/devices/new/device", device="console 2", place="console", **SECOND)
    first, again = (office.client.post("/manager/devices/new/device", data=fields) for _ in range(2))
    assert fields["key"] in first.text
    assert fields["key"] in again.text
    assert office.controller.floor.devices["console 2"].key_sha256 == key_digest(fields["key"])
    assert fields["key"] not in office.get("/manager/devices")
    renewed = office.send("/manager/devices/console%202/key", sure="yes", **SECOND)
    assert "Key for console 2" in renewed.text
    assert office.controller.floor.devices["console 2"].key_sha256 != key_digest(fields["key"])


def test_a_changed_rate_waits_for_the_next_100_percent_award(office: BackOffice) -> None:
    done = office.send(TERMS, why="a busier season", **{"rate-0": "16.5", "limit-0": "20,000.00"}, **SECOND)
    assert done.url.path == "/manager/jackpots/mega"
    page = office.get("/manager/jackpots/mega")
    assert "Waiting for the level’s next 100% award" in page
    assert "<td>15.00%</td><td><strong>16.50%</strong></td>" in page
    jackpot = office.controller.floor.jackpots["mega"]
    assert jackpot.terms.levels[0].rate_ppm == 150_000
    assert jackpot.terms.levels[0].limit_micros == 20_000 * UNIT, "limits begin at once"
    office.win(hand="royal flush")
    assert "Waiting for the next" not in office.get("/manager/jackpots/mega")
    assert office.controller.floor.jackpots["mega"].terms.levels[0].rate_ppm == 165_000


@pytest.fixture(scope="module")
def busy_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackOffice]:
    """An office for all that is refused while a game is on."""
    with signed_in(tmp_path_factory.mktemp("office")) as opened:
        opened.press(StartGame(table="T1", bets=(Bet(1, 25 * UNIT),)))
        yield opened


@pytest.mark.parametrize(
    "typed, field, words",
    [
        ({"seed-0": "much"}, "seed-0", "'much' is not an amount: enter it as 12,500.00."),
        ({"seed-0": ""}, "seed-0", "Required."),
        ({"seed-0": "-1"}, "seed-0", "The amount is too small."),
        ({"rate-1": "a few"}, "rate-1", "'a few' is not a percentage: enter it as 15 or 1.25."),
        ({"rate-1": "101"}, "rate-1", "A rate is 0 to 100 percent of the wager."),
        ({"rate-1": "1.23456"}, "rate-1", "A rate has at most four decimals."),
        ({"rate-0": "60", "rate-1": "50"}, "rate-1", "All rates and reserves together come to 113%"),
        ({"limit-1": "999"}, "limit-1", "The limit lies below the seed"),
        ({"limit-0": "10,000.00"}, "limit-0", "The meter stands above that limit"),
        ({"largest": "0"}, "largest", "The amount must be above zero."),
        ({"why": ""}, "why", "Required."),
        ({"freeze": "never"}, "freeze", "Choose from the list."),
    ],
)
def test_what_is_wrong_with_terms_is_said_at_the_field(
    busy_office: BackOffice, typed: dict[str, str], field: str, words: str
) -> None:
    fields = busy_office.fill(TERMS, why="a test")
    page = busy_office.client.post(TERMS, data={**fields, **SECOND, **typed})
    assert page.status_code == 422
    assert words in mistake_at(page.text, field)
    assert PINS["E-2"][2] not in page.text
    assert busy_office.controller.floor.jackpots["mega"].awaiting is None


def test_an_adjustment_takes_two_people_and_moves_the_money(office: BackOffice) -> None:
    done = office.send(ADJUST, **ADJUSTMENT, **SECOND)
    assert done.url.path == "/manager/jackpots/mega", done.text
    assert office.controller.floor.jackpots["mega"].meter("Mega") == 10_000 * UNIT - 12_500_000
    last = office.controller.ledger.entries(after=office.controller.head.number - 1)[-1]
    assert json.loads(last.body)["by"] == [
        {"card": "A-1", "person": "ada"},
        {"card": "E-1", "person": "elena"},
    ]


def test_an_adjustment_sent_twice_is_made_once_even_where_nothing_is_left_for_a_second(office: BackOffice) -> None:
    review = office.client.post(ADJUST, data={**office.fill(ADJUST), **ADJUSTMENT, "amount": "9,000"})
    fields = {**hidden(review.text), "sure": "yes", **SECOND}
    first, again = (office.client.post(ADJUST, data=fields) for _ in range(2))
    assert first.url == again.url
    assert office.controller.floor.jackpots["mega"].meter("Mega") == 1_000 * UNIT


@pytest.mark.parametrize(
    "typed, field, words",
    [
        ({"amount": "20,000"}, "amount", "The meter of Mega holds less than that: $10,000.00."),
        ({"amount": "-5", "reason": "won"}, "amount", "An adjustment for 'won' moves an amount above zero."),
        (
            {"amount": "5", "reason": "nondisplayed funds to receipts"},
            "amount",
            "The reserve of Mega holds less than that: $0.00",
        ),
        ({"document": ""}, "document", "Required."),
        ({"level": "Grand"}, "level", "Choose from the list."),
        ({"sure": ""}, "sure", "Check this box to confirm."),
    ],
)
def test_what_is_wrong_with_an_adjustment(
    shared_office: BackOffice, typed: dict[str, str], field: str, words: str
) -> None:
    page = shared_office.send(ADJUST, **{**ADJUSTMENT, **SECOND, **typed})
    assert page.status_code == 422
    assert words in mistake_at(page.text, field)
    assert shared_office.controller.floor.jackpots["mega"].meter("Mega") == 10_000 * UNIT


def test_a_display_malfunction_is_reported_and_then_corrected_by_its_number(office: BackOffice) -> None:
    office.press(StartGame(table="T1", bets=(Bet(1, 25 * UNIT),)))
    before = office.controller.floor.jackpots["mega"].meter("Mega")
    wrong = {**ADJUSTMENT, "reason": "display malfunction", "amount": "1.50"}
    page = office.send(ADJUST, **wrong, **SECOND)
    assert "report it first, with jackpot, level and by how much" in mistake_at(page.text, "refers_to")
    failed = {"equipment": "display pit 1", "what": "counted a bet twice", "meter": "mega/Mega"}
    page = office.send("/manager/malfunctions/new/report", **failed)
    assert mistake_at(page.text, "off_by") == "Required."
    office.send("/manager/malfunctions/new/report", **failed, off_by="1.50")
    assert "(mega, Mega: off by $1.50, corrected $0.00)" in office.get("/manager/malfunctions")
    assert '<option value="malfunction 1">malfunction 1, Mega: $1.50</option>' in office.get(ADJUST)
    for typed, field in (({"refers_to": "malfunction " + "9" * 5000}, "refers_to"), ({"reason": "won"}, "refers_to")):
        page = office.send(ADJUST, **{**wrong, "refers_to": "malfunction 1", **typed}, **SECOND)
        assert page.status_code == 422 and mistake_at(page.text, field)
    page = office.send(ADJUST, **wrong, refers_to="malfunction 1", **SECOND)
    assert "able T1 is playing for this jackpot; end the game first" in page.text
    office.press(EndGame(table="T1"))
    done = office.send(ADJUST, **wrong, refers_to="malfunction 1", **SECOND)
    assert done.url.path == "/manager/jackpots/mega", done.text
    assert office.controller.floor.jackpots["mega"].meter("Mega") == before - 1_500_000
    assert "corrected $1.50)" in office.get("/manager/malfunctions")


def test_a_jackpot_is_retired_into_another(office: BackOffice) -> None:
    terms = office.controller.floor.jackpots["mega"].terms
    office.tell(OpenJackpot(jackpot="next", terms=terms, cards=("E-1", "E-2")))
    office.send(RETIRE, heir="next/Major", document="notice 4", sure="yes", **SECOND)
    floor = office.controller.floor
    assert floor.jackpots["mega"].retired
    major = floor.jackpots["next"]
    assert major.meter("Major") + major.book["overflow/Major"] == (1_000 + 11_000) * UNIT
    assert "retired" in office.get("/manager/jackpots")


def test_a_table_is_closed_and_opened(office: BackOffice) -> None:
    office.send("/manager/tables/T1/close", reason="a broken sensor")
    assert re.search(r"Closed</span>\s*<span[^>]*>a broken sensor<", office.get("/manager/tables"))
    office.send("/manager/tables/T1/open")
    assert not office.controller.floor.tables["T1"].closed


def test_a_paytable_whose_levels_the_jackpot_lacks_is_not_offered(office: BackOffice) -> None:
    offer = next(offer for offer in all_offers().values() if offer.levels == ("meter",))
    form = f"/manager/tables/new/set-up?game={offer.game}|{offer.variant}"
    assert f'value="pit|{offer.bet_key}"' not in office.get(form)
    page = office.send(form, table="T3", progressive=f"pit|{offer.bet_key}")
    assert "choose from the list" in mistake_at(page.text, "progressive").lower()
    form = "/manager/tables/new/set-up?game=flushes-gone-wild|"
    page = office.send(form, table="T3", progressive="pit|Multi-Game Link Progressive|ML01", denominations="5 ten")
    assert "'ten' is not an amount" in mistake_at(page.text, "denominations")


@pytest.mark.parametrize(
    "path, typed, field",
    [
        ("/manager/people/new/person", {"person": "elena", "full_name": "Elena Else"}, "person"),
        ("/manager/links/new", {"link": "pit", "location": "Spokane"}, "link"),
        ("/manager/devices/new/device", {"device": "keypad T1"}, "device"),
        ("/manager/people/new/card", {"card": "E-1"}, "card"),
    ],
)
def test_a_name_that_is_taken_is_said_at_its_field(
    office: BackOffice, path: str, typed: dict[str, str], field: str
) -> None:
    assert "There is already a " in mistake_at(office.send(path, **typed, **SECOND).text, field)


def test_the_win_log_prints_the_original_and_then_reprints(office: BackOffice) -> None:
    office.win()
    page = office.get("/manager/wins")
    assert "full house" in page
    preview = hidden(office.get("/manager/wins/1/print"))
    original = office.client.post("/manager/wins/1/print", data=preview)
    assert original.url.path == "/manager/wins/1/1"
    assert "Original" in original.text
    again = office.client.post("/manager/wins/1/print", data=preview)
    assert again.url.path == "/manager/wins/1/1", "a double click prints once"
    reprint = office.client.post("/manager/wins/1/print", data=hidden(office.get("/manager/wins/1/print")))
    assert "Reprint, copy 2" in reprint.text
    assert office.controller.floor.prints[1] == 2
    pdf = office.client.get("/manager/wins/1/2.pdf")
    assert pdf.content.startswith(b"%PDF")
    assert "Reprint, copy 2" in office.get("/manager/wins/1/2.html")
    assert "Jackpot slip printed, copy 2" in office.get("/manager/wins/1"), "the page of the award tells it"
    for path in ("/manager/wins/1/3", "/manager/wins/2/1", "/manager/wins/x/1", "/manager/wins/1/1.csv"):
        assert office.client.get(path).status_code == 404, path


def test_the_win_log_goes_from_page_to_page(office: BackOffice) -> None:
    for _ in range(26):
        office.win(seats=1)
    first, second = office.get("/manager/wins"), office.get("/manager/wins?before=2")
    assert 'href="/manager/wins/26">26<' in first
    assert 'href="/manager/wins/2">2<' in first
    assert 'href="/manager/wins/1">1<' not in first
    assert 'href="?before=2">Older' in first
    assert second.count('data-label="No."') == 1
    assert "No older awards." in office.get("/manager/wins?before=1")


def test_the_log_is_filtered_and_goes_back(office: BackOffice) -> None:
    office.win("T2")
    assert office.get("/manager/log?kind=awards+confirmed").count("<summary>") == 1
    assert office.get("/manager/log?kind=awards+confirmed&table=T1").count("<summary>") == 0
    assert office.get("/manager/log?device=keypad+T2").count("<summary>") == 5, "the award is posted for everybody"
    assert "table T2, round 1, jackpot mega" in office.get("/manager/log?kind=awards+confirmed")
    assert office.get("/manager/log?text=SPOKANE").count("<summary>") == 3
    assert "<strong>awards confirmed</strong>" in office.get("/manager/log?kind=awards+confirmed")
    assert "Elena and Emil · keypad T2" in office.get("/manager/log?kind=awards+confirmed")
    assert office.get("/manager/log?number=3").count("<summary>") == 1
    assert office.get("/manager/log?from=2027-01-16").count("<summary>") == 0
    assert office.get("/manager/log?from=2027-01-15&to=2027-01-15&kind=link+made").count("<summary>") == 1
    assert office.get("/manager/log?to=2027-01-14").count("<summary>") == 0
    page = office.client.get("/manager/log?from=yesterday")
    assert "'yesterday' is not a date" in mistake_at(page.text, "from")
    for _ in range(12):
        office.win("T1")
    first = office.get("/manager/log")
    assert first.count("<summary>") == 50
    older = every_field(first)  # the filter keeps what was chosen
    assert older["kind"] == ""
    assert office.get(f"/manager/log?before={office.controller.head.number - 49}").count("<summary>") > 0


def test_verify_now_tells_what_it_found(office: BackOffice) -> None:
    page = office.client.post("/manager/log/verify", data=hidden(office.get("/manager/log")))
    assert "Every hash, balance and answer is as it was written" in page.text
    assert office.controller.head.hash in page.text


def test_reports_are_shown_and_taken_away(office: BackOffice) -> None:
    office.win()
    page = office.get("/manager/reports")
    assert "Jan 15, 2027, 12:00 AM UTC to Jan 16, 2027, 12:00 AM UTC" in page
    assert 'data-label="Wagered">10.00<' in page
    csv = office.client.get("/manager/reports/period.csv?from=2027-01-15&to=2027-01-15")
    assert csv.headers["content-type"].startswith("text/csv")
    assert "mega,USD,10.00," in csv.text
    assert office.client.get("/manager/reports/period.pdf").content.startswith(b"%PDF")
    assert "sha256-" in office.client.get("/manager/reports/period.html").headers["content-security-policy"]
    assert office.client.get("/manager/reports/period.txt").status_code == 404
    earlier = office.get("/manager/reports?from=2027-01-14&to=2027-01-14")
    assert "No jackpots in this period." in earlier


def test_a_day_that_is_over_stays_as_it_was(office: BackOffice) -> None:
    day = "from=2027-01-15&to=2027-01-15"
    office.win()
    office.clocks.now_micros += 24 * 3600 * UNIT
    office.win("T2")
    for _ in range(2):
        page = office.get(f"/manager/reports?{day}")
        assert 'data-label="Wagered">10.00<' in page
        assert ">T2<" not in page
    both = office.get("/manager/reports?from=2027-01-15&to=2027-01-16")
    assert 'data-label="Wagered">20.00<' in both
    office.win("T2")
    assert 'data-label="Wagered">20.00<' in office.get("/manager/reports"), "today is read anew"


@pytest.mark.parametrize(
    "query, field, words",
    [
        ("from=soon", "from", "'soon' is not a date"),
        ("from=2027-01-15&to=2027-01-14", "to", "The last day is before the first."),
    ],
)
def test_days_that_are_none(office: BackOffice, query: str, field: str, words: str) -> None:
    page = office.client.get(f"/manager/reports?{query}")
    assert page.status_code == 422
    assert words in mistake_at(page.text, field)


def test_one_gaming_day_on_every_page(office: BackOffice) -> None:
    """Reports asked for an hour of their own, and knew another day than funds and law: there is one, of the room.

    The clock stands at midnight in Washington; a day begins at six, so that it is still yesterday's.
    """
    law = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "day_begins_hour": "6", "document": "licence 5"}
    office.send("/manager/law/set", **law, mode="advise", sure="yes", **SECOND)
    assert str(office.controller.floor.jurisdiction.day) == "2027-01-14"
    page = office.get("/manager/reports")
    assert "Jan 14, 2027, 6:00 AM PST to Jan 15, 2027, 6:00 AM PST" in page
    assert "Gaming days run from 06:00, America/Los_Angeles." in page
    assert "2027-01-14" in office.get("/manager/papers/master-games-report")
    office.win()
    assert office.get("/manager/log?from=2027-01-14&to=2027-01-14&kind=game+started").count("<summary>") == 1
    assert office.get("/manager/log?from=2027-01-15&kind=game+started").count("<summary>") == 0
    office.clocks.now_micros += 6 * 3600 * UNIT + 1
    assert office.get("/manager/log?to=2027-01-14&kind=game+started").count("<summary>") == 1
    for path in ("/manager/reports", "/manager/wins", "/manager/log", "/manager/papers/dealer-shifts"):
        assert " UTC" not in office.get(path), path
