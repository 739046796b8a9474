"""What regulators ask a new game to come with: checklists as data, each row with its source."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, convert
from msgspec.structs import replace

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


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an approved rule sheet states, as a fact, and what a dossier says of it."""

    place: str
    says: str
    ours: tuple[str, ...]
    """Parts of sentences that are written from the definition."""
    variant: str = ""
    """The version of the game that it is about; all, where it is blank."""
    number: str = ""


class ApprovedSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The statements of one sheet, after those that it shares with others."""

    prefix: str
    statements: tuple[Statement, ...]
    includes: tuple[str, ...] = ()

    @property
    def numbered(self) -> tuple[Statement, ...]:
        shared = (each for name in self.includes for each in approved_sheet(name).numbered)
        own = (replace(each, number=f"{self.prefix}{at}") for at, each in enumerate(self.statements, 1))
        return (*shared, *own)


@cache
def approved_sheet(name: str) -> ApprovedSheet:
    return convert(data_file("sheets", name), ApprovedSheet)


def approved_statements(slug: str, variant: str) -> tuple[Statement, ...]:
    """What the approved sheet of a game states of one version; nothing where no sheet was read."""
    if not (DATA / "sheets" / f"{slug}.toml").is_file():
        return ()
    return tuple(each for each in approved_sheet(slug).numbered if each.variant in ("", variant))
