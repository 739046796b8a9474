"""Reads the settings: one file, the environment over it; and the folders that everything else asks for."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fairfelt.runtime.configuration.settings import (
    CONFIG_VARIABLE,
    NOT_SETTINGS,
    PREFIX,
    Configuration,
    Entry,
    Section,
    entries,
)
from fairfelt.runtime.formats import FieldError, convert

SYSTEM_FILE = Path("/etc/fairfelt/fairfelt.toml")
"""Read where no other is named. A file in the folder one happens to be in is never read: games in it run as Python."""
MOST_BYTES = 1 << 20


class BadConfiguration(ValueError):  # noqa: N818  (it reads as what happened)
    """Settings that cannot be meant: sentences that say where, and what would be right. The first speaks for all."""

    def __init__(self, *faults: str) -> None:
        more = f" (and {len(faults) - 1} more: fairfelt config check tells all)" if len(faults) > 1 else ""
        super().__init__(faults[0] + more)
        self.faults = faults


def read_settings(file: Path | None = None, environment: Mapping[str, str] | None = None) -> Configuration:
    there = os.environ if environment is None else environment
    source = configuration_file(file, there)
    return _settings(source, _standing(source), tuple((name, there[name]) for name in there if name.startswith(PREFIX)))


def configuration_file(file: Path | None = None, environment: Mapping[str, str] | None = None) -> Path | None:
    """The file that is read: the one that is named, by option or by variable, else the system's if it is there."""
    named = (os.environ if environment is None else environment).get(CONFIG_VARIABLE)
    if file is None and named is not None:
        file = Path(named) if named else None
        return file.absolute() if file else None
    if file is None:
        return SYSTEM_FILE if SYSTEM_FILE.is_file() else None
    return file.absolute()


def keys_in(file: Path | None) -> set[str]:
    """The settings that a file names, whatever it says of them."""
    data = _parsed(file, 0) if file else {}
    return {one.key for one in entries() if one.name in (data.get(one.section, ()) if one.section else data)}


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Variables that look like ours and set nothing: a wrong letter, most likely."""
    there = os.environ if environment is None else environment
    known = {entry.variable for entry in entries()} | NOT_SETTINGS
    return sorted(name for name in there if name.startswith(PREFIX) and name not in known)


def _standing(file: Path | None) -> tuple[int, int]:
    """Time and size of a file, which change when it is written anew."""
    try:
        found = file.stat() if file else None
    except OSError as error:
        raise BadConfiguration(f"the configuration file {file} cannot be read: {error.strerror}") from error
    return (found.st_mtime_ns, found.st_size) if found else (0, 0)


@lru_cache(maxsize=8)
def _settings(
    file: Path | None, standing: tuple[int, int], environment: tuple[tuple[str, str], ...]
) -> Configuration:  # fmt: skip
    """The file, checked by itself so that a mistake is found where it was made; then the environment over it."""
    data = _parsed(file, standing[1]) if file else {}
    if faults := [f"{file}: {fault}" for fault in _faults(data)]:
        raise BadConfiguration(*faults)
    settings = convert(data, Configuration)
    variables = dict(environment)
    for entry in entries():
        if variables.get(entry.variable):
            settings = _set(settings, entry, variables[entry.variable])
    return settings


def _parsed(file: Path, size: int) -> dict[str, Any]:
    if size > MOST_BYTES:
        raise BadConfiguration(f"{file} is no configuration: it is longer than {MOST_BYTES:,} bytes")
    try:
        return _completed(tomllib.loads(file.read_text(encoding="utf-8")), file.parent)
    except OSError as error:
        raise BadConfiguration(f"the configuration file {file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadConfiguration(f"{file} holds no text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(f"{file} is not TOML: {error}") from error


def _faults(data: dict[str, Any]) -> Iterator[str]:
    """Everything in a file that is no setting of ours, or is set to what it cannot be."""
    for name, value in data.items():
        in_section = isinstance(value, dict) and any(entry.section == name for entry in entries())
        for part in [{inner: held} for inner, held in value.items()] if in_section else [value]:
            try:
                convert({name: part}, Configuration)
            except FieldError as error:
                yield f"[{name}] {error}" if in_section else str(error)


def _completed(data: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Paths in a file are beside the file, wherever one stands when it is read; an empty text sets nothing."""
    for entry in entries():
        holder = data.get(entry.section) if entry.section else data
        if not isinstance(holder, dict) or entry.name not in holder:
            continue
        value = holder[entry.name]
        if value == "" and entry.default is None:
            del holder[entry.name]
        elif entry.is_path and isinstance(value, list):
            holder[entry.name] = [str(folder / one) if isinstance(one, str) else one for one in value]
        elif isinstance(value, str) and value and (entry.is_path or (entry.is_address and "://" not in value)):
            holder[entry.name] = str(folder / value)
    return data


def _set(settings: Configuration, entry: Entry, text: str) -> Configuration:
    value = [part for part in text.split(os.pathsep if entry.is_path else ",") if part] if entry.is_list else text
    try:
        changed: Section = convert({entry.name: value}, _only(entry), strict=False)
    except FieldError as error:
        raise BadConfiguration(f"{entry.variable}: {error}") from error
    return with_setting(settings, entry.key, getattr(changed, entry.name))


def with_setting(settings: Configuration, key: str, value: Any) -> Configuration:
    """The settings with another value for one of them, such as "server.port", or for a whole section."""
    section, _, name = key.rpartition(".")
    if section:
        name, value = section, msgspec.structs.replace(getattr(settings, section), **{name: value})
    return msgspec.structs.replace(settings, **{name: value})


def _only(entry: Entry) -> type[Section]:
    """The section of one setting: all others of it have defaults."""
    kind = type(getattr(Configuration(), entry.section)) if entry.section else Configuration
    assert isinstance(kind, type)
    return kind


def game_folders() -> tuple[Path, ...]:
    return read_settings().games


def state_folder() -> Path | None:
    """The folder for what must outlive the database of this server."""
    named = read_settings().state
    return named.absolute() if named else None


def archive_folder() -> Path | None:
    """The folder of events that were moved out of journals in PostgreSQL."""
    named = read_settings().archive
    return named.absolute() if named else None


def cache_folder() -> Path:
    """The folder of generated kernels: the setting, else the user's cache, else a temporary folder."""
    named = read_settings().cache
    home = named or Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fairfelt"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        import tempfile  # seldom needed, and slow to load

        home = Path(tempfile.gettempdir()) / f"fairfelt-{os.getuid()}"
        home.mkdir(exist_ok=True)
    return home


GROUP = "fairfelt.games"
"""The entry points by which an installed package offers games: `my-game = "my_package.my_game:game"`."""


def are_games_added() -> bool:
    """True if there may be games beside those of the catalogue."""
    return bool(game_folders()) or are_games_offered()


def are_games_offered() -> bool:
    """True if any installed package has such entry points: to ask the library costs each command 70 ms."""
    folders = (folder for folder in sys.path if Path(folder or ".").is_dir())
    places = (place for folder in folders for place in os.scandir(folder or ".") if place.name.endswith("-info"))
    files = (Path(place, "entry_points.txt") for place in places)
    return any(file.is_file() and f"[{GROUP}]" in file.read_text(errors="replace") for file in files)
