"""Real browsers for tests: how one is found, and what is asked of every page in it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

from tests.support.heavy import first_few
from tests.web.visiting import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK: ViewportSize = {"width": 1280, "height": 800}
TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE: ViewportSize = {"width": 390, "height": 844}


def looks_at(paths: Iterable[str], each_time: Collection[str]) -> pytest.MarkDecorator:
    """For a test of every page: one of each kind each time, and thoroughly all of them where minutes do not matter."""
    quick = [pytest.param(path, False, id=f"{path}-quick") for path in paths if path in each_time]
    heavy = [pytest.param(path, True, id=f"{path}-thorough", marks=pytest.mark.heavy) for path in paths]
    assert len(quick) == len(each_time), f"of {each_time} some are no paths"
    return pytest.mark.parametrize(("path", "thorough"), [*quick, *heavy])


def at_sizes(**sizes: ViewportSize) -> pytest.MarkDecorator:
    """For a test of what a page does: the first size each time, the others where what takes long is asked for.

    That pages fit on a desk, a tablet and a phone is looked at apart.
    """
    cases = first_few(sizes.values(), 1)
    return pytest.mark.parametrize("size", cases, ids=list(sizes)[: len(cases)])


def _playwright() -> Any:
    return pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium first, then one that playwright has."""
    with _playwright().sync_playwright() as play:
        found = next(filter(None, map(which, NAMES)), play.chromium.executable_path)
        if not Path(found).exists():
            pytest.skip(f"no browser found: none of {', '.join(NAMES)}, and playwright has none of its own")
        opened = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


class Tabs:
    """Pages of a browser that tests use one after another: opening one takes longer than most tests do."""

    def __init__(self) -> None:
        self._idle: list[Page] = []
        self._lent: list[Page] = []

    def lend(self, browser: Browser) -> Page:
        """One that no test uses; it is swept, or new."""
        self._lent.append(self._idle.pop() if self._idle else browser.new_context().new_page())
        return self._lent[-1]

    def sweep(self) -> set[BrowserContext]:
        """After a test: what it was lent is as new. The contexts that are ready for the next one."""
        while self._lent:
            page = self._lent.pop()
            try:
                _forget_everything(page)
            except _playwright().Error:
                page.context.close()  # it does not answer: the next test has a new one
            else:
                self._idle.append(page)
        return {page.context for page in self._idle}


_tabs: WeakKeyDictionary[Browser, Tabs] = WeakKeyDictionary()


def tab(browser: Browser, size: ViewportSize = DESK, *, moving: bool = False, alone: bool = False) -> Page:
    """A page that knows nothing of other tests; it draws what moves only for a test of that.

    A test whose page cannot be made as new again, because it holds its clock, has one `alone`.
    """
    page = browser.new_context().new_page() if alone else _tabs.setdefault(browser, Tabs()).lend(browser)
    page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
    page.set_viewport_size(size)
    page.set_default_timeout(PATIENCE_S * 1000)
    return page


@contextmanager
def swept(browser: Browser) -> Iterator[None]:
    """What is opened within is closed or made as new in the end; what was there before stays."""
    there = set(browser.contexts)
    yield
    there |= _tabs.setdefault(browser, Tabs()).sweep()
    for context in browser.contexts:
        if context not in there:
            context.close()


def _forget_everything(page: Page) -> None:
    """No other page, no answer that a test would give, nothing that a site has kept."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    page.context.clear_cookies()
    origin = page.evaluate("origin")
    if origin == "null":
        return  # no site
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    line = page.context.new_cdp_session(page)
    line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    line.detach()


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: in that of the tests the browser's loop is running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result(PATIENCE_S)


def shut_out(page: Page, *, contrast: bool) -> list[str]:
    """What axe-core calls serious or critical, in words.

    Contrast takes four times as long as everything else together, and colors come from one sheet. What lies outside
    of landmarks is never serious, and takes up to a third of the rest: it is not looked for.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    rules = {"color-contrast": {"enabled": contrast}, "region": {"enabled": False}}
    found = axe.Axe().run(page, options={"resultTypes": ["violations"], "rules": rules}).response["violations"]
    return [
        f"{finding['id']}: {finding['help']} — {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
        for node in finding["nodes"][:3]
    ]


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def hold_for_everybody(page: Page, *, contrast: bool = False, thorough: bool) -> None:
    """Nothing sticks out at a desk, on a tablet or on a phone, and axe-core finds nothing serious."""
    for size in (DESK, TABLET, PHONE):
        page.set_viewport_size(size)
        assert fits(page)
        if size == DESK or (size == PHONE and thorough):
            assert shut_out(page, contrast=thorough or contrast) == []
