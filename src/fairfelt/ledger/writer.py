"""The writer: one thread that takes what has queued, runs it as one group, and answers after the commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic

from .engine import Engine
from .errors import LedgerError, LedgerUnavailable
from .group import Committed
from .machine import Answer, CheckedCommand, Command, S, check_command

MOST_IN_GROUP = 2_048
"""A full group fills the largest of SQLite's statements exactly."""
MOST_WAITING = 100_000
CLOSING_SHARE = 10
"""At an orderly end a tenth of the usual events is enough for a snapshot: the next start is then quick."""
BEAT_S = 1.0
"""The interval of signs of life to the database, and of tries to reach a lost one."""
_log = logging.getLogger(__name__)


Awaited = Future[Answer] | asyncio.Future[Answer]
"""What waits for an answer: a future of threads, or one of an event loop if the answers are delivered there."""
_Waiting = tuple[CheckedCommand, Awaited]
Answered = Sequence[tuple[Awaited, Answer | Exception]]
"""Those who wait for a whole group, each with what they are to have."""


def settle(answered: Answered) -> None:
    """Give everyone their answer who still waits for it."""
    for future, outcome in answered:
        if future.done():
            continue
        if isinstance(outcome, Answer):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)


class Writer(Generic[S]):
    """The queue in front of an engine."""

    def __init__(
        self,
        engine: Engine[S],
        on_commit: Callable[[Committed[S]], None] | None = None,
        deliver: Callable[[Answered], None] = settle,
        snapshot_every: int = 0,
    ) -> None:
        self._engine, self._on_commit, self._deliver = engine, on_commit, deliver
        self._snapshot_every = snapshot_every
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="ledger-writer", daemon=True)
        self._thread.start()

    def submit(self, command: Command, awaited: Awaited) -> None:
        """Queue a command; its answer comes when it is on disk."""
        waiting = (check_command(command, self._engine.machine), awaited)
        with self._lock:
            if self._closed:
                raise LedgerUnavailable("the ledger is closed")
            if self._queue.qsize() >= MOST_WAITING:
                raise LedgerUnavailable(f"{MOST_WAITING:,} commands are waiting already: try again in a moment")
            self._queue.put(waiting)

    def close(self) -> None:
        """Finish what has queued and stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            group, last = self._next_group()
            if group:
                self._run(group)
            elif not last:
                self._beat()
            if last:
                self._save(self._snapshot_every // CLOSING_SHARE)
                return

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        """The queued commands, and whether it is the end; none if the wait was too long."""
        group: list[_Waiting] = []
        try:
            waiting = self._queue.get(timeout=BEAT_S)
            while waiting is not None:
                if not waiting[1].done():
                    group.append(waiting)
                if len(group) == MOST_IN_GROUP:
                    return group, False
                waiting = self._queue.get_nowait()
        except Empty:
            return group, False
        return group, True

    def _run(self, group: list[_Waiting]) -> None:
        futures = [future for _, future in group]
        try:
            outcomes: Sequence[Answer | Exception] = self._engine.run([waiting for waiting, _ in group])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if not isinstance(error, LedgerError):
                _log.exception("the ledger's writer met something unforeseen")
            outcomes = [error] * len(group)
        else:
            self._tell()
        self._hand_over(list(zip(futures, outcomes, strict=True)))
        self._save(self._snapshot_every)

    def _hand_over(self, answered: Answered) -> None:
        try:
            self._deliver(answered)
        except Exception:  # as when the one who delivers has gone home: they are waiting all the same
            _log.exception("answers of the ledger could not be delivered")
            settle([(future, outcome) for future, outcome in answered if not future.done()])

    def _save(self, due: int) -> None:
        """Write a snapshot if at least `due` events are new."""
        if not due or self._engine.fault or self._engine.events_since_saved() < due:
            return
        try:
            self._engine.save_state()
        except LedgerError as error:
            _log.warning("no snapshot could be written: %s", error)
        else:
            self._tell()

    def _tell(self) -> None:
        if self._on_commit:
            try:
                self._on_commit(self._engine.committed)
            except Exception:
                _log.exception("a listener of the ledger failed")

    def _beat(self) -> None:
        try:
            self._engine.beat()
        except LedgerError as error:
            _log.warning("the journal is out of reach: %s", error)
