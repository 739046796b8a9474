"""The account for progressive prizes in one currency: a room has one for each, and never adds one to another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Findings
from fairfelt.law.limits.odds_prizes import check_odds_funds
from fairfelt.law.limits.offer import Offer
from fairfelt.rules import DOLLARS

from .daybook import Daybook, Holdings
from .deposits import DepositWeek, deposit_record
from .position import BankEntry, FundsPosition, deposit_due_on, funds_position

WEEKS = 13


@dataclass(frozen=True, kw_only=True)
class Account:
    """How it stands on a day, and what a law says to that."""

    position: FundsPosition
    bank: tuple[BankEntry, ...]
    due_on: date | None
    """The day the next deposit is due; None if nothing is due."""
    holdings: tuple[Holdings, ...]
    weeks: tuple[DepositWeek, ...]
    """The record of the last weeks, newest first."""
    odds_micros: int
    """What is kept for odds-based prizes."""
    odds: Findings
    """The law's findings on the odds-based prizes."""

    @property
    def currency(self) -> str:
        """The one of all its amounts."""
        return self.position.currency

    @property
    def findings(self) -> Findings:
        """All that the law says to it."""
        return (*self.position.stops, *self.odds)


def account(
    law: Law,
    book: Daybook,
    bank: Iterable[BankEntry],
    *,
    holdings: tuple[Holdings, ...],
    offers: Iterable[Offer] = (),
    odds_micros: int = 0,
    currency: str = DOLLARS,
) -> Account:
    """Hold the book of the jackpots in one currency against the bank's entries in it."""
    entries = tuple(entry for entry in bank if entry.currency == currency)
    return Account(
        position=funds_position(law, book, entries, currency),
        bank=entries,
        due_on=deposit_due_on(law, book, entries),
        holdings=holdings,
        weeks=deposit_record(law, book, entries, WEEKS),
        odds_micros=odds_micros,
        odds=tuple(check_odds_funds(law, offers, odds_micros, currency)),
    )
