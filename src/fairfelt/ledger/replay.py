"""Replaying: from the entries alone, the same books and the same state; and the snapshots that save it on the way."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, Encoder
from sqlalchemy import Connection, delete, insert, select

from .canonical import digest
from .chain import (
    OWN,
    SNAPSHOT,
    Book,
    Entry,
    Head,
    Place,
    Postings,
    check_equal,
    check_head,
    check_kind,
    check_link,
    event_place,
    followed,
    genesis,
)
from .errors import LedgerCorrupt, LedgerError, NotReplayed
from .machine import Balanced, Bookkeeping, Event, Machine, Restorable, S, kind_of
from .store.tables import SNAPSHOTS
from .store.tiles import check_tiles
from .transparency.merkle import Frontier, Growth, read_frontier

if TYPE_CHECKING:
    from .store import Snapshot

_log = logging.getLogger(__name__)
STATE = "state"
"""The text with books and state; other names are those of what is kept beside them."""


class SavedProjection(Protocol):
    """Something that is worked out from the log, and saved with its snapshots so that it need not be worked out again.

    It knows by itself up to which event it has read, and reads on from there.
    """

    def save(self) -> str | None:
        """What is known so far, if anything is; the writer waits for it, so it waits for nobody."""

    def restore(self, text: str) -> None:
        """Know what was saved."""


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
read_saved = Decoder(Saved).decode
"""Parses a saved state; a ValueError if it is anything else."""
_decode_note = Decoder(Note).decode


def saved_text(machine: Restorable, at: Replayed[Any]) -> str:
    """Books and state as canonical JSON."""
    book, state = at.book, Raw(machine.save(at.state))
    saved = Saved(book.balances, book.last_by_device, at.head, at.journal, book.postings, state, at.tree.text)
    return _encode(saved).decode()


def read_note(entry: Entry, where: str) -> Note:
    """What an event says about a snapshot of all before it."""
    try:
        note = _decode_note(entry.body)
    except MsgspecError as error:
        raise LedgerCorrupt(f"{where} speaks of a snapshot, but not as one does: {error}") from error
    if note.number != entry.number - 1:
        raise LedgerCorrupt(f"{where} speaks of a snapshot after event {note.number}, expected {entry.number - 1}")
    return note


def check_note(entry: Entry, where: str, machine: Any, before: Replayed[Any]) -> None:
    """Hold what an event says about a snapshot against what all events before it led to.

    One that was written in another form than this machine's cannot be compared, and is not used for a start either.
    """
    note = read_note(entry, where)
    if isinstance(machine, Restorable) and note.form == machine.form:
        said, expected = note.digests.get(STATE), digest(saved_text(machine, before))
        if said != expected:
            raise LedgerCorrupt(
                f"{where} says that the state before it had the digest {said}, but its events lead to {expected}"
            )


NEWEST = 8
"""Number of newest snapshots that are kept, in case the last ones are damaged."""


def keep_texts(connection: Connection, number: int, texts: Mapping[str, str]) -> None:
    """Write the texts of a snapshot into the transaction that is open, and remove those that nobody needs any more."""
    rows = [
        {"number": number, "name": name, "body": zlib.compress(text.encode(), 1)}
        for name, text in sorted(texts.items())
    ]
    connection.execute(insert(SNAPSHOTS), rows)
    if old := kept_numbers(connection)[NEWEST:]:
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.number.in_(old)))


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


LEAST_NUMBER = -(1 << 63)
"""An event that stands before the first one is found too."""
PROGRESS_EVENTS = 1_000
Progress = Callable[[int], None]
"""Called now and then with the number of the last good event."""


class Audit(Protocol):
    """Looks at every event of a replay, beside the machine."""

    def look(self, before: Any, entry: Entry, event: Any, after: Any) -> None:
        """An event as the machine reads it, with the state before and after it."""


@dataclass(frozen=True)
class Replayed(Generic[S]):
    """The state of a journal, computed from its entries."""

    journal: str
    head: Head
    state: S
    book: Book
    tree: Frontier
    """The Merkle tree over the events."""
    filled: tuple[bytes, ...] = ()
    """Roots of the tiles that were filled on the way."""

    @property
    def postings(self) -> int:
        return self.book.postings

    @property
    def answers(self) -> int:
        """The number of answered commands: every device counts its own without a gap."""
        return sum(self.book.last_by_device.values())


def replay(
    entries: Iterable[Entry],
    journal: str,
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Place = event_place,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Verify the chain and rebuild everything; known is a head that must be there, perhaps with more after it."""
    return replay_on(nothing_yet(journal, machine), entries, machine, known=known, place=place, audit=audit)


def nothing_yet(journal: str, machine: Machine[S]) -> Replayed[S]:
    return Replayed(journal, genesis(journal), machine.initial(), Book(), Frontier())


def replay_on(
    so_far: Replayed[S],
    entries: Iterable[Entry],
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Place = event_place,
    to_the_end: bool = True,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Continue a replay with the entries after it; short of the end, a command may be incomplete."""
    book, state, head = so_far.book.copy(), so_far.state, so_far.head
    passed, growth, replayed = head.hash, Growth(so_far.tree), not isinstance(machine, Bookkeeping)
    for entry in entries:
        leaf, postings = check_link(entry, head, place), book.enter(entry, place)
        if replayed and not entry.kind.startswith(OWN):
            state = _replayed(machine, state, entry, postings, place, audit)
        else:
            check_kind(entry, place)
        if entry.kind == SNAPSHOT:
            before = Replayed(so_far.journal, head, state, book, growth.frontier)
            check_note(entry, place(entry.number), machine, before)
        growth.extend([leaf])
        head = entry.head
        if known and head.number == known.number:
            passed = head.hash
    if to_the_end:
        book.close(place(head.number))
        check_machine(machine, state, book.balances)
    if known:
        check_head(head, known, passed)
    return Replayed(so_far.journal, head, state, book, growth.frontier, (*so_far.filled, *growth.filled))


def _replayed(machine: Machine[S], state: S, entry: Entry, postings: Postings, place: Place, audit: Audit | None) -> S:
    try:
        body = machine.read_event(entry.body)
        if kind_of(body) != entry.kind:  # an older version says less than its upcaster gives
            check_kind(entry, place)
        after = machine.replay(state, Event(body, postings))
    except LedgerCorrupt:
        raise
    except Exception as error:
        raise NotReplayed(f"{place(entry.number)} ({entry.kind}) cannot be replayed: {error!r}") from error
    if audit:
        audit.look(state, entry, body, after)
    return after


def check_machine(machine: Machine[S], state: S, balances: Mapping[str, int]) -> None:
    """Hold the books against a machine that keeps balances of its own."""
    if isinstance(machine, Balanced):
        check_equal(machine.balances(state), balances, who="the machine holds")


def replay_snapshot(
    snapshot: Snapshot,
    machine: Machine[S],
    *,
    known: Head | None = None,
    so_far: Replayed[S] | None = None,
    progress: Progress | None = None,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Replay a database and compare the end with the stored result; what was replayed so far is not read again."""
    began = so_far or nothing_yet(snapshot.journal, machine)
    if began.journal != snapshot.journal:
        raise LedgerCorrupt(f"journal {began.journal} was read so far, but now journal {snapshot.journal} is there")
    snapshot.archive.check_database(snapshot.connection)
    entries = snapshot.entries(after=began.head.number or LEAST_NUMBER)
    if progress:
        entries = _report_progress(entries, progress)
    if known and known.number < began.head.number:
        if (found := snapshot.hash_at(known.number)) != known.hash:
            raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {found} was found")
        known = began.head
    replayed = replay_on(began, entries, machine, known=known, audit=audit)
    if snapshot.head[:2] != replayed.head[:2]:
        raise LedgerCorrupt(
            f"the journal says that it ends with event {snapshot.head.number} ({snapshot.head.hash}), "
            f"but the last one found is {replayed.head.number} ({replayed.head.hash})"
        )
    check_equal(snapshot.balances(), replayed.book.balances, who="the balances show")
    check_tiles(snapshot.connection, replayed.filled, replayed.tree.size)
    return replayed


def _report_progress(entries: Iterable[Entry], progress: Progress) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        if entry.number % PROGRESS_EVENTS == 0:
            progress(entry.number)


# Starting in seconds from a saved state: the newest snapshot whose digest stands on the chain.


@dataclass(frozen=True)
class Resumed(Generic[S]):
    """The point where a replay may begin."""

    so_far: Replayed[S]
    kept: Mapping[str, str] = field(default_factory=dict)
    """Texts of what was kept beside the state."""
    warnings: tuple[str, ...] = ()
    """What was found damaged, in sentences."""


def resume(taken: Snapshot, machine: Machine[S]) -> Resumed[S]:
    """The newest snapshot that verifies, or the beginning where there is none."""
    warnings: list[str] = []
    if isinstance(machine, Restorable):
        for number in kept_numbers(taken.connection):
            try:
                found = restored(taken, machine, number)
            except Exception as error:  # what reads a damaged text may fail in any way; older ones are left
                reason = str(error) if isinstance(error, LedgerError | ValueError) else repr(error)
                warnings.append(f"the snapshot after event {number} is not used: {reason}")
                _log.warning(warnings[-1])
                continue
            kept = {name: text for name, text in found[1].items() if name != STATE}
            return Resumed(found[0], kept, tuple(warnings))
    return Resumed(nothing_yet(taken.journal, machine), {}, tuple(warnings))


def restored(taken: Snapshot, machine: Any, number: int) -> tuple[Replayed[Any], dict[str, str]]:
    """Books, state and texts of a snapshot, each with the digest that stands on the chain."""
    texts = kept_texts(taken.connection, number)
    if not texts.get(STATE):
        raise ValueError("its text is missing or damaged")
    note = _note(taken, read_saved(texts[STATE]))
    if note.form != machine.form:
        raise ValueError(f"it is written in the form {note.form!r}, and this program reads {machine.form!r}")
    right = {name: text for name, text in texts.items() if digest(text) == note.digests.get(name)}
    if STATE not in right:
        raise ValueError("it was changed: its digest is not the one on the chain")
    found = replayed_from(right[STATE], machine)
    for name in note.digests.keys() - right.keys():
        _log.warning("the text of %s in the snapshot after event %d is missing or was changed", name, number)
    return found, right


def replayed_from(text: str, machine: Any) -> Replayed[Any]:
    """Books and state of a text, from which a replay goes on; a ValueError if it is not written as it would be."""
    read = read_saved(text)
    state = machine.restore(bytes(read.state).decode())
    book = Book(read.balances, read.devices, read.postings)
    check_machine(machine, state, book.balances)
    found = Replayed(read.journal, read.head, state, book, read_frontier(read.tree))
    if saved_text(machine, found) != text:
        raise ValueError("the state that was read from it is written otherwise")
    return found


def _note(taken: Snapshot, read: Saved) -> Note:
    """The event after the snapshot, which continues the chain from where the snapshot stands."""
    if read.journal != taken.journal:
        raise ValueError(f"it is of the journal {read.journal}")
    where = event_place(read.head.number + 1)
    for entry in followed(taken.entries(after=read.head.number, limit=1), read.head):
        if entry.kind == SNAPSHOT:
            return read_note(entry, where)
    raise ValueError(f"{where} does not speak of it")
