"""Who watches the room all day: displays, the office's browser, and a witness elsewhere."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from benchmarks.displays import delays_of
from fairfelt.ledger.witness.follow import CHECKPOINT
from fairfelt.runtime.http_client import HttpClient
from fairfelt.twin.demo import demo_key
from fairfelt.web.api.access import PREFIX
from fairfelt.web.desk.desk import COOKIE
from fairfelt.web.pages.page import PrintedCard

from .room import AUDITOR, READER

PAGES = (
    "/manager", "/manager/alarms", "/manager/tables", "/manager/jackpots", "/manager/wins", "/manager/payouts",
    "/manager/funds", "/manager/reports", "/manager/people", "/manager/devices", "/manager/law", "/manager/log",
)  # fmt: skip
BETWEEN_PAGES_S = 1.0
WITNESS_S = 5.0
PATIENCE_S = 60.0
LOOK_S = 0.2
AWAY = (
    http.HTTPStatus.SERVICE_UNAVAILABLE,
    http.HTTPStatus.UNAUTHORIZED,
    http.HTTPStatus.FORBIDDEN,
    http.HTTPStatus.SEE_OTHER,
)
"""Of a server that was killed and has forgotten who is signed in."""


class OfficeReader:
    """Somebody signed in at a console's browser, who turns the pages of the office all day."""

    def __init__(self, port: int, card: PrintedCard) -> None:
        key = demo_key(READER)
        client = HttpClient(f"http://127.0.0.1:{port}", key=key, timeout_s=PATIENCE_S, proxies=False)
        token = client.ask("POST", "/api/sessions", body={"card": card.card, "pin": card.pin}).plain["token"]
        client.close()
        self._cookies = {"Cookie": f"{PREFIX}reader={key}; {COOKIE}={token}", "Sec-Fetch-Site": "same-origin"}
        self._port = port
        self._over = Event()
        self.took_s: list[float] = []
        self.unanswered = 0
        self.troubles: list[str] = []
        self._thread = Thread(target=self._read, name=READER, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Go home."""
        self._over.set()
        self._thread.join()

    def _read(self) -> None:
        for page in cycle(PAGES):
            if self._over.wait(BETWEEN_PAGES_S):
                return
            began_s, line = time.monotonic(), http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
            try:
                line.request("GET", page, headers=self._cookies)
                answer = line.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                continue
            finally:
                line.close()
            self.took_s.append(time.monotonic() - began_s)
            if answer.status not in (http.HTTPStatus.OK, *AWAY):
                self.troubles.append(f"{page}: {answer.status}")


@dataclass
class Witnessed:
    """What was seen of a witness."""

    said: list[str] = field(default_factory=list)
    sizes: list[tuple[float, int]] = field(default_factory=list)
    """When it had cosigned how many events."""

    def lags_of(self, acknowledged: Iterable[tuple[int, float]]) -> list[float]:
        """Each time it cosigned more: how long ago the first of these events was acknowledged."""
        return delays_of(sorted(acknowledged), [self.sizes])


@contextmanager
def witness(port: int, verifier: str, folder: Path) -> Iterator[Witnessed]:
    """A witness in a process of its own that reads and replays every event; in the end, what it said."""
    (key_file := folder / "auditor.key").write_text(demo_key(AUDITOR))
    state, log = folder / "witness", folder / "witness.log"
    words = ["witness", f"http://127.0.0.1:{port}", "--key", verifier, "--state", str(state)]
    words += ["--name", "day.example/w1", "--every", str(WITNESS_S), "--device-key-file", str(key_file)]
    program = [sys.executable, "-c", "import sys; from fairfelt.cli import main; sys.exit(main())", *words]
    seen, over = Witnessed(), Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            if (state / CHECKPOINT).exists():
                size = int((state / CHECKPOINT).read_text().splitlines()[1])
                if not seen.sizes or size > seen.sizes[-1][1]:
                    seen.sizes.append((time.monotonic(), size))

    thread = Thread(target=look, name="looks at the witness", daemon=True)
    with log.open("w") as file, subprocess.Popen(program, stdout=file, stderr=file) as process:
        thread.start()
        try:
            yield seen
        finally:
            over.set()
            thread.join()
            process.terminate()
    seen.said += log.read_text().splitlines()
