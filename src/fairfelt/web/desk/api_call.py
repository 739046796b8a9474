"""How a page asks what the API asks: the same handlers, for who is signed in here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairfelt.web.api.call import Call

from .desk import Desk


def call_of(desk: Desk, path: Mapping[str, str] | None = None, query: Any = None) -> Call:
    """What a handler of the API is given when a page asks it."""
    return Call(
        room=desk.controller, metrics=desk.request.app.state.metrics, path=path or {}, body=None, query=query,
        device=desk.device, sessions=(desk.session,), base=str(desk.request.base_url).rstrip("/"),
    )  # fmt: skip
