"""Where a journal lives: a SQLite file with its lock, or a PostgreSQL database, with all that durability asks for."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from re import Match
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError
from sqlalchemy.pool import NullPool

from ..errors import LedgerCorrupt, LedgerError, LedgerUnavailable, NoJournal, WrongJournal

BUSY_TIMEOUT_S = 5
CONNECT_TIMEOUT_S = 5
SILENT_S = 10
"""How long either end of a connection to PostgreSQL waits for a sign of life before it takes the other for dead."""
KEEP_ALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}

_SEVERAL_HOSTS = re.compile(
    r"^(?P<before>postgresql(?:\+psycopg)?://(?:[^@/?]*@)?)(?P<hosts>[^@/?]*,[^@/?]*)/(?P<path>[^?]*)(?:\?(?P<query>.*))?$"
)
"""An address such as postgresql://room@db1:5432,db2:5432/room: whichever of them takes writes is the database."""
OWN_DISK, STANDBYS = "its own disk", "its own disk and that of a standby"
"""The disks that a commit waits for before anything is acknowledged."""
NO_STANDBY = (
    "the address names several databases, and the one that takes writes waits for no standby: a failover could lose "
    "what was acknowledged; set synchronous_standby_names there"
)

SECRET_OPTIONS = ("password", "sslpassword")
"""Options of a URL that must not be shown."""


def place_of(address: str | Path | URL) -> URL:
    """A URL from what a person writes: a path of a file, or a URL."""
    if isinstance(address, URL):
        return address
    written = str(address)
    if "://" not in written:
        return URL.create("sqlite", database=str(Path(written).absolute()))
    if written.count("@") > 1 and not written.startswith("sqlite:"):
        raise WrongJournal("the address of the database holds more than one @: write one in a password as %40")
    try:
        url = make_url(_SEVERAL_HOSTS.sub(_hosts_in_query, written))
    except (ArgumentError, ValueError):
        raise WrongJournal("the address of the database cannot be read: give a path or postgresql://…") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise WrongJournal(f"{url.drivername} is not supported: give a path, sqlite:///FILE or postgresql://…")
    if url.database in (None, "", ":memory:"):
        raise WrongJournal("a journal in memory would not last: give the path of a file")
    return url.set(drivername="sqlite", database=str(Path(str(url.database)).absolute()))


def _hosts_in_query(found: Match[str]) -> str:
    """Several hosts as the library takes them: behind the question mark."""
    hosts = "&".join(f"host={host}" for host in found["hosts"].split(","))
    return f"{found['before']}/{found['path']}?{hosts}{'&' if found['query'] else ''}{found['query'] or ''}"


def has_several_hosts(place: URL) -> bool:
    """Whether its database may move to another machine."""
    return isinstance(place.query.get("host"), tuple)


def file_of(place: URL) -> Path | None:
    return Path(str(place.database)) if place.get_backend_name() == "sqlite" else None


def named(place: URL) -> str:
    """The place as it may be shown: without a password."""
    if file := file_of(place):
        return str(file)
    user, query = place.username, place.difference_update_query(SECRET_OPTIONS).query
    shown = URL.create("postgresql", user, None, place.host, place.port, place.database, query)
    return shown.render_as_string()


def shown(address: str | Path) -> str:
    """An address as a person wrote it, without a password."""
    written = str(address)
    try:
        return named(place_of(written)) if "://" in written else written
    except WrongJournal:
        return "DATABASE"


def writing_engine(place: URL, *, create: bool) -> Engine:
    """An engine whose commits are on disk when they return."""
    return _engine(place, "rwc" if create else "rw", ("journal_mode=WAL", "synchronous=FULL"))


def reading_engine(place: URL) -> Engine:
    """An engine that reads and leaves everything as it is."""
    file = file_of(place)
    if file is not None and not file.is_file():
        raise NoJournal(f"there is no file {file}")
    return _engine(place, "ro", ("query_only=ON",))


def _engine(place: URL, mode: str, pragmas: tuple[str, ...]) -> Engine:
    file = file_of(place)
    if file is None:
        return _postgresql_engine(place, writes=mode != "ro")
    from urllib.parse import quote

    url = URL.create("sqlite", database=f"file:{quote(str(file))}", query={"mode": mode, "uri": "true"})
    engine = create_engine(
        url, poolclass=NullPool, connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so, not where the driver guesses
        for pragma in (*pragmas, "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _postgresql_engine(place: URL, *, writes: bool) -> Engine:
    several = has_several_hosts(place)
    if several and "target_session_attrs" not in place.query:  # a standby may be a moment behind: nobody reads there
        place = place.update_query_dict({"target_session_attrs": "read-write"})
    engine = create_engine(
        place,
        poolclass=NullPool,
        isolation_level="REPEATABLE READ",
        connect_args={
            "connect_timeout": CONNECT_TIMEOUT_S,
            "keepalives": 1,
            **KEEP_ALIVE,
            "tcp_user_timeout": SILENT_S * 1_000,
        },
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('synchronous_standby_names'), current_setting('synchronous_commit')")
            standbys, commit = cursor.fetchone()
            if commit == "off" or (standbys and commit not in ("on", "remote_apply")):
                cursor.execute("SET synchronous_commit = on")
        connection.commit()
        if several and writes and not standbys:
            raise LedgerUnavailable(NO_STANDBY)

    return engine


def waits_for(connection: Connection) -> str:
    """The disks that a commit on this connection waits for."""
    if connection.dialect.name != "postgresql":
        return OWN_DISK
    return STANDBYS if connection.execute(text("SHOW synchronous_standby_names")).scalar() else OWN_DISK


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
        ):  # SQLite of a damaged file alone
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
