"""Turn complaints of a database into errors of the ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError, DBAPIError

from ..errors import LedgerCorrupt, LedgerError, LedgerUnavailable
from .place import named

_PASSING = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
"""SQLite's errors for a file that may be sound and cannot be used now."""


@contextmanager
def complaints(place: URL) -> Iterator[None]:
    """Everything a database may say comes out as damage, or as being out of reach."""
    try:
        yield
    except LedgerError:
        raise
    except Exception as error:  # whatever went wrong, only the database knows the truth now: it is asked again
        if type(error) in (
            DatabaseError,
            sqlite3.DatabaseError,
        ):  # what SQLite says of a damaged file, and of nothing else
            raise LedgerCorrupt(f"{named(place)} is damaged ({_reason(error)})") from error
        raise LedgerUnavailable(f"the journal is out of reach ({_reason(error)})") from error


@contextmanager
def reading_complaints(place: URL) -> Iterator[None]:
    """For readers: unreadable data is damage; errors in the caller's own files pass through."""
    try:
        yield
    except (LedgerError, OSError):
        raise
    except (DBAPIError, sqlite3.Error) as error:
        if is_damage(error.orig if isinstance(error, DBAPIError) else error):
            raise LedgerCorrupt(f"{named(place)} is damaged ({_reason(error)})") from error
        raise LedgerUnavailable(f"the journal is out of reach ({_reason(error)})") from error
    except Exception as error:  # rows that are no rows of a journal can break whatever reads them
        raise LedgerCorrupt(f"{named(place)} is damaged ({type(error).__name__}: {_reason(error)})") from error


def is_damage(error: BaseException | None) -> bool:
    """Whether a driver's complaint is about the database's content, not about reaching it."""
    if isinstance(error, sqlite3.Error):
        return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF not in _PASSING
    from psycopg import OperationalError

    return not isinstance(error, OperationalError)


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(cause).split()) or type(error).__name__
