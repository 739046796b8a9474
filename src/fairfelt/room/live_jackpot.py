"""A jackpot of the room as it is: its terms and balances, its bet, and the pace at which wagers came in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.jackpot.book import RESERVE, at
from fairfelt.jackpot.meters import JackpotSetup, MeterError, Pace, ProgressiveOffer
from fairfelt.ledger import Entry
from fairfelt.room import Floor
from fairfelt.room.registry import read_event
from fairfelt.room.state.table import Table
from fairfelt.rules import MICROS, UnknownName

MICROS_PER_WEEK = 7 * 24 * 3600 * 1_000_000
LEAST_SPAN_MICROS = 3600 * 1_000_000
"""Less than an hour of play says nothing about a week."""


@dataclass(frozen=True)
class ObservedPlay:
    """Wagers that came in, and over which time."""

    wagers: int
    wagered_micros: int
    span_micros: int

    @property
    def pace(self) -> Pace | None:
        """The pace of the contributions, if the time was long enough to measure it."""
        if self.wagers < 1 or self.span_micros < LEAST_SPAN_MICROS:
            return None
        return Pace.observed(self.wagers, Fraction(self.span_micros, MICROS_PER_WEEK))

    @property
    def mean_wager(self) -> Fraction | None:
        """The mean wager in currency units."""
        return Fraction(self.wagered_micros, self.wagers * MICROS) if self.wagers else None


def observe_play(floor: Floor, jackpot: str, starts: Iterable[Entry], now_micros: int) -> ObservedPlay:
    """Wagers of a jackpot, which counts them itself, since its first round among the started games of the log."""
    if jackpot not in floor.jackpots:
        raise UnknownName("jackpot", jackpot, tuple(floor.jackpots))
    tables = floor.tables_of(jackpot)
    began = (entry.at_micros for entry in starts if getattr(read_event(entry.body), "table", "") in tables)
    found = floor.jackpots[jackpot]
    return ObservedPlay(found.counts.wagers, found.in_micros, now_micros - next(began, now_micros))


def offer_at(table: Table) -> ProgressiveOffer:
    """The bet and paytable of a table."""
    return ProgressiveOffer(table.game, table.variant, table.wager, table.paytable)


def offers_played(floor: Floor, jackpot: str) -> tuple[ProgressiveOffer, ...]:
    """What is played for a jackpot, each once."""
    return tuple(dict.fromkeys(map(offer_at, floor.tables_of(jackpot).values())))


def set_up_live(floor: Floor, jackpot: str, play: ObservedPlay, *, others: int = 0) -> JackpotSetup:
    """A jackpot as it is. Its first table speaks for all: on a link the law wants equal probabilities."""
    table = next(iter(floor.tables_of(jackpot).values()), None)
    if table is None:
        raise MeterError(f"no table plays for the jackpot {jackpot}: there is no bet to go by")
    found = floor.jackpots[jackpot]
    levels = [level.name for level in found.terms.levels]
    return JackpotSetup(
        offer=offer_at(table),
        terms=found.terms,
        stake=play.mean_wager or Fraction(1),
        others=others,
        meters=tuple((name, Fraction(found.meter(name), MICROS)) for name in levels),
        reserves=tuple((name, Fraction(found.book[at(RESERVE, name)], MICROS)) for name in levels),
        pace=play.pace,
        folded_hands_qualify=table.folded_hands_qualify,
    )
