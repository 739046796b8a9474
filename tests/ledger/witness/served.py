"""A room's log on a real socket, as the API will serve it: whose publisher answers can be changed at any time."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fairfelt.ledger import LedgerError
from fairfelt.ledger.transparency import KeyType, NotProved, SignerKey, origin_of
from fairfelt.server.machine import Pair
from fairfelt.server.publishing import Publisher
from tests.ledger.desk import NAME

KEY = SignerKey(origin_of(NAME), KeyType.LOG, b"k" * 32)
DEVICE_KEY = "the regulator's key"


@dataclass
class Served:
    """What the server says, and what it was told."""

    url: str = ""
    publisher: Publisher | None = None
    told: list[dict[str, Any]] = field(default_factory=list)
    """What came to its webhook."""
    cosigned: list[dict[str, Any]] = field(default_factory=list)
    """What witnesses handed in."""
    instead: dict[str, bytes] = field(default_factory=dict)
    """Answers that are given in the place of the right ones, by path."""


@contextmanager
def serving(secured: Pair | None = None) -> Iterator[Served]:
    """A server in this process, over https where it has a certificate."""
    served = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            numbers = {name: int(value) for name, value in parse_qsl(query) if value.isdigit()}
            try:
                self._answer(200, served.instead.get(path) or self._found(path, numbers))
            except (NotProved, PermissionError) as error:
                self._answer(400 if isinstance(error, NotProved) else 403, str(error).encode())
            except LedgerError as error:
                self._answer(503, str(error).encode())

        def do_POST(self) -> None:
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            (served.cosigned if self.path == "/api/log/cosignatures" else served.told).append(said)
            self._answer(200, b"")

        def _found(self, path: str, numbers: dict[str, int]) -> bytes:
            assert served.publisher
            match path:
                case "/api/log/checkpoint":
                    return served.publisher.checkpoint()
                case "/api/log/consistency":
                    return served.publisher.consistency(numbers["old"], numbers["new"])
                case "/api/log/events":
                    if self.headers["Authorization"] != f"Bearer {DEVICE_KEY}":
                        raise PermissionError("this needs the key of an auditor")
                    return served.publisher.events(numbers["after"], numbers["limit"])
            raise NotProved("there is nothing here")

        def _answer(self, code: int, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if secured:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(secured.certificate, secured.key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    served.url = f"http{'s' if secured else ''}://127.0.0.1:{server.server_address[1]}"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
