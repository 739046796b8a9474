"""Meters in a real browser: what is typed is counted, what takes a while comes by itself, on a desk and a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt import games
from fairfelt.engine.exact import percent_text
from fairfelt.jackpot.meters import count_bet
from fairfelt.reports import meter as run_dry
from fairfelt.web.pages import meters as meter_study
from fairfelt.web.pages.counting import Counting
from tests.web.browsers import DESK, PHONE, at_sizes, fits, run_apart, shut_out, tab
from tests.web.card_room import CardRoom
from tests.web.pages.manager.test_manager_in_a_browser import at_desk, furnished
from tests.web.pages.test_in_a_browser import served
from tests.web.visiting import check_three, closing, uncounted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
METER = "/games/let-it-ride/meter"
WAGER = "Multi-Game Link Progressive"


@pytest.fixture(autouse=True)
def shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is sampled, and one contribution is enough."""
    monkeypatch.setattr(meter_study, "MOST_MOVES", 300_000)
    monkeypatch.setattr(run_dry, "RATES", ())


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Pages of games that nobody solves here; what was counted for one screen is there for the other."""
    with closing(Counting(study=uncounted, check=check_three)) as counting, served(counting) as url:
        yield url


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own, with an office."""
    run_apart(furnished(tmp_path))
    opened = CardRoom(tmp_path)
    opened.start()
    try:
        yield opened
    finally:
        opened.stop()


def at_rest(page: Page) -> None:
    """All that the page waits for has come, and nobody is shut out of it."""
    page.wait_for_selector("[data-waiting]", state="detached")
    assert shut_out(page, contrast=page.viewport_size == DESK) == []
    assert fits(page)


@at_sizes(desk=DESK, phone=PHONE)
def test_a_jackpot_is_typed_and_counted(browser: Browser, site: str, size: ViewportSize) -> None:
    page = tab(browser, size)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{site}/games/let-it-ride")
    page.get_by_role("link", name="Meter", exact=True).click()
    page.get_by_role("heading", name="Return and house edge").wait_for()
    page.get_by_label("Seed").fill("20,000")
    page.get_by_label("Other bettors, 0 to 8").fill("8")
    page.keyboard.press("Enter")
    bet = count_bet(games.find("let-it-ride"), WAGER, "01")
    kept = Fraction(83, 100) - bet.fixed_return - 8 * bet.envy_per_other - Fraction(20_000, 649_740)
    page.locator("#edge").get_by_text(percent_text(kept)).wait_for()
    at_rest(page)
    assert page.locator("#forecast svg").count() == 1
    page.get_by_text("It cannot run dry: only shares of the meter come off it.").wait_for()
    page.get_by_text("$20,000.00, no less than the largest fixed pay of $300.00").wait_for()
    page.get_by_label("Meter rate").fill("a lot")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_text("'a lot' is not a percentage").wait_for()
    page.get_by_label("Meter rate").and_(page.locator("[aria-invalid=true]")).wait_for()
    page.get_by_role("link", name="Reset to usual values").click()
    page.get_by_label("Bet and paytable").select_option(f"{WAGER}|ML01")
    page.get_by_role("button", name="Calculate").click()
    page.get_by_role("group", name="Level Major").get_by_label("Seed").wait_for()
    assert fits(page)
    assert complaints == []


@pytest.mark.heavy
@at_sizes(phone=PHONE, desk=DESK)
def test_the_office_looks_ahead(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page, complaints = at_desk(browser, room, size=size)
    page.goto(f"{room.url}/manager/jackpots/mega")
    page.get_by_role("link", name="Forecast").click()
    page.get_by_label("Wagers per week").fill("50,000")
    page.get_by_role("button", name="Forecast").click()
    page.get_by_role("heading", name="Next 100% award of Mega").wait_for()
    page.get_by_role("heading", name="Recommendations").wait_for()
    at_rest(page)
    assert complaints == []
