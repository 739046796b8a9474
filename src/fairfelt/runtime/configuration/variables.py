"""Names of environment variables: each setting has one, made of its section and its name."""

from __future__ import annotations

PREFIX = "FAIRFELT_"
CONFIG_VARIABLE = "FAIRFELT_CONFIG"
"""The configuration file; set and empty, none is read."""
CACHE_VARIABLE = "FAIRFELT_CACHE"
DATABASE_VARIABLE = "FAIRFELT_DATABASE"
ARCHIVE_VARIABLE = "FAIRFELT_ARCHIVE"
GAMES_VARIABLE = "FAIRFELT_GAMES"
NOT_SETTINGS = frozenset({CONFIG_VARIABLE, "FAIRFELT_QUICK", "FAIRFELT_HEAVY"})
"""Variables that no setting is behind: where the file is, and what tests read."""


def variable_of(section: str, name: str) -> str:
    """The environment variable that overrides a setting."""
    return PREFIX + "_".join(filter(None, (section, name))).upper()
