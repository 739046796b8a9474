"""Replaying: from the entries alone, the same books and the same state, or the sentence that says where they part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from fairfelt.transparency.merkle import Frontier, Growth

from .book import OWN, Book, check_equal
from .chain import Entry, Head, check_head, event_place, followed, genesis, leaf_of
from .errors import LedgerCorrupt
from .machine import Balanced, Event, Machine, Posting, S

if TYPE_CHECKING:
    from .store import Snapshot


@dataclass(frozen=True)
class Replayed(Generic[S]):
    """Where a journal stands, worked out from its entries."""

    journal: str
    head: Head
    state: S
    book: Book
    postings: int
    answers: int
    tree: Frontier
    """The Merkle tree over the events."""
    filled: tuple[bytes, ...] = ()
    """Roots of the tiles that were filled on the way."""


def event_of(entry: Entry, machine: Machine[S]) -> Event:
    """The event as its machine made it."""
    return Event(machine.read_event(entry.body), tuple([Posting(*posting) for posting in entry.postings]))


def replay(
    entries: Iterable[Entry],
    journal: str,
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Callable[[int], str] = event_place,
) -> Replayed[S]:
    """Verify the chain and rebuild everything; known is a head that must be there, perhaps with more after it."""
    return replay_on(nothing_yet(journal, machine), entries, machine, known=known, place=place)


def nothing_yet(journal: str, machine: Machine[S]) -> Replayed[S]:
    """A journal before its first entry."""
    return Replayed(journal, genesis(journal), machine.initial(), Book(), 0, 0, Frontier())


def replay_on(
    so_far: Replayed[S],
    entries: Iterable[Entry],
    machine: Machine[S],
    *,
    known: Head | None = None,
    place: Callable[[int], str] = event_place,
) -> Replayed[S]:
    """The same from where a replay stood, with the entries after that."""
    book, state, head = so_far.book.copy(), so_far.state, so_far.head
    passed, postings, answers, growth = head.hash, so_far.postings, so_far.answers, Growth(so_far.tree)
    for entry, _ in followed(entries, head, place=place):
        where = place(entry.number)
        book.enter(entry, where)
        if not entry.kind.startswith(OWN):
            state = _replayed(machine, state, entry, where)
        postings += len(entry.postings)
        answers += entry.answer is not None
        growth.append(leaf_of(entry.hash))
        head = entry.head
        if known and head.number == known.number:
            passed = head.hash
    book.close(place(head.number))
    if known:
        check_head(head, known, passed)
    check_machine(machine, state, book.balances)
    return Replayed(so_far.journal, head, state, book, postings, answers, growth.frontier, tuple(growth.filled))


def _replayed(machine: Machine[S], state: S, entry: Entry, where: str) -> S:
    try:
        return machine.replay(state, event_of(entry, machine))
    except Exception as error:
        raise LedgerCorrupt(f"{where} ({entry.kind}) cannot be replayed: {error!r}") from error


def check_machine(machine: Machine[S], state: S, balances: Mapping[str, int]) -> None:
    """Hold the books against a machine that keeps balances of its own."""
    if isinstance(machine, Balanced):
        check_equal(machine.balances(state), balances, who="the machine holds")


def replay_snapshot(
    snapshot: Snapshot, machine: Machine[S], *, known: Head | None = None, so_far: Replayed[S] | None = None
) -> Replayed[S]:
    """Replay a database, and hold its balances, its head and its row counts against the result.

    What was replayed so far is not read again: its head takes the place of the one that is known.
    """
    from .store import reading
    from .store.tiles import check_tiles

    began = so_far or nothing_yet(snapshot.journal, machine)
    if began.journal != snapshot.journal:
        raise LedgerCorrupt(f"journal {began.journal} was read so far, but now journal {snapshot.journal} is there")
    entries = snapshot.entries(after=began.head.number)
    replayed = replay_on(began, entries, machine, known=so_far.head if so_far else known)
    if snapshot.head[:2] != replayed.head[:2]:
        raise LedgerCorrupt(
            f"the journal says that it ends with event {snapshot.head.number} ({snapshot.head.hash}), "
            f"but the last one found is {replayed.head.number} ({replayed.head.hash})"
        )
    check_equal(reading.balances(snapshot.connection), replayed.book.balances, who="the balances show")
    if reading.counts(snapshot.connection) != (replayed.postings, replayed.answers):
        raise LedgerCorrupt("there are postings or answers that belong to no event")
    check_tiles(snapshot.connection, replayed.filled, replayed.tree.size)
    return replayed
