"""Progressive systems as the sheets list them: components, and the versions that will do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Component:
    """A part of a progressive system in a version."""

    name: str
    least: str = ""
    exactly: str = ""

    def accepts(self, version: str) -> bool:
        """Whether that version will do."""
        if self.exactly:
            return version == self.exactly
        return _parts(version) >= _parts(self.least)

    @property
    def words(self) -> str:
        """ "Game Manager 6.6 b520 or higher"."""
        version = self.exactly or (f"{self.least} or higher" if self.least else "in any version")
        return f"{self.name} {version}"


@dataclass(frozen=True)
class System:
    """A progressive system on which some games may run."""

    name: str
    games: tuple[int, ...]
    components: tuple[tuple[Component, ...], ...]
    """One component of each row is required."""

    def missing(self, installed: Mapping[str, str]) -> tuple[str, ...]:
        """The rows for which nothing installed will do, in words."""
        return tuple(
            " or ".join(part.words for part in row)
            for row in self.components
            if not any(part.name in installed and part.accepts(installed[part.name]) for part in row)
        )


def read_system(system: Mapping[str, Any]) -> System:
    """A system from plain data."""
    rows = tuple(tuple(Component(**part) for part in row) for row in system["components"])
    return System(system["name"], tuple(system["games"]), rows)


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version: "6.6 b520" is 6, 6, 520."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
