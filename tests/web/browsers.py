"""Real browsers for tests: how one is found, and what is asked of every page in it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.heavy import first_few
from tests.web.visiting import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK: ViewportSize = {"width": 1280, "height": 800}
TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOOKS = pytest.mark.parametrize("thorough", first_few([False, True], 1), ids=["quick", "thorough"])
"""For tests of every page: contrast on all of them and axe-core at two sizes take minutes, and are heavy."""


def at_sizes(**sizes: ViewportSize) -> pytest.MarkDecorator:
    """For a test of what a page does: the first size each time, the others where what takes long is asked for.

    That every page fits on a desk, a tablet and a phone is looked at each time, and apart.
    """
    return pytest.mark.parametrize("size", first_few(sizes.values(), 1), ids=list(sizes))


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium first, then one that playwright has."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as play:
        found = next(filter(None, map(which, NAMES)), play.chromium.executable_path)
        if not Path(found).exists():
            pytest.skip(f"no browser found: none of {', '.join(NAMES)}, and playwright has none of its own")
        opened = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


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


def hold_for_everybody(page: Page, *, contrast: bool, thorough: bool) -> None:
    """Nothing sticks out at a desk, on a tablet or on a phone, and axe-core finds nothing serious."""
    for size in (DESK, TABLET, PHONE):
        page.set_viewport_size(size)
        assert fits(page)
        if size == DESK or (size == PHONE and thorough):
            assert shut_out(page, contrast=thorough or contrast) == []
