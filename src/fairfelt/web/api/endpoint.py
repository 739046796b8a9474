"""One endpoint as a value: its address, who may call it, what it takes and gives. Routes and documents read it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from fairfelt.ledger import Answer
from fairfelt.room.command import RoomCommand
from fairfelt.room.registry import label
from fairfelt.runtime.formats import show
from fairfelt.web.api.types import Done, body_of, done
from fairfelt.web.http.problems import bad_request
from fairfelt.web.http.request import number_in

from .access import Access
from .call import Call

Handler = Callable[[Call], Awaitable[Any]]
C = TypeVar("C", bound=RoomCommand)
_NAMES = re.compile(r"{(\w+)}")


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A method at a path."""

    method: str
    path: str
    handler: Handler
    access: Access
    takes: type[msgspec.Struct] | None = None
    """The body of the request."""
    takes_file: bool = False
    """Whether the body is a file."""
    query: type[msgspec.Struct] | None = None
    gives: type | None = None
    """The body of the answer, unless it is `media`."""
    media: str = "application/json"
    also: tuple[str, ...] = ()
    """Other media it may answer in."""
    may_be_empty: bool = False
    """It may answer 204: nothing new."""
    status: int = 200
    problems: tuple[int, ...] = ()
    """Statuses of problems that it may answer with, besides those that follow from the rest."""
    asks: type[RoomCommand] | None = None
    """What it asks the room for under a number; the room may refuse."""

    @property
    def name(self) -> str:
        """What the endpoint is called in the OpenAPI document."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """The first line of what the handler says of itself."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]

    @property
    def command(self) -> bool:
        """Whether it asks the room for something."""
        return self.asks is not None

    @property
    def parameters(self) -> list[str]:
        """Names in the path."""
        return _NAMES.findall(self.path)


def get(path: str, handler: Handler, access: Access, gives: type | None = None, **more: Any) -> Endpoint:
    """Something to look at."""
    return Endpoint(method="GET", path=f"/api/{path}", handler=handler, access=access, gives=gives, **more)


def post(
    path: str, handler: Handler, access: Access, takes: type[msgspec.Struct] | None = None, gives: type | None = None,
    **more: Any,
) -> Endpoint:  # fmt: skip
    """Something to send that is no command of the room."""
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=gives, **more
    )


def paper(path: str, handler: Handler, access: Access, query: type[msgspec.Struct]) -> Endpoint:
    """A sheet, as a page or as a PDF."""
    return get(path, handler, access, query=query, media="text/html", also=("application/pdf",))


def _number(sent: str) -> int:
    if not (found := number_in(sent)):
        raise bad_request(f"number is a whole number from 1 on, not {show(sent)}", "number")
    return found


def command(
    path: str, kind: type[C], access: Access, *,
    before: Callable[[Call, C], Awaitable[None]] | None = None,
    after: Callable[[Call, Answer], Awaitable[None]] | None = None,
    told: Callable[[Answer], Any] = done,
    gives: type = Done,
) -> Endpoint:  # fmt: skip
    """A command of the room: the names in the path, what was sent and the cards of those who ask are its fields.

    `before` and `after` are what the server does besides; `told` makes of the room's answer what is given.
    """
    in_path = frozenset(_NAMES.findall(path))
    takes = body_of(kind, in_path)
    sent = [name for name in takes.__struct_fields__ if name != "sequence"]

    def made(call: Call) -> C:
        named: dict[str, Any] = dict(call.path)
        if "number" in in_path:
            named["number"] = _number(named["number"])
        body = call.body
        for name in sent:
            named[name] = getattr(body, name)
        return kind(**named, cards=call.cards)

    async def carry_out(call: Call) -> Any:
        asked = made(call)
        if before:
            await before(call, asked)
        answer = await call.ask(asked)
        if after:
            await after(call, answer)
        return told(answer)

    carry_out.__name__ = label(str(kind.__struct_config__.tag)).replace(" ", "_")
    carry_out.__doc__ = kind.__doc__
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=carry_out, access=access, takes=takes, gives=gives, asks=kind,
    )  # fmt: skip
