"""Signed notes of C2SP: a text, a blank line, and signatures that each name their key."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from .errors import NotProved
from .keys import ID_BYTES, KeyType, SignerKey, VerifierKey, is_key_name

__all__ = ["Note", "Signature", "read_note"]

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
        """The signature as a line of text."""
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
        data = stamp + key.sign(_message(self.text, at_seconds))
        added = Signature(key.name, key.verifier.id, data)
        kept = [found for found in self.signatures if found[:2] != added[:2]]
        return replace(self, signatures=(*kept, added))

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
        if key.type is KeyType.COSIGNATURE:
            at_seconds, data = int.from_bytes(data[:TIME_BYTES], "big"), data[TIME_BYTES:]
        late = at_seconds is not None and at_seconds > MOST_SECONDS
        if late or not key.verifies(data, _message(self.text, at_seconds)):
            raise NotProved(f"the signature of {key.name} is wrong: it does not belong to this text")
        return at_seconds


def _message(text: str, at_seconds: int | None) -> bytes:
    """What is signed: the text, and before it the time where there is one."""
    return (text if at_seconds is None else f"cosignature/v1\ntime {at_seconds}\n{text}").encode()


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
