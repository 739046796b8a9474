"""What papers of a room are made of: the floor as it stands, the law of the day, and the software that runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from fairfelt import games
from fairfelt.law import Law
from fairfelt.reports.law.not_approved import PRODUCT
from fairfelt.room import Floor
from fairfelt.room.state.table import Table
from fairfelt.rules import Game
from fairfelt.version import __version__, commit, program_digest


@dataclass(frozen=True, kw_only=True)
class Software:
    """What runs here, by digests."""

    digest: str
    """Over all files and libraries."""
    files: Mapping[str, str] = field(default_factory=dict)
    libraries: Mapping[str, str] = field(default_factory=dict)
    version: str = __version__
    commit: str = field(default_factory=commit)
    program: str = field(default_factory=program_digest)
    """Over the files of Fairfelt alone, as at the foot of every paper."""


@dataclass(frozen=True, kw_only=True)
class RoomFacts:
    """A room at a moment."""

    floor: Floor
    law: Law
    zone: str
    software: Software
    head: str
    """The hash of the last event."""
    events: int
    access: tuple[tuple[str, str], ...] = ()
    """What may be asked of the room, and of whom it takes what; none where nobody told."""

    @property
    def on(self) -> date:
        """The day of the law."""
        return self.law.on

    @property
    def location(self) -> str:
        """Where the room is, as its links say."""
        return " and ".join(sorted({link.location for link in self.floor.links.values()})) or "location not set"

    @property
    def colophon(self) -> str:
        """From what a paper was written."""
        return (
            f"Written by {PRODUCT} {self.software.version} from the room after event {self.events:,}, whose hash is "
            f"{self.head}."
        )

    @property
    def linked(self) -> dict[str, Table]:
        """Tables that feed and win a jackpot."""
        return {name: table for name, table in self.floor.tables.items() if table.link}

    def game_at(self, table: Table) -> Game:
        """What is played at a table."""
        return games.find(table.game, table.variant)
