"""Whether custom games are added: in a named folder, or by an installed package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .folders import game_folders

GROUP = "fairfelt.games"
"""The entry points by which an installed package offers games: `my-game = "my_package.my_game:game"`."""


def are_games_added() -> bool:
    """Whether there may be others than those of the catalogue."""
    return bool(game_folders()) or are_games_offered()


def are_games_offered() -> bool:
    """Whether any installed package has such entry points: to ask the library costs each command 70 ms."""
    folders = (folder for folder in sys.path if Path(folder or ".").is_dir())
    places = (place for folder in folders for place in os.scandir(folder or ".") if place.name.endswith("-info"))
    files = (Path(place, "entry_points.txt") for place in places)
    return any(file.is_file() and f"[{GROUP}]" in file.read_text(errors="replace") for file in files)
