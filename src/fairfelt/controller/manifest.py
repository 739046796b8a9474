"""What software runs here: a digest over every file of the program and the versions of what it stands on."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import match

ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = "fairfelt"


@dataclass(frozen=True)
class Manifest:
    """Files by their digests, libraries by their versions, and one digest over all."""

    files: Mapping[str, str]
    libraries: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Equal for equal software, wherever it is installed."""
        text = json.dumps([sorted(self.files.items()), sorted(self.libraries.items())], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def differences(self, other: Manifest) -> list[str]:
        """What was changed, added or removed between this and another, in the order of names."""
        return [
            name
            for mine, theirs in ((self.files, other.files), (self.libraries, other.libraries))
            for name in sorted(mine.keys() | theirs.keys())
            if mine.get(name) != theirs.get(name)
        ]


def manifest(root: Path = ROOT) -> Manifest:
    """Read everything from the disk as it is now."""
    files = {path.relative_to(root).as_posix(): _digest(path) for path in _program_files(root)}
    return Manifest(files, dict(_libraries()))


def _program_files(root: Path) -> Iterator[Path]:
    """Everything of the program but what the interpreter writes beside it."""
    return (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _libraries() -> Iterator[tuple[str, str]]:
    yield "python", ".".join(map(str, sys.version_info[:3]))
    for line in requires(_PACKAGE) or ():
        name, _, marker = line.partition(";")
        found = match(r"[A-Za-z0-9._-]+", name)
        if found and "extra" not in marker:
            try:
                yield found[0], version(found[0])
            except PackageNotFoundError:
                continue
