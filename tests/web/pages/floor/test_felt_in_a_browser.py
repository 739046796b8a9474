"""A table without a progressive in a real browser: its bets, a pay from the tray, a misdeal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from fairfelt.law import Limits
from fairfelt.room import DeviceKind, PayRules
from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.commands.felt import BetsReported, TrayPaid, TrayPayVoided
from fairfelt.room.commands.set_up import SetUpTable
from fairfelt.room.commands.voids import RoundVoided
from fairfelt.room.state.limits import TableLimits
from tests.web.browsers import fits
from tests.web.card_room import TABLET_FIRST, UNIT, CardRoom, enrolled, keypad, press, put_in, put_in_second, ready

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
LIMITS = Limits(5 * UNIT, 100 * UNIT)
TWO = ("E-1", "A-1")
SET_UP = (
    SetUpTable(
        table="T9",
        game="three-card-poker",
        limits=TableLimits(opening=LIMITS, side_bets={"Pair Plus": LIMITS}),
        cards=TWO,
    ),
    SetPayRules(currency="USD", rules=PayRules(supervisor_from_micros=100 * UNIT), why="internal controls", cards=TWO),
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room with a table T9 without a progressive, and its keypad."""
    room = CardRoom(Path(tmp_path_factory.mktemp("felt")))
    keys = [structs.replace(each, cards=TWO) for each in enrolled("keypad T9", DeviceKind.KEYPAD, table="T9")]
    room.set_up(*SET_UP, *keys)
    room.start()
    try:
        yield room
    finally:
        room.stop()


@TABLET_FIRST
def test_bets_a_pay_and_a_misdeal(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    """The keypad of such a table said that there was nothing to press."""
    page = keypad(browser, room, "T9", size)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.get_by_label("Seat 1, Ante").fill("500")
    press(page, "BETS")
    page.get_by_text("Ante is posted as $5.00 to $100.00, not $500.00").wait_for()
    page.get_by_label("Seat 1, Ante").fill("10")
    page.get_by_label("Seat 1, Pair Plus").fill("7.50")
    press(page, "BETS")
    page.locator("#guide").get_by_text("The round runs").wait_for()
    assert fits(page)
    page.get_by_label("Hand").select_option("Straight flush, 40 to 1")
    page.get_by_role("button", name="Add").click()
    press(page, "PAY")
    put_in(page, "S-1")
    page.locator("dialog").get_by_text("Sam does not enter and confirm a pay alone: a second card required").wait_for()
    put_in(page, "D-1")
    page.locator("#tray-paid").get_by_text("$300.00").wait_for()
    assert room.events(TrayPaid)[-1]["confirmed_by"] == "Sam"
    page.get_by_role("button", name="Void slip").click()
    page.get_by_label("Why").fill("it was a straight")
    page.get_by_role("button", name="Continue").click()
    put_in(page, "S-1")
    put_in_second(page, "E-1")
    page.locator("#tray-paid").get_by_text("$300.00").wait_for(state="detached")
    assert sorted(room.events(TrayPayVoided)[-1]["names"]) == ["Elena", "Sam"]
    press(page, "END GAME")
    page.locator("#guide").get_by_text("Enter the bets").wait_for()
    page.get_by_label("Seat 2, Ante").fill("15")
    press(page, "BETS")
    press(page, "MISDEAL")
    page.get_by_label("Why").fill("a card is found face up in the deck")
    page.get_by_role("button", name="Continue").click()
    put_in(page, "S-1")
    page.locator("#guide").get_by_text("Enter the bets").wait_for()
    assert room.events(RoundVoided)[-1]["handle_micros"] == 15 * UNIT
    assert room.events(BetsReported)[-1]["round"] == room.events(RoundVoided)[-1]["round"]
    assert complaints == []


@pytest.mark.heavy
def test_a_progressive_table_leads_to_its_bets_and_back(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room, "T1")
    page.get_by_role("link", name="Bets on the game and pays from the tray").click()
    ready(page)
    assert page.get_by_role("button", name="MISDEAL").count() == 0, "that is a button of the keypad"
    page.get_by_role("link", name="Progressive").click()
    ready(page)
