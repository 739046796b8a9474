"""The files of deploy/two-machines in two network namespaces: the primary's machine dies, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mutants.planted import ROOT
from tests.support.postgres import SERVER_USER, postgres_programs

SCRIPT = ROOT / "deploy/two-machines/database.sh"
ADDRESSES = ("10.77.31.1", "10.77.31.2")
URL = f"postgresql://room:secret1@{ADDRESSES[0]}:5432,{ADDRESSES[1]}:5432/room"
PATIENCE_S = 240
SERVER = """
import sys, time
from fairfelt.ledger import LedgerError, Opening, Standby, open_ledger
from tests.ledger.bank import Bank, move
while True:
    try:
        found = open_ledger(Opening(address=sys.argv[1], machine=Bank(), server=sys.argv[2]))
        ledger = found.wait_until_active() if isinstance(found, Standby) else found
        break
    except LedgerError:
        time.sleep(1)
print("active", flush=True)
while True:
    try:
        number = ledger.next_sequence("k")
        ledger.submit(move("k", number, number)).result()
        print(number, flush=True)
    except LedgerError:
        time.sleep(0.5)
    time.sleep(0.05)
"""
READ = """
import sys
from fairfelt.ledger.store import snapshot
with snapshot(sys.argv[1]) as taken:
    print(*(each.device_sequence for each in taken.entries(limit=10**6) if each.device == "k"))
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, check=False, capture_output=True, text=True)


@contextmanager
def two_machines() -> Iterator[tuple[str, str]]:
    """Two network namespaces with a cable between them."""
    names = tuple(f"fairfelt-{os.getpid()}-{number}" for number in (1, 2))
    with ExitStack() as kept:
        for name in names:
            if run("ip", "netns", "add", name).returncode:
                pytest.skip("no network namespace can be made here")
            kept.callback(run, "ip", "netns", "del", name)
        ends = [f"ff{os.getpid()}{letter}" for letter in "ab"]
        run("ip", "link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
        for name, end, address in zip(names, ends, ADDRESSES, strict=True):
            run("ip", "link", "set", end, "netns", name)
            run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", end)
            for device in (end, "lo"):
                run("ip", "-n", name, "link", "set", device, "up")
        yield names[0], names[1]


class Machine:
    """One of them: its database by the script, and a server."""

    def __init__(self, number: int, name: str, folder: Path, programs: Path) -> None:
        self._in, self._data = ("ip", "netns", "exec", name), folder / f"data-{number}"
        self._environment = {
            **os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "FAIRFELT_STATE": str(folder / f"state-{number}"),
            "OWN": ADDRESSES[number], "OTHER": ADDRESSES[1 - number], "NETWORK": "10.77.31.0/24",
            "DATA": str(self._data), "BIN": str(programs),
            "ROOM_PASSWORD": "secret1", "REPLICATION_PASSWORD": "secret2",
        }  # fmt: skip
        self._log = (folder / f"log-{number}").open("a")
        (folder / f"state-{number}").mkdir()
        self._data.mkdir(mode=0o700)
        shutil.chown(self._data, SERVER_USER)
        self._processes: list[subprocess.Popen[str]] = []
        self.said: list[str] = []

    def database(self, role: str) -> None:
        group = ("setpriv", "--reuid", SERVER_USER, "--regid", "nogroup", "--clear-groups", "--pdeathsig", "KILL")
        self._begin(*group, "sh", str(SCRIPT), role)

    def serve(self, name: str) -> None:
        process = self._begin(sys.executable, "-c", SERVER, URL, name)
        threading.Thread(target=lambda: self.said.extend(map(str.strip, process.stdout or ())), daemon=True).start()

    def read(self) -> list[int]:
        words = [*self._in, sys.executable, "-c", READ, URL]
        found = subprocess.run(words, env=self._environment, capture_output=True, text=True, check=True)
        return list(map(int, found.stdout.split()))

    def die(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        if (lock := self._data / "postmaster.pid").exists():
            run("kill", "-9", lock.read_text().split()[0])
        self._processes.clear()

    def _begin(self, *words: str) -> subprocess.Popen[str]:
        said, log = subprocess.PIPE if words[0] == sys.executable else self._log, self._log
        process = subprocess.Popen([*self._in, *words], env=self._environment, stdout=said, stderr=log, text=True)
        self._processes.append(process)
        return process

    def acknowledged(self) -> list[int]:
        return [int(each) for each in self.said if each.isdecimal()]


def wait_until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.2)


@pytest.mark.heavy
def test_the_machine_of_the_primary_dies_and_comes_back() -> None:
    programs = postgres_programs()
    if programs is None or os.geteuid() or not shutil.which("ip") or not shutil.which("setpriv"):
        pytest.skip("it takes root, PostgreSQL, ip and setpriv")
    with two_machines() as names, TemporaryDirectory() as folder, ExitStack() as kept:
        Path(folder).chmod(0o755)  # the database's user has to get through
        first, second = (Machine(number, name, Path(folder), programs) for number, name in enumerate(names))
        kept.callback(first.die)
        kept.callback(second.die)
        first.database("primary")
        second.database("standby")
        first.serve("one")
        wait_until(lambda: len(first.acknowledged()) > 20, "commands are acknowledged by both machines")
        second.serve("two")
        first.die()
        acknowledged = first.acknowledged()
        second.database("promote")
        first.database("rejoin")
        wait_until(lambda: len(second.acknowledged()) > 20, "the second server takes over")
        numbers = second.read()
    assert numbers == list(range(1, len(numbers) + 1)), "none is lost, none is there twice"
    assert set(acknowledged) <= set(numbers)
    assert second.said[0] == "active"
