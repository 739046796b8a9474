"""Rulings: how a sheet is read where it is silent or contradicts itself, and how else it could be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Alternative:
    """Another way to read the sheet, and what it changes in the game."""

    reading: str
    change: Callable[[Game], Game]


@dataclass(frozen=True)
class Ruling:
    """A question the sheet leaves open, our answer, and the answers a card room could give instead."""

    name: str
    question: str
    reading: str
    because: str = ""
    alternatives: Mapping[str, Alternative] = field(default_factory=lambda: MappingProxyType({}))
    confirmed: bool = False
    """Whether only this reading reproduces the sheet's own published figures."""
