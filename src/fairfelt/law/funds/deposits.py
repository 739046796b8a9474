"""The weekly deposit record: what players' wagers added, what went to the bank, what had to be there and what was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from fairfelt.law.core.profile import Law, LawError

from .daybook import Daybook
from .position import BankEntry, funds_position


@dataclass(frozen=True)
class DepositWeek:
    """Seven days, of which the last may be today."""

    first: date
    last: date
    accrued_micros: int
    deposited_micros: int
    taken_micros: int
    """Withdrawn or seized."""
    required_micros: int
    """The required balance at the end of the last day."""
    balance_micros: int
    """The actual balance at the end of the last day."""


def deposit_record(law: Law, book: Daybook, bank: Sequence[BankEntry], weeks: int) -> tuple[DepositWeek, ...]:
    """The last weeks up to the law's day, newest first; none before the first movement or that nothing is known of."""
    begins = min((on for on, _ in book.figures), default=law.on)
    return tuple(_weeks(law, book, bank, weeks, begins))


def _weeks(law: Law, book: Daybook, bank: Sequence[BankEntry], weeks: int, begins: date) -> Iterator[DepositWeek]:
    for back in range(weeks):
        last = law.on - timedelta(7 * back)
        first = last - timedelta(6)
        if last < begins:
            return
        try:
            position = funds_position(law.profile.on(last), book, bank)
        except LawError:
            return
        within = [entry for entry in bank if first <= entry.on <= last]
        deposited = sum(entry.amount_micros for entry in within if entry.change_micros > 0)
        taken = sum(entry.amount_micros for entry in within if entry.change_micros < 0)
        accrued = book.accrued_micros(first, last)
        yield DepositWeek(first, last, accrued, deposited, taken, position.required_micros, position.balance_micros)
