"""fairfelt proof, fairfelt witness: a room's log from elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zipfile import BadZipFile, ZipFile, is_zipfile

from cyclopts import Parameter

from fairfelt.cli.io.choose import text_of
from fairfelt.cli.io.errors import BadInput, NotVerified, bad_input, complain, not_verified
from fairfelt.cli.io.output import Journal, group
from fairfelt.ledger import LedgerCorrupt
from fairfelt.ledger.transparency import (
    NotProved,
    Policy,
    VerifierKey,
    read_policy,
    read_proof,
    read_signed_checkpoint,
    read_verifier_key,
)
from fairfelt.ledger.witness.event_proof import ProvedEvent, check_against_room, check_event_proof, make_event_proof
from fairfelt.ledger.witness.follow import StateFolder, Watch, Witness, WitnessState
from fairfelt.ledger.witness.follow import compare as compared
from fairfelt.ledger.witness.protocol import LogWitness
from fairfelt.ledger.witness.room_client import Alarm, RoomClient

if TYPE_CHECKING:
    from collections.abc import Iterator


File = Annotated[Path, Parameter(help="A proof file, or an evidence pack.")]
Keys = Annotated[
    list[str] | None,
    Parameter(help="The room's verifier key, from elsewhere than the proof.", negative="--empty-key"),
]
WitnessKeys = Annotated[
    list[str] | None, Parameter(help="Key of a witness whose cosignature is wanted.", negative="--empty-witness")
]
PolicyFile = Annotated[
    Path | None, Parameter(help="Policy (C2SP tlog-policy): its logs and witnesses are known, its quorum is asked for.")
]
RoomUrl = Annotated[str, Parameter(help="Ask the room too, whether its log begins with that of the proof.")]
Authority = Annotated[
    Path | None, Parameter(help="Certificate of the house's own authority, if that signs the room's.")
]
Number = Annotated[int, Parameter(help="Number of the event.")]
Signed = Annotated[Path, Parameter(help="A signed checkpoint, from the room or a witness's folder.")]
Out = Annotated[Path, Parameter(help="Proof file to write.")]


def policy_of(file: Path | None) -> Policy:
    """The policy in a file; without one nobody is known, and nothing more is asked."""
    if file is None:
        return read_policy("quorum none")
    with bad_input(NotProved, where=str(file)):
        return read_policy(text_of(file))


def verify(
    file: File, /, *, key: Keys = None, witness: WitnessKeys = None, url: RoomUrl = "", authority: Authority = None,
    policy: PolicyFile = None,
) -> None:  # fmt: skip
    """Say what a proof proves, by whose signature; the exit code is 1 if it proves nothing. Needs no network.

    Example: `fairfelt proof verify award-17.tlog-proof --key "$ROOM_KEY" --witness "$LABORATORY_KEY"`
    """
    text = _read(file)
    wanted = policy_of(policy)
    log_keys, witness_keys = [*_keys(key), *wanted.logs], [*_keys(witness), *wanted.witnesses]
    with not_verified(Alarm), not_verified(NotProved, where=str(file)):
        found = check_event_proof(read_proof(text), log_keys, witness_keys)
        if not wanted.suffices([by.key for by in found.cosigned]):
            raise NotProved(f"those who cosigned it are not the quorum {wanted.quorum} of {policy}")
        sentences = [*_said(found), *found.signatures]
        if url:
            sentences.append(check_against_room(found, _room(url, authority), log_keys))
    sys.stdout.write("".join(f"{sentence}\n" for sentence in sentences))


def make(journal: Journal, number: Number, /, *, checkpoint: Signed, out: Out) -> None:
    """Make the proof of one event from a journal, a backup or an export, and a checkpoint that was signed of it.

    The proof shows all that this event says. Nothing is signed here.

    Example: `fairfelt proof make monday.db 1207 --checkpoint room-5/checkpoint --out award-17.tlog-proof`
    """
    with not_verified(NotProved, LedgerCorrupt):
        proof = make_event_proof(journal, number, read_signed_checkpoint(_read(checkpoint)))
    with bad_input(OSError):
        out.write_text(proof.text)
    size = proof.signed.checkpoint.size
    sys.stdout.write(f"{out} proves that event {number:,} is one of the {size:,} events that were signed.\n")


def _said(found: ProvedEvent) -> Iterator[str]:
    """Sentences on the proved event; in plain words if it is an award."""
    from fairfelt.reports.room.win_page import award_sentences
    from fairfelt.room.commands.round_events import AwardPosted
    from fairfelt.room.registry import read_event
    from fairfelt.runtime.formats import FieldError

    try:
        event = read_event(found.entry.body)
    except FieldError:
        return found.fields
    if not isinstance(event, AwardPosted):
        return found.fields
    return award_sentences(event, found.entry.at_micros, found.entry.number, found.checkpoint.size)


def _read(file: Path) -> str:
    """The text of a file; of an evidence pack, its proof."""
    try:
        if not is_zipfile(file):
            return file.read_bytes().decode()
        with ZipFile(file) as pack:
            proofs = [name for name in pack.namelist() if name.endswith(".tlog-proof")]
            if len(proofs) != 1:
                raise NotVerified(f"{file} has {len(proofs)} proofs: an evidence pack has one, named ….tlog-proof")
            return pack.read(proofs[0]).decode()
    except BadZipFile as error:
        raise NotVerified(f"{file} is damaged: {error}") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise NotVerified(f"{file} is no text") from None


def _keys(texts: list[str] | None) -> list[VerifierKey]:
    return [read_verifier_key(text) for text in texts or ()]


proof = group("proof", verify, make)


EVERY_S = 60.0
STOPPED_AFTER_S = 26 * 3600
"""A room that runs writes something at least once a day."""

StoppedAfter = Annotated[int, Parameter(help="Seconds without a new event after which the log counts as stopped.")]
Folder = Annotated[Path, Parameter(help="Folder of a witness.")]
CompareUrl = Annotated[str, Parameter(help="Address of the room, if one witness has seen more.")]


def follow(
    url: Annotated[str, Parameter(help="Address of the room, http://… or https://….")],
    /,
    *,
    key: Annotated[
        list[str], Parameter(help="The room's verifier key; again for its successor.", negative="--empty-key")
    ],
    state: Annotated[Path, Parameter(help="Folder for this witness's key and what it has seen.")],
    name: Annotated[str, Parameter(help="Name of this witness, chosen on the first run: lab.example/w1.")] = "",
    once: Annotated[bool, Parameter(help="Look once; the exit code says what was found.")] = False,
    every: Annotated[float, Parameter(help="Seconds between two looks.")] = EVERY_S,
    stopped_after: StoppedAfter = STOPPED_AFTER_S,
    webhook: Annotated[str, Parameter(help="Address that every alarm is posted to as JSON.")] = "",
    device_key_file: Annotated[
        Path | None, Parameter(help="File with the key of an auditor's device, to read and replay the events too.")
    ] = None,
    authority: Authority = None,
) -> int:
    """Follow a room's log from elsewhere: that it only grows, is signed and adds up; raise the alarm if not.

    Exit codes: 10 not signed by the room, 11 forked, 12 rewritten, 13 rolled back, 14 events that do not add up,
    15 stopped, 16 out of reach. Without --once the last two are told, and the witness goes on.

    For example:

        fairfelt witness https://room.example --key "$ROOM_KEY" --state room-5 --every 60
        fairfelt witness compare room-5 /mnt/laboratory/room-5
    """
    with bad_input(OSError):
        room = _room(url, authority, text_of(device_key_file).strip() if device_key_file else "")
        witness = Witness(room, _keys(key), StateFolder(state), name=name, stopped_after_s=stopped_after)
        sys.stdout.write(f"This witness signs as {witness.verifier}\n")
        return Watch(witness, url, told=_tell, alarmed=_alarm, webhook=webhook).run(once=once, every_s=every)


def serve(
    *,
    log: Annotated[list[str], Parameter(help="Verifier key of a log that may hand in.", negative="--empty-log")],
    state: Annotated[Path, Parameter(help="Folder for this witness's key and what it has cosigned.")],
    name: Annotated[str, Parameter(help="Name of this witness, chosen on the first run: lab.example/w1.")] = "",
    host: Annotated[str, Parameter(help="Address to listen at; a proxy in front gives it TLS.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="Port to listen at; 0 takes any free one.")] = 8787,
) -> None:
    """Be a witness for any log that hands its checkpoints in (C2SP tlog-witness), as long as each only grows.

    Example: `fairfelt witness serve --log "$LOG_KEY" --state cosigned --name lab.example/w1`
    """
    with bad_input(OSError, OverflowError):
        keys = StateFolder(state).keys(name)
        server = LogWitness(state, keys, _keys(log)).serve(host, port)
    sys.stdout.write(
        f"This witness signs as {keys[0].verifier.text}\nand as {keys[1].verifier.text}\nIt is at http://{host}:{server.server_port}\n"
    )
    sys.stdout.flush()
    with server:
        server.serve_forever()


def compare(one: Folder, other: Folder, /, *, url: CompareUrl = "", authority: Authority = None) -> int:
    """Hold two witnesses of one room against each other: the exit code is 11 if they were shown different histories.

    Example: `fairfelt witness compare room-5 /mnt/laboratory/room-5`
    """
    try:
        room = _room(url, authority) if url else None
        sys.stdout.write(f"{compared(StateFolder(one), StateFolder(other), room)}\n")
    except Alarm as alarm:
        _alarm(alarm)
        return int(alarm.kind.value)
    return 0


def _room(url: str, authority: Path | None, device_key: str = "") -> RoomClient:
    try:
        return RoomClient(url, device_key, authority=authority)
    except OSError as error:
        raise BadInput(f"--authority {authority} is no certificate: {error}") from error


def _tell(seen: WitnessState) -> None:
    checkpoint, replayed = seen.signed.checkpoint, "replayed and in order" if seen.books else "not shown to us"
    sys.stdout.write(f"{checkpoint.size:,} events, signed, grown from what was seen before; events {replayed}\n")
    sys.stdout.flush()


def _alarm(alarm: Alarm) -> None:
    complain(f"ALARM ({alarm.kind.word}): {alarm}")


witness = group("witness", compare, serve)
witness.default(follow)
