"""PINs: hashed by argon2, kept beside the journal, and named on the log by a digest only."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from fairfelt.ledger.store import Secrets

T = TypeVar("T")
FEWEST_DIGITS, MOST_DIGITS = 4, 12
CODE_DIGITS = 8
"""Number of digits of a one-time code."""
_UPWARD = "01234567890123456789"


class BadPin(ValueError):  # noqa: N818  (it reads as what happened)
    """A PIN that cannot be one."""


def check_pin(pin: str, cards: Iterable[str] = ()) -> None:
    """Refuse what is no PIN, and what an attacker would try first."""
    if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise BadPin(f"a PIN is {FEWEST_DIGITS} to {MOST_DIGITS} digits")
    if len(set(pin)) == 1:
        raise BadPin("a PIN of one digit repeated is the first one anybody tries: choose another")
    if pin in _UPWARD or pin in _UPWARD[::-1]:
        raise BadPin(
            "a PIN of digits in a row, such as 1234 or 9876, is among the first that anybody tries: choose another"
        )
    if any(len(pin) % size == 0 and pin == pin[:size] * (len(pin) // size) for size in (2, 3, 4, 6) if size < len(pin)):
        raise BadPin("a PIN that repeats itself, such as 1212, is among the first that anybody tries: choose another")
    if any(pin == "".join(filter(str.isdigit, card)) for card in cards):
        raise BadPin("the PIN must not be the number on the card: choose another")


class OneTimeCode(NamedTuple):
    """What the holder of a card chooses a PIN with. The salt keeps one code apart from the same digits elsewhere."""

    digits: str
    salt: str

    @classmethod
    def new(cls) -> OneTimeCode:
        """One that nobody can guess."""
        return cls(f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}", secrets.token_hex(16))


class Hashing:
    """Threads for hashing alone: it takes long on purpose, and nothing else waits behind it.

    One device is served after another, so that a device that asks and asks holds up nobody but itself.
    """

    def __init__(self, threads: int = 2) -> None:
        self._threads = ThreadPoolExecutor(threads, "pins")
        self._at_devices: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def run(self, device: str, work: Callable[..., T], *arguments: Any) -> T:
        """Hash something for a device, off the event loop."""
        async with self._at_devices[device]:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


class Pins:
    """Stores and verifies PINs. Both are slow on purpose: call them off the event loop."""

    def __init__(self, secrets: Secrets, hasher: PasswordHasher | None = None) -> None:
        self._secrets, self._hasher = secrets, hasher or PasswordHasher()
        self._nobodys = self._hasher.hash("nobody's PIN")

    def keep(self, pin: str, cards: Iterable[str] = ()) -> str:
        """Keep a PIN that the holder of these cards has chosen; gives the digest by which a card refers to it."""
        check_pin(pin, cards)
        return self._secrets.keep(self._hasher.hash(pin))

    def keep_code(self, code: OneTimeCode) -> str:
        """Keep a one-time code; kept again it has the same digest, so that a form sent twice does nothing twice."""
        return self._secrets.keep(self._hasher.hash(code.digits, salt=bytes.fromhex(code.salt)))

    def known(self, secret: str) -> bool:
        """Whether a PIN is kept under that digest."""
        return self._secrets.read(secret) is not None

    def known_among(self, secrets: Iterable[str]) -> set[str]:
        """Those of the digests under which a PIN is kept."""
        return self._secrets.kept(secrets)

    def right(self, secret: str, pin: str) -> bool:
        """Whether it is the PIN kept under that digest; an unknown digest takes as long as a known one."""
        kept = self._secrets.read(secret) if secret else None
        try:
            return self._hasher.verify(kept or self._nobodys, pin) and kept is not None
        except VerificationError:
            return False
