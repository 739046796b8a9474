"""What is taken back: a round that was misdealt, the bet of a foul hand, an award that was confirmed wrongly."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from fairfelt.jackpot import Jackpot, backed_out, feeds_of, given_back_wagers
from fairfelt.jackpot.book import fast_replace
from fairfelt.room.state.duties import Payment, PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Phase, Table

from .counts import FeltBet
from .event import RoomEvent
from .rounds import Bets, round_over


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
    return given_back_wagers(floor.jackpot_of(table)[1], feeds_of(table.terms.progressive), *wagers_micros)


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

    told = ("number",)
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
        jackpot = backed_out(floor.jackpots[self.jackpot], award.prize, award.envy_micros, self.recovered_micros)
        last = tuple(page for page in floor.last_wins.get(self.jackpot, ()) if page.number not in self.numbers)
        void = [number for number in self.numbers if number in floor.given]
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
    def numbers(self) -> tuple[int, ...]:
        """Numbers of all void win pages."""
        return self.number, *self.envy_pages

    def _payments(self, floor: Floor) -> dict[int, Payment]:
        left = {number: due for number, due in floor.payments.items() if number not in self.numbers}
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
            standing = tuple(paid for paid in table.tray_paid if _stands(floor, paid.slip))
            table = fast_replace(table, tray_paid=standing)
        awarded = tuple(left for each in table.awarded if (left := each.without(self.number)))
        phase = Phase.PLAYING if table.phase is Phase.PAID and not awarded else table.phase
        table = fast_replace(table, awarded=awarded, phase=phase, backed_out=(*table.backed_out, self.number))
        return floor.with_given(table.backed_out, reopened=True).having("tables", self.at_table, table)


def _stands(floor: Floor, slip: int) -> bool:
    paid = floor.tray_slips.get(slip)
    return paid is not None and not paid.voided
