"""Requests of keypads are answered without a task of their own, which costs more than what they ask for.

An application that has a short way says so: its `direct_for(scope)` gives what answers a request directly, or nothing.
It is asked when a head has come, and what it gave is called when the body is whole. Everything else goes the ordinary
way: bodies that are too long, whoever asks whether to go on, requests sent before the last one was answered, and
those of somebody who does not read the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from .request import MOST_BODY_BYTES
from .whole_answers import WholeAnswers, send_now

SendNow = Callable[[bytes, bytes], None]
"""Takes the head of an answer as `head_of` writes it, and its body."""
Direct = Callable[[Scope, bytes, SendNow], None]
"""Begins to answer a request; it raises nothing."""


class DirectAnswers(WholeAnswers):
    """The server's protocol with the short way."""

    _waiting: tuple[Direct, RequestResponseCycle, Any] | None = None
    """What is to be answered as soon as its body is whole."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        find = getattr(app, "direct_for", None)
        if find and cycle.more_body and not cycle.waiting_for_100_continue and not cycle.flow.write_paused:
            self._extend(cycle)
            if direct := find(cycle.scope):
                self._waiting = direct, cycle, app
                return
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        """More of a body; one that is too long is refused the ordinary way."""
        super().on_body(body)
        if self._waiting and len(self._waiting[1].body) > MOST_BODY_BYTES:
            _, cycle, app = self._waiting
            self._waiting = None
            super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """A request is whole."""
        super().on_message_complete()
        if self._waiting:
            direct, cycle, _ = self._waiting
            self._waiting, scope = None, cast(Scope, cycle.scope)
            direct(scope, bytes(cycle.body), partial(send_now, cycle))
