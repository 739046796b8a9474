"""Planted defects as data: each is one change that would lose or make money, and who has to see it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Defect:
    """One change of one file."""

    why: str
    at: str
    """The file, or the folder in which one file has the place."""
    old: str
    """What stands there, however its lines are broken and indented."""
    new: str
    found_by: tuple[str, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", self.old))))

    def place(self, root: Path = ROOT) -> tuple[Path, str]:
        """The file, and what it holds with the defect in it; there must be one place for it."""
        found = [
            (file, match)
            for file in ([root / self.at] if self.at.endswith(".py") else sorted((root / self.at).rglob("*.py")))
            for match in self.pattern.finditer(_text(file))
        ]
        if len(found) != 1:
            raise ValueError(f"{self.at} has {len(found)} places to plant it: say which it is now")
        ((file, match),) = found
        text = _text(file)
        return file, f"{text[: match.start()]}{self.new.strip() or 'pass'}{text[match.end() :]}"


@cache
def _text(file: Path) -> str:
    return file.read_text("utf-8")


def read_defects() -> dict[str, Defect]:
    """All of them, by name."""
    told = tomllib.loads((ROOT / "tests/mutants/planted.toml").read_text("utf-8"))
    return {name: Defect(**{**each, "found_by": tuple(each["found_by"])}) for name, each in told.items()}
