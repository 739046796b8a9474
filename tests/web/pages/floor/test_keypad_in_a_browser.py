"""The keypad in a real browser: a jackpot from bet to reseed beside its display, and everything that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from fairfelt.room.commands.closing import CloseTable, OpenTable
from fairfelt.room.commands.round_events import AwardsConfirmed, GameStarted
from fairfelt.room.commands.rounds import Bet, EndGame, PlaceBets, TurnKey
from fairfelt.room.commands.voids import BackOutAward
from tests.web.browsers import fits, shut_out
from tests.web.card_room import (
    CARDS,
    DISPLAY,
    TABLET_FIRST,
    CardRoom,
    claim,
    keypad,
    light,
    opened,
    paired,
    press,
    put_in,
    put_in_second,
    ready,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
START = "**/api/tables/T1/start"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own."""
    with opened(tmp_path) as served:
        yield served


def complaints(page: Page) -> list[str]:
    """What the browser complains about from now on."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@TABLET_FIRST
def test_a_jackpot_from_bets_to_reseed_beside_its_display(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page, display = keypad(browser, room, size=size), paired(browser, room, DISPLAY, size)
    wrong = [complaints(page), complaints(display)]
    display.get_by_text("$10,000.00").wait_for()
    light(page, 2, 5)
    press(page, "START GAME")
    display.get_by_text("$10,001.50").wait_for()
    claim(page, 5, "Royal flush")
    assert "Seat 5" in page.locator("#claims").inner_text()
    assert "$10,001.50" in page.locator("#claims").inner_text()
    display.get_by_text("Jackpot pending").wait_for()
    assert "$10,001.50" in display.locator("#pending").inner_text()
    assert "Table T1 · Seat 5" in display.locator("#pending").inner_text()
    assert fits(page)
    press(page, "CONFIRM")
    assert "Executive card and PIN" in page.locator("dialog[open] .why").inner_text()
    about = page.locator("dialog[open] .about").inner_text().lower()
    assert all(words in about for words in ("seat 5", "royal flush", "$10,001.50")), "what is confirmed stands there"
    assert fits(page)
    put_in(page, "E-1")
    put_in_second(page, "S-1")
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    paid = page.locator("#claims").inner_text()
    assert "jackpot slip #1" in paid
    assert "Seat 2" in paid, "the other bettor has envy"
    assert "Envy for seat 5’s royal flush" in paid
    assert "jackpot slip #2" in paid
    display.get_by_text("Winner").wait_for()
    display.locator("#win").get_by_text("$10,001.50").wait_for()
    assert fits(display)
    page.reload()
    page.locator("#claims").get_by_text("jackpot slip #1").wait_for()
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    display.locator("[data-level=Mega]").get_by_text("$10,000.20").wait_for()
    assert shut_out(page, contrast=False) == shut_out(display, contrast=False) == []
    assert wrong == [[], []]
    assert [event["page"]["confirmed_by"] for event in room.events(AwardsConfirmed)] == ["Elena"]


def test_a_second_winner_is_entered_after_the_first_is_confirmed(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    wrong = complaints(page)
    light(page, 2, 5)
    press(page, "START GAME")
    claim(page, 5, "Four of a kind")
    press(page, "CONFIRM")
    put_in(page, "E-1")
    put_in_second(page, "D-1")
    page.locator("#claims").get_by_text("jackpot slip #1").wait_for()
    page.locator("#guide").get_by_text("If another hand wins, tap its seat").wait_for()
    page.locator("#seat-5[data-bet=awarded]").wait_for()
    claim(page, 2, "Royal flush")
    assert "jackpot slip #1" not in page.locator("#claims").inner_text(), "what is pending stands there now"
    press(page, "CONFIRM")
    put_in(page, "S-1")
    page.locator("dialog .why").get_by_text("Executive card and PIN required.", exact=True).wait_for()
    put_in(page, "E-1")
    page.locator("#claims").get_by_text("jackpot slip #2").wait_for()
    page.reload()
    page.locator("#claims").get_by_text("jackpot slip #2").wait_for()
    assert "jackpot slip #1" in page.locator("#claims").inner_text(), "all awards of the round"
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert wrong == []
    assert [row["seat"] for event in room.events(AwardsConfirmed) for row in event["awards"]] == [5, 2]


def test_what_the_office_backs_out_is_not_shown_as_due(room: CardRoom, browser: Browser) -> None:
    """The keypad went on asking for $10,001.50 that was void; and eight lines of envy pushed the seats off its page."""
    page = keypad(browser, room)
    light(page, 1, 2, 5)
    press(page, "START GAME")
    claim(page, 5, "Royal flush")
    press(page, "CONFIRM")
    put_in(page, "E-1")
    put_in_second(page, "S-1")
    claims = page.locator("#claims")
    claims.get_by_text("jackpot slips #2, 3").wait_for()
    assert "Seats 1, 2" in claims.inner_text() and "$5,000.00 each" in claims.inner_text()
    claim(page, 2, "Full house")
    press(page, "CONFIRM")
    put_in(page, "E-1")
    put_in_second(page, "D-1")
    claims.get_by_text("jackpot slip #4").wait_for()
    envy = BackOutAward(number=2, why="misread", document="D", cards=("A-1", "E-1"))
    room.tell(envy)
    claims.get_by_text("jackpot slip #3").wait_for()
    assert "Seat 2" in claims.inner_text() and "each" not in claims.inner_text()
    room.tell(structs.replace(envy, number=1))
    page.locator("#seat-5").get_by_text("locked").wait_for()
    claims.get_by_text("each").wait_for(state="hidden")
    claims.locator("li").nth(1).wait_for(state="detached")
    assert claims.locator("li").all_inner_texts() == ["Seat 2\nfull house\n$250.00\njackpot slip #4"]


def test_the_legacy_controls_with_key_and_j_pot(room: CardRoom, browser: Browser) -> None:
    page, display = keypad(browser, room, "T2"), paired(browser, room, DISPLAY)
    light(page, 3)
    press(page, "COIN IN")
    claim(page, 3, "Royal flush")
    press(page, "key to JPH")
    put_in(page, "S-1")
    page.get_by_text("Sam, supervisor").wait_for()
    page.get_by_text("Key at JPH").wait_for()
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")
    assert CARDS["S-1"][2] not in kept
    assert "key of" not in kept
    press(page, "J-POT")
    put_in(page, "E-1")
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    display.get_by_text("Winner").wait_for()
    press(page, "key to RUN")
    page.locator("#person").wait_for(state="hidden")
    press(page, "GAME OVER")
    page.get_by_text("Choose a chip").wait_for()
    assert [event["to_jph"] for event in room.events(TurnKey.recorded)] == [True, False]


@pytest.mark.heavy
def test_a_tap_while_start_is_on_its_way_changes_no_bet(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    light(page, 2)
    held: list[Route] = []
    page.route(START, lambda route: held.append(route))
    with page.expect_request(START):
        press(page, "START GAME")
    page.locator("#seat-2").click(force=True)
    page.locator("#seats-note").get_by_text("still being sent").wait_for()
    held[0].continue_()
    page.locator("body[data-phase=playing]").wait_for()
    assert [event["lit"] for event in room.events(PlaceBets.recorded)] == [[[2, 5_000_000]]]


@pytest.mark.heavy
def test_a_tap_while_start_waits_for_the_last_bet_changes_no_bet(room: CardRoom, browser: Browser) -> None:
    """START that waited for a bet on its way left the seats live: a tap went out after it and was refused."""
    page = keypad(browser, room)
    held: list[Route] = []
    page.route("**/api/tables/T1/bets", lambda route: held.append(route))
    with page.expect_request("**/api/tables/T1/bets"):
        page.locator("#seat-2").click()
    press(page, "START GAME")
    page.locator("#seat-3").click(force=True)
    page.locator("#seats-note").get_by_text("still being sent").wait_for()
    with page.expect_request(START):
        held[0].continue_()
    page.locator("body[data-phase=playing]").wait_for()
    assert [event["bets"] for event in room.events(GameStarted)] == [[[2, 1_000_000]]]
    assert page.locator("#seat-3").get_attribute("data-bet") == "no bet"


def test_the_keypad_counts_by_itself_and_a_difference_is_an_alarm(room: CardRoom, browser: Browser) -> None:
    """Requirement 48: nothing but the server counted."""
    page = keypad(browser, room)

    def play() -> None:
        light(page, 1, 2)
        with page.expect_response("**/api/tables/T1/counted") as compared:
            press(page, "START GAME")
        assert compared.value.status == 200
        press(page, "END GAME")
        page.locator("body[data-phase=betting]").wait_for()

    play()
    page.reload()
    ready(page)
    play()
    assert room.controller.floor.alarms == {}
    assert counted(page) == {"rounds": 2, "wagers": 4, "wagered_micros": 20_000_000}
    page.evaluate("""() => {
      const place = "fairfelt journal: keypad T1", page = JSON.parse(localStorage[place]);
      localStorage[place] = JSON.stringify({ ...page, counted: { ...page.counted, wagers: 5 } });
    }""")
    play()
    (alarm,) = room.controller.floor.alarms.values()
    says = "keypad T1 has counted 3 rounds, 7 bets and $30.00; the room 3 rounds, 6 bets and $30.00"
    assert (alarm.kind.value, alarm.says) == ("counts differ", says)
    play()
    assert counted(page) == {"rounds": 4, "wagers": 8, "wagered_micros": 40_000_000}, "it goes on from the room's count"


def counted(page: Page) -> object:
    """What the keypad has counted, once it has heard what the room has."""
    return json.loads(page.evaluate("localStorage['fairfelt journal: keypad T1']"))["counted"]


def test_what_is_refused_says_why_next_to_it(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    page.get_by_label("Other amount").fill("30")
    page.locator("#seat-1").click()
    page.locator("#seats-note").get_by_text("above the largest reasonable bet").wait_for()
    assert page.locator("#seat-1").get_attribute("data-bet") == "no bet"
    page.get_by_label("Other amount").fill("a lot")
    page.locator("#seat-1").click()
    page.locator("#seats-note").get_by_text("Type the other amount as a number").wait_for()
    page.get_by_role("button", name="END GAME").click(force=True)
    page.locator("#actions-note").get_by_text("Live at this table: bet, START GAME.").wait_for()
    light(page, 1)
    press(page, "START GAME")
    page.get_by_role("button", name="Full house").click()
    page.locator("#hands-note").get_by_text("Choose the seat first").wait_for()
    claim(page, 1, "Full house")
    press(page, "CONFIRM")
    put_in(page, "S-1", "1234")
    page.locator("dialog .note").get_by_text("PIN incorrect").wait_for()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("#claims").get_by_text("Pending").is_visible()
    press(page, "Full house")
    page.locator("#claims").wait_for(state="hidden")
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert room.events(AwardsConfirmed) == []


@pytest.mark.heavy
def test_lights_are_undone_before_the_start_and_locked_after_it(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    light(page, 1, 2, 3)
    page.locator("#seat-2").click()
    page.get_by_text("2 bets, $10").wait_for()
    page.locator(".chips").get_by_text("$25", exact=True).click()
    page.locator("#seat-3").click()
    page.get_by_text("2 bets, $30").wait_for()
    press(page, "START GAME")
    page.get_by_text("Bets are locked").wait_for()
    page.locator("#seat-2").click(force=True)
    assert page.locator("#seat-2").get_attribute("data-bet") == "no bet"
    assert room.events(GameStarted)[0]["bets"] == [[1, 5_000_000], [3, 25_000_000]]


@pytest.mark.heavy
def test_a_tap_that_bounces_keeps_the_bet(room: CardRoom, browser: Browser) -> None:
    """A double tap of one touch took the bet back without a word."""
    page = keypad(browser, room)
    page.locator("#seat-3[aria-disabled=false]").dblclick()
    page.locator('#seat-3[data-bet="bet"]').wait_for()
    page.locator("#seats[aria-busy=false]").wait_for()
    assert page.locator("#seat-3").get_attribute("data-bet") == "bet"


def test_what_is_lost_on_its_way_is_done_once(room: CardRoom, browser: Browser) -> None:
    """An answer that is lost, a press that never arrived before a reload, a server that is stopped: one evening."""
    page = keypad(browser, room)
    light(page, 1)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(START, lose_the_answer, times=1)
    page.route("**/api/links/**", lambda route: route.abort())
    page.route("**/api/tables/T1", lambda route: route.abort())
    press(page, "START GAME")
    page.locator("#offline").get_by_text("No connection to the room since").wait_for()
    page.get_by_text("Bets are locked").wait_for()
    page.unroute("**/api/links/**")
    page.unroute("**/api/tables/T1")
    ready(page)
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert [event["round"] for event in room.events(GameStarted)] == [1]

    light(page, 4)
    page.route(START, lambda route: route.abort())
    press(page, "START GAME")
    page.locator("#offline").get_by_text("No connection to the room since").wait_for()
    page.locator("#offline-why").get_by_text("is saved").wait_for()
    assert len(room.events(GameStarted)) == 1
    page.unroute(START)
    page.reload()
    page.get_by_text("Bets are locked").wait_for()
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert [event["bets"] for event in room.events(GameStarted)][1:] == [[[4, 5_000_000]]]

    light(page, 1, 2)
    room.stop()
    page.locator("#offline").get_by_text("Progressive out of service: no connection to the room since").wait_for()
    live = page.locator("[data-label]:not([aria-disabled=true]), [data-seat]:not([aria-disabled=true])")
    live.first.wait_for(state="detached")
    page.get_by_role("button", name="START GAME").click(force=True)
    page.locator("#actions-note").get_by_text("no connection to the room").wait_for()
    room.start()
    ready(page)
    page.get_by_text("2 bets, $10").wait_for()
    press(page, "START GAME")
    page.get_by_text("Bets are locked").wait_for()
    assert len(room.events(GameStarted)) == 3


@pytest.mark.heavy
@pytest.mark.parametrize("arrived", [True, False])
def test_a_confirmation_under_way_at_a_reload(room: CardRoom, browser: Browser, *, arrived: bool) -> None:
    page = keypad(browser, room)
    light(page, 4)
    press(page, "START GAME")
    claim(page, 4, "Flush")

    def cut(route: Route) -> None:
        if arrived:
            route.fetch()
        route.abort()

    page.route("**/confirm", cut)
    press(page, "CONFIRM")
    put_in(page, "E-1")
    put_in_second(page, "D-1")
    page.locator("#offline-why").get_by_text("is saved").wait_for()
    page.unroute("**/confirm")
    page.reload()
    if arrived:
        page.get_by_text("Pay what is shown").wait_for()
    else:
        page.get_by_text("did not arrive before the page was reloaded.").wait_for()
        press(page, "CONFIRM")
        put_in(page, "E-1")
        put_in_second(page, "D-1")
        page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    press(page, "END GAME")
    page.get_by_text("Choose a chip").wait_for()
    assert len(room.events(AwardsConfirmed)) == 1


@pytest.mark.heavy
def test_a_number_somebody_else_has_used_is_found_again(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    light(page, 1)
    page.route("**/stream", lambda route: route.abort())
    room.ask("keypad T1", 2, PlaceBets(table="T1", bets=(Bet(6, 5_000_000),)))
    press(page, "START GAME")
    page.locator("#actions-note").get_by_text("Not done").wait_for()
    page.locator("#seat-6[data-bet=bet]").wait_for()
    press(page, "START GAME")
    page.get_by_text("Bets are locked").wait_for()
    assert [event["bets"] for event in room.events(GameStarted)] == [[[6, 5_000_000]]]


@pytest.mark.heavy
def test_two_tabs_of_one_keypad_keep_one_journal(room: CardRoom, browser: Browser) -> None:
    first = keypad(browser, room)
    second = first.context.new_page()
    second.goto(first.url)
    ready(second)
    light(first, 1)
    press(first, "START GAME")
    press(second, "END GAME")
    first.get_by_text("Choose a chip").wait_for()
    light(first, 2)
    assert [event["round"] for event in room.events(GameStarted, EndGame.recorded) if "round" in event] == [1]


@pytest.mark.heavy
def test_a_table_that_is_closed_says_so(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    room.tell(CloseTable(table="T1", reason="a broken sensor", cards=("S-1",)))
    page.get_by_text("Closed: a broken sensor. No game starts.").wait_for()
    page.locator("[data-label='START GAME'][aria-disabled=true]").wait_for()
    room.tell(OpenTable(table="T1", cards=("S-1",)))
    page.get_by_text("Choose a chip").wait_for()


def test_a_round_by_keyboard_alone(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)

    def tab_to(name: str) -> None:
        page.locator("button:not([aria-disabled=true])").get_by_text(name, exact=True).wait_for()
        while name not in page.evaluate("document.activeElement.closest('button')?.textContent ?? ''"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    page.keyboard.press("3")
    page.get_by_text("1 bet, $1.").wait_for()
    page.keyboard.type("12456=S-1")  # a card swiped while none is asked for: it put bets on those seats
    tab_to("START GAME")
    page.get_by_text("Bets are locked").wait_for()
    page.locator("#seat-3[data-bet=locked][aria-disabled=false]").wait_for()
    assert page.locator("[data-bet=locked]").count() == 1
    page.keyboard.press("3")
    page.get_by_text("Seat 3: which hand?").wait_for()
    tab_to("Full house")
    page.locator("#claims").get_by_text("Pending").wait_for()
    tab_to("CONFIRM")
    page.locator("dialog[open] .why").wait_for()
    for card in ("S-1", "D-1"):
        page.keyboard.type(card)
        page.keyboard.press("Enter")
        page.keyboard.type(CARDS[card][2])
        page.keyboard.press("Enter")
        if card == "S-1":
            page.locator("dialog .why").get_by_text("Second person:").wait_for()
    page.locator("#claims").get_by_text("Confirmed: pay").wait_for()
    tab_to("END GAME")
    page.get_by_text("Choose a chip").wait_for()


@pytest.mark.heavy
def test_the_journal_says_what_is_under_way(room: CardRoom, browser: Browser) -> None:
    page = keypad(browser, room)
    light(page, 1)
    page.route(START, lambda route: route.abort())
    press(page, "START GAME")
    page.locator("#offline").get_by_text("No connection to the room since").wait_for()
    written = json.loads(page.evaluate("localStorage['fairfelt journal: keypad T1']"))
    assert written["under"] == {
        "number": 2,
        "path": "/api/tables/T1/start",
        "body": {"bets": [{"seat": 1, "amount_micros": 5_000_000}]},
        "card": False,
    }
