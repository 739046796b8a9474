"""Every page for everybody: axe-core finds nothing serious, nothing sticks out, the console stays silent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn
from argon2 import PasswordHasher
from test_in_a_browser import DESK, PHONE, chromium, fits
from visiting import PATIENCE_S, THREE, check_three, only_three

from fairfelt.controller import Controller, Manifest, Settings
from fairfelt.web import application, listen, url_of
from fairfelt.web.counting import Counting
from fairfelt.world.demo import demo_key, tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
OPEN_PAGES = (
    "/",
    f"/games/{THREE}",
    f"/games/{THREE}/par",
    f"/games/{THREE}/strategy",
    "/verify",
    "/play",
    f"/play/{THREE}",
    f"/play/{THREE}/school",
    "/room",
    "/pair",
    "/no/such/page",
)
LAST = tables()[-1]
FLOOR_PAGES = {f"/table/{LAST.name}": LAST.key, f"/display/{LAST.link}": demo_key(f"display {LAST.link}")}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The demonstration, served; one game is counted."""
    settings = Settings(
        address=tmp_path_factory.mktemp("room") / "room.db",
        hasher=PasswordHasher(1, 8, 1),
        read_manifest=lambda: Manifest({"a.py": "1"}, {"python": "3"}),
    )
    counting = Counting(study=only_three, check=check_three)
    app = application(counting, Controller(settings), demo=True)
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    yield url_of(listening)
    server.should_exit = True
    thread.join(PATIENCE_S)


@pytest.fixture(scope="module")
def one_browser() -> Iterator[Browser]:
    """One browser for all of them: every page is looked at in a context of its own."""
    with chromium() as opened:
        yield opened


def visited(browser: Browser, url: str, key: str = "") -> tuple[Page, list[str]]:
    """A page as it is when it has come to rest, and what it complained of."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    complaints: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error" and "404" not in said.text:
            complaints.append(said.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    if key:
        home = url[: url.index("/", 8)]
        page.goto(f"{home}/pair")
        page.get_by_label("Key of the device").fill(key)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: not address.endswith("/pair"))
    page.goto(url)
    return page, complaints


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical, in words."""
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{finding['id']}: {finding['help']} — {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"][:3]
    ]


@pytest.mark.parametrize("path", [*OPEN_PAGES, *FLOOR_PAGES])
def test_nobody_is_shut_out(one_browser: Browser, room: str, path: str) -> None:
    page, complaints = visited(one_browser, room + path, FLOOR_PAGES.get(path, ""))
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        assert serious(page) == []
        assert fits(page)
    assert complaints == []
    page.context.close()


def test_what_is_wrong_is_found(one_browser: Browser, tmp_path: Path) -> None:
    poor = tmp_path / "poor.html"
    poor.write_text("<html><title>poor</title><body><img src='x.png'><input></body></html>")
    page, _ = visited(one_browser, poor.as_uri())
    assert {line.partition(":")[0] for line in serious(page)} >= {"image-alt", "label", "html-has-lang"}
