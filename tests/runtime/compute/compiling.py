"""Each kernel is compiled once in a run: a worker that needs one that another compiles waits, and reads it.

Nor is it compiled again for each constant that another kernel calls it with.
"""

from __future__ import annotations

import fcntl
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, cast


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


def compile_by_type() -> None:
    """Compile one kernel for all values of an argument's type, whether a caller writes a constant or a variable there.

    Numba compiles f(x, 0), f(x, 1) and f(x, n) apart where a kernel calls f, each with all that f calls: that is up to
    half of the time that compiling takes, for the same results. Heavy runs compile as users do.
    """
    if "numba" not in sys.modules:
        return
    from numba import types
    from numba.core.dispatcher import Dispatcher

    find_template, type_of_all = Dispatcher.get_call_template, cast(Any, types.unliteral)

    def find_template_by_type(kernel: Any, given: Any, named: Any) -> Any:
        return find_template(
            kernel,
            tuple(type_of_all(each) for each in given),
            {name: type_of_all(each) for name, each in named.items()},
        )

    setattr(Dispatcher, "get_call_template", find_template_by_type)  # noqa: B010  (a method of that class)
