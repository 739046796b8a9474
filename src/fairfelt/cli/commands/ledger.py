"""fairfelt ledger: verify, replay, export, back up and restore a journal"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from fairfelt.cli.io.errors import BadInput, complain
from fairfelt.cli.io.options import DATABASE_VARIABLE, Json
from fairfelt.cli.io.output import destination
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.ledger import Head, Machine
    from fairfelt.ledger.replay import Replayed

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

BooksOnly = Annotated[
    bool,
    Parameter(negative=(), show_default=False, help="Replay the books alone, of a journal that is not a room's."),
]

BROKEN = 1


def verify(journal: PlaceOrExport, *, known: Known = "", json: Json = False) -> int:
    """Verify every hash, balance and answer; the exit code is 1 if anything is not as it was written.

    For example:

        fairfelt ledger verify room.db
        fairfelt ledger verify journal.jsonl --known 1200:5f2c…
    """
    from fairfelt.ledger.machine import Bookkeeping
    from fairfelt.reports.room.ledger import ledger_sheet

    def show(found: Replayed[Any]) -> None:
        sheet = ledger_sheet(found.journal, _facts(found))
        destination(json=json).deliver(Report(sheet, _plain(found)))

    return _replay(journal, known, show, Bookkeeping())


def replay(journal: PlaceOrExport, *, books_only: BooksOnly = False, json: Json = False) -> int:
    """Play the whole night again from the first event on, by the room's own rules, and show all balances.

    Every movement of money must be what the rules make of its event.

    For example:

        fairfelt ledger replay room.db --json
    """
    from fairfelt.ledger.machine import Bookkeeping
    from fairfelt.reports.room.ledger import ledger_sheet
    from fairfelt.room import Room

    def show(found: Replayed[Any]) -> None:
        balances = dict(sorted(found.book.balances.items()))
        sheet = ledger_sheet(found.journal, _facts(found), balances)
        destination(json=json).deliver(Report(sheet, {**_plain(found), "balances_micros": balances}))

    return _replay(journal, "", show, Bookkeeping() if books_only else Room())


def export(journal: Place, file: Copy) -> int:
    """Write a journal as JSON Lines that anyone can read and verify, also while a server writes it.

    For example:

        fairfelt ledger export room.db journal.jsonl
    """
    from fairfelt.ledger import backup as copies

    return _copy(lambda: copies.export(journal, file), f"exported to {file}")


def backup(journal: Place, file: Copy) -> int:
    """Copy a journal that may be in use, and verify the copy: a database file of SQLite, an export of PostgreSQL.

    For example:

        fairfelt ledger backup room.db monday.db
    """
    from fairfelt.ledger import backup as copies

    return _copy(lambda: copies.backup(journal, file), f"backed up to {file}")


def restore(file: Saved, journal: Place) -> int:
    """Make a journal from a backup or an export, in a place that holds none; a damaged copy is refused.

    For example:

        fairfelt ledger restore journal.jsonl room.db
    """
    from fairfelt.ledger import backup as copies

    return _copy(lambda: copies.restore(file, journal), f"restored from {file}")


def _replay(journal: str, known: str, show: Callable[[Replayed[Any]], None], machine: Machine[Any]) -> int:
    from fairfelt.ledger.audit import verify as verified

    head = _known(known) if known else None
    return _told(lambda: show(verified(journal, machine, known=head)))


def _copy(work: Callable[[], Head], what: str) -> int:
    def copied() -> None:
        head = work()
        sys.stdout.write(f"{head.number:,} events {what}, verified; the last is {head.number}:{head.hash}\n")

    return _told(copied)


def _told(work: Callable[[], None]) -> int:
    """Do it; a broken journal is exit code 1, anything else that went wrong is bad input."""
    from fairfelt.ledger import LedgerCorrupt, LedgerError

    try:
        work()
    except LedgerCorrupt as error:
        complain(str(error))
        return BROKEN
    except LedgerError as error:
        raise BadInput(str(error)) from error
    return 0


def _known(text: str) -> Head:
    from fairfelt.ledger import Head

    number, _, hash_ = text.partition(":")
    if not (number.isdigit() and len(hash_) == 64):
        raise BadInput(f"--known {text!r} is not of the form NUMBER:HASH, with the 64 digits of a hash")
    return Head(int(number), hash_)


def _facts(found: Replayed[Any]) -> dict[str, str]:
    return {
        "Events": f"{found.head.number:,}",
        "Postings": f"{found.postings:,}, which sum to zero event by event",
        "Commands answered": f"{found.answers:,}, from {len(found.book.last_by_device):,} devices",
        "Last event": f"{found.head.number}:{found.head.hash}",
    }


def _plain(found: Replayed[Any]) -> dict[str, Any]:
    return {
        "journal": found.journal,
        "events": found.head.number,
        "head": found.head.hash,
        "postings": found.postings,
        "answers": found.answers,
        "devices": dict(sorted(found.book.last_by_device.items())),
    }


ledger = App(name="ledger", help="Journals of money: verify, replay, export, back up, restore.")
for _command in (verify, replay, export, backup, restore):
    ledger.command(_command)
