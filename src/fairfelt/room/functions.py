"""The functions of a module by what they take: how commands and events are found."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction, signature
from types import ModuleType
from typing import Any


def functions_of(module: ModuleType, *parameters: str) -> dict[str, Callable[..., Any]]:
    """The public functions that a module defines and that take these parameters, by name and in their order."""
    return {
        name: function
        for name, function in vars(module).items()
        if isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
        if list(signature(function).parameters) == list(parameters)
    }
