"""Where heavy work is done: what `--on` names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from .errors import BadInput

PLACES = ("threads", "gpu")


@contextmanager
def working_on(place: str) -> Iterator[Executor | None]:
    """The executor of a place; none for threads, which every solver starts by itself."""
    if place not in PLACES:
        raise BadInput(f"--on {place!r} is no place to work: give {' or '.join(PLACES)}")
    if place == "threads":
        yield None
        return
    from fairfelt.hands.cuda import Gpu, NoGpu

    try:
        gpu = Gpu()
    except NoGpu as trouble:
        raise BadInput(str(trouble)) from trouble
    with gpu:
        yield gpu
