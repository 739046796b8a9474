"""The settings one by one, read off their types; and as people read them: an example file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from fairfelt.runtime.configuration.settings import CONFIG_VARIABLE, Configuration, Section, variable_of
from fairfelt.runtime.formats import SECRET


@dataclass(frozen=True)
class Entry:
    """One setting."""

    section: str
    name: str
    hint: Any
    default: Any
    meaning: str
    secret: bool

    @property
    def key(self) -> str:
        """Its name for people, such as "server.port"."""
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def variable(self) -> str:
        """The environment variable that overrides it."""
        return variable_of(self.section, self.name)

    @property
    def is_list(self) -> bool:
        return any(get_origin(kind) is tuple for kind in _kinds(self.hint))

    @property
    def is_path(self) -> bool:
        return any(kind is Path or Path in get_args(kind) for kind in _kinds(self.hint))

    @property
    def is_file(self) -> bool:
        """True if it names files, not folders."""
        return self.is_path and self.name.endswith("file")

    @property
    def is_address(self) -> bool:
        """True if it names a journal, which may be a file."""
        return self.key == "database"

    def of(self, settings: Configuration) -> Any:
        return getattr(getattr(settings, self.section) if self.section else settings, self.name)


@dataclass(frozen=True)
class SectionEntries:
    """The settings of one section."""

    name: str
    meaning: str
    entries: tuple[Entry, ...]


@cache
def sections() -> tuple[SectionEntries, ...]:
    """Every section in order, the one without a name first."""
    return tuple(_sections())


def _sections() -> Iterator[SectionEntries]:
    inner = {
        one.name: one.type
        for one in msgspec.structs.fields(Configuration)
        if isinstance(one.type, type) and issubclass(one.type, Section)
    }
    yield SectionEntries("", _doc(Configuration), tuple(_entries("", Configuration, leave=frozenset(inner))))
    for name, kind in inner.items():
        yield SectionEntries(name, _doc(kind), tuple(_entries(name, kind)))


def entries() -> Iterator[Entry]:
    for section in sections():
        yield from section.entries


def _entries(section: str, kind: type[Section], leave: frozenset[str] = frozenset()) -> Iterator[Entry]:
    hints = get_type_hints(kind, include_extras=True)
    for one in msgspec.structs.fields(kind):
        if one.name not in leave:
            notes = [note for note in get_args(hints[one.name])[1:] if isinstance(note, msgspec.Meta)]
            meaning = next(note.title for note in notes if note.title)
            secret = any(SECRET.items() <= (note.extra or {}).items() for note in notes)
            yield Entry(section, one.name, hints[one.name], one.default, meaning or "", secret)


def _kinds(hint: Any) -> list[Any]:
    """The types a value may have, without notes and without None."""
    if get_origin(hint) is Annotated:
        return _kinds(get_args(hint)[0])
    if get_origin(hint) is tuple:
        return [hint]
    return [kind for arg in get_args(hint) if arg is not NoneType for kind in _kinds(arg)] or [hint]


def _doc(kind: type[Section]) -> str:
    return (kind.__doc__ or "").strip()


WIDTH = 100


def example_file() -> str:
    """Every setting with its meaning, its variable and its default, all of them commented out."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield (
        "# Fairfelt's settings. Name this file with " + CONFIG_VARIABLE + ", or put it at /etc/fairfelt/fairfelt.toml."
    )
    yield "# An environment variable overrides a setting, and an option of a command overrides both."
    yield "# Paths are beside this file. Look at what is in force with: fairfelt config show"
    for section in sections():
        yield ""
        if section.name:
            yield f"[{section.name}]"
            yield from _comment(section.meaning)
        for entry in section.entries:
            yield ""
            yield from _comment(f"{entry.meaning} ({entry.variable})")
            yield f"#{entry.name} = {shown_value(entry.default)}"


def _comment(text: str) -> Iterator[str]:
    for line in wrap(" ".join(text.split()), WIDTH):
        yield f"# {line}"


def shown_value(value: Any) -> str:
    """A value as the file has it; what is not set is an empty text or list."""
    if value is None:
        return '""'
    if isinstance(value, tuple):
        return json.dumps([str(one) for one in value], ensure_ascii=False)
    return json.dumps(value if isinstance(value, bool | int | float) else str(value), ensure_ascii=False)
