"""Rules as plain data for JSON: all that decides, without the words around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from fairfelt.hands import Ranking

WORDS = frozenset({"words", "names", "preset"})
"""Fields that only say for people what others decide, or what a house decides for itself."""


def plain(value: Any) -> Any:
    """A value of the rules by its fields. A ranking is its name and a function nothing: they go in by what they do."""
    match value:
        case None | str() | bool():
            return value
        case Enum():
            return value.value
        case int():
            return int(value)
        case Fraction():
            return str(value)
        case Mapping():
            return [[plain(key), plain(value[key])] for key in sorted(value)]
        case frozenset():
            return sorted(map(plain, value))
        case tuple():
            return [plain(part) for part in value]
        case Ranking():
            return value.name
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in WORDS}
    if callable(value):
        return None
    raise TypeError(f"{value!r} is not plain data: rules are made of numbers, text, tuples and frozen dataclasses")
