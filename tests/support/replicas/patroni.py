"""Three real PostgreSQL servers under Patroni, with etcd beside them, each on lines that can be cut."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.support.postgres import SERVER_USER, postgres_programs
from tests.support.replicas.line import Line
from tests.support.replicas.pair import free_port

NODES = 3
PATIENCE_S = 300.0
TTL_S, LOOP_S, RETRY_S = 20, 1, 3
"""The least that Patroni takes: after so long without a word from its machine, a primary is replaced."""
CONFIG = """
scope: room
name: {name}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest_line}"}}
etcd3: {{hosts: "127.0.0.1:{etcd_line}", use_proxies: true}}
bootstrap:
  dcs:
    ttl: {ttl}
    loop_wait: {loop}
    retry_timeout: {retry}
    maximum_lag_on_failover: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      parameters: {{synchronous_commit: "on", wal_log_hints: "on", max_connections: 30, shared_buffers: "16MB"}}
  initdb: [{{encoding: UTF8}}, {{auth: trust}}]
postgresql:
  listen: "127.0.0.1:{port}"
  connect_address: "127.0.0.1:{line}"
  data_dir: {folder}/data
  bin_dir: {programs}
  pgpass: {folder}/pgpass
  pg_hba: ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
  parameters: {{unix_socket_directories: {folder}}}
  authentication:
    replication: {{username: replicator}}
    superuser: {{username: postgres}}
watchdog: {{mode: "off"}}
"""


class Node:
    """One machine: PostgreSQL and its Patroni."""

    def __init__(self, number: int, folder: Path, programs: Path, etcd: int) -> None:
        self.name, self._folder = f"db{number + 1}", folder
        self.port, self._rest = free_port(), free_port()
        self._lines = {"line": Line(self.port), "rest_line": Line(self._rest), "etcd_line": Line(etcd)}
        folder.mkdir()
        (folder / "patroni.yml").write_text(
            CONFIG.format(
                name=self.name, port=self.port, rest=self._rest, folder=folder, programs=programs,
                ttl=TTL_S, loop=LOOP_S, retry=RETRY_S, **{name: line.port for name, line in self._lines.items()},
            )
        )  # fmt: skip
        if os.geteuid() == 0:
            for path in (folder, folder / "patroni.yml"):
                shutil.chown(path, SERVER_USER)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Switch it on."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["patroni", "patroni.yml"],
                cwd=self._folder,
                user=SERVER_USER if os.geteuid() == 0 else None,
                env={"PATH": os.environ["PATH"], "HOME": str(self._folder), "LANG": "C.UTF-8"},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """As when its machine dies: everything on it, at once."""
        with suppress(OSError, ValueError, IndexError):
            os.kill(int((self._folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def cut_off(self) -> None:
        """Neither etcd nor the other machines hear of it, nor it of them; it runs on."""
        for line in self._lines.values():
            line.cut()

    def connect_again(self) -> None:
        """Its lines are mended."""
        for line in self._lines.values():
            line.mend()

    def streams(self) -> int:
        """How many copies of it follow this server, by what it says itself; none where it says nothing."""
        import psycopg

        try:
            with psycopg.connect(f"postgresql://postgres@127.0.0.1:{self.port}/postgres", connect_timeout=5) as asked:
                found = asked.execute("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'").fetchone()
                return int(found[0]) if found else 0
        except psycopg.Error:
            return 0

    def members(self) -> list[dict[str, Any]]:
        """What its Patroni knows of all of them; nothing where it says nothing."""
        try:
            with urlopen(f"http://127.0.0.1:{self._rest}/cluster", timeout=5) as answer:
                found: list[dict[str, Any]] = json.load(answer)["members"]
                return found
        except (OSError, ValueError):
            return []

    def close(self) -> None:
        """End all of it."""
        self.kill()
        for line in self._lines.values():
            line.close()


class Cluster:
    """Three of them, of which one is the primary."""

    def __init__(self, folder: Path, programs: Path, etcd: int) -> None:
        self.nodes = [Node(number, folder / f"db{number + 1}", programs, etcd) for number in range(NODES)]

    @property
    def url(self) -> str:
        """The address of all: whichever takes writes is the database."""
        return f"postgresql://postgres@{','.join(f'127.0.0.1:{node.port}' for node in self.nodes)}/postgres"

    def begin(self) -> None:
        """One after the other, until all are copied."""
        self.nodes[0].start()
        wait_until(lambda: self.nodes[0].members() and self.primary(), "the first is the primary")
        for node in self.nodes[1:]:
            node.start()
        self.wait_for_all()

    def primary(self) -> Node | None:
        """Who takes writes, by what those say that can be asked."""
        for node in self.nodes:
            for member in node.members():
                if member["role"] == "leader" and member["state"] == "running":
                    return next(one for one in self.nodes if one.name == member["name"])
        return None

    def wait_for_all(self) -> None:
        """Until there is a primary, the others copy it, and one of them is waited for.

        The primary is asked who copies it: what Patroni knows of a member that was cut off is from before that, and a
        primary that is killed while another is rewound to it leaves that one of no use.
        """
        wait_until(lambda: all(map(self._sees_all, self.nodes)), "all are up, and one is waited for")
        wait_until(lambda: (found := self.primary()) and found.streams() == NODES - 1, "all others copy the primary")

    def _sees_all(self, node: Node) -> bool:
        members = node.members()
        roles = sorted(member["role"] for member in members)
        up = all(member["state"] in ("running", "streaming") for member in members)
        return up and len(members) == NODES and roles == ["leader", "replica", "sync_standby"]


def wait_until(true: Callable[[], object], what: str) -> None:
    """Until something is so, or patience ends."""
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, f"it never happened: {what}"
        time.sleep(0.2)


@contextmanager
def patroni_cluster(folder: Path) -> Iterator[Cluster | None]:
    """All of it running; nothing where PostgreSQL, Patroni or etcd is missing."""
    programs = postgres_programs()
    if programs is None or not (shutil.which("patroni") and shutil.which("etcd")):
        yield None
        return
    folder.mkdir()
    for parent in (folder, *folder.parents[:-1]):
        if os.geteuid() == 0:
            parent.chmod(parent.stat().st_mode | 0o011)
    client, peer = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
    words = ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer]
    words += ["--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"]
    with (folder / "etcd.log").open("ab") as log:
        etcd = subprocess.Popen(["etcd", "--data-dir", str(folder / "etcd"), *words], stdout=log, stderr=log)
    cluster = Cluster(folder, programs, int(client.rpartition(":")[2]))
    try:
        cluster.begin()
        yield cluster
    finally:
        for node in cluster.nodes:
            node.close()
        etcd.kill()
        etcd.wait()
