"""One browser for all tests of pages, which is swept after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsers import chromium, swept

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def one_browser() -> Iterator[Browser]:
    """It takes as long to start as a test does. While it is open, no test of pages may run a loop in its own thread."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """The browser, in which a test leaves nothing."""
    with swept(one_browser):
        yield one_browser
