"""A pytest plugin: every page on a slow line and a slow machine, so that a test that does not wait for a state fails.

python -m pytest -p tests.web.slow_pages -n 0 tests/web/pages
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

LATENCY_MS = 250
"""Before every answer."""
SLOWER = 3
"""So many times the page's own code takes as long."""


def pytest_configure() -> None:
    """Slow down what opens a page."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    for opens in (playwright.Browser, playwright.BrowserContext):
        opens.new_page = _slowed(opens.new_page)


def _slowed(new_page: Callable[..., Any]) -> Callable[..., Any]:
    def open_slowly(*given: Any, **named: Any) -> Any:
        page = new_page(*given, **named)
        line = page.context.new_cdp_session(page)
        unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **unlimited})
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return page

    return open_slowly
