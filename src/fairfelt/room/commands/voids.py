"""What is taken back: a misdeal, the bet of a foul hand, an award that was confirmed wrongly."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from fairfelt.jackpot import Jackpot, back_out_award, feeds_of, refund_wagers
from fairfelt.jackpot.book import fast_replace
from fairfelt.law import PaymentTerms
from fairfelt.room.authority import Requester
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.felt import FeltBet, felt_bets, sums_of
from fairfelt.room.commands.round_events import Bets, ClaimsSet, authority_needed, round_over
from fairfelt.room.commands.rounds import alarm_of_dropped
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.law.payments import lessened_payments
from fairfelt.room.state.awards import AWARDS_KEPT, NO_SPOT, GivenAward, Payment, envy_of
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.people import ADJUSTS
from fairfelt.room.state.table import Claim, Phase, Press, Table
from fairfelt.runtime.formats import Count, Line, Name, Seat, shared_fields


class RoundVoided(RoomEvent, frozen=True, kw_only=True, tag="round voided/1"):
    """A misdeal: the wagers of a round go back to the players, and what they fed comes off the meters."""

    table: str
    round: int
    bets: Bets
    handle_micros: int = 0
    """Refund of the opening bets that were reported."""
    other_micros: int = 0
    """Refund of all other bets on the game itself."""
    felt: tuple[FeltBet, ...] = ()
    """The refunded bets; empty on older logs."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        if not table.link:
            return floor.having("tables", self.table, round_over(table))
        return floor.with_round(self.table, round_over(table), _returned(floor, table, *table.bets_micros.values()))


def _returned(floor: Floor, table: Table, *wagers_micros: int) -> Jackpot:
    """The jackpot of a table without wagers of its round, at the rates at which they were counted."""
    assert table.terms and table.terms.progressive, "a round with progressive bets has started"
    return refund_wagers(floor.jackpot_of(table)[1], feeds_of(table.terms.progressive), *wagers_micros)


class HandFouled(RoomEvent, frozen=True, kw_only=True, tag="hand fouled/1"):
    """The hand of one seat is foul: it wins nothing and brings nobody envy."""

    table: str
    seat: int
    returned_micros: int
    """The progressive bet that the player got back; 0 where it stays in play or there was none."""
    gives_back: bool = True
    """Whether the seat's bets on the game itself went back too."""
    handle_micros: int = 0
    """Refund of its opening bets."""
    other_micros: int = 0
    """Refund of its other bets on the game itself."""
    felt: tuple[FeltBet, ...] = ()
    """The refunded bets; empty on older logs."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        stakes = {seat: bets for seat, bets in table.stakes.items() if seat != self.seat or not self.gives_back}
        fouled = (*table.fouled, self.seat)
        table = fast_replace(table, stakes=stakes)
        if not self.returned_micros:
            return floor.having("tables", self.table, fast_replace(table, fouled=fouled))
        bets = {seat: micros for seat, micros in table.bets_micros.items() if seat != self.seat}
        jackpot = _returned(floor, table, self.returned_micros)
        return floor.with_round(self.table, fast_replace(table, fouled=fouled, bets_micros=bets), jackpot)


class AwardBackedOut(RoomEvent, frozen=True, kw_only=True, tag="award backed out/1"):
    """Two people voided an award: all of it, its hit and its envy. Their win pages say so from then on."""

    answer_fields = ("number",)
    number: int
    """Number of its win page."""
    jackpot: str
    at_table: str
    hand: str
    level: str
    """The level of which it was a share; empty for a fixed pay."""
    amount_micros: int
    envy_micros: int
    """What it brought to others; of an award that is envy itself, its amount."""
    envy_pages: tuple[int, ...] = ()
    """The awards of other players that are void with it."""
    is_envy: bool = False
    """Whether it was envy itself: then no hit is taken back."""
    why: str
    document: str
    names: tuple[str, ...]
    """Names of the two people at that time."""
    reopens: bool = False
    """Whether its round is the last of its table: then the right hand can be entered there, also after its end."""
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of awards whose wager has won less now: their taxes change."""
    taxes_settled: tuple[int, ...] = ()
    """Awards whose taxes would have changed too, but which were paid or had their form filled in: they stay so."""
    keeps_lit: bool = False
    """Whether bets that were lit for the next round stay so; on older logs they went out."""
    keeps_place: bool = False
    """Whether a hand that is entered instead is paid as it would have been in its place; not so on older logs."""
    recovered_micros: int = 0
    """What the house had recovered of the seed after it: that is not taken back again, as it was on older logs."""

    def apply(self, floor: Floor) -> Floor:
        award = floor.given[self.number]
        jackpot = back_out_award(floor.jackpots[self.jackpot], award.prize, award.envy_micros, self.recovered_micros)
        last = tuple(page for page in floor.last_wins.get(self.jackpot, ()) if page.number not in self.win_pages)
        void = [number for number in self.win_pages if number in floor.given]
        given = {
            number: replace(floor.given[number], voided=True, reopened=self.reopens, keeps_place=self.keeps_place)
            for number in void
        }
        if award.envy_for and (maker := floor.given.get(award.envy_for)):
            given[award.envy_for] = maker.without_envy(self.number)
        floor = fast_replace(floor, given={**floor.given, **given})
        floor = self._reopen(floor) if self.reopens else floor
        return fast_replace(
            floor,
            jackpots={**floor.jackpots, self.jackpot: jackpot},
            last_wins={**floor.last_wins, self.jackpot: last},
            payments=self._payments(floor),
        )

    @property
    def win_pages(self) -> tuple[int, ...]:
        return self.number, *self.envy_pages

    def _payments(self, floor: Floor) -> dict[int, Payment]:
        left = {number: due for number, due in floor.payments.items() if number not in self.win_pages}
        for terms in self.payments:
            kept = {name: getattr(terms, name) for name in ("steps", "before_micros", "withheld_micros")}
            left[terms.number] = structs.replace(left[terms.number], **kept)
        return left

    def _reopen(self, floor: Floor) -> Floor:
        """The floor with the round open again, as it was before the award."""
        table = floor.tables[self.at_table]
        if table.ended:
            table = fast_replace(table, **vars(table.ended), ended=None, phase=Phase.PAID)
            table = table if self.keeps_lit else fast_replace(table, lit={})
            valid = {number for number, slip in floor.tray_slips.items() if not slip.voided}
            table = fast_replace(table, tray_paid=tuple(paid for paid in table.tray_paid if paid.slip in valid))
        awarded = tuple(left for each in table.awarded if (left := each.without(self.number)))
        phase = Phase.PLAYING if table.phase is Phase.PAID and not awarded else table.phase
        table = fast_replace(table, awarded=awarded, phase=phase, backed_out=(*table.backed_out, self.number))
        return floor.with_given(table.backed_out, reopened=True).having("tables", self.at_table, table)


class VoidRound(RoomCommand, frozen=True, kw_only=True, tag="void round/1"):
    """A misdeal: void the round before any award is confirmed, and give all its wagers back."""

    table: Name
    why: Line

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.VOID)
        who.require_to_confirm(_authority_to_drop(floor, table, ()))
        if table.awarded:
            pages = " and ".join(str(page) for award in table.awarded for page in award.pages)
            raise Refusal(Code.NOT_NOW, f"win page {pages} of this round is awarded: back that out first")
        if table.tray_paid:
            slip = table.tray_paid[0].slip
            raise Refusal(Code.NOT_NOW, f"slip {slip} of this round is paid from the tray: void that pay first")
        bets = tuple(sorted(table.bets_micros.items()))
        handle, other = sums_of(table, table.stakes)
        back = {"handle_micros": handle, "other_micros": other, "felt": felt_bets(table, table.stakes)}
        voided = self.record(RoundVoided, round=table.round, bets=bets, **back)
        return *alarm_of_dropped(floor, who, self.table), *_reclaim(self.table, table, ()), voided


class FoulHand(RoomCommand, frozen=True, kw_only=True, tag="foul hand/1"):
    """Declare the hand of one seat foul: it wins nothing and brings nobody envy."""

    table: Name
    seat: Seat
    give_back: bool = True
    """Whether the player gets the seat's bets back; else they stay lost, and the seat may still receive envy."""
    why: Line

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        table = who.require_keypad(self.table, Press.FOUL)
        rest = self._claims_left(table)
        who.require_to_confirm(_authority_to_drop(floor, table, rest))
        if self.seat > (seats := table.in_play.seats):
            raise Refusal(Code.BAD_CLAIM, f"there is no seat {self.seat}; seats are 1 to {seats}", "seat")
        if self.seat in table.fouled:
            raise Refusal(Code.ALREADY_DONE, f"the hand of seat {self.seat} is foul already", "seat")
        self._check_awarded(table)
        if paid := [each.slip for each in table.tray_paid if each.seat == self.seat]:
            sentence = f"slip {paid[0]} has paid this hand from the tray: void that pay first"
            raise Refusal(Code.NOT_NOW, sentence, "seat")
        returned = table.bets_micros.get(self.seat, 0) if self.give_back else 0
        back = {self.seat: table.stakes.get(self.seat, {})} if self.give_back else {}
        handle, other = sums_of(table, back)
        refund = {"handle_micros": handle, "other_micros": other, "felt": felt_bets(table, back)}
        fouled = self.record(HandFouled, returned_micros=returned, gives_back=self.give_back, **refund)
        return *alarm_of_dropped(floor, who, self.table, self.seat), *_reclaim(self.table, table, rest), fouled

    def _claims_left(self, table: Table) -> tuple[Claim, ...]:
        """The claims that the foul hand does not take with it."""
        # A hand without a spot stands for one of equal bets, and without any bet there is nobody to be paid.
        if self.give_back and table.bets_micros.get(self.seat) and len(table.bets_micros) == 1:
            return ()
        return tuple(claim for claim in table.claims if claim.seat != self.seat)

    def _check_awarded(self, table: Table) -> None:
        """What was confirmed with this hand, or paid to its seat as a bettor's envy, has to be backed out first."""
        for award in table.awarded:
            claim = Claim(award.seat, award.hand)
            pays_envy = self.give_back and award.envy
            envied = {row.seat for row in envy_of(fast_replace(table, claims=(claim,)))} if pays_envy else set()
            if award.seat == self.seat or envied & {self.seat, NO_SPOT}:
                what = "is for this hand" if award.seat == self.seat else "has paid this seat envy"
                raise Refusal(Code.NOT_NOW, f"win page {award.pages[0]} {what}: back that award out first", "seat")
        without_spot = [award for award in table.awarded if award.seat == NO_SPOT]
        spots = {award.seat for award in table.awarded} & table.bets_micros.keys()
        left = len(table.bets_micros.keys() - {self.seat}) - len(spots)
        if self.give_back and self.seat in table.bets_micros and left < len(without_spot):
            page = without_spot[0].pages[0]
            sentence = f"win page {page} is for one of the bets that are left: back that award out first"
            raise Refusal(Code.NOT_NOW, sentence, "seat")


def _authority_to_drop(floor: Floor, table: Table, rest: tuple[Claim, ...]) -> Authority:
    """What a misdeal or a foul hand takes: where a claim goes with it, no less than to confirm that claim."""
    return max(Authority.SUPERVISOR, authority_needed(floor, table) if rest != table.claims else Authority.SUPERVISOR)


def _reclaim(name: str, table: Table, claims: tuple[Claim, ...]) -> tuple[ClaimsSet, ...]:
    """Claims that are taken back first: what was set aside for them goes back."""
    if claims == table.claims:
        return ()
    return (ClaimsSet(table=name, claims=claims, order=table.claim_order if claims else 0),)


class BackOutAward(RoomCommand, frozen=True, kw_only=True, tag="back out award/1"):
    """Void one confirmed award: its whole amount, its hit and its envy; or envy alone. Two people, once."""

    number: Count
    """Number of the win page."""
    why: Line
    document: Line

    def decide(self, floor: Floor, who: Requester) -> AwardBackedOut:
        people = who.require(ADJUSTS, count=2)
        names = tuple(floor.people[person].name for person in people)
        return back_out(floor, self.number, self.why, self.document, names)


def back_out(floor: Floor, number: int, why: str, document: str, names: tuple[str, ...]) -> AwardBackedOut:
    award = reversible(floor, number)
    table = floor.tables[award.table]
    # Its round is open again if it runs, or if it was the last one and no other has begun.
    last_round = table.ended.awarded if table.ended else table.awarded
    payments, settled = lessened_payments(floor, award, (number, *award.envy_pages))
    return AwardBackedOut(
        **shared_fields(award, AwardBackedOut) | {"envy_micros": sum(award.envy_micros), "keeps_place": True},
        number=number,
        at_table=award.table,
        amount_micros=award.amount_micros,
        level=award.prize.win.level if award.prize else "",
        is_envy=award.envy_for is not None,
        why=why,
        document=document,
        names=names,
        reopens=any(number == hand.number or number in hand.envy for hand in last_round),
        payments=payments,
        taxes_settled=settled,
        keeps_lit=True,
    )


def reversible(floor: Floor, number: int) -> GivenAward:
    """An award that can still be backed out."""
    if number > floor.awards:
        there = f"1 to {floor.awards}" if floor.awards else "none yet"
        raise Refusal(Code.UNKNOWN_NAME, f"there is no award {number}; there is {there}", "number")
    if slip := next((slip for slip, paid in floor.tray_slips.items() if number in paid.win_pages), 0):
        raise Refusal(Code.NOT_NOW, f"win page {number} was paid from the tray: void slip {slip}", "number")
    award = floor.given.get(number)
    if award is None:
        prize = next((name for name, one in floor.house_jackpots.items() if number in one.last_pages), "")
        if prize:
            raise Refusal(Code.NOT_NOW, f"award {number} is a prize of the house: void the pay of {prize}", "number")
        sentence = (
            f"award {number} is an earlier prize of the house, or too old: fixed pays and envy can be backed out while "
            f"they are among the last {AWARDS_KEPT:,}, and of a prize of the house its last pay"
        )
        raise Refusal(Code.NOT_NOW, sentence, "number")
    if award.voided:
        raise Refusal(Code.ALREADY_DONE, f"award {number} is void already", "number")
    if award.in_kind:
        sentence = f"award {number} was given in kind, as merchandise {award.in_kind}; it is not backed out"
        raise Refusal(Code.NOT_NOW, sentence, "number")
    if not award.adjusted:
        sentence = f"award {number} is not off the meter yet: the key of table {award.table} has to return to RUN first"
        raise Refusal(Code.NOT_NOW, sentence, "number")
    if award.prize and award.prize.win.level and floor.jackpots[award.jackpot].share:
        sentence = f"award {number} is a share of a hub's level, and final: the hub adjusts its meter by two people"
        raise Refusal(Code.NOT_NOW, sentence, "number")
    if floor.jackpots[award.jackpot].retired:
        raise Refusal(
            Code.JACKPOT_RETIRED, f"jackpot {award.jackpot} is retired; its awards stay as they are", "number"
        )
    return award
