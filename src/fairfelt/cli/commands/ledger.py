"""fairfelt ledger, proof and witness: journals, and a room's log from elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated
from zipfile import BadZipFile, ZipFile, is_zipfile

from cyclopts import Parameter

from fairfelt.cli.io.choose import read_passphrase, text_of
from fairfelt.cli.io.errors import BadInput, NotVerified, bad_input, complain, not_verified
from fairfelt.cli.io.output import Database, Journal, PassphraseFile, counting, group, report
from fairfelt.ledger import ArchiveMissing, Head, LedgerCorrupt, NotReplayed
from fairfelt.ledger.audit import verify as verified
from fairfelt.ledger.audit import verify_secrets
from fairfelt.ledger.copies import archiving
from fairfelt.ledger.copies import backup as copies
from fairfelt.ledger.machine import Bookkeeping
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
from fairfelt.reports.report import Report

_in_order = partial(not_verified, LedgerCorrupt, ArchiveMissing)
"""A broken journal is a failed check; anything else that goes wrong is bad input."""
Known = Annotated[str, Parameter(help="NUMBER:HASH of an event that must be there.")]
Copy = Annotated[Path, Parameter(help="File to write.")]
Saved = Annotated[Path, Parameter(help="A backup or an exported file.")]
LeaveOut = Annotated[bool, Parameter(help="Restore the journal without its sealed secrets.")]
_LEFT_OUT = ": a journal restored so knows no PINs, and nobody signs in to it until they are set anew."
UpTo = Annotated[int | None, Parameter(help="Move events up to this one.")]
Before = Annotated[str | None, Parameter(help="Move events before this day, as 2026-01-31.")]
Zone = Annotated[str, Parameter(help="Time zone in which the day begins.")]
DryRun = Annotated[bool, Parameter(help="Say what would be moved, and move nothing.")]
BooksOnly = Annotated[bool, Parameter(help="Replay the books alone, of a journal that is not a room's.")]
ChainOnly = Annotated[bool, Parameter(help="Verify chain and books alone; decide no command again.")]


@report
def verify(journal: Journal, *, known: Known = "", chain_only: ChainOnly = False) -> Report:
    """Verify every hash, balance and answer, and decide every command again by the rules of this software.

    The exit code is 1 if anything is not as it was written, or was decided otherwise by this very software. What other
    software has decided otherwise is named with its digest.

    For example:

        fairfelt ledger verify room.db
        fairfelt ledger verify journal.jsonl --known 1200:5f2c…
    """
    found = _audited(journal, known=known, chain_only=chain_only)
    with _in_order():
        verify_secrets(journal)
    return found


@report
def replay(journal: Journal, *, books_only: BooksOnly = False) -> Report:
    """Replay a journal from the first event on, as `verify` does, and show all balances.

    Example: `fairfelt ledger replay room.db --json`
    """
    return _audited(journal, chain_only=books_only, balances=True)


def export(journal: Database, file: Copy) -> None:
    """Write a journal as JSON Lines that anyone can read and verify, also while a server writes it.

    Example: `fairfelt ledger export room.db journal.jsonl`
    """
    _copy(lambda: copies.export(journal, file), f"exported to {file}")


def backup(journal: Database, file: Copy, *, passphrase_file: PassphraseFile = None) -> None:
    """Copy a journal that may be in use, and verify the copy: a database file of SQLite, an export of PostgreSQL.

    With a passphrase the copy carries the secrets (hashes of PINs), sealed; without one it has none.

    Example: `fairfelt ledger backup room.db monday.db --passphrase-file passphrase.txt`
    """
    passphrase = read_passphrase(passphrase_file)
    _copy(lambda: copies.backup(journal, file, passphrase=passphrase), f"backed up to {file}")
    sealed = "Its secrets are sealed in it: without the passphrase nobody gets them back."
    sys.stdout.write(f"{sealed if passphrase else 'Its secrets are left out'}{'' if passphrase else _LEFT_OUT}\n")


def restore(
    file: Saved, journal: Database, *, passphrase_file: PassphraseFile = None, leave_out_secrets: LeaveOut = False
) -> None:
    """Make a journal from a backup or an export, in a place that holds none; a damaged copy is refused.

    Example: `fairfelt ledger restore monday.db room.db --passphrase-file passphrase.txt`
    """
    with _in_order():
        sealed = copies.carries_secrets(file)
    passphrase = read_passphrase(passphrase_file)
    if sealed and passphrase is None and not leave_out_secrets:
        passphrase = _ask_passphrase()
    _copy(
        lambda: copies.restore(file, journal, passphrase=passphrase, leave_out_secrets=leave_out_secrets),
        f"restored from {file}",
    )
    if leave_out_secrets or not sealed:
        sys.stdout.write(f"No sealed secrets were restored{_LEFT_OUT}\n")


def archive(
    journal: Database, *, up_to: UpTo = None, before: Before = None, zone: Zone = "UTC", dry_run: DryRun = False
) -> None:
    """Move old events out of the database to compressed files, each verified before its events are removed.

    It may run beside the server that writes the journal. Only whole tiles of 256 events before the newest snapshot are
    moved. Everything that reads the journal reads the files too.

    For example:

        fairfelt ledger archive room.db --before 2026-01-01 --zone America/Chicago --dry-run
        fairfelt ledger archive room.db --up-to 1000000
    """
    before_micros = _midnight_micros(before, zone) if before else None
    if (up_to is None) == (before is None):
        raise BadInput("say what is to be moved out: either --up-to NUMBER, or --before DAY")
    if up_to is not None and up_to < 1:
        raise BadInput(f"--up-to is the number of an event, 1 or more, not {up_to}")
    with _in_order():
        plan = archiving.plan_archive(journal, up_to=up_to, before_micros=before_micros)
        if not plan.ranges:
            sys.stdout.write(
                f"Nothing is to be moved: events up to {plan.done:,} were moved before, and only whole tiles of 256 "
                f"events are moved that were asked for and lie before the newest snapshot, after event "
                f"{plan.newest_snapshot:,}.\n"
            )
            return
        if dry_run:
            files = "".join(f"{file}\n" for file in plan.files)
            sys.stdout.write(f"{files}Events {plan.done + 1:,} to {plan.last:,} would be moved to these files.\n")
            return
        with counting(f"moving events to {plan.folder}") as progress:
            archiving.archive(journal, plan, lambda done, last: progress(done, last, ""))
    sys.stdout.write(
        f"Events {plan.done + 1:,} to {plan.last:,} were moved to {plan.folder}, each file verified before its events "
        f"were removed. Back up that folder: the journal is not whole without it.\n"
    )


def _midnight_micros(day: str, zone: str) -> int:
    """The beginning of a day in a time zone, in millionths of a second since 1970."""
    from datetime import datetime
    from zoneinfo import ZoneInfo

    try:
        begins = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, OSError, KeyError) as error:
        raise BadInput(
            f"--before {day!r} --zone {zone!r} is no day: write it as 2026-01-31, and the zone as America/Chicago"
        ) from error
    return round(begins.timestamp()) * 1_000_000


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        raise BadInput(
            "this copy carries sealed secrets: give the passphrase it was made with by --passphrase-file FILE, "
            "or go without them by --leave-out-secrets"
        )
    from getpass import getpass

    return getpass("Passphrase of this copy: ")


def _audited(journal: str, *, known: str = "", chain_only: bool = False, balances: bool = False) -> Report:
    """A journal verified; with every decision made again unless the chain alone is asked for."""
    from fairfelt.reports.room.period import ledger_report

    head = _known(known) if known else None
    if chain_only:
        with _in_order():
            return ledger_report(verified(journal, Bookkeeping(), known=head), balances=balances)
    from fairfelt.room import Room
    from fairfelt.room.machine import DecisionAudit
    from fairfelt.server.manifest import manifest

    audit = DecisionAudit()
    with _in_order():
        try:
            found = verified(journal, Room(), known=head, audit=audit)
        except NotReplayed as error:
            if not audit.by_software:
                raise NotReplayed(f"{error}; a journal that is not a room's is verified with --chain-only") from error
            here = manifest().digest
            if audit.software in ("", here):
                raise
            other = f"decided by other software (digest {audit.software}), not by this one (digest {here})"
            raise NotReplayed(f"{error}; it was {other}: verify it with that software") from error
    here = manifest().digest if any(tally.differing for tally in audit.by_software.values()) else ""
    if (own := audit.by_software.get(here)) and here and own.differing:
        raise NotVerified(
            f"{own.differing:,} commands were decided otherwise than this very software (digest {here}) decides them, "
            f"the first with event {own.first}: other code had a part in it"
        )
    return ledger_report(found, audit, balances=balances)


def _copy(work: Callable[[], Head], what: str) -> None:
    with _in_order():
        head = work()
    sys.stdout.write(f"{head.number:,} events {what}, verified; the last is {head.number}:{head.hash}\n")


def _known(text: str) -> Head:
    number, _, hash_ = text.partition(":")
    if not (number.isdigit() and len(hash_) == 64):
        raise BadInput(f"--known {text!r} is not of the form NUMBER:HASH, with the 64 digits of a hash")
    return Head(int(number), hash_)


ledger = group("ledger", verify, replay, export, backup, restore, archive)


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


def verify_proof(
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


proof = group("proof", make, verify=verify_proof)


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
