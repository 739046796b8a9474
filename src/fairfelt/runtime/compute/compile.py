"""Turns straight-line source into compiled kernels, kept on disk so that a second start is quick."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from threading import Lock
from typing import Any

from fairfelt.runtime.configuration import cache_folder, write_whole

_importing = Lock()
"""A module that another thread is still executing is there, but not whole."""


class NoNumba(RuntimeError):  # noqa: N818  (it reads as what is the matter)
    """Something is to be counted, and a library that counting needs is not installed."""

    def __init__(self, library: str = "numba") -> None:
        super().__init__(f"counting needs {library}, which is not installed here: pip install 'fairfelt[counting]'")


def compile_source(source: str, function: str) -> Any:
    """Import generated source as a module of its own, so that numba can cache what it compiles."""
    name = f"fairfelt_kernel_{hashlib.sha256(source.encode()).hexdigest()[:20]}"
    with _importing:
        if name not in sys.modules:
            _import(name, source)
    return getattr(sys.modules[name], function)


def _import(name: str, source: str) -> None:
    path = cache_folder() / f"{name}.py"
    if not path.exists() or path.read_bytes() != source.encode():
        write_whole(path, source.encode())
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        del sys.modules[name]
        raise NoNumba from error
