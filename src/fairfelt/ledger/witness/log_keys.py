"""The keys a witness trusts: those it was given, and those that followed them, each proved by the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.ledger.transparency import (
    Checkpoint,
    NotProved,
    SignedCheckpoint,
    VerifierKey,
    check_consistency,
    next_key,
    read_verifier_key,
)

from .room_client import Refused, RoomClient
from .state import Handover

MOST_HANDOVERS = 100
"""Maximum number of new keys followed at once; a room that shows more is in a loop."""


class LogKeys:
    """The keys that may sign for a room."""

    def __init__(self, given: Sequence[VerifierKey], handovers: Sequence[Handover] = ()) -> None:
        self._given = tuple(given)
        self.handovers = tuple(handovers)

    @property
    def _keys(self) -> list[VerifierKey]:
        return [*self._given, *(read_verifier_key(one.new) for one in self.handovers)]

    def check(self, signed: SignedCheckpoint) -> None:
        """That a checkpoint is signed with a key that may sign a log of that length; NotProved if not."""
        by = signed.check_log(self._keys).key
        for one in self.handovers:
            if one.old == by.text and signed.checkpoint.size > one.number:
                raise NotProved(
                    f"it is signed with the key {by.id.hex()}, which another key replaced with event {one.number:,}"
                )

    def follow(self, room: RoomClient, signed: SignedCheckpoint) -> LogKeys:
        """The keys with those that the room proves to have followed, until one of them signed the checkpoint.

        Each is recorded by an event under a checkpoint of the key before it, and that log is the beginning of this one.
        """
        found = self
        for _ in range(MOST_HANDOVERS):
            try:
                found.check(signed)
            except NotProved as error:
                found = found._with_next(room, signed.checkpoint, error)
            else:
                return found
        raise NotProved(f"more than {MOST_HANDOVERS} new keys in a row are not followed")

    def _with_next(self, room: RoomClient, now: Checkpoint, wrong: NotProved) -> LogKeys:
        replaced = {one.old for one in self.handovers}
        why = ""
        for key in self._keys:
            if key.text in replaced or key.name != now.origin:
                continue
            try:
                return LogKeys(self._given, (*self.handovers, _handover(room, key, now)))
            except Refused as error:
                why = f"; a new key in the place of {key.id.hex()} is not proved: {error}"
            except NotProved as error:
                why = f"; the new key that is shown in the place of {key.id.hex()} is not proved: {error}"
        raise NotProved(f"{wrong}{why}")


def _handover(room: RoomClient, old: VerifierKey, now: Checkpoint) -> Handover:
    """What the room shows of the key after another, verified down to the old key and up to the log of today."""
    proof = room.handover(old)
    proved = proof.check([old])
    new, then = next_key(proved.line, old), proved.checkpoint
    path = room.consistency(then.size, now.size) if then.size < now.size else ()
    check_consistency(then.size, then.root, now.size, now.root, path)
    return Handover(old.text, new.text, proved.index + 1)
