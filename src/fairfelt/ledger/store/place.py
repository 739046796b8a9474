"""Where a journal lives: a SQLite file or a PostgreSQL database, with every setting that durability asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from ..errors import WrongJournal

BUSY_TIMEOUT_S = 5
CONNECT_TIMEOUT_S = 5


def place_of(address: str | Path | URL) -> URL:
    """A URL from what a person writes: a path of a file, or a URL."""
    if isinstance(address, URL):
        return address
    text = str(address)
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except ArgumentError:
        raise WrongJournal("the address of the database cannot be read: give a path or postgresql://…") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise WrongJournal(f"{url.drivername} is not supported: give a path, sqlite:///FILE or postgresql://…")
    if url.database in (None, "", ":memory:"):
        raise WrongJournal("a journal in memory would not last: give the path of a file")
    return url.set(drivername="sqlite", database=str(Path(str(url.database)).absolute()))


def file_of(place: URL) -> Path | None:
    """The file, if it is one."""
    return Path(str(place.database)) if place.get_backend_name() == "sqlite" else None


def named(place: URL) -> str:
    """The place as it may be shown: without a password."""
    return str(file_of(place) or place.render_as_string(hide_password=True))


def writing_engine(place: URL, *, create: bool) -> Engine:
    """An engine whose commits are on disk when they return."""
    return _engine(place, "rwc" if create else "rw", ("journal_mode=WAL", "synchronous=FULL"))


def reading_engine(place: URL) -> Engine:
    """An engine that reads and leaves everything as it is."""
    file = file_of(place)
    if file is not None and not file.is_file():
        raise WrongJournal(f"there is no file {file}")
    return _engine(place, "ro", ("query_only=ON",))


def _engine(place: URL, mode: str, pragmas: tuple[str, ...]) -> Engine:
    file = file_of(place)
    if file is None:
        return _postgresql_engine(place)
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


def _postgresql_engine(place: URL) -> Engine:
    keep_alive = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
    engine = create_engine(
        place,
        poolclass=NullPool,
        isolation_level="REPEATABLE READ",
        connect_args={"connect_timeout": CONNECT_TIMEOUT_S, **keep_alive},
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            if cursor.fetchone()[0] == "off":
                cursor.execute("SET synchronous_commit = on")
        connection.commit()

    return engine
