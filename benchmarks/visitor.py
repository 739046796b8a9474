"""A demonstration on a machine that keeps nothing of Fairfelt, and somebody who opens its pages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlencode

from fairfelt import games
from fairfelt.rules import Game

PATIENCE_S = 180.0
STEP_S = 0.02
VERSIONS = [game for first in games.catalogue() for game in first.variants]


@contextmanager
def demonstration() -> Iterator[Visitor]:
    """A server that has just begun to answer, with an empty cache."""
    with TemporaryDirectory() as cache:
        words = ("serve", "--demo", "--port", "0", "--log", "error")
        command = [sys.executable, "-c", "import sys; from fairfelt.cli import main; sys.exit(main())", *words]
        environment = {**os.environ, "FAIRFELT_CONFIG": "", "FAIRFELT_CACHE": cache, "NUMBA_CACHE_DIR": cache}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            try:
                assert server.stdout
                port = int(server.stdout.readline().partition(" — ")[0].rpartition(":")[2])
                visitor = Visitor(port, server.pid)
                visitor.get("/healthz")
                yield visitor
            finally:
                server.terminate()


def address(root: str, game: Game, part: str) -> str:
    query = f"?{urlencode({'variant': game.variant})}" if game.variant else ""
    return f"{root}/{game.slug}{'/' if part else ''}{part}{query}"


class Visitor:
    """Opens pages one by one, and keeps the seat at a table."""

    def __init__(self, port: int, server: int) -> None:
        self._port, self._seat, self.server = port, "", server

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
            table = json.loads(self.get(address("/play", game, "table.json")))
            if table["coach"]["state"] != "waiting":
                return
            sleep(STEP_S)
