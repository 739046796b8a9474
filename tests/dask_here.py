"""A real Dask cluster on this machine: a scheduler, and workers that are processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
