"""Where heavy work is done: what `--on` names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from .agree import tell
from .errors import BadInput

PLACES = ("threads", "gpu", "dask://HOST:PORT")
DASK = "dask://"


@contextmanager
def working_on(place: str) -> Iterator[Executor | None]:
    """The executor of a place; none for threads, which every solver starts by itself."""
    if place == "threads":
        yield None
        return
    with _gpu() if place == "gpu" else _cluster(place) as executor:
        yield executor


def _gpu() -> Executor:
    """A GPU, with a notice: what no GPU counts runs on the threads of the same executor."""
    from fairfelt.compute.cuda import Gpu, NoGpu

    try:
        gpu = Gpu()
    except NoGpu as trouble:
        raise BadInput(str(trouble)) from trouble
    tell("a GPU runs the general solver and simulation; everything else is counted on the CPU")
    return gpu


@contextmanager
def _cluster(place: str) -> Iterator[Executor]:
    from fairfelt.compute.cluster import Cluster, NoCluster

    host, colon, port = place.removeprefix(DASK).rpartition(":")
    if not (place.startswith(DASK) and host and colon and port.isdecimal()):
        raise BadInput(f"--on {place!r} is no place to work: give {', '.join(PLACES[:-1])} or {PLACES[-1]}")
    try:
        with Cluster(f"tcp://{host}:{port}") as cluster:
            yield cluster
    except NoCluster as trouble:
        raise BadInput(str(trouble)) from trouble
