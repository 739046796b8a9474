"""Requests of keypads are answered without a task of their own, which costs more than what they ask for.

An application that has a short way says so: its `direct_for(scope)` gives what answers a request directly, or nothing.
It is asked when a head has come, and what it gave is called when the body is whole. A keypad sends the same head again
and again: one that was answered is known by its bytes, and is not read a second time. Everything else goes the ordinary
way: bodies that are too long, whoever asks whether to go on, requests sent before the last one was answered, and those
of somebody who does not read the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from .request import MOST_BODY_BYTES
from .whole_answers import WholeAnswers, send_now

SendNow = Callable[[bytes, bytes], None]
"""Takes the head of an answer as `head_of` writes it, and its body."""
Direct = Callable[[bytes, SendNow], None]
"""Begins to answer a request with this body, and every later one that has the same head; it raises nothing."""
MOST_HEADS = 4
MOST_HEAD_BYTES = 1024
_END, _OK = b"\r\n\r\n", b"HTTP/1.1 200 "


class _Head(NamedTuple):
    """A head that was read and answered before."""

    direct: Direct
    cycle: RequestResponseCycle
    body_bytes: int
    """The length that the head gives to its body."""


class DirectAnswers(WholeAnswers):
    """The server's protocol with the short way."""

    _waiting: tuple[Direct, RequestResponseCycle, Any] | None = None
    """What is to be answered as soon as its body is whole."""
    _read = b""
    """What came last, if a request began with it."""
    _heads: dict[bytes, _Head] | None = None

    def data_received(self, data: bytes) -> None:
        """More of a request, or a whole one whose head is known."""
        self._read = b""
        if self._may_begin():
            end = data.find(_END) + len(_END)
            if self._heads and (known := self._heads.get(data[:end])) and known.body_bytes == len(data) - end:
                self._answer_again(known, data[end:])
                return
            self._read = data
        super().data_received(data)

    def _may_begin(self) -> bool:
        """Whether what comes now is the first byte of a request, and nobody waits for an answer."""
        return (
            self._taken
            and not self._in_request
            and (self.cycle is None or self.cycle.response_complete)
            and not self.flow.write_paused
            and not self.transport.is_closing()
        )

    def _answer_again(self, known: _Head, body: bytes) -> None:
        self._unset_keepalive_if_required()
        self._end_patience()
        self.held.serve(self)
        self.cycle = cycle = known.cycle
        cycle.response_started = cycle.response_complete = False
        cycle.default_headers = self.server_state.default_headers
        known.direct(body, partial(send_now, cycle))

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
            self._waiting, body = None, bytes(cycle.body)
            direct(body, partial(self._send_first, self._head_of(cycle, body), _Head(direct, cycle, len(body))))

    def _head_of(self, cycle: RequestResponseCycle, body: bytes) -> bytes:
        """The head's bytes, if the request came in one piece and says how long its body is; otherwise none."""
        head = self._read[: -len(body)] if body else b""
        lengths = [value for name, value in cast(Scope, cycle.scope)["headers"] if name == b"content-length"]
        simple = head.endswith(_END) and self._read.endswith(body) and lengths == [b"%d" % len(body)]
        return head if simple and cycle.keep_alive and len(head) <= MOST_HEAD_BYTES else b""

    def _send_first(self, head: bytes, answered: _Head, answer: bytes, body: bytes) -> None:
        """Answer, and know the head from now on if it was one of a device of ours."""
        if head and answer.startswith(_OK):
            self._heads = self._heads or {}
            if len(self._heads) >= MOST_HEADS:
                self._heads.clear()
            self._heads[head] = answered
        send_now(answered.cycle, answer, body)
