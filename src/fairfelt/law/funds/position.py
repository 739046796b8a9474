"""Money held for players against money in the bank: deposits due, the balance that must be there, the stop if not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from fairfelt.law.core.profile import Law, LawError
from fairfelt.law.core.verdict import Finding, Findings
from fairfelt.rules import DOLLARS, format_amount, format_day

from .daybook import Daybook


class BankEntryKind(StrEnum):
    """A line of the bank account for progressive jackpots."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    SEIZURE = "seizure"
    """Taken by a tax authority."""


@dataclass(frozen=True)
class BankEntry:
    """A line of the account, with its document."""

    on: date
    kind: BankEntryKind
    amount_micros: int
    document: str
    currency: str = DOLLARS

    def __post_init__(self) -> None:
        if self.amount_micros <= 0 or not self.document:
            raise LawError("a bank entry has an amount above zero and a document")

    @property
    def change_micros(self) -> int:
        """What it does to the balance."""
        return self.amount_micros if self.kind is BankEntryKind.DEPOSIT else -self.amount_micros


@dataclass(frozen=True)
class FundsPosition:
    """The bank account for progressive jackpots in one currency, on one day."""

    law: Law
    held_micros: int
    """All that is held for players."""
    balance_micros: int
    not_yet_due_micros: int
    """Accrued so recently that its deposit may still follow."""
    seized: bool
    """Whether a seizure has left less than what is held."""
    currency: str = DOLLARS

    @property
    def required_micros(self) -> int:
        """What has to be in the account that day."""
        return self.held_micros if self.seized else max(0, self.held_micros - self.not_yet_due_micros)

    @property
    def to_deposit_micros(self) -> int:
        """What would bring the account up to all that is held."""
        return max(0, self.held_micros - self.balance_micros)

    @property
    def short_micros(self) -> int:
        """What is missing already."""
        return max(0, self.required_micros - self.balance_micros)

    @property
    def stops(self) -> Findings:
        """Why no game may start; empty while enough is there."""
        return tuple(self._stops())

    def _stops(self) -> Iterator[Finding]:
        rule = self.law.find("funds.seizure" if self.seized else "funds.account")
        if rule and self.short_micros and rule.flag("stop"):
            amounts = self.balance_micros, self.required_micros, self.short_micros
            have, need, missing = (format_amount(micros, self.currency) for micros in amounts)
            required = f"{need} required on {format_day(self.law.on)}"
            holds = f"the progressive jackpot account holds {have} of the {required}"
            yield Finding(rule, f"{holds}: deposit {missing} before any game starts")


def funds_position(law: Law, book: Daybook, bank: Iterable[BankEntry], currency: str = DOLLARS) -> FundsPosition:
    """The position of the account at the end of the law's day; book and entries are those of one currency."""
    entries = [entry for entry in bank if entry.on <= law.on]
    held, balance = book.held_micros(law.on), sum(entry.change_micros for entry in entries)
    rule = law.find("funds.account")
    days = rule.number("deposit_every_days") if rule else 0
    recent = book.accrued_micros(law.on - timedelta(days), law.on) if rule else held
    seized = any(entry.kind is BankEntryKind.SEIZURE for entry in entries) and balance < held
    return FundsPosition(law, held, balance, recent, seized and law.find("funds.seizure") is not None, currency)


def deposit_due_on(law: Law, book: Daybook, bank: Iterable[BankEntry]) -> date | None:
    """The day the next deposit is due; None if all that is held is in the account, or no rule asks."""
    rule, position = law.find("funds.account"), funds_position(law, book, bank)
    if rule is None or not position.to_deposit_micros:
        return None
    if position.short_micros:
        return law.on
    days = rule.number("deposit_every_days")
    missing = position.to_deposit_micros
    recent = sorted(((on, f.accrued_micros) for (on, _), f in book.figures.items() if on <= law.on), reverse=True)
    for on, accrued in recent:
        missing -= accrued
        if missing <= 0:
            return on + timedelta(days)
    return law.on
