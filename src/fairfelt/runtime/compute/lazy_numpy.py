"""numpy for the rankings, loaded when the first table is built: a game is defined, read and listed without it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        """Stands for the module; a name is looked up in it when it is first asked for, and kept."""

        def __getattr__(self, name: str) -> Any:
            found = self.__dict__[name] = getattr(import_module("numpy"), name)
            return found

    np = _Numpy()

__all__ = ["np"]
