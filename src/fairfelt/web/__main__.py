"""The math worker's process: the public pages without a room, at a socket that only its parent finds, low in priority.

python -m fairfelt.web SOCKET MEMORY_BYTES
"""

from __future__ import annotations

import os
import socket
import sys
from threading import Thread

from fairfelt.web.http.application import application
from fairfelt.web.http.server import run
from fairfelt.web.http.telemetry import log_as_json
from fairfelt.web.jobs import limit_process


def _end_with_parent() -> None:
    """End when the parent's end of the pipe closes, whatever happened to the parent."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def main() -> None:
    """Serve until the parent has gone."""
    place, memory_bytes = sys.argv[1], int(sys.argv[2])
    limit_process(memory_bytes)
    _end_with_parent()
    log_as_json("warning")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen()
    run(application(), listening, proxies=("*",))


if __name__ == "__main__":
    main()
