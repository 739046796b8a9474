"""The folders that everything else asks for, by the settings."""

from __future__ import annotations

import os
from pathlib import Path

from .reading import read_settings


def game_folders() -> tuple[Path, ...]:
    """The folders of custom games."""
    return read_settings().games


def state_folder() -> Path | None:
    """Where this server keeps what must outlive its database."""
    named = read_settings().state
    return named.absolute() if named else None


def archive_folder() -> Path | None:
    """Where events are that were moved out of journals in PostgreSQL."""
    named = read_settings().archive
    return named.absolute() if named else None


def cache_folder() -> Path:
    """Where generated kernels are kept: the setting, else the user's cache, else a temporary folder."""
    named = read_settings().cache
    home = named or Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fairfelt"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        import tempfile  # seldom needed, and slow to load

        home = Path(tempfile.gettempdir()) / f"fairfelt-{os.getuid()}"
        home.mkdir(exist_ok=True)
    return home
