"""A stand-in for a GPU: kernels compiled by the system's C++ compiler and run one thread after the other.

Every block has one thread, which is what a kernel without a card can be trusted with: it shows that the translated
source counts right, not how the threads of a block get on with each other.
"""

import ctypes
import hashlib
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.cuda import Gpu

COMPILER = shutil.which("c++") or shutil.which("g++")
SHIM = """
#include <algorithm>
#include <cstdint>
using std::min; using std::max;
#define __global__
#define __device__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __shared__ static
#define __constant__ static
static struct { unsigned x; } threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};
static inline void __syncthreads() {}
static inline void __syncwarp() {}
template <class T, class V> static inline void atomicAdd(T* place, V value) { *place += value; }
"""


class HostCard(Gpu):
    """Has the manners of a card."""

    def __init__(self, folder: Path) -> None:
        ThreadPoolExecutor.__init__(self, 1)
        self.title, self.processors, self.shared_bytes = "the host", 4, 227 << 10
        self.folder = folder

    def kernel(self, source: str, name: str, shared_bytes: int = 0) -> Any:
        key = hashlib.sha256(source.encode()).hexdigest()[:16]
        text, library = self.folder / f"{key}.cpp", self.folder / f"{key}.so"
        near = f"static unsigned long long shared_words[{shared_bytes // 8 + 1}];" if shared_bytes else ""
        taken = source.replace("extern __shared__ unsigned long long shared_words[];", "")
        run = 'extern "C" void place(unsigned block, unsigned blocks) { blockIdx.x = block; gridDim.x = blocks; }'
        text.write_text("\n".join((SHIM, near, taken, run)))
        assert COMPILER
        subprocess.run([COMPILER, "-O1", "-w", "-shared", "-fPIC", "-o", library, text], check=True)
        loaded = ctypes.CDLL(str(library))

        def start(blocks: int, threads: int, *arguments: Any) -> None:
            for block in range(blocks * threads):
                loaded.place(block, blocks * threads)
                loaded[name](*map(_handed, arguments))

        return start

    def load(self, array: NDArray[Any]) -> Any:
        return np.ascontiguousarray(array)

    def zeros(self, shape: Any, kind: Any) -> Any:
        return np.zeros(shape, kind)

    def finish(self) -> None:
        pass

    def fetch(self, array: Any) -> NDArray[Any]:
        return np.asarray(array)


def _handed(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return ctypes.c_void_p(argument.ctypes.data)
    return ctypes.c_longlong(int(argument))
