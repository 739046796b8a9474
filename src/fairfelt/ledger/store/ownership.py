"""One writer for one journal, across processes: whoever holds the lock. It falls free when its holder dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from ..errors import JournalHeld, WrongJournal
from .place import KEEP_ALIVE, SILENT_S

_SESSION = {
    **{f"tcp_{name}": str(value) for name, value in KEEP_ALIVE.items()},
    "tcp_user_timeout": f"{SILENT_S}s",
    "idle_session_timeout": f"{SILENT_S}s",
}
"""How PostgreSQL finds out that a writer's machine is gone, or its process stands still; a living one beats."""
_SET = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SESSION.items())
_TRY = text(f"SELECT {_SET}, pg_try_advisory_lock(hashtext('fairfelt-ledger'), hashtext(current_schema()))")


class FileLock:
    """A lock on a small file beside the database."""

    def __init__(self, file: Path) -> None:
        self._file = file.with_name(f"{file.name}.lock")
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Take the lock if it is free; taking it twice is once."""
        import fcntl

        if self._descriptor is not None:
            return True
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise WrongJournal(f"{self._file} cannot be made: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Let it go. The file stays: removing it would let two hold locks on different files of one name."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Hold the lock of a database file that need not exist yet."""
    lock = FileLock(file)
    if not lock.take():
        raise JournalHeld(f"another server writes {file}")
    try:
        yield
    finally:
        lock.release()


def take_advisory_lock(connection: Connection) -> bool:
    """Lock the schema's journal for as long as this connection lives.

    The connection that writes is the one that holds the lock: who loses it can no longer write either, and who gets
    it knows that nothing the last holder sent is still under way. PostgreSQL ends it after seconds of silence.
    """
    taken = bool(connection.execute(_TRY).one()[-1])
    connection.commit()
    return taken
