"""The witness: it looks at a room's checkpoint, holds it against the last one, replays what it may see, and cosigns."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn
from urllib.parse import unquote

from fairfelt.ledger import Entry, LedgerCorrupt
from fairfelt.ledger.book import Book
from fairfelt.ledger.chain import exported, followed, genesis, leaf_of, read_line
from fairfelt.ledger.transparency import (
    Checkpoint,
    Frontier,
    Growth,
    NotProved,
    SignedCheckpoint,
    VerifierKey,
    check_consistency,
    cosign,
    read_signed_checkpoint,
)
from fairfelt.ledger.transparency.checkpoint import ORIGIN

from .alarm import Alarm, AlarmKind
from .log_keys import LogKeys
from .room_client import Refused, RoomClient
from .state import Books, Seen, StateFolder

CHUNK_EVENTS = 1_000
_log = logging.getLogger(__name__)


def wall_clock_s() -> int:
    """Seconds since 1970."""
    return int(time.time())


class Witness:
    """Follows one room, and remembers in one folder."""

    def __init__(
        self,
        room: RoomClient,
        keys: Sequence[VerifierKey],
        state: StateFolder,
        *,
        name: str = "",
        stopped_after_s: int | None = None,
        clock: Callable[[], int] = wall_clock_s,
    ) -> None:
        self._room, self._state, self._clock = room, state, clock
        self._stopped_after_s = stopped_after_s
        self._key = state.key(name)
        self.seen = state.seen()
        self._log_keys = LogKeys(keys, self.seen.handovers if self.seen else ())

    @property
    def verifier(self) -> str:
        """The key by which others know its cosignatures."""
        return self._key.verifier.text

    def look(self) -> Seen:
        """One look at the room. What was found right is cosigned and on disk; anything else is an Alarm."""
        signed = self._checkpoint()
        self._hold_against_last(signed)
        books = self._replayed(signed) if self._room.sees_events else None
        now, last = self._clock(), self.seen
        grew = last is None or signed.checkpoint.size > last.signed.checkpoint.size
        grew_at_s = now if grew or last is None else last.grew_at_s
        books = books or (last and last.books) or None
        seen = Seen(cosign(signed, self._key, now), grew_at_s, books, self._log_keys.handovers)
        self._state.save(seen)
        self.seen = seen
        self._hand_in(seen.signed)
        self._check_growth(seen, now)
        return seen

    def _checkpoint(self) -> SignedCheckpoint:
        written = ""
        try:
            written = self._room.checkpoint()
            signed = read_signed_checkpoint(written)
            self._log_keys = self._log_keys.follow(self._room, signed)
        except (NotProved, Refused) as error:
            self._raise(
                AlarmKind.SIGNATURE, f"{self._room.url} shows no checkpoint that can be trusted: {error}", written
            )
        return signed

    def _hold_against_last(self, signed: SignedCheckpoint) -> None:
        if self.seen is None:
            return
        last, now = self.seen.signed.checkpoint, signed.checkpoint
        if now.origin != last.origin:
            self._raise(AlarmKind.FORKED, f"the log was {last.origin}, and is now called {now.origin}", signed)
        if now.size < last.size:
            sentence = (
                f"the log was rolled back: {last.size:,} events were signed before, now only {now.size:,} are shown"
            )
            self._raise(AlarmKind.ROLLED_BACK, sentence, signed)
        if now.size == last.size and now.root != last.root:
            sentence = f"the log was forked: two different histories of {now.size:,} events are signed"
            self._raise(AlarmKind.FORKED, sentence, signed)
        try:
            path = self._room.consistency(last.size, now.size) if 0 < last.size < now.size else ()
            check_consistency(last.size, last.root, now.size, now.root, path)
        except (NotProved, Refused) as error:
            sentence = (
                f"the log was rewritten: its {now.size:,} events are not shown to begin with the "
                f"{last.size:,} that were signed before ({error})"
            )
            self._raise(AlarmKind.REWRITTEN, sentence, signed)

    def _replayed(self, signed: SignedCheckpoint) -> Books:
        """Every event since the last look, down to the root that was signed."""
        checkpoint = signed.checkpoint
        begun = self.seen.books if self.seen and self.seen.books else _nothing_yet(checkpoint)
        book, growth, head = begun.book.copy(), Growth(begun.tree), begun.head
        try:
            for entry in followed(self._events(begun.head.number, checkpoint.size), head):
                book.enter(entry)
                growth.append(leaf_of(entry.hash))
                head = entry.head
            book.close(f"event {head.number}")
        except (LedgerCorrupt, Refused) as error:
            self._raise(AlarmKind.BOOKS, f"the events shown are not a journal that is in order: {error}", signed)
        if growth.frontier.root != checkpoint.root:
            sentence = f"the {checkpoint.size:,} events shown are not those that were signed: their root is another"
            self._raise(AlarmKind.BOOKS, sentence, signed)
        return Books(head, growth.frontier, book)

    def _events(self, after: int, last: int) -> Iterator[Entry]:
        while after < last:
            lines = self._room.events(after, min(CHUNK_EVENTS, last - after))
            if not lines:
                raise LedgerCorrupt(f"event {after + 1} is missing")
            for line in lines:
                try:
                    entry, previous = read_line(line)
                except (ValueError, RecursionError) as error:
                    raise LedgerCorrupt(f"event {after + 1} cannot be read: {error!s:.200}") from error
                if exported(entry, previous) != line:
                    raise LedgerCorrupt(f"event {after + 1} is not written the way a journal writes")
                yield entry
                after += 1

    def _hand_in(self, signed: SignedCheckpoint) -> None:
        """Give the room the cosignature, for its proofs; whether it takes it changes nothing here."""
        try:
            self._room.hand_in(signed, self._key.verifier)
        except (Refused, Alarm) as error:
            _log.warning("the room did not take the cosignature: %s", error)

    def _check_growth(self, seen: Seen, now: int) -> None:
        quiet_s = now - seen.grew_at_s
        if self._stopped_after_s is not None and quiet_s > self._stopped_after_s:
            size = seen.signed.checkpoint.size
            raise Alarm(AlarmKind.STOPPED, f"the log has stopped: {size:,} events for {quiet_s:,} seconds, none since")

    def _raise(self, kind: AlarmKind, sentence: str, shown: SignedCheckpoint | str) -> NoReturn:
        """Keep what proves it, and say so."""
        found = shown if isinstance(shown, str) else shown.note.written
        before = self.seen.signed.note.written if self.seen else ""
        file = self._state.keep_evidence(f"{self._clock()}-{kind.name.lower()}", sentence, before, found)
        raise Alarm(kind, f"{sentence}; the evidence is in {file}")


def _nothing_yet(checkpoint: Checkpoint) -> Books:
    """A journal before its first event; the checkpoint's origin says which journal it is."""
    return Books(genesis(unquote(checkpoint.origin.removeprefix(ORIGIN))), Frontier(), Book())
