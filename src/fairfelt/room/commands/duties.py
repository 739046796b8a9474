"""Commands that a rule asks for: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fairfelt.formats.fields import MOST_SEATS, Count, Line, Name, OptionalLine, Seat, Stake
from fairfelt.law import HouseJackpot, LawError, check_house_jackpot, check_kind
from fairfelt.law.payouts.payout import verify_turn
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.events.duties import (
    HouseJackpotPaid,
    HouseJackpotPosted,
    HouseJackpotRemoved,
    MalfunctionReported,
    MalfunctionTold,
    PayoutStepDone,
)
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CLOSES, PRINTS, SETS_UP

from .command import RoomCommand


class DoPayoutStep(RoomCommand, frozen=True, kw_only=True, tag="do payout step/1"):
    """Do the next step of a payment, and no other; what has to be written down is."""

    number: Count
    step: Name
    note: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> PayoutStepDone:
        who.require(PRINTS)
        payment = floor.payments.get(self.number)
        if payment is None:
            raise Refusal(Code.UNKNOWN_NAME, f"win page {self.number} has no steps to go through", "number")
        with refusing(Code.NOT_NOW, LawError):
            verify_turn(self.number, payment.steps[len(payment.done) :], self.step, self.note)
        return PayoutStepDone(number=self.number, step=self.step, note=self.note)


class ReportMalfunction(RoomCommand, frozen=True, kw_only=True, tag="report malfunction/1"):
    """Report equipment that failed; from now on hours run in which the regulator is to be told."""

    equipment: Line
    what: Line

    def decide(self, floor: Floor, who: Requester) -> MalfunctionReported:
        who.require(CLOSES)
        law = floor.jurisdiction.law
        rule = law.find("incident.malfunction") if law else None
        return MalfunctionReported(
            number=len(floor.malfunctions) + 1,
            equipment=self.equipment,
            what=self.what,
            within_hours=rule.number("within_hours") if rule else None,
            cited=rule.cited if rule else "",
        )


class TellMalfunction(RoomCommand, frozen=True, kw_only=True, tag="tell malfunction/1"):
    """Record that the notice to the regulator went out."""

    number: Count
    document: Line

    def decide(self, floor: Floor, who: Requester) -> MalfunctionTold:
        who.require(CLOSES)
        found = floor.malfunctions.get(self.number)
        if found is None:
            sentence = f"there is no malfunction {self.number}; {len(floor.malfunctions)} were reported"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
        if found.document:
            sentence = f"the malfunction of {found.equipment} was told already, with {found.document}"
            raise Refusal(Code.ALREADY_DONE, sentence)
        return MalfunctionTold(number=self.number, document=self.document)


class PostHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="post house jackpot/1"):
    """Post a fixed prize from the house to each player with a hand, by two people: no players' money, in no report."""

    name: Name
    table: Name
    hand: Line
    amount_micros: Stake
    posted: bool = False

    def decide(self, floor: Floor, who: Requester) -> HouseJackpotPosted:
        who.require_two(SETS_UP)
        table = known(floor.tables, self.table, "table")
        check_new(floor.house_jackpots, self.name, "name", "house jackpot")
        jackpot = HouseJackpot(
            name=self.name, game=table.game, hand=self.hand, amount_micros=self.amount_micros, posted=self.posted
        )
        law = floor.jurisdiction.law
        checks = (check_kind(law, "house"), check_house_jackpot(law, jackpot)) if law else ()
        return HouseJackpotPosted(
            name=self.name,
            table=self.table,
            hand=self.hand,
            amount_micros=self.amount_micros,
            posted=self.posted,
            notices=lawful(floor, *checks),
        )


class PayHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="pay house jackpot/1"):
    """Record that every player with the hand got all of it."""

    name: Name
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS, description="a list of seats")]
    document: Line

    def decide(self, floor: Floor, who: Requester) -> HouseJackpotPaid:
        who.require(PRINTS)
        prize = known(floor.house_jackpots, self.name, "name", "house jackpot")
        places = floor.tables[prize.table].seats
        if len(set(self.seats)) != len(self.seats) or max(self.seats) > places:
            sentence = f"seats are different ones from 1 to {places}, not {', '.join(map(str, self.seats))}"
            raise Refusal(Code.BAD_FIELD, sentence, "seats")
        owed = prize.jackpot.owed_micros(len(self.seats))
        return HouseJackpotPaid(name=self.name, seats=self.seats, amount_micros=owed, document=self.document)


class RemoveHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="remove house jackpot/1"):
    """Take a house jackpot away. It may go without notice, as its sign says."""

    name: Name
    why: Line

    def decide(self, floor: Floor, who: Requester) -> HouseJackpotRemoved:
        who.require(SETS_UP)
        known(floor.house_jackpots, self.name, "name", "house jackpot")
        return HouseJackpotRemoved(name=self.name, why=self.why)
