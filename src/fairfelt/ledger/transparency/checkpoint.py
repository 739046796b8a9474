"""Checkpoints of C2SP: where a log stands, signed by the log, and cosigned by those who saw it only grow."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from .errors import NotProved
from .keys import KeyType, SignerKey, VerifierKey
from .merkle import HASH_BYTES, Frontier
from .note import Note, SignedBy, read_note

__all__ = ["Checkpoint", "SignedCheckpoint", "cosign", "origin_of", "read_signed_checkpoint", "sign_checkpoint"]

ORIGIN = "fairfelt/journal/"


def origin_of(journal: str) -> str:
    """What a journal is called on its checkpoints: its own name, with nothing in it that a key's name may not hold."""
    return ORIGIN + quote(journal, safe="")


@dataclass(frozen=True)
class Checkpoint:
    """The name of a log, its number of leaves, and the root over them."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Further lines, which nobody can check; ours have none."""

    @property
    def text(self) -> str:
        """The text that is signed."""
        return "".join(f"{line}\n" for line in (self.origin, self.size, coded(self.root), *self.extensions))


@dataclass(frozen=True)
class SignedCheckpoint:
    """A checkpoint, and the note that carries it."""

    checkpoint: Checkpoint
    note: Note

    def check_log(self, keys: Sequence[VerifierKey]) -> SignedBy:
        """That the log itself signed it, with one of these keys."""
        origin = self.checkpoint.origin
        own = [key for key in keys if key.type is KeyType.LOG and key.name == origin]
        if not own:
            names = ", ".join(key.name for key in keys) or "none"
            raise NotProved(f"the checkpoint is of {origin}, but the keys given are of {names}")
        if found := self.note.signed_by(own):
            return found[-1]
        raise NotProved(f"the checkpoint of {origin} is not signed with the key that was given for it")

    def cosigned_by(self, keys: Sequence[VerifierKey]) -> list[SignedBy]:
        """Those of the keys that cosigned it."""
        return self.note.signed_by([key for key in keys if key.type is KeyType.COSIGNATURE])


def sign_checkpoint(origin: str, tree: Frontier, key: SignerKey) -> SignedCheckpoint:
    """Say, as the log, where it stands; the same tree and key give the same bytes."""
    return sign_root(Checkpoint(origin, tree.size, tree.root), key)


def sign_root(checkpoint: Checkpoint, key: SignerKey) -> SignedCheckpoint:
    """Sign a size and a root that are known already."""
    if key.type is not KeyType.LOG or key.name != checkpoint.origin:
        raise NotProved(f"the key {key.name} cannot sign for the log {checkpoint.origin}")
    return SignedCheckpoint(checkpoint, Note(checkpoint.text).signed(key))


def cosign(signed: SignedCheckpoint, key: SignerKey, at_seconds: int) -> SignedCheckpoint:
    """Confirm as a witness that this log only grew up to here."""
    if key.type is not KeyType.COSIGNATURE:
        raise NotProved(f"the key {key.name} is the key of a log: it does not cosign")
    return SignedCheckpoint(signed.checkpoint, signed.note.signed(key, at_seconds))


def read_signed_checkpoint(written: str) -> SignedCheckpoint:
    """A checkpoint from its note; whose it is, is not checked yet."""
    note = read_note(written)
    lines = note.text[:-1].split("\n")
    try:
        origin, size, root, *extensions = lines
        found = Checkpoint(origin, int(size), decoded(root), tuple(extensions))
    except ValueError:
        raise NotProved(_WANTED) from None
    if found.text != note.text or found.size < 0 or not all(lines):
        raise NotProved(_WANTED)
    return SignedCheckpoint(found, note)


def coded(hash_: bytes) -> str:
    """A hash in base64."""
    return b64encode(hash_).decode()


def decoded(text: str) -> bytes:
    """A hash from base64; a ValueError if it is none."""
    try:
        hash_ = b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
    if len(hash_) != HASH_BYTES or coded(hash_) != text:
        raise ValueError(f"{text!r:.60} is no hash")
    return hash_


_WANTED = "a checkpoint is the name of a log, a number of events and a root in base64, each on a line"
