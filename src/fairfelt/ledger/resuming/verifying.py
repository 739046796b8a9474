"""Verifying all of a journal from its first event on, some of it at a time, while its writer goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event as Flag
from typing import Generic

from ..chain import Head
from ..errors import LedgerUnavailable
from ..machine import Machine, S
from ..replay import Replayed, nothing_yet, replay_snapshot
from ..store import Reader
from .ranges import cut, replay_ranges

CHUNK_EVENTS = 20_000


@dataclass(frozen=True)
class Verified:
    """All events up to this one, from the first on, were found right at this time."""

    number: int
    at_micros: int


class Verification(Generic[S]):
    """One look at the whole log after another; every part is read in a transaction of its own.

    A look at a long log begins in other processes, which leave the cores to the writer: they get as far as its newest
    saved state.
    """

    def __init__(self, machine: Machine[S], clock: Callable[[], int], verified: Verified, closed: Flag) -> None:
        self._machine, self._clock, self._closed = machine, clock, closed
        self._so_far: Replayed[S] | None = None
        self._whole = verified.number > 0
        """The log was read to its end before: that says more than the beginning of another look."""
        self.verified = verified

    def go_on(self, reader: Reader, known: Head, most: int = CHUNK_EVENTS) -> Replayed[S] | None:
        """Verify up to `most` more events; the result if they were the last. `known` is a head that must occur."""
        if self._closed.is_set():
            raise LedgerUnavailable("the ledger is closed")
        if self._so_far is None:
            self._begin(reader)
        with reader.snapshot() as taken:
            so_far = self._so_far or nothing_yet(taken.journal, self._machine)
            self._so_far = found = replay_snapshot(taken, self._machine, known=known, so_far=so_far, most=most)
            ended = found.head.number == taken.head.number
        if ended:
            self._so_far = None
        self._tell(found, ended)
        return found if ended else None

    def _begin(self, reader: Reader) -> None:
        with reader.snapshot() as taken:
            ranges = cut(taken, self._machine)
        for so_far in replay_ranges(ranges, gently=True, stopped=self._closed):
            self._so_far = so_far
            self._tell(so_far)

    def _tell(self, found: Replayed[S], ended: bool = False) -> None:
        if ended or not self._whole:
            self.verified = Verified(found.head.number, self._clock())
        self._whole = self._whole or ended
