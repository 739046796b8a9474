"""A portfolio of tables: what they win together in a day and in a year, as a sum of independent sessions.

Every line's session is exact but for its stated error. Their results, in currency, are laid on one lattice and added by
a Fourier transform over a window that is wide enough for all of them, so that nothing comes in again at the other end.
Where the lattice has more cells than can be transformed, cells are made wider: no result is then off by more than half
a cell for each line, which is stated as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.exact import Par
from fairfelt.rules import Game

from .jackpots import JackpotLine, jackpot_lines
from .meter_bet import HouseMeter
from .plan import TablePlan, TableTerms, table_plan
from .session import EPSILON, MOST_CELLS, Numbers, Session

CUT_OFF = 1e-13
"""The probability on each side of a session that is left out of the sum, and counted as error."""


@dataclass(frozen=True)
class PortfolioLine:
    """Tables of one kind: the same game, bet, players and hours."""

    game: Game
    plan: TablePlan
    """Of one table; its shifts make up its day."""
    tables: int
    jackpots: tuple[JackpotLine, ...] = ()

    @property
    def meter(self) -> HouseMeter | None:
        """What the house puts into the meter, where the bet is on one."""
        return self.plan.meter

    @property
    def name(self) -> str:
        """The game and the bet."""
        return f"{self.game.title}: {self.plan.bet.name}"

    @property
    def hours(self) -> Fraction:
        """A day."""
        return self.plan.hours * self.plan.shifts

    @property
    def bets_a_day(self) -> int:
        """At all of its tables."""
        return round(self.plan.pace.bets_an_hour * self.hours * self.tables)

    @property
    def win_a_day(self) -> Fraction:
        """Theoretical, of all its tables."""
        return self.plan.bet.edge * self.plan.stake * self.bets_a_day

    @property
    def variance_a_day(self) -> Fraction:
        """In currency, squared."""
        return self.plan.bet.variance * self.plan.crowd * self.plan.stake**2 * self.bets_a_day

    @cached_property
    def day(self) -> Session:
        """All bets of a day at all of its tables."""
        return self.plan.played(self.bets_a_day)

    @cached_property
    def year(self) -> Session:
        """All bets of a year."""
        return self.plan.played(self.bets_a_day * self.plan.days)


def portfolio_line(
    par: Par, bet: tuple[str, str], tables: int, terms: TableTerms, meter: HouseMeter | None = None
) -> PortfolioLine:
    """Tables of a game, or of a bet of it with a paytable, that are run alike; a meter as said, or as it comes."""
    plan = table_plan(par, bet, terms, meter)
    of = (plan.bet.wager, plan.bet.paytable) if plan.meter else bet
    return PortfolioLine(par.game, plan, tables, tuple(jackpot_lines(par, *of)))


@dataclass(frozen=True)
class Portfolio:
    """Tables that are run at the same time, none of which knows of another."""

    lines: tuple[PortfolioLine, ...]

    @property
    def jackpots(self) -> tuple[tuple[PortfolioLine, JackpotLine], ...]:
        """What can be won at which tables; at those of a game only where the bet has no line of its own."""
        alone = {(line.game.slug, line.game.variant, line.plan.bet.wager) for line in self.lines if line.meter}
        return tuple(
            (line, jackpot)
            for line in self.lines
            for jackpot in line.jackpots
            if line.meter or (line.game.slug, line.game.variant, jackpot.wager) not in alone
        )

    @property
    def win_a_day(self) -> Fraction:
        """Theoretical, of all tables."""
        return sum((line.win_a_day for line in self.lines), Fraction(0))

    @property
    def win_a_year(self) -> Fraction:
        """Theoretical, of all tables."""
        return sum((line.win_a_day * line.plan.days for line in self.lines), Fraction(0))

    @property
    def variance_a_day(self) -> Fraction:
        """Of all tables: what is independent adds up."""
        return sum((line.variance_a_day for line in self.lines), Fraction(0))

    @cached_property
    def day(self) -> Session:
        """What players have won of all tables in a day, in currency."""
        return add_sessions([(line.day, line.plan.stake) for line in self.lines])

    @cached_property
    def year(self) -> Session:
        """The same for a year."""
        return add_sessions([(line.year, line.plan.stake) for line in self.lines])


def add_sessions(parts: Sequence[tuple[Session, Fraction]], most_cells: int = MOST_CELLS) -> Session:
    """The sum of independent sessions, each with its unit in currency; a unit of the result is one of currency."""
    trimmed = [_trim(session) for session, _ in parts]
    steps = [session.step * unit for session, unit in parts]
    fine = step = _common(steps)
    span = sum(((len(chances) - 1) * each for (_, chances), each in zip(trimmed, steps, strict=True)), Fraction(0))
    while (cells := 1 << max(1, int(span / step + 2 * len(parts)).bit_length())) > most_cells:
        step *= 2
    product = np.ones(cells // 2 + 1, np.complex128)
    first = 0
    for (low, chances), each in zip(trimmed, steps, strict=True):
        cell = _cells(low + np.arange(len(chances)), each / step)
        first += int(cell[0])
        product *= np.fft.rfft(np.bincount(cell - cell[0], weights=chances, minlength=cells))
    found = np.maximum(np.fft.irfft(product, cells), 0.0)
    errors = [session.error for session, _ in parts]
    rounding = EPSILON * (4 * cells.bit_length() + 8) * (len(parts) + 1) * float(np.sqrt(2 * len(product)))
    known = None if None in errors else sum(filter(None, errors)) + 2 * CUT_OFF * len(parts) + rounding
    return Session(
        rounds=sum(session.rounds for session, _ in parts),
        step=step,
        first=first,
        chances=found,
        error=known,
        mean=sum((session.mean * unit for session, unit in parts), Fraction(0)),
        variance=sum((session.variance * unit**2 for session, unit in parts), Fraction(0)),
        off=Fraction(0) if step == fine else len(parts) * step / 2,
    )


def _trim(session: Session) -> tuple[int, Numbers]:
    """The session without its improbable ends: its first cell, and the chances from there."""
    sums = np.cumsum(session.chances)
    low = int(np.searchsorted(sums, CUT_OFF))
    high = int(np.searchsorted(sums, sums[-1] - CUT_OFF)) + 1
    return session.first + low, session.chances[low:high]


def _common(steps: Sequence[Fraction]) -> Fraction:
    """The largest amount that all are whole multiples of."""
    under = lcm(*(step.denominator for step in steps))
    return Fraction(gcd(*(int(step * under) for step in steps)), under)


def _cells(numbers: NDArray[np.int64], ratio: Fraction) -> NDArray[np.int64]:
    """The nearest cell of every number of steps."""
    return np.asarray((2 * ratio.numerator * numbers + ratio.denominator) // (2 * ratio.denominator), np.int64)
