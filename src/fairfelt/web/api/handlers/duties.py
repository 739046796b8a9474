"""What the law has people do: pay in steps, tell the regulator of malfunctions, post the house's own prizes."""

from __future__ import annotations

import asyncio

import msgspec

from fairfelt.law import Deadline, Retention, moment, time_zone
from fairfelt.law.core.zone import micros_at
from fairfelt.room import Malfunction, Payment, Role
from fairfelt.room.projections.duties import Moments, notice_of, timers_of
from fairfelt.room.state.people import CLOSES, PRINTS, SETS_UP
from fairfelt.web.api.types.answers import Done, done
from fairfelt.web.api.types.bodies import Why
from fairfelt.web.api.types.law_answers import (
    DueState,
    HousePrize,
    HousePrizes,
    KeptState,
    Malfunctions,
    MalfunctionState,
    Payments,
    PaymentState,
    StepState,
)
from fairfelt.web.api.types.law_bodies import Document, DoneStep, NewHouseJackpot, NewMalfunction, PaidHouseJackpot
from fairfelt.web.http.request import number_in

from ..access import ANYBODY_SIGNED_IN, Access, person
from ..call import Call
from ..endpoint import Endpoint, Handler
from ..problem import not_found

SEES_PAYMENTS = person(*PRINTS, Role.REGULATOR)
SEES_MALFUNCTIONS = person(*CLOSES, Role.REGULATOR)


class AllPayments(msgspec.Struct, forbid_unknown_fields=True):
    """Whether payments that are paid and filed are wanted too."""

    done: bool = False


async def payments(call: Call) -> Payments:
    """Awards whose payment is not done: steps, deadlines, what is to be kept."""
    moments, everything = await _moments(call), call.query.done
    wanted = [one for one in call.floor.payments.values() if everything or one.next]
    return Payments(payments=[_payment(call, one, moments) for one in wanted])


async def payment(call: Call) -> PaymentState:
    """The payment of one award, step by step."""
    number = call.path["number"]
    found = call.floor.payments.get(number_in(number))
    if found is None:
        raise not_found(f"win page {number} has no steps to go through")
    return _payment(call, found, await _moments(call))


async def do_payout_step(call: Call) -> Done:
    """Do the next step of a payment."""
    return done(await call.command("do payout step", number=number_in(call.path["number"]), **call.fields))


async def malfunctions(call: Call) -> Malfunctions:
    """Equipment that failed, and by when the regulator is to be told."""
    moments = await _moments(call)
    found = [_malfunction(call, number, one, moments) for number, one in call.floor.malfunctions.items()]
    return Malfunctions(malfunctions=found)


async def report_malfunction(call: Call) -> Done:
    """Report equipment that failed; the hours for the notice begin."""
    return done(await call.command("report malfunction", **call.fields))


async def tell_malfunction(call: Call) -> Done:
    """Record that the notice to the regulator went out."""
    return done(await call.command("tell malfunction", number=number_in(call.path["number"]), **call.fields))


async def house_jackpots(call: Call) -> HousePrizes:
    """Prizes of the house: fixed, no players' money, no line in the report."""
    return HousePrizes(
        house_jackpots=[
            HousePrize(
                name=name,
                table=prize.table,
                hand=prize.jackpot.hand,
                currency=prize.jackpot.currency,
                amount_micros=prize.jackpot.amount_micros,
                posted=prize.jackpot.posted,
                paid=prize.paid,
            )
            for name, prize in call.floor.house_jackpots.items()
        ]
    )


async def post_house_jackpot(call: Call) -> Done:
    """Post a house jackpot at a table."""
    return done(await call.command("post house jackpot", **call.fields))


async def pay_house_jackpot(call: Call) -> Done:
    """Record that every player with the hand got all of it."""
    return done(await call.command("pay house jackpot", name=call.path["name"], **call.fields))


async def remove_house_jackpot(call: Call) -> Done:
    """Take a house jackpot away."""
    body = {"name": call.path["name"], "why": call.body.reason, "cards": call.cards}
    return done(await call.command("remove house jackpot", **body))


async def _moments(call: Call) -> Moments:
    return await asyncio.to_thread(call.controller.duties.read, call.controller.ledger)


def _payment(call: Call, paid: Payment, moments: Moments) -> PaymentState:
    running = timers_of(paid, moments, time_zone("UTC"))
    written = {one.step: one for one in paid.done}
    return PaymentState(
        number=paid.number,
        currency=paid.currency,
        amount_micros=paid.amount_micros,
        wager_micros=paid.wager_micros,
        won_at_micros=moments.won[paid.number],
        tax=any(step.id == "tax-form" for step in paid.steps),
        next=paid.next.id if paid.next else "",
        steps=[
            StepState(
                step=step.id,
                text=step.text,
                note=written[step.id].note if step.id in written else step.note,
                cited=step.cited,
                by=written[step.id].by if step.id in written else "",
                at_micros=moments.steps.get((paid.number, step.id)),
            )
            for step in paid.steps
        ],
        deadlines=[_due(call, one) for one in running if isinstance(one, Deadline)],
        retentions=[
            KeptState(what=one.what, until_micros=micros_at(one.until), cited=one.cited)
            for one in running
            if isinstance(one, Retention)
        ],
    )


def _malfunction(call: Call, number: int, found: Malfunction, moments: Moments) -> MalfunctionState:
    notice = notice_of(number, found, moments, time_zone("UTC"))
    return MalfunctionState(
        number=number,
        equipment=found.equipment,
        what=found.what,
        found_at_micros=moments.reported[number],
        document=found.document,
        notice=_due(call, notice) if notice else None,
    )


def _due(call: Call, deadline: Deadline) -> DueState:
    now = moment(call.controller.settings.clock(), time_zone("UTC"))
    return DueState(
        what=deadline.what, by_micros=micros_at(deadline.by), state=deadline.state(now), cited=deadline.cited
    )


def _post(path: str, handler: Handler, takes: type[msgspec.Struct], access: Access) -> Endpoint:
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=Done, command=True
    )


ENDPOINTS = [
    Endpoint(
        method="GET", path="/api/payouts", handler=payments, access=SEES_PAYMENTS, query=AllPayments, gives=Payments
    ),
    Endpoint(method="GET", path="/api/payouts/{number}", handler=payment, access=SEES_PAYMENTS, gives=PaymentState),
    _post("payouts/{number}/steps", do_payout_step, DoneStep, person(*PRINTS)),
    Endpoint(
        method="GET", path="/api/malfunctions", handler=malfunctions, access=SEES_MALFUNCTIONS, gives=Malfunctions
    ),
    _post("malfunctions", report_malfunction, NewMalfunction, person(*CLOSES)),
    _post("malfunctions/{number}/notice", tell_malfunction, Document, person(*CLOSES)),
    Endpoint(
        method="GET", path="/api/house-jackpots", handler=house_jackpots, access=ANYBODY_SIGNED_IN, gives=HousePrizes
    ),
    _post("house-jackpots", post_house_jackpot, NewHouseJackpot, person(*SETS_UP)),
    _post("house-jackpots/{name}/payments", pay_house_jackpot, PaidHouseJackpot, person(*PRINTS)),
    _post("house-jackpots/{name}/removal", remove_house_jackpot, Why, person(*SETS_UP)),
]
