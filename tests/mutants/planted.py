"""Planted defects as data: each is one change that would lose or make money, and the tests that have to see it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Defect:
    """One change of one file."""

    why: str
    file: str
    old: str
    new: str
    found_by: tuple[str, ...]

    def planted(self, text: str) -> str:
        """The file with the defect; its place must be there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} places to plant it: say which it is now")
        return text.replace(self.old, self.new)


def read_defects() -> dict[str, Defect]:
    """All of them, by name."""
    told = tomllib.loads((ROOT / "tests/mutants/planted.toml").read_text("utf-8"))
    return {name: Defect(**{**each, "found_by": tuple(each["found_by"])}) for name, each in told.items()}
