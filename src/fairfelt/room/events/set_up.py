"""Events that set a room up: jackpots, links, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import Struct, structs

from fairfelt.jackpot import Terms, opened
from fairfelt.room.law.law_verdict import NO_VERDICT
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import HandButton
from fairfelt.room.state.links import FoldedHands, Link
from fairfelt.room.state.table import Controls, Spot, Table
from fairfelt.room.state.table_limits import TableLimits
from fairfelt.runtime.formats import shared_fields

from .event import GatedEvent, ReviewedEvent, RoomEvent

PROGRESSIVE = "progressive"
"""The kind of jackpot that this room keeps the meters of."""


class JackpotOpened(GatedEvent, frozen=True, kw_only=True, tag="jackpot opened/1"):
    """A jackpot, its levels seeded by the house."""

    jackpot: str
    terms: Terms
    jackpot_kind: str

    def apply(self, floor: Floor) -> Floor:
        if self.jackpot_kind != PROGRESSIVE:
            floor = floor.having("jackpot_kinds", self.jackpot, self.jackpot_kind)
        return floor.having("jackpots", self.jackpot, opened(self.terms)[0]).with_verdicts(self.verdicts)


class LinkMade(GatedEvent, frozen=True, kw_only=True, tag="link made/1"):
    """Tables of one location feed and win one jackpot."""

    link: str
    jackpot: str
    location: str
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET

    def apply(self, floor: Floor) -> Floor:
        made = Link(self.jackpot, self.location, self.folded_hands)
        return floor.having("links", self.link, made).with_verdicts(self.verdicts)


class ProgressiveAtTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The progressive of a table, with the hand buttons of its paytable as they were that day."""

    link: str
    wager: str
    paytable: str
    denominations_micros: tuple[int, ...]
    folded_hands_qualify: bool
    controls: Controls
    maker: str
    hands: tuple[HandButton, ...]


class PlannedTable(GatedEvent, frozen=True, kw_only=True):
    """A table of a game, with a progressive or without."""

    table: str
    game: str
    variant: str
    fingerprint: str
    seats: int
    currency: str
    limits: TableLimits
    progressive: ProgressiveAtTable | None = None

    def standing(self) -> Table:
        """The table as it begins."""
        progressive = structs.asdict(self.progressive) if self.progressive else {}
        return Table(**shared_fields(self, Table), **progressive)

    def stand(self, floor: Floor, table: Table) -> Floor:
        """The floor with it, suspended where something it belongs to is."""
        standing = floor.suspended_as_needed(table)
        return floor.having("tables", self.table, standing).with_verdicts(self.verdicts)


class TableSetUp(PlannedTable, frozen=True, kw_only=True, tag="table set up/1"):
    """A table that was not there before."""

    def apply(self, floor: Floor) -> Floor:
        return self.stand(floor, self.standing())


class Stood(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and progressive bet at a table: its records of that time are of this."""

    game: str
    variant: str
    fingerprint: str
    wager: str = ""
    paytable: str = ""
    folded_hands_qualify: bool = False

    @classmethod
    def at(cls, table: Table) -> Stood:
        """The game and progressive bet of a table."""
        return cls(**shared_fields(table, cls))


class TableChanged(PlannedTable, frozen=True, kw_only=True, tag="table changed/1"):
    """Another game, paytable or link at a table; its rounds go on counting, and it stays closed until it is opened."""

    why: str
    before: Stood

    def apply(self, floor: Floor) -> Floor:
        before = floor.tables[self.table]
        kept = replace(
            self.standing(), round=before.round, bets_counted=before.bets_counted,
            wagered_micros=before.wagered_micros, taken_out=before.taken_out, place=before.place,
        )  # fmt: skip
        return self.stand(floor.leaving(before), kept)


class TableMoved(RoomEvent, frozen=True, kw_only=True, tag="table moved/1"):
    """A table stands elsewhere in the room."""

    table: str
    place: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, place=self.place)


class TablesArranged(RoomEvent, frozen=True, kw_only=True, tag="tables arranged/1"):
    """Tables have other squares on the map of the floor."""

    spots: Mapping[str, Spot]

    def apply(self, floor: Floor) -> Floor:
        moved = {name: replace(floor.tables[name], spot=spot) for name, spot in self.spots.items()}
        return replace(floor, tables={**floor.tables, **moved})


class TableRetired(ReviewedEvent, frozen=True, kw_only=True, tag="table retired/1"):
    """A table is no longer on the floor, and leaves its link."""

    table: str
    why: str
    before: Stood

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        gone = replace(
            table, retired=self.why, law_verdict=NO_VERDICT, link="", wager="", paytable="", hands=(),
            denominations_micros=(), folded_hands_qualify=False, controls=Controls.NEXUS, maker="", ended=None,
        )  # fmt: skip
        floor = floor.leaving(table).having("tables", self.table, floor.suspended_as_needed(gone))
        return floor.with_verdicts(self.verdicts)
