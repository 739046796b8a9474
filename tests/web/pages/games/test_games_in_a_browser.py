"""The mathematics pages in a real browser: finding a game, typing a pay, comparing, by keyboard and on a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from fairfelt.engine import exact as engine
from fairfelt.engine.exact import percent_text
from fairfelt.rules import parse_pay
from fairfelt.web.pages.counting import Counting, GameQuery, plain_query, versions
from tests.web.browsers import hold_for_everybody, looks_at, tab
from tests.web.pages.test_in_a_browser import served
from tests.web.visiting import PATIENCE_S, THREE, check_three, closing, only_three

EVERY = len(tuple(versions()))

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.xdist_group("browser")
PLOTS = f"/games/{THREE}/plots"
PAGES = ("/games", PLOTS, f"/games/{THREE}/edit", f"/games/compare?a={THREE}")
"""Those that the test of every page does not open; of them only the plots have colors of their own."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """One game is counted, the others have no solver."""
    with closing(Counting(study=only_three, check=check_three)) as counting:
        for game in versions():
            counting.study(plain_query(game)).future.exception(PATIENCE_S)
        with served(counting) as url:
            yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that complains of nothing."""
    opened = tab(browser)
    complaints: list[str] = []
    opened.on("console", lambda said: complaints.append(said.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    assert complaints == []


def priced(wager: str, *changes: tuple[int, str]) -> engine.Par:
    """The sheet with pays of one's own, counted apart from the page."""
    pays = tuple((line, parse_pay(words)) for line, words in changes)
    return engine.par(GameQuery(THREE, pays=((wager, pays),)).game)


@looks_at(PAGES, ())
def test_every_page_fits_and_is_for_everybody(page: Page, site: str, path: str, thorough: bool) -> None:
    page.goto(site + path)
    hold_for_everybody(page, contrast=path == PLOTS, thorough=thorough)


def test_the_start_page_deals_a_hand_with_the_value_of_every_choice(page: Page, site: str) -> None:
    page.goto(site)
    hand = page.get_by_role("region", name="A hand to play")
    for _ in range(2):
        hand.get_by_role("button", name=re.compile(r"Play.*[+-]\d\.\d{4}")).wait_for()
        hand.get_by_role("button", name=re.compile(r"Fold.*-1\.0000")).click()
        hand.get_by_text(re.compile(r"“(Play|Fold)” was (the best choice|better)")).wait_for()
        hand.get_by_role("button", name="Deal").click()


def test_a_table_is_found_by_its_letters(page: Page, site: str) -> None:
    page.goto(f"{site}/play")
    page.keyboard.press("/")
    page.keyboard.type("uth")
    found = page.locator("#found")
    found.get_by_text("1 game", exact=True).wait_for()
    found.get_by_role("heading", name="Ultimate Texas Hold'em").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/ultimate-texas-holdem")


def test_a_game_is_found_while_one_types(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("link", name="Check the math").click()
    page.get_by_label("Search").press_sequentially("mississippi")
    page.get_by_text(f"1 of {EVERY} games").wait_for()
    page.wait_for_url("**?q=mississippi")
    page.get_by_label("Search").fill("")
    page.get_by_label("War").check()
    page.get_by_role("heading", name="Casino War").wait_for()
    page.get_by_label(f"All {EVERY}").check()
    page.get_by_role("heading", name="Three Card Poker", exact=True).get_by_role("link").click()
    page.get_by_role("link", name="Edit pays").click()
    page.locator('[name="pay:Pair Plus:flush"]').wait_for()


def test_a_side_bet_is_priced_while_one_types(page: Page, site: str) -> None:
    page.goto(f"{site}/games/{THREE}/edit")
    field = page.locator('[name="pay:Pair Plus:flush"]')
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("5")
    edge = percent_text(priced("Pair Plus", (2, "5 to 1")).wager("Pair Plus").house_edge)
    page.locator("#score").get_by_text(edge).wait_for()
    assert page.evaluate("document.activeElement.name") == "pay:Pair Plus:flush"
    page.wait_for_url(lambda url: "pay%3APair+Plus%3Aflush=5" in url)
    page.keyboard.type("x")
    page.get_by_text("'5x' is not a pay").wait_for()
    page.locator('[name="pay:Pair Plus:flush"][aria-invalid]').wait_for()
    page.keyboard.press("Backspace")
    page.locator('[name="pay:Pair Plus:flush"]:not([aria-invalid])').wait_for()
    page.locator("#score").get_by_text(edge).wait_for()
    shared = page.get_by_role("link", name="link to share").get_attribute("href")
    page.goto(f"{site}{shared}")
    page.locator("#score").get_by_text(edge).wait_for()
    page.get_by_role("link", name="Reset to the printed pays").click()
    page.get_by_text("No changes yet.").wait_for()


@pytest.mark.heavy
def test_a_pay_of_the_game_itself_ends_with_the_best_play(page: Page, site: str) -> None:
    page.goto(f"{site}/games/{THREE}/edit")
    page.locator("#group-1").locator("xpath=..").get_by_text("more outcomes that could be paid").click()
    page.locator('[name="pay:Ante Bonus:high card"]').fill("1")
    best = priced("Ante Bonus", (0, "1 to 1"))
    page.locator("#score").get_by_text("With the best play under these pays").wait_for()
    assert percent_text(best.round.house_edge) in (page.locator("#score").text_content() or "")
    page.get_by_text("How best play changes").click()
    play = best.decisions[-1].frequency
    assert percent_text(play) in (page.locator("#decisions").text_content() or "")
    with page.expect_download() as taken:
        page.get_by_text("Use it on the command line").click()
        page.get_by_role("link", name="this file").click()
    assert taken.value.suggested_filename == f"{THREE}-pays.toml"


@pytest.mark.heavy
def test_two_tables_are_compared_by_choosing_them(page: Page, site: str) -> None:
    page.goto(f"{site}/games/compare?a={THREE}")
    page.locator("select[name=b]").select_option(f"{THREE}:Pair Plus:40/30/6/4/1")
    page.get_by_role("row", name="House edge 2.3167% 2.3167% same").wait_for()
    assert page.locator("#comparison svg rect").count() == 12


@pytest.mark.heavy
def test_what_was_typed_before_the_script_came_is_answered(page: Page, site: str) -> None:
    def type_first(route: Route) -> None:
        page.get_by_label("Search").fill("mississippi")
        route.continue_()

    page.route("**/live_form.js", type_first)
    page.goto(f"{site}/games")
    page.get_by_text(f"1 of {EVERY} games").wait_for()


def test_cards_are_picked_by_touch(page: Page, site: str) -> None:
    page.goto(f"{site}/games/{THREE}/strategy")
    page.get_by_role("button", name="Pick Your cards").click()
    for card in ("queen of spades", "ten of hearts", "two of clubs", "ten of hearts", "6 of diamonds"):
        page.get_by_role("button", name=card.replace("two", "2"), exact=True).click()
    page.get_by_role("button", name="Done").click()
    field = page.get_by_role("textbox", name="Your cards")
    assert field.input_value() == "Qs 2c 6d"
    field.fill("Q♠ 6♦ 4♥")
    page.get_by_role("button", name="Pick Your cards").click()
    pressed = page.locator("button[aria-pressed=true]")
    assert sorted(pressed.evaluate_all("all => all.map(each => each.dataset.card)")) == ["4h", "6d", "Qs"]
