"""A real MQTT broker for the tests: Mosquitto, if the system has it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOUND = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
MISSING = "there is no Mosquitto here: apt-get install mosquitto"
PATIENCE_S = 20.0


@contextmanager
def mosquitto(folder: Path) -> Iterator[int]:
    """A broker on a free port of this machine, for as long as it is wanted."""
    assert FOUND
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = folder / "mosquitto.conf"
    file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
    running = subprocess.Popen([FOUND, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port
    finally:
        running.terminate()
        running.wait(PATIENCE_S)


def _wait_for(port: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
            return
        except OSError:
            time.sleep(0.01)
    raise AssertionError("Mosquitto does not listen")
