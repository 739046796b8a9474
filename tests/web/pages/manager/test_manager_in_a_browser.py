"""The office in a real browser: signing in by keyboard, a rate that waits, an adjustment by two, and nothing forged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from argon2 import PasswordHasher

from fairfelt.room.commands.accounts import Adjusted, ChangeTerms
from fairfelt.room.commands.alarms import RaiseAlarm
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.duties import PostHouseJackpot
from fairfelt.room.commands.rounds import Bet, Confirm, PressHand, StartGame
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.table import Spot
from fairfelt.server import Controller, Manifest, Settings
from tests.support.heavy import first_few
from tests.web.back_office import CONSOLE_KEY, PINS, plan
from tests.web.browsers import DESK, PHONE, at_sizes, fits, run_apart, shut_out, tab
from tests.web.card_room import CardRoom, pair

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
UNIT = 1_000_000
FOR = "let-it-ride||Multi-Game Link Progressive|ML01"
PAGES = (
    "/manager", "/manager/jackpots", "/manager/jackpots/mega", "/manager/jackpots/mega/terms",
    "/manager/jackpots/mega/adjust", "/manager/jackpots/mega/retire", "/manager/jackpots/new/paytable",
    f"/manager/jackpots/new/open?for={FOR}", "/manager/tables", "/manager/tables/new/game",
    "/manager/tables/new/set-up?game=three-card-poker|",
    "/manager/tables/T1/close", "/manager/people", "/manager/people/new/card", "/manager/people/cards/S-1/withdraw",
    "/manager/devices", "/manager/devices/new/device", "/manager/wins", "/manager/reports", "/manager/log",
    "/manager/floor/open", "/manager/pin", "/manager/law", "/manager/law/set", "/manager/law/conditions/meet",
    "/manager/law/pins/new", "/manager/law/components", "/manager/law/makers-reports/file", "/manager/law/wagers/USD",
    "/manager/merchandise/new/jackpot", "/manager/merchandise/offer/mega", "/manager/funds", "/manager/funds/entries",
    "/manager/funds/statements", "/manager/payouts", "/manager/malfunctions/new/report", "/manager/tables/T1/limits",
    "/manager/tables/T1/aggregates", "/manager/tables/T1/aggregates/remove", "/manager/prizes",
    "/manager/prizes/new/post", "/manager/prizes/Lucky%20Seven/pay", "/manager/prizes/Lucky%20Seven/remove",
    "/manager/jackpots/mega/ending", "/manager/people/rules", "/manager/law/day", "/manager/clock", "/desk/sign-in",
    "/manager/floor/map", "/manager/alarms", "/manager/alarms/1", "/manager/alarms/backups",
)  # fmt: skip
ONE_OF_EACH_KIND = {"/manager", "/manager/jackpots/mega/terms", "/manager/floor/map"}
"""An overview, a form and a map: what is looked at in every run."""

PRIZE = PostHouseJackpot(
    name="Lucky Seven", table="T1", hand="three sevens", amount_micros=500_000_000, posted=False, cards=("E-1", "E-2")
)
CUT_WORDS = """() => [...document.querySelectorAll("th, td")].flatMap(cell => {
    const found = [], texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\p{L}+/gu)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) found.push(word[0]);
    }
    return found;
})"""
"""The words in tables that stand on more than one line."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own, with an office."""
    run_apart(furnished(tmp_path))
    served = CardRoom(tmp_path)
    served.start()
    try:
        yield served
    finally:
        served.stop()


async def furnished(folder: Path) -> None:
    software = Manifest({"a.py": "1"}, {"python": "3"})
    settings = Settings(address=folder / "room.db", hasher=PasswordHasher(1, 8, 1), read_manifest=lambda: software)
    controller = Controller(settings)
    await controller.start()
    for command in plan(controller.pins.keep):
        assert not (await controller.tell(command)).refused
    await controller.stop()


def people(event: dict[str, Any]) -> list[str]:
    """Who did it."""
    return [actor["person"] for actor in event["by"]]


def console(browser: Browser, room: CardRoom, size: ViewportSize = DESK) -> tuple[Page, list[str]]:
    """A browser that is paired as the console, and what it complains of from now on."""
    page = tab(browser, size)
    pair(page, room, CONSOLE_KEY)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page, complaints


def at_desk(browser: Browser, room: CardRoom, card: str = "E-1", size: ViewportSize = DESK) -> tuple[Page, list[str]]:
    """The same with somebody signed in, by keyboard alone."""
    page, complaints = console(browser, room, size)
    sign_in(page, card)
    page.get_by_text(PINS[card][0], exact=True).wait_for()
    return page, complaints


def sign_in(page: Page, card: str) -> None:
    """Type card and PIN, once the field has the focus: a key that is pressed before goes nowhere."""
    page.locator("[name=card]:focus").wait_for()
    page.keyboard.type(card)
    page.keyboard.press("Tab")
    page.keyboard.type(PINS[card][2])
    page.keyboard.press("Enter")


def enter(page: Page, place: str) -> None:
    """Go to a place of the office; on a phone the places stand in a menu."""
    page.wait_for_load_state("load")
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()
    page.get_by_role("link", name=place, exact=True).click()


def second(page: Page, card: str = "E-2") -> None:
    """The second person puts in a card."""
    page.get_by_label("Second card").fill(card)
    page.get_by_label("Second PIN").fill(PINS[card][2])


@at_sizes(phone=PHONE, desk=DESK)
def test_a_rate_is_changed_by_two_and_waits(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page, complaints = at_desk(browser, room, size=size)
    enter(page, "Jackpots")
    page.get_by_role("link", name="mega", exact=True).click()
    page.get_by_role("link", name="Change the terms").click()
    page.get_by_label("Reason").fill("a busier season")
    page.get_by_role("group", name="Mega").get_by_label("Meter rate").fill("16.5")
    page.get_by_role("button", name="Review").click()
    page.get_by_role("heading", name="Review: Change the terms of mega").wait_for()
    assert re.sub(r"\s+", " ", page.get_by_role("row", name="Mega rate").inner_text()).endswith("15.00% 16.50%")
    second(page)
    page.get_by_role("button", name="Change the terms").click()
    waits = page.locator("#waits")
    waits.wait_for()
    assert "Mega rate" in waits.inner_text()
    assert "16.50%" in waits.inner_text()
    page.get_by_role("status").filter(has_text="Saved.").wait_for()
    assert fits(page)
    assert complaints == []
    assert [people(event) for event in room.events(ChangeTerms.recorded)] == [["elena", "emil"]]


@pytest.mark.heavy
@at_sizes(desk=DESK, phone=PHONE)
def test_an_adjustment_says_what_is_wrong_and_is_then_made_by_two(
    room: CardRoom, browser: Browser, size: ViewportSize
) -> None:
    page, _ = at_desk(browser, room, "A-1", size)
    page.goto(f"{room.url}/manager/jackpots/mega/adjust")
    page.get_by_label("Amount").fill("a little")
    page.get_by_label("Document").fill("report 7")
    page.get_by_label("Reason").select_option("seed recovery")
    page.get_by_role("button", name="Review").click()
    wrong = page.locator("#amount-mistake")
    wrong.wait_for()
    assert "'a little' is not an amount: enter it as 12,500.00." in wrong.inner_text()
    field = page.get_by_label("Amount")
    assert field.get_attribute("aria-invalid") == "true"
    beside, there = wrong.bounding_box(), field.bounding_box()
    assert beside and there
    assert 0 <= beside["y"] - there["y"] < 60, "the sentence stands right below its field"
    assert page.get_by_label("Document").input_value() == "report 7"
    field.fill("12.50")
    page.get_by_role("button", name="Review").click()
    page.get_by_text("$9,987.50").first.wait_for()
    assert room.events(Adjusted) == [], "nothing is done before it is signed"
    page.get_by_label("Confirm.").check()
    second(page)
    page.get_by_role("button", name="Make the adjustment").dblclick()
    page.get_by_role("heading", name="mega").wait_for()
    page.get_by_text("9,987.50").first.wait_for()
    assert [people(event) for event in room.events(Adjusted)] == [["ada", "emil"]]


@pytest.mark.heavy
def test_a_form_with_a_forged_stamp_is_refused(room: CardRoom, browser: Browser) -> None:
    page, _ = at_desk(browser, room)
    page.goto(f"{room.url}/manager/floor/close")
    page.get_by_label("Reason").fill("forged")
    page.evaluate("document.querySelector('form.paper [name=stamp]').value = 'f'.repeat(64)")
    page.get_by_role("button", name="Close floor").click()
    page.get_by_text("This form did not come from this page").wait_for()
    assert room.events(CloseFloor.recorded) == []


@pytest.mark.heavy
def test_a_session_that_has_ended_asks_for_the_card_again(room: CardRoom, browser: Browser) -> None:
    page, _ = at_desk(browser, room)
    room.controller.cards.sessions.close_card("E-1")
    page.get_by_role("link", name="Wins").click()
    page.get_by_text("Your session ended: sign in again.").wait_for()
    sign_in(page, "E-1")
    page.get_by_role("heading", name="Win log").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You are signed out.").wait_for()
    page.go_back()
    page.reload()
    page.get_by_role("heading", name="Sign in").wait_for()


def test_the_overview_moves_with_the_room(room: CardRoom, browser: Browser) -> None:
    page, complaints = at_desk(browser, room)
    mega = page.locator("[data-level=Mega] .amount")
    assert mega.inner_text() == "$10,000.00"
    room.ask("keypad T1", 1, StartGame(table="T1", bets=(Bet(1, 5 * UNIT),)))
    mega.get_by_text("10,000.75").wait_for()
    page.locator("[data-table=T1] .phase").get_by_text("playing").wait_for()
    room.ask("keypad T1", 2, PressHand(table="T1", seat=1, hand="royal flush"))
    page.locator("#claims").get_by_text("seat 1, royal flush, Mega").wait_for()
    assert "$10,000.75" in page.locator("#claims").inner_text()
    page.locator("#no-claims").wait_for(state="hidden")
    room.tell(CloseFloor(reason="a leak", cards=("E-1",)))
    page.get_by_text("Floor closed: a leak.").wait_for()
    assert complaints == []


def test_tables_are_dragged_and_pushed_over_the_map(room: CardRoom, browser: Browser) -> None:
    page, complaints = at_desk(browser, room)
    page.get_by_role("link", name="Arrange map").click()
    page.wait_for_url("**/floor/map")
    first, second_table = page.locator("[data-map=T1]"), page.locator("[data-map=T2]")
    box = first.locator("path").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    square = box["width"] / 0.84
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * square, y + square, steps=4)
    page.mouse.up()
    page.get_by_text("T1: column 4, row 2. Not saved yet.").wait_for()
    second_table.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.get_by_text("T2: column 3, row 2. Not saved yet.").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("Column 4, row 2 is taken.").wait_for()
    page.get_by_role("button", name="Save layout").click()
    page.get_by_role("status").filter(has_text="Saved.").wait_for()
    assert [room.controller.floor.tables[name].spot for name in ("T1", "T2")] == [Spot(4, 2), Spot(3, 2)]
    assert complaints == []


@pytest.mark.heavy
def test_the_figures_follow_what_is_typed(room: CardRoom, browser: Browser) -> None:
    page, complaints = at_desk(browser, room)
    page.goto(f"{room.url}/manager/jackpots/new/open?for={FOR}")
    for label, values in (("Seed", ("10000", "1000")), ("Meter rate", ("15", "8")), ("Reserve rate", ("0", "0"))):
        for place, value in enumerate(values):
            page.get_by_label(label).nth(place).fill(value)
    current, edge = page.locator("#advice[aria-busy=false]"), page.locator("#advice .said dd").first
    current.wait_for()
    edge.wait_for()
    before = edge.inner_text()
    page.get_by_label("Meter rate").nth(0).fill("20")
    current.wait_for()
    assert round(float(before.rstrip("%")) - float(edge.inner_text().rstrip("%")), 2) == 5
    assert complaints == []


@pytest.mark.parametrize("thorough", first_few([False, True], 1), ids={False: "quick", True: "thorough"}.get)
def test_nobody_is_shut_out_of_the_office(room: CardRoom, browser: Browser, thorough: bool) -> None:
    room.ask("keypad T1", 1, StartGame(table="T1", bets=(Bet(1, 5 * UNIT),)))
    room.ask("keypad T1", 2, PressHand(table="T1", seat=1, hand="full house"))
    room.ask("keypad T1", 3, Confirm(table="T1", cards=("E-1", "E-2")))
    page, complaints = at_desk(browser, room)
    room.tell(PRIZE)
    room.tell(RaiseAlarm(alarm=AlarmKind.DISPLAY_LATE, about="display 1", says="display 1 is late"))
    assert set(PAGES) >= ONE_OF_EACH_KIND
    for path in [path for path in PAGES if thorough or path in ONE_OF_EACH_KIND]:
        page.goto(room.url + path)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            assert fits(page), path
            assert (path, page.evaluate(CUT_WORDS)) == (path, [])
            if size == DESK or thorough:
                assert (path, shut_out(page, contrast=thorough or path == "/manager")) == (path, [])
    assert complaints == []


@pytest.mark.heavy
def test_what_comes_is_told_in_whole_words_on_a_phone(room: CardRoom, browser: Browser) -> None:
    page, complaints = at_desk(browser, room, size=PHONE)
    page.goto(f"{room.url}/manager/jackpots/mega/forecast?wagers=5000")
    why = page.locator("#advice td[data-label=Reason]").first
    why.wait_for()
    page.locator("#forecast table").last.wait_for()
    assert page.evaluate(CUT_WORDS) == []
    assert fits(page)
    there, card = why.bounding_box(), page.locator("#advice tbody tr").first.bounding_box()
    assert there and card
    assert there["width"] > 0.9 * card["width"], "a sentence has the whole card"
    assert complaints == []
