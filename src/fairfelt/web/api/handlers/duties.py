"""What the law has people do: pay in steps, tell the regulator of malfunctions, post the house's own prizes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.responses import Response

from fairfelt.law import Deadline, DeadlineState, HouseJackpot, Merchandise, Retention, Step, moment
from fairfelt.law.core import micros_at
from fairfelt.reports.room.period import calendar
from fairfelt.room import DeviceKind, Floor, Malfunction, Payment, PostedPrize
from fairfelt.room.commands import duties as commands
from fairfelt.room.projections.records import Moments, duties_of, notice_of, timers_of
from fairfelt.room.state.awards import OfferedMerchandise
from fairfelt.web.api import access
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, device
from fairfelt.web.api.endpoint import ApiAnswer, Call, command, get, with_fields_of
from fairfelt.web.http.answers import disposition, not_found, number_in


@with_fields_of(Step, "text", "note", "people", "cited")
class StepState(ApiAnswer):
    """A step of a payment; its note is what was written down, or what has to be."""

    step: str
    by: str
    """Empty until it is done."""
    at_micros: int | None


@with_fields_of(Deadline, "what", "cited")
class DueState(ApiAnswer):
    """Something to be done by a moment."""

    by_micros: int
    state: DeadlineState


@with_fields_of(Retention, "what", "cited")
class KeptState(ApiAnswer):
    """Something to be kept until a moment."""

    until_micros: int


@with_fields_of(Payment, "number", "what", "currency", "amount_micros", "wager_micros")
class PaymentState(ApiAnswer):
    """The payment of an award."""

    won_at_micros: int
    tax: bool
    """Whether a tax form goes with it."""
    next: str
    """The step whose turn it is; empty when it is paid and filed."""
    steps: list[StepState]
    deadlines: list[DueState]
    retentions: list[KeptState]


@with_fields_of(Malfunction, "equipment", "what", "document", "jackpot", "level", "off_by_micros", "corrected_micros")
class MalfunctionState(ApiAnswer):
    """Equipment that failed."""

    number: int
    found_at_micros: int
    notice: DueState | None


@with_fields_of(HouseJackpot, "hand", "currency", "amount_micros", "posted")
@with_fields_of(PostedPrize, "table", "paid")
class HousePrize(ApiAnswer):
    """A house jackpot."""

    name: str


@with_fields_of(OfferedMerchandise, "jackpot", "level", "hand", "win_page", "withdrawn")
@with_fields_of(
    Merchandise, "item", "currency", "value_micros", "fixed_prize_micros", "from_reserve_micros",
    "rights_owner_approval", "controls_approval", "invoice",
)  # fmt: skip
class MerchandisePrize(ApiAnswer):
    """A prize in kind."""

    number: int
    posted: bool


CALENDAR = "text/calendar"


class AllPayments(msgspec.Struct, forbid_unknown_fields=True):
    """Whether payments that are paid and filed are wanted too."""

    done: bool = False


async def payments(call: Call) -> dict[str, Any]:
    """Awards whose payment is not done: steps, deadlines, what is to be kept."""
    floor, moments = await _moments(call)
    wanted = [one for one in floor.payments.values() if call.query.done or one.next]
    return {"payments": [_payment(call, one, moments) for one in wanted]}


async def payment(call: Call) -> PaymentState:
    """The payment of one award, step by step."""
    number = call.path["number"]
    found = call.floor.payments.get(number_in(number))
    if found is None:
        raise not_found(f"win page {number} has no steps to go through")
    return _payment(call, found, (await _moments(call))[1])


async def malfunctions(call: Call) -> dict[str, Any]:
    """Equipment that failed, and by when the regulator is to be told."""
    floor, moments = await _moments(call)
    found = [_malfunction(call, number, one, moments) for number, one in floor.malfunctions.items()]
    return {"malfunctions": found}


async def duties_calendar(call: Call) -> Response:
    """Every duty with a deadline as a calendar (iCalendar): payments, and notices to the regulator."""
    floor, moments = await _moments(call)
    now = moment(call.controller.settings.clock(), floor.jurisdiction.days.zone)
    written = calendar(duties_of(floor, moments), f"fairfelt-{call.controller.ledger.journal}", now)
    return Response(written, media_type=CALENDAR, headers={"Content-Disposition": disposition("duties.ics")})


async def duties_feed(call: Call) -> Response:
    """The same calendar, for a program that publishes it where people subscribe to it."""
    return await duties_calendar(call)


async def house_jackpots(call: Call) -> dict[str, Any]:
    """Prizes of the house: fixed, no players' money, no line in the report."""
    prizes = call.floor.house_jackpots.items()
    return {"house_jackpots": [HousePrize.of(prize.jackpot, prize, name=name) for name, prize in prizes]}


async def merchandise(call: Call) -> dict[str, Any]:
    """Prizes in kind that stand for fixed pays, bought from a reserve."""
    found = [
        MerchandisePrize.of(found.prize, found, number=number, posted=found.prize.notice_posted)
        for number, found in call.floor.merchandise.items()
    ]
    return {"merchandise": found}


async def _moments(call: Call) -> tuple[Floor, Moments]:
    """The floor, and when what stands on it happened: the log is read after the floor, and knows of all of it."""
    floor = call.floor
    return floor, await asyncio.to_thread(call.controller.duties.read, call.controller.ledger)


def _payment(call: Call, paid: Payment, moments: Moments) -> PaymentState:
    running = timers_of(paid, moments, call.floor.jurisdiction.days.zone)
    written = {one.step: one for one in paid.done}
    return PaymentState.of(
        paid,
        won_at_micros=moments.won[paid.number],
        tax=any(step.id == "tax-form" for step in paid.steps),
        next=paid.next.id if paid.next else "",
        steps=[
            StepState.of(
                step,
                step=step.id,
                note=written[step.id].note if step.id in written else step.note,
                by=written[step.id].by if step.id in written else "",
                at_micros=moments.steps.get(paid.number, {}).get(step.id),
            )
            for step in paid.steps
        ],
        deadlines=[_due(call, one) for one in running if isinstance(one, Deadline)],
        retentions=[
            KeptState.of(one, until_micros=micros_at(one.until)) for one in running if isinstance(one, Retention)
        ],
    )


def _malfunction(call: Call, number: int, found: Malfunction, moments: Moments) -> MalfunctionState:
    notice = notice_of(number, found, moments, call.floor.jurisdiction.days.zone)
    return MalfunctionState.of(
        found,
        number=number,
        found_at_micros=moments.reported[number],
        notice=_due(call, notice) if notice else None,
    )


def _due(call: Call, deadline: Deadline) -> DueState:
    now = moment(call.controller.settings.clock(), call.floor.jurisdiction.days.zone)
    return DueState.of(deadline, by_micros=micros_at(deadline.by), state=deadline.state(now))


ENDPOINTS = [
    get("duties.ics", duties_calendar, access.SEES_WINS, media=CALENDAR),
    get("log/duties.ics", duties_feed, device(DeviceKind.AUDITOR), media=CALENDAR),
    get("payouts", payments, access.SEES_WINS, {"payments": list[PaymentState]}, query=AllPayments),
    get("payouts/{number}", payment, access.SEES_WINS, PaymentState),
    command("payouts/{number}/steps", commands.DoPayoutStep, access.PRINTING),
    get("malfunctions", malfunctions, access.SEES_MALFUNCTIONS, {"malfunctions": list[MalfunctionState]}),
    command("malfunctions", commands.ReportMalfunction, access.ON_THE_FLOOR),
    command("malfunctions/{number}/notice", commands.TellMalfunction, access.ON_THE_FLOOR),
    get("house-jackpots", house_jackpots, ANYBODY_SIGNED_IN, {"house_jackpots": list[HousePrize]}),
    command("house-jackpots", commands.PostHouseJackpot, access.TWO_TO_SET_UP),
    command("house-jackpots/{name}/payments", commands.PayHouseJackpot, access.TWO_TO_PAY),
    command("house-jackpots/{name}/payments/void", commands.VoidHouseJackpotPay, access.TWO_TO_ADJUST),
    command("house-jackpots/{name}/removal", commands.RemoveHouseJackpot, access.SETTING_UP),
    get("merchandise", merchandise, ANYBODY_SIGNED_IN, {"merchandise": list[MerchandisePrize]}),
    command("merchandise", commands.OfferMerchandise, access.TWO_TO_ADJUST),
    command("merchandise/{number}/award", commands.AwardMerchandise, access.TWO_TO_PAY),
    command("merchandise/{number}/withdrawal", commands.WithdrawMerchandise, access.TWO_TO_ADJUST),
]
