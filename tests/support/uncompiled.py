"""Kernels as Python reads them: where a deck is small, compiling takes longer than counting."""

from __future__ import annotations

from types import ModuleType

import pytest


def uncompile(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """All kernels that these modules name are not compiled until the test is over."""
    for module in modules:
        for name, value in list(vars(module).items()):
            if hasattr(value, "py_func"):
                monkeypatch.setattr(module, name, value.py_func)
