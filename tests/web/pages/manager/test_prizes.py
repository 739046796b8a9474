"""Prizes of the house on the manager's pages: posted with a sign, paid to every seat with the hand, removed."""

from __future__ import annotations

import pytest
from msgspec import structs

from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from tests.web.back_office import PINS, BackOffice, hidden, mistake_at
from tests.web.card_room import TERMS

UNIT = 1_000_000
PAGE, POST = "/manager/prizes", "/manager/prizes/new/post"
PAY, REMOVE = (f"/manager/prizes/Lucky%20Seven/{part}" for part in ("pay", "remove"))
SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
SUPERVISOR = {"second_card": "S-1", "second_pin": PINS["S-1"][2]}
PRIZE = {"name": "Lucky Seven", "table": "T1", "hand": "three sevens", "amount": "500", "sign": "yes", **SECOND}
LAW = {
    "profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 5", "sure": "yes",
    "second_card": "A-1", "second_pin": PINS["A-1"][2],
}  # fmt: skip


@pytest.fixture
def prize(office: BackOffice) -> BackOffice:
    """The same room with a prize at a table."""
    assert office.send(POST, **PRIZE).url.path == PAGE
    return office


def test_a_page_without_prizes_says_how_to_get_one(office: BackOffice) -> None:
    page = office.get(PAGE)
    assert "No bonuses. Add one for a hand at a table" in page
    assert "Add bonus</a>" in page
    office.sign_in("D-1")
    assert "Add bonus</a>" not in office.get(PAGE)


def test_a_prize_is_posted_and_listed(prize: BackOffice) -> None:
    held = prize.controller.floor.house_jackpots["Lucky Seven"]
    assert (held.table, held.jackpot.hand, held.jackpot.amount_micros) == ("T1", "three sevens", 500 * UNIT)
    page = prize.get(PAGE)
    assert 'data-label="Hand" class="breaks">three sevens<' in page
    assert "500.00" in page
    assert "<span>Posted</span>" in page
    assert 'data-label="Players paid">0<' in page


def test_every_seat_with_the_hand_gets_all_of_it_once(prize: BackOffice) -> None:
    fields = hidden(prize.client.post(PAY, data=prize.fill(PAY, seats="4 1", document="slip 3", **SUPERVISOR)).text)
    for _ in range(2):
        assert prize.client.post(PAY, data={**fields, **SUPERVISOR}).url.path == PAGE, "a double click pays once"
    assert prize.controller.floor.house_jackpots["Lucky Seven"].paid == 2
    assert 'data-label="Players paid">2<' in prize.get(PAGE)
    (entry,) = [each for each in prize.controller.ledger.entries() if each.kind == "house jackpot paid/1"]
    assert '"amount_micros":1000000000' in entry.body
    assert '"seats":[1,4]' in entry.body


def test_a_large_prize_is_paid_by_two_people_with_win_pages(office: BackOffice) -> None:
    office.send("/manager/law/set", **LAW, mode="advise")
    office.send(POST, **{**PRIZE, "amount": "5,000"})
    alone = office.send(PAY, seats="4 1", document="slip 3")
    assert alone.status_code == 422
    assert mistake_at(alone.text, "second_card")
    assert office.send(PAY, seats="4 1", document="slip 3", **SUPERVISOR).url.path == PAGE
    assert office.controller.floor.house_jackpots["Lucky Seven"].paid == 2
    assert len(office.controller.floor.payments) == 2
    assert "house jackpot Lucky Seven" in office.get("/manager/wins")
    assert "Seat 4, house jackpot Lucky Seven, three sevens" in office.get("/manager/payouts")


def test_a_prize_is_removed_and_its_name_is_free_again(prize: BackOffice) -> None:
    assert prize.send(REMOVE, why="the season is over").url.path == PAGE
    assert not prize.controller.floor.house_jackpots
    assert prize.client.get(PAY).status_code == 404
    assert prize.send(POST, **PRIZE).url.path == PAGE


@pytest.mark.parametrize(
    "typed, field, words",
    [
        ({"name": ""}, "name", "Required."),
        ({"name": "7/7"}, "name", "Enter a name of 1 to 80 characters without a slash."),
        ({"table": "T9"}, "table", "Choose from the list."),
        ({"hand": ""}, "hand", "Required."),
        ({"amount": "much"}, "amount", "'much' is not an amount: enter it as 12,500.00."),
        ({"amount": "0"}, "amount", "The amount must be above zero."),
        ({"sign": "perhaps"}, "sign", "Choose from the list."),
    ],
)
def test_what_is_wrong_with_a_prize(shared_office: BackOffice, typed: dict[str, str], field: str, words: str) -> None:
    page = shared_office.send(POST, **{**PRIZE, **typed})
    assert page.status_code == 422
    assert mistake_at(page.text, field) == words
    assert not shared_office.controller.floor.house_jackpots


def test_a_name_that_is_taken_is_said_at_the_name(prize: BackOffice) -> None:
    assert "There is already a house jackpot" in mistake_at(prize.send(POST, **PRIZE).text, "name")


def test_seats_that_are_none(prize: BackOffice) -> None:
    for seats in ("0", "1 1", "1 99", "one", "2,5", "-1", "9999"):
        page = prize.send(PAY, seats=seats, document="slip 3")
        assert "enter each once, such as 2 5" in mistake_at(page.text, "seats"), seats
    assert prize.controller.floor.house_jackpots["Lucky Seven"].paid == 0


def test_a_law_that_binds_refuses_a_prize_without_its_sign_above_the_form(office: BackOffice) -> None:
    office.send("/manager/law/set", **LAW, mode="enforce")
    page = office.send(POST, **{**PRIZE, "sign": "no"})
    assert page.status_code == 422
    whole = page.text.partition('<div class="mistake whole" role="alert"')[2].partition("</p>")[0]
    assert "House jackpot Lucky Seven: post the amount and the two disclosures at the table" in whole
    assert 'value="three sevens"' in page.text, "what was typed stays"
    assert not office.controller.floor.house_jackpots
    assert office.send(POST, **PRIZE).url.path == PAGE


def test_a_law_that_advises_says_so_beside_the_prize(office: BackOffice) -> None:
    office.send("/manager/law/set", **LAW, mode="advise")
    assert office.send(POST, **{**PRIZE, "sign": "no"}).url.path == PAGE
    page = office.get(PAGE)
    assert "<strong>Not posted</strong>" in page
    assert "post the amount and the two disclosures at the table" in page


def test_an_amount_is_in_the_currency_of_the_table(office: BackOffice) -> None:
    euros = structs.replace(TERMS, currency="EUR")
    office.tell(OpenJackpot(jackpot="euro", terms=euros, cards=("E-1", "A-1")))
    office.tell(MakeLink(link="hall", jackpot="euro", location="Spokane", cards=("E-1", "A-1")))
    table = {"table": "T3", "progressive": "hall|Multi-Game Link Progressive|ML01", "controls": "nexus"}
    assert office.send("/manager/tables/new/set-up?game=flushes-gone-wild|", **table).url.path == "/manager/tables"
    page = office.get(POST)
    assert ", USD</option>" in page
    assert ", EUR</option>" in page
    assert '<span class="unit">' not in page, "which one it is depends on the table"
    assert office.send(POST, **{**PRIZE, "table": "T3", "amount": "EUR 250"}).url.path == PAGE
    assert office.controller.floor.house_jackpots["Lucky Seven"].jackpot.amount_micros == 250 * UNIT
    assert "not an amount" in mistake_at(office.send(POST, **{**PRIZE, "amount": "EUR 250"}).text, "amount")


@pytest.mark.parametrize("card", sorted(set(PINS) - {"E-1", "E-2", "T-1"}))
def test_nobody_else_posts_or_removes(prize: BackOffice, card: str) -> None:
    drawn = {path: prize.fill(path, **PRIZE, why="over") for path in (POST, REMOVE)}
    prize.sign_in(card)
    stamp = prize.fill(PAGE)["stamp"]
    for path, fields in drawn.items():
        assert prize.client.post(path, data={**fields, "name": "Another", "stamp": stamp}).status_code == 403
    assert list(prize.controller.floor.house_jackpots) == ["Lucky Seven"]


@pytest.mark.parametrize("card", ["D-1", "R-1", "T-1"])
def test_nobody_else_pays(prize: BackOffice, card: str) -> None:
    fields = prize.fill(PAY, seats="1", document="slip 3")
    prize.sign_in(card)
    sent = prize.client.post(PAY, data={**fields, "stamp": prize.fill(PAGE)["stamp"]})
    assert sent.status_code == 403
    assert prize.controller.floor.house_jackpots["Lucky Seven"].paid == 0


def test_merchandise_is_offered_by_two_shown_with_its_notice_and_withdrawn(office: BackOffice) -> None:
    """No page and no command of the room reached a prize in kind."""
    assert "No merchandise prizes." in office.get("/manager/prizes")
    assert "/manager/merchandise/offer/mega" in office.get("/manager/merchandise/new/jackpot")
    form = "/manager/merchandise/offer/mega"
    typed = {"item": "a radio", "hand": "full house", "value": "50,000", "level": "Mega", "sign": "yes"}
    much = office.send(form, **typed, from_reserve="1,000", **SECOND)
    assert "The reserve of Mega holds" in much.text
    assert office.send(form, **typed, from_reserve="0", **SECOND).url.path == "/manager/prizes"
    page = office.get("/manager/prizes")
    assert "a radio" in page
    assert "Offered." in page
    notice = office.get("/manager/papers/merchandise-notice?number=1")
    assert "A radio, worth $50,000.00, is the prize for full house" in notice
    wrong = office.send("/manager/merchandise/1/award", win_page="seven", document="receipt", sure="yes", **SECOND)
    assert "whole number from 1 on" in mistake_at(wrong.text, "win_page")
    gone = {"why": "broken", "document": "refund", "sure": "yes"}
    assert office.send("/manager/merchandise/1/withdraw", **gone, **SECOND).url.path == "/manager/prizes"
    assert "Withdrawn: broken." in office.get("/manager/prizes")
