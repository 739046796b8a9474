"""One browser for the tests of a file, whose pages are swept after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsers import chromium, swept

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def one_browser() -> Iterator[Browser]:
    """It takes as long to start as a test does: all tests of a file have the same."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """The browser, in which a test leaves nothing."""
    with swept(one_browser):
        yield one_browser
