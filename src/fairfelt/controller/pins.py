"""PINs: hashed by argon2, kept beside the journal, and named on the log by a digest only."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from fairfelt.ledger.store import Secrets

FEWEST_DIGITS, MOST_DIGITS = 4, 12


class BadPin(ValueError):  # noqa: N818  (it reads as what happened)
    """A PIN that cannot be one."""


class Pins:
    """Keeps PINs and tells right ones from wrong ones. Both take a while on purpose: call them off the event loop."""

    def __init__(self, secrets: Secrets, hasher: PasswordHasher | None = None) -> None:
        self._secrets, self._hasher = secrets, hasher or PasswordHasher()
        self._nobodys = self._hasher.hash("nobody's PIN")

    def keep(self, pin: str) -> str:
        """Keep a PIN; gives the digest by which cards refer to it."""
        if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
            raise BadPin(f"a PIN is {FEWEST_DIGITS} to {MOST_DIGITS} digits")
        if len(set(pin)) == 1:
            raise BadPin("a PIN of one digit repeated is the first one anybody tries: choose another")
        return self._secrets.keep(self._hasher.hash(pin))

    def known(self, secret: str) -> bool:
        """Whether a PIN is kept under that digest."""
        return self._secrets.read(secret) is not None

    def right(self, secret: str, pin: str) -> bool:
        """Whether it is the PIN kept under that digest; nobody's takes as long as somebody's."""
        kept = self._secrets.read(secret) if secret else None
        try:
            return self._hasher.verify(kept or self._nobodys, pin) and kept is not None
        except VerificationError:
            return False
