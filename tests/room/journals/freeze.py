"""Freezes today's golden journals under the version: from its release on they are never written again.

Run it before a release, and before then whenever an event has changed. What a released version wrote is read by every
later one: where its journals no longer replay, the code is wrong, and not they.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from fairfelt.version import __version__
from tests.room.journals.make import EXPECTED, FOLDER, SUFFIX

FROZEN = FOLDER / "frozen"
CHANGELOG = FOLDER.parents[2] / "CHANGELOG.md"


def is_released(version: str, changelog: str) -> bool:
    """Whether the changelog says so: a version that is not out yet is marked as unreleased there."""
    return re.search(rf"^## {re.escape(version)} \(unreleased\)$", changelog, re.MULTILINE) is None


def freeze(version: str, changelog: str, into: Path = FROZEN) -> Path:
    """Copy today's journals, and what is expected of them; refuse to touch those of a version that is out."""
    folder = into / version
    if folder.exists() and is_released(version, changelog):
        raise SystemExit(f"{version} is released: its journals stay as they are, whatever the code does now")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in (EXPECTED, *sorted(FOLDER.glob(f"*{SUFFIX}"))):
        shutil.copyfile(path, folder / path.name)
    return folder


if __name__ == "__main__":
    sys.stdout.write(f"frozen: {freeze(__version__, CHANGELOG.read_text())}\n")
