"""The software that runs: digests of its files, libraries and interpreter; and the controller's look at itself."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path
from threading import Lock

from fairfelt import games
from fairfelt.law import Mode
from fairfelt.room import Floor
from fairfelt.rules import UnknownName
from fairfelt.runtime.configuration import cache_folder, game_folders
from fairfelt.version import DEVELOPMENT, distribution_name, program_files, requirements

ROOT = Path(__file__).resolve().parents[1]
_PACKAGE = "fairfelt"
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))
_NOT_OF_THE_LIBRARY = ("site-packages/", "dist-packages/", "test/", "idlelib/", "config-")
SHOWN = 3
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
        """Names that were changed, added or removed between this and another, in order."""
        return [
            name
            for mine, theirs in ((self.files, other.files), (self.libraries, other.libraries))
            for name in sorted(mine.keys() | theirs.keys())
            if mine.get(name) != theirs.get(name)
        ]


def manifest(root: Path = ROOT) -> Manifest:
    """Read everything from the disk as it is now."""
    with _reading:  # who reads at the same time finds the digests known
        return Manifest(program_manifest(root).files, dict(_libraries()))


def program_manifest(root: Path = ROOT) -> Manifest:
    """The files of the program alone, for a demonstration: nobody approves what runs it."""
    return Manifest({name: _digest(f"{root}/{name}") for name in program_files(root)}, {})


def _digest(path: str) -> str:
    """The digest of a file, read again only if anything about it is other than when it was last read."""
    found = os.stat(path)  # noqa: PTH116  (thousands of files: a Path of each takes longer than all the rest)
    signature = found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
    known = _digests.get(path)
    if known is None or known[0] != signature:
        known = _digests[path] = signature, hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return known[1]


_digests: dict[str, tuple[tuple[int, ...], str]] = {}
_reading = Lock()


def _libraries() -> Iterator[tuple[str, str]]:
    """The interpreter and its standard library, each library that we stand on, and what else is run at a start."""
    version = ".".join(map(str, sys.version_info[:3]))
    standard = [name for name in program_files(STANDARD_LIBRARY) if not name.startswith(_NOT_OF_THE_LIBRARY)]
    yield "python", f"{version} sha256:{_files_digest(standard, STANDARD_LIBRARY)}"
    interpreter = [Path(sys.executable).resolve()]
    shared = Path(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("LDLIBRARY") or "")
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and shared.is_file():
        interpreter.append(shared.resolve())
    for file in interpreter:
        yield f"python {file.name}", f"sha256:{_digest(str(file))}"
    folders = dict[Path, None]()
    for library in _everything_installed():
        folders[Path(str(library.locate_file("")))] = None
        yield distribution_name(library.name), f"{library.version} sha256:{_library_digest(library)}"
    for folder in folders:
        for file in sorted(folder.glob("*.pth")):
            yield f"start file {file.name}", f"sha256:{_digest(str(file))}"
    for folder in game_folders():
        for file in sorted(folder.rglob("*.py")):
            yield f"own game {file.relative_to(folder)}", f"sha256:{_digest(str(file))}"


def _everything_installed() -> Iterator[Distribution]:
    """Every library that could be loaded here: what we stand on, and what else lies beside it."""
    return (library for library in distributions() if distribution_name(library.name) != _PACKAGE)


def foreign_code() -> str:
    """Modules that were loaded from files which no manifest covers, in a sentence; empty if there are none."""
    covered = set[str]()
    for library in _everything_installed():
        homes = {home := str(library.locate_file("")), os.path.realpath(home)}
        covered |= {os.path.normpath(f"{home}/{name}") for name in _recorded(library) for home in homes}
    ours = [f"{os.path.realpath(folder)}/" for folder in (ROOT, STANDARD_LIBRARY, *game_folders())]
    ours.append(f"{os.path.realpath(cache_folder())}/fairfelt_kernel_")  # kernels' source is compared on loading
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None) or __file__  # what has none was not read from a file
        if not (path := os.path.realpath(file)).startswith(tuple(ours)) and covered.isdisjoint((file, path)):
            found.append(f"{name} ({file})")
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"code from outside the software is loaded: {', '.join(found[:SHOWN])}{more}" if found else ""


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
        ours = name == _PACKAGE  # extras for running it, and not those of development: they run no room
        waiting += [name for name, extra in requirements(library) if not extra or (ours and extra not in DEVELOPMENT)]
        if not ours:
            yield library


def _library_digest(library: Distribution) -> str:
    """One digest over the names and contents of a library's files.

    Scripts name the folder they are in, and installers write down how they worked: both would differ everywhere.
    """
    names = (name for name in _recorded(library) if not {"__pycache__", ".."} & {*name.split("/")})
    return _files_digest((name for name in names if Path(name).name not in _OF_INSTALLERS), library.locate_file(""))


def _files_digest(names: Iterable[str], folder: object) -> str:
    """One digest over the names and contents of files; those that are gone count as such."""
    lines = []
    for name in names:
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


EVERY_S = 24 * 3600.0
PLAIN_HTTP = (
    "other machines would send keys and PINs in the clear over plain http: set tls.certificate_file and tls.key_file, "
    "or listen at 127.0.0.1 behind a proxy that speaks https, or name such a proxy in server.trusted_proxies"
)


@dataclass(frozen=True)
class Check:
    """The result of one self-check."""

    at_micros: int
    events: int
    head: str
    software: str
    wrong: str = ""
    """Empty if all was as it must be."""
    took_s: float | None = None
    """Time it took to read all of the log; None for the look at a start, which reads nothing again."""

    @property
    def passed(self) -> bool:
        return not self.wrong


def changed_games(floor: Floor) -> str:
    """The first table whose game is no longer the one it was set up with, as a sentence; empty if there is none."""
    for name, table in floor.tables.items():
        now = fingerprint_here(table.game, table.variant)
        if now != table.fingerprint:
            return (
                f"the rules of the game at table {name} are not those it was set up with "
                f"(fingerprint {now[:12] or 'none'}, set up with {table.fingerprint[:12]})"
            )
    return ""


def unlawful_line(floor: Floor, *, plain_http: bool) -> str:
    """Why no game may start over the lines that lead here, as a sentence; empty if it may."""
    return PLAIN_HTTP if plain_http and floor.jurisdiction.mode is Mode.ENFORCE else ""


def fingerprint_here(game: str, variant: str) -> str:
    """The fingerprint of a game as it runs here; empty where it is not here."""
    try:
        return games.fingerprint_of(game, variant)
    except UnknownName:
        return ""
