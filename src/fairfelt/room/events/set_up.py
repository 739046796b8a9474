"""How a room comes about: jackpots, links, tables."""

from __future__ import annotations

from msgspec import Struct, structs

from fairfelt.jackpot import Terms, opened
from fairfelt.room.state.floor import Floor, Link
from fairfelt.room.state.hand_buttons import HandButton
from fairfelt.room.state.table import Controls, Table
from fairfelt.room.state.table_limits import TableLimits

from .event import ReviewedEvent, RoomEvent


class JackpotOpened(RoomEvent, frozen=True, kw_only=True, tag="jackpot opened/1"):
    """A jackpot, its levels seeded by the house."""

    jackpot: str
    terms: Terms
    jackpot_kind: str
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        return floor.having("jackpots", self.jackpot, opened(self.terms)[0])


class LinkMade(RoomEvent, frozen=True, kw_only=True, tag="link made/1"):
    """Tables of one location feed and win one jackpot."""

    link: str
    jackpot: str
    location: str
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        return floor.having("links", self.link, Link(self.jackpot, self.location))


class ProgressiveAtTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The progressive of a table, with the hand buttons of its paytable as they were that day."""

    link: str
    wager: str
    paytable: str
    denominations_micros: tuple[int, ...]
    folded_hands_qualify: bool
    controls: Controls
    hands: tuple[HandButton, ...]


class TableSetUp(ReviewedEvent, frozen=True, kw_only=True, tag="table set up/1"):
    """A table of a game, with a progressive or without."""

    table: str
    game: str
    variant: str
    fingerprint: str
    seats: int
    currency: str
    limits: TableLimits
    progressive: ProgressiveAtTable | None = None

    def apply(self, floor: Floor) -> Floor:
        table = Table(
            game=self.game,
            variant=self.variant,
            fingerprint=self.fingerprint,
            seats=self.seats,
            currency=self.currency,
            limits=self.limits,
            **(structs.asdict(self.progressive) if self.progressive else {}),
        )
        return floor.having("tables", self.table, table).with_verdicts(self.verdicts)
