"""Replaying: from the entries alone, the same books and the same state, or the sentence that says where they part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from fairfelt.transparency.merkle import Frontier, Growth

from .book import OWN, SNAPSHOT, Book, check_equal
from .chain import Entry, Head, Place, Postings, check_head, event_place, followed, genesis, leaf_of
from .errors import LedgerCorrupt
from .machine import Balanced, Bookkeeping, Event, Machine, S
from .resuming.saving import Standing, check_note

if TYPE_CHECKING:
    from .store import Snapshot

LEAST_NUMBER = -(1 << 63)
"""An event that stands before the first one is found too."""


@dataclass(frozen=True)
class Replayed(Generic[S]):
    """Where a journal stands, worked out from its entries."""

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
        """How many there are."""
        return self.book.postings

    @property
    def answers(self) -> int:
        """How many commands were answered: every device counts its own without a gap."""
        return sum(self.book.last_by_device.values())


def replay(
    entries: Iterable[Entry],
    journal: str,
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Place = event_place,
) -> Replayed[S]:
    """Verify the chain and rebuild everything; known is a head that must be there, perhaps with more after it."""
    return replay_on(nothing_yet(journal, machine), entries, machine, known=known, place=place)


def nothing_yet(journal: str, machine: Machine[S]) -> Replayed[S]:
    """A journal before its first entry."""
    return Replayed(journal, genesis(journal), machine.initial(), Book(), Frontier())


def replay_on(
    so_far: Replayed[S],
    entries: Iterable[Entry],
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Place = event_place,
    to_the_end: bool = True,
) -> Replayed[S]:
    """The same from where a replay stood, with the entries after that; short of the end, a command may be half told."""
    book, state, journal, head = so_far.book.copy(), so_far.state, so_far.journal, so_far.head
    known_number, passed, last = known.number if known else None, head.hash, None
    growth, enter, replayed = Growth(so_far.tree), book.enter, not isinstance(machine, Bookkeeping)
    for entry in followed(entries, head, place=place):
        postings = enter(entry, place)
        if not entry.kind.startswith(OWN):
            if replayed:
                state = _replayed(machine, state, entry, postings, place)
        elif entry.kind == SNAPSHOT:
            before = Standing(journal, last.head if last else head, state, book, growth.frontier)
            check_note(entry, place(entry.number), machine, before)
        growth.append(leaf_of(entry.hash))
        if entry.number == known_number:
            passed = entry.hash
        last = entry
    if last:
        head = last.head
    if to_the_end:
        book.close(place(head.number))
        check_machine(machine, state, book.balances)
    if known:
        check_head(head, known, passed)
    return Replayed(journal, head, state, book, growth.frontier, (*so_far.filled, *growth.filled))


def _replayed(machine: Machine[S], state: S, entry: Entry, postings: Postings, place: Place) -> S:
    try:
        return machine.replay(state, Event(machine.read_event(entry.body), postings))
    except Exception as error:
        raise LedgerCorrupt(f"{place(entry.number)} ({entry.kind}) cannot be replayed: {error!r}") from error


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
    most: int | None = None,
) -> Replayed[S]:
    """Replay a database, or so many events of it; what it ends with is held against the result.

    What was replayed so far is not read again.
    """
    from .store.tiles import check_tiles

    began = so_far or nothing_yet(snapshot.journal, machine)
    if began.journal != snapshot.journal:
        raise LedgerCorrupt(f"journal {began.journal} was read so far, but now journal {snapshot.journal} is there")
    snapshot.archive.check_database(snapshot.connection)
    entries = snapshot.entries(after=began.head.number or LEAST_NUMBER, limit=most)
    if most is not None and began.head.number + most < snapshot.head.number:
        return replay_on(began, entries, machine, to_the_end=False)
    if known and known.number < began.head.number:
        check_hash(snapshot, known)
        known = began.head
    replayed = replay_on(began, entries, machine, known=known)
    if snapshot.head[:2] != replayed.head[:2]:
        raise LedgerCorrupt(
            f"the journal says that it ends with event {snapshot.head.number} ({snapshot.head.hash}), "
            f"but the last one found is {replayed.head.number} ({replayed.head.hash})"
        )
    check_equal(snapshot.balances(), replayed.book.balances, who="the balances show")
    check_tiles(snapshot.connection, replayed.filled, replayed.tree.size)
    return replayed


def check_hash(snapshot: Snapshot, known: Head) -> None:
    """Hold an event that is not read again against one that is known."""
    found = snapshot.hash_at(known.number)
    if found != known.hash:
        raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {found} was found")
