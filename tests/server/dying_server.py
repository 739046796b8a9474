"""A server that is forked, killed on demand and forked again, always at the same address. Run as a program.

It prints its port once; then, for every line it reads, the server is killed and a new one begins.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from argon2 import PasswordHasher
from starlette.types import ASGIApp

from fairfelt.server import Controller, Manifest, Settings
from fairfelt.web import application, listen, run

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def settings(place: str) -> Settings:
    """The same room for every life."""
    return Settings(address=place, hasher=CHEAP, read_manifest=lambda: Manifest({}, {}))


def live_and_die(make: Callable[[], ASGIApp]) -> None:
    """Serve what is made anew for every life."""
    listening = listen("127.0.0.1", 0)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    while True:
        child = os.fork()
        if child == 0:
            run(make(), listening)
            os._exit(1)
        told = sys.stdin.readline()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not told:
            return
        sys.stdout.write("killed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    live_and_die(lambda: application(controller=Controller(settings(sys.argv[1]))))
