"""fairfelt witness: follow a room's log from elsewhere"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput, complain

if TYPE_CHECKING:
    from fairfelt.transparency import VerifierKey
    from fairfelt.witness import Alarm, Seen

EVERY_S = 60.0
STOPPED_AFTER_S = 26 * 3600
"""A room that runs writes something at least once a day."""

Url = Annotated[str, Parameter(help="The address of the room, http://… or https://….")]
Keys = Annotated[
    list[str],
    Parameter(name="--key", help="The room's verifier key, as the room gave it out; again for a key that follows it."),
]
State = Annotated[Path, Parameter(help="The folder in which this witness keeps its own key and what it has seen.")]
Name = Annotated[
    str, Parameter(help="What this witness is called, chosen on the first run; for example lab.example/w1.")
]
Once = Annotated[bool, Parameter(negative=(), help="Look once; the exit code says what was found.")]
Every = Annotated[float, Parameter(help="Seconds between two looks.")]
StoppedAfter = Annotated[int, Parameter(help="Seconds without a new event after which the log counts as stopped.")]
Webhook = Annotated[str, Parameter(help="An address that every alarm is posted to as JSON.", show_default=False)]
KeyFile = Annotated[
    Path | None,
    Parameter(help="A file with the key of an auditor's device: the events are then read and replayed too."),
]
Folder = Annotated[Path, Parameter(help="The folder of a witness.")]
CompareUrl = Annotated[str, Parameter(help="The room, where one witness has seen more than the other.")]


def follow(
    url: Url,
    /,
    *,
    key: Keys,
    state: State,
    name: Name = "",
    once: Once = False,
    every: Every = EVERY_S,
    stopped_after: StoppedAfter = STOPPED_AFTER_S,
    webhook: Webhook = "",
    device_key_file: KeyFile = None,
) -> int:
    """Follow a room's log from elsewhere: that it only grows, is signed and adds up; raise the alarm if not.

    Exit codes: 10 not signed by the room, 11 forked, 12 rewritten, 13 rolled back, 14 events that do not add up,
    15 stopped, 16 out of reach. Without --once the last two are told, and the witness goes on.

    For example:

        fairfelt witness https://room.example --key "$ROOM_KEY" --state room-5 --every 60
        fairfelt witness compare room-5 /mnt/laboratory/room-5
    """
    from fairfelt.transparency import NotProved
    from fairfelt.witness import RoomClient, StateFolder, Witness
    from fairfelt.witness.watch import Watch

    try:
        room = RoomClient(url, _device_key(device_key_file))
        witness = Witness(room, _keys(key), StateFolder(state), name=name, stopped_after_s=stopped_after)
        sys.stdout.write(f"This witness signs as {witness.verifier}\n")
        return Watch(witness, url, told=_tell, alarmed=_alarm, webhook=webhook).run(once=once, every_s=every)
    except (NotProved, OSError) as error:
        raise BadInput(str(error)) from error


def compare(one: Folder, other: Folder, /, *, url: CompareUrl = "") -> int:
    """Hold two witnesses of one room against each other: the exit code is 11 if they were shown different histories.

    For example:

        fairfelt witness compare room-5 /mnt/laboratory/room-5
    """
    from fairfelt.transparency import NotProved
    from fairfelt.witness import Alarm, RoomClient, StateFolder
    from fairfelt.witness import compare as compared

    try:
        sys.stdout.write(f"{compared(StateFolder(one), StateFolder(other), RoomClient(url) if url else None)}\n")
    except Alarm as alarm:
        _alarm(alarm)
        return int(alarm.kind.value)
    except NotProved as error:
        raise BadInput(str(error)) from error
    return 0


def _keys(texts: list[str]) -> list[VerifierKey]:
    from fairfelt.transparency import read_verifier_key

    return [read_verifier_key(text) for text in texts]


def _device_key(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the key in {file} cannot be read: {error}") from error


def _tell(seen: Seen) -> None:
    checkpoint, replayed = seen.signed.checkpoint, "replayed and in order" if seen.books else "not shown to us"
    sys.stdout.write(f"{checkpoint.size:,} events, signed, grown from what was seen before; events {replayed}\n")
    sys.stdout.flush()


def _alarm(alarm: Alarm) -> None:
    complain(f"ALARM ({alarm.kind.word}): {alarm}")


witness = App(
    name="witness",
    help="Follow a room's log from elsewhere, and raise the alarm if it is rewritten, forked or stopped.",
)
witness.default(follow)
witness.command(compare)
