"""What the law has people do: pay in steps, tell the regulator of malfunctions, post the house's own prizes."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.responses import Response

from fairfelt.law import Deadline, Retention, moment
from fairfelt.law.core import micros_at
from fairfelt.reports.room.period import calendar
from fairfelt.room import DeviceKind, Floor, Malfunction, Payment, Role
from fairfelt.room.commands.duties import (
    AwardMerchandise,
    DoPayoutStep,
    OfferMerchandise,
    PayHouseJackpot,
    PostHouseJackpot,
    RemoveHouseJackpot,
    ReportMalfunction,
    TellMalfunction,
    VoidHouseJackpotPay,
    WithdrawMerchandise,
)
from fairfelt.room.projections.duties import Moments, duties_of, notice_of, timers_of
from fairfelt.room.state.people import ADJUSTS, CLOSES, PRINTS, SETS_UP
from fairfelt.web.api.types.law_answers import (
    DueState,
    HousePrize,
    HousePrizes,
    KeptState,
    Malfunctions,
    MalfunctionState,
    MerchandisePrize,
    MerchandisePrizes,
    Payments,
    PaymentState,
    StepState,
)
from fairfelt.web.http.headers import disposition
from fairfelt.web.http.problems import not_found
from fairfelt.web.http.request import number_in

from ..access import ANYBODY_SIGNED_IN, device, person, two_people
from ..call import Call
from ..endpoint import command, get

CALENDAR = "text/calendar"
SEES_PAYMENTS = person(*PRINTS, Role.REGULATOR)
SEES_MALFUNCTIONS = person(*CLOSES, Role.REGULATOR)
TWO_TO_ADJUST = person(*ADJUSTS, people=2)
TWO_TO_PAY = person(*PRINTS, people=2)


class AllPayments(msgspec.Struct, forbid_unknown_fields=True):
    """Whether payments that are paid and filed are wanted too."""

    done: bool = False


async def payments(call: Call) -> Payments:
    """Awards whose payment is not done: steps, deadlines, what is to be kept."""
    floor, moments = await _moments(call)
    wanted = [one for one in floor.payments.values() if call.query.done or one.next]
    return Payments(payments=[_payment(call, one, moments) for one in wanted])


async def payment(call: Call) -> PaymentState:
    """The payment of one award, step by step."""
    number = call.path["number"]
    found = call.floor.payments.get(number_in(number))
    if found is None:
        raise not_found(f"win page {number} has no steps to go through")
    return _payment(call, found, (await _moments(call))[1])


async def malfunctions(call: Call) -> Malfunctions:
    """Equipment that failed, and by when the regulator is to be told."""
    floor, moments = await _moments(call)
    found = [_malfunction(call, number, one, moments) for number, one in floor.malfunctions.items()]
    return Malfunctions(malfunctions=found)


async def duties_calendar(call: Call) -> Response:
    """Every duty with a deadline as a calendar (iCalendar): payments, and notices to the regulator."""
    floor, moments = await _moments(call)
    now = moment(call.controller.settings.clock(), floor.jurisdiction.days.zone)
    written = calendar(duties_of(floor, moments), f"fairfelt-{call.controller.ledger.journal}", now)
    return Response(written, media_type=CALENDAR, headers={"Content-Disposition": disposition("duties.ics")})


async def duties_feed(call: Call) -> Response:
    """The same calendar, for a program that publishes it where people subscribe to it."""
    return await duties_calendar(call)


async def house_jackpots(call: Call) -> HousePrizes:
    """Prizes of the house: fixed, no players' money, no line in the report."""
    return HousePrizes(
        house_jackpots=[
            HousePrize.of(prize.jackpot, name=name, table=prize.table, paid=prize.paid)
            for name, prize in call.floor.house_jackpots.items()
        ]
    )


async def merchandise(call: Call) -> MerchandisePrizes:
    """Prizes in kind that stand for fixed pays, bought from a reserve."""
    return MerchandisePrizes(
        merchandise=[
            MerchandisePrize.of(
                found.prize,
                number=number,
                jackpot=found.jackpot,
                level=found.level,
                hand=found.hand,
                posted=found.prize.notice_posted,
                win_page=found.win_page,
                withdrawn=found.withdrawn,
            )
            for number, found in call.floor.merchandise.items()
        ]
    )


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
    get("duties.ics", duties_calendar, SEES_PAYMENTS, media=CALENDAR),
    get("log/duties.ics", duties_feed, device(DeviceKind.AUDITOR), media=CALENDAR),
    get("payouts", payments, SEES_PAYMENTS, Payments, query=AllPayments),
    get("payouts/{number}", payment, SEES_PAYMENTS, PaymentState),
    command("payouts/{number}/steps", DoPayoutStep, person(*PRINTS)),
    get("malfunctions", malfunctions, SEES_MALFUNCTIONS, Malfunctions),
    command("malfunctions", ReportMalfunction, person(*CLOSES)),
    command("malfunctions/{number}/notice", TellMalfunction, person(*CLOSES)),
    get("house-jackpots", house_jackpots, ANYBODY_SIGNED_IN, HousePrizes),
    command("house-jackpots", PostHouseJackpot, two_people(*SETS_UP)),
    command("house-jackpots/{name}/payments", PayHouseJackpot, person(*PRINTS)),
    command("house-jackpots/{name}/payments/void", VoidHouseJackpotPay, TWO_TO_ADJUST),
    command("house-jackpots/{name}/removal", RemoveHouseJackpot, person(*SETS_UP)),
    get("merchandise", merchandise, ANYBODY_SIGNED_IN, MerchandisePrizes),
    command("merchandise", OfferMerchandise, TWO_TO_ADJUST),
    command("merchandise/{number}/award", AwardMerchandise, TWO_TO_PAY),
    command("merchandise/{number}/withdrawal", WithdrawMerchandise, TWO_TO_ADJUST),
]
