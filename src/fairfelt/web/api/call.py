"""One request to the API once the caller is known, and how the room's refusal ends it."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from msgspec import Struct

from fairfelt.ledger import Answer, LedgerUnavailable
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.server import Controller, Replica, RoomView, Session
from fairfelt.server.room_view import ONLY_SHOWS
from fairfelt.web.http.problems import Problem
from fairfelt.web.http.telemetry import Metrics

REFUSED = "urn:fairfelt:refused"
"""The room refused the command; its number is used up, and the refusal is on the log."""
OUT_OF_ORDER = "urn:fairfelt:out-of-order"
"""The number was not the one expected, or was another command's; nothing was used up."""


class Call(Struct, frozen=True, kw_only=True):
    """What a handler is given."""

    room: RoomView
    metrics: Metrics
    path: Mapping[str, str]
    body: Any
    """As the endpoint's `takes` says."""
    query: Any
    """As the endpoint's `query` says."""
    device: str = ""
    sessions: tuple[Session, ...] = ()
    client: str = ""
    tokens: tuple[str, ...] = ()
    base: str = ""
    """The address of this server as who asks writes it."""

    @property
    def controller(self) -> Controller:
        """Who carries commands out and reads the log; a server that only shows the room does neither."""
        if isinstance(self.room, Replica):
            raise LedgerUnavailable(ONLY_SHOWS)
        return cast(Controller, self.room)

    @property
    def floor(self) -> Floor:
        """The floor after the last commit."""
        return self.room.floor

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of those who signed in; in whatever order their tokens come, it is the same command."""
        return tuple(sorted({session.card for session in self.sessions})) if self.sessions else ()

    async def ask(self, command: RoomCommand) -> Answer:
        """Ask the room for something under the number the device gave it; a refusal ends the request."""
        return checked(await self.controller.ask(self.device, self.body.sequence, command))


def checked(answer: Answer) -> Answer:
    """An answer of the room that is no refusal; a refusal ends the request."""
    if answer.refused:
        raise _refusal(answer)
    return answer


def _refusal(answer: Answer) -> Problem:
    told = answer.body
    if "expected" in told:
        expected, number = told["expected"], answer.number
        return Problem(HTTPStatus.CONFLICT, told["sentence"], type=OUT_OF_ORDER, expected=expected, number=number)
    refused = {name: told[name] for name in ("code", "field", "decided_by")}
    return Problem(HTTPStatus.CONFLICT, told["reason"], type=REFUSED, number=answer.number, **refused)
