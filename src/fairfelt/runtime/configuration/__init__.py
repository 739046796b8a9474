"""The settings of a server: one file, the environment over it, and the folders that everything else asks for."""

from .kept_files import has_kept, keep, read_kept, write_whole
from .reading import BadConfiguration, archive_folder, cache_folder, game_folders, read_settings, state_folder
from .settings import ARCHIVE_VARIABLE, CACHE_VARIABLE, CONFIG_VARIABLE, DATABASE_VARIABLE, Configuration

__all__ = [
    "ARCHIVE_VARIABLE", "CACHE_VARIABLE", "CONFIG_VARIABLE", "DATABASE_VARIABLE", "BadConfiguration", "Configuration",
    "archive_folder", "cache_folder", "game_folders", "has_kept", "keep", "read_kept", "read_settings", "state_folder",
    "write_whole",
]  # fmt: skip
