"""Publishes a room's log as the bytes that are sent: checkpoints, paths, proofs, and events for auditors."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .. import Entry, Ledger, LedgerCorrupt, Secrets
from ..chain import exported, genesis, leaf_of, sealed_line
from ..transparency import (
    Checkpoint,
    Frontier,
    InclusionProof,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    new_signer_key,
    origin_of,
    read_signer_key,
    read_verifier_key,
    root_of_path,
    sign_checkpoint,
)
from ..transparency.checkpoint import coded, sign_root


@dataclass(frozen=True)
class CheckpointKey:
    """What the log says of the key: enough to verify with, and to find the secret half."""

    verifier: str
    """The public key as C2SP writes it."""
    secret: str
    """The digest under which the private key is kept."""


def keep_new_checkpoint_key(secrets: Secrets, journal: str) -> CheckpointKey:
    """Make a key for a journal's checkpoints and keep it; an event must say so before it signs."""
    key = new_signer_key(origin_of(journal), KeyType.LOG)
    return CheckpointKey(key.verifier.text, secrets.keep(key.text))


def read_checkpoint_key(secrets: Secrets, named: CheckpointKey) -> SignerKey:
    """The private key that the log names, found to belong to the public one."""
    text = secrets.read(named.secret)
    if text is None:
        raise LedgerCorrupt("the key that signs checkpoints is not among the secrets: restore them, or set a new key")
    try:
        key, verifier = read_signer_key(text), read_verifier_key(named.verifier)
    except NotProved as error:
        raise LedgerCorrupt(f"the key that signs checkpoints cannot be used: {error}") from error
    if key.verifier != verifier:
        raise LedgerCorrupt("the key that signs checkpoints is not the one that the log names: set a new key")
    return key


MOST_EVENTS = 1_000


class Publisher:
    """Signs where a log stands and proves what stands on it, from any thread. Only what is committed is signed."""

    def __init__(self, log: Ledger[Any], key: SignerKey, *, public: Collection[str] = ()) -> None:
        self._log, self._key = log, key
        self._public = frozenset(public)
        """Kinds of events that name nobody: only these are proved to the public."""
        self._last: tuple[Frontier, SignedCheckpoint] | None = None

    @property
    def verifier(self) -> str:
        """The key to verify with, as it is given to witnesses."""
        return self._key.verifier.text

    def checkpoint(self) -> bytes:
        """The newest checkpoint."""
        return self.signed(self._log.committed.tree).note.written.encode()

    def signed(self, tree: Frontier) -> SignedCheckpoint:
        """A tree that is committed, signed."""
        if self._log.fault:
            raise self._log.fault
        last = self._last
        if last is None or last[0] != tree:
            last = self._last = tree, sign_checkpoint(origin_of(self._log.journal), tree, self._key)
        return last[1]

    def root(self, size: int) -> bytes:
        """The root of the tree of the first `size` events."""
        path = self._log.inclusion(size, size)
        entry, _ = self._entries(size - 1, 1)[0]
        return root_of_path(leaf_of(entry.hash), size - 1, size, path)

    def handover(self, number: int) -> bytes:
        """A proof of the event that says the next key, under a checkpoint that ends with it and has this key."""
        signed = sign_root(Checkpoint(origin_of(self._log.journal), number, self.root(number)), self._key)
        return self.proof(number, signed)

    def consistency(self, old: int, new: int) -> bytes:
        """Hashes in base64, one a line, which prove that the log only grew."""
        return _lines(self._log.consistency(old, new))

    def inclusion(self, number: int, size: int) -> bytes:
        """Hashes in base64, one a line, which lead from an event to the root."""
        return _lines(self._log.inclusion(number, size))

    def events(self, after: int, limit: int) -> bytes:
        """Events as an export writes them; for those who may see everything."""
        if after < 0 or limit < 1:
            raise NotProved(f"events are asked for after number 0 or more and at least 1 of them, not {after}, {limit}")
        return b"".join(
            exported(entry, previous) + b"\n" for entry, previous in self._entries(after, min(limit, MOST_EVENTS))
        )

    def proof(self, number: int, signed: SignedCheckpoint | None = None) -> bytes:
        """A proof file of one event that names nobody, under a checkpoint of this log: that of now, or one given."""
        signed = signed or self.signed(self._log.committed.tree)
        path = self._log.inclusion(number, signed.checkpoint.size)
        entry, previous = self._entries(number - 1, 1)[0]
        if entry.kind not in self._public:
            raise NotProved(f"event {number} is not one that is proved to the public")
        return InclusionProof(sealed_line(entry, previous), number - 1, path, signed).text.encode()

    def _entries(self, after: int, limit: int) -> list[tuple[Entry, str]]:
        """Events with the hash that each follows."""
        before = self._log.entries(after=after - 1, limit=1) if after else []
        previous = before[0].hash if before else genesis(self._log.journal).hash
        found = list[tuple[Entry, str]]()
        for entry in self._log.entries(after=after, limit=limit):
            found.append((entry, previous))
            previous = entry.hash
        return found


def _lines(path: tuple[bytes, ...]) -> bytes:
    return "".join(f"{coded(hash_)}\n" for hash_ in path).encode()
