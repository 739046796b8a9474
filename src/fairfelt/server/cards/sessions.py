"""Sessions: a user entered a card and the right PIN at a device, and may act there for a while."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

Clock = Callable[[], float]
IDLE_S = 600.0
LONGEST_S = 12 * 3600.0
MOST_SESSIONS = 10_000


class SignInRefused(Exception):  # noqa: N818  (it reads as what happened)
    """Card and PIN do not open a session; the sentence reveals only what a stranger may know."""


class PinDue(SignInRefused):
    """The one-time code was right: it opens nothing, and the holder chooses a PIN with it."""


@dataclass(frozen=True)
class Session:
    """One person at one device."""

    card: str
    person: str
    device: str
    opened_s: float
    used_s: float
    standing: tuple[int, int]
    """How often the card's PIN was reset, and the person's role changed, when it was opened."""


class Sessions:
    """Open sessions by the digest of their token: who reads the memory of them cannot use them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[str, Session] = {}

    def open(self, card: str, person: str, device: str, standing: tuple[int, int] = (0, 0)) -> str:
        """Open a session and return its token, which is shown once."""
        if len(self._open) >= MOST_SESSIONS:
            self._forget_ended()
        if len(self._open) >= MOST_SESSIONS:
            raise SignInRefused("too many people are signed in; sign out somewhere first")
        token, now = secrets.token_urlsafe(32), self._clock()
        self._open[_digest(token)] = Session(card, person, device, now, now, standing)
        return token

    def find(self, token: str, device: str) -> Session | None:
        """The session of a token at the device it was opened at; looking it up keeps it alive."""
        key = _digest(token)
        session = self._open.get(key)
        if session is None or session.device != device or self._ended(session):
            return None
        self._open[key] = used = replace(session, used_s=self._clock())
        return used

    def close(self, token: str, device: str) -> Session | None:
        """End a session; gives the one that ended."""
        return self._open.pop(_digest(token), None) if self.find(token, device) else None

    def close_card(self, card: str) -> None:
        """End every session of a card that was locked or withdrawn."""
        self._open = {key: session for key, session in self._open.items() if session.card != card}

    def _ended(self, session: Session) -> bool:
        now = self._clock()
        return now - session.used_s > IDLE_S or now - session.opened_s > LONGEST_S

    def _forget_ended(self) -> None:
        self._open = {key: session for key, session in self._open.items() if not self._ended(session)}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
