"""Reads the profiles and letters that come with the program: text files that a person can check against the law."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from fairfelt.rules import UnknownName

from .profile import LawError, Profile
from .rule import Certainty, Layer, Rule

DATA = files("fairfelt.law") / "data"
_RULE = {"id", "title", "citation", "certainty", "layer", "says", "from", "to", "parameters", "note"}


@cache
def profile(name: str) -> Profile:
    """The profile of that name."""
    if name not in profile_names():
        raise UnknownName("profile", name, profile_names())
    return read_profile(data_file("profiles", name))


def profile_names() -> tuple[str, ...]:
    """The profiles there are."""
    return names_in("profiles")


def names_in(folder: str) -> tuple[str, ...]:
    """The data files of a folder, without their ending."""
    listed = (file.name.removesuffix(".toml") for file in (DATA / folder).iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(listed))


def data_file(folder: str, name: str) -> dict[str, Any]:
    """What a data file says."""
    return tomllib.loads((DATA / folder / f"{name}.toml").read_text("utf-8"))


def read_profile(row: Mapping[str, Any]) -> Profile:
    """A profile from plain data, with the rules of the files it includes."""
    included = [rule for part in row.get("includes", ()) for rule in data_file("shared", part)["rules"]]
    return Profile(
        name=row["name"],
        title=row["title"],
        summary=row["summary"],
        earliest=row.get("earliest"),
        rules=tuple(_rule(rule) for rule in (*row.get("rules", ()), *included)),
    )


def _rule(row: Mapping[str, Any]) -> Rule:
    if unknown := set(row) - _RULE:
        raise LawError(f"rule {row.get('id', '?')} has no {', '.join(sorted(unknown))}; it has {', '.join(_RULE)}")
    return Rule(
        id=row["id"],
        title=row["title"],
        citation=row["citation"],
        certainty=Certainty(row["certainty"]),
        layer=Layer(row["layer"]),
        says=row["says"],
        since=row.get("from"),
        until=row.get("to"),
        parameters=row["parameters"],
        note=row.get("note", ""),
    )
