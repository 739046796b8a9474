"""Where tests put their files: in memory if there is room, since thousands of journals wait for the disk else."""

from __future__ import annotations

import os
from pathlib import Path

MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 * 1024**3
"""A run leaves some hundred megabytes there at a time; programs that tests write must be allowed to run."""


def holds_files(folder: Path) -> bool:
    """Whether a folder has room for the files of a run, and lets programs in it run."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize > ENOUGH_BYTES and not found.f_flag & os.ST_NOEXEC
