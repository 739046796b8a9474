"""Signed notes of C2SP: keys as text, a text, a blank line, and signatures (Ed25519, ML-DSA-44) that name their key."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING, NamedTuple

from .merkle import NotProved

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

__all__ = [
    "KeyType", "Note", "Signature", "SignerKey", "VerifierKey", "new_signer_key", "read_note", "read_signer_key",
    "read_verifier_key",
]  # fmt: skip

PRIVATE = "PRIVATE+KEY+"
KEY_BYTES, ID_BYTES, ML_DSA_PUBLIC_BYTES = 32, 4, 1_312


class KeyType(IntEnum):
    """What a signature says: its number is part of the key's name in bytes."""

    LOG = 1
    """This is where my log stands."""
    COSIGNATURE = 4
    """I have seen this log only grow, and at this time it stood here."""
    ML_DSA_COSIGNATURE = 6
    """The same, and no quantum computer can forge it."""

    @property
    def cosigns(self) -> bool:
        return self is not KeyType.LOG

    @property
    def public_bytes(self) -> int:
        return ML_DSA_PUBLIC_BYTES if self is KeyType.ML_DSA_COSIGNATURE else KEY_BYTES


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
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

        kind = MLDSA44PublicKey if self.type is KeyType.ML_DSA_COSIGNATURE else Ed25519PublicKey
        try:
            kind.from_public_bytes(self.public).verify(signature, message)
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
        return VerifierKey(self.name, self.type, self._private.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as text, which must stay secret."""
        seed = b64encode(bytes([self.type]) + self.seed).decode()
        return f"{PRIVATE}{self.name}+{self.verifier.id.hex()}+{seed}"

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)

    @property
    def _private(self) -> Ed25519PrivateKey | MLDSA44PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

        if self.type is KeyType.ML_DSA_COSIGNATURE:
            return MLDSA44PrivateKey.from_seed_bytes(self.seed)
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def new_signer_key(name: str, type_: KeyType) -> SignerKey:
    """A key nobody can guess."""
    if not is_key_name(name):
        raise NotProved(f"{name!r:.60} is no name for a key: use printable characters, no spaces and no plus sign")
    return SignerKey(name, type_, token_bytes(KEY_BYTES))


def read_verifier_key(text: str) -> VerifierKey:
    name, type_, public = _read(text, "a verifier key is NAME+ID+KEY, as it was given out by who signs")
    if len(public) != type_.public_bytes:
        raise NotProved(f"the verifier key of {name} is damaged: it has {len(public)} bytes")
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
    if len(seed) != KEY_BYTES:
        raise NotProved(wanted)
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
    if not is_key_name(name):
        raise NotProved(wanted)
    return name, type_, data[1:]


def is_key_name(name: str) -> bool:
    return bool(name) and name.isprintable() and "+" not in name and not any(map(str.isspace, name))


MOST_CHARACTERS = 1 << 16
MOST_SECONDS = (1 << 63) - 1
TIME_BYTES = 8
_DASH = "— "


class Signature(NamedTuple):
    """One line under a note."""

    name: str
    key_id: bytes
    data: bytes

    @property
    def line(self) -> str:
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.data).decode()}\n"


class SignedBy(NamedTuple):
    """A signature that was found right."""

    key: VerifierKey
    at_seconds: int | None
    """When it was made, since 1970; None for a log's own signature."""


@dataclass(frozen=True)
class Note:
    """A text with signatures under it."""

    text: str
    """Ends with a line feed."""
    signatures: tuple[Signature, ...] = ()

    @property
    def written(self) -> str:
        """The note as text, for sharing."""
        return f"{self.text}\n{''.join(signature.line for signature in self.signatures)}"

    def signed(self, key: SignerKey, at_seconds: int | None = None) -> Note:
        """The note with one more signature, which replaces an older one by the same key."""
        stamp = b"" if at_seconds is None else at_seconds.to_bytes(TIME_BYTES, "big")
        data = stamp + key.sign(_message(key, self.text, at_seconds))
        added = Signature(key.name, key.verifier.id, data)
        kept = [found for found in self.signatures if found[:2] != added[:2]]
        return replace(self, signatures=(*kept, added))

    def kept(self, keys: Iterable[VerifierKey]) -> Note:
        """The note with the signatures of these keys alone."""
        known = {(key.name, key.id) for key in keys}
        return replace(self, signatures=tuple(one for one in self.signatures if one[:2] in known))

    def signed_by(self, keys: Iterable[VerifierKey]) -> list[SignedBy]:
        """Those of the keys that signed. Signatures of others are passed over; a wrong one of these is refused."""
        found = []
        for key in keys:
            for signature in self.signatures:
                if (signature.name, signature.key_id) == (key.name, key.id):
                    found.append(SignedBy(key, self._check(signature, key)))
        return found

    def _check(self, signature: Signature, key: VerifierKey) -> int | None:
        data, at_seconds = signature.data, None
        if key.type.cosigns:
            at_seconds, data = int.from_bytes(data[:TIME_BYTES], "big"), data[TIME_BYTES:]
        late = at_seconds is not None and at_seconds > MOST_SECONDS
        if late or not key.verifies(data, _message(key, self.text, at_seconds)):
            raise NotProved(f"the signature of {key.name} is wrong: it does not belong to this text")
        return at_seconds


def _message(key: SignerKey | VerifierKey, text: str, at_seconds: int | None) -> bytes:
    """What is signed: the text, and before it the time where there is one; or a checkpoint's three lines in bytes."""
    if at_seconds is None:
        return text.encode()
    if key.type is not KeyType.ML_DSA_COSIGNATURE:
        return f"cosignature/v1\ntime {at_seconds}\n{text}".encode()
    try:
        origin, size, root = text.split("\n")[:3]
        name, log, start = key.name.encode(), origin.encode(), 0
        numbers = b"".join(each.to_bytes(TIME_BYTES, "big") for each in (start, int(size)))
        named = (bytes([len(name)]) + name, at_seconds.to_bytes(TIME_BYTES, "big"), bytes([len(log)]) + log)
        return b"".join((b"subtree/v1\n\0", *named, numbers, b64decode(root, validate=True)))
    except (ValueError, OverflowError) as error:
        raise NotProved(f"only a checkpoint is cosigned with the key {key.name}: {error}") from error


def read_note(written: str) -> Note:
    """A note from what was handed around."""
    if len(written) > MOST_CHARACTERS:
        raise NotProved(f"a note of {len(written):,} characters is too long: at most {MOST_CHARACTERS:,} are read")
    if any(character < " " and character != "\n" for character in written):
        raise NotProved("a note holds no control characters but line feeds")
    text, blank, below = written.rpartition("\n\n")
    if not blank or not below.endswith("\n"):
        raise NotProved("a note is a text, a blank line, and lines with signatures that end with a line feed")
    return Note(f"{text}\n", tuple(_signature(line) for line in below[:-1].split("\n")))


def _signature(line: str) -> Signature:
    try:
        name, coded = line.removeprefix(_DASH).split(" ")
        data = b64decode(coded, validate=True)
    except (ValueError, binascii.Error):
        raise NotProved(_WANTED) from None
    found = Signature(name, data[:ID_BYTES], data[ID_BYTES:])
    if found.line != f"{line}\n" or not is_key_name(name) or not found.data:
        raise NotProved(_WANTED)
    return found


_WANTED = "a signature under a note is a dash (—), the name of a key, and the signature in base64"
