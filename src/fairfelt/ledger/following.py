"""Following a journal that others write: every entry verified and replayed as it comes, and nothing ever written."""

from __future__ import annotations

from pathlib import Path
from typing import Generic

from .chain import Head, check_head
from .errors import LedgerCorrupt
from .group import Committed
from .machine import Machine, S
from .replay import Replayed, check_hash, replay_on
from .resuming import resume
from .store import Reader, place_of


class Follower(Generic[S]):
    """Reads on when asked, even if the writer has changed."""

    def __init__(self, address: str | Path, machine: Machine[S], *, known: Head | None = None) -> None:
        self._machine, self._known = machine, known
        self._reader = Reader(place_of(address))
        self.so_far: Replayed[S] | None = None
        """All that was read, for who goes on from there."""
        self.has_writer = False
        """Whether a server wrote the journal when it was last read."""

    def poll(self) -> Committed[S]:
        """The current head and state. LedgerCorrupt is permanent; LedgerUnavailable ends when it is reachable again."""
        with self._reader.snapshot() as taken:
            so_far = self.so_far or resume(taken, self._machine).so_far
            if taken.journal != so_far.journal or taken.head.number < so_far.head.number:
                raise LedgerCorrupt(
                    f"journal {so_far.journal} was read up to event {so_far.head.number}, but now journal "
                    f"{taken.journal} is there and ends at event {taken.head.number}"
                )
            known = self._known if self.so_far is None else None
            if known and known.number < so_far.head.number:
                check_hash(taken, known)
                known = None
            found = replay_on(so_far, taken.entries(after=so_far.head.number), self._machine, known=known)
            check_head(found.head, taken.head, found.head.hash)
            self.so_far, self.has_writer = found, taken.has_writer()
        return Committed(found.head, found.state, found.book.balances, found.tree)
