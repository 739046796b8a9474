"""The end of a jackpot: announced, under way, closed. Players' money goes to players, to an heir or to a gift."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from msgspec import structs

from fairfelt.jackpot import Jackpot, Level, Move, transfer_in, transfer_out
from fairfelt.jackpot.book import PAID, TRANSFERRED
from fairfelt.law import Retirement, Stage, Way
from fairfelt.room.law.paperwork import transfer_key
from fairfelt.room.state.floor import Floor

from .event import RoomEvent


class RetirementAnnounced(RoomEvent, frozen=True, kw_only=True, tag="retirement announced/1"):
    """The notice to the players hangs."""

    jackpot: str
    way: Way
    to: str
    level: str
    on: date
    earliest: date
    document: str
    notices: tuple[str, ...] = ()

    def apply(self, floor: Floor) -> Floor:
        ending = Retirement(
            self.jackpot, self.way, self.to, self.on, self.earliest, self.document, level=self.level,
            notices=self.notices,
        )  # fmt: skip
        return floor.having("endings", self.jackpot, ending)


class RetirementBegun(RoomEvent, frozen=True, kw_only=True, tag="retirement begun/1"):
    """The notice has hung long enough."""

    jackpot: str
    on: date

    def apply(self, floor: Floor) -> Floor:
        ending = floor.endings[self.jackpot]
        floor = floor.having("endings", self.jackpot, replace(ending, stage=Stage.UNDER_WAY))
        if ending.way is not Way.PLAY_OFF:
            return floor
        return floor.having("jackpots", self.jackpot, _played_off(floor.jackpots[self.jackpot]))


class JackpotEnded(RoomEvent, frozen=True, kw_only=True):
    """The last stage of a jackpot, where there were stages before."""

    jackpot: str
    document: str
    on: date | None = None
    notices: tuple[str, ...] = ()

    def _close(self, floor: Floor) -> Floor:
        ending = floor.endings.get(self.jackpot)
        if ending is None or self.on is None:
            return floor
        closed = replace(ending, stage=Stage.CLOSED, closed_on=self.on, document=self.document)
        notices = tuple(dict.fromkeys((*ending.notices, *self.notices)))
        return floor.having("endings", self.jackpot, replace(closed, notices=notices))


class JackpotRetired(JackpotEnded, frozen=True, kw_only=True, tag="jackpot retired/1"):
    """All it held for players went to a level of another."""

    into: str
    level: str

    def apply(self, floor: Floor) -> Floor:
        old, heir = floor.jackpots[self.jackpot], floor.jackpots[self.into]
        amount_micros, moves = transfer_out(old)
        won_with = tuple(sorted(floor.won_with(self.jackpot)))
        floor = floor.having("inherited", transfer_key((self.jackpot, self.into, self.level)), won_with)
        floor = floor.having("jackpots", self.jackpot, replace(old.after(moves), retired=True))
        floor = floor.having("jackpots", self.into, heir.after(transfer_in(heir, self.level, amount_micros)))
        return self._close(floor)


class JackpotGivenAway(JackpotEnded, frozen=True, kw_only=True, tag="jackpot given away/1"):
    """All that was held for players went out, to the body that the notice named."""

    to: str
    amount_micros: int

    def apply(self, floor: Floor) -> Floor:
        old = floor.jackpots[self.jackpot]
        moves = tuple(
            Move(PAID, move.amount_micros) if move.account == TRANSFERRED else move for move in transfer_out(old)[1]
        )
        return self._close(floor.having("jackpots", self.jackpot, replace(old.after(moves), retired=True)))


class RetirementClosed(JackpotEnded, frozen=True, kw_only=True, tag="retirement closed/1"):
    """A play-off came to its end: nothing is held any more."""

    def apply(self, floor: Floor) -> Floor:
        ended = replace(floor.jackpots[self.jackpot], retired=True)
        return self._close(floor.having("jackpots", self.jackpot, ended))


def _played_off(jackpot: Jackpot) -> Jackpot:
    """The jackpot with all contributions on the meters, no seed, and after a win no contributions."""

    def drawn_down(level: Level, *, rate_ppm: int) -> Level:
        return structs.replace(level, seed_micros=0, rate_ppm=rate_ppm, reserve_rate_ppm=0)

    terms = jackpot.terms
    now = tuple(drawn_down(level, rate_ppm=level.rate_ppm + level.reserve_rate_ppm) for level in terms.levels)
    then = tuple(drawn_down(level, rate_ppm=0) for level in terms.levels)
    return replace(jackpot, terms=structs.replace(terms, levels=now), awaiting=structs.replace(terms, levels=then))
