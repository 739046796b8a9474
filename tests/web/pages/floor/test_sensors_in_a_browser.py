"""Bet sensors on the keypad in a real browser: one that failed is shown, and its seat is played by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt.room.commands.devices import QuarantineSensors
from tests.web.card_room import CardRoom, keypad, opened, press

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own."""
    with opened(tmp_path) as served:
        yield served


def test_a_sensor_that_failed_is_shown_at_its_seat(room: CardRoom, browser: Browser) -> None:
    room.ask("keypad T1", 1, QuarantineSensors(table="T1", seats=(2, 5), why="it flickers"))
    page = keypad(browser, room)
    page.get_by_text("Seat 2, 5: sensor out of order, enter the bet by hand.").wait_for()
    for seat in ("2", "5"):
        page.locator(f"[data-seat='{seat}'][data-sensor=failed] .status").get_by_text("no bet, by hand").wait_for()
    assert page.locator("[data-sensor=failed]").count() == 2
    page.locator("[data-seat='2']").click()
    page.locator("[data-seat='2'][data-bet=bet]").get_by_text("bet, by hand").wait_for()
    press(page, "START GAME")
    page.get_by_text("Bets are locked").wait_for()
    page.locator("[data-seat='2'] .status").get_by_text("locked", exact=True).wait_for()
