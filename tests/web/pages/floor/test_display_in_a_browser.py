"""The display in a real browser: meters that roll up and jump down, what it says beside them, and how it is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairfelt.room.commands.closing import CloseFloor, CloseTable
from fairfelt.room.commands.devices import SwitchDevice
from fairfelt.room.commands.rounds import Bet, Confirm, EndGame, PressHand, StartGame
from fairfelt.web.words.catalogue import COOKIE
from tests.support.heavy import chosen_rows
from tests.web.browsers import fits
from tests.web.card_room import DISPLAY, TABLET_FIRST, CardRoom, opened, paired

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
FIVE = 5_000_000
TWO = ("E-1", "A-1")
MEGA = "[data-level=Mega] .amount"
RECORD = """() => {
  window.shown = [];
  const meter = document.querySelector("[data-level=Mega] .amount");
  new MutationObserver(() => window.shown.push(meter.textContent)).observe(meter, { childList: true });
}"""
SLEEP = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """A room of one's own."""
    with opened(tmp_path) as served:
        yield served


def deal(room: CardRoom, number: int, *seats: int, micros: int = FIVE) -> None:
    """Start a game at the first table."""
    bets = tuple(Bet(seat, micros) for seat in seats)
    room.ask("keypad T1", number, StartGame(table="T1", bets=bets))


def win(room: CardRoom, number: int, seat: int, hand: str = "royal flush") -> None:
    """Claim a hand for a seat, everything if nothing is said, have it confirmed and end the game: three commands."""
    room.ask("keypad T1", number, PressHand(table="T1", seat=seat, hand=hand))
    room.ask("keypad T1", number + 1, Confirm(table="T1", cards=("E-1", "E-2")))
    room.ask("keypad T1", number + 2, EndGame(table="T1"))


def shows(page: Page, words: str) -> None:
    page.get_by_text(words).first.wait_for()


def amounts(page: Page) -> list[Decimal]:
    """What the meter has shown since it is recorded."""
    return [Decimal(text.replace("$", "").replace(",", "")) for text in page.evaluate("window.shown")]


def test_a_meter_rolls_up_and_jumps_down(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY, moving=True)
    shows(page, "$10,000.00")
    page.evaluate(RECORD)
    deal(room, 1, 1, 2, 3, micros=5 * FIVE)
    shows(page, "$10,011.25")
    win(room, 2, 2)
    page.locator(MEGA).get_by_text("$10,001.50").wait_for()
    shown = amounts(page)
    top = shown.index(Decimal("10011.25"))
    assert top > 0, "it rolled"
    assert shown[: top + 1] == sorted(shown[: top + 1]), "and only upwards"
    assert shown[top + 1 :] == [Decimal("10001.50")], "then it jumped"


@pytest.mark.heavy
def test_it_jumps_where_less_motion_is_wanted(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY)
    shows(page, "$10,000.00")
    page.evaluate(RECORD)
    deal(room, 1, 1, 2, 3)
    page.clock.run_for(10_000)
    shows(page, "$10,002.25")
    shown = amounts(page)
    assert shown == sorted(shown), "after the win that it missed it only rose"
    assert shown[-1] == Decimal("10002.25")


@TABLET_FIRST
def test_claims_wins_and_notices(room: CardRoom, browser: Browser, size: ViewportSize) -> None:
    page = paired(browser, room, DISPLAY, size)
    complaints: list[str] = []
    sent: list[tuple[str, str]] = []
    page.on("request", lambda request: sent.append((request.method, request.url.removeprefix(room.url))))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    shows(page, "Folded hands qualify")
    deal(room, 1, 4, 5, micros=5 * FIVE)
    page.locator("#attract").get_by_text("wins").first.wait_for()
    assert page.locator("#attract .card").count() >= 5, "cards that make the hand, from the game's own ranking"
    page.locator(MEGA).get_by_text("$10,007.50").wait_for()
    room.ask("keypad T1", 2, PressHand(table="T1", seat=4, hand="royal flush"))
    room.ask("keypad T1", 3, PressHand(table="T1", seat=5, hand="flush"))
    shows(page, "Jackpot pending")
    page.locator("#verifying").get_by_text("$1,000.00").wait_for()  # 40 for 1 of 25: no jackpot is announced for it
    pending = page.locator("#pending")
    assert "Table T1 · Seat 4" in pending.inner_text()
    assert "$1,000.00" not in pending.inner_text()
    assert page.locator(MEGA).get_by_text("$10,007.50").count(), "the meter keeps until the claim is confirmed"
    shows(page, "Major at the limit")
    assert fits(page)
    room.ask("keypad T1", 4, Confirm(table="T1", cards=("E-1", "E-2")))
    page.locator("#win").wait_for()
    page.locator("#pending").wait_for(state="hidden")
    assert fits(page)
    room.tell(CloseTable(table="T2", reason="a broken sensor", cards=("S-1",)))
    shows(page, "Out of service: table T2")
    room.tell(CloseFloor(reason="the end of the night", cards=("S-1",)))
    shows(page, "Out of service: no new game starts")
    assert "broken" not in page.content(), "the reason is for the staff"
    assert {method for method, _ in sent} <= {"GET"}, "it only receives"
    assert page.locator("a, button, input").count() == 0
    assert complaints == []
    written = page.evaluate("""async () => {
      const { moneyIn, parse } = await import("/static/floor/money.js");
      const { money, chip } = moneyIn("USD");
      const { at } = parse('{"at": 9007199254740993001}');
      return [money(at), money(1_999_999), chip(5_000_000), chip(2_500_000), moneyIn("JPY").money(1_234_900_000)];
    }""")
    assert written == ["$9,007,199,254,740.99", "$1.99", "$5", "$2.50", "¥1,234"], "exact however large"


@pytest.mark.heavy
def test_a_win_is_shown_for_a_while_and_then_as_the_last_one(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY, moving=True, alone=True)
    page.clock.install()
    page.reload()
    shows(page, "$10,000.00")
    deal(room, 1, 6)
    win(room, 2, 6)
    page.locator("#win").get_by_text("Table T1 · Seat 6").wait_for()
    page.clock.fast_forward(25_000)
    page.locator("#win").wait_for(state="hidden")
    assert "$10,000.75" in page.locator("#last-win").inner_text()
    page.reload()
    page.locator("#last-win").get_by_text("$10,000.75").wait_for()
    assert page.locator("#win").is_hidden(), "an old win is no news"


@pytest.mark.heavy
def test_a_fixed_award_is_a_ribbon_and_the_meters_stay(room: CardRoom, browser: Browser) -> None:
    """A full screen said WINNER for a small fixed pay, and the meters were hidden most of the time."""
    page = paired(browser, room, DISPLAY)
    shows(page, "$10,000.00")
    deal(room, 1, 3)
    win(room, 2, 3, "three of a kind")
    page.locator("#ribbon").get_by_text("Three of a kind").wait_for()
    assert page.locator("#win").is_hidden()
    assert page.locator("[data-level=Mega] .odometer").is_visible()
    assert "$45.00" in page.locator("#ribbon").inner_text()


@pytest.mark.heavy
def test_winners_at_once_are_shown_one_after_another(room: CardRoom, browser: Browser) -> None:
    """Of two winners only the last was shown, and the larger amount never."""
    page = paired(browser, room, DISPLAY, alone=True)
    page.clock.install()
    page.reload()
    shows(page, "$10,000.00")
    deal(room, 1, 2, 4)
    room.ask("keypad T1", 2, PressHand(table="T1", seat=2, hand="royal flush"))
    room.ask("keypad T1", 3, PressHand(table="T1", seat=4, hand="straight flush"))
    room.ask("keypad T1", 4, Confirm(table="T1", cards=("E-1", "E-2")))
    seen = []
    for _ in range(2):
        page.locator("#win").wait_for()
        page.clock.run_for(4_000)
        seen.append(page.locator("#win").inner_text())
        assert page.locator("[data-level=Mega] .odometer").is_visible(), "the meters stay in sight"
        page.clock.run_for(11_000)
    assert sorted("Seat 2" in words for words in seen) == [False, True]
    assert sum("Seat 4" in words for words in seen) == 1
    assert any("$10,001.50" in words and "Flushes Gone Wild" in words for words in seen)
    page.locator("#win").wait_for(state="hidden")


@pytest.mark.heavy
def test_what_is_not_current_stands_above_a_win(room: CardRoom, browser: Browser) -> None:
    """The banner lay under the overlay of a win."""
    page = paired(browser, room, DISPLAY)
    shows(page, "$10,000.00")
    deal(room, 1, 6)
    win(room, 2, 6)
    page.locator("#win").wait_for()
    room.stop()
    shows(page, "Not current since")
    over = """() => {
      const { left, top, width, height } = document.getElementById("offline").getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.id;
    }"""
    assert page.evaluate(over) == "offline"


@pytest.mark.heavy
def test_levels_have_one_size_by_their_rank(room: CardRoom, browser: Browser) -> None:
    """A small level was drawn larger than the one above it."""
    page = paired(browser, room, DISPLAY)
    high = "name => document.querySelector(`[data-level=${name}] .cell`).getBoundingClientRect().height"
    inside = """() => [...document.querySelectorAll(".odometer")].every((odometer) => {
      const box = odometer.parentElement.getBoundingClientRect();
      return [...odometer.querySelectorAll(".cell:not([hidden])")].every((cell) => {
        const own = cell.getBoundingClientRect();
        return own.left >= box.left - 1 && own.right <= box.right + 1 &&
          own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
      });
    })"""
    for width, height in ((1920, 1080), (3840, 2160), (1080, 1920), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        shows(page, "$10,000.00")
        mega, major = (float(page.evaluate(high, name)) for name in ("Mega", "Major"))
        assert mega > major > 0
        assert page.evaluate(inside), (width, height)
        assert fits(page), (width, height)


@pytest.mark.heavy
def test_a_link_has_a_look_of_its_own(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY)
    page.goto(f"{room.url}/display/pit?theme=ruby&art=suits&house=Riverbend")
    shows(page, "Riverbend")
    assert page.locator("body.theme-ruby.art-suits").count() == 1
    page.goto(f"{room.url}/display/pit?theme=neon")
    shows(page, 'heme is one of emerald, ruby, sapphire, amethyst, midnight, not "neon"')


@pytest.mark.heavy
def test_it_asks_by_number_where_the_stream_is_silent(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY, alone=True)
    page.clock.install()
    page.route("**/stream", lambda route: None)  # neither an answer nor an error
    page.reload()
    shows(page, "$10,000.00")
    deal(room, 1, 1, 2)
    with page.expect_response("**/api/links/pit?after=*"):
        page.clock.fast_forward(11_000)
    page.clock.run_for(10_000)
    shows(page, "$10,001.50")


@pytest.mark.parametrize(
    ("language", "words"),
    chosen_rows(
        [
            ("en", r"Progressive out of service: not current since \d\d:\d\d"),
            ("es", r"Progresivo fuera de servicio: sin actualizar desde las \d\d:\d\d"),
        ],
        {"es"},
    ),
)
def test_it_says_that_the_progressive_is_out_of_service_and_since_when(
    room: CardRoom, browser: Browser, language: str, words: str
) -> None:
    """A player has to know that no game starts, and not only that an amount is old."""
    page = paired(browser, room, DISPLAY)
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": room.url}])
    page.reload()
    shows(page, "$10,000.00")
    page.evaluate(RECORD)
    for number, amount in ((1, "$10,001.50"), (3, "$10,003.00")):
        room.stop()
        page.locator("#offline", has_text=re.compile(words)).wait_for()
        room.start()
        page.locator("#offline").wait_for(state="hidden")
        deal(room, number, 1, 2)
        room.ask("keypad T1", number + 1, EndGame(table="T1"))
        shows(page, amount)
    assert page.evaluate("window.shown") == ["$10,001.50", "$10,003.00"], "it never went back"
    room.tell(SwitchDevice(device=DISPLAY, enabled=False, cards=TWO))
    page.locator("#offline", has_text=re.compile(words)).wait_for()
    room.tell(SwitchDevice(device=DISPLAY, enabled=True, cards=TWO))
    page.locator("#offline").wait_for(state="hidden")


def test_a_display_that_slept_shows_what_is_stored_and_never_more(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY, moving=True, alone=True)
    page.clock.install()
    page.reload()
    shows(page, "$10,000.00")
    deal(room, 1, 1, 2, 3, micros=5 * FIVE)
    page.clock.run_for(10_000)
    shows(page, "$10,011.25")
    page.evaluate(RECORD)
    page.evaluate(SLEEP, True)
    win(room, 2, 2)
    deal(room, 5, 4, micros=FIVE)
    page.clock.fast_forward(3_600_000)
    assert page.evaluate("window.shown") == []
    page.evaluate(SLEEP, False)
    shows(page, "$10,002.25")  # no time is skipped: that would break off a request that is under way
    shown = amounts(page)
    assert shown == sorted(shown), "after the win that it missed it only rose"
    assert shown[-1] == Decimal("10002.25")


@pytest.mark.heavy
def test_it_does_not_grow(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY)
    shows(page, "$10,000.00")
    count = "document.querySelectorAll('*').length"
    nodes, number = page.evaluate(count), 1
    for seat in range(1, 7):
        deal(room, number, seat)
        win(room, number + 1, seat)
        number += 4
        page.locator("#last-win").get_by_text(f"Seat {seat}").wait_for()
    assert page.evaluate(count) == nodes


def test_it_starts_without_the_server_and_says_so(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY)
    shows(page, "$10,000.00")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    shows(page, "$10,000.00")
    room.stop()
    page.reload()
    shows(page, "Not current since")
    assert page.locator("[data-level=Mega] .cell:not([hidden])").count() == 0, "no amount is kept"
    room.start()
    shows(page, "$10,000.00")


@pytest.mark.heavy
def test_it_can_be_installed(room: CardRoom, browser: Browser) -> None:
    page = paired(browser, room, DISPLAY)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("address => fetch(address).then((answer) => answer.json())", address)
    assert (manifest["start_url"], manifest["display"]) == ("/display/pit", "fullscreen")
