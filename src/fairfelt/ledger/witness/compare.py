"""Two witnesses of one room held against each other: whether they were shown the same history."""

from __future__ import annotations

from fairfelt.ledger.transparency import NotProved, check_consistency

from .alarm import Alarm, AlarmKind
from .room_client import Refused, RoomClient
from .state import StateFolder


def compare(one: StateFolder, other: StateFolder, room: RoomClient | None = None) -> str:
    """What two witnesses have in common, in a sentence; an Alarm if the room showed them different histories.

    Where one has seen more than the other, the room must prove that the longer history begins with the shorter.
    """
    found = []
    for state in (one, other):
        seen = state.seen()
        if seen is None:
            raise NotProved(f"the witness in {state.folder} has seen no checkpoint yet")
        found.append(seen.signed.checkpoint)
    shorter, longer = sorted(found, key=lambda checkpoint: checkpoint.size)
    if shorter.origin != longer.origin:
        raise NotProved(f"these are witnesses of two logs, {shorter.origin} and {longer.origin}")
    if shorter.size == longer.size:
        if shorter.root != longer.root:
            raise Alarm(
                AlarmKind.FORKED,
                f"the log was forked: {one.folder} and {other.folder} were shown different histories of "
                f"{shorter.size:,} events, both signed by the room",
            )
        return f"Both witnesses saw the same {shorter.size:,} events."
    if room is None:
        raise NotProved(
            f"one witness saw {shorter.size:,} events and the other {longer.size:,}: give --url, so that the room can "
            "prove that the longer history begins with the shorter"
        )
    try:
        path = room.consistency(shorter.size, longer.size) if shorter.size else ()
        check_consistency(shorter.size, shorter.root, longer.size, longer.root, path)
    except (NotProved, Refused) as error:
        sentence = (
            f"the log was forked: the {longer.size:,} events that one witness saw are not shown to begin with the "
            f"{shorter.size:,} that the other saw ({error})"
        )
        raise Alarm(AlarmKind.FORKED, sentence) from error
    return f"The {longer.size:,} events that one witness saw begin with the {shorter.size:,} that the other saw."
