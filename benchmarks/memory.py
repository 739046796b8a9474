"""What the demonstration holds in memory once every game is counted and every page of every game was opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlencode

from fairfelt import games
from fairfelt.rules import Game

from .day.use import look
from .measure import Row

GOAL = "under 400"
PAGES = (
    "", "dealing", "par", "strategy", "plots", "edit", "design", "counting", "floor", "protect", "meter",
    "par.pdf", "rules.pdf", "strategy.pdf",
)  # fmt: skip
PRACTICE = ("", "school", "school/table.json")
PATIENCE_S = 180.0
REST_S = 60.0
"""After so long what nobody asks for is given back."""


def rows() -> Iterator[Row]:
    """The server with its children, beside the memory of the first row."""
    with TemporaryDirectory() as cache:
        words = ("serve", "--demo", "--port", "0", "--log", "error")
        command = [sys.executable, "-c", "import sys; from fairfelt.cli import main; sys.exit(main())", *words]
        environment = {**os.environ, "FAIRFELT_CONFIG": "", "FAIRFELT_CACHE": cache}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            try:
                yield from _walked(server)
            finally:
                server.terminate()


def _walked(server: subprocess.Popen[str]) -> Iterator[Row]:
    assert server.stdout
    visitor = _Visitor(int(server.stdout.readline().partition(" — ")[0].rpartition(":")[2]))
    versions = [game for first in games.catalogue() for game in first.variants]
    while "calculat" in visitor.get("/games"):
        sleep(1)
    first = look(server.pid).memory_mib
    yield Row("The demonstration, every game counted", "MiB", first, None, GOAL)
    for game in versions:
        for part in PAGES:
            visitor.get(_address("/games", game, part))
    yield Row("…and every page of every game opened", "MiB", look(server.pid).memory_mib, first, GOAL)
    for game in versions:
        for part in PRACTICE:
            visitor.get(_address("/play", game, part))
        visitor.wait_for_coach(game)
    yield Row("…and the coach of every game ready", "MiB", look(server.pid).memory_mib, first, GOAL)
    sleep(REST_S)
    yield Row("…a minute later", "MiB", look(server.pid).memory_mib, first, GOAL)


def _address(root: str, game: Game, part: str) -> str:
    query = f"?{urlencode({'variant': game.variant})}" if game.variant else ""
    return f"{root}/{game.slug}{'/' if part else ''}{part}{query}"


class _Visitor:
    """Opens pages one by one, and keeps the seat at a table."""

    def __init__(self, port: int) -> None:
        self._port, self._seat = port, ""

    def get(self, path: str) -> str:
        """A page, whatever it says."""
        connection = HTTPConnection("127.0.0.1", self._port)
        connection.request("GET", path, headers={"Cookie": self._seat} if self._seat else {})
        answer = connection.getresponse()
        seat = answer.headers.get("Set-Cookie", "")
        self._seat = seat.partition(";")[0] if seat.startswith("fairfelt-seat") else self._seat
        text = answer.read().decode(errors="replace")
        connection.close()
        return text

    def wait_for_coach(self, game: Game) -> None:
        """Until the coach has something to say, or for a while."""
        end = monotonic() + PATIENCE_S
        while monotonic() < end:
            table = json.loads(self.get(_address("/play", game, "table.json")))
            if table["coach"]["state"] != "waiting":
                return
            sleep(0.2)
