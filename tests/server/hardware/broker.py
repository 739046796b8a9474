"""A real MQTT broker for the tests: Mosquitto, if the system has it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fairfelt.server.machine import PrivateAuthority

FOUND = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
MISSING = "there is no Mosquitto here: apt-get install mosquitto"
PATIENCE_S = 120


@contextmanager
def mosquitto(folder: Path) -> Iterator[tuple[int, int]]:
    """A broker on two free ports of this machine, the second one with TLS, for as long as it is wanted.

    The authority of its certificate is in tls/authority.pem of the folder.
    """
    assert FOUND
    with socket.create_server(("127.0.0.1", 0)) as free, socket.create_server(("127.0.0.1", 0)) as other:
        port, secure = free.getsockname()[1], other.getsockname()[1]
    house = PrivateAuthority(folder / "tls")
    house.begin("Example")
    house.certify_server(["localhost"])
    file = folder / "mosquitto.conf"
    file.write_text(
        f"user root\npersistence false\nallow_anonymous true\nlistener {port} 127.0.0.1\nlistener {secure} 127.0.0.1\n"
        f"cafile {house.own.certificate}\ncertfile {house.server.certificate}\nkeyfile {house.server.key}\n"
    )
    running = subprocess.Popen([FOUND, "-c", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        _wait_for(secure)
        yield port, secure
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
