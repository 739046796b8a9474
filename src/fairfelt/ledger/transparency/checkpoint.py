"""Checkpoints and proofs of C2SP: where a log stands, signed and cosigned, and that one event stands on it."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal
from urllib.parse import quote

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from .merkle import HASH_BYTES, NotProved, check_inclusion, hash_leaf
from .note import KeyType, Note, SignedBy, SignerKey, VerifierKey, read_note, read_verifier_key

__all__ = [
    "KEY_POSTED", "Checkpoint", "InclusionProof", "SignedCheckpoint", "cosign", "next_key", "origin_of",
    "read_proof", "read_signed_checkpoint", "sign_checkpoint",
]  # fmt: skip

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
        return self.note.signed_by([key for key in keys if key.type.cosigns])


def sign_checkpoint(checkpoint: Checkpoint, key: SignerKey) -> SignedCheckpoint:
    """Say, as the log, where it stands; the same checkpoint and key give the same bytes."""
    if key.type is not KeyType.LOG or key.name != checkpoint.origin:
        raise NotProved(f"the key {key.name} cannot sign for the log {checkpoint.origin}")
    return SignedCheckpoint(checkpoint, Note(checkpoint.text).signed(key))


def cosign(signed: SignedCheckpoint, key: SignerKey, at_seconds: int) -> SignedCheckpoint:
    """Confirm as a witness that this log only grew up to here."""
    if not key.type.cosigns:
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
        raise NotProved(_WANTED_CHECKPOINT) from None
    if found.text != note.text or found.size < 0 or not all(lines):
        raise NotProved(_WANTED_CHECKPOINT)
    return SignedCheckpoint(found, note)


def coded(hash_: bytes) -> str:
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


_WANTED_CHECKPOINT = "a checkpoint is the name of a log, a number of events and a root in base64, each on a line"


FIRST_LINE = "c2sp.org/tlog-proof@v1"
MOST_CHARACTERS = 1 << 22
_LONGEST_PATH = 64


@dataclass(frozen=True)
class InclusionProof:
    """That one event stands on a log."""

    line: bytes
    """The event as the log has it."""
    index: int
    path: tuple[bytes, ...]
    signed: SignedCheckpoint

    @property
    def text(self) -> str:
        line = b64encode(self.line).decode()
        lines = (FIRST_LINE, f"extra {line}", f"index {self.index}", *map(coded, self.path), "")
        return "".join(f"{line}\n" for line in lines) + self.signed.note.written

    def check_path(self) -> None:
        """Check that the event leads to the root of the checkpoint, regardless of its signer."""
        leaf, checkpoint = hash_leaf(sha256(self.line).digest()), self.signed.checkpoint
        try:
            check_inclusion(leaf, self.index, checkpoint.size, self.path, checkpoint.root)
        except NotProved as error:
            raise NotProved(f"the event was changed, or it is not on this log: {error}") from error

    def check(
        self, log_keys: Sequence[VerifierKey], witness_keys: Sequence[VerifierKey] = ()
    ) -> tuple[SignedBy, list[SignedBy]]:
        """All of it, against keys that are trusted: the log's signature, and cosignatures of the witnesses."""
        self.check_path()
        return self.signed.check_log(log_keys), self.signed.cosigned_by(witness_keys)


def read_proof(text: str) -> InclusionProof:
    """A proof from its file; nothing of it is checked yet but its form."""
    if len(text) > MOST_CHARACTERS:
        raise NotProved(f"a proof of {len(text):,} characters is too long: at most {MOST_CHARACTERS:,} are read")
    above, _, below = text.partition("\n\n")
    first, *lines = above.split("\n")
    if first != FIRST_LINE:
        raise NotProved(f"this is no proof: its first line would be {FIRST_LINE}")
    try:
        extra, index, *path = lines
        line = b64decode(extra.removeprefix("extra "), validate=True)
        hashes = tuple(map(decoded, path))
        found = InclusionProof(line, int(index.removeprefix("index ")), hashes, read_signed_checkpoint(below))
    except NotProved:
        raise
    except (ValueError, binascii.Error):
        raise NotProved(_WANTED_PROOF) from None
    if found.text != text or len(path) > _LONGEST_PATH:
        raise NotProved(_WANTED_PROOF)
    return found


_WANTED_PROOF = "the file is damaged: after the first line come extra, index, the hashes of the path and the checkpoint"


KEY_POSTED: Literal["checkpoint key posted/1"] = "checkpoint key posted/1"


class _Posted(Struct):
    kind: Literal["checkpoint key posted/1"]
    key: str


class _Line(Struct):
    body: _Posted


_decode = Decoder(_Line).decode


def next_key(line: bytes, of: VerifierKey) -> VerifierKey:
    """The key that an event's line says follows another key of the same log."""
    try:
        key = read_verifier_key(_decode(line).body.key)
    except (MsgspecError, UnicodeDecodeError) as error:
        raise NotProved(f"the event that is shown does not say a new key ({error!s:.100})") from error
    if key.type is not KeyType.LOG or key.name != of.name:
        raise NotProved(f"the new key is of {key.name}, and not of {of.name}")
    return key
