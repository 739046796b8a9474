"""What goes wrong on a bad day: the server is killed or hangs, and the line to it is cut, loses answers or is slow.

Everybody reaches the server over a line of ours, which passes on what it is given until it fails. What fails next comes
from a seed, every ten minutes of the room's own time.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from socket import IPPROTO_TCP, SHUT_RDWR, TCP_NODELAY, create_connection, create_server, socket
from threading import Event, Lock, Thread

from benchmarks.room_server import serving

EVERY_S = 600.0
"""Of the room's own time."""
HANGS_S, SLOW_S, SLOW_FOR_S = 0.7, 0.15, 1.5
SETTLES_S, RETURN_S = 0.5, 3.0
"""After a fault, in which what waited is done; after a kill everybody signs in again, which hashes a PIN for each."""
MOST_BYTES = 1 << 16
KINDS = {"killed": 1, "hangs": 2, "cut": 3, "answers lost": 3, "slow": 3}
"""Each with how often it happens: at a hundred times the pace a start takes an hour of the room's own time."""


class Line:
    """Passes bytes between clients and a server, both ways, as it is told."""

    def __init__(self, port: Callable[[], int]) -> None:
        self._port, self._ends, self._lock = port, set[socket](), Lock()
        self.slow_s = 0.0
        self.loses_answers = False
        self._listening = create_server(("127.0.0.1", 0), backlog=1_000)
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, name="line", daemon=True).start()

    def cut(self) -> None:
        """End every connection there is."""
        with self._lock:
            ends, self._ends = self._ends, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """Take nobody more."""
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    server = create_connection(("127.0.0.1", self._port()))
                except OSError:  # it is being started again
                    client.close()
                    continue
                for end in (client, server):
                    end.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # a line that gathered bytes would cost 40 ms a request
                with self._lock:
                    self._ends |= {client, server}
                for one, other, answers in ((client, server, False), (server, client, True)):
                    Thread(target=self._pass, args=(one, other, answers), daemon=True).start()

    def _pass(self, one: socket, other: socket, answers: bool) -> None:
        with suppress(OSError):
            while data := one.recv(MOST_BYTES):
                if self.slow_s:
                    time.sleep(self.slow_s)
                if answers and self.loses_answers:
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(SHUT_RDWR)
            end.close()
        with self._lock:
            self._ends -= {one, other}


class Served:
    """A server that is started again where it stood whenever it was killed."""

    def __init__(self, place: str, cores: str, **settings: str) -> None:
        self._serve = partial(serving, place, "active", cores=cores, **settings)
        self.start()

    def start(self) -> None:
        """Serve, and wait until it is active."""
        self._context = self._serve()
        self.process, self.port = self._context.__enter__()

    def stop(self) -> None:
        """In good order, or what is left of it."""
        self._context.__exit__(None, None, None)


class Faults:
    """Lets things fail at equal times, and keeps when it was that they did."""

    def __init__(self, served: Served, line: Line, every_s: float, seed: int) -> None:
        self._served, self._line, self._every_s, self._chance = served, line, every_s, Random(seed)
        self._over = Event()
        self.counts: Counter[str] = Counter()
        self.times_s: list[tuple[float, float]] = []
        """From when to when something was wrong."""
        self._thread = Thread(target=self._run, name="faults", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """No more; what is wrong is over when this returns."""
        self._over.set()
        self._thread.join()

    def disturbed(self, begin_s: float, end_s: float) -> bool:
        """Whether something was wrong in that time."""
        return any(begin_s <= until_s and from_s <= end_s for from_s, until_s in self.times_s)

    def _run(self) -> None:
        due_s = time.monotonic()
        while not self._over.wait(max(0.0, due_s - time.monotonic())):
            (kind,), began_s = self._chance.choices([*KINDS], [*KINDS.values()]), time.monotonic()
            self._do(kind)
            self.counts[kind] += 1
            self.times_s.append((began_s, time.monotonic() + (RETURN_S if kind == "killed" else SETTLES_S)))
            due_s = max(due_s + self._every_s, time.monotonic())

    def _do(self, kind: str) -> None:
        match kind:
            case "killed":
                self._served.process.kill()
                self._served.stop()
                self._served.start()
            case "hangs":
                os.kill(self._served.process.pid, signal.SIGSTOP)
                time.sleep(HANGS_S)
                os.kill(self._served.process.pid, signal.SIGCONT)
            case "cut":
                self._line.cut()
            case "answers lost":
                self._line.loses_answers = True
                time.sleep(HANGS_S)
                self._line.loses_answers = False
            case _:
                self._line.slow_s = SLOW_S
                time.sleep(SLOW_FOR_S)
                self._line.slow_s = 0.0


@contextmanager
def served_with_faults(place: str, cores: str, **settings: str) -> Iterator[tuple[Served, Line]]:
    """A server, and the line over which everybody reaches it."""
    served = Served(place, cores, **settings)
    line = Line(lambda: served.port)
    try:
        yield served, line
    finally:
        line.close()
        served.stop()
