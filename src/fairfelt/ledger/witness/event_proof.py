"""Proofs of events: made from any copy of a journal, and explained in sentences when they are checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from fairfelt.ledger import Entry, LedgerCorrupt
from fairfelt.ledger.canonical import parsed
from fairfelt.ledger.chain import followed, genesis, leaf_of, read_sealed_line, sealed_line
from fairfelt.ledger.copies.backup import open_copy
from fairfelt.ledger.transparency import (
    Checkpoint,
    InclusionProof,
    NotProved,
    SignedCheckpoint,
    VerifierKey,
    fold,
    inclusion_path,
    origin_of,
    read_signed_checkpoint,
)
from fairfelt.ledger.transparency.merkle import HASH_BYTES
from fairfelt.ledger.transparency.note import SignedBy

from .room_client import Refused, RoomClient


@dataclass(frozen=True)
class ProvedEvent:
    """An event that is proved to stand on a log."""

    entry: Entry
    checkpoint: Checkpoint
    signed: SignedBy
    cosigned: list[SignedBy]

    @property
    def fields(self) -> Iterator[str]:
        """What the event says, as it is written; for events that no better words are known for."""
        entry, checkpoint = self.entry, self.checkpoint
        yield f"Proved: event {entry.number:,} stands on the log {checkpoint.origin}, among {checkpoint.size:,} events."
        yield f"It happened at {_moment(entry.at_micros / 1e6)}, and says:"
        for name, value in parsed(entry.body).items():
            yield f"  {name.replace('_', ' ')}: {value}"

    @property
    def signatures(self) -> Iterator[str]:
        yield f"The log signed it with the key {self.signed.key.text}."
        for by in self.cosigned:
            yield f"The witness {by.key.name} saw the log stand there at {_moment(by.at_seconds or 0)}."
        if not self.cosigned:
            yield "No witness that you named has cosigned it: you rely on the room's signature alone."


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def check_event_proof(
    proof: InclusionProof, log_keys: Sequence[VerifierKey], witness_keys: Sequence[VerifierKey] = ()
) -> ProvedEvent:
    """All of a proof, and that its event is written as a journal writes and has the number of its place."""
    proof.check_path()
    if not log_keys:
        raise NotProved(
            f"it says that it is of the log {proof.signed.checkpoint.origin}, but anybody could have made it: "
            "give --key with the room's verifier key"
        )
    signed, cosigned = proof.check(log_keys, witness_keys)
    try:
        entry = read_sealed_line(proof.line)
    except (ValueError, RecursionError) as error:
        raise NotProved(f"what is proved is no event of a journal: {error!s:.200}") from error
    if entry.number != proof.index + 1:
        raise NotProved(f"event {entry.number} stands in the place of event {proof.index + 1}")
    return ProvedEvent(entry, proof.signed.checkpoint, signed, cosigned)


def check_against_room(found: ProvedEvent, room: RoomClient, log_keys: Sequence[VerifierKey]) -> str:
    """That the room's log of today begins with the one that the proof was made of."""
    then = found.checkpoint
    try:
        signed = read_signed_checkpoint(room.checkpoint())
        signed.check_log(log_keys)
        now = signed.checkpoint
        room.check_growth(then, now)
    except (NotProved, Refused) as error:
        raise NotProved(
            f"the proof is signed by the room, but the room's log of today does not begin with the {then.size:,} "
            f"events it was made of: history was rewritten, forked or cut ({error})"
        ) from error
    return f"The room's log of today, {now.size:,} events, begins with the {then.size:,} of the proof."


def make_event_proof(journal: str | Path, number: int, signed: SignedCheckpoint) -> InclusionProof:
    """The proof of an event, from a copy of the journal whose first events are found to be those that were signed."""
    checkpoint = signed.checkpoint
    if not 1 <= number <= checkpoint.size:
        raise NotProved(f"event {number} is not among the {checkpoint.size:,} events of the checkpoint")
    line, leaves = b"", bytearray()
    with open_copy(journal) as copy:
        if origin_of(copy.journal) != checkpoint.origin:
            raise NotProved(f"the checkpoint is of {checkpoint.origin}, but this is the journal {copy.journal}")
        head = genesis(copy.journal)
        for entry in followed(islice(copy.entries, checkpoint.size), head):
            leaves += leaf_of(entry.hash)
            if entry.number == number:
                line = sealed_line(entry, head.hash)
            head = entry.head
    if len(leaves) != checkpoint.size * HASH_BYTES:
        many = len(leaves) // HASH_BYTES
        raise NotProved(f"the journal has only {many:,} of the {checkpoint.size:,} events that were signed: it was cut")

    def subtree(level: int, index: int) -> bytes:
        width = HASH_BYTES << level
        return fold(bytes(leaves[index * width : (index + 1) * width]))

    path = inclusion_path(number - 1, checkpoint.size, subtree)
    proof = InclusionProof(line, number - 1, path, signed)
    try:
        proof.check_path()
    except NotProved as error:
        raise LedgerCorrupt(f"this journal is not the one that was signed: history was rewritten ({error})") from error
    return proof
