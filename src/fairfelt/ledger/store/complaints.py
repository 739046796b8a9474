"""What a database says against us, as the ledger says it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError, DBAPIError

from ..errors import LedgerCorrupt, LedgerError, LedgerUnavailable
from .place import named


@contextmanager
def complaints(place: URL) -> Iterator[None]:
    """Everything a database may say comes out as damage, or as being out of reach."""
    try:
        yield
    except LedgerError:
        raise
    except Exception as error:  # whatever went wrong, only the database knows the truth now: it is asked again
        if type(error) is DatabaseError:  # what SQLite says of a damaged file, and of nothing else
            raise LedgerCorrupt(f"{named(place)} is damaged ({_reason(error)})") from error
        raise LedgerUnavailable(f"the journal is out of reach ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    said = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(said).split()) or type(error).__name__
