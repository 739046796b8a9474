"""The process apart: the same pages without a room, at a socket that only its parent finds, below everybody's priority.

python -m fairfelt.web.apart.process SOCKET MEMORY_BYTES
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from threading import Thread

LOWER_PRIORITY = 10


def keep_to_limits(memory_bytes: int) -> None:
    """So much memory and no more; keypads come first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(LOWER_PRIORITY)


def follow_parent() -> None:
    """End with the parent: its end of the pipe closes whatever happens to it."""

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def main() -> None:
    """Serve until the parent has gone."""
    place, memory_bytes = sys.argv[1], int(sys.argv[2])
    keep_to_limits(memory_bytes)
    follow_parent()
    from fairfelt.web.http.application import application
    from fairfelt.web.http.server import ConnectionLimits, run
    from fairfelt.web.http.telemetry import log_as_json

    log_as_json("warning")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen()
    run(application(), listening, proxies=("*",), limits=ConnectionLimits())


if __name__ == "__main__":
    main()
