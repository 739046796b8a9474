"""Cosignatures that witnesses handed in: the newest of each, limited in number, forgotten when the server stops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Lock

from fairfelt.ledger.transparency import KeyType, NotProved, SignedCheckpoint, VerifierKey

MOST_UNLISTED = 16
"""Witnesses that the room does not list; when another one comes, the one that was heard of longest ago goes."""
AHEAD_S = 300
"""How far a witness's clock may be ahead of ours."""


@dataclass(frozen=True)
class Cosignature:
    """What one witness signed last."""

    witness: VerifierKey
    signed: SignedCheckpoint
    at_seconds: int
    """Time by the clock of the witness."""
    listed: bool
    """Whether the room knows this witness; a witness can use any name."""


class Cosignatures:
    """What witnesses saw, newest first. Those the room lists are never displaced by others."""

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
