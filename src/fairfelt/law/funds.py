"""Players' money against money in the bank."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.jackpot import Book, Move, Reason
from fairfelt.jackpot import book as accounts
from fairfelt.jackpot.book import BY_LEVEL, HELD, PLACES, PROMISED, SOURCES
from fairfelt.law.core import Finding, Findings, Law, LawError
from fairfelt.law.limits import Offer, check_odds_funds
from fairfelt.rules import DOLLARS, format_amount, format_day

__all__ = [
    "Account", "BankEntry", "BankEntryKind", "DayFigures", "Daybook", "DepositWeek", "FundsPosition", "Holdings",
    "Movement", "ReportLine", "account", "books", "check_limit", "check_reason", "daybook", "deposit_due_on",
    "deposit_record", "funds_position", "games_report", "holdings", "movements",
]  # fmt: skip

# What happened to the money of each jackpot, day by day, and what it comes to.


_ONE_EACH = tuple(kind for kind in (*SOURCES, *PLACES) if kind not in BY_LEVEL)
"""Accounts of which a jackpot has one, whatever its levels."""
_ACCOUNT = re.compile(rf"(?P<jackpot>.+?)/(?P<account>{'|'.join(_ONE_EACH)}|(?:{'|'.join(BY_LEVEL)})/[^/]+)")


@dataclass(frozen=True)
class Movement:
    """The movement of one event in the book of a jackpot."""

    on: date
    jackpot: str
    moves: tuple[Move, ...]


def movements(on: date, postings: Iterable[tuple[str, int]]) -> Iterator[Movement]:
    """The movements of an event from its postings in a journal, whose accounts begin with the name of the jackpot."""
    by_jackpot: dict[str, list[Move]] = {}
    for account, amount_micros in postings:
        found = _ACCOUNT.fullmatch(account)
        if found:
            by_jackpot.setdefault(found["jackpot"], []).append(Move(found["account"], amount_micros))
    return (Movement(on, jackpot, tuple(moves)) for jackpot, moves in by_jackpot.items())


@dataclass(frozen=True, kw_only=True)
class DayFigures:
    """One jackpot on one day. What is held changes by all that came in less all that went out."""

    wagered_micros: int = 0
    accrued_micros: int = 0
    """The part of the wagers that went to meters, reserves and overflow, and what a hub's rooms paid for them."""
    shared_micros: int = 0
    """Received from a hub's rooms, less what a room has counted for its hub; what the hub pays here comes back."""
    seeded_micros: int = 0
    transferred_micros: int = 0
    paid_micros: int = 0
    house_micros: int = 0
    """Paid to the house, less what it paid; what it has only promised is still its own."""
    held_micros: int = 0
    """The change of the money held for players."""

    def __add__(self, other: DayFigures) -> DayFigures:
        return DayFigures(**{name: value + getattr(other, name) for name, value in vars(self).items()})


@dataclass(frozen=True)
class Daybook:
    """The figures of every jackpot, day by day."""

    figures: Mapping[tuple[date, str], DayFigures] = field(default_factory=dict)

    @property
    def jackpots(self) -> tuple[str, ...]:
        """Every jackpot that ever moved, by name."""
        return tuple(sorted({jackpot for _, jackpot in self.figures}))

    def only(self, jackpots: Collection[str]) -> Daybook:
        """The days of some jackpots, such as those in one currency."""
        return Daybook({key: figures for key, figures in self.figures.items() if key[1] in jackpots})

    def of(self, on: date, jackpot: str) -> DayFigures:
        """A jackpot's day; all zero if nothing happened."""
        return self.figures.get((on, jackpot), DayFigures())

    def held_micros(self, on: date) -> int:
        """All that is held for players at the end of a day."""
        return sum(figures.held_micros for (when, _), figures in self.figures.items() if when <= on)

    def accrued_micros(self, first: date, last: date) -> int:
        """Contributions of players' wagers from the first day to the last."""
        return sum(f.accrued_micros for (when, _), f in self.figures.items() if first <= when <= last)


def daybook(movements: Iterable[Movement], before: Daybook | None = None) -> Daybook:
    """Add movements up by day and jackpot, on top of those that were added before."""
    figures = dict(before.figures) if before else {}
    for movement in movements:
        key = movement.on, movement.jackpot
        figures[key] = figures.get(key, DayFigures()) + _figures(movement.moves)
    return Daybook(figures)


def _figures(moves: Sequence[Move]) -> DayFigures:
    into = {name: sum(m.amount_micros for m in moves if m.account == name) for name in _ONE_EACH}
    held, promised = (sum(m.amount_micros for m in moves if m.account.startswith(of)) for of in (HELD, PROMISED))
    wagered = -into[accounts.WAGERS]
    fed = wagered - into[accounts.ROOMS]
    return DayFigures(
        wagered_micros=wagered,
        accrued_micros=fed - into[accounts.REVENUE] - into[accounts.OWED] if fed else 0,
        shared_micros=-into[accounts.ROOMS] - into[accounts.OWED] - into[accounts.HUB],
        seeded_micros=-into[accounts.SEEDS],
        transferred_micros=-into[accounts.TRANSFERRED],
        paid_micros=into[accounts.PAID],
        house_micros=into[accounts.REVENUE] + promised,
        held_micros=held,
    )


@dataclass(frozen=True)
class Holdings:
    """One jackpot's money by what it is for."""

    jackpot: str
    posted_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    seeds_out_micros: int
    """The house's own money that it has not taken back."""


def holdings(jackpot: str, book: Book) -> Holdings:
    """The money that a jackpot's book holds for players, and the part that the house has lent."""
    posted, reserve, overflow, pending = (
        sum(amount for account, amount in book.balances.items() if account.startswith(f"{kind}/")) for kind in HELD
    )
    return Holdings(jackpot, posted, reserve, overflow, pending, -book[accounts.SEEDS])


def books(movements: Iterable[Movement]) -> dict[str, Book]:
    """The book of each jackpot after all movements."""
    found: dict[str, Book] = {}
    for movement in movements:
        found[movement.jackpot] = found.get(movement.jackpot, Book()).after(movement.moves)
    return found


# Money held for players against money in the bank: deposits due, the balance that must be there, the stop if not.


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
        """The change of the balance."""
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
        return self.held_micros if self.seized else max(0, self.held_micros - self.not_yet_due_micros)

    @property
    def to_deposit_micros(self) -> int:
        """The deposit that would bring the account up to all that is held."""
        return max(0, self.held_micros - self.balance_micros)

    @property
    def short_micros(self) -> int:
        """The sum that is missing already."""
        return max(0, self.required_micros - self.balance_micros)

    @property
    def stops(self) -> Findings:
        """Why no game may start; empty while enough is there."""
        rule = self.law.find("funds.seizure" if self.seized else "funds.account")
        if not (rule and self.short_micros and rule.flag("stop")):
            return ()
        amounts = self.balance_micros, self.required_micros, self.short_micros
        have, need, missing = (format_amount(micros, self.currency) for micros in amounts)
        required = f"{need} required on {format_day(self.law.on)}"
        holds = f"the progressive jackpot account holds {have} of the {required}"
        return (Finding(rule, f"{holds}: deposit {missing} before any game starts"),)


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


# The weekly deposit record: what players' wagers added, what went to the bank, what had to be there and what was.


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
    begins, found = min((on for on, _ in book.figures), default=law.on), list[DepositWeek]()
    for back in range(weeks):
        last = law.on - timedelta(7 * back)
        first = last - timedelta(6)
        if last < begins:
            break
        try:
            position = funds_position(law.profile.on(last), book, bank)
        except LawError:
            break
        within = [entry for entry in bank if first <= entry.on <= last]
        deposited = sum(entry.amount_micros for entry in within if entry.change_micros > 0)
        taken = sum(entry.amount_micros for entry in within if entry.change_micros < 0)
        stands = position.required_micros, position.balance_micros
        found.append(DepositWeek(first, last, book.accrued_micros(first, last), deposited, taken, *stands))
    return tuple(found)


# The account for progressive prizes in one currency: a room has one for each, and never adds one to another.


WEEKS = 13


@dataclass(frozen=True, kw_only=True)
class Account:
    """The account on a day, with the law's findings."""

    position: FundsPosition
    bank: tuple[BankEntry, ...]
    due_on: date | None
    """The day the next deposit is due; None if nothing is due."""
    holdings: tuple[Holdings, ...]
    weeks: tuple[DepositWeek, ...]
    """The record of the last weeks, newest first."""
    odds_micros: int
    """The sum kept for odds-based prizes."""
    odds: Findings
    """The law's findings on the odds-based prizes."""

    @property
    def currency(self) -> str:
        """The one of all its amounts."""
        return self.position.currency

    @property
    def findings(self) -> Findings:
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


# Which adjustments of a progressive the law knows, and what a limit may be set to.


def check_reason(law: Law, reason: Reason) -> Iterator[Finding]:
    """Whether an amount may be reduced for that reason."""
    rule = law.find("adjustment.reasons")
    if rule and reason.value not in rule.names("reasons"):
        yield Finding(
            rule, f"a progressive is not reduced for {reason.value!r}; reasons: {', '.join(rule.names('reasons'))}"
        )


def check_limit(
    law: Law, level: str, limit_micros: int, standing_micros: int, currency: str = DOLLARS
) -> Iterator[Finding]:
    """Whether a limit may be set while a meter stands where it does."""
    rule = law.find("jackpot.limit")
    if rule and rule.flag("at_least_standing") and limit_micros < standing_micros:
        limit, current = (format_amount(micros, currency) for micros in (limit_micros, standing_micros))
        yield Finding(rule, f"{level}: a limit of {limit} is below the current {current}")


# The master games report's lines on progressive jackpots: one a day for each, also without activity.


@dataclass(frozen=True)
class ReportLine:
    """One jackpot on one day. House jackpots have no line: no players' money is in them."""

    on: date
    jackpot: str
    figures: DayFigures
    currency: str
    begin_micros: int = 0
    """Money held for players when the day began: meters, reserves, overflow and pending prizes."""

    @property
    def end_micros(self) -> int:
        """Money held for players when the day ended."""
        return self.begin_micros + self.figures.held_micros

    @property
    def remark(self) -> str:
        """The remark for a day without activity."""
        return "" if any(vars(self.figures).values()) else "no activity"

    def to_dict(self) -> dict[str, Any]:
        begin, end = ("on", "jackpot", "currency", "begin_micros"), ("end_micros", "remark")
        return {**as_plain(self, *begin), **vars(self.figures), **as_plain(self, *end)}


def games_report(book: Daybook, currencies: Mapping[str, str], first: date, last: date) -> tuple[ReportLine, ...]:
    """Every day from the first to the last, every jackpot in the order of its currency."""
    held = {name: book.only([name]).held_micros(first - timedelta(1)) for name in currencies}
    lines = []
    for on in (first + timedelta(n) for n in range((last - first).days + 1)):
        for name, currency in currencies.items():
            line = ReportLine(on, name, book.of(on, name), currency, held[name])
            held[name] = line.end_micros
            lines.append(line)
    return tuple(lines)
