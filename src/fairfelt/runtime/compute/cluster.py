"""The way to a Dask cluster, which only this file knows and imports when a cluster is asked for."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from .executors import Work

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE_S = 10
QUIET = {"distributed.admin.large-graph-warning-threshold": "1GB"}
"""Common data is sent in one piece, on purpose, and we report errors ourselves."""


class NoCluster(RuntimeError):  # noqa: N818  (it reads as what is the matter)
    """There is no cluster at that address, or no way to it, with the reason."""


class Cluster(Executor):
    """The workers of a Dask scheduler. A task whose worker dies is done again by another one."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _client(address)
        self._executor = self._client.get_executor(pure=False)
        if not self.cores:
            self._client.close()
            raise NoCluster(f"the scheduler at {address} has no workers: start some with dask worker {address}")

    @property
    def cores(self) -> int:
        """Threads of all workers that are there now."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def send(self, work: Work) -> Any:
        """Leave the work with the scheduler: a worker fetches it once, and it is still there when that one dies."""
        return self._client.submit(pickle.loads, pickle.dumps(work), pure=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on for others."""
        self._executor.shutdown(wait=wait)
        self._client.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gone = self._client.status != "running"
        self.shutdown(wait=kind is None)
        if gone and isinstance(error, Exception):
            raise NoCluster(
                f"the Dask scheduler at {self._address} went away before the work was done: start it, and ask again"
            ) from error


def _client(address: str) -> Any:
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoCluster("no Dask here: pip install 'fairfelt[dask]', or leave --on at threads") from None
    import_module("dask.config").set(QUIET)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        return distributed.Client(address, timeout=PATIENCE_S, set_as_default=False)
    except (OSError, ValueError) as trouble:
        raise NoCluster(f"no Dask scheduler answers at {address}: start one with dask scheduler") from trouble
