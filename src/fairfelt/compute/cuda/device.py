"""The way to a graphics card, through CuPy, which only this file knows and imports when a card is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cores import usable_cores

PRELUDE = """
__device__ __forceinline__ long long floor_divide(long long a, long long b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
__device__ __forceinline__ long long floor_remainder(long long a, long long b) { return a - b * floor_divide(a, b); }
"""
"""What the translated source counts on."""


class NoGpu(RuntimeError):  # noqa: N818  (it reads as what is the matter)
    """There is no card, or no way to it, with the reason."""


class Gpu(ThreadPoolExecutor):
    """An executor with a card: what there is a kernel for runs there, all else on a thread for each core."""

    def __init__(self) -> None:
        self._cupy = _cupy()
        super().__init__(usable_cores())
        properties = self._cupy.cuda.runtime.getDeviceProperties(0)
        self.title: str = properties["name"].decode()
        self.processors: int = properties["multiProcessorCount"]
        self.near_bytes: int = properties["sharedMemPerBlockOptin"]
        """Of the memory that the threads of one block share."""

    def kernel(self, source: str, name: str, near_bytes: int = 0) -> Kernel:
        """Compile a kernel that is given so much near memory when it starts."""
        function = _compiled(PRELUDE + source, name)
        if near_bytes:
            function.max_dynamic_shared_size_bytes = near_bytes
        return Kernel(function, near_bytes)

    def load(self, array: NDArray[Any]) -> Any:
        """An array on the card."""
        return self._cupy.asarray(np.ascontiguousarray(array))

    def zeros(self, shape: int | Sequence[int], kind: Any) -> Any:
        """An empty one."""
        return self._cupy.zeros(shape, kind)

    def finish(self) -> None:
        """Wait for all that was started."""
        self._cupy.cuda.runtime.deviceSynchronize()

    def fetch(self, array: Any) -> NDArray[Any]:
        """An array back from the card, once all that was started before is done."""
        return np.asarray(self._cupy.asnumpy(array))


class Kernel:
    """A compiled kernel. Starting it returns at once; fetching what it wrote waits for it."""

    def __init__(self, function: Any, near_bytes: int) -> None:
        self._function, self._near_bytes = function, near_bytes

    def __call__(self, blocks: int, threads: int, *arguments: Any) -> None:
        """Run so many blocks of so many threads."""
        self._function((blocks,), (threads,), arguments, shared_mem=self._near_bytes)


@cache
def _compiled(source: str, name: str) -> Any:
    return _cupy().RawModule(code=source, options=("--std=c++17",)).get_function(name)


def _cupy() -> Any:
    """CuPy, if it is installed and finds a card."""
    try:
        cupy = import_module("cupy")
        found = cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise NoGpu(
            "no GPU here: CuPy is not installed; pip install 'fairfelt[gpu]', or leave --on at threads"
        ) from None
    except Exception as trouble:
        raise NoGpu(f"no GPU here: {trouble}; look at the driver, or leave --on at threads") from None
    if not found:
        raise NoGpu("no GPU here: CuPy finds no card; look at the driver, or leave --on at threads")
    return cupy
