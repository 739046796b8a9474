"""A device's line to the room: what is asked after a pause goes over a new connection."""

from __future__ import annotations

import asyncio
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from fairfelt.runtime import http_client
from fairfelt.server.hardware.room_api import RoomApi


class ClosesIdleLines(BaseHTTPRequestHandler):
    """Answers once and closes the line without saying so, as a server does with one that is idle."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing in tests."""


def test_a_card_after_a_pause_is_not_lost_on_a_line_that_the_server_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is sent once: on a connection that had been idle for six seconds it was refused as unreachable."""
    monkeypatch.setattr(http_client, "IDLE_S", 0.0)
    server = HTTPServer(("127.0.0.1", 0), ClosesIdleLines)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        api = RoomApi(f"http://127.0.0.1:{server.server_port}", "key")
        for _ in range(3):
            assert asyncio.run(api.ask("POST", "/api/sign-in", {})).status == 200
    finally:
        server.shutdown()
        server.server_close()
