"""The status of a link today: its jackpot, its tables, and the law's findings on all that feed the jackpot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.room.state.floor import Floor

from .ask_law import links_said
from .law_verdict import Said


@dataclass(frozen=True)
class LinkStatus:
    """A link as it stands: whatever was refused has left nothing here."""

    jackpot: str
    location: str
    tables: tuple[str, ...]
    games: int
    """The number of different games, wagers and paytables for its jackpot, over all links that feed it."""
    said: tuple[Said, ...]
    certificate: Mapping[str, Any] | None
    """The certificate of equal odds, if games differ and it covers what is set up."""

    @property
    def lawful(self) -> bool:
        """Whether nothing binding speaks against it today."""
        return not any(each.binds for each in self.said)

    @property
    def findings(self) -> tuple[str, ...]:
        """The law's findings, in words."""
        return tuple(each.sentence for each in self.said)


def link_status(floor: Floor, name: str) -> LinkStatus:
    """The status of a link on this floor."""
    link, law = floor.links[name], floor.jurisdiction.law
    played = floor.played_for(link.jackpot)
    examined = floor.paperwork.examination(link.jackpot, law, played) if law and len(played.combinations) > 1 else None
    return LinkStatus(
        link.jackpot,
        link.location,
        tuple(table for table, at in floor.tables.items() if at.link == name),
        len(played.combinations),
        tuple(links_said(floor, link.jackpot, law)) if law else (),
        examined.certificate if examined else None,
    )
