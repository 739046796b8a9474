"""`njit` and `vectorize` of numba; on a machine without it, functions that say what is missing once they are called.

A room's server that does not count needs no numba: it reads answers that others have counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from .compile import NoNumba


def _decorate_nothing(*given: Any, **_options: Any) -> Any:
    """Takes the arguments of numba's decorators; what it decorates can be imported, not called."""

    def decorate(_function: Callable[..., Any]) -> Callable[..., NoReturn]:
        def complain(*_given: Any, **_named: Any) -> NoReturn:
            raise NoNumba

        return complain

    return decorate(given[0]) if len(given) == 1 and callable(given[0]) else decorate


try:
    from numba import njit, vectorize
except ModuleNotFoundError:
    njit = vectorize = _decorate_nothing

__all__ = ["njit", "vectorize"]
