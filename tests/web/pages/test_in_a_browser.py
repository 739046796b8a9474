"""A real browser: the page mends itself when the count is there, fits the screen, and asks nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn

from fairfelt.web import application, listen, url_of
from fairfelt.web.pages.counting import Counting
from tests.web.browsers import PHONE, fits, tab
from tests.web.visiting import PATIENCE_S, THREE, Slow, check_three, closing, only_three

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("browser")


@contextmanager
def served(counting: Counting) -> Iterator[str]:
    """The application at a free port."""
    listening = listen("127.0.0.1", 0)
    url = url_of(listening)
    server = uvicorn.Server(uvicorn.Config(application(counting), log_level="warning"))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield url
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


def test_a_visitor_finds_the_game_and_sees_the_figures_come(browser: Browser) -> None:
    slow = Slow(then=only_three)
    with closing(Counting(study=slow, check=check_three)) as counting, served(counting) as url:
        page = tab(browser)
        complaints: list[str] = []
        elsewhere: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(url) else elsewhere.append(request.url))

        page.goto(url)
        assert fits(page)
        page.get_by_role("link", name="Three Card Poker", exact=True).click()
        page.get_by_text("Calculating").wait_for()
        slow.go_on.set()
        page.get_by_text("3.37%").wait_for()
        page.get_by_role("status").get_by_text("Everything on this page is calculated.", exact=True).wait_for()

        page.get_by_role("link", name="Strategy", exact=True).click()
        page.get_by_role("textbox", name="Your cards").fill("Qs 6d 4c")
        page.keyboard.press("Enter")
        page.get_by_text("the best choice is “Play”").wait_for()
        page.get_by_role("link", name="HTML", exact=True).click()
        assert page.locator("h1").evaluate("node => getComputedStyle(node).fontSize") == "30.4px"

        page.set_viewport_size(PHONE)
        for path in (f"/games/{THREE}/strategy", "/verify"):
            page.goto(url + path)
            assert fits(page), path
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        assert (complaints, elsewhere) == ([], [])
