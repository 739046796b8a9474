"""Makes a Debian package of a room's server, with all its libraries: `make deb` leaves it in dist/.

It needs no network where it is installed, and the Python of the Debian release that it was made on.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from fairfelt.version import __version__

ROOT = Path(__file__).parents[1]
PYTHON = "/usr/bin/python3"
HOME = Path("opt/fairfelt")
EXTRAS = "room,counting,postgresql,s3,mqtt"
SCRIPTS = ("postinst", "prerm", "postrm")
CONTROL = """Package: fairfelt
Version: {version}
Architecture: {machine}
Maintainer: Fairfelt
Depends: python3 (>= {python}), python3 (<< {after}), passwd, findutils
Recommends: chrony
Section: misc
Priority: optional
Installed-Size: {kibibytes}
Description: Card room with accountable jackpots, and the exact mathematics of table card games
 The server of a room, its command line and units for systemd. The journal is kept in /var/lib/fairfelt;
 no removal touches it.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Make the package."""
    parser = ArgumentParser(prog="make deb", description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="folder of the package")
    parser.add_argument("--version", default=__version__, help="another version number, to try an upgrade")
    parser.add_argument("--extras", default=EXTRAS, help="extras to install with it")
    asked = parser.parse_args(words)
    asked.into.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="fairfelt-deb-") as kept:
        tree = Path(kept) / "tree"
        fill(tree, Path(kept), asked.extras)
        sys.stdout.write(f"{pack(tree, asked.into, asked.version)}\n")
    return 0


def fill(tree: Path, work: Path, extras: str) -> None:
    """Everything that the package installs, under a folder that stands for the root."""
    home = tree / HOME
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", work, ROOT)
    (wheel,) = work.glob("fairfelt-*.whl")
    run(PYTHON, "-m", "venv", "--without-pip", home)
    constraints = ("--constraint", ROOT / "constraints.txt", "--no-compile")
    run(*pip, "--python", home / "bin/python", "install", *constraints, f"{wheel}[{extras}]")
    for script in (home / "bin").iterdir():
        if script.is_file() and not script.is_symlink():  # they name the folder in which they were made
            script.write_bytes(script.read_bytes().replace(str(home).encode(), f"/{HOME}".encode()))
    units = tree / "lib/systemd/system"
    units.mkdir(parents=True)
    for unit in (ROOT / "deploy").glob("*.service"):
        shutil.copy(unit, units)
    papers = tree / "usr/share/doc/fairfelt"
    papers.mkdir(parents=True)
    others = (each for each in (ROOT / "deploy").iterdir() if each.is_file() and each.suffix != ".service")
    for file in (*others, ROOT / "CHANGELOG.md", ROOT / "docs/running.md", ROOT / "docs/runbook.md"):
        shutil.copy(file, papers)
    shutil.copy(ROOT / "LICENSE", papers / "copyright")


def pack(tree: Path, into: Path, version: str) -> Path:
    """The package of a tree under a version."""
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    major, minor = _python_of_debian()
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file() and not file.is_symlink()) // 1024
    control = tree / "DEBIAN"
    control.mkdir(exist_ok=True)
    (control / "control").write_text(
        CONTROL.format(
            version=version, machine=machine, python=f"{major}.{minor}", after=f"{major}.{int(minor) + 1}",
            kibibytes=size,
        )
    )  # fmt: skip
    for name in SCRIPTS:
        shutil.copy(ROOT / "deploy/debian" / name, control / name)
    file = into / f"fairfelt_{version}_{machine}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z6", "--build", tree, file)
    return file


def _python_of_debian() -> tuple[str, str]:
    say = "import sys; print(*sys.version_info[:2])"
    major, minor = subprocess.run([PYTHON, "-c", say], capture_output=True, text=True, check=True).stdout.split()
    return major, minor


def run(*words: str | Path) -> None:
    """Run it, and show what it says if it fails."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    raise SystemExit(main())
