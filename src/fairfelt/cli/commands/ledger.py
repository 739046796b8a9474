"""fairfelt ledger: verify, replay, export, back up, restore and archive a journal"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import BadInput, NotVerified, not_verified
from fairfelt.cli.io.output import Database, Journal, PassphraseFile, counting, group, report
from fairfelt.ledger import ArchiveMissing, Head, LedgerCorrupt, NotReplayed
from fairfelt.ledger.audit import verify as verified
from fairfelt.ledger.audit import verify_secrets
from fairfelt.ledger.copies import archiving
from fairfelt.ledger.copies import backup as copies
from fairfelt.ledger.machine import Bookkeeping

if TYPE_CHECKING:
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
