"""A real Dask cluster on this machine: a scheduler, and workers that are processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import pytest


class Here(NamedTuple):
    """Where the cluster is."""

    host_and_port: str
    nannies: Any
    """By name; each has the `pid` of its worker, and starts another one when that dies."""


@contextmanager
def running_cluster() -> Iterator[Here]:
    """Two workers with a thread each; the test is skipped where Dask is not installed."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield Here(cluster.scheduler_address.removeprefix("tcp://"), cluster.workers)


@contextmanager
def mortal_scheduler() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A scheduler that is a process too, with one worker: its host and port, and how to kill it."""
    pytest.importorskip("distributed")
    with ExitStack() as left:
        scheduler, told = _begun(left, "scheduler", "--port", "0", until="Scheduler at:")
        address = told.split()[-1]
        _begun(left, "worker", address, "--nthreads", "1", "--no-nanny", until="Registered to:")
        yield address.removeprefix("tcp://"), scheduler


def _begun(left: ExitStack, what: str, *words: str, until: str) -> tuple[subprocess.Popen[str], str]:
    """The process, once it has said that it is there, and what it said; it is killed in the end."""
    command = [sys.executable, "-m", "dask", what, *words, "--host", "127.0.0.1", "--no-dashboard"]
    process = left.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
    left.callback(process.kill)
    assert process.stderr
    return process, next(line for line in process.stderr if until in line)
