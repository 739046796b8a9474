"""Where tests put their files: in memory if there is room, since thousands of journals wait for the disk else."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir

MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 * 1024**3
"""A run leaves some hundred megabytes there at a time; programs that tests write must be allowed to run."""

NAME = "felt-"
"""With the number of a process; short, since sockets lie there."""


def holds_files(folder: Path) -> bool:
    """Whether a folder has room for the files of a run, and lets programs in it run."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ENOUGH_BYTES and not found.f_flag & os.ST_NOEXEC


def folder_of_this_run(*, in_memory: bool) -> Path:
    """A folder that no other run of the tests clears away: pytest itself keeps three of them for each user.

    What runs that failed have left is removed by the next one, once their process has ended.
    """
    top = MEMORY if in_memory and holds_files(MEMORY) else Path(gettempdir())
    for left in top.glob(f"{NAME}*"):
        process = left.name.removeprefix(NAME)
        if process.isdecimal() and not Path("/proc", process).exists():
            rmtree(left, ignore_errors=True)
    folder = top / f"{NAME}{os.getpid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def leave(folder: Path) -> None:
    """At the end of a run: the folder goes, unless tests that failed have left something to look at."""
    if not any(folder.glob("pytest-of-*/pytest-[0-9]*")):
        rmtree(folder, ignore_errors=True)


@contextmanager
def full_disk(most_bytes: int) -> Iterator[None]:
    """No file may grow beyond that, as on a full disk."""
    before, ignored = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
