"""Rules by amount at the keypad in a real browser: a small pay by the dealer alone, a large one by two cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt.room import PayRules
from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.event import Refused
from tests.web.browsers import fits
from tests.web.card_room import TABLET, TABLET_FIRST, UNIT, CardRoom, claim, keypad, light, opened, press, put_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
RULES = SetPayRules(
    currency="USD", rules=PayRules(supervisor_from_micros=200 * UNIT, two_people_from_micros=1_000 * UNIT),
    why="internal controls", cards=("E-1", "E-2"),
)  # fmt: skip
SECOND = "Second person: supervisor or executive card and PIN required."


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room where dealers pay below $200 alone, and pays from $1,000 on take two people."""
    with opened(tmp_path, RULES) as served:
        yield served


def claimed(browser: Browser, room: CardRoom, hand: str, size: ViewportSize = TABLET) -> Page:
    """A keypad at which seat 4 has claimed a hand with a bet of $1."""
    page = keypad(browser, room, size=size)
    light(page, 4, chip="$1")
    press(page, "START GAME")
    claim(page, 4, hand)
    return page


def by(room: CardRoom) -> list[list[str]]:
    """Who confirmed, award by award."""
    return [[actor["person"] for actor in event["by"]] for event in room.events(AwardsConfirmed)]


@pytest.mark.heavy
@TABLET_FIRST
def test_a_small_pay_takes_the_dealer_alone(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page = claimed(browser, room, "Flush", size)
    page.get_by_text("Pay it from the tray and press CONFIRM: no supervisor needed.").wait_for()
    press(page, "CONFIRM")
    page.locator("dialog").get_by_text("Dealer or supervisor card and PIN required.").wait_for()
    assert fits(page)
    put_in(page, "D-1", button="Sign in")
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    assert by(room) == [["dan"]]
    assert room.events(Refused) == []


@pytest.mark.heavy
def test_a_dealer_who_cancels_pays_nothing(room: CardRoom, browser: Browser) -> None:
    page = claimed(browser, room, "Flush")
    press(page, "CONFIRM")
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    page.locator("#actions-note").get_by_text("a dealer signs in first").wait_for()
    assert room.events(AwardsConfirmed, Refused) == []
    page.locator("#claims").get_by_text("Pending").wait_for()


@TABLET_FIRST
def test_a_large_pay_takes_two_cards_of_two_people(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page = claimed(browser, room, "Straight flush", size)
    page.get_by_text("Call the floor: CONFIRM takes two cards.").wait_for()
    press(page, "CONFIRM")
    page.locator("dialog").get_by_text("Executive card and PIN required, and then a second person’s.").wait_for()
    put_in(page, "E-1")
    page.locator("dialog").get_by_text(SECOND).wait_for()
    assert page.get_by_label("Card").input_value() == "", "the second card is put in anew"
    assert fits(page)
    put_in(page, "E-1")
    page.locator("dialog .note").get_by_text("cards required").wait_for()
    assert room.events(AwardsConfirmed) == [], "one person twice is refused, and both are asked again"
    put_in(page, "E-2")
    page.locator("dialog").get_by_text(SECOND).wait_for()
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    page.locator("#person").wait_for(state="hidden")
    assert room.events(AwardsConfirmed) == [], "whoever cancels the second card sends nothing"
    page.locator("#claims").get_by_text("Pending").wait_for()
    press(page, "CONFIRM")
    put_in(page, "E-1")
    page.locator("dialog").get_by_text(SECOND).wait_for()
    put_in(page, "S-1")
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    page.locator("#person").wait_for(state="hidden")
    assert by(room) == [["elena", "sam"]]
