"""Events of the bank account for progressive prizes, and the server's looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from msgspec import Struct

from fairfelt.law import BankEntry, BankEntryKind
from fairfelt.room.state.floor import Floor

from .closing import darken
from .event import RoomEvent


class BankEntryBooked(RoomEvent, frozen=True, kw_only=True, tag="bank entry booked/1"):
    """A deposit, a withdrawal or a seizure."""

    on: date
    entry_kind: BankEntryKind
    amount_micros: int
    currency: str
    document: str

    @property
    def entry(self) -> BankEntry:
        """The entry in the bank account."""
        return BankEntry(self.on, self.entry_kind, self.amount_micros, self.document, self.currency)

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, bank=(*floor.bank, self.entry))


class StatementFiled(RoomEvent, frozen=True, kw_only=True, tag="statement filed/1"):
    """A bank statement was filed; it changes no book."""

    on: date
    balance_micros: int
    differs_micros: int
    currency: str
    document: str


class OddsFundsKept(RoomEvent, frozen=True, kw_only=True, tag="odds funds kept/1"):
    """Another amount is kept for odds-based prizes."""

    amount_micros: int
    currency: str
    document: str

    def apply(self, floor: Floor) -> Floor:
        kept = {**floor.funds.odds_micros, self.currency: self.amount_micros}
        return replace(floor, funds=replace(floor.funds, odds_micros=kept))


class AccountAmounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The account of one currency, as the server found it."""

    held_micros: int
    balance_micros: int
    required_micros: int
    short_micros: int


class FundsLookedAt(RoomEvent, frozen=True, kw_only=True, tag="funds looked at/1"):
    """The server held the money for players against the bank."""

    day: date | None
    accounts: Mapping[str, AccountAmounts]
    stop: str
    notices: tuple[str, ...]

    def apply(self, floor: Floor) -> Floor:
        looked = replace(floor, funds=replace(floor.funds, stop=self.stop, notices=self.notices))
        return darken(looked) if self.stop else looked
