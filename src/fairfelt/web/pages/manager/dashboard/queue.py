"""What needs somebody now, the most urgent first: payouts with their hours, deposits, alarms, stopped tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from fairfelt.law import Due
from fairfelt.rules import format_day
from fairfelt.web.api.handlers import duties
from fairfelt.web.api.handlers.funds import SEES_FUNDS, accounts_now
from fairfelt.web.api.handlers.records import ACKNOWLEDGING
from fairfelt.web.api.types.law_answers import DueState
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.words import shown, timer_words

from ..law import payouts

FAR_MICROS = 10**18
"""Later than anything that has its hours."""


@dataclass(frozen=True)
class Duty:
    """Something that somebody has to do."""

    title: str
    words: str
    address: str
    button: str
    by_micros: int | None = None
    """By when; nothing where no rule says."""
    late: bool = False
    tag: str = ""
    """Its state in a word or two; beside hours it says how long is left."""


async def work_queue(desk: Desk) -> list[Duty]:
    """Everything this person may see, late things first, then by their hour."""
    found = [*_closures(desk), *await _payouts(desk), *await _deposits(desk), *_alarms(desk), *_stopped(desk)]
    return sorted(found, key=lambda duty: (not duty.late, FAR_MICROS if duty.by_micros is None else duty.by_micros))


def _closures(desk: Desk) -> Iterator[Duty]:
    floor = desk.floor
    if floor.software_fault:
        title, tag = "Software not approved", "Stops play"
        yield Duty(title, floor.software_fault, "/manager/software", "Approve", late=True, tag=tag)
    if floor.clock_fault:
        title, tag = "Clock not trusted", "Stops play"
        yield Duty(title, floor.clock_fault, "/manager/clock", "Accept clock", late=True, tag=tag)


async def _payouts(desk: Desk) -> list[Duty]:
    if not desk.may(duties.SEES_PAYMENTS):
        return []
    call, now_micros = call_of(desk, query=duties.AllPayments()), desk.controller.settings.clock()
    found = []
    for payment in (await duties.payments(call)).payments:
        turn = next((step for step in payment.steps if step.step == payment.next), None)
        if turn is None:
            continue
        due = _first_due(payment.deadlines)
        title = f"Payout of win {payment.number}, {shown(payment.amount_micros, payment.currency)}"
        address = path_of("manager", "payouts", str(payment.number), "step")
        may = desk.may(payouts.PAYING)
        found.append(
            Duty(
                title, f"Next: {turn.text}", address if may else "/manager/payouts", "Next step" if may else "View",
                due.by_micros if due else None, bool(due and due.state is Due.OVERDUE),
                timer_words(due, now_micros) if due else "Payout",
            )
        )  # fmt: skip
    for failed in (await duties.malfunctions(call)).malfunctions:
        if failed.notice and failed.notice.state in (Due.RUNNING, Due.OVERDUE):
            found.append(
                Duty(
                    f"Notice of malfunction {failed.number}: {failed.equipment}", failed.what, "/manager/malfunctions",
                    "File notice", failed.notice.by_micros, failed.notice.state is Due.OVERDUE,
                    timer_words(failed.notice, now_micros),
                )
            )  # fmt: skip
    return found


def _first_due(deadlines: Iterable[DueState]) -> DueState | None:
    running = [due for due in deadlines if due.state in (Due.RUNNING, Due.OVERDUE)]
    return min(running, key=lambda due: due.by_micros, default=None)


async def _deposits(desk: Desk) -> list[Duty]:
    if not desk.may(SEES_FUNDS):
        return []
    found = []
    for account in await accounts_now(call_of(desk)):
        short_micros, due_on = account.position.short_micros, account.due_on
        if short_micros:
            late = due_on is not None and due_on < desk.today
            by_micros = desk.days.begin_micros(due_on + timedelta(days=1)) if due_on else None
            words = f"Due {format_day(due_on)}" if due_on else "The bank holds less than the law asks for"
            title = f"Deposit {shown(short_micros, account.currency)}"
            found.append(Duty(title, words, "/manager/funds", "Record deposit", by_micros, late, "Deposit due"))
    return found


def _alarms(desk: Desk) -> Iterator[Duty]:
    for number, alarm in desk.floor.alarms.items():
        if not alarm.acknowledged_by:
            may = desk.may(ACKNOWLEDGING)
            address = path_of("manager", "alarms", str(number)) if may else "/manager/alarms"
            words = f"Since {desk.when(alarm.raised_micros)}"
            yield Duty(alarm.says, words, address, "Acknowledge" if may else "View", late=False, tag="Alarm")


def _stopped(desk: Desk) -> Iterator[Duty]:
    for name, table in desk.floor.tables.items():
        if table.law_verdict.stop and not table.retired:
            title = f"Table {name} may not deal"
            yield Duty(title, table.law_verdict.stop, "/manager/law", "See rule", tag="Compliance")
