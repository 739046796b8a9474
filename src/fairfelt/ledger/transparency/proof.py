"""A proof as a file (C2SP tlog-proof): one event, its path through the tree, and the checkpoint it leads to.

The event's line stands under `extra`. Its SHA-256 is the data of the leaf, so that the line proves itself.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from .checkpoint import Checkpoint, SignedCheckpoint, coded, decoded, read_signed_checkpoint
from .errors import NotProved
from .keys import VerifierKey
from .merkle import check_inclusion, hash_leaf
from .note import SignedBy

__all__ = ["InclusionProof", "Proved", "read_proof"]

FIRST_LINE = "c2sp.org/tlog-proof@v1"
MOST_CHARACTERS = 1 << 22
_LONGEST_PATH = 64


@dataclass(frozen=True)
class Proved:
    """What a proof shows."""

    line: bytes
    index: int
    checkpoint: Checkpoint
    signed: SignedBy
    cosigned: tuple[SignedBy, ...]


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
        """The proof as the text of a file."""
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

    def check(self, log_keys: Sequence[VerifierKey], witness_keys: Sequence[VerifierKey] = ()) -> Proved:
        """All of it, against keys that are trusted."""
        self.check_path()
        signed, cosigned = self.signed.check_log(log_keys), self.signed.cosigned_by(witness_keys)
        return Proved(self.line, self.index, self.signed.checkpoint, signed, tuple(cosigned))


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
        raise NotProved(_WANTED) from None
    if found.text != text or len(path) > _LONGEST_PATH:
        raise NotProved(_WANTED)
    return found


_WANTED = "the file is damaged: after the first line come extra, index, the hashes of the path and the checkpoint"
