"""`njit` of numba; on a machine without it, functions that say what is missing once they are called.

A room's server that does not count needs no numba: it reads answers that others have counted.

Numba would compile f(x, 0), f(x, 1) and f(x, n) apart where a kernel calls f, each with all that f calls. Ours are
compiled once for all values of a type: that is up to half of the time that compiling takes, for the same results.

Compiled kernels are kept on disk. Numba finds them by the source of their own file; a kernel holds the compiled code of
all functions that it calls, and would be taken for current when one of those has changed. `KernelLocator` has numba
find ours by everything that is compiled into them.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeVar, cast

import numpy as np

from fairfelt.runtime.configuration import cache_folder

from .compile import NoNumba

PACKAGE = Path(__file__).parents[2]
OTHERS_MAY_WRITE = 0o002
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def njit(**options: Any) -> Callable[[Kernel], Kernel]:
    """A kernel of the function that is decorated; without numba it can be imported, not called."""

    def decorate(function: Any) -> Any:
        if numba is None:
            return _complain
        # nothing calls a kernel from C, and to compile that entry takes a tenth of the time
        kernel: Any = numba.njit(no_cfunc_wrapper=True, **options)(function)  # type: ignore[call-overload]
        if not hasattr(kernel, "get_call_template"):  # NUMBA_DISABLE_JIT: the function as it is
            return kernel
        find_template, type_of_all = kernel.get_call_template, cast(Any, numba.types.unliteral)

        def find_by_types(given: Any, named: Any) -> Any:
            named = {name: type_of_all(each) for name, each in named.items()}
            return find_template(tuple(map(type_of_all, given)), named)

        kernel.get_call_template = find_by_types
        return kernel

    return decorate


def _complain(*_given: Any, **_named: Any) -> NoReturn:
    raise NoNumba


try:
    import numba
    from numba.core.caching import CacheImpl, _CacheLocator
    from numba.core.dispatcher import Dispatcher
except ModuleNotFoundError:
    numba = None  # type: ignore[assignment]
else:
    _STAMPS: dict[str, str] = {}
    """[file]: found when its first kernel is decorated, and so after all of its imports."""

    class KernelLocator(_CacheLocator):
        """Where the kernels of a file are kept, and by what they are found."""

        def __init__(self, function: Any, file: str) -> None:
            self._line = function.__code__.co_firstlineno
            if file not in _STAMPS:
                _STAMPS[file] = _stamp(file, function.__globals__)
            self._stamp, self._folder = _STAMPS[file], Path(file).parent / "__pycache__"
            if not os.access(Path(file).parent, os.W_OK):
                place = hashlib.sha256(file.encode()).hexdigest()[:20]
                self._folder = cache_folder() / "kernels" / place

        def get_cache_path(self) -> str:
            return str(self._folder)

        def get_source_stamp(self) -> str:
            """What has to be the same. Numba adds its own version, Python's and the processor's."""
            return self._stamp

        def get_disambiguator(self) -> str:
            """Two functions of a file may have one name.

            The stamp keeps numba from opening what other code has kept: it unpickles classes that may be gone before
            it compares.
            """
            return f"{self._line}-{self._stamp[:16]}"

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> KernelLocator | None:
            """None for a function that is not ours. Where a stranger could have put a file, nothing is read or kept."""
            if not Path(py_file).is_relative_to(PACKAGE) and not Path(py_file).is_relative_to(cache_folder()):
                return None
            found = cls(py_func, py_file)
            try:
                found._folder.mkdir(parents=True, exist_ok=True)
                kept = _is_private(found._folder)
            except OSError:
                kept = False
            if not kept:
                found._folder = Path(_of_this_process().name)
            return found

    def _stamp(file: str, names: Mapping[str, Any]) -> str:
        """The file, the values that it imports, and the stamps of the files whose kernels and classes it uses."""
        found = hashlib.sha256(Path(file).read_bytes())
        for name, value in sorted(names.items()):
            if isinstance(value, Dispatcher):
                found.update(_STAMPS.get(value.py_func.__code__.co_filename, "").encode())
            elif isinstance(value, type) and value.__module__.startswith("fairfelt"):
                found.update(Path(sys.modules[value.__module__].__file__ or os.devnull).read_bytes())
            elif isinstance(value, np.ndarray):
                found.update(f"{name} {value.dtype} {value.shape}".encode() + value.tobytes())
            elif _is_plain(value) and not name.startswith("__"):
                found.update(f"{name} {value!r}".encode())
        return found.hexdigest()

    def _is_plain(value: object) -> bool:
        if isinstance(value, tuple):
            return all(map(_is_plain, value))
        return isinstance(value, int | float | str | bytes | np.generic)

    @cache
    def _of_this_process() -> TemporaryDirectory[str]:
        return TemporaryDirectory(prefix="fairfelt-kernels-")

    def _is_private(folder: Path) -> bool:
        """Whether only we can have written what is there."""
        if not hasattr(os, "getuid"):
            return True
        found = folder.stat()
        return found.st_uid in (os.getuid(), 0) and not found.st_mode & OTHERS_MAY_WRITE

    CacheImpl._locator_classes.insert(0, KernelLocator)
