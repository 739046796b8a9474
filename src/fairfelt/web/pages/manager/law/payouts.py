"""Payouts step by step with their deadlines, and malfunctions with the notice to the regulator."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import Due
from fairfelt.room import Payment
from fairfelt.room.commands.duties import DoPayoutStep, ReportMalfunction, TellMalfunction
from fairfelt.room.state.people import CLOSES, PRINTS
from fairfelt.web.api.access import person
from fairfelt.web.api.handlers import duties
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.words import money, timer_words
from fairfelt.web.http.request import number_in

from ..office import drawn

FAILURES = "/manager/malfunctions"
SEES, PAYING, REPORTING = duties.SEES_PAYMENTS, person(*PRINTS), person(*CLOSES)
SEES_FAILURES = duties.SEES_MALFUNCTIONS


async def payouts(desk: Desk) -> Response:
    """Jackpots to be paid, each with its checklist."""
    call = call_of(desk, query=duties.AllPayments(done="all" in desk.request.query_params))
    found = (await duties.payments(call)).payments
    return drawn(
        desk, "manager/law/payouts.html", payments=found[::-1], pays=desk.may(PAYING), everything=call.query.done,
        timer=_timer(desk), overdue=Due.OVERDUE,
    )  # fmt: skip


async def calendar(desk: Desk) -> Response:
    """Every deadline, for a calendar."""
    return await duties.duties_calendar(call_of(desk))


async def malfunctions(desk: Desk) -> Response:
    """Equipment that failed, and the notice to the regulator."""
    found = (await duties.malfunctions(call_of(desk))).malfunctions
    return drawn(
        desk, "manager/law/malfunctions.html", malfunctions=found[::-1], reports=desk.may(REPORTING),
        timer=_timer(desk), money=money, currencies=desk.floor.currency_by_jackpot,
    )  # fmt: skip


def _timer(desk: Desk) -> object:
    now_micros = desk.controller.settings.clock()
    return lambda due: timer_words(due, now_micros)


def _payment(desk: Desk) -> Payment:
    number = desk.request.path_params["number"]
    found = desk.floor.payments.get(number_in(number))
    if found is None:
        raise Nowhere(f"win page {number} has no payout steps")
    return found


def _step_paper(desk: Desk) -> Paper:
    paid = _payment(desk)
    turn = paid.next
    if turn is None:
        raise Nowhere(f"win page {paid.number} is paid and filed")
    place = len(paid.done) + 1
    return Paper(
        title=f"Win page {paid.number}, step {place} of {len(paid.steps)}",
        lead=turn.text,
        button="Mark complete",
        facts=(
            *((("Award", paid.what),) if paid.what else ()),
            ("Amount", money(paid.amount_micros, paid.currency)),
            ("Required by", turn.cited or "house procedure"),
            *((f"{number}. {step.text}", f"{done.by}{': ' + done.note if done.note else ''}")
              for number, (step, done) in enumerate(zip(paid.steps, paid.done, strict=False), 1)),
        ),
        fields=(
            Field(name="step", label="", sort="hidden", value=turn.id),
            Field(name="note", label=turn.note.capitalize() if turn.note else "Note", optional=not turn.note),
        ),
    )  # fmt: skip


async def _do_step(desk: Desk, form: Form, ask: Ask) -> Outcome:
    paid = _payment(desk)
    note = form.text("note", optional=not any(step.note for step in paid.steps if step.id == form.get("step")))
    return await ask(DoPayoutStep, number=paid.number, step=form.text("step"), note=note)


def _report_paper(desk: Desk) -> Paper:
    return Paper(
        title="Report malfunction",
        lead="Starts the clock for the notice to the regulator, where a rule requires one.",
        back=FAILURES,
        fields=(
            Field(name="equipment", label="Equipment", hint="For example: display pit 1 or keypad T3."),
            Field(name="what", label="What happened"),
            Field(name="meter", label="Wrong meter", sort="choice", choices=_meters(desk),
                  hint="An adjustment refers to this report, and corrects no more than it says."),
            Field(name="off_by", label="Wrong by", sort="amount", optional=True,
                  hint="How much too high the meter stood; with a minus, too low."),
        ),
    )  # fmt: skip


def _meters(desk: Desk) -> tuple[tuple[str, str], ...]:
    held = ((name, found) for name, found in desk.floor.jackpots.items() if not (found.retired or found.share))
    meters = [f"{name}/{level.name}" for name, found in held for level in found.terms.levels]
    return ("", "none"), *((meter, meter.replace("/", ", ")) for meter in meters)


async def _report(desk: Desk, form: Form, ask: Ask) -> Outcome:
    jackpot, _, level = form.one_of("meter", dict(_meters(desk))).partition("/")
    found = desk.floor.jackpots.get(jackpot)
    off_by = form.amount("off_by", found.terms.currency, least=-MOST_MICROS) if found else 0
    return await ask(
        ReportMalfunction, equipment=form.text("equipment"), what=form.text("what"), jackpot=jackpot, level=level,
        off_by_micros=off_by,
    )  # fmt: skip


def _notice_paper(desk: Desk) -> Paper:
    number = desk.request.path_params["number"]
    found = {str(key): one for key, one in desk.floor.malfunctions.items()}.get(number)
    if found is None:
        raise Nowhere(f"there is no malfunction {number}")
    return Paper(
        title=f"File notice of malfunction {number}",
        lead="Record that the regulator was notified.",
        button="File notice",
        back=FAILURES,
        facts=(("Equipment", found.equipment), ("What happened", found.what)),
        fields=(Field(name="document", label="Document", hint="Date and number of the notice."),),
    )


async def _file_notice(desk: Desk, form: Form, ask: Ask) -> Outcome:
    number = number_in(desk.request.path_params["number"])
    return await ask(TellMalfunction, number=number, document=form.text("document"))


TASKS = [
    Task(path="/manager/payouts/{number}/step", access=PAYING, paper=_step_paper, do=_do_step),
    Task(path="/manager/malfunctions/new/report", access=REPORTING, paper=_report_paper, do=_report),
    Task(path="/manager/malfunctions/{number}/notice", access=REPORTING, paper=_notice_paper, do=_file_notice),
]
