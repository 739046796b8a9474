"""fairfelt proof: verify that one event stands on a room's log, or make such a proof"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput, NotVerified
from fairfelt.configuration import DATABASE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairfelt.transparency import VerifierKey
    from fairfelt.witness.event_proof import ProvedEvent

File = Annotated[Path, Parameter(help="A proof file.")]
Keys = Annotated[
    list[str] | None,
    Parameter(name="--key", help="The room's verifier key, from somewhere else than the proof.", show_default=False),
]
WitnessKeys = Annotated[
    list[str] | None,
    Parameter(name="--witness", help="The key of a witness whose cosignature is looked for.", show_default=False),
]
RoomUrl = Annotated[
    str,
    Parameter(help="Ask the room, too, whether its log today begins with the one of the proof.", show_default=False),
]
Place = Annotated[
    str, Parameter(help="A journal: a SQLite file, postgresql://…, or an exported file.", env_var=DATABASE_VARIABLE)
]
Number = Annotated[int, Parameter(help="The number of the event.")]
Signed = Annotated[
    Path, Parameter(name="--checkpoint", help="A signed checkpoint, from the room or from a witness's folder.")
]
Out = Annotated[Path, Parameter(help="The proof file to write.")]


def verify(file: File, /, *, key: Keys = None, witness: WitnessKeys = None, url: RoomUrl = "") -> int:
    """Say what a proof proves, by whose signature; the exit code is 1 if it proves nothing. Needs no network.

    For example:

        fairfelt proof verify award-17.tlog-proof --key "$ROOM_KEY" --witness "$LABORATORY_KEY"
    """
    from fairfelt.transparency import NotProved, read_proof
    from fairfelt.witness import Alarm, RoomClient
    from fairfelt.witness.event_proof import check_against_room, check_event_proof

    text = _read(file)
    log_keys, witness_keys = _keys(key), _keys(witness)
    try:
        found = check_event_proof(read_proof(text), log_keys, witness_keys)
        sentences = [*_said(found), *found.signatures]
        if url:
            sentences.append(check_against_room(found, RoomClient(url), log_keys))
    except NotProved as error:
        raise NotVerified(f"{file}: {error}") from error
    except Alarm as alarm:
        raise NotVerified(str(alarm)) from alarm
    sys.stdout.write("".join(f"{sentence}\n" for sentence in sentences))
    return 0


def make(journal: Place, number: Number, /, *, checkpoint: Signed, out: Out) -> int:
    """Make the proof of one event from a journal, a backup or an export, and a checkpoint that was signed of it.

    The proof shows all that this event says. Nothing is signed here.

    For example:

        fairfelt proof make monday.db 1207 --checkpoint room-5/checkpoint --out award-17.tlog-proof
    """
    from fairfelt.ledger import LedgerCorrupt, LedgerError
    from fairfelt.transparency import NotProved, read_signed_checkpoint
    from fairfelt.witness.event_proof import make_event_proof

    try:
        proof = make_event_proof(journal, number, read_signed_checkpoint(_read(checkpoint)))
        out.write_text(proof.text)
    except (NotProved, LedgerCorrupt) as error:
        raise NotVerified(str(error)) from error
    except (LedgerError, OSError) as error:
        raise BadInput(str(error)) from error
    size = proof.signed.checkpoint.size
    sys.stdout.write(f"{out} proves that event {number:,} is one of the {size:,} events that were signed.\n")
    return 0


def _said(found: ProvedEvent) -> Iterator[str]:
    """What is proved, in plain words where it is an award."""
    from fairfelt.formats.reading import FieldError
    from fairfelt.reports.room.win_page import award_sentences
    from fairfelt.room.events import read_event
    from fairfelt.room.events.rounds import AwardPosted

    try:
        event = read_event(found.entry.body)
    except FieldError:
        return found.fields
    if not isinstance(event, AwardPosted):
        return found.fields
    return award_sentences(event, found.entry.at_micros, found.entry.number, found.proved.checkpoint.size)


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise NotVerified(f"{file} is no text") from None


def _keys(texts: list[str] | None) -> list[VerifierKey]:
    from fairfelt.transparency import NotProved, read_verifier_key

    try:
        return [read_verifier_key(text) for text in texts or ()]
    except NotProved as error:
        raise BadInput(str(error)) from error


proof = App(name="proof", help="Proofs that one event stands on a room's log: verify one without the log, or make one.")
proof.command(verify)
proof.command(make)
