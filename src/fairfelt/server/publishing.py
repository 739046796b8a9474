"""Publishing: the room's key, its checkpoints and proofs, all from what is committed. Call it off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from fairfelt.ledger import Answer, Ledger, LedgerCorrupt
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.ledger.transparency import (
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    origin_of,
    read_signed_checkpoint,
    read_verifier_key,
)
from fairfelt.ledger.witness.publisher import CheckpointKey, Publisher, keep_new_checkpoint_key, read_checkpoint_key
from fairfelt.room import Floor
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.closing import SetCheckpointKey
from fairfelt.room.projections.records import KeyLog
from fairfelt.room.registry import PUBLIC_KINDS

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
        if witness.type is not KeyType.COSIGNATURE:
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


Tell = Callable[[Ledger[Floor], RoomCommand], Awaitable[Answer]]


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
        named = keep_new_checkpoint_key(self._secrets, ledger.journal)
        return SetCheckpointKey(key=named.verifier, secret=named.secret, document=document)

    def publisher(self, ledger: Ledger[Floor]) -> Publisher:
        """The publisher with the current key."""
        floor = ledger.committed.state
        return self._publisher(ledger, floor.checkpoint_key, floor.checkpoint_secret)

    def checkpoint(self, ledger: Ledger[Floor]) -> SignedCheckpoint:
        """The newest checkpoint, signed with the key in force there."""
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

    @cached_property
    def _secrets(self) -> Secrets:
        return Secrets(place_of(self._address))

    def _publisher(self, ledger: Ledger[Floor], key: str, secret: str) -> Publisher:
        if not secret:
            raise LedgerCorrupt("this room has no key for checkpoints yet")
        known = self._publishers.get(secret)
        if known is None or known[0] is not ledger:
            signer: SignerKey = read_checkpoint_key(self._secrets, CheckpointKey(key, secret))
            known = self._publishers[secret] = ledger, Publisher(ledger, signer, public=PUBLIC_KINDS)
        return known[1]
