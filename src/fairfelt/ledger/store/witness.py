"""A witness of the head: a small file beside a journal that says how far it was acknowledged.

A database that lost its write-ahead log, or an older copy put in its place, is a sound journal that ends too early.
Only a second record shows that: this file. It is written after every group, which a process's death cannot undo, and
flushed to the disk at most every FLUSH_S seconds, so that a group does not wait for the disk a second time. It may
lag behind the journal and never runs ahead of it.
"""

from __future__ import annotations

import logging
import os
import time
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL

from fairfelt.runtime.configuration import state_folder

from ..canonical import digest
from ..chain import Head
from ..errors import LedgerCorrupt, WrongJournal
from .place import PRIVATE, file_of, named
from .snapshot import Snapshot

FLUSH_S = 0.25
SLOT_BYTES = 192
"""There are two slots, written in turn: a power cut spoils one of them at most."""
_CHECK_DIGITS = 16
_WORDS = 4
_REMEDY = (
    "put the right files back; to go on with what is there, which loses the rest, make another journal of it with: "
    "fairfelt ledger restore {} OTHER"
)
_log = logging.getLogger(__name__)


class AcknowledgedEvent(NamedTuple):
    """What was acknowledged: the last event of a journal, which is named by the digest of its name."""

    number: int
    hash: str
    journal: str

    @property
    def slot(self) -> bytes:
        """The witness as a line of text, with its own checksum."""
        text = f"{self.number} {self.hash} {self.journal}"
        return f"{text} {digest(text)[:_CHECK_DIGITS]}".ljust(SLOT_BYTES - 1).encode() + b"\n"


def witness_file(place: URL) -> Path | None:
    """The file of a journal's witness: beside a SQLite file, or in the state folder for PostgreSQL."""
    if file := file_of(place):
        real = file.resolve()
        return real.with_name(f"{real.name}.head")
    folder = state_folder()
    return folder / f"{digest(named(place))[:32]}.head" if folder else None


class Witness:
    """The file, written by the writer of the journal."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._descriptor: int | None = None
        self._next_slot = 0
        self._flushed_at_s = float("-inf")
        self._dirty = False

    def renew(self, journal: str, head: Head) -> None:
        """Begin the file anew, on purpose, and on the disk when this returns."""
        self.close()
        try:
            self.file.unlink(missing_ok=True)
            self._descriptor = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
            os.write(self._descriptor, AcknowledgedEvent(head.number, head.hash, digest(journal)).slot * 2)
            os.fsync(self._descriptor)
            flush(self.file.parent)
        except OSError as error:
            raise WrongJournal(f"{self.file} cannot be written: {error.strerror}") from error

    def go_on(self) -> None:
        """Open the file that is there; a slot that a power cut spoiled is made good before the other one is written."""
        if self._descriptor is None:
            seen = _seen(self.file)
            try:
                self._descriptor = os.open(self.file, os.O_RDWR | os.O_NOFOLLOW)
                content = os.pread(self._descriptor, 2 * SLOT_BYTES, 0)
                for at in (0, SLOT_BYTES):
                    if seen and not _read_slot(content[at : at + SLOT_BYTES]):
                        os.pwrite(self._descriptor, seen.slot, at)
                        os.fsync(self._descriptor)
            except OSError as error:
                raise WrongJournal(f"{self.file} cannot be written: {error.strerror}") from error

    def note(self, journal: str, head: Head) -> None:
        """Say that the journal reaches so far. A witness that cannot be written lags, and that is no reason to stop."""
        if self._descriptor is None:
            return
        try:
            slot = AcknowledgedEvent(head.number, head.hash, digest(journal)).slot
            os.pwrite(self._descriptor, slot, self._next_slot * SLOT_BYTES)
            self._next_slot, self._dirty = 1 - self._next_slot, True
            if time.monotonic() - self._flushed_at_s > FLUSH_S:
                self.flush()
        except OSError as error:
            _log.warning("%s cannot be written: %s", self.file, error.strerror)

    def flush(self) -> None:
        if self._dirty and self._descriptor is not None:
            os.fsync(self._descriptor)
            self._flushed_at_s, self._dirty = time.monotonic(), False

    def close(self) -> None:
        if self._descriptor is not None:
            try:
                self.flush()
            finally:
                os.close(self._descriptor)
                self._descriptor = None


def _seen(file: Path) -> AcknowledgedEvent | None:
    """What a witness says; nothing if there is none."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WrongJournal(f"{file} cannot be read: {error.strerror}") from error
    slots = [_read_slot(content[at : at + SLOT_BYTES]) for at in (0, SLOT_BYTES)]
    found = [slot for slot in slots if slot]
    if not found:
        raise LedgerCorrupt(
            f"{file} is damaged: it says how far the journal was acknowledged, and cannot be read; put it back from a "
            f"copy, or make another journal of what is there with: fairfelt ledger restore"
        )
    return max(found)


def read_witness(place: URL) -> AcknowledgedEvent | None:
    """What the witness of a journal says, if it has one; ask it before you read the journal."""
    file = witness_file(place)
    return _seen(file) if file else None


def check_witness(seen: AcknowledgedEvent, taken: Snapshot) -> None:
    """Refuse a journal that does not reach as far as its witness says, or gets there by other events."""
    file, where, head = witness_file(taken.place), named(taken.place), taken.head
    remedy = _REMEDY.format(where)
    if seen.journal != digest(taken.journal):
        raise LedgerCorrupt(
            f"{file} is about another journal than the one in {where}, and says that it reached event {seen.number}: "
            f"put that journal back, or move {file} away if another one shall be here"
        )
    if head.number < seen.number:
        raise LedgerCorrupt(
            f"{where} ends at event {head.number}, but {file} says that event {seen.number} ({seen.hash}) was "
            f"acknowledged: its write-ahead log was removed, or an older copy was put in its place; {remedy}"
        )
    found = taken.hash_at(seen.number)
    if seen.number and found != seen.hash:
        raise LedgerCorrupt(
            f"event {seen.number} of {where} has the hash {found}, but {file} says that {seen.hash} was "
            f"acknowledged: the journal was changed; {remedy}"
        )


def check_no_copy(place: URL, head: Head) -> None:
    """Refuse a SQLite file with events and without a witness."""
    if head.number and file_of(place):
        where, file = named(place), witness_file(place)
        raise LedgerCorrupt(
            f"{where} ends at event {head.number}, and {file} is missing, which says how far it was acknowledged: "
            f"it is a copy, or that file was removed; {_REMEDY.format(where)}"
        )


def flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_durably(file: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Replace a file in one step, on the disk when this returns; no more users may ever read it than `mode` says."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    flush(file.parent)


def _read_slot(slot: bytes) -> AcknowledgedEvent | None:
    try:
        words = slot.decode("ascii").split()
        if len(words) == _WORDS:
            seen = AcknowledgedEvent(int(words[0]), words[1], words[2])
            return seen if seen.slot == slot else None
    except ValueError:
        pass
    return None
