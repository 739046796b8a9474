"""Events that a rule asks for: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from fairfelt.jackpot import bought_from_reserve, paid_in_kind
from fairfelt.law import HouseJackpot, Merchandise
from fairfelt.room.state.duties import Malfunction, OfferedMerchandise, PaymentTerms, PostedPrize, StepDone
from fairfelt.room.state.floor import Floor
from fairfelt.room.views.win_page import WinPage
from fairfelt.runtime.formats import shared_fields

from .event import RoomEvent
from .rounds import AwardMoment


class PayoutStepDone(RoomEvent, frozen=True, kw_only=True, tag="payout step done/1"):
    """The next step of a payment."""

    number: int
    step: str
    note: str = ""

    def apply(self, floor: Floor) -> Floor:
        payment, done = floor.payments[self.number], StepDone(self.step, self.people[0], self.note)
        return floor.having("payments", self.number, structs.replace(payment, done=(*payment.done, done)))


class MalfunctionReported(RoomEvent, frozen=True, kw_only=True, tag="malfunction reported/1"):
    """Equipment failed; the hours for the notice to the regulator begin."""

    number: int
    equipment: str
    what: str
    within_hours: int | None
    cited: str
    jackpot: str = ""
    level: str = ""
    off_by_micros: int = 0

    def apply(self, floor: Floor) -> Floor:
        return floor.having("malfunctions", self.number, Malfunction(**shared_fields(self, Malfunction)))


class MalfunctionTold(RoomEvent, frozen=True, kw_only=True, tag="malfunction told/1"):
    """The notice to the regulator went out."""

    number: int
    document: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("malfunctions", self.number, document=self.document)


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
        jackpot = HouseJackpot(**shared_fields(self, HouseJackpot), game=table.game, currency=table.currency)
        return floor.having("house_jackpots", self.name, PostedPrize(self.table, jackpot))


class HouseJackpotPaid(RoomEvent, frozen=True, kw_only=True, tag="house jackpot paid/1"):
    """Each player with the hand gets all of it."""

    name: str
    seats: tuple[int, ...]
    amount_micros: int
    """All of them together."""
    document: str
    hand: str = ""
    page: AwardMoment | None = None
    win_pages: tuple[int, ...] = ()
    """One for each seat where a rule asks for more than paying; none where the document is enough."""
    payments: tuple[PaymentTerms, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        prize = floor.house_jackpots[self.name]
        if self.page and self.payments:
            begun = {terms.number: terms.begin(self.page.currency) for terms in self.payments}
            floor = replace(floor, awards=self.win_pages[-1], payments={**floor.payments, **begun})
        paid = replace(prize, paid=prize.paid + len(self.seats), last_seats=self.seats, last_pages=self.win_pages)
        return floor.having("house_jackpots", self.name, paid)

    def pages(self, at_micros: int | None = None) -> tuple[WinPage, ...]:
        """The win pages of its receivers."""
        if self.page is None or not self.win_pages:
            return ()
        moment = {**structs.asdict(self.page), "confirmed_at_micros": at_micros, "house_jackpot": self.name}
        each = self.amount_micros // len(self.seats)
        return tuple(
            WinPage(**moment, hand=self.hand, amount_micros=each, wager_micros=0, seat=seat, number=number)
            for seat, number in zip(self.seats, self.win_pages, strict=True)
        )


class HouseJackpotPayVoided(RoomEvent, frozen=True, kw_only=True, tag="house jackpot pay voided/1"):
    """Two people voided the last pay of a house jackpot; its win pages say so from then on."""

    name: str
    seats: tuple[int, ...]
    amount_micros: int
    """All of them together."""
    win_pages: tuple[int, ...]
    why: str
    document: str
    names: tuple[str, ...]
    """Names of the two people at that time."""

    def apply(self, floor: Floor) -> Floor:
        prize = floor.house_jackpots[self.name]
        left = {number: due for number, due in floor.payments.items() if number not in self.win_pages}
        voided = replace(prize, paid=prize.paid - len(self.seats), last_seats=(), last_pages=())
        return replace(floor, payments=left).having("house_jackpots", self.name, voided)


class HouseJackpotRemoved(RoomEvent, frozen=True, kw_only=True, tag="house jackpot removed/1"):
    """A house jackpot is no longer posted."""

    name: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        left = {name: prize for name, prize in floor.house_jackpots.items() if name != self.name}
        return replace(floor, house_jackpots=left)


class MerchandiseOffered(RoomEvent, frozen=True, kw_only=True, tag="merchandise offered/1"):
    """Two people offer a prize in kind; what of its price the reserve bears is booked."""

    told = ("number",)
    number: int
    jackpot: str
    level: str
    hand: str
    item: str
    value_micros: int
    fixed_prize_micros: int
    from_reserve_micros: int
    reserve_held_micros: int
    rights_owner_approval: str
    controls_approval: str
    invoice: str
    posted: bool
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        jackpot = floor.jackpots[self.jackpot]
        shared = shared_fields(self, Merchandise)
        prize = Merchandise(**shared, notice_posted=self.posted, currency=jackpot.terms.currency)
        offered = OfferedMerchandise(**shared_fields(self, OfferedMerchandise), prize=prize)
        bought = bought_from_reserve(jackpot, self.level, self.from_reserve_micros)
        return floor.having("merchandise", self.number, offered).having("jackpots", self.jackpot, bought)


class MerchandiseAwarded(RoomEvent, frozen=True, kw_only=True, tag="merchandise awarded/1"):
    """A winner got a prize in kind in place of a fixed pay: the tray keeps that pay."""

    number: int
    win_page: int
    jackpot: str
    saved_micros: int
    """The fixed pay that it stands for."""
    document: str

    def apply(self, floor: Floor) -> Floor:
        given = replace(floor.merchandise[self.number], win_page=self.win_page)
        award = replace(floor.given[self.win_page], in_kind=self.number)
        saved = paid_in_kind(floor.jackpots[self.jackpot], self.saved_micros)
        floor = floor.having("merchandise", self.number, given).having("given", self.win_page, award)
        return floor.having("jackpots", self.jackpot, saved)


class MerchandiseWithdrawn(RoomEvent, frozen=True, kw_only=True, tag="merchandise withdrawn/1"):
    """A prize in kind is offered no more, and what the reserve bore is back in it."""

    number: int
    jackpot: str
    level: str
    returned_micros: int
    why: str
    document: str

    def apply(self, floor: Floor) -> Floor:
        gone = replace(floor.merchandise[self.number], withdrawn=self.why)
        back = bought_from_reserve(floor.jackpots[self.jackpot], self.level, -self.returned_micros)
        return floor.having("merchandise", self.number, gone).having("jackpots", self.jackpot, back)
