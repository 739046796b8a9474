"""Publishing: the room's key, checkpoints, proofs and cosignatures, from what is committed. Call it off the loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from fairfelt.ledger import Entry, Ledger, LedgerCorrupt, LedgerError
from fairfelt.ledger.chain import exported, genesis, leaf_of, sealed_line
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.ledger.transparency import (
    TILE_LEAVES,
    Checkpoint,
    Frontier,
    InclusionProof,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    new_signer_key,
    origin_of,
    read_signed_checkpoint,
    read_signer_key,
    read_tile_place,
    read_verifier_key,
    root_of_path,
    sign_checkpoint,
)
from fairfelt.ledger.transparency.checkpoint import coded
from fairfelt.ledger.witness.protocol import WitnessLine
from fairfelt.room import Floor
from fairfelt.room.commands.closing import SetCheckpointKey
from fairfelt.room.projections.records import KeyLog
from fairfelt.room.registry import PUBLIC_KINDS

from .room_view import Tell


def read_checkpoint_key(secrets: Secrets, public: str, secret: str) -> SignerKey:
    """The private key that the log names by its digest, found to belong to the public one."""
    text = secrets.read(secret)
    if text is None:
        raise LedgerCorrupt("the key that signs checkpoints is not among the secrets: restore them, or set a new key")
    try:
        key, verifier = read_signer_key(text), read_verifier_key(public)
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
        return self.signed(self._log.committed.tree).note.written.encode()

    def signed(self, tree: Frontier) -> SignedCheckpoint:
        """A tree that is committed, signed."""
        if self._log.fault:
            raise self._log.fault
        last = self._last
        if last is None or last[0] != tree:
            checkpoint = Checkpoint(origin_of(self._log.journal), tree.size, tree.root)
            last = self._last = tree, sign_checkpoint(checkpoint, self._key)
        return last[1]

    def root(self, size: int) -> bytes:
        """The root of the tree of the first `size` events."""
        path = self._log.inclusion(size, size)
        entry, _ = self._entries(size - 1, 1)[0]
        return root_of_path(leaf_of(entry.hash), size - 1, size, path)

    def handover(self, number: int) -> bytes:
        """A proof of the event that says the next key, under a checkpoint that ends with it and has this key."""
        signed = sign_checkpoint(Checkpoint(origin_of(self._log.journal), number, self.root(number)), self._key)
        return self.proof(number, signed)

    def consistency(self, old: int, new: int) -> bytes:
        """Hashes in base64, one a line, which prove that the log only grew."""
        return _lines(self._log.consistency(old, new))

    def tile(self, level: int, place: str) -> bytes:
        """A tile of the tree, by its place in C2SP `tlog-tiles`."""
        return self._log.tile(level, *read_tile_place(place))

    def bundle(self, place: str) -> bytes:
        """What the leaves of a tile hold: the hashes of events, each with its length before it."""
        index, width = read_tile_place(place)
        self._log.tile(0, index, width)
        hashes = (bytes.fromhex(entry.hash) for entry, _ in self._entries(index * TILE_LEAVES, width))
        return b"".join(len(each).to_bytes(2, "big") + each for each in hashes)

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


# Cosignatures that witnesses handed in: the newest of each, limited in number, forgotten when the server stops.


MOST_UNLISTED = 16
"""Witnesses that the room does not list; when another one comes, the one that was heard of longest ago goes."""
AHEAD_S = 300
"""The most that a witness's clock may be ahead of ours."""


@dataclass(frozen=True)
class Cosignature:
    """The last cosignature of one witness."""

    witness: VerifierKey
    signed: SignedCheckpoint
    at_seconds: int
    """Time by the clock of the witness."""
    listed: bool
    """Whether the room knows this witness; a witness can use any name."""


class Cosignatures:
    """Cosignatures of witnesses, newest first. Those the room lists are never displaced by others."""

    def __init__(self, listed: Iterable[VerifierKey] = ()) -> None:
        self.listed = tuple(listed)
        self._by_key: dict[str, Cosignature] = {}
        self._lock = Lock()

    def __iter__(self) -> Iterator[Cosignature]:
        with self._lock:
            found = sorted(self._by_key.values(), key=lambda one: one.at_seconds, reverse=True)
        return iter(found)

    def take(self, signed: SignedCheckpoint, witness: VerifierKey, now_s: int) -> Cosignature:
        """Keep a cosignature of a checkpoint that is ours; NotProved says what is wrong with it."""
        if not witness.type.cosigns:
            raise NotProved(f"the key of {witness.name} is the key of a log: a witness cosigns with a key of its own")
        listed = witness in self.listed
        if self.listed and not listed:
            raise NotProved(f"the witness {witness.name} is not on this room's list: ask the room to put its key there")
        found = signed.cosigned_by([witness])
        if not found or found[-1].at_seconds is None:
            raise NotProved(f"the checkpoint is not cosigned by {witness.name}")
        at_seconds = found[-1].at_seconds
        if at_seconds > now_s + AHEAD_S:
            raise NotProved(f"the clock of the witness {witness.name} is {at_seconds - now_s:,} seconds ahead")
        kept = Cosignature(witness, signed, at_seconds, listed)
        with self._lock:
            before = self._by_key.get(witness.text)
            if before is None or before.at_seconds <= at_seconds:
                self._by_key[witness.text] = kept
            self._forget()
        return kept

    def newest_over(self, number: int, key: VerifierKey) -> SignedCheckpoint | None:
        """The newest cosigned checkpoint by that key that covers an event, with all its cosigners."""
        covering = [one for one in self if one.signed.checkpoint.size >= number]
        covering = [one for one in covering if one.signed.note.signed_by([key])]
        if not covering:
            return None
        newest = max(covering, key=lambda one: one.signed.checkpoint.size).signed
        note = replace(newest.note, signatures=tuple(one for one in newest.note.signatures if one.key_id == key.id))
        for one in covering:
            if one.signed.checkpoint == newest.checkpoint:
                own = (sign for sign in one.signed.note.signatures if sign.key_id == one.witness.id)
                note = replace(note, signatures=(*note.signatures, *own))
        return SignedCheckpoint(newest.checkpoint, note)

    def _forget(self) -> None:
        unlisted = sorted((one.at_seconds, text) for text, one in self._by_key.items() if not one.listed)
        for _, text in unlisted[: max(0, len(unlisted) - MOST_UNLISTED)]:
            del self._by_key[text]


PUSH_EVERY_S = 10.0
_log = logging.getLogger(__name__)


class Publishing:
    """The public part of the log, signed by the room."""

    def __init__(self, tell: Tell, address: str | Path, witnesses: Iterable[VerifierKey] = ()) -> None:
        self._tell, self._address = tell, address
        self.keys = KeyLog()
        self.cosignatures = Cosignatures(witnesses)
        self._publishers: dict[str, tuple[Ledger[Floor], Publisher]] = {}

    async def begin(self, ledger: Ledger[Floor]) -> None:
        """Give a room that has no key its first."""
        if not ledger.committed.state.checkpoint_key:
            await self._tell(ledger, await asyncio.to_thread(self.next_key, ledger))

    def next_key(self, ledger: Ledger[Floor], document: str = "") -> SetCheckpointKey:
        """Make a key and keep it; the command that this gives has it sign from then on."""
        key = new_signer_key(origin_of(ledger.journal), KeyType.LOG)
        return SetCheckpointKey(key=key.verifier.text, secret=self._secrets.keep(key.text), document=document)

    def publisher(self, ledger: Ledger[Floor]) -> Publisher:
        floor = ledger.committed.state
        return self._publisher(ledger, floor.checkpoint_key, floor.checkpoint_secret)

    def checkpoint(self, ledger: Ledger[Floor]) -> SignedCheckpoint:
        committed = ledger.committed
        floor = committed.state
        return self._publisher(ledger, floor.checkpoint_key, floor.checkpoint_secret).signed(committed.tree)

    def handover(self, ledger: Ledger[Floor], key_id: str) -> bytes:
        """The proof, signed with an old key, of the event that says the key after it."""
        self.keys.read_on(ledger)
        old, new = self.keys.after(key_id)
        return self._publisher(ledger, old.key, old.secret).handover(new.posted_at)

    def proof(self, ledger: Ledger[Floor], number: int) -> bytes:
        """A proof of a public event, under the newest checkpoint with cosignatures that covers it, if there is one."""
        own = read_verifier_key(ledger.committed.state.checkpoint_key)
        return self.publisher(ledger).proof(number, self.cosignatures.newest_over(number, own))

    def take(self, ledger: Ledger[Floor], written: str, witness: str, now_s: int) -> Cosignature:
        """Keep the cosignature of a witness, of a checkpoint that this room signed and still stands by."""
        key, signed = read_verifier_key(witness), read_signed_checkpoint(written)
        checkpoint, origin = signed.checkpoint, origin_of(ledger.journal)
        if checkpoint.origin != origin:
            raise NotProved(f"the checkpoint is of {checkpoint.origin}, but this is {origin}")
        self.keys.read_on(ledger)
        signed.check_log([read_verifier_key(one.key) for one in self.keys.all])
        if not 1 <= checkpoint.size <= ledger.committed.tree.size:
            raise NotProved(f"the log has no {checkpoint.size:,} events")
        if self.publisher(ledger).root(checkpoint.size) != checkpoint.root:
            raise NotProved(f"this room signed another history of {checkpoint.size:,} events: keep what you have")
        return self.cosignatures.take(signed, key, now_s)

    async def keep_pushing(
        self, ledger: Callable[[], Ledger[Floor]], lines: Iterable[WitnessLine], clock: Callable[[], int]
    ) -> None:
        """Hand the checkpoint to witnesses again and again, as long as the room is served."""

        async def push(line: WitnessLine) -> None:
            while True:
                try:
                    with suppress(LedgerError):  # this server is not the active one, or not yet
                        await asyncio.to_thread(self.push, ledger(), line, clock() // 1_000_000)
                except NotProved as error:
                    _log.warning("a witness has not cosigned: %s", error)
                await asyncio.sleep(PUSH_EVERY_S)

        await asyncio.gather(*map(push, lines))

    def push(self, ledger: Ledger[Floor], line: WitnessLine, now_s: int) -> Cosignature:
        """Have a witness cosign where the log stands now, and keep that."""
        return self.cosignatures.take(line.push(self.checkpoint(ledger), ledger.consistency), line.key, now_s)

    @cached_property
    def _secrets(self) -> Secrets:
        return Secrets(place_of(self._address))

    def _publisher(self, ledger: Ledger[Floor], key: str, secret: str) -> Publisher:
        if not secret:
            raise LedgerCorrupt("this room has no key for checkpoints yet")
        known = self._publishers.get(secret)
        if known is None or known[0] is not ledger:
            signer = read_checkpoint_key(self._secrets, key, secret)
            known = self._publishers[secret] = ledger, Publisher(ledger, signer, public=PUBLIC_KINDS)
        return known[1]
