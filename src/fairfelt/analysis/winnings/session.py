"""The distribution of many rounds, with a bound on its error; and ruin.

The results of a round lie on a lattice. The Fourier transform of one round raised to the number of rounds is the
transform of their sum. Two things go wrong, and both are bounded. What falls outside the window comes in again at the
other end: at most the probability of that, which Chernoff's inequality bounds for each side. And floating point rounds:
the error of the transform of a round, carried through the power and summed by Parseval's identity, bounds the error of
the probability of any set of results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erf, floor, log, sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.jackpot.meters.run_dry import lundberg_coefficient

from .bets import BetRound, WinningsError

OUTSIDE = 1e-14
"""The probability on each side that may fall outside the window."""
MOST_CELLS = 1 << 24
EPSILON = 2.0**-52
NOTHING = 1e-250
"""A power this small is nought: of many rounds nearly all are, and to raise them takes most of the time."""
THETAS = np.geomspace(1e-12, 1e3, 601)

Numbers = NDArray[np.float64]


class TooWide(ValueError):  # noqa: N818  (it reads as what happened)
    """Results that spread over more cells than can be transformed, and the sentence that says so."""


@dataclass(frozen=True, eq=False)
class Session:
    """n rounds of a bet: how likely each net result of the player is."""

    rounds: int
    step: Fraction
    """Units of one cell."""
    first: int
    """The cell of the lowest result."""
    chances: Numbers
    error: float | None
    """No probability of any set of results is wrong by more; None where a normal curve stands for the count."""
    mean: Fraction
    variance: Fraction
    off: Fraction = Fraction(0)
    """No result is off by more units than this, where cells were made wider to fit."""

    @property
    def results(self) -> Numbers:
        """The player's net units of every cell."""
        return np.asarray((self.first + np.arange(len(self.chances))) * float(self.step), np.float64)

    @property
    def ahead(self) -> float:
        """The chance that the player has won."""
        return float(self.chances[max(0, 1 - self.first) :].sum())

    @property
    def even(self) -> float:
        """The chance that nobody has."""
        return float(self.chances[-self.first]) if 0 <= -self.first < len(self.chances) else 0.0

    def house_quantile(self, share: float) -> Fraction:
        """The house wins this or less in that share of sessions, in units."""
        from_best = np.cumsum(self.chances[::-1])
        at = int(np.searchsorted(from_best, min(share, float(from_best[-1]))))
        return -(self.first + len(self.chances) - 1 - min(at, len(self.chances) - 1)) * self.step


def play_session(bet: BetRound, rounds: int) -> Session:
    """The distribution of n rounds, exact but for the error it states; a normal curve where none is counted."""
    if not bet.results:
        return _normal(bet, rounds)
    step = bet.step
    nets = np.array([int(net / step) for net, _ in bet.results], np.int64)
    chances = np.array([float(chance) for _, chance in bet.results])
    low, high = _window(nets, chances, rounds)
    cells = 1 << max(1, (high - low).bit_length())
    if cells > MOST_CELLS:
        raise TooWide(
            f"{rounds:,} rounds of {bet.name} spread over {cells:,} results, more than the {MOST_CELLS:,} that are "
            "counted: ask for fewer rounds"
        )
    one = np.zeros(cells)
    np.add.at(one, nets % cells, chances)
    turned = np.fft.rfft(one)
    counts = np.flatnonzero(turned.real**2 + turned.imag**2 > NOTHING ** (2 / rounds))
    powers = np.zeros_like(turned)
    powers[counts] = turned[counts] ** rounds
    whole = np.fft.irfft(powers, cells)
    found = np.roll(whole, -(low % cells))
    error = 2 * OUTSIDE + _rounding(turned[counts], rounds, cells)
    mean = -bet.edge * rounds
    return Session(rounds, step, low, np.maximum(found, 0.0), error, mean, bet.variance * rounds)


def _normal(bet: BetRound, rounds: int) -> Session:
    """In cells of half a unit, eight deviations to each side."""
    mean, deviation = -float(bet.edge) * rounds, sqrt(float(bet.variance) * rounds)
    first, last = (floor((mean + side * 8 * deviation) * 2) for side in (-1, 1))
    ends = (np.arange(first, last + 2) / 2 - 0.25 - mean) / (deviation * sqrt(2))
    sums = np.array([erf(end) for end in ends])
    chances = np.diff(sums) / 2
    return Session(rounds, Fraction(1, 2), first, chances, None, -bet.edge * rounds, bet.variance * rounds)


def _window(nets: NDArray[np.int64], chances: Numbers, rounds: int) -> tuple[int, int]:
    """The cells outside of which the sum falls with less than the allowed probability on each side."""
    high = min(int(np.ceil(_bound(nets, chances, rounds))), rounds * int(nets.max()))
    low = max(-int(np.ceil(_bound(-nets, chances, rounds))), rounds * int(nets.min()))
    return low, high


def _bound(nets: NDArray[np.int64], chances: Numbers, rounds: int) -> float:
    """Chernoff: the sum exceeds (rounds x log-moment + log 1/p) / theta with a probability of p at most."""
    exponents = THETAS[:, None] * nets[None, :]
    top = exponents.max(axis=1)
    moments = top + np.log((np.exp(exponents - top[:, None]) * chances).sum(axis=1))
    return float(((rounds * moments + log(1 / OUTSIDE)) / THETAS).min())


def _rounding(turned: NDArray[np.complex128], rounds: int, cells: int) -> float:
    """The sum of all errors is at most the root of the cells times the root of the sum of their squares.

    By Parseval, the latter is the root mean square of the error of the transform: of a round's own error carried
    through the power, and of the transform back.
    """
    each = EPSILON * (4 * cells.bit_length() + 8)
    size = np.abs(turned)
    carried = rounds * each * size ** (rounds - 1) + each * size**rounds
    return float(np.sqrt(2 * (carried**2).sum()))


def points(session: Session, most: int) -> Sequence[tuple[float, float]]:
    """The chance that the house has won no more, thinned to what a plot can show."""
    house = -session.results[::-1]
    sums = np.cumsum(session.chances[::-1])
    inside = np.flatnonzero((sums > 0.0005) & (sums < 0.9995))
    picks = inside[:: max(1, len(inside) // most)] if len(inside) else np.array([0])
    return [(float(house[at]), float(sums[at])) for at in picks]


# Ruin: the bankroll for a small chance of losing it all, by bounds that hold and by formulas in print.


def adjustment(bet: BetRound) -> float:
    """Lundberg's coefficient of the house: the theta above 0 at which e^(theta loss) of a round is 1 on average."""
    if bet.edge <= 0:
        raise WinningsError("the house has no edge here, so every bankroll is lost in the end")
    if not bet.results:
        raise WinningsError(f"the results of {bet.name} are not counted one by one, so there is no bound by them")
    return lundberg_coefficient([(float(net), float(chance)) for net, chance in bet.results])


def lundberg_bankroll(bet: BetRound, risk: float) -> float:
    """Units with which a house loses all of them with that probability at most, however long it plays."""
    return log(1 / risk) / adjustment(bet)


def diffusion_bankroll(bet: BetRound, risk: float) -> float:
    """The same by the formula in print, e^(-2 bankroll edge / variance), good where no pay is large."""
    return log(1 / risk) * float(bet.variance) / (2 * float(bet.edge))


def bankroll(bet: BetRound, risk: float) -> float:
    """Units by the bound that holds, or by the formula in print where results are not counted one by one."""
    return lundberg_bankroll(bet, risk) if bet.results else diffusion_bankroll(bet, risk)
