"""Verifying a long journal on several cores: ranges between saved states at once, and every joint held together.

A range is replayed from the state that was saved before it. That state is taken on trust only until the range before
it is done: where that one arrives must be, to the last byte of its text, where this one began. What holds from the
first event on is handed over joint by joint. Whatever is wrong ends it, and who replays on from there finds out what.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from multiprocessing import connection, get_context, parent_process
from threading import Event as Flag
from threading import Thread
from typing import Any, Generic, NamedTuple

from sqlalchemy import URL

from fairfelt.runtime.compute.cores import usable_cores

from ..canonical import digest
from ..chain import event_place, in_chunks
from ..errors import LedgerUnavailable
from ..machine import Machine, S
from ..replay import LEAST_NUMBER, Audit, Replayed, check_machine, nothing_yet, replay_on
from ..store import Snapshot, saved, snapshot
from .restoring import replayed_from, restored
from .saving import STATE, Standing, saved_text

LEAST_EVENTS = 50_000
"""A shorter journal is read before other processes have started."""
LEAST_AFTER = 2_000
"""Fewer events after the last saved state are left to who goes on from there."""
POLL_S = 0.25
GARBAGE_THRESHOLD = 100_000
"""Entries by the thousand are made and forgotten, and none of them holds itself: looking for such costs a tenth."""
NICENESS = 10
"""Verification beside a running room yields to the server of the floor."""


@dataclass(frozen=True)
class Ranges(Generic[S]):
    """A journal cut at the events after which a state was saved that its chain vouches for."""

    place: URL
    machine: Machine[S]
    journal: str
    ends: tuple[int, ...]
    """The last event of each range."""


class _Arrived(NamedTuple):
    """The start and end of a range, for checking that the ranges join."""

    began: str
    """The digest of the text it began with."""
    text: str
    filled: tuple[bytes, ...]
    audit: Audit | None


def cut(taken: Snapshot, machine: Machine[S]) -> Ranges[S]:
    """The ranges of a journal; none where it is short, or where no state can be restored."""
    ends: list[int] = []
    if taken.head.number >= LEAST_EVENTS:
        for number in reversed(saved.numbers(taken.connection)):
            with suppress(Exception):  # a damaged one is no joint
                found, _ = restored(taken, machine, number)
                if found.head.number == number:
                    ends.append(number)
        if ends and taken.head.number - ends[-1] >= LEAST_AFTER:
            ends.append(taken.head.number)
    return Ranges(taken.place, machine, taken.journal, tuple(ends))


def replay_ranges(
    ranges: Ranges[S],
    *,
    processes: int | None = None,
    gently: bool = False,
    stopped: Flag | None = None,
    audit: Audit | None = None,
) -> Iterator[Replayed[S]]:
    """The state of the journal after each range, as long as all ranges from the first on verify."""
    if not ranges.ends:
        return
    context, many = get_context("spawn"), min(processes or usable_cores(), len(ranges.ends))
    ended = context.Event()
    pool = ProcessPoolExecutor(many, context, _prepare, (gently, ended))
    try:
        tasks = [pool.submit(_replay_range, ranges, *edges, audit) for edges in pairwise((0, *ranges.ends))]
        due, filled = "", tuple[bytes, ...]()
        for task in tasks:
            arrived = _result(task, stopped)
            if arrived is None or arrived.began != due:
                return
            if audit:
                audit.add(arrived.audit)
            due, filled = digest(arrived.text), (*filled, *arrived.filled)
            yield replace(replayed_from(arrived.text, ranges.machine), filled=filled)
    finally:
        ended.set()
        pool.shutdown(cancel_futures=True)


def _result(task: Future[_Arrived], stopped: Flag | None) -> _Arrived | None:
    """What a range came to; nothing if it is not right, or cannot be known."""
    while True:
        try:
            return task.result(POLL_S)
        except TimeoutError:
            if task.done():
                return None
            if stopped and stopped.is_set():
                raise LedgerUnavailable("the ledger was closed before all of it was verified") from None
        except Exception:  # who replays on from here says what is wrong, in its own words
            return None


def _replay_range(ranges: Ranges[Any], after: int, last: int, audit: Audit | None) -> _Arrived:
    """Replay the events after one and up to another, in a separate process."""
    machine: Any = ranges.machine
    with snapshot(ranges.place) as taken:
        text = saved.texts(taken.connection, after)[STATE] if after else ""
        began = replayed_from(text, machine) if after else nothing_yet(ranges.journal, machine)
        entries = taken.entries(after=after or LEAST_NUMBER, limit=last - after)
        found = replay_on(began, _unless_ended(entries), machine, to_the_end=False, audit=audit)
    if found.head.number != last or found.journal != taken.journal:
        raise ValueError(f"the range ends at event {found.head.number}, expected {last}")
    found.book.close(event_place(last))
    check_machine(machine, found.state, found.book.balances)
    at = Standing(found.journal, found.head, found.state, found.book, found.tree)
    return _Arrived(digest(text) if after else "", saved_text(machine, at), found.filled, audit)


_ended: Any = None


def _prepare(gently: bool, ended: Any) -> None:
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
