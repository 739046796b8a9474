"""Kernels in tests: compiled once in a run, and without what no test looks at."""

from __future__ import annotations

import fcntl
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any


def compile_less() -> None:
    """From now on, kernels have no entry for C, and a wrong slice has a fixed message: a fifth of compiling.

    Numba composes the message of two shapes that differ in compiled string formatting, in every process that compiles a
    kernel with such an assignment; its plain message is that of targets without strings.
    """
    if "numba" not in sys.modules:
        return
    from numba.core.lowering import Lower
    from numba.core.typing.templates import builtin_registry
    from numba.np import arrayobj

    setattr(Lower, "create_cfunc_wrapper", lambda lower: None)  # noqa: B010  (a method of that class)
    for template in builtin_registry.functions:
        if getattr(template, "_overload_func", None) is arrayobj.ol_raise_with_shape_context_cpu:
            plain = staticmethod(arrayobj.ol_raise_with_shape_context_generic)
            setattr(template, "_overload_func", plain)  # noqa: B010  (a method of that class)


def compile_once(folder: Path) -> None:
    """From now on, a worker that needs a kernel that another worker compiles waits for it and reads it.

    Files in the folder, which all workers know, say who compiles what.
    """
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
