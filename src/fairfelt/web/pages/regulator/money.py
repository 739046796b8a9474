"""The regulator's records of money: funds, reconciliation, payouts, and issued papers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from starlette.routing import Route

from fairfelt.law import Due, games_report
from fairfelt.reports.law.funds import funds_report, master_games_report
from fairfelt.reports.room.parameters import Reconciliation, reconciliation_report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Notice, Section, Sheet, Table, Words, num
from fairfelt.room.projections.days import by_kind
from fairfelt.rules import format_amount
from fairfelt.server.papers import PAPERS, Asks
from fairfelt.web.api.access import SEES_FUNDS, SEES_WINS
from fairfelt.web.api.handlers import duties, jackpots
from fairfelt.web.api.handlers import funds as api
from fairfelt.web.api.handlers.duties import HousePrize, MalfunctionState, PaymentState
from fairfelt.web.api.handlers.jackpots import EndingState
from fairfelt.web.desk import Desk, Form, Nowhere, seen_by
from fairfelt.web.desk.desk import call_of
from fairfelt.web.desk.words import timer_words
from fairfelt.web.pages.manager.papers import about_of, draw_paper, issued_file, issued_rows

from .office import REGULATOR, SEES, Read, Record, law_now, read_state, rows_or

REPORTED_DAYS = 7


async def funds(desk: Desk) -> Read:
    """Every account as it stands, the deposits, and the master games report of the last days."""
    controller, law = desk.controller, law_now(desk)
    sheet = funds_report(await controller.law.funds(controller.ledger, law)).sheet
    book = await controller.law.daybook(controller.ledger)
    first = law.on - timedelta(REPORTED_DAYS - 1)
    lines = games_report(book, desk.floor.currency_by_jackpot, first, law.on)
    days = replace(master_games_report(lines).sheet.sections[0], title=f"Master games report, {REPORTED_DAYS} days")
    return read_state(replace(sheet, sections=(*sheet.sections, days)), await api.funds(call_of(desk)))


async def reconciled(desk: Desk) -> Reconciliation:
    """All postings up to the last commit, and the room after that commit."""
    read = await asyncio.to_thread(desk.controller.law.days.read, desk.controller.ledger)
    floor, head = read.committed.state, read.committed.head
    return Reconciliation(
        days=read.sums,
        held={name: by_kind(jackpot.book.balances.items()) for name, jackpot in floor.jackpots.items()},
        currencies=floor.currency_by_jackpot,
        events=head.number,
        head=head.hash,
    )


async def reconciliation(desk: Desk) -> Read:
    """Every posting of the log against what the room holds."""
    return Read(reconciliation_report(await reconciled(desk)))


When = Callable[[int | None], str]
"""Writes a moment by the room's clock."""


async def payouts(desk: Desk) -> Read:
    """All of them; what is overdue first."""
    call, now_micros = call_of(desk, query=duties.AllPayments(done=True)), desk.controller.settings.clock()
    paid = (await duties.payments(call)).payments
    failed = (await duties.malfunctions(call)).malfunctions
    ends, prizes = (await jackpots.endings(call)).endings, (await duties.house_jackpots(call)).house_jackpots
    when = desk.when
    sheet = Sheet(
        title="Payouts and notices",
        subtitle=when(now_micros),
        sections=(
            *_overdue(paid, failed, when),
            Section("Pending payouts", tuple(_pending(paid, now_micros, when))),
            Section("Completed payouts", (_completed(paid, when),)),
            Section("Malfunctions", (_malfunctions(failed, now_micros, when),)),
            Section("Retiring jackpots", (_endings(ends),)),
            Section("House-funded bonuses", (_prizes(prizes),)),
        ),
    )
    plain = {"payments": paid, "malfunctions": failed, "endings": ends, "house_jackpots": prizes}
    return read_state(sheet, plain)


def overdue(paid: list[PaymentState], failed: list[MalfunctionState], when: When) -> list[str]:
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


def _overdue(paid: list[PaymentState], failed: list[MalfunctionState], when: When) -> list[Section]:
    late = overdue(paid, failed, when)
    return [Section("", (Notice("Overdue", tuple(late)),))] if late else []


def _pending(paid: list[PaymentState], now_micros: int, when: When) -> Iterator[Block]:
    waiting = [payment for payment in paid if payment.next]
    if not waiting:
        yield Words("No pending payouts.")
    for payment in waiting:
        tax = "; tax form required" if payment.tax else ""
        won = f"{f'{payment.what}, ' if payment.what else ''}won {when(payment.won_at_micros)}"
        yield Words(f"Win page {payment.number}: {format_amount(payment.amount_micros, payment.currency)}, {won}{tax}.")
        yield _steps(payment, when)
        if payment.deadlines or payment.retentions:
            yield _times(payment, now_micros, when)


def _steps(payment: PaymentState, when: When) -> Table:
    rows = tuple(
        (f"{place}. {step.text}", "done" if step.by else "next" if step.step == payment.next else "pending",
         step.note if step.by else "",
         f"{step.by}, {when(step.at_micros)}" if step.by else "", step.cited or "house procedure")
        for place, step in enumerate(payment.steps, 1)
    )  # fmt: skip
    columns = ("Step", "Status", "Notes", "By", "Required by")
    return Table(tuple(Column(name, breaks=name == "Step") for name in columns), rows)


def _times(payment: PaymentState, now_micros: int, when: When) -> Table:
    rows = [
        (due.what, f"by {when(due.by_micros)}", timer_words(due, now_micros), due.cited) for due in payment.deadlines
    ]
    rows += [(kept.what, f"keep until {when(kept.until_micros)}", "", kept.cited) for kept in payment.retentions]
    return Table(tuple(map(Column, ("Item", "When", "Status", "Required by"))), tuple(rows))


def _completed(paid: list[PaymentState], when: When) -> Block:
    columns = (num("Win page"), num("Amount"), "Won", "Completed", "By")
    return rows_or("No completed payouts.", columns, (
        (str(one.number), format_amount(one.amount_micros, one.currency), when(one.won_at_micros),
         when(one.steps[-1].at_micros), one.steps[-1].by)
        for one in reversed(paid)
        if not one.next
    ))  # fmt: skip


def _malfunctions(failed: list[MalfunctionState], now_micros: int, when: When) -> Block:
    columns = (num("No."), "Equipment", "What happened", "Found", "Notice", "Status")
    return rows_or("No malfunctions reported.", columns, (
        (str(one.number), one.equipment, one.what, when(one.found_at_micros), one.document or "not filed",
         timer_words(one.notice, now_micros) if one.notice else "not required")
        for one in failed
    ))  # fmt: skip


def _endings(ends: list[EndingState]) -> Block:
    columns = (
        "Jackpot",
        "Method",
        "To",
        "Status",
        "Announced",
        "Not before",
        "Notice",
        Column("Findings", breaks=True),
    )
    return rows_or("No retiring jackpots.", columns, (
        (one.jackpot, one.way.value, ", ".join(filter(None, (one.to, one.level))), one.stage.value, one.announced_on,
         one.earliest, one.notice, "; ".join(one.notices))
        for one in ends
    ))  # fmt: skip


def _prizes(prizes: list[HousePrize]) -> Block:
    columns = ("Name", "Table", "Hand", num("Amount"), "Posted", num("Players paid"))
    return rows_or("No house-funded bonuses.", columns, (
        (one.name, one.table, one.hand, format_amount(one.amount_micros, one.currency), "yes" if one.posted else "no",
         str(one.paid))
        for one in prizes
    ))  # fmt: skip


PLACE = "/regulator/papers"


async def issued(desk: Desk) -> Read:
    """Every report that was issued, with its digest and where the log stood."""
    rows = await issued_rows(desk)
    columns = (num("No."), "Report", "Issued", "By", num("Log size"), Column("SHA-256", breaks=True))
    table = rows_or("No report was issued yet.", columns, (
        (str(row.number), row.described, desk.when(row.at_micros), row.by, f"{row.checkpoint_size:,}", row.sha256)
        for row in reversed(rows)
    ))  # fmt: skip
    sheet = Sheet("Issued reports", "Kept as they went out", (Section("", (table,)),))
    links = [(f"Report {row.number}", f"{PLACE}/issued/{row.number}.pdf") for row in reversed(rows)]
    links += [(paper.title, f"{PLACE}/{paper.name}") for paper in PAPERS.values() if paper.asks is not Asks.NUMBER]
    return read_state(sheet, {"reports": [row._asdict() for row in rows]}, tuple(links))


async def paper(desk: Desk) -> Read:
    """One paper as it reads now; of a time, today unless the address says other days."""
    name = desk.request.path_params["paper"]
    if name not in PAPERS:
        raise Nowhere(f"there is no paper {name!r}")
    form = Form(dict(desk.request.query_params))
    _, about = about_of(desk, PAPERS[name], form)
    if form.mistakes:
        raise Nowhere(next(iter(form.mistakes.values())))
    return Read(await asyncio.to_thread(draw_paper, desk, PAPERS[name], about), (("All papers", PLACE),))


ROUTES = [Route(f"{PLACE}/issued/{{number}}.pdf", seen_by(SEES, REGULATOR, issued_file), methods=["GET"])]
RECORDS = [
    Record("/regulator/funds", "Funds", funds,
           "Funds held for players, the bank balance, the required balance today, and every deposit.", SEES_FUNDS),
    Record("/regulator/reconciliation", "Reconciliation", reconciliation,
           "Wagers and seeds = meters + reserves + overflow + pending + paid + house: every jackpot, every day."),
    Record("/regulator/payouts", "Payouts", payouts,
           "Payouts step by step with their deadlines, malfunctions, retiring jackpots, house-funded bonuses.",
           SEES_WINS),
    Record(PLACE, "Papers", issued,
           "Reports that were issued, kept byte for byte, and every paper as it reads now."),
    Record(f"{PLACE}/{{paper}}", "Paper", paper, "As it reads now."),
]  # fmt: skip
