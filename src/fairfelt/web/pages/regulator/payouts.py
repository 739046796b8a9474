"""Payouts under way with their steps and hours, malfunctions, ends of jackpots, prizes of the house."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.law import Due
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import format_amount
from fairfelt.web.api.handlers import duties, retirement
from fairfelt.web.api.types.law_answers import EndingState, HousePrize, MalfunctionState, PaymentState
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.words import timer_words, when

from .record import Read, Record


async def payouts(desk: Desk) -> Read:
    """All of them; what is overdue first."""
    call, now_micros = call_of(desk, query=duties.AllPayments(done=True)), desk.controller.settings.clock()
    paid = (await duties.payments(call)).payments
    failed = (await duties.malfunctions(call)).malfunctions
    ends, prizes = (await retirement.endings(call)).endings, (await duties.house_jackpots(call)).house_jackpots
    sheet = Sheet(
        title="Payouts and other duties",
        subtitle=when(now_micros),
        sections=(
            *_overdue(paid, failed),
            Section("Payouts under way", tuple(_under_way(paid, now_micros))),
            Section("Paid and filed", (_filed(paid),)),
            Section("Malfunctions", (_malfunctions(failed, now_micros),)),
            Section("Jackpots that end", (_endings(ends),)),
            Section("House jackpots", (_prizes(prizes),)),
        ),
    )
    plain = {"payments": paid, "malfunctions": failed, "endings": ends, "house_jackpots": prizes}
    return Read(sheet, plain)


def overdue(paid: list[PaymentState], failed: list[MalfunctionState]) -> list[str]:
    """Every deadline that has passed, as a sentence."""
    late = [
        f"Win page {payment.number}: {due.what} was due {when(due.by_micros)} ({due.cited})."
        for payment in paid
        for due in payment.deadlines
        if due.state is Due.OVERDUE
    ]
    return late + [
        f"{capital(one.notice.what)} was due {when(one.notice.by_micros)} ({one.notice.cited})."
        for one in failed
        if one.notice and one.notice.state is Due.OVERDUE
    ]


def _overdue(paid: list[PaymentState], failed: list[MalfunctionState]) -> list[Section]:
    late = overdue(paid, failed)
    return [Section("", (Notice("Overdue", tuple(late)),))] if late else []


def _under_way(paid: list[PaymentState], now_micros: int) -> Iterator[Block]:
    waiting = [payment for payment in paid if payment.next]
    if not waiting:
        yield Words("No payout is under way.")
    for payment in waiting:
        tax = "; a tax form goes with it" if payment.tax else ""
        won = f"won {when(payment.won_at_micros)}"
        yield Words(f"Win page {payment.number}: {format_amount(payment.amount_micros, payment.currency)}, {won}{tax}.")
        yield _steps(payment)
        if payment.deadlines or payment.retentions:
            yield _times(payment, now_micros)


def _steps(payment: PaymentState) -> Table:
    rows = tuple(
        (f"{place}. {step.text}", _state(payment, step.step, step.by), step.note if step.by else "",
         f"{step.by}, {when(step.at_micros)}" if step.by else "", step.cited or "house procedure")
        for place, step in enumerate(payment.steps, 1)
    )  # fmt: skip
    columns = ("Step", "Stands", "Written down", "By, at", "Because of")
    return Table(tuple(Column(name, breaks=name == "Step") for name in columns), rows)


def _state(payment: PaymentState, step: str, by: str) -> str:
    return "done" if by else "next" if step == payment.next else "waits"


def _times(payment: PaymentState, now_micros: int) -> Table:
    rows = [
        (due.what, f"by {when(due.by_micros)}", timer_words(due, now_micros), due.cited) for due in payment.deadlines
    ]
    rows += [(kept.what, f"keep until {when(kept.until_micros)}", "", kept.cited) for kept in payment.retentions]
    return Table(tuple(map(Column, ("What", "When", "Timer", "Because of"))), tuple(rows))


def _filed(paid: list[PaymentState]) -> Block:
    rows = tuple(
        (str(one.number), format_amount(one.amount_micros, one.currency), when(one.won_at_micros),
         when(one.steps[-1].at_micros), one.steps[-1].by)
        for one in reversed(paid)
        if not one.next
    )  # fmt: skip
    if not rows:
        return Words("No payout that takes steps was finished yet.")
    return Table((*right("Win page", "Amount"), Column("Won"), Column("Filed"), Column("By")), rows)


def _malfunctions(failed: list[MalfunctionState], now_micros: int) -> Block:
    rows = tuple(
        (str(one.number), one.equipment, one.what, when(one.found_at_micros), one.document or "not told yet",
         timer_words(one.notice, now_micros) if one.notice else "no rule asks")
        for one in failed
    )  # fmt: skip
    if not rows:
        return Words("No equipment was reported as failed.")
    return Table((*right("No."), *map(Column, ("Equipment", "What", "Found", "Notice", "Timer"))), rows)


def _endings(ends: list[EndingState]) -> Block:
    rows = tuple(
        (one.jackpot, one.way.value, ", ".join(filter(None, (one.to, one.level))), one.stage.value, one.announced_on,
         one.earliest, one.notice, "; ".join(one.notices))
        for one in ends
    )  # fmt: skip
    if not rows:
        return Words("The end of no jackpot was announced.")
    columns = ("Jackpot", "Way", "To", "Stage", "Announced", "Not before", "Notice", "What the law says")
    return Table(tuple(Column(name, breaks=name == columns[-1]) for name in columns), rows)


def _prizes(prizes: list[HousePrize]) -> Block:
    rows = tuple(
        (one.name, one.table, one.hand, format_amount(one.amount_micros, one.currency), "yes" if one.posted else "no",
         str(one.paid))
        for one in prizes
    )  # fmt: skip
    if not rows:
        return Words("The house has no prizes of its own.")
    columns = (Column("Name"), Column("Table"), Column("Hand"), *right("Amount"), Column("Posted"), *right("Paid to"))
    return Table(columns, rows)


RECORDS = [
    Record(
        path="/regulator/payouts",
        heading="Payouts",
        lead="What is being paid, step by step and with its hours; malfunctions, jackpots that end, house jackpots.",
        read=payouts,
        access=duties.SEES_PAYMENTS,
    )
]
