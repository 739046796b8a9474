"""Starting in seconds from a saved state, and verifying all of a long log on several cores.

A range is replayed from the state that was saved before it. That state is taken on trust only until the range before
it is done: where that one arrives must be, to the last byte of its text, where this one began. What holds from the
first event on is handed over joint by joint. Whatever is wrong ends it, and who replays on from there finds out what.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Any, Generic, NamedTuple

from sqlalchemy import URL

from fairfelt.runtime.compute.cores import usable_cores

from .canonical import digest
from .chain import SNAPSHOT, Book, event_place, followed, in_chunks
from .errors import LedgerError
from .machine import Machine, Restorable, S
from .replay import (
    LEAST_NUMBER,
    STATE,
    Audit,
    Note,
    Replayed,
    Saved,
    check_machine,
    kept_numbers,
    kept_texts,
    nothing_yet,
    read_note,
    read_saved,
    replay_on,
    saved_text,
)
from .store import Snapshot, snapshot
from .transparency.merkle import read_frontier

_log = logging.getLogger(__name__)


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


LEAST_EVENTS = 50_000
"""A shorter journal is read before other processes have started."""
LEAST_AFTER = 2_000
"""Fewer events after the last saved state are left to who goes on from there."""
GARBAGE_THRESHOLD = 100_000
"""Entries by the thousand are made and forgotten, and none of them holds itself: looking for such costs a tenth."""
NICENESS = 10
"""Verification beside a running room yields to the server of the floor."""


class _Arrived(NamedTuple):
    """The start and end of a range, for checking that the ranges join."""

    began: str
    """The digest of the text it began with."""
    text: str
    filled: tuple[bytes, ...]
    audit: Audit | None


def cut(taken: Snapshot, machine: Any) -> list[int]:
    """The last event of each range: after it a state was saved that the chain vouches for. None of a short journal."""
    ends: list[int] = []
    if taken.head.number >= LEAST_EVENTS:
        for number in reversed(kept_numbers(taken.connection)):
            with suppress(Exception):  # a damaged one is no joint
                found, _ = restored(taken, machine, number)
                if found.head.number == number:
                    ends.append(number)
        if ends and taken.head.number - ends[-1] >= LEAST_AFTER:
            ends.append(taken.head.number)
    return ends


def replay_ranges(
    taken: Snapshot, machine: Machine[S], *, gently: bool = False, audit: Audit | None = None
) -> Iterator[Replayed[S]]:
    """The state of the journal after each range, as long as all ranges from the first on verify."""
    ends = cut(taken, machine)
    if not ends:
        return
    context, many = get_context("spawn"), min(usable_cores(), len(ends))
    ended = context.Event()
    pool = ProcessPoolExecutor(many, context, prepare_process, (gently, ended))
    try:
        work = taken.place, taken.journal, machine
        tasks = [pool.submit(_replay_range, *work, *edges, audit) for edges in pairwise((0, *ends))]
        due, filled = "", tuple[bytes, ...]()
        for task in tasks:
            try:
                arrived = task.result()
            except Exception:  # who replays on from here says what is wrong, in its own words
                return
            if arrived.began != due:
                return
            if audit:
                audit.add(arrived.audit)
            due, filled = digest(arrived.text), (*filled, *arrived.filled)
            yield replace(replayed_from(arrived.text, machine), filled=filled)
    finally:
        ended.set()
        pool.shutdown(cancel_futures=True)


def _replay_range(
    place: URL, journal: str, machine: Any, after: int, last: int, audit: Audit | None
) -> _Arrived:  # fmt: skip
    """Replay the events after one and up to another, in a separate process."""
    with snapshot(place) as taken:
        text = kept_texts(taken.connection, after)[STATE] if after else ""
        began = replayed_from(text, machine) if after else nothing_yet(journal, machine)
        entries = taken.entries(after=after or LEAST_NUMBER, limit=last - after)
        found = replay_on(began, _unless_ended(entries), machine, to_the_end=False, audit=audit)
    if found.head.number != last or found.journal != taken.journal:
        raise ValueError(f"the range ends at event {found.head.number}, expected {last}")
    found.book.close(event_place(last))
    check_machine(machine, found.state, found.book.balances)
    return _Arrived(digest(text) if after else "", saved_text(machine, found), found.filled, audit)


_ended: Any = None


def prepare_process(gently: bool, ended: Any = None) -> None:
    """Make a process ready: it ends with the one that began it, whatever becomes of that."""
    global _ended
    _ended = ended
    gc.set_threshold(GARBAGE_THRESHOLD)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if gently:
        os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _unless_ended(entries: Iterator[Any]) -> Iterator[Any]:
    for chunk in in_chunks(entries):
        if _ended is not None and _ended.is_set():
            raise InterruptedError
        yield from chunk
