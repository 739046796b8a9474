"""What people do because a rule asks for it: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.law import HouseJackpot
from fairfelt.room.state.duties import Malfunction, PostedPrize, StepDone
from fairfelt.room.state.floor import Floor

from ..fields import Body


def payout_step_done(floor: Floor, body: Body) -> Floor:
    payment = floor.payments[body["number"]]
    done = StepDone(body["step"], body["by"], body["note"])
    return floor.having("payments", payment.number, replace(payment, done=(*payment.done, done)))


def malfunction_reported(floor: Floor, body: Body) -> Floor:
    reported = Malfunction(
        equipment=body["equipment"], what=body["what"], within_hours=body["within_hours"], cited=body["cited"]
    )
    return floor.having("malfunctions", body["number"], reported)


def malfunction_told(floor: Floor, body: Body) -> Floor:
    told = replace(floor.malfunctions[body["number"]], document=body["document"])
    return floor.having("malfunctions", body["number"], told)


def house_jackpot_posted(floor: Floor, body: Body) -> Floor:
    table = floor.tables[body["table"]]
    jackpot = HouseJackpot(
        name=body["name"], game=table.game, hand=body["hand"], amount_micros=body["amount_micros"],
        posted=body["posted"], currency=floor.currency_of(table),
    )  # fmt: skip
    return floor.having("house_jackpots", body["name"], PostedPrize(body["table"], jackpot))


def house_jackpot_paid(floor: Floor, body: Body) -> Floor:
    prize = floor.house_jackpots[body["name"]]
    return floor.having("house_jackpots", body["name"], replace(prize, paid=prize.paid + len(body["seats"])))


def house_jackpot_removed(floor: Floor, body: Body) -> Floor:
    left = {name: prize for name, prize in floor.house_jackpots.items() if name != body["name"]}
    return replace(floor, house_jackpots=left)
