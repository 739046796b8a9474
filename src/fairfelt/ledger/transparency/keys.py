"""Keys that sign checkpoints, in the text form of C2SP signed notes: Ed25519, of a log or of one who cosigns."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING

from .errors import NotProved

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["KeyType", "SignerKey", "VerifierKey", "new_signer_key", "read_signer_key", "read_verifier_key"]

PRIVATE = "PRIVATE+KEY+"
KEY_BYTES, ID_BYTES = 32, 4


class KeyType(IntEnum):
    """What a signature says: its number is part of the key's name in bytes."""

    LOG = 1
    """This is where my log stands."""
    COSIGNATURE = 4
    """I have seen this log only grow, and at this time it stood here."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with its name."""

    name: str
    type: KeyType
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names its key."""
        return sha256(self.name.encode() + b"\n" + bytes([self.type]) + self.public).digest()[:ID_BYTES]

    @property
    def text(self) -> str:
        """The key as text, for sharing."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.type]) + self.public).decode()}"

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Whether this key made that signature of that message."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SignerKey:
    """A private key with its name."""

    name: str
    type: KeyType
    seed: bytes = field(repr=False)

    @property
    def verifier(self) -> VerifierKey:
        """The public key that belongs to it."""
        return VerifierKey(self.name, self.type, self._private.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as text, which must stay secret."""
        seed = b64encode(bytes([self.type]) + self.seed).decode()
        return f"{PRIVATE}{self.name}+{self.verifier.id.hex()}+{seed}"

    def sign(self, message: bytes) -> bytes:
        """The signature of a message."""
        return self._private.sign(message)

    @property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)


def new_signer_key(name: str, type_: KeyType) -> SignerKey:
    """A key nobody can guess."""
    if not is_key_name(name):
        raise NotProved(f"{name!r:.60} is no name for a key: use printable characters, no spaces and no plus sign")
    return SignerKey(name, type_, token_bytes(KEY_BYTES))


def read_verifier_key(text: str) -> VerifierKey:
    """A public key from its text."""
    name, type_, public = _read(text, "a verifier key is NAME+ID+KEY, as it was given out by who signs")
    key = VerifierKey(name, type_, public)
    if key.text != text:
        raise NotProved(f"the verifier key of {name} is damaged: its three parts do not belong together")
    return key


def read_signer_key(text: str) -> SignerKey:
    """A private key from its text; no complaint shows any of it."""
    wanted = f"a signer key is {PRIVATE}NAME+ID+KEY"
    if not text.startswith(PRIVATE):
        raise NotProved(wanted)
    name, type_, seed = _read(text.removeprefix(PRIVATE), wanted)
    key = SignerKey(name, type_, seed)
    if key.text != text:
        raise NotProved(f"the signer key of {name} is damaged: its three parts do not belong together")
    return key


def _read(text: str, wanted: str) -> tuple[str, KeyType, bytes]:
    try:
        name, _, coded = text.split("+", 2)
        data = b64decode(coded, validate=True)
        type_ = KeyType(data[0])
    except (ValueError, IndexError, binascii.Error):
        raise NotProved(wanted) from None
    if not is_key_name(name) or len(data) != 1 + KEY_BYTES:
        raise NotProved(wanted)
    return name, type_, data[1:]


def is_key_name(name: str) -> bool:
    """Whether a key can go by that name."""
    return bool(name) and name.isprintable() and "+" not in name and not any(map(str.isspace, name))
