"""Who sits where: tables in memory, each behind a cookie, the oldest given up when there are too many.

In memory and not in the page, because the order of the deck has to stay a secret until the round is over.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock
from typing import Any, Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.rules import Game

T = TypeVar("T")
Key = tuple[str, str, str, str]

COOKIE = "fairfelt-seat"
TOKEN_BYTES = 18
TOKEN_LENGTH = 24
MOST_SITTINGS = 500


@dataclass(eq=False)
class Chair(Generic[T]):
    """One place at one table: what stands there, and the lock of who moves."""

    sitting: T
    lock: Lock = field(default_factory=Lock)


class Sittings:
    """All chairs that are taken."""

    def __init__(self, most: int = MOST_SITTINGS) -> None:
        self._most = most
        self._chairs: OrderedDict[Key, Chair[Any]] = OrderedDict()
        self._guard = Lock()

    def chair(self, token: str, kind: str, game: Game, opened: Callable[[Game], T]) -> Chair[T]:
        """The chair of that visitor at that game; a new one if there is none yet."""
        key = (token, kind, game.slug, game.variant)
        with self._guard:
            if key not in self._chairs:
                self._chairs[key] = Chair(opened(game))
            self._chairs.move_to_end(key)
            while len(self._chairs) > self._most:
                self._chairs.popitem(last=False)
            return self._chairs[key]

    def __len__(self) -> int:
        return len(self._chairs)


def sittings_of(request: Request) -> Sittings:
    """The sittings of the application that was asked."""
    sittings: Sittings = request.app.state.sittings
    return sittings


def token_of(request: Request) -> str:
    """Who asks: the token of the cookie, or a new one."""
    token = request.cookies.get(COOKIE, "")
    return token if len(token) == TOKEN_LENGTH else token_urlsafe(TOKEN_BYTES)


def remember(response: Response, token: str) -> None:
    """Keep the token in a cookie that no script reads and no other site sends."""
    response.set_cookie(COOKIE, token, path="/play", httponly=True, samesite="strict")
