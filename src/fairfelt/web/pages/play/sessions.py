"""Practice sessions: tables in memory, each behind a cookie, the oldest given up when there are too many.

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

from fairfelt.rules import Game, fingerprint

T = TypeVar("T")

COOKIE = "fairfelt-seat"
TOKEN_BYTES = 18
TOKEN_LENGTH = 24
MOST_SESSIONS = 500


@dataclass(eq=False)
class PracticeSession(Generic[T]):
    """One visitor at one table, and the lock of who moves."""

    table: T
    lock: Lock = field(default_factory=Lock)


class PracticeSessions:
    """All sessions, by visitor, kind of table and game."""

    def __init__(self, most: int = MOST_SESSIONS) -> None:
        self._most = most
        self._sessions: OrderedDict[tuple[str, str, str, str], PracticeSession[Any]] = OrderedDict()
        self._guard = Lock()

    def find(self, token: str, kind: str, game: Game, opened: Callable[[Game], T]) -> PracticeSession[T]:
        """The session of that visitor at that game; a new one if there is none yet."""
        key = (token, kind, game.slug, fingerprint(game))
        with self._guard:
            if key not in self._sessions:
                self._sessions[key] = PracticeSession(opened(game))
            self._sessions.move_to_end(key)
            while len(self._sessions) > self._most:
                self._sessions.popitem(last=False)
            return self._sessions[key]

    def of(self, token: str, kind: str) -> list[Any]:
        """The tables of that kind at which that visitor sits."""
        with self._guard:
            return [session.table for key, session in self._sessions.items() if key[:2] == (token, kind)]

    def __len__(self) -> int:
        return len(self._sessions)


def new_token() -> str:
    """A token for somebody who sits down."""
    return token_urlsafe(TOKEN_BYTES)


def token_of(request: Request) -> str:
    """Who asks: the token of the cookie, or a new one."""
    token = request.cookies.get(COOKIE, "")
    return token if len(token) == TOKEN_LENGTH else new_token()


def remember(response: Response, token: str) -> None:
    """Keep the token in a cookie that no script reads and no other site sends."""
    response.set_cookie(COOKIE, token, path="/play", httponly=True, samesite="strict")
