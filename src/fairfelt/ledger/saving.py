"""Snapshots: books and state after an event as text in a table, and the event that puts its digest on the chain."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, Encoder
from sqlalchemy import Connection, delete, insert, select

from .canonical import digest
from .chain import SNAPSHOT, Book, Entry, Head
from .errors import LedgerCorrupt
from .machine import Restorable
from .store.tables import SNAPSHOTS
from .transparency.merkle import Frontier

STATE = "state"
"""The text with books and state; other names are those of what is kept beside them."""


class Kept(Protocol):
    """Something that is worked out from the log, and saved with its snapshots so that it need not be worked out again.

    It knows by itself up to which event it has read, and reads on from there.
    """

    def save(self) -> str | None:
        """What is known so far, if anything is; the writer waits for it, so it waits for nobody."""

    def restore(self, text: str) -> None:
        """Know what was saved."""


class Standing(NamedTuple):
    """The part of a journal's state that a snapshot holds."""

    journal: str
    head: Head
    state: Any
    book: Book
    tree: Frontier


class Saved(Struct, forbid_unknown_fields=True):
    """Books and state after an event."""

    balances: dict[str, int]
    devices: dict[str, int]
    """The number of the last command of each."""
    head: Head
    journal: str
    postings: int
    state: Raw
    tree: str
    """The frontier of the Merkle tree over the events."""


class Note(Struct, forbid_unknown_fields=True, tag_field="kind", tag=SNAPSHOT):
    """What the event says that follows the one after which a snapshot was taken."""

    digests: dict[str, str]
    form: str
    number: int


_encode = Encoder(order="sorted").encode
_decode = Decoder(Saved).decode
_decode_note = Decoder(Note).decode


def saved_text(machine: Restorable, at: Standing) -> str:
    """Books and state as canonical JSON."""
    book, state = at.book, Raw(machine.save(at.state))
    saved = Saved(book.balances, book.last_by_device, at.head, at.journal, book.postings, state, at.tree.text)
    return _encode(saved).decode()


def read_saved(text: str) -> Saved:
    """Parse a saved state; a ValueError if it is anything else."""
    return _decode(text)


def note_of(machine: Restorable, number: int, texts: Mapping[str, str]) -> dict[str, Any]:
    """What is put on the chain about the texts of a snapshot."""
    return {"number": number, "form": machine.form, "digests": {name: digest(text) for name, text in texts.items()}}


def read_note(entry: Entry, where: str) -> Note:
    """What an event says about a snapshot of all before it."""
    try:
        note = _decode_note(entry.body)
    except MsgspecError as error:
        raise LedgerCorrupt(f"{where} speaks of a snapshot, but not as one does: {error}") from error
    if note.number != entry.number - 1:
        raise LedgerCorrupt(f"{where} speaks of a snapshot after event {note.number}, expected {entry.number - 1}")
    return note


def check_note(entry: Entry, where: str, machine: Any, before: Standing) -> None:
    """Hold what an event says about a snapshot against what all events before it led to.

    One that was written in another form than this machine's cannot be compared, and is not used for a start either.
    """
    note = read_note(entry, where)
    if not isinstance(machine, Restorable) or note.form != machine.form:
        return
    expected = digest(saved_text(machine, before))
    if note.digests.get(STATE) != expected:
        raise LedgerCorrupt(
            f"{where} says that the state before it had the digest {note.digests.get(STATE)}, "
            f"but its events lead to {expected}"
        )


NEWEST = 8
"""Number of newest snapshots that are kept, in case the last ones are damaged."""
APART_EVENTS = 100_000
"""Only one older snapshot is kept per this many events: verification starts there on several cores."""


def keep_texts(connection: Connection, number: int, texts: Mapping[str, str]) -> None:
    """Write the texts of a snapshot into the transaction that is open, and remove those that nobody needs any more."""
    rows = [
        {"number": number, "name": name, "body": zlib.compress(text.encode(), 1)}
        for name, text in sorted(texts.items())
    ]
    connection.execute(insert(SNAPSHOTS), rows)
    old = kept_numbers(connection)[NEWEST:]
    apart = {last // APART_EVENTS: last for last in old}
    if unneeded := set(old) - set(apart.values()):
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.number.in_(unneeded)))


def kept_numbers(connection: Connection) -> list[int]:
    """The events after which something was kept, the newest first."""
    found = select(SNAPSHOTS.c.number).distinct().order_by(SNAPSHOTS.c.number.desc())
    return list(connection.execute(found).scalars())


def kept_texts(connection: Connection, number: int) -> dict[str, str]:
    """The texts of a snapshot; empty if it cannot be unpacked, which matches no recorded digest."""
    rows = connection.execute(select(SNAPSHOTS.c.name, SNAPSHOTS.c.body).where(SNAPSHOTS.c.number == number))
    return {name: _unpacked(body) for name, body in rows}


def _unpacked(body: bytes) -> str:
    try:
        return zlib.decompress(body).decode()
    except (zlib.error, ValueError, TypeError):
        return ""
