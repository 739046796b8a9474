"""Configuration: the environment variables that Fairfelt reads. Everything else is an option of a command."""

from __future__ import annotations

import os
from pathlib import Path

CACHE_VARIABLE = "FAIRFELT_CACHE"
"""A folder for compiled kernels and tables of decisions; the user's cache if it is not set."""
DATABASE_VARIABLE = "FAIRFELT_DATABASE"
"""The journal of a room, so that no list of processes shows its address or password."""
STATE_VARIABLE = "FAIRFELT_STATE"
"""A folder in which this server writes down the heads of journals that a PostgreSQL keeps; none if it is not set."""
ARCHIVE_VARIABLE = "FAIRFELT_ARCHIVE"
"""A folder with events that were moved out of journals that a PostgreSQL keeps."""

GAMES_VARIABLE = "FAIRFELT_GAMES"
"""Folders with game files of one's own, separated as in PATH. Their Python is run."""


def game_folders() -> tuple[Path, ...]:
    """Where games of one's own are."""
    return tuple(Path(folder) for folder in os.environ.get(GAMES_VARIABLE, "").split(os.pathsep) if folder)


def state_folder() -> Path | None:
    """Where this server keeps what must outlive its database."""
    named = os.environ.get(STATE_VARIABLE)
    return Path(named).absolute() if named else None


def archive_folder() -> Path | None:
    """Where events are that were moved out of journals in PostgreSQL."""
    named = os.environ.get(ARCHIVE_VARIABLE)
    return Path(named).absolute() if named else None


def cache_folder() -> Path:
    """Where generated kernels are kept: FAIRFELT_CACHE, else the user's cache, else a temporary folder."""
    named = os.environ.get(CACHE_VARIABLE)
    home = Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fairfelt"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        import tempfile  # seldom needed, and slow to load

        home = Path(tempfile.gettempdir()) / f"fairfelt-{os.getuid()}"
        home.mkdir(exist_ok=True)
    return home
