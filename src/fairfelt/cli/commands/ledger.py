"""fairfelt ledger: verify, replay, export, back up and restore a journal"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput, NotVerified
from fairfelt.cli.io.report_command import report
from fairfelt.configuration import DATABASE_VARIABLE

if TYPE_CHECKING:
    from fairfelt.ledger import Head, Machine
    from fairfelt.ledger.replay import Replayed
    from fairfelt.reports.report import Report

Place = Annotated[
    str,
    Parameter(help="A journal: the path of a SQLite file, or postgresql://… of a database.", env_var=DATABASE_VARIABLE),
]
PlaceOrExport = Annotated[
    str, Parameter(help="A journal: a SQLite file, postgresql://…, or an exported file.", env_var=DATABASE_VARIABLE)
]
Known = Annotated[
    str, Parameter(help="NUMBER:HASH of an event, known from before; it must be there.", show_default=False)
]
Copy = Annotated[Path, Parameter(help="The file to write, all of it or not at all.")]
Saved = Annotated[Path, Parameter(help="A backup or an exported file.")]

PassphraseFile = Annotated[
    Path | None, Parameter(help="A file whose first line is the passphrase for the secrets.", show_default=False)
]
LeaveOut = Annotated[
    bool, Parameter(negative=(), show_default=False, help="Restore the journal without its sealed secrets.")
]
_LEFT_OUT = ": a journal restored so knows no PINs, and nobody signs in to it until they are set anew."

BooksOnly = Annotated[
    bool,
    Parameter(negative=(), show_default=False, help="Replay the books alone, of a journal that is not a room's."),
]


@report
def verify(journal: PlaceOrExport, *, known: Known = "") -> Report:
    """Verify every hash, balance and answer; the exit code is 1 if anything is not as it was written.

    For example:

        fairfelt ledger verify room.db
        fairfelt ledger verify journal.jsonl --known 1200:5f2c…
    """
    from fairfelt.ledger.audit import verify_secrets
    from fairfelt.ledger.machine import Bookkeeping
    from fairfelt.reports.room.ledger import ledger_report

    found = _replay(journal, Bookkeeping(), known)
    with _journal_errors():
        verify_secrets(journal)
    return ledger_report(found)


@report
def replay(journal: PlaceOrExport, *, books_only: BooksOnly = False) -> Report:
    """Play the whole night again from the first event on, by the room's own rules, and show all balances.

    Every movement of money must be what the rules make of its event.

    For example:

        fairfelt ledger replay room.db --json
    """
    from fairfelt.ledger.machine import Bookkeeping
    from fairfelt.reports.room.ledger import ledger_report
    from fairfelt.room import Room

    return ledger_report(_replay(journal, Bookkeeping() if books_only else Room()), balances=True)


def export(journal: Place, file: Copy) -> int:
    """Write a journal as JSON Lines that anyone can read and verify, also while a server writes it.

    For example:

        fairfelt ledger export room.db journal.jsonl
    """
    from fairfelt.ledger.copies import backup as copies

    return _copy(lambda: copies.export(journal, file), f"exported to {file}")


def backup(journal: Place, file: Copy, *, passphrase_file: PassphraseFile = None) -> int:
    """Copy a journal that may be in use, and verify the copy: a database file of SQLite, an export of PostgreSQL.

    With a passphrase the copy carries the secrets (hashes of PINs), sealed; without one it has none.

    For example:

        fairfelt ledger backup room.db monday.db --passphrase-file passphrase.txt
    """
    from fairfelt.ledger.copies import backup as copies

    passphrase = _passphrase(passphrase_file)
    _copy(lambda: copies.backup(journal, file, passphrase=passphrase), f"backed up to {file}")
    sealed = "Its secrets are sealed in it: without the passphrase nobody gets them back."
    sys.stdout.write(f"{sealed if passphrase else 'Its secrets are left out'}{'' if passphrase else _LEFT_OUT}\n")
    return 0


def restore(
    file: Saved, journal: Place, *, passphrase_file: PassphraseFile = None, leave_out_secrets: LeaveOut = False
) -> int:
    """Make a journal from a backup or an export, in a place that holds none; a damaged copy is refused.

    For example:

        fairfelt ledger restore monday.db room.db --passphrase-file passphrase.txt
    """
    from fairfelt.ledger.copies import backup as copies

    with _journal_errors():
        sealed = copies.carries_secrets(file)
    passphrase = _passphrase(passphrase_file)
    if sealed and passphrase is None and not leave_out_secrets:
        passphrase = _ask_passphrase()
    _copy(
        lambda: copies.restore(file, journal, passphrase=passphrase, leave_out_secrets=leave_out_secrets),
        f"restored from {file}",
    )
    if leave_out_secrets or not sealed:
        sys.stdout.write(f"No sealed secrets were restored{_LEFT_OUT}\n")
    return 0


def _passphrase(file: Path | None) -> str | None:
    """What the first line of a file says."""
    if file is None:
        return None
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"--passphrase-file {file} cannot be read: {error}") from error


def _ask_passphrase() -> str:
    if not sys.stdin.isatty():
        raise BadInput(
            "this copy carries sealed secrets: give the passphrase it was made with by --passphrase-file FILE, "
            "or go without them by --leave-out-secrets"
        )
    from getpass import getpass

    return getpass("Passphrase of this copy: ")


def _replay(journal: str, machine: Machine[Any], known: str = "") -> Replayed[Any]:
    from fairfelt.ledger.audit import verify as verified

    head = _known(known) if known else None
    with _journal_errors():
        return verified(journal, machine, known=head)


def _copy(work: Callable[[], Head], what: str) -> int:
    with _journal_errors():
        head = work()
    sys.stdout.write(f"{head.number:,} events {what}, verified; the last is {head.number}:{head.hash}\n")
    return 0


@contextmanager
def _journal_errors() -> Iterator[None]:
    """A broken journal is a failed check; anything else that goes wrong is bad input."""
    from fairfelt.ledger import LedgerCorrupt, LedgerError

    try:
        yield
    except LedgerCorrupt as error:
        raise NotVerified(str(error)) from error
    except LedgerError as error:
        raise BadInput(str(error)) from error


def _known(text: str) -> Head:
    from fairfelt.ledger import Head

    number, _, hash_ = text.partition(":")
    if not (number.isdigit() and len(hash_) == 64):
        raise BadInput(f"--known {text!r} is not of the form NUMBER:HASH, with the 64 digits of a hash")
    return Head(int(number), hash_)


ledger = App(name="ledger", help="Journals of money: verify, replay, export, back up, restore.")
for _command in (verify, replay, export, backup, restore):
    ledger.command(_command)
