"""The studio in a real browser: somebody composes a game, sees what it costs, plays a round and takes it away."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fairfelt import games
from fairfelt.games import read_game
from fairfelt.rules import fingerprint
from fairfelt.web.jobs import Job
from fairfelt.web.pages import studio as worker
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.studio import Count, StudioCounts
from tests.web.browsers import DESK, PHONE, at_sizes, fits, shut_out, tab
from tests.web.pages.test_in_a_browser import served
from tests.web.visiting import PATIENCE_S, check_three, closing, uncounted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(autouse=True)
def counted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process for each count takes seconds to start; that there is one, and what it may use, is tested apart."""

    def run(counts: StudioCounts, count: Count, job: Job[dict[str, Any]]) -> dict[str, Any]:
        job.begin()
        return {"state": "done", **worker.COUNTS[count.kind](count.text, count.reason)}

    monkeypatch.setattr(StudioCounts, "_run", run)


@contextmanager
def studio(browser: Browser, size: Any = DESK, path: str = "/studio") -> Iterator[tuple[Page, list[str]]]:
    """The studio, open and drawn, and what the browser complains of."""
    with closing(Counting(study=uncounted, check=check_three)) as counting, served(counting) as url:
        page = tab(browser, size)
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url + path)
        page.locator("#fingerprint:not(:empty)").wait_for(state="attached")
        yield page, complaints


def opened(page: Page, *titles: str) -> None:
    """Fold out parts of the form, from the outside in."""
    for title in titles:
        part = page.locator("details:not([open]) > summary").filter(has_text=title).first
        if part.count():
            part.click()


def edge(page: Page) -> str:
    """The house edge, once it is counted."""
    page.get_by_text("Counted exactly.").wait_for()
    return page.locator("#figures dd").first.inner_text()


def saved(page: Page, button: str, folder: Path) -> Path:
    """The file that a button gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_game_is_composed_counted_played_and_taken_away(browser: Browser, tmp_path: Path) -> None:
    with studio(browser) as (page, complaints):
        page.get_by_label("Name", exact=True).first.fill("Lucky Threes")
        opened(page, "Ante (opening)")
        pay = page.locator('[id=\'["wagers",0,"settle","pay"]\']')
        assert edge(page) == "8.6580%"
        pay.fill("2 to 1")
        page.locator("#figures dd").first.filter(has_text=re.compile(r"^-\d")).wait_for()
        assert float(edge(page).rstrip("%")) < -10
        assert shut_out(page, contrast=False) == []

        pay.fill("many")
        page.locator(".field-mistake").get_by_text("is not a pay").wait_for()
        pay.and_(page.locator("[aria-invalid=true]")).wait_for()
        page.get_by_role("button", name="Undo").click()
        page.locator("#mistake").wait_for(state="hidden")
        assert pay.input_value() == "2 to 1"

        opened(page, "3 cards to each player")
        cards = page.locator('[id=\'["deal","packets",0,"size"]\']')
        cards.fill("60")
        page.locator("summary").get_by_text("60 cards to each player").wait_for()
        page.locator(".field-mistake").get_by_text("takes 63 cards, and the deck holds 52").wait_for()
        cards.fill("3")
        page.locator("#mistake").wait_for(state="hidden")

        page.get_by_role("button", name="Add a bet").click()
        page.locator("#mistake").wait_for()  # a hand of three cards is no poker hand of five
        page.locator('[id=\'["wagers",2,"ranking"]\']').select_option("three_card")
        page.locator("#mistake").wait_for(state="hidden")

        page.reload()
        page.get_by_text("Your game is as you left it.").first.wait_for()
        page.locator("#play:not([aria-disabled])").wait_for()
        written = saved(page, "Save JSON", tmp_path)
        assert written.name == "lucky_threes.json"
        assert fingerprint(read_game(written)) == page.locator("#fingerprint").inner_text()

        with page.expect_popup() as popup:
            page.get_by_role("link", name="Play it").click()
        table = popup.value
        table.set_default_timeout(PATIENCE_S * 1000)
        table.get_by_role("button", name="Ante").first.click()
        table.get_by_role("button", name="Deal", exact=True).click()
        table.locator("#choices").get_by_role("button", name="Play").click()
        table.get_by_role("button", name="Rebet & Deal").wait_for()
        assert complaints == []


def test_a_game_of_ours_is_opened_and_a_file_from_the_disk(browser: Browser, tmp_path: Path) -> None:
    with studio(browser, path="/studio?like=free-bet-blackjack") as (page, complaints):
        printed = page.locator("#fingerprint")
        assert printed.inner_text() == games.fingerprint_of("free-bet-blackjack")
        page.get_by_label("Version").select_option("1")
        page.get_by_text("Golden").first.wait_for(state="attached")
        again = saved(page, "Save JSON", tmp_path)
        assert [fingerprint(each) for each in read_game(again).variants] == [
            games.fingerprint_of("free-bet-blackjack", version.variant)
            for version in games.find("free-bet-blackjack").variants
        ]
        mine = tmp_path / "mine.json"
        data = json.loads(again.read_text())
        mine.write_text(json.dumps({**data, "name": "Mine"}))
        page.locator("#file").set_input_files(mine)
        page.get_by_role("heading", name="Mine").first.wait_for()
        broken = tmp_path / "broken.json"
        broken.write_text("{")
        page.locator("#file").set_input_files(broken)
        page.locator("#said").get_by_text("broken.json cannot be opened: it is no JSON").wait_for()
        assert page.locator("#title").inner_text() == "Mine"
        page.set_viewport_size(PHONE)
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert fits(page)
        assert complaints == []


@pytest.mark.heavy
@at_sizes(phone=PHONE, desk=DESK)
def test_the_studio_fits_the_screen(browser: Browser, size: Any) -> None:
    with studio(browser, size, "/studio?like=flushes-gone-wild") as (page, complaints):
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert fits(page)
        if size == PHONE:
            page.get_by_role("button", name="Sheets").click()
        for tab in ("Felt", "PAR", "Checks", "Placard"):
            page.get_by_role("tab", name=tab).click()
            assert fits(page), tab
        assert complaints == []
