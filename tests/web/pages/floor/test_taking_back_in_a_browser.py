"""What the keypad takes back or enters otherwise, in a real browser: misdeals, foul and folded hands, no spot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fairfelt.room.commands.round_events import AwardsConfirmed, ClaimsSet, MeterAdjusted
from fairfelt.room.commands.voids import HandFouled, RoundVoided
from tests.web.card_room import DISPLAY, CardRoom, keypad, light, opened, paired, press, put_in, put_in_second

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own."""
    with opened(tmp_path) as served:
        yield served


def test_a_foul_hand_a_folded_one_and_a_misdeal(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    light(page, 2, 5)
    press(page, "START GAME")
    page.locator("body:not([data-phase=betting])").wait_for()
    page.locator("#seat-2[aria-disabled=false]").click()
    press(page, "FOUL HAND")
    page.get_by_label("Why").fill("six cards")
    page.locator("#reason").get_by_text("Continue").click()
    put_in(page, "S-1")
    page.locator("#seat-2").get_by_text("foul").wait_for()
    (fouled,) = room.events(HandFouled)
    assert (fouled["seat"], fouled["returned_micros"]) == (2, 5_000_000)
    page.locator("#seat-5[aria-disabled=false]").click()
    page.get_by_label("This hand was folded").check()
    press(page, "Full house")
    page.locator("#seat-5").get_by_text("full house, folded").wait_for()
    folded = {"seat": 5, "hand": "full house", "folded": True, "entered_by": []}
    assert room.events(ClaimsSet)[-1]["claims"] == [folded]
    press(page, "MISDEAL")
    page.get_by_label("Why").fill("a card was exposed")
    page.locator("#reason").get_by_text("Continue").click()
    put_in(page, "S-1")
    page.get_by_text("Choose a chip").wait_for()
    (voided,) = room.events(RoundVoided)
    assert (voided["why"], len(voided["bets"])) == ("a card was exposed", 1)


@pytest.mark.heavy
def test_the_legacy_hand_button_without_a_spot(room: CardRoom, browser: Browser) -> None:
    page, display = keypad(browser, room, "T2"), paired(browser, room, DISPLAY)
    light(page, 3, 4)
    press(page, "COIN IN")
    page.locator("body:not([data-phase=betting])").wait_for()
    press(page, "Full house")
    page.locator("#claims").get_by_text("No spot").wait_for()
    display.locator("#pending .where").first.get_by_text("Table T2", exact=True).wait_for()
    press(page, "key to JPH")
    put_in(page, "S-1")
    page.get_by_text("Key at JPH").wait_for()
    press(page, "J-POT")
    put_in_second(page, "D-1")
    page.get_by_text("The win is logged.").wait_for()
    assert not room.events(MeterAdjusted)
    press(page, "key to RUN")
    page.get_by_text("If none does, GAME OVER").wait_for()
    assert [event["awards"] for event in room.events(MeterAdjusted)] == [[1]]
    assert [row["seat"] for row in room.events(AwardsConfirmed)[0]["awards"]] == [0]
