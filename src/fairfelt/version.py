"""Which Fairfelt this is: its version, told here alone, the commit it was made from, and the digest of its files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

__version__ = "1.0.0"
PACKAGE = Path(__file__).resolve().parent
COMMIT_FILE = "commit.txt"
"""Written into a package when it is built; it is no part of the digest, so that a checkout has the same one."""

DEVELOPMENT = frozenset({"test", "check", "docs", "bench"})
"""Extras that bring tools for working on Fairfelt; all others bring what it runs with."""


@cache
def imprint() -> str:
    """What made a paper: it stands at the foot of every one."""
    return f"Fairfelt {__version__}{_kind()}, commit {commit()}, software {program_digest()}."


def imprint_data() -> dict[str, str]:
    """The same for programs: it stands at the top of every paper as JSON."""
    return {"fairfelt": f"{__version__}{_kind()}", "commit": commit(), "software": program_digest()}


@cache
def commit() -> str:
    """The commit by the file that the build has written, or by the repository around this; else that it is unknown."""
    written = PACKAGE / COMMIT_FILE
    if written.is_file():
        return written.read_text().strip()
    try:
        return _head(PACKAGE.parents[1] / ".git")
    except OSError:
        return "unknown"


def _kind() -> str:
    return " (development checkout)" if (PACKAGE.parents[1] / "pyproject.toml").is_file() else ""


def _head(git: Path) -> str:
    """The commit that a repository stands at, read without git; OSError where there is none."""
    if git.is_file():
        git = (git.parent / git.read_text().removeprefix("gitdir:").strip()).resolve()
    head = (git / "HEAD").read_text().strip()
    if not head.startswith("ref:"):
        return head
    name, shared = head.removeprefix("ref:").strip(), git
    if (git / "commondir").is_file():
        shared = (git / (git / "commondir").read_text().strip()).resolve()
    for folder in (git, shared):
        if (folder / name).is_file():
            return (folder / name).read_text().strip()
    packed = (line.split() for line in (shared / "packed-refs").read_text().splitlines() if line.endswith(f" {name}"))
    return next(packed, ["unknown"])[0]


@cache
def program_digest(root: Path = PACKAGE) -> str:
    """SHA-256 over the names and digests of every file of the program, read once; equal wherever it is installed."""
    from hashlib import sha256

    lines = (f"{name} {sha256(Path(root, name).read_bytes()).hexdigest()}" for name in program_files(root))
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()


def program_files(root: Path) -> list[str]:
    """Everything of the program but what the interpreter and the build write beside it, by its path below a folder."""
    import os

    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name != "__pycache__"]
        below = "" if (way := os.path.relpath(folder, root)) == "." else f"{way}/"
        found += [f"{below}{name}" for name in names]
    return [name for name in found if name != COMMIT_FILE]


def requirements(library: Distribution) -> Iterator[tuple[str, str]]:
    """Each distribution that a library asks for, with the extra that asks; empty where every installation has it."""
    from re import match, search

    for line in library.requires or ():
        wanted, _, marker = line.partition(";")
        extra = search(r"""extra\s*==\s*["']([^"']+)""", marker)
        if found := match(r"[A-Za-z0-9._-]+", wanted):
            yield distribution_name(found[0]), extra[1] if extra else ""


def distribution_name(name: str) -> str:
    """A name of a distribution or a module as indexes spell it."""
    from re import sub

    return sub(r"[-_.]+", "-", name).lower()


def extra_with(module: str) -> str:
    """The extra that installs a module, by the metadata of this installation; empty where none does."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        ours = distribution("fairfelt")
    except PackageNotFoundError:
        return ""
    package = distribution_name(module.partition(".")[0])
    for name, extra in requirements(ours):
        if extra and extra not in DEVELOPMENT and (name == package or name.startswith(f"{package}-")):
            return extra
    return ""
