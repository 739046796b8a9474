"""What regulators ask a new game to come with: checklists as data, each row with its source."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, convert

from fairfelt.rules import UnknownName

from .core import DATA, Certainty, data_file


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is asked for."""

    item: str
    part: str = ""
    """The part of a dossier that answers it; blank where the applicant supplies it."""
    citation: str = ""
    """Blank where no source was read: what is usual, and no requirement that is known here."""
    certainty: Certainty | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if bool(self.citation) != bool(self.certainty):
            raise ValueError(f"{self.item!r} needs both a citation and how certain it is, or neither")


class Checklist(Struct, frozen=True, forbid_unknown_fields=True):
    """All that one regulator asks for, in its order."""

    name: str
    title: str
    request: str
    """What an applicant asks it for."""
    requirements: tuple[Requirement, ...]
    profile: str = "laboratory"
    """The law that goes with it; of most regulators none is known here."""


@cache
def checklist(name: str) -> Checklist:
    if name not in checklist_names():
        raise UnknownName("checklist of a regulator", name, checklist_names())
    return convert(data_file("dossiers", name), Checklist)


def checklist_names() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in (DATA / "dossiers").iterdir()))
