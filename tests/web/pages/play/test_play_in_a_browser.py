"""Practice in a real browser: whole rounds by clicking, by keyboard and by finger, with the coach beside."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING

import pytest

from fairfelt.engine.exact import Progress
from fairfelt.web.pages.counting import Counting, GameQuery, Study, study
from tests.support.heavy import first_few
from tests.web.browsers import DESK, PHONE, at_sizes, fits, tab
from tests.web.pages.test_in_a_browser import served
from tests.web.visiting import PATIENCE_S, THREE, check_three, closing, uncounted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize

pytestmark = pytest.mark.xdist_group("browser")
LADDER = "mississippi-stud"


def two_games(asked: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count those two."""
    return (study if asked.slug in (THREE, LADDER) else uncounted)(asked, executor, progress)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The site, with two games counted."""
    with closing(Counting(study=two_games, check=check_three)) as counting:
        for slug in (THREE, LADDER):
            counting.study(GameQuery(slug)).future.result(PATIENCE_S)
            counting.advice(GameQuery(slug)).future.result(PATIENCE_S)
        with served(counting) as address:
            yield address


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    """A page that must not complain, at a desk."""
    page = tab(browser)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


@pytest.fixture
def own_page(browser: Browser) -> Iterator[Page]:
    """A page whose clock and media are its own."""
    with browser.new_context() as context:
        yield context.new_page()


def spot(page: Page, wager: str) -> str:
    """What a betting spot says of itself."""
    return page.locator(f'#spots [data-wager="{wager}"]').get_attribute("aria-label") or ""


def height_of(page: Page, selector: str, *, on_screen: bool = False) -> float:
    """The distance of an element from the top of the page, or of the screen."""
    found: float = page.locator(selector).evaluate(
        "(node, onScreen) => node.getBoundingClientRect().top + (onScreen ? 0 : scrollY)", on_screen
    )
    return found


def open_table(page: Page, url: str, slug: str) -> None:
    """The table as it stands."""
    page.goto(f"{url}/play/{slug}")
    page.locator("#spots .spot[aria-label]").first.wait_for()


def test_a_round_by_clicking_with_the_coach(page: Page, url: str) -> None:
    open_table(page, url, THREE)
    page.get_by_label("$25 chip").check()
    page.locator('#spots [data-wager="Ante"]').click()
    page.get_by_label("$5 chip").check()
    page.locator('#spots [data-wager="Pair Plus"]').click()
    page.locator('#spots [data-wager="Pair Plus"]').click()
    assert spot(page, "Ante") == "Ante, $25 bet, house edge 3.37%"
    assert spot(page, "Pair Plus") == "Pair Plus, $10 bet, house edge 2.32%"
    page.get_by_role("button", name="Undo").click()
    assert spot(page, "Pair Plus").startswith("Pair Plus, $5 bet")
    page.reload()
    page.locator("#dealer .card-place").nth(2).wait_for()
    places = height_of(page, "#dealer"), height_of(page, "#spots"), height_of(page, "#deal", on_screen=True)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("#choices button.best").wait_for()
    assert page.locator("#dealer [aria-label='a card face down']").count() == 3
    assert page.locator("#hand .card-face").count() == 3
    assert page.locator("#hand .words").inner_text()
    assert page.locator("#coach .values li").count() == 2
    page.reload()
    page.get_by_role("button", name="Fold").click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    now = height_of(page, "#dealer"), height_of(page, "#spots"), height_of(page, "#deal", on_screen=True)
    assert now == places, "the big button was at three heights in three states"
    assert page.locator("#pays caption").all_inner_texts() == ["Ante", "Pair Plus"]
    assert page.locator("#dealer [aria-label='a card face down']").count() == 0
    assert "Ante: folded, loses" in page.locator("#result").inner_text()
    assert page.locator("#coach .verdict").count() == 1
    page.get_by_text("Verify the shuffle").click()
    page.get_by_text("✓ Verified in your browser").wait_for()
    page.get_by_role("button", name="Change bets").click()
    page.locator('#spots [aria-label^="Ante, $25 bet"]').wait_for()


@pytest.mark.heavy
def test_a_round_takes_two_actions(page: Page, url: str) -> None:
    """A round with the same bets took four clicks: next round, rebet, deal, choice."""
    open_table(page, url, THREE)
    page.locator('#spots [data-wager="Ante"]').click()
    page.keyboard.press(" ")
    for rounds in ("1", "2"):
        page.locator("#choices button").first.click()
        page.get_by_role("button", name="Rebet & Deal").wait_for()
        assert f"Rounds\n{rounds}" in page.locator("#session").inner_text()
        page.keyboard.press(" ")
        page.locator("#choices button").first.wait_for()
    assert page.locator("#curve path").count() == 3


@pytest.mark.heavy
def test_a_round_of_several_decisions_with_company(page: Page, url: str) -> None:
    open_table(page, url, LADDER)
    page.get_by_text("Table settings").click()
    page.get_by_label("Players at the table").select_option("4")
    page.get_by_label("Four-color deck").check()
    page.get_by_label("Animate the deal").uncheck()
    page.locator('#spots [data-wager="Ante"]').click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("#choices button").first.wait_for()
    assert page.locator("#seats .seat").count() == 4
    assert page.locator("#seats .seat.you").count() == 1
    for street in ("3rd Street", "4th Street", "5th Street"):
        page.locator("#coach").get_by_text(f"{street}: the exact value of each choice").wait_for()
        page.get_by_role("button", name=f"{street} $5").click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    assert page.locator("#coach .verdict").count() == 3
    assert "Rounds\n1" in page.locator("#session").inner_text()
    assert page.locator("#steps li").count() > 10
    assert page.evaluate("getComputedStyle(document.querySelector('.card-face')).getPropertyValue('--clubs')") != ""


def test_a_round_by_keyboard_alone(page: Page, url: str) -> None:
    open_table(page, url, THREE)
    page.locator('#spots [data-wager="Ante"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    page.locator('#spots [aria-label^="Ante, $10 bet"]').wait_for()
    page.keyboard.press("u")
    page.keyboard.press("d")
    page.locator("#choices button").first.wait_for()
    assert page.evaluate("document.activeElement.closest('#choices') !== null")
    page.keyboard.press("2")
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    page.keyboard.press("Enter")
    page.locator("#choices button").first.wait_for()


@pytest.mark.heavy
def test_a_mistake_is_stopped_and_sorted_by_its_kind(page: Page, url: str) -> None:
    open_table(page, url, THREE)
    page.get_by_text("Table settings").click()
    page.get_by_label("Stop me before a mistake").check()
    page.locator('#spots [data-wager="Ante"]').click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("#choices button:not(.best)").click()
    page.locator("#stopped").get_by_text("units").wait_for()
    assert page.locator("#choices").is_hidden()
    page.locator("#stopped").get_by_role("button", name="anyway").click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    assert page.locator("#kinds li").count() == 1
    assert "Stopped before a mistake\n1 time" in page.locator("#session").inner_text()


@pytest.mark.heavy
def test_the_line_that_paid_is_lit(page: Page, url: str) -> None:
    open_table(page, url, "commission-baccarat")
    for wager in ("Player", "Tie"):
        page.locator(f'#spots [data-wager="{wager}"]').click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    assert page.locator(".wins .words").count() in (0, 1)
    assert all(
        words[-1:].isdigit() or words.endswith("wins") for words in page.locator("#dealer .words").all_inner_texts()
    )
    page.locator('[data-pays="Player"]').click()
    paytable = page.locator('[data-paytable="Player"]')
    paytable.get_by_text("1 to 1").wait_for()
    won = "Player: Player wins" in page.locator("#result").inner_text()
    assert paytable.locator(".paid").count() == won
    paytable.get_by_role("button", name="Close").click()


@at_sizes(phone=PHONE, desk=DESK)
def test_a_hand_is_set_by_touching_cards(browser: Browser, url: str, size: ViewportSize) -> None:
    """A rail of some twenty buttons named places of cards, and covered the cards on a phone."""
    page = tab(browser, size)
    open_table(page, url, "commission-pai-gow")
    page.locator('#spots [data-wager="Pai Gow"]').click()
    page.get_by_role("button", name="Deal", exact=True).click()
    cards = page.locator("#setting [data-face]")
    cards.first.wait_for()
    assert cards.count() == 7
    assert page.locator("#choices").is_hidden()
    page.get_by_role("button", name="House way").click()
    front = page.get_by_role("group", name="Front").locator("[data-face]")
    front.nth(1).wait_for()
    assert front.count() == 2
    face = front.first.get_attribute("data-face")
    front.first.click()
    assert page.locator("#set").is_disabled()
    page.locator(f'#setting [data-face="{face}"]').click()
    page.locator("#set:enabled").click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    assert page.locator("#hand .hand-title").all_inner_texts() == ["FRONT", "BACK"]
    assert all(page.locator("#hand .words").all_inner_texts())
    assert page.locator("#dealer .hand-box").count() == 2
    assert fits(page)


@pytest.mark.heavy
def test_an_error_does_not_stay_after_the_bets_are_cleared(browser: Browser, url: str) -> None:
    """The sentence about a bet that was too large stayed although the bet was gone."""
    page = tab(browser)
    open_table(page, url, THREE)
    page.get_by_label("$500 chip").check()
    for _ in range(21):
        page.locator('#spots [data-wager="Ante"]').click()
    assert page.locator("#spots .chip-stack text").last.text_content() == "10.5k"
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_text("this table takes up to $10,000").wait_for()
    page.get_by_role("button", name="Clear").click()
    assert page.locator("#bets-mistake").is_hidden()


@pytest.mark.heavy
def test_a_chip_is_dragged_with_a_finger(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport=PHONE, has_touch=True)
    open_table(page, url, THREE)
    chip, target = (
        page.locator("#chips label").nth(3).bounding_box(),
        page.locator('[data-wager="Ante"]').bounding_box(),
    )
    assert chip and target
    page.mouse.move(chip["x"] + 20, chip["y"] + 20)
    page.mouse.down()
    page.mouse.move(chip["x"], chip["y"] - 60)
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    page.mouse.up()
    assert spot(page, "Ante").startswith("Ante, $100 bet")
    page.locator('[data-wager="Pair Plus"]').tap()
    assert spot(page, "Pair Plus").startswith("Pair Plus, $100 bet")
    assert fits(page)


@pytest.mark.heavy
def test_the_school_is_dealt_with_a_finger(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport=PHONE, has_touch=True)
    page.goto(f"{url}/play/{THREE}/school")
    page.locator("#deal").tap()
    page.get_by_role("button", name="Deal: seat 2").tap()
    page.get_by_text("Correct: “deals to seat 1”").first.wait_for()
    assert fits(page)
    page.goto(f"{url}/play")
    assert fits(page)


def bet_of(page: Page, seat: int, bet: str) -> Locator:
    return page.locator(f'#seats [data-seat="{seat}"] [data-bet="{bet}"]')


def call_every_bet(page: Page, seat: int, call: str) -> None:
    """Touch each bet of a seat, and what becomes of it; of a bet that is not made nothing is paid."""
    bets = page.locator(f'#seats [data-seat="{seat}"] .bet:not(.no-stake)')
    for at in range(bets.count()):
        bets.nth(at).click()
        page.locator(f'.fan [data-call="{call}"]').click()


@pytest.mark.heavy
@at_sizes(desk=DESK, phone=PHONE)
def test_the_school_asks_for_envy_last(browser: Browser, url: str, size: ViewportSize) -> None:
    page = tab(browser, size)
    page.goto(f"{url}/play/let-it-ride/school")
    page.get_by_label("Deal by hand").uncheck()
    page.locator("#deal").click()
    page.locator("#rack [data-cents]").first.wait_for()
    show = page.locator("#seat-map")
    for seat, next_one in ((1, 0), (3, 2), (2, 1), (1, 0)):
        if show.is_visible():
            show.get_by_role("button", name=f"Seat {seat}").click()
        if not next_one and not page.locator("#seats .paid").count():
            page.locator(f'#seats [data-seat="{seat}"] .bet').first.click()
            page.locator("#wrong").get_by_text("The order: you called “seat 1”. Correct: “seat 3”").wait_for()
            continue
        call_every_bet(page, seat, "take")
        page.locator("#strip .call").first.click()
        page.get_by_role("button", name=f"Settle seat {seat}").click()
        page.locator(f'#seats [data-seat="{seat}"].paid, #table[data-stage="envy"]').first.wait_for(state="attached")
    page.locator('#seats [data-bet^="envy"]').first.click()
    assert fits(page)
    page.get_by_role("button", name="$5,000", exact=True).click()
    page.get_by_role("button", name="$0.25", exact=True).click()
    page.get_by_role("button", name="Pay envy").click()
    page.get_by_role("button", name="Next round").wait_for()
    assert "envy: you called “pays $5,000.25”" in page.locator("#marks").inner_text()


def test_the_school_is_dealt_by_hand_and_marks_a_wrong_call(page: Page, url: str) -> None:
    page.goto(f"{url}/play/{THREE}/school")
    page.get_by_label("Bets are down").select_option("1")
    page.locator("#deal").click()
    page.get_by_role("button", name="Deal: the dealer").click()
    page.locator("#wrong").get_by_text("Correct: “deals to seat 1”").wait_for()
    page.get_by_role("button", name="Deal: seat 1").click()
    page.locator("#seats .card-face").first.wait_for()
    page.keyboard.press("d")
    page.locator("#dealer .card-face").first.wait_for()
    page.get_by_role("button", name="Turn over: the dealer").click()
    page.get_by_role("button", name="Straight flush").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Announce it").click()
    bet_of(page, 1, "Ante").click()
    page.locator('.fan [data-call="pay"]').wait_for()
    page.keyboard.press("d")
    for chip in ("$5,000", "$25", "$25"):
        page.get_by_role("button", name=chip, exact=True).click()
    page.get_by_role("button", name="Take a chip back").click()
    assert page.locator("#in-hand").inner_text() == "$5,025"
    assert page.locator("#seats .paid-pile .chip-stack").count() == 1, "chips land beside the bet"
    others = page.locator('#seats .bet:not(.no-stake):not([data-bet="Ante"])')
    for at in range(others.count()):
        others.nth(at).click()
        page.locator('.fan [data-call="push"]').click()
    if page.locator("#strip .call").count():
        page.locator("#strip .call").last.click()
    page.get_by_role("button", name="Settle seat 1").click()
    page.get_by_role("button", name="Next round").wait_for()
    assert "pays $5,025.00" in page.locator("#seats .correction").inner_text(), "a mistake is shown at its bet"
    assert "you called “pays $5,025.00”" in page.locator("#marks").inner_text()
    assert "mistakes in this round" in page.locator("#net").inner_text()
    assert "3 acts of the deal in order" in page.locator("#marks").inner_text()
    assert "1 round" in page.locator("#hours").inner_text(), "hours are kept in the browser"


def test_a_drill_of_payouts_runs_against_the_clock(own_page: Page, url: str) -> None:
    page = own_page
    page.clock.install()
    page.goto(f"{url}/play/{THREE}/school")
    page.get_by_role("button", name="20 payouts in 60 s").click()
    page.locator("#clock").wait_for()
    for done in (1, 2):
        page.keyboard.press("x")
        page.locator("#seats .paid-pile").wait_for()
        page.keyboard.press("Enter")
        page.locator("#drill-gauge").get_by_text(f"{done} of 20").wait_for()
    page.clock.run_for(61_000)
    page.locator("#drill-result").get_by_text("of 2 right in").wait_for()
    assert page.get_by_role("button", name="Once more").is_visible()


def test_a_table_test_is_corrected_at_its_end_and_printed(own_page: Page, url: str) -> None:
    page = own_page
    page.add_init_script("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.goto(f"{url}/play/{THREE}/school")
    page.get_by_label("Bets are down").select_option("1")
    page.get_by_role("button", name="Table test").click()
    assert page.get_by_label("Deal by hand").is_disabled()
    page.get_by_text("Table test, round 1 of 5").wait_for()
    page.locator("#deal").click()
    page.get_by_role("button", name="Deal: the dealer").click()
    page.locator("#marks .bad").wait_for(state="attached")
    assert not page.locator("#wrong").is_visible(), "nothing is corrected during a test"
    mark: dict[str, object] = {
        "what": "The deal",
        "said": "a",
        "right": "b",
        "because": "c",
        "skill": "dealing",
        "rules": [],
    }
    mark |= {"is_right": False, "seconds": 2}
    test = {"rounds": [{"marks": [mark], "commitment": f"{number:064x}"} for number in range(5)]}
    page.evaluate("test => localStorage.setItem('fairfelt-school-test Three Card Poker', JSON.stringify(test))", test)
    page.reload()
    page.locator("#test-words").get_by_text("Not passed").wait_for(state="attached")
    page.get_by_label("Name on the papers").fill("Ana Reyes")
    page.get_by_role("button", name="Print the table test").click()
    assert page.locator("body").get_attribute("data-printed") == "yes"
    page.emulate_media(media="print")
    paper = page.locator('[data-paper="test"]')
    assert paper.is_visible() and "Ana Reyes" in paper.inner_text() and "Examiner" in paper.inner_text()
    assert not page.locator(".felt").is_visible()


def test_an_instructor_sees_what_students_deal(browser: Browser, url: str) -> None:
    with browser.new_context() as room, browser.new_context() as seat:
        teacher, student = room.new_page(), seat.new_page()
        teacher.goto(f"{url}/play/class")
        teacher.get_by_role("button", name="Open a class").click()
        teacher.locator(".class-code").wait_for()
        code = teacher.locator(".class-code strong").inner_text()
        student.goto(f"{url}/play/{THREE}/school")
        student.get_by_label("Name on the papers").fill("Ana Reyes")
        student.get_by_label("Code of your class").fill(code.lower())
        student.get_by_role("button", name="Join the class").click()
        student.get_by_text(f"You are in class {code} as Ana Reyes").wait_for()
        student.locator("#deal").click()
        student.get_by_role("button", name="Deal: the dealer").click()
        student.locator("#wrong").wait_for()
        row = teacher.locator("#students tr").filter(has_text="Ana Reyes").filter(has_text="deals to the dealer")
        row.wait_for()
        assert "Three Card Poker" in row.inner_text() and "0%" in row.inner_text()
        student.goto(f"{url}/play/class/{code}")
        assert student.locator("#students").count() == 0, "only the instructor sees the students"


@pytest.mark.heavy
@pytest.mark.parametrize("path", first_few([f"/play/{THREE}", f"/play/{THREE}/school"], 1))
def test_nothing_is_dealt_before_the_table_is_there(page: Page, url: str, path: str) -> None:
    asked: list[Route] = []
    page.route("**/table.json*", lambda route: asked.append(route))
    with page.expect_request("**/table.json*"):
        page.goto(url + path, wait_until="commit")
    assert page.locator("#deal").is_disabled()
    asked.pop().continue_()
    page.locator("#deal:not(:disabled), #spots [data-wager]").first.wait_for()


@pytest.mark.heavy
def test_a_misdeal_is_called_in_the_school(page: Page, url: str) -> None:
    page.goto(f"{url}/play/{THREE}/school")
    page.get_by_label("Something may go wrong").check()
    page.get_by_label("Deal by hand").uncheck()
    page.locator("#deal").click()
    page.get_by_text("You see: ").wait_for()
    page.get_by_text("Is something wrong?").click()
    seat = page.get_by_label("The seat with the foul hand")
    page.get_by_label("What you call").select_option("Foul hand, wagers back")
    assert seat.is_visible()
    page.get_by_label("What you call").select_option("Misdeal")
    assert seat.is_hidden()
    page.get_by_role("button", name="Stop the round").click()
    page.locator("#marks li").first.wait_for()
    assert "What happened: " in page.locator("#marks").inner_text()
    assert page.locator("#incident").is_hidden()


@pytest.mark.heavy
def test_a_misdeal_at_the_practice_table_gives_the_bet_back(page: Page, url: str) -> None:
    page.goto(f"{url}/play/{THREE}")
    page.locator('#spots [data-wager="Ante"]').click()
    page.get_by_role("button", name="Deal").click()
    page.get_by_text("Report a misdeal").click()
    assert "it is a misdeal" in page.locator("#mend-words").inner_text().lower()
    page.get_by_role("button", name="Call the supervisor").click()
    page.get_by_role("button", name="Rebet & Deal").wait_for()
    assert page.locator("#net").inner_text() == "Push: $0"
    assert "misdeal, goes back" in page.locator("#result").inner_text()
