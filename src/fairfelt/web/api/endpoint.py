"""One endpoint as a value: its address, who may call it, what it takes and gives. Routes and documents read it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from .access import Access
from .call import Call

Handler = Callable[[Call], Awaitable[Any]]
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A method at a path."""

    method: str
    path: str
    handler: Handler
    access: Access
    takes: type[msgspec.Struct] | None = None
    """The body of the request."""
    query: type[msgspec.Struct] | None = None
    gives: type | None = None
    """The body of the answer, unless it is `media`."""
    media: str = "application/json"
    also: tuple[str, ...] = ()
    """Other media it may answer in."""
    may_be_empty: bool = False
    """It may answer 204: nothing new."""
    status: int = 200
    command: bool = False
    """It asks the room for something under a number, and the room may refuse."""

    @property
    def name(self) -> str:
        """What the endpoint is called in the OpenAPI document."""
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """The first line of what the handler says of itself."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]

    @property
    def parameters(self) -> list[str]:
        """Names in the path."""
        return re.findall(r"{(\w+)}", self.path)
