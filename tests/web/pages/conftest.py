"""One browser for the tests of a file: a test has contexts of its own in it, which know nothing of each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsers import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def one_browser() -> Iterator[Browser]:
    """It takes as long to start as a test does: all tests of a file have the same."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """The browser, in which nothing is left open."""
    yield one_browser
    for context in one_browser.contexts:
        context.close()
