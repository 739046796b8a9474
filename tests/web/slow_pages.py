"""A pytest plugin: pages on a slow line, a slow machine and a slow room: a test that does not wait for a state fails.

python -m pytest -p tests.web.slow_pages -n 0 tests/web/pages
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fairfelt.ledger import Answer
from fairfelt.room.command import RoomCommand
from fairfelt.server import Controller

LATENCY_MS = 250
"""Before every answer."""
SLOWER = 3
"""So many times the page's own code takes as long."""
WRITING_S = 0.4
"""Before every command of a device is carried out: what a page shows before it is on the log is seen."""


def pytest_configure() -> None:
    """Slow down what opens a page."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    for opens in (playwright.Browser, playwright.BrowserContext):
        opens.new_page = _slowed(opens.new_page)
    ask = Controller.ask

    async def ask_slowly(controller: Controller, device: str, sequence: int, command: RoomCommand) -> Answer:
        await asyncio.sleep(WRITING_S)
        return await ask(controller, device, sequence, command)

    setattr(Controller, "ask", ask_slowly)  # noqa: B010  (a method of that class)


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
