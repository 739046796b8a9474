"""One writer for one SQLite file: a lock on the file itself, so that no other name for it leads around the lock."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from ..errors import LedgerUnavailable, WrongJournal

PRIVATE = 0o600
"""Nobody but the server's own user reads a journal's files."""
Identity = tuple[int, int]
"""Device and inode: which file it is, by whatever name."""


@dataclass
class _Opened:
    """A database file that this process has open for its lock.

    It stays open when the lock is let go: closing it would end every lock SQLite holds on it in this process.
    """

    descriptor: int
    held: bool = False


_opened: dict[Identity, _Opened] = {}
_guard = Lock()


def identity_of(file: Path) -> Identity | None:
    """Identity of the file with that name now, if any."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class FileLock:
    """A lock on a database file. It falls free when its holder dies."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.identity: Identity | None = None
        """The file that is locked."""

    def take(self, *, create: bool) -> bool:
        """Take the lock on the file that goes by the name now, if it is free; taking it twice is once."""
        import fcntl

        if self.identity is not None and self.identity == identity_of(self._file):
            return True
        self.release()
        with _guard:
            opened, identity = self._open(create=create)
            if opened.held:
                return False
            try:
                fcntl.flock(opened.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            except OSError as error:
                raise WrongJournal(f"{self._file} cannot be locked: {error.strerror}") from error
            opened.held = True
            self.identity = identity
        return True

    def release(self) -> None:
        """Let it go."""
        import fcntl

        with _guard:
            if self.identity is not None:
                opened = _opened[self.identity]
                fcntl.flock(opened.descriptor, fcntl.LOCK_UN)
                opened.held = False
                self.identity = None

    def _open(self, *, create: bool) -> tuple[_Opened, Identity]:
        known = identity_of(self._file)
        if known is not None and known in _opened:
            return _opened[known], known
        try:
            flags = os.O_RDWR | (os.O_CREAT if create else 0)
            descriptor = os.open(self._file, flags, PRIVATE)
            found = os.fstat(descriptor)
        except FileNotFoundError as error:
            failure = WrongJournal if create else LedgerUnavailable
            raise failure(f"the file {self._file} was removed, or there is no folder for it") from error
        except OSError as error:
            raise WrongJournal(f"{self._file} cannot be opened for writing: {error.strerror}") from error
        if found.st_nlink > 1:
            os.close(descriptor)
            raise WrongJournal(
                f"{self._file} has {found.st_nlink} names (hard links): a journal has one, so remove the others"
            )
        identity = found.st_dev, found.st_ino
        _forget_removed()
        return _opened.setdefault(identity, _Opened(descriptor)), identity


def _forget_removed() -> None:
    """Close files that have no name any more and that nobody holds."""
    for identity, opened in list(_opened.items()):
        if not opened.held and os.fstat(opened.descriptor).st_nlink == 0:
            os.close(_opened.pop(identity).descriptor)
