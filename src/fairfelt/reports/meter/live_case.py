"""A jackpot of the room as a case: its terms and meters as they stand, its bet, and the pace at which wagers came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from fairfelt import games
from fairfelt.jackpot.book import RESERVE, at
from fairfelt.meters import Case, MeterError, Pace, Standing, prospect
from fairfelt.room import Floor
from fairfelt.room.state.table import Table
from fairfelt.rules import MICROS, Game, UnknownName

MICROS_PER_WEEK = 7 * 24 * 3600 * 1_000_000
LEAST_SPAN_MICROS = 3600 * 1_000_000
"""Of less than an hour of play no week can be told."""


@dataclass(frozen=True)
class Observed:
    """Wagers that came in, and over which time."""

    wagers: int
    wagered_micros: int
    span_micros: int

    @property
    def pace(self) -> Pace | None:
        """The pace they came in at, if the time was long enough to tell."""
        if self.wagers < 1 or self.span_micros < LEAST_SPAN_MICROS:
            return None
        return Pace.observed(self.wagers, Fraction(self.span_micros, MICROS_PER_WEEK))

    @property
    def mean_wager(self) -> Fraction | None:
        """In currency units."""
        return Fraction(self.wagered_micros, self.wagers * MICROS) if self.wagers else None


def observed(rounds: Iterable[tuple[int, Iterable[int]]]) -> Observed:
    """Add up rounds, each with the moment it started at and its wagers, both in millionths."""
    wagers = wagered = 0
    moments: list[int] = []
    for moment_micros, bets_micros in rounds:
        bets = list(bets_micros)
        wagers, wagered = wagers + len(bets), wagered + sum(bets)
        moments.append(moment_micros)
    return Observed(wagers, wagered, max(moments) - min(moments) if moments else 0)


def table_of(floor: Floor, jackpot: str) -> Table:
    """The first table that plays for a jackpot. It speaks for all: on a link the law wants equal probabilities."""
    if jackpot not in floor.jackpots:
        raise UnknownName("jackpot", jackpot, tuple(floor.jackpots))
    table = next((table for table in floor.tables.values() if floor.links[table.link].jackpot == jackpot), None)
    if table is None:
        raise MeterError(f"no table plays for the jackpot {jackpot}: there is no bet to go by")
    return table


def game_at(table: Table) -> Game:
    """The game of a table, with its rule on folded hands."""
    game = games.find(table.game)
    game = game[table.variant] if table.variant else game
    return game.with_wager(table.wager, survives_fold=table.folded_hands_qualify)


def live_case(floor: Floor, jackpot: str, seen: Observed, *, others: int = 0, pace: Pace | None = None) -> Case:
    """A jackpot as it stands."""
    table = table_of(floor, jackpot)
    found, game = floor.jackpots[jackpot], game_at(table)
    levels = [level.name for level in found.terms.levels]
    return Case(
        game=game,
        prospect=prospect(game, table.wager, table.paytable, stake=seen.mean_wager or 1),
        terms=found.terms,
        others=others,
        standing=Standing(
            {name: Fraction(found.meter(name), MICROS) for name in levels},
            {name: Fraction(found.book[at(RESERVE, name)], MICROS) for name in levels},
        ),
        pace=pace or seen.pace,
    )
