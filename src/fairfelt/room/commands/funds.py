"""The bank account for progressive prizes: entries with documents, statements, the server's look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct

from fairfelt.law import BankEntry, BankEntryKind
from fairfelt.room.authority import Requester
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.closing import darken
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.runtime.formats import Change, Currency, Day, Line, Micros, Stake


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


InCurrency = Annotated[Currency | None, Meta(description="May be left out where the room has one currency only.")]


class BookBankEntry(RoomCommand, frozen=True, kw_only=True, tag="book bank entry/1"):
    """Book a deposit, a withdrawal or a seizure, as the bank's paper says: two people of different departments."""

    on: Day
    entry_kind: BankEntryKind
    amount_micros: Stake
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> BankEntryBooked:
        who.require_departments(ADJUSTS)
        _check_past(floor, self.on)
        booked = self.record(BankEntryBooked, currency=_currency(floor, self.currency))
        if booked.entry in floor.bank:
            sentence = f"{self.document} is booked already, with that day and amount; name another document"
            raise Refusal(Code.ALREADY_DONE, sentence, "document")
        return booked


class BankEntryBooked(RoomEvent, frozen=True, kw_only=True, tag="bank entry booked/1"):
    """A deposit, a withdrawal or a seizure."""

    on: date
    entry_kind: BankEntryKind
    amount_micros: int
    document: str
    currency: str

    @property
    def entry(self) -> BankEntry:
        return BankEntry(self.on, self.entry_kind, self.amount_micros, self.document, self.currency)

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, bank=(*floor.bank, self.entry))


@recorded_as("statement filed/1", differs_micros=int, currency=str)
class FileStatement(RoomCommand, frozen=True, kw_only=True, tag="file statement/1"):
    """File what the bank says it holds, beside what the entries come to; it changes no book."""

    on: Day
    balance_micros: Change
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS)
        _check_past(floor, self.on)
        currency = _currency(floor, self.currency)
        entries = (entry for entry in floor.bank if entry.currency == currency)
        booked = sum(entry.change_micros for entry in entries if entry.on <= self.on)
        return self.record(self.recorded, differs_micros=self.balance_micros - booked, currency=currency)


@recorded_as("odds funds kept/1", currency=str)
class KeepOddsFunds(RoomCommand, frozen=True, kw_only=True, tag="keep odds funds/1"):
    """Record what is kept in a bank or as a line of credit for odds-based prizes: two departments sign."""

    amount_micros: Micros
    document: Line
    currency: InCurrency = None

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_departments(ADJUSTS)
        return self.record(self.recorded, currency=_currency(floor, self.currency))

    def apply(self: Any, floor: Floor) -> Floor:
        kept = {**floor.funds.odds_micros, self.currency: self.amount_micros}
        return replace(floor, funds=replace(floor.funds, odds_micros=kept))


class LookAtFunds(RoomCommand, frozen=True, kw_only=True, tag="look at funds/1"):
    """What the server found by the whole log; only it reads the log."""

    accounts: Mapping[str, AccountAmounts]
    stops: tuple[str, ...]
    notices: tuple[str, ...]

    def decide(self, floor: Floor, who: Requester) -> FundsLookedAt:
        who.require_server("how the funds stand")
        booked = {currency: floor.booked_micros(currency) for currency in floor.currencies}
        if {currency: amounts.balance_micros for currency, amounts in self.accounts.items()} != booked:
            raise Refusal(Code.NOT_NOW, "the account has moved meanwhile; look again")
        return self.record(FundsLookedAt, day=floor.jurisdiction.day, stop="; ".join(self.stops))


def _currency(floor: Floor, given: str | None) -> str:
    """One of the room's; it may be left out where there is one only."""
    there = " or ".join(floor.currencies)
    if given is None and len(floor.currencies) > 1:
        raise Refusal(Code.BAD_FIELD, f"say in which currency: {there}", "currency")
    currency = floor.currencies[0] if given is None else given
    if currency not in floor.currencies:
        sentence = f"no jackpot of this room is in {currency}: the account is in {there}"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "currency")
    return currency


def _check_past(floor: Floor, on: date) -> None:
    if floor.jurisdiction.day and on > floor.jurisdiction.day:
        raise Refusal(Code.BAD_FIELD, f"{on} has not come yet; today is {floor.jurisdiction.day}", "on")
