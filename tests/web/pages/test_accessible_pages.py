"""Every page for everybody: axe-core finds nothing serious, nothing sticks out, the console stays silent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn
from argon2 import PasswordHasher
from starlette.types import ASGIApp

from fairfelt.law import Mode
from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import Role
from fairfelt.room.law.ask_law import link_status
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.twin.demo import CARDS, CONSOLE_KEY, demo_hints, demo_key, demonstrate, tables
from fairfelt.web import application, listen, url_of
from fairfelt.web.pages.counting import Counting
from tests.web.browsers import hold_for_everybody, looks_at, shut_out, tab
from tests.web.visiting import PATIENCE_S, THREE, check_three, only_three

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

pytestmark = pytest.mark.xdist_group("browser")
STYLEGUIDE = "/styleguide"
"""It shows every component: where colors can be told apart on it, they can on all pages."""
OPEN_PAGES = (
    "/",
    f"/games/{THREE}",
    f"/games/{THREE}/par",
    f"/games/{THREE}/strategy",
    f"/games/{THREE}/design",
    f"/games/{THREE}/floor",
    "/games/portfolio",
    "/games/royal-match-21/counting",
    f"/games/{THREE}/protect?seen=dealer+1",
    "/games/let-it-ride/meter",
    "/verify",
    "/play",
    f"/play/{THREE}",
    f"/play/{THREE}/school",
    "/studio",
    "/language",
    STYLEGUIDE,
    "/room",
    "/pair",
    "/no/such/page",
)
LAST = tables()[-1]
FLOOR_PAGES = {f"/table/{LAST.name}": demo_key(LAST.keypad), f"/display/{LAST.link}": demo_key(f"display {LAST.link}")}

REGULATOR = next(card for card in CARDS if card.role is Role.REGULATOR)
RECORDS = (
    "/regulator", "/regulator/law", "/regulator/approvals", "/regulator/tables",
    f"/regulator/tables/{LAST.name}/placard", "/regulator/parameters", "/regulator/links",
    f"/regulator/links/{tables()[0].link}", "/regulator/funds", "/regulator/reconciliation", "/regulator/payouts",
    "/regulator/events", "/regulator/verification", "/manager/law", "/manager/funds", "/manager/payouts",
    "/manager/malfunctions", "/manager/shared", "/manager/training", "/manager/papers/theoretical",
)  # fmt: skip
ONE_OF_EACH_KIND = {"/", STYLEGUIDE, f"/games/{THREE}/par", f"/play/{THREE}"}
"""A front page, all components, a sheet and a game that is played.

Keypads, displays, the office, records and the studio are looked at where a test opens them in any case.
"""


@pytest.fixture(scope="module")
def controller(tmp_path_factory: pytest.TempPathFactory) -> Controller:
    """Of a room that is new."""
    settings = Settings(
        address=tmp_path_factory.mktemp("room") / "room.db",
        hasher=PasswordHasher(1, 8, 1),
        read_manifest=lambda: Manifest({"a.py": "1"}, {"python": "3"}),
    )
    return Controller(settings)


@pytest.fixture(scope="module")
def room(controller: Controller) -> Iterator[str]:
    """The demonstration, served; one game is counted."""
    counting = Counting(study=only_three, check=check_three)
    with served(application(counting, controller, hints=demo_hints(), play_room=demonstrate)) as url:
        yield url


@pytest.fixture(scope="module")
def roomless() -> Iterator[str]:
    """The pages that need no room, served; one game is counted."""
    with served(application(Counting(study=only_three, check=check_three))) as url:
        yield url


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """An application at a free port."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    yield url_of(listening)
    server.should_exit = True
    thread.join(PATIENCE_S)


def visited(browser: Browser, url: str, key: str = "", *, alone: bool = False) -> tuple[Page, list[str]]:
    """A page as it is when it has come to rest, and what it complained of."""
    page = tab(browser, alone=alone)
    complaints: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error" and "404" not in said.text:
            complaints.append(said.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    if key:
        home = url[: url.index("/", 8)]
        page.goto(f"{home}/pair")
        page.get_by_label("Device key").fill(key)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: not address.endswith("/pair"))
    page.goto(url)
    return page, complaints


@looks_at((*OPEN_PAGES, *FLOOR_PAGES), ONE_OF_EACH_KIND)
def test_nobody_is_shut_out(browser: Browser, request: pytest.FixtureRequest, path: str, thorough: bool) -> None:
    site: str = request.getfixturevalue("room" if thorough else "roomless")
    page, complaints = visited(browser, site + path, FLOOR_PAGES.get(path, ""))
    hold_for_everybody(page, contrast=path == STYLEGUIDE, thorough=thorough)
    assert complaints == []


def under_law(controller: Controller) -> bool:
    """Whether the demonstration has all its people and papers, and its link a certificate."""
    try:
        floor = controller.floor
    except LedgerUnavailable:
        return False
    return floor.jurisdiction.mode is Mode.ENFORCE and bool(link_status(floor, tables()[0].link).certificate)


@pytest.fixture(scope="module")
def at_console(one_browser: Browser, room: str, controller: Controller) -> Iterator[tuple[Page, list[str]]]:
    """The regulator of the demonstration, signed in once for all records."""
    waiting, _ = visited(one_browser, f"{room}/room", alone=True)
    while not under_law(controller):
        waiting.reload()
    waiting.context.close()
    page, complaints = visited(one_browser, f"{room}/desk/sign-in", CONSOLE_KEY, alone=True)
    page.get_by_label("Card", exact=True).fill(REGULATOR.card)
    page.get_by_label("PIN", exact=True).fill(REGULATOR.pin)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()
    yield page, complaints
    page.context.close()


@looks_at(RECORDS, ())
def test_no_record_shuts_anybody_out(at_console: tuple[Page, list[str]], room: str, path: str, thorough: bool) -> None:
    page, complaints = at_console
    page.goto(room + path)
    assert page.get_by_role("button", name="Sign out").is_visible(), "the page itself, and not the way in"
    hold_for_everybody(page, thorough=thorough)
    assert complaints == []


def test_what_is_wrong_is_found(browser: Browser, tmp_path: Path) -> None:
    poor = tmp_path / "poor.html"
    poor.write_text("<html><title>poor</title><body><img src='x.png'><input></body></html>")
    page, _ = visited(browser, poor.as_uri())
    assert {line.partition(":")[0] for line in shut_out(page, contrast=False)} >= {
        "image-alt",
        "label",
        "html-has-lang",
    }
