"""Replaying: from the entries alone, the same books and the same state, or the sentence that says where they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, cast

from fairfelt.ledger.transparency.merkle import Frontier, Growth

from .chain import (
    OWN,
    SNAPSHOT,
    Book,
    Entry,
    Head,
    Place,
    Postings,
    check_chain,
    check_equal,
    check_head,
    check_kind,
    event_place,
    genesis,
    in_chunks,
)
from .errors import LedgerCorrupt, NotReplayed
from .machine import Balanced, Bookkeeping, Event, Machine, S, kind_of
from .saving import Standing, check_note

if TYPE_CHECKING:
    from .store import Snapshot

LEAST_NUMBER = -(1 << 63)
"""An event that stands before the first one is found too."""
PROGRESS_EVENTS = 1_000
Progress = Callable[[int], None]
"""Called now and then with the number of the last good event."""


class Audit(Protocol):
    """Looks at every event of a replay, beside the machine. It travels to other processes and back."""

    def look(self, before: Any, entry: Entry, event: Any, after: Any) -> None:
        """An event as the machine reads it, with the state before and after it."""

    def add(self, later: Any) -> None:
        """What the same audit has found in the events after."""


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
        """The number of postings."""
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
    audit: Audit | None = None,
) -> Replayed[S]:
    """Continue a replay with the entries after it; short of the end, a command may be incomplete."""
    book, state, journal, head = so_far.book.copy(), so_far.state, so_far.journal, so_far.head
    known_number, passed = known.number if known else None, head.hash
    growth, enter, replayed = Growth(so_far.tree), book.enter, not isinstance(machine, Bookkeeping)
    for chunk in in_chunks(entries):
        leaves, fault = check_chain(chunk, head, place)
        begun, grown = head.number + 1, 0
        for entry in chunk[: len(leaves)]:
            postings = enter(entry, place)
            if replayed and not entry.kind.startswith(OWN):
                state = _replayed(machine, state, entry, postings, place, audit)
                continue
            check_kind(entry, place)
            if entry.kind == SNAPSHOT:
                at = entry.number - begun
                growth.extend(leaves[grown:at])
                grown = at
                before = Standing(journal, chunk[at - 1].head if at else head, state, book, growth.frontier)
                check_note(entry, place(entry.number), machine, before)
        if fault:
            raise fault
        growth.extend(leaves[grown:])
        if known_number is not None and begun <= known_number < begun + len(chunk):
            passed = chunk[known_number - begun].hash
        head = chunk[-1].head
    if to_the_end:
        book.close(place(head.number))
        check_machine(machine, state, book.balances)
    if known:
        check_head(head, known, passed)
    return Replayed(journal, head, state, book, growth.frontier, (*so_far.filled, *growth.filled))


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
    if _keeps_balances(type(machine)):
        check_equal(cast(Balanced, machine).balances(state), balances, who="the machine holds")


@cache
def _keeps_balances(kind: type) -> bool:
    """Whether a kind of machine has balances of its own; to ask takes time, and every group asks."""
    return issubclass(kind, Balanced)


def replay_snapshot(
    snapshot: Snapshot,
    machine: Machine[S],
    *,
    known: Head | None = None,
    so_far: Replayed[S] | None = None,
    most: int | None = None,
    progress: Progress | None = None,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Replay a database, or part of it, and compare the end with the stored result.

    What was replayed so far is not read again.
    """
    from .store.tiles import check_tiles

    began = so_far or nothing_yet(snapshot.journal, machine)
    if began.journal != snapshot.journal:
        raise LedgerCorrupt(f"journal {began.journal} was read so far, but now journal {snapshot.journal} is there")
    snapshot.archive.check_database(snapshot.connection)
    entries = snapshot.entries(after=began.head.number or LEAST_NUMBER, limit=most)
    if progress:
        entries = _report_progress(entries, progress)
    if most is not None and began.head.number + most < snapshot.head.number:
        return replay_on(began, entries, machine, to_the_end=False)
    if known and known.number < began.head.number:
        check_hash(snapshot, known)
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


def check_hash(snapshot: Snapshot, known: Head) -> None:
    """Hold an event that is not read again against one that is known."""
    found = snapshot.hash_at(known.number)
    if found != known.hash:
        raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {found} was found")
