"""Pays from the tray in the office: their slips, the win page of a large one, and voiding by two people."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec import structs

from fairfelt.law import Limits, Mode
from fairfelt.room import DeviceKind, PayRules
from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.commands.felt import PayFromTray, ReportBets, ReportedBet, TrayClaim
from fairfelt.room.commands.law import BeginDay, SetLaw
from fairfelt.room.commands.rounds import EndGame
from fairfelt.room.commands.set_up import SetUpTable
from fairfelt.room.state.limits import TableLimits
from tests.web.back_office import PINS, BackOffice
from tests.web.card_room import UNIT, enrolled

TWO = ("E-1", "A-1")
PAYING = ("E-1", "S-1")
SECOND = {"second_card": "E-2", "second_pin": PINS["E-2"][2]}
BONUS = "Three Card Poker Bonus"
POSTED = Limits(5 * UNIT, 100 * UNIT)


@pytest.fixture
def paid(office: BackOffice) -> BackOffice:
    """An office after a round with a pay of $5 on one slip, and one of $20,000 on another."""
    office.tell(SetLaw(profile="wa-commercial", mode=Mode.ADVISE, zone="UTC", document="licence", cards=TWO))
    office.tell(BeginDay(day=date(2027, 1, 15)))
    limits = TableLimits(opening=POSTED, side_bets={"Pair Plus": POSTED, BONUS: POSTED})
    office.tell(SetUpTable(table="T9", game="three-card-poker", limits=limits, cards=TWO))
    for each in enrolled("keypad T9", DeviceKind.KEYPAD, table="T9"):
        office.tell(structs.replace(each, cards=TWO))
    rules = PayRules(supervisor_from_micros=100 * UNIT)
    office.tell(SetPayRules(currency="USD", rules=rules, why="internal controls", cards=TWO))
    bets = [(1, "Ante"), (1, "Pair Plus"), (2, "Ante"), (2, BONUS)]
    made = tuple(ReportedBet(seat, wager, 5 * UNIT) for seat, wager in bets)
    office.press(ReportBets(table="T9", bets=made), "T9")
    for claim, card in ((TrayClaim(1, "Pair Plus", "pair"), ("D-1",)), (TrayClaim(2, BONUS, "AKQ of spades"), PAYING)):
        office.press(PayFromTray(table="T9", pays=(claim,), cards=card), "T9")
    office.press(EndGame(table="T9"), "T9")
    return office


def test_slips_are_listed_and_voided_and_a_large_pay_has_its_page_and_steps(paid: BackOffice) -> None:
    """No page of the office knew of these pays: they could be voided by a program only."""
    page = paid.get("/manager/tray-pays")
    for words in (
        "2 slips",
        "Seat 1, Pair Plus, pair: $5.00",
        "AKQ of spades: $20,000.00",
        "jackpot slip #1",
        "Dan, dealer",
    ):
        assert words in page, words
    assert "Jackpot slip #1: $20,000.00" in paid.get("/manager/payouts")
    assert "Tax form required" in paid.get("/manager/payouts")
    preview = paid.get("/manager/wins/1/print")
    for words in ("Pay from the tray", BONUS, "Three Card Poker", "Slip"):
        assert words in preview, words
    assert "Void slip 2" in paid.get("/manager/wins")
    form = "/manager/tray-pays/2/void"
    assert "1: void too, and their payout steps end" in paid.get(form)
    paid.send(form, why="the hand was not suited", sure="yes")
    assert not paid.controller.floor.tray_slips[2].voided, "it takes two people"
    done = paid.send(form, why="the hand was not suited", sure="yes", **SECOND)
    assert done.url.path == "/manager/tray-pays", done.text
    assert "Voided by Elena and Emil: the hand was not suited" in paid.get("/manager/tray-pays")
    assert "No pending payouts" in paid.get("/manager/payouts")
    assert "VOID: do not pay" in paid.get("/manager/wins/1/print")
    assert "Tray slip 2, VOID" in paid.get("/manager/tray-pays/2.html")
    assert paid.client.get(form).status_code == 404, "once only"
    assert paid.client.get("/manager/tray-pays/9.html").status_code == 404
