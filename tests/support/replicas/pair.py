"""Two real PostgreSQL servers with synchronous streaming replication between them, to kill and to promote."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from tests.support.postgres import SERVER_USER, postgres_programs
from tests.support.replicas.line import Line

PATIENCE_S = 120


class Replicated:
    """Two servers, of which one is the primary and the other one its standby."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self.folder = programs, folder
        self.ports = [free_port(), free_port()]
        self.lines = [Line(port) for port in self.ports]
        """By which the other one copies it: to be cut."""
        self._own(folder)

    @property
    def url(self) -> str:
        """The address of both: whichever takes writes is the database."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://postgres@{hosts}/postgres"

    def begin(self) -> None:
        """The first is the primary, and waits for the second with every commit."""
        self._run("initdb", "--auth=trust", "-U", "postgres", "-E", "UTF8", "-D", str(self._place(0)))
        with (self._place(0) / "postgresql.conf").open("a") as file:
            file.write("listen_addresses = '127.0.0.1'\nhot_standby = on\nwal_keep_size = '64MB'\n")
        self.start(0)
        self._copy(0, 1)
        self.start(1)
        self._say(0, "CREATE ROLE begun")  # a commit that comes back has come to both

    def kill(self, number: int) -> None:
        """As when its machine dies."""
        self._run("pg_ctl", "-m", "immediate", "-D", str(self._place(number)), "stop")

    def promote(self, number: int) -> None:
        """Let a standby be the primary from now on."""
        self._run("pg_ctl", "-w", "-D", str(self._place(number)), "promote")

    def rejoin(self, number: int) -> None:
        """A primary that was dead comes back as a standby: what only it had is gone, and it copies the other one."""
        shutil.rmtree(self._place(number))
        self._copy(1 - number, number)
        self.start(number)

    def wait_for(self, number: int, standbys: str) -> None:
        """Tell one that runs which standbys its commits wait for."""
        self._name_standbys(number, standbys)
        self._run("pg_ctl", "-D", str(self._place(number)), "reload")

    def _name_standbys(self, number: int, standbys: str) -> None:
        with (self._place(number) / "postgresql.conf").open("a") as file:
            file.write(f"synchronous_standby_names = '{standbys}'\n")

    def waiting(self, number: int) -> set[int]:
        """The sessions there whose commits wait for the standby."""
        with psycopg.connect(host="127.0.0.1", port=self.ports[number], user="postgres", dbname="postgres") as asked:
            rows = asked.execute("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").fetchall()
        return {int(row[0]) for row in rows}

    def end_session(self, number: int, session: int, *, only_its_wait: bool = False) -> None:
        """Somebody ends a session, or cancels what it waits for."""
        word = "pg_cancel_backend" if only_its_wait else "pg_terminate_backend"
        with psycopg.connect(host="127.0.0.1", port=self.ports[number], user="postgres", dbname="postgres") as asked:
            asked.execute(f"SELECT {word}({session})")

    def _copy(self, source: int, to: int) -> None:
        copied = ("-D", str(self._place(to)), "-R", "-X", "stream", "-c", "fast")
        self._run("pg_basebackup", "-h", "127.0.0.1", "-p", str(self.lines[source].port), "-U", "postgres", *copied)

    def start(self, number: int, standbys: str = "*") -> None:
        """Run it; where it was the primary last, it is the primary again."""
        place = self._place(number)
        self._name_standbys(number, standbys)
        options = f"-k {place} -p {self.ports[number]}"
        self._run("pg_ctl", "-w", "-D", str(place), "-l", str(place / "log"), "-o", options, "start")

    def stop(self) -> None:
        """End both."""
        for line in self.lines:
            line.close()
        for number in (0, 1):
            with suppress(subprocess.CalledProcessError):
                self.kill(number)

    def _say(self, number: int, words: str) -> None:
        self._run("psql", "-h", "127.0.0.1", "-p", str(self.ports[number]), "-U", "postgres", "-c", words)

    def _place(self, number: int) -> Path:
        return self.folder / f"pg{number + 1}"

    def _own(self, folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, SERVER_USER)
            for parent in folder.parents[:-1]:
                parent.chmod(parent.stat().st_mode | 0o011)

    def _run(self, program: str, *words: str) -> None:
        user = SERVER_USER if os.geteuid() == 0 else None
        found = self._programs / program
        subprocess.run(
            [found, *words], check=True, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=PATIENCE_S,
        )  # fmt: skip


@contextmanager
def replicated(folder: Path) -> Iterator[Replicated | None]:
    """Both of them running; nothing where the system has no PostgreSQL with its tools."""
    programs = postgres_programs()
    if programs is None or not (programs / "pg_basebackup").exists():
        yield None
        return
    folder.mkdir()
    pair = Replicated(programs, folder)
    try:
        pair.begin()
        yield pair
    finally:
        pair.stop()


def free_port() -> int:
    """One that nobody listens at now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port
