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

from tests.support.heavy import IS_HEAVY_RUN
from tests.web.visiting import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESK: ViewportSize = {"width": 1280, "height": 800}
TABLET: ViewportSize = {"width": 768, "height": 1024}
PHONE: ViewportSize = {"width": 390, "height": 844}
AXE_SIZES = (DESK, PHONE) if IS_HEAVY_RUN else (DESK,)
"""Where axe-core looks at a page: it takes seconds each time, and finds little at one size that the other has not."""


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


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
