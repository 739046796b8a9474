"""What is taken back: a round that was misdealt, the bet of a foul hand, an award that was confirmed wrongly."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.jackpot import backed_out, given_back_wagers
from fairfelt.jackpot.fast_replace import fast_replace
from fairfelt.room.state.floor import Floor

from .counts import FeltBet
from .event import RoomEvent
from .rounds import Bets, round_over


class RoundVoided(RoomEvent, frozen=True, kw_only=True, tag="round voided/1"):
    """A misdeal: the wagers of a round go back to the players, and what they fed comes off the meters."""

    table: str
    round: int
    bets: Bets
    handle_micros: int = 0
    """What goes back of the opening bets that were reported…"""
    other_micros: int = 0
    """…and of all other bets on the game itself."""
    felt: tuple[FeltBet, ...] = ()
    """Which bets these are; none on a log that did not say it yet."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        if not table.link:
            return floor.having("tables", self.table, round_over(table))
        jackpot = given_back_wagers(floor.jackpot_of(table)[1], table.fed_ppm, *table.bets_micros.values())
        return floor.with_round(self.table, round_over(table), jackpot)


class HandFouled(RoomEvent, frozen=True, kw_only=True, tag="hand fouled/1"):
    """The hand of one seat is foul: it wins nothing and brings nobody envy."""

    table: str
    seat: int
    returned_micros: int
    """The progressive bet that the player got back; 0 where it stays in play or there was none."""
    gives_back: bool = True
    """Whether the seat's bets on the game itself went back too."""
    handle_micros: int = 0
    """What went back of its opening bets…"""
    other_micros: int = 0
    """…and of its other bets on the game itself."""
    felt: tuple[FeltBet, ...] = ()
    """Which bets these are; none on a log that did not say it yet."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        stakes = {seat: bets for seat, bets in table.stakes.items() if seat != self.seat or not self.gives_back}
        fouled = (*table.fouled, self.seat)
        table = fast_replace(table, stakes=stakes)
        if not self.returned_micros:
            return floor.having("tables", self.table, fast_replace(table, fouled=fouled))
        bets = {seat: micros for seat, micros in table.bets_micros.items() if seat != self.seat}
        jackpot = given_back_wagers(floor.jackpot_of(table)[1], table.fed_ppm, self.returned_micros)
        return floor.with_round(self.table, fast_replace(table, fouled=fouled, bets_micros=bets), jackpot)


class AwardBackedOut(RoomEvent, frozen=True, kw_only=True, tag="award backed out/1"):
    """Two people voided an award: all of it, its envy and its hit. Its win page says so from then on."""

    told = ("number",)
    number: int
    """Of its win page."""
    jackpot: str
    at_table: str
    hand: str
    level: str
    """Of which it was a share; empty for a fixed pay."""
    amount_micros: int
    envy_micros: int
    why: str
    document: str
    names: tuple[str, ...]
    """Of the two people, as they were called."""

    def apply(self, floor: Floor) -> Floor:
        award = floor.given[self.number]
        jackpot = backed_out(floor.jackpots[self.jackpot], award.prize, award.envy_micros)
        last = tuple(page for page in floor.last_wins.get(self.jackpot, ()) if page.number != self.number)
        return fast_replace(
            floor,
            jackpots={**floor.jackpots, self.jackpot: jackpot},
            given={**floor.given, self.number: replace(award, voided=True)},
            last_wins={**floor.last_wins, self.jackpot: last},
            payments={number: payment for number, payment in floor.payments.items() if number != self.number},
        )
