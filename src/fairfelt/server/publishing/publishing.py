"""Publishing: the room's key, its checkpoints and proofs, all from what is committed. Call it off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import cached_property
from pathlib import Path

from fairfelt.ledger import Answer, Ledger, LedgerCorrupt
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.ledger.transparency import (
    NotProved,
    SignedCheckpoint,
    SignerKey,
    VerifierKey,
    origin_of,
    read_signed_checkpoint,
    read_verifier_key,
)
from fairfelt.ledger.witness import CheckpointKey, Publisher, keep_new_checkpoint_key, read_checkpoint_key
from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.closing import SetCheckpointKey
from fairfelt.room.events import PUBLIC_KINDS
from fairfelt.room.projections.keys import KeyLog

from .cosignatures import Cosignature, Cosignatures

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
