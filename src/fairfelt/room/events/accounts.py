"""What the accounts do: adjust, change terms, print."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.jackpot import Reason, Terms, adjustment, changed
from fairfelt.room.state.floor import Floor

from .event import RoomEvent


class Adjusted(RoomEvent, frozen=True, kw_only=True, tag="adjusted/1"):
    """Two people moved money by hand."""

    jackpot: str
    level: str
    reason: Reason
    amount_micros: int
    document: str
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        jackpot = floor.jackpots[self.jackpot]
        moves = adjustment(jackpot, self.level, self.reason, self.amount_micros)
        return floor.having("jackpots", self.jackpot, jackpot.after(moves))


class TermsChanged(RoomEvent, frozen=True, kw_only=True, tag="terms changed/1"):
    """A jackpot has other terms, at once or level by level with each one's next 100% award."""

    jackpot: str
    terms: Terms
    why: str
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        return floor.having("jackpots", self.jackpot, changed(floor.jackpots[self.jackpot], self.terms))


class WinPagePrinted(RoomEvent, frozen=True, kw_only=True, tag="win page printed/1"):
    """A copy of a win page; the second is a reprint."""

    told = ("number", "copy")
    number: int
    copy: int

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, prints=floor.prints.with_copy(self.number, self.copy))
