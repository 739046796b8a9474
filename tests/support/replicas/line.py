"""A line on loopback between two servers, that can be cut and mended."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread

CHUNK = 1 << 16


class Line:
    """Leads to a port, from a port of its own."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._whole = Event()
        self._whole.set()
        self._ended = False
        self._sockets: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing arrives, and nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        """Who connects is connected again; connections from before the cut are gone with what was on its way."""
        self._whole.set()

    def close(self) -> None:
        """Take it away."""
        self._ended = True
        for one in (self._listening, *self._sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._whole.set()

    def _accept(self) -> None:
        while not self._ended:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._whole.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            near.close()
            return
        self._sockets += (near, far)
        for source, to in ((near, far), (far, near)):
            Thread(target=self._pass_on, args=(source, to), daemon=True).start()

    def _pass_on(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while (sent := source.recv(CHUNK)) and self._whole.is_set():
                to.sendall(sent)
        self._whole.wait()
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
