"""What people do because a rule asks for it: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.law import HouseJackpot
from fairfelt.room.state.duties import Malfunction, PostedPrize, StepDone
from fairfelt.room.state.floor import Floor

from .event import RoomEvent


class PayoutStepDone(RoomEvent, frozen=True, kw_only=True, tag="payout step done/1"):
    """The next step of a payment."""

    number: int
    step: str
    note: str = ""

    def apply(self, floor: Floor) -> Floor:
        payment, done = floor.payments[self.number], StepDone(self.step, self.people[0], self.note)
        return floor.having("payments", self.number, replace(payment, done=(*payment.done, done)))


class MalfunctionReported(RoomEvent, frozen=True, kw_only=True, tag="malfunction reported/1"):
    """Equipment failed; the hours for the notice to the regulator begin."""

    number: int
    equipment: str
    what: str
    within_hours: int | None
    cited: str

    def apply(self, floor: Floor) -> Floor:
        reported = Malfunction(
            equipment=self.equipment, what=self.what, within_hours=self.within_hours, cited=self.cited
        )
        return floor.having("malfunctions", self.number, reported)


class MalfunctionTold(RoomEvent, frozen=True, kw_only=True, tag="malfunction told/1"):
    """The notice to the regulator went out."""

    number: int
    document: str

    def apply(self, floor: Floor) -> Floor:
        told = replace(floor.malfunctions[self.number], document=self.document)
        return floor.having("malfunctions", self.number, told)


class HouseJackpotPosted(RoomEvent, frozen=True, kw_only=True, tag="house jackpot posted/1"):
    """A fixed prize of the house hangs at a table."""

    name: str
    table: str
    hand: str
    amount_micros: int
    posted: bool
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        jackpot = HouseJackpot(
            name=self.name, game=table.game, hand=self.hand, amount_micros=self.amount_micros, posted=self.posted,
            currency=table.currency,
        )  # fmt: skip
        return floor.having("house_jackpots", self.name, PostedPrize(self.table, jackpot))


class HouseJackpotPaid(RoomEvent, frozen=True, kw_only=True, tag="house jackpot paid/1"):
    """Each player with the hand got all of it."""

    name: str
    seats: tuple[int, ...]
    amount_micros: int
    document: str

    def apply(self, floor: Floor) -> Floor:
        prize = floor.house_jackpots[self.name]
        return floor.having("house_jackpots", self.name, replace(prize, paid=prize.paid + len(self.seats)))


class HouseJackpotRemoved(RoomEvent, frozen=True, kw_only=True, tag="house jackpot removed/1"):
    """It hangs no more."""

    name: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        left = {name: prize for name, prize in floor.house_jackpots.items() if name != self.name}
        return replace(floor, house_jackpots=left)
