"""The regulator in a real browser: signing in, verifying the running room by keyboard, taking its log away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt.ledger.audit import verify
from fairfelt.room import Room
from tests.web.browsers import PHONE, fits, shut_out
from tests.web.card_room import CardRoom
from tests.web.pages.manager.test_manager_in_a_browser import at_desk, room

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["room"]
pytestmark = pytest.mark.xdist_group("browser")


def test_a_regulator_verifies_by_keyboard_and_takes_the_log_away(
    room: CardRoom, browser: Browser, tmp_path: Path
) -> None:
    page, complaints = at_desk(browser, room, "R-1")
    page.goto(f"{room.url}/regulator")
    assert shut_out(page, contrast=False) == []
    page.get_by_role("link", name="Verification", exact=True).last.press("Enter")
    page.get_by_role("button", name="Verify now").press("Enter")
    page.get_by_text("Every hash, balance and answer is as it was written.").wait_for()
    with page.expect_download() as taken:
        page.get_by_role("link", name="complete log").press("Enter")
    file = tmp_path / "taken.jsonl"
    taken.value.save_as(file)
    head = verify(file, Room()).head
    assert head.hash in page.content()
    page.set_viewport_size(PHONE)
    assert fits(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Awards", exact=True).click()
    page.get_by_label("Amount").fill("10,003.00")
    page.get_by_label("Amount").press("Enter")
    page.wait_for_url(lambda url: "amount=10" in url)
    assert shut_out(page, contrast=False) == []
    assert fits(page)
    assert complaints == []


@pytest.mark.heavy
def test_an_event_opens_by_keyboard_and_shows_its_hash(room: CardRoom, browser: Browser) -> None:
    page, complaints = at_desk(browser, room, "R-1")
    page.goto(f"{room.url}/regulator/events")
    page.get_by_label("Event", exact=True).select_option("link made")
    page.get_by_role("button", name="Search").press("Enter")
    page.wait_for_url(lambda url: "kind=link" in url)
    summary = page.locator("summary").first
    summary.press("Enter")
    assert page.get_by_text("Spokane").first.is_visible()
    assert page.locator("dt", has_text="Hash").first.is_visible()
    assert complaints == []
