"""What a rule asks for: steps of a payment, notices of malfunctions, prizes of the house."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, structs

from fairfelt.jackpot import FixedPays, TermsError, bought_from_reserve, paid_in_kind
from fairfelt.jackpot.book import RESERVE, at
from fairfelt.law import (
    HouseJackpot,
    LawError,
    Merchandise,
    PaymentTerms,
    check_house_jackpot,
    check_kind,
    check_merchandise,
)
from fairfelt.law.payouts import verify_turn
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.round_events import AwardMoment, moment_at, posted_page
from fairfelt.room.commands.voids import reversible
from fairfelt.room.event import Code, NotedEvent, Refusal, RoomEvent, refusing
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.law.payments import terms_of
from fairfelt.room.state.awards import Malfunction, OfferedMerchandise, Payment, PostedPrize, StepDone, WinPage
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.people import ADJUSTS, CLOSES, PRINTS, SETS_UP
from fairfelt.runtime.formats import (
    MOST_SEATS,
    Change,
    Count,
    Line,
    Micros,
    Name,
    OptionalLine,
    Seat,
    Stake,
    shared_fields,
)


def _play(number: int, document: str) -> str:
    """What a house jackpot is paid for: the round of its table, or the document where it begins no rounds."""
    return f"round {number}" if number else document


@recorded_as("payout step done/1")
class DoPayoutStep(RoomCommand, frozen=True, kw_only=True, tag="do payout step/1"):
    """Do the next step of a payment, and no other: by two people where it compares the hand, with the note it needs."""

    number: Count
    step: Name
    note: OptionalLine = ""

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(PRINTS)
        payment = floor.payments.get(self.number)
        if payment is None:
            raise Refusal(Code.UNKNOWN_NAME, f"win page {self.number} has no steps to go through", "number")
        with refusing(Code.NOT_NOW, LawError):
            verify_turn(self.number, payment.steps[len(payment.done) :], self.step, self.note)
        if payment.steps[len(payment.done)].people > 1:
            why = "dealer and supervisor compare the hand"
            who.require_beside(who.of_roles(PRINTS), why, Code.ROLE_REQUIRED)

    def apply(self: Any, floor: Floor) -> Floor:
        payment, done = floor.payments[self.number], StepDone(self.step, " and ".join(self.people), self.note)
        return floor.having("payments", self.number, structs.replace(payment, done=(*payment.done, done)))


@recorded_as("malfunction reported/1", number=int, within_hours=int | None, cited=str)
class ReportMalfunction(RoomCommand, frozen=True, kw_only=True, tag="report malfunction/1"):
    """Report equipment that failed; the deadline for notifying the regulator starts now."""

    equipment: Line
    what: Line
    jackpot: OptionalLine = ""
    """The jackpot of a meter that was wrong."""
    level: OptionalLine = ""
    """The level of that meter."""
    off_by_micros: Change = 0
    """How much too high the meter stood; negative if too low. Adjustments refer to it and correct at most this much."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(CLOSES)
        if self.jackpot or self.level or self.off_by_micros:
            with refusing(Code.BAD_TERMS, TermsError):
                known(floor.jackpots, self.jackpot, "jackpot").terms.level(self.level)
            if not self.off_by_micros:
                raise Refusal(Code.BAD_FIELD, "say by how much the meter was wrong", "off_by_micros")
        rule = floor.law.find("incident.malfunction")
        return self.record(
            self.recorded,
            number=len(floor.malfunctions) + 1,
            within_hours=rule.number("within_hours") if rule else None,
            cited=rule.cited if rule else "",
        )

    def apply(self: Any, floor: Floor) -> Floor:
        return floor.having("malfunctions", self.number, Malfunction(**shared_fields(self, Malfunction)))


@recorded_as("malfunction told/1")
class TellMalfunction(RoomCommand, frozen=True, kw_only=True, tag="tell malfunction/1"):
    """Record that the notice to the regulator went out."""

    number: Count
    document: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(CLOSES)
        found = known(floor.malfunctions, self.number, "number", "malfunction")
        if found.document:
            sentence = f"the malfunction of {found.equipment} was told already, with {found.document}"
            raise Refusal(Code.ALREADY_DONE, sentence)

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("malfunctions", self.number, document=self.document)


@recorded_as("house jackpot posted/1", NotedEvent)
class PostHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="post house jackpot/1"):
    """Post a fixed prize from the house to each player with a hand, by two people: no players' money, in no report."""

    name: Name
    table: Name
    hand: Line
    amount_micros: Stake
    posted: bool = False

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_two(SETS_UP)
        table = known(floor.tables, self.table, "table")
        check_new(floor.house_jackpots, self.name, "name", "house jackpot")
        jackpot = HouseJackpot(**shared_fields(self, HouseJackpot), game=table.game)
        notices = lawful(floor, check_kind(floor.law, "house"), check_house_jackpot(floor.law, jackpot))
        return self.record(self.recorded, notices=notices)

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        jackpot = HouseJackpot(**shared_fields(self, HouseJackpot), game=table.game, currency=table.currency)
        return floor.having("house_jackpots", self.name, PostedPrize(self.table, jackpot))


class PayHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="pay house jackpot/1"):
    """Pay every player with the hand all of it, by the people and in the steps that the amount takes.

    Whose cards it takes goes by all that it pays in a round, in one pay or several. Where a rule asks for more than
    paying, each has a win page.
    """

    name: Name
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS, description="a list of seats")]
    document: Line

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        person = who.require(PRINTS, count=2)[0]
        prize = known(floor.house_jackpots, self.name, "name", "house jackpot")
        table = floor.tables[prize.table]
        places = table.seats
        if len(set(self.seats)) != len(self.seats) or max(self.seats) > places:
            sentence = f"seats are different ones from 1 to {places}, not {', '.join(map(str, self.seats))}"
            raise Refusal(Code.BAD_FIELD, sentence, "seats")
        before = prize.paid_for(_play(table.round, self.document))
        if again := sorted({*before} & {*self.seats}):
            sentence = f"seat {again[0]} got house jackpot {self.name} already: a round, or a document, pays it once"
            raise Refusal(Code.NOT_NOW, sentence, "seats")
        owed, currency = prize.jackpot.owed_micros(len(self.seats)), prize.jackpot.currency
        together = prize.jackpot.owed_micros(len(before) + len(self.seats))
        needed = floor.house_rules.pays_in(currency).authority(together, tray=False)
        if needed > Authority.SUPERVISOR:
            person = who.require_to_confirm(needed)
        law, due = floor.jurisdiction.law, list[PaymentTerms]()
        for number, seat in enumerate(self.seats, floor.awards + 1):
            what = f"seat {seat}, house jackpot {self.name}, {prize.jackpot.hand}"
            if terms := terms_of(floor, law, number, prize.jackpot.amount_micros, 0, currency, what=what):
                due.append(terms)
        paid = self.record(
            HouseJackpotPaid,
            amount_micros=owed,
            hand=prize.jackpot.hand,
            page=moment_at(floor, prize.table, person, currency),
            win_pages=tuple(terms.number for terms in due),
            payments=tuple(due),
        )
        return *map(posted_page, paid.pages()), paid


class HouseJackpotPaid(RoomEvent, frozen=True, kw_only=True, tag="house jackpot paid/1"):
    """Each player with the hand gets all of it."""

    name: str
    seats: tuple[int, ...]
    document: str
    amount_micros: int
    """All of them together."""
    hand: str = ""
    page: AwardMoment | None = None
    win_pages: tuple[int, ...] = ()
    """One for each seat where a rule asks for more than paying; none where the document is enough."""
    payments: tuple[PaymentTerms, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        prize = floor.house_jackpots[self.name]
        if self.page and self.payments:
            begun = Payment.begun(self.payments, self.page.currency)
            floor = replace(floor, awards=self.win_pages[-1], payments={**floor.payments, **begun})
        play = _play(self.page.round if self.page else 0, self.document)
        return floor.changing(
            "house_jackpots",
            self.name,
            paid=prize.paid + len(self.seats),
            last_seats=self.seats,
            last_pages=self.win_pages,
            play=play,
            play_seats=(*prize.paid_for(play), *self.seats),
        )

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


@recorded_as(
    "house jackpot pay voided/1", seats=tuple[int, ...], amount_micros=int, win_pages=tuple[int, ...],
    names=tuple[str, ...],
)  # fmt: skip
class VoidHouseJackpotPay(RoomCommand, frozen=True, kw_only=True, tag="void house jackpot pay/1"):
    """Void the last pay of a house jackpot, to all its seats: it was paid wrongly. Two people, once."""

    name: Name
    why: Line
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        people = who.require(ADJUSTS, count=2)
        prize = known(floor.house_jackpots, self.name, "name", "house jackpot")
        if not prize.last_seats:
            sentence = (
                f"house jackpot {self.name} was paid {prize.paid} times; only its last pay is voided, and only once"
                if prize.paid
                else f"house jackpot {self.name} was not paid yet"
            )
            raise Refusal(Code.NOT_NOW, sentence, "name")
        return self.record(
            self.recorded,
            seats=prize.last_seats,
            amount_micros=prize.jackpot.owed_micros(len(prize.last_seats)),
            win_pages=prize.last_pages,
            names=tuple(floor.people[person].name for person in people),
        )

    def apply(self: Any, floor: Floor) -> Floor:
        prize = floor.house_jackpots[self.name]
        left = {number: due for number, due in floor.payments.items() if number not in self.win_pages}
        seats = tuple(seat for seat in prize.play_seats if seat not in self.seats)
        voided = replace(prize, paid=prize.paid - len(self.seats), last_seats=(), last_pages=(), play_seats=seats)
        return replace(floor, payments=left).having("house_jackpots", self.name, voided)


@recorded_as("house jackpot removed/1")
class RemoveHouseJackpot(RoomCommand, frozen=True, kw_only=True, tag="remove house jackpot/1"):
    """Take a house jackpot away. It may go without notice, as its sign says."""

    name: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SETS_UP)
        known(floor.house_jackpots, self.name, "name", "house jackpot")

    def apply(self, floor: Floor) -> Floor:
        left = {name: prize for name, prize in floor.house_jackpots.items() if name != self.name}
        return replace(floor, house_jackpots=left)


@recorded_as("merchandise offered/1", NotedEvent, number=int, fixed_prize_micros=int, reserve_held_micros=int)
class OfferMerchandise(RoomCommand, frozen=True, kw_only=True, tag="offer merchandise/1"):
    """Offer a prize in kind in place of a fixed pay, by two people; the reserve bears its part of the price."""

    jackpot: Name
    level: Name
    """The level whose reserve pays for it."""
    hand: Line
    """A hand that wins no share of a meter."""
    item: Line
    value_micros: Stake
    from_reserve_micros: Micros
    rights_owner_approval: OptionalLine = ""
    controls_approval: OptionalLine = ""
    invoice: OptionalLine = ""
    posted: bool = False
    answer_fields = ("number",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        jackpot = known(floor.jackpots, self.jackpot, "jackpot")
        if jackpot.retired:
            raise Refusal(Code.JACKPOT_RETIRED, f"jackpot {self.jackpot} is retired", "jackpot")
        if self.level not in (there := [level.name for level in jackpot.terms.levels]):
            raise Refusal(
                Code.UNKNOWN_NAME, f"{self.jackpot} has no level {self.level!r}; it has {', '.join(there)}", "level"
            )
        if jackpot.terms.fixed_pays is not FixedPays.TRAY:
            raise Refusal(
                Code.NOT_NOW, "fixed pays of this jackpot come off its meter; merchandise stands for pays from the tray"
            )
        prize = self._prize(floor, held=jackpot.book[at(RESERVE, self.level)])
        if prize.from_reserve_micros > prize.reserve_held_micros:
            sentence = f"the reserve of {self.level} holds {prize.money(prize.reserve_held_micros)}, less than that"
            raise Refusal(Code.BAD_TERMS, sentence, "from_reserve_micros")
        return self.record(
            self.recorded,
            number=len(floor.merchandise) + 1,
            fixed_prize_micros=prize.fixed_prize_micros,
            reserve_held_micros=prize.reserve_held_micros,
            notices=lawful(floor, check_merchandise(floor.law, prize)),
        )

    def _prize(self, floor: Floor, held: int) -> Merchandise:
        return Merchandise(
            **shared_fields(self, Merchandise),
            fixed_prize_micros=largest_fixed_pay(floor, self.jackpot, self.hand),
            reserve_held_micros=held,
            notice_posted=self.posted,
            currency=floor.jackpots[self.jackpot].terms.currency,
        )

    def apply(self: Any, floor: Floor) -> Floor:
        jackpot = floor.jackpots[self.jackpot]
        shared = shared_fields(self, Merchandise)
        prize = Merchandise(**shared, notice_posted=self.posted, currency=jackpot.terms.currency)
        offered = OfferedMerchandise(**shared_fields(self, OfferedMerchandise), prize=prize)
        bought = bought_from_reserve(jackpot, self.level, self.from_reserve_micros)
        return floor.having("merchandise", self.number, offered).having("jackpots", self.jackpot, bought)


def fixed_hands(floor: Floor, jackpot: str) -> dict[str, int]:
    """Every hand that wins no share of a meter where a jackpot is played for, with the most that it pays there."""
    found: dict[str, int] = {}
    most_bet = floor.jackpots[jackpot].terms.largest_increment_micros
    for table in floor.tables_of(jackpot).values():
        bet = max(table.denominations_micros, default=most_bet)
        for button in table.hands:
            if not button.level:
                found[button.hand] = max(found.get(button.hand, 0), button.times_wager * bet)
    return found


def largest_fixed_pay(floor: Floor, jackpot: str, hand: str) -> int:
    """The most that a hand pays at the largest bet of any table; refuse a hand that wins a share of a meter."""
    hands = fixed_hands(floor, jackpot)
    if hand not in hands:
        there = ", ".join(hands) or "none: no table plays for this jackpot"
        raise Refusal(Code.BAD_FIELD, f"{hand!r} has no fixed pay here; hands with one: {there}", "hand")
    return hands[hand]


@recorded_as("merchandise awarded/1", jackpot=str, saved_micros=int)
class AwardMerchandise(RoomCommand, frozen=True, kw_only=True, tag="award merchandise/1"):
    """Record, by two people, that a winner got a prize in kind for an award; the tray keeps the fixed pay."""

    number: Count
    win_page: Count
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(PRINTS, count=2)
        found = offered(floor, self.number)
        award = reversible(floor, self.win_page)
        of_a_level = award.prize is None or award.prize.win.level
        if (award.jackpot, award.hand) != (found.jackpot, found.hand) or of_a_level:
            sentence = (
                f"merchandise {self.number} is for {found.hand} at {found.jackpot}; win page {self.win_page} is not"
            )
            raise Refusal(Code.BAD_FIELD, sentence, "win_page")
        return self.record(self.recorded, jackpot=found.jackpot, saved_micros=award.amount_micros)

    def apply(self: Any, floor: Floor) -> Floor:
        floor = floor.changing("merchandise", self.number, win_page=self.win_page)
        floor = floor.changing("given", self.win_page, in_kind=self.number)
        return floor.having("jackpots", self.jackpot, paid_in_kind(floor.jackpots[self.jackpot], self.saved_micros))


@recorded_as("merchandise withdrawn/1", jackpot=str, level=str, returned_micros=int)
class WithdrawMerchandise(RoomCommand, frozen=True, kw_only=True, tag="withdraw merchandise/1"):
    """Withdraw a prize in kind that was not won, by two people; the reserve gets back what it paid for it."""

    number: Count
    why: Line
    document: Line
    """The document of the refund."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        found = offered(floor, self.number)
        return self.record(
            self.recorded,
            jackpot=found.jackpot,
            level=found.level,
            returned_micros=found.prize.from_reserve_micros,
        )

    def apply(self: Any, floor: Floor) -> Floor:
        back = bought_from_reserve(floor.jackpots[self.jackpot], self.level, -self.returned_micros)
        floor = floor.changing("merchandise", self.number, withdrawn=self.why)
        return floor.having("jackpots", self.jackpot, back)


def offered(floor: Floor, number: int) -> OfferedMerchandise:
    """A prize in kind that was not won yet."""
    found = known(floor.merchandise, number, "number", "merchandise")
    if not found.is_offered:
        raise Refusal(Code.ALREADY_DONE, f"merchandise {number} is {found.state}", "number")
    return found
