"""One endpoint as a value: its address, who may call it, what it takes and gives; and one request to it.

Routes and documents read it. Amounts are whole millionths of the unit, moments millionths of a second since 1970,
days are those of the room.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar, cast, get_type_hints

import msgspec
from msgspec import Meta, Struct, defstruct, structs

from fairfelt.ledger import Answer, LedgerUnavailable
from fairfelt.room import Floor, TableState
from fairfelt.room.command import RoomCommand
from fairfelt.room.registry import label
from fairfelt.runtime.formats import Count, field_default, show
from fairfelt.server import Controller, Replica, RoomView, Session
from fairfelt.server.room_view import ONLY_SHOWS
from fairfelt.web.api.access import Access
from fairfelt.web.http.answers import Problem, bad_request, not_found, number_in
from fairfelt.web.http.telemetry import Metrics


class RequestBody(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything sent is closed: a field we do not know is a mistake."""


class Numbered(RequestBody):
    """A command. Sent again with the same number it changes nothing and gets the same answer."""

    sequence: Count
    """Counted up by one by the device, from 1 on."""


@cache
def body_of(command: type[RoomCommand], in_path: Collection[str] = ()) -> type[Numbered]:
    """What is sent for a command: its fields, but for those that the address and the cards of those who ask give."""
    hints = get_type_hints(command, include_extras=True)
    fields: list[Any] = [
        (field.name, hints[field.name], *field_default(field))
        for field in structs.fields(command)
        if field.name not in (*in_path, "cards")
    ]
    made: Any = defstruct(command.__name__, fields, bases=(Numbered,), module=__name__, kw_only=True)
    made.__doc__ = command.__doc__
    found: type[Numbered] = made
    return found


class Page(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a long list."""

    after: Annotated[int, Meta(ge=0, le=2**63 - 1, description="a whole number from 0 on")] = 0
    limit: Annotated[int, Meta(ge=1, le=1_000, description="a whole number from 1 to 1,000")] = 100


class Copy(msgspec.Struct, forbid_unknown_fields=True):
    """In which form a page is wanted."""

    form: Literal["html", "pdf"] = "html"


class ApiAnswer(msgspec.Struct, kw_only=True):
    """Every answer is complete: no field is left out."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that is derived (`with_fields_of`)."""

    @classmethod
    def of(cls, *values: object, **more: Any) -> Self:
        """From values that have fields of the same names, the first first, and more that they call otherwise."""
        for value in values:
            missing = [name for name in cls.__struct_fields__ if name not in more and hasattr(value, name)]
            more |= {name: getattr(value, name) for name in missing}
        return cls(**more)


A = TypeVar("A", bound=ApiAnswer)
V = TypeVar("V")


def with_fields_of(source: type, *names: str) -> Callable[[type[A]], type[A]]:
    """Give an answer these fields and properties of a value as well, or all its fields, each of the type it has there.

    A value with secrets lists what is shown; what is added to it later is shown to nobody.
    """

    def derive(own: type[A]) -> type[A]:
        hints = get_type_hints(source, include_extras=True)
        hints |= {name: get_type_hints(getattr(source, name).fget)["return"] for name in names if name not in hints}
        fields = [(name, hints[name]) for name in names or hints if name not in own.__struct_fields__]
        made: Any = msgspec.defstruct(own.__name__, fields, bases=(own,), module=own.__module__, kw_only=True)
        made.__doc__ = own.__doc__
        derived: type[A] = made
        return derived

    return derive


class Done(ApiAnswer):
    """A command was carried out, and that is on disk."""

    number: int
    """The event in the journal."""
    again: bool
    """It had been carried out before; nothing was done now."""


class AtTable(Done):
    """A command at a table was carried out."""

    state: TableState


def done(call: Call, answer: Answer) -> Done:
    """An answer of which only its number matters."""
    return Done(number=answer.number, again=answer.again)


def passed(call: Call, answer: Answer) -> AtTable:
    """An answer from a table, passed on as the room wrote it."""
    state: Any = msgspec.Raw(answer.text.encode())
    return AtTable(number=answer.number, again=answer.again, state=state)


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
    every: Sequence[Endpoint] = ()
    """All endpoints of this server."""

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
    def who_may(self) -> tuple[tuple[str, str], ...]:
        """What may be asked of the room, each with who may ask it."""
        return tuple((one.summary, str(one.access)) for one in self.every if one.command)

    def named(self, part: str, there: Mapping[str, V]) -> tuple[str, V]:
        """Find what a part of the address names."""
        if (name := self.path[part]) not in there:
            raise not_found(f"there is no {part} {name!r}")
        return name, there[name]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of those who signed in; in whatever order their tokens come, it is the same command."""
        return tuple(sorted({session.card for session in self.sessions})) if self.sessions else ()

    async def ask(self, command: RoomCommand) -> Answer:
        """Ask the room for something under the number the device gave it; a refusal ends the request."""
        return checked(await self.controller.ask(self.device, self.body.sequence, command))


def checked(answer: Answer) -> Answer:
    """An answer of the room that is no refusal; a refusal ends the request."""
    if not answer.refused:
        return answer
    body = answer.body
    if "expected" in body:
        expected, number = body["expected"], answer.number
        raise Problem(HTTPStatus.CONFLICT, body["sentence"], type=OUT_OF_ORDER, expected=expected, number=number)
    refused = {name: body[name] for name in ("code", "field", "decided_by")}
    raise Problem(HTTPStatus.CONFLICT, body["reason"], type=REFUSED, number=answer.number, **refused)


Handler = Callable[[Call], Awaitable[Any]]
C = TypeVar("C", bound=RoomCommand)
_NAMES = re.compile(r"{(\w+)}")


async def _nothing(controller: Controller, about: object) -> None:
    """A command by which the server has nothing else to do."""


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
    before: Callable[[Controller, Any], Awaitable[None]] = _nothing
    after: Callable[[Controller, Answer], Awaitable[None]] = _nothing
    """What the server does besides, with the command before it is asked for and with its answer."""

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


def _answer(handler: Handler, gives: type | Mapping[str, Any] | None) -> type | None:
    """What an endpoint gives; fields alone make a type that has the name of the handler."""
    if not isinstance(gives, Mapping):
        return gives
    name = "".join(word.capitalize() for word in handler.__name__.split("_"))
    made = defstruct(name, list(gives.items()), bases=(ApiAnswer,), module=handler.__module__, kw_only=True)
    made.__doc__ = handler.__doc__
    return made


def get(
    path: str, handler: Handler, access: Access, gives: type | Mapping[str, Any] | None = None, **more: Any
) -> Endpoint:
    answer = _answer(handler, gives)
    return Endpoint(method="GET", path=f"/api/{path}", handler=handler, access=access, gives=answer, **more)


def post(
    path: str, handler: Handler, access: Access, takes: type[msgspec.Struct] | None = None,
    gives: type | Mapping[str, Any] | None = None, **more: Any,
) -> Endpoint:  # fmt: skip
    """Something to send that is no command of the room."""
    answer = _answer(handler, gives)
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=answer, **more
    )


def sheet(path: str, handler: Handler, access: Access, query: type[msgspec.Struct]) -> Endpoint:
    """A sheet, as a page or as a PDF."""
    return get(path, handler, access, query=query, media="text/html", also=("application/pdf",))


def command(
    path: str, kind: type[C], access: Access, *,
    before: Callable[[Controller, C], Awaitable[None]] = _nothing,
    after: Callable[[Controller, Answer], Awaitable[None]] = _nothing,
    answered: Callable[[Call, Answer], Any] = done,
    gives: type = Done,
) -> Endpoint:  # fmt: skip
    """A command of the room: the names in the path, what was sent and the cards of those who ask are its fields.

    `before` and `after` are what the server does besides, also for a page; `answered` turns the room's answer into
    what is given.
    """
    in_path = frozenset(_NAMES.findall(path))
    takes = body_of(kind, in_path)
    sent = [name for name in takes.__struct_fields__ if name != "sequence"]

    def made(call: Call) -> C:
        named: dict[str, Any] = dict(call.path)
        if "number" in in_path:
            named["number"] = number_in(call.path["number"])
            if not named["number"]:
                raise bad_request(f"number is a whole number from 1 on, not {show(call.path['number'])}", "number")
        body = call.body
        for name in sent:
            named[name] = getattr(body, name)
        return kind(**named, cards=call.cards)

    async def carry_out(call: Call) -> Any:
        asked = made(call)
        await before(call.controller, asked)
        answer = await call.ask(asked)
        await after(call.controller, answer)
        return answered(call, answer)

    carry_out.__name__ = label(str(kind.__struct_config__.tag)).replace(" ", "_")
    carry_out.__doc__ = kind.__doc__
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=carry_out, access=access, takes=takes, gives=gives, asks=kind,
        before=before, after=after,
    )  # fmt: skip
