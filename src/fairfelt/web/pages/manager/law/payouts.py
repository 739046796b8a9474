"""Payouts step by step with their deadlines, and malfunctions with the notice to the regulator."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.jackpot.terms import MOST_MICROS
from fairfelt.law import Due
from fairfelt.room.commands.duties import DoPayoutStep, ReportMalfunction, TellMalfunction
from fairfelt.room.state.people import CLOSES, PRINTS
from fairfelt.web.api.access import person
from fairfelt.web.api.handlers import duties
from fairfelt.web.desk import Desk, Field, Form, Nowhere, Paper, Task
from fairfelt.web.desk.desk import call_of
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


def _step(desk: Desk) -> Paper:
    number = desk.request.path_params["number"]
    paid = desk.floor.payments.get(number_in(number))
    if paid is None:
        raise Nowhere(f"win page {number} has no payout steps")
    turn = paid.next
    if turn is None:
        raise Nowhere(f"win page {paid.number} is paid and filed")
    noted = {step.id for step in paid.steps if step.note}
    return Paper(
        title=f"Win page {paid.number}, step {len(paid.done) + 1} of {len(paid.steps)}",
        lead=turn.text,
        button="Mark complete",
        facts=(
            *([("Award", paid.what)] if paid.what else ()),
            ("Amount", money(paid.amount_micros, paid.currency)),
            ("Required by", turn.cited or "house procedure"),
            *((f"{number}. {step.text}", f"{done.by}{': ' + done.note if done.note else ''}")
              for number, (step, done) in enumerate(zip(paid.steps, paid.done, strict=False), 1)),
        ),
        fields=(
            Field("step", sort="hidden", value=turn.id),
            Field("note", turn.note.capitalize() if turn.note else "Note", optional=not turn.note,
                  read=lambda form: form.text("note", optional=form.get("step") not in noted)),
        ),
    )  # fmt: skip


def _report(desk: Desk) -> Paper:
    jackpots = desk.floor.jackpots
    held = [name for name, found in jackpots.items() if not (found.retired or found.share)]
    meters = [f"{name}/{level.name}" for name in held for level in jackpots[name].terms.levels]

    def off_by(form: Form) -> int:
        found = jackpots.get(form.get("meter").partition("/")[0])
        return form.amount("off_by", found.terms.currency, least=-MOST_MICROS) if found else 0

    return Paper(
        title="Report malfunction",
        lead="Starts the clock for the notice to the regulator, where a rule requires one.",
        back=FAILURES,
        fields=(
            Field("equipment", "Equipment", hint="For example: display pit 1 or keypad T3."),
            Field("what", "What happened"),
            Field("meter", "Wrong meter", term="jackpot/level",
                  choices={"": "none", **{meter: meter.replace("/", ", ") for meter in meters}},
                  hint="An adjustment refers to this report, and corrects no more than it says."),
            Field("off_by", "Wrong by", optional=True, read=off_by,
                  hint="How much too high the meter stood; with a minus, too low."),
        ),
    )  # fmt: skip


def _notice(desk: Desk) -> Paper:
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
        fields=[Field("document", "Document", hint="Date and number of the notice.")],
    )


TASKS = [
    Task("/manager/payouts/{number}/step", DoPayoutStep, _step),
    Task("/manager/malfunctions/new/report", ReportMalfunction, _report),
    Task("/manager/malfunctions/{number}/notice", TellMalfunction, _notice),
]
