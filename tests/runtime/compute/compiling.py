"""Each kernel is compiled once in a run: a worker that needs one that another compiles waits, and reads it."""

from __future__ import annotations

import fcntl
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any


def compile_once(folder: Path) -> None:
    """From now on; files in the folder, which all workers know, say who compiles what. Without numba, nothing."""
    if "numba" not in sys.modules:
        return
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher

    compile_here = Dispatcher.compile

    def compile_alone(kernel: Any, signature: Any) -> Any:
        """The lock of this process is taken first, as where a kernel is compiled for another one that calls it."""
        name = f"{kernel.py_func.__module__} {kernel.py_func.__qualname__} {signature}"
        with global_compiler_lock, (folder / sha256(name.encode()).hexdigest()).open("w") as taken:
            fcntl.flock(taken, fcntl.LOCK_EX)
            try:
                return compile_here(kernel, signature)
            finally:
                fcntl.flock(taken, fcntl.LOCK_UN)  # a process that was forked meanwhile has the file open too

    setattr(Dispatcher, "compile", compile_alone)  # noqa: B010  (a method of that class)
