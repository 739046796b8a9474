"""How a room comes about: jackpots, links, tables."""

from __future__ import annotations

from fairfelt.jackpot import Terms, opened
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import HandButton
from fairfelt.room.state.links import FoldedHands, Link
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
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET

    def apply(self, floor: Floor) -> Floor:
        return floor.having("links", self.link, Link(self.jackpot, self.location, self.folded_hands))


class TableSetUp(ReviewedEvent, frozen=True, kw_only=True, tag="table set up/1"):
    """A table of a game, with the hand buttons of its paytable as they were that day."""

    table: str
    link: str
    game: str
    variant: str
    wager: str
    paytable: str
    fingerprint: str
    seats: int
    denominations_micros: tuple[int, ...]
    folded_hands_qualify: bool
    controls: Controls
    hands: tuple[HandButton, ...]
    limits: TableLimits

    def apply(self, floor: Floor) -> Floor:
        table = Table(
            link=self.link,
            game=self.game,
            variant=self.variant,
            wager=self.wager,
            paytable=self.paytable,
            fingerprint=self.fingerprint,
            seats=self.seats,
            denominations_micros=self.denominations_micros,
            folded_hands_qualify=self.folded_hands_qualify,
            controls=self.controls,
            hands=self.hands,
            limits=self.limits,
        )
        return floor.having("tables", self.table, table).with_verdicts(self.verdicts)
