"""Makes a release from the last commit: builds it twice, compares, installs and tries it, and tags it if told to.

`make release` leaves wheel, source package, bill of materials, release notes and digests in dist/ and tags nothing;
`make release TAG=1` tags the commit at the end, on a clean tree only.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.wheel_check import ENVIRONMENT_S, check_wheel

ROOT = Path(__file__).parents[1]
NOTES, SBOM, DIGESTS = "RELEASE_NOTES.md", "fairfelt.cdx.json", "SHA256SUMS"
BUILD = (
    "import os, sys; os.umask(0o022); out = sys.argv[1]; from setuptools import build_meta; "
    "build_meta.build_sdist(out); build_meta.build_wheel(out)"
)
"""What pip does to build, without a new environment for each package."""


class NotReady(Exception):  # noqa: N818  (it says what the tree is)
    """The tree cannot be released; the sentence says why."""


def main(words: Sequence[str] | None = None) -> int:
    """Release the last commit, or say in one sentence why it cannot be."""
    parser = ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--tag", action="store_true", help="tag the commit when everything has passed")
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder of what is made")
    asked = parser.parse_args(words)
    try:
        release(ROOT, asked.into.resolve(), tags=asked.tag)
    except NotReady as error:
        sys.stderr.write(f"not released: {error}\n")
        return 1
    return 0


def release(root: Path, into: Path, *, tags: bool) -> None:
    """Make everything of a release in a folder, and tag the commit at the end."""
    version = read_version(root)
    notes = read_notes((root / "CHANGELOG.md").read_text("utf-8"), version)
    check_tree(root, version, tags=tags)
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    for built in build_twice(root):
        (into / built.name).write_bytes(built.content)
    (wheel,) = into.glob("*.whl")
    check_wheel(wheel, bill_of_materials=into / SBOM)
    (into / NOTES).write_text(f"# Fairfelt {version}\n\n{notes}\n", "utf-8")
    (into / DIGESTS).write_text(list_digests(into))
    sys.stdout.write((into / DIGESTS).read_text())
    if tags:
        run_git(root, "tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--file", str(into / NOTES))
        sys.stdout.write(f"tagged v{version}; publish it with: git push origin v{version}\n")
    else:
        sys.stdout.write(f"a dry run: nothing was tagged. To tag v{version}: make release TAG=1\n")


def read_version(root: Path) -> str:
    """Read the version without importing the package: it stands in one place."""
    text = (root / "src" / "fairfelt" / "version.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found, "version.py names a version"
    return found[1]


def read_notes(changelog: str, version: str) -> str:
    """Return the version's section of the changelog, which must have a date."""
    found = re.search(rf"^## {re.escape(version)} \((.*?)\)$\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not found:
        raise NotReady(f"CHANGELOG.md has no section {version} (YEAR-MONTH-DAY)")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", found[1]):
        raise NotReady(f"CHANGELOG.md says {version} ({found[1]}): give it the date of the release")
    return found[2].strip()


def check_tree(root: Path, version: str, *, tags: bool) -> None:
    """Refuse to tag what is not committed, or a version that has its tag."""
    changed = run_git(root, "status", "--porcelain").splitlines()
    if changed and tags:
        raise NotReady(f"{len(changed)} files are not committed, {changed[0][3:]} among them: commit them first")
    if changed:
        sys.stdout.write(f"{len(changed)} files are not committed; the last commit is built without them\n")
    if tags and run_git(root, "tag", "--list", f"v{version}").strip():
        raise NotReady(f"v{version} is tagged: raise __version__ in src/fairfelt/version.py")


@dataclass(frozen=True)
class Built:
    """A package as it was built."""

    name: str
    content: bytes


def build_twice(root: Path) -> list[Built]:
    """Build the last commit in two clones; refuse packages that differ."""
    epoch_s = int(run_git(root, "log", "-1", "--format=%ct"))
    with TemporaryDirectory(prefix="fairfelt-release-") as kept:
        folder = Path(kept)
        python = make_builder(root, folder)
        first, second = (build(root, folder / name, python, epoch_s) for name in ("first", "second"))
    for one, other in zip(first, second, strict=True):
        if one.content != other.content:
            raise NotReady(f"two builds of {one.name} differ")
    check_source_package(first)
    return first


def make_builder(root: Path, folder: Path) -> Path:
    """Make an environment with the version of setuptools that constraints.txt names; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "builder")], check=True, timeout=ENVIRONMENT_S)
    python = folder / "builder" / "bin" / "python"
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    constraints = ["--constraint", str(root / "constraints.txt")]
    subprocess.run([*command, *constraints, "setuptools"], check=True, timeout=ENVIRONMENT_S)
    return python


def build(root: Path, folder: Path, python: Path, epoch_s: int) -> list[Built]:
    """Build wheel and source package of a clone, which has no file but those of the commit."""
    out = folder / "out"
    out.mkdir(parents=True)
    run_git(root, "clone", "--quiet", "--no-checkout", str(root), str(folder / "clone"))
    run_git(folder / "clone", "checkout", "--quiet", "--detach", run_git(root, "rev-parse", "HEAD").strip())
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch_s), "PYTHONHASHSEED": "0"}
    subprocess.run(
        [str(python), "-c", BUILD, str(out)],
        check=True, cwd=folder / "clone", env=environment, stdout=subprocess.DEVNULL, timeout=ENVIRONMENT_S,
    )  # fmt: skip
    return [
        Built(path.name, repack(path.read_bytes(), epoch_s) if path.name.endswith(".gz") else path.read_bytes())
        for path in sorted(out.iterdir())
    ]


def repack(archive: bytes, epoch_s: int) -> bytes:
    """Write a source package anew: sorted, owned by nobody, of the time of its commit. setuptools cannot."""
    packed = BytesIO()
    with (
        tarfile.open(fileobj=BytesIO(archive), mode="r:gz") as old,
        gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=epoch_s) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            member.mtime = epoch_s
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return packed.getvalue()


def check_source_package(built: Sequence[Built]) -> None:
    """Every file of the package in the wheel is in the source package, and is the same."""
    wheel, source = (next(one for one in built if one.name.endswith(ending)) for ending in (".whl", ".tar.gz"))
    with tarfile.open(fileobj=BytesIO(source.content)) as packed:
        inside = {
            member.name.partition("/src/")[2]: file.read()
            for member in packed.getmembers()
            if (file := packed.extractfile(member))
        }
    with zipfile.ZipFile(BytesIO(wheel.content)) as packed_wheel:
        different = [
            name
            for name in packed_wheel.namelist()
            if name.startswith("fairfelt/") and inside.get(name) != packed_wheel.read(name)
        ]
    if different:
        raise NotReady(f"{source.name} lacks what {wheel.name} has: {', '.join(different[:5])}")


def list_digests(folder: Path) -> str:
    """Return what `sha256sum --check` reads, of every file but the list itself."""
    files = sorted(path for path in folder.iterdir() if path.name != DIGESTS)
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def run_git(root: Path, *words: str) -> str:
    """Run git in a folder and return what it prints."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
