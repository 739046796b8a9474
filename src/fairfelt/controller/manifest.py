"""What software runs here: digests of every file of the program and of the libraries that it stands on."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from re import match, sub

from fairfelt.version import program_files

ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = "fairfelt"
_OF_INSTALLERS = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}


@dataclass(frozen=True)
class Manifest:
    """Files by their digests, libraries by their versions and digests, and one digest over all."""

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
    files = {name: _digest(f"{root}/{name}") for name in program_files(root)}
    return Manifest(files, dict(_libraries()))


def _digest(path: str) -> str:
    """The digest of a file, read again only if anything about it is other than when it was last read."""
    found = os.stat(path)  # noqa: PTH116  (thousands of files: a Path of each takes longer than all the rest)
    signature = found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
    known = _digests.get(path)
    if known is None or known[0] != signature:
        known = _digests[path] = signature, hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return known[1]


_digests: dict[str, tuple[tuple[int, ...], str]] = {}


def _libraries() -> Iterator[tuple[str, str]]:
    """Python's version, and of each library that we stand on the version and a digest of all its files."""
    yield "python", ".".join(map(str, sys.version_info[:3]))
    for library in installed_libraries():
        yield library_name(library), f"{library.version} sha256:{_library_digest(library)}"


def library_name(library: Distribution) -> str:
    """Its name as indexes spell it."""
    return sub(r"[-_.]+", "-", library.name).lower()


def installed_libraries() -> Iterator[Distribution]:
    """Every library that we stand on, by what each says it requires."""
    waiting, seen = [_PACKAGE], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            library = distribution(name)
        except PackageNotFoundError:
            continue
        waiting += _required(library)
        if name != _PACKAGE:
            yield library


def _required(library: Distribution) -> list[str]:
    names = []
    for line in library.requires or ():
        name, _, marker = line.partition(";")
        found = match(r"[A-Za-z0-9._-]+", name)
        if found and "extra" not in marker:
            names.append(sub(r"[-_.]+", "-", found[0]).lower())
    return names


def _library_digest(library: Distribution) -> str:
    """One digest over the names and contents of a library's files; those that are gone count as such.

    Scripts name the folder they are in, and installers write down how they worked: both would differ everywhere.
    """
    lines, folder = [], str(library.locate_file(""))
    for name in _recorded(library):
        parts = name.split("/")
        if "__pycache__" not in parts and ".." not in parts and parts[-1] not in _OF_INSTALLERS:
            try:
                lines.append(f"{name} {_digest(f'{folder}/{name}')}")
            except OSError:
                lines.append(f"{name} missing")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _recorded(library: Distribution) -> Iterator[str]:
    """The files that its installer has put there, as it wrote them down."""
    if record := library.read_text("RECORD"):
        return (row[0] for row in csv.reader(record.splitlines()) if row)
    return (file.as_posix() for file in library.files or ())
