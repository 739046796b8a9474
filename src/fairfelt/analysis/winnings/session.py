"""The distribution of many rounds, with a bound on its error; ruin, and what a house gives away.

The results of a round lie on a lattice. The Fourier transform of one round raised to the number of rounds is the
transform of their sum. Two things go wrong, and both are bounded. What falls outside the window comes in again at the
other end: at most the probability of that, which Chernoff's inequality bounds for each side. And floating point rounds:
the error of the transform of a round, carried through the power and summed by Parseval's identity, bounds the error of
the probability of any set of results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, erf, exp, expm1, floor, log, sqrt

import numpy as np
from numpy.typing import NDArray

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


HALVINGS = 200


def adjustment(bet: BetRound) -> float:
    """Lundberg's coefficient of the house: the theta above 0 at which e^(theta loss) of a round is 1 on average."""
    if bet.edge <= 0:
        raise WinningsError("the house has no edge here, so every bankroll is lost in the end")
    if not bet.results:
        raise WinningsError(f"the results of {bet.name} are not counted one by one, so there is no bound by them")
    nets = np.array([float(net) for net, _ in bet.results])
    chances = np.array([float(chance) for _, chance in bet.results])
    if nets.max() <= 0:
        return float("inf")

    def excess(theta: float) -> float:
        return float((chances * np.expm1(np.minimum(theta * nets, 700.0))).sum())

    low, high = 0.0, 1 / float(nets.max())
    while excess(high) < 0:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low


def lundberg_bankroll(bet: BetRound, risk: float) -> float:
    """Units with which a house loses all of them with that probability at most, however long it plays."""
    return log(1 / risk) / adjustment(bet)


def diffusion_bankroll(bet: BetRound, risk: float) -> float:
    """The same by the formula in print, e^(-2 bankroll edge / variance), good where no pay is large."""
    return log(1 / risk) * float(bet.variance) / (2 * float(bet.edge))


def bankroll(bet: BetRound, risk: float) -> float:
    """Units by the bound that holds, or by the formula in print where results are not counted one by one."""
    return lundberg_bankroll(bet, risk) if bet.results else diffusion_bankroll(bet, risk)


# What a house gives away: match-play coupons, and rebates on losses by the theorem in print and by the exact chain.


MOST_STATES = 3_000
FIRST_WINDOW = 64
"""Steps to each side in which the best stops are looked for first."""
LEAST_GAIN = 1e-12
GOLDEN = 0.6180339887498949


def match_play(bet: BetRound) -> Fraction:
    """What a coupon matched with an equal bet is worth, in units: it pays as money, and is taken unless it pushes."""
    settled = [(net, chance) for net, chance in bet.results if net]
    total = sum((chance for _, chance in settled), Fraction(0))
    if not total:
        raise WinningsError(f"{bet.name} never wins or loses: a coupon is worth nothing there")
    return sum(((2 * net if net > 0 else net) * chance for net, chance in settled), Fraction(0)) / total


@dataclass(frozen=True)
class Stop:
    """A player who stops after losing or winning so much, and gets part of a loss back."""

    loss: Fraction
    win: Fraction
    reached: float
    """The chance to win the goal first."""
    value: float
    """What the player takes home on average, in units."""
    rounds: float | None = None
    """How many rounds it takes on average."""


@dataclass(frozen=True)
class BestStop:
    """Stopping points, by the theorem, and what the exact chain says of the same."""

    by_theorem: Stop
    exact: Stop | None
    """None where the points lie so far apart that the chain is not solved."""
    best: Stop | None = None
    """The points that are best by the chain itself: no bet at all where both are 0; None as above, or if not asked."""


def diffusion_stop(bet: BetRound, loss: float, win: float, rebate: float) -> tuple[float, float]:
    """The chance of the goal and the value, by Brownian motion with the same drift and variance."""
    theta = 2 * float(bet.edge) / float(bet.variance)
    reached = -expm1(-theta * loss) / (exp(min(theta * win, 700.0)) - exp(-theta * loss))
    return reached, win * reached - (1 - rebate) * loss * (1 - reached)


def exact_stop(bet: BetRound, loss: Fraction | int, win: Fraction | int, rebate: float) -> Stop:
    """The chain of whole results: every round from every standing between the two points, solved as it is."""
    chain = _Chain(bet, rebate)
    low, high = -ceil(loss / bet.step), ceil(win / bet.step)
    if high - low - 1 > MOST_STATES:
        raise WinningsError(f"{high - low - 1:,} standings lie between the stops, more than the {MOST_STATES:,} solved")
    values, reached, rounds = chain.solve(low, high)
    at = -low - 1
    return Stop(Fraction(loss), Fraction(win), float(reached[at]), float(values[at]), float(rounds[at]))


def best_exact_stop(bet: BetRound, rebate: float) -> Stop | None:
    """The best points by the chain; both are 0 where no bet is worth it, and None says that they lie too far apart.

    From a standing between them it is worth more to play on than to stop, and from no other: what a loss gives back
    bends the value of stopping at 0 only, so that the standings to play on from lie side by side.
    """
    chain, half = _Chain(bet, rebate), FIRST_WINDOW
    while 2 * half - 1 <= MOST_STATES:
        low, high = chain.best_stops(half)
        if not low < 0 < high:
            return Stop(Fraction(0), Fraction(0), 0.0, 0.0, 0.0)
        if -half < low and high < half:
            return exact_stop(bet, -low * bet.step, high * bet.step, rebate)
        half *= 2
    return None


class _Chain:
    """Standings in steps of a bet's results, from each of which one stops or plays a round."""

    def __init__(self, bet: BetRound, rebate: float) -> None:
        self.step, self.rebate = float(bet.step), rebate
        self.moves = [(int(net / bet.step), float(chance)) for net, chance in bet.results]

    def stopped(self, standings: NDArray[np.int64]) -> Numbers:
        """What a player takes home there: of a loss, not what is given back."""
        final = standings * self.step
        return np.asarray(np.where(final < 0, final * (1 - self.rebate), final), np.float64)

    def solve(self, low: int, high: int) -> tuple[Numbers, Numbers, Numbers]:
        """For every standing between two stops: what it is worth, the chance of the upper stop, rounds until either."""
        states = np.arange(low + 1, high)
        matrix, gains, goals = np.eye(len(states)), np.zeros(len(states)), np.zeros(len(states))
        for move, chance in self.moves:
            after = states + move
            inside = (after > low) & (after < high)
            rows = np.flatnonzero(inside)
            matrix[rows, after[rows] - low - 1] -= chance
            gains += np.where(inside, 0.0, self.stopped(after) * chance)
            goals += np.where(after >= high, chance, 0.0)
        sides = np.stack([gains, goals, np.ones(len(states))], axis=1)
        found = np.asarray(np.linalg.solve(matrix, sides), np.float64)
        return found[:, 0], found[:, 1], found[:, 2]

    def best_stops(self, half: int) -> tuple[int, int]:
        """The best stops within a window: those where playing on pays at once, moved apart while that is better."""
        states = np.arange(-half, half + 1)
        stopped = self.stopped(states)
        low = high = 0
        while True:
            values = stopped.copy()
            if high - low > 1:
                values[low + 1 + half : high + half] = self.solve(low, high)[0]
            onward = np.zeros(len(states))
            for move, chance in self.moves:
                after = states + move
                inside = np.abs(after) <= half
                onward += chance * np.where(inside, values[np.where(inside, after + half, 0)], self.stopped(after))
            better = np.flatnonzero(onward > stopped + LEAST_GAIN)
            if not len(better):
                return 0, 0
            wider = max(-half, int(better[0]) - half - 1), min(half, int(better[-1]) - half + 1)
            if wider == (low, high):
                return wider
            low, high = wider


def best_stop(bet: BetRound, rebate: float) -> BestStop:
    """The best points for a player with that rebate: by the theorem, and by the exact chain beside it."""
    if bet.edge <= 0:
        raise WinningsError(f"{bet.name} has no house edge: a player would never stop")
    scale = float(bet.variance) / float(bet.edge)
    loss, win = scale / 4, scale / 4
    for _ in range(60):
        loss = _best(lambda x, other=win: diffusion_stop(bet, x, other, rebate)[1], scale)
        win = _best(lambda x, other=loss: diffusion_stop(bet, other, x, rebate)[1], scale)
    found = stop_at(bet, max(1, round(loss)), max(1, round(win)), rebate)
    return replace(found, best=best_exact_stop(bet, rebate))


def stop_at(bet: BetRound, loss: int, win: int, rebate: float) -> BestStop:
    """A player who has chosen the points: by the theorem, with the exact chain beside it."""
    if bet.edge <= 0:
        raise WinningsError(f"{bet.name} has no house edge: a player would never stop")
    reached, value = diffusion_stop(bet, loss, win, rebate)
    try:
        exact = exact_stop(bet, loss, win, rebate)
    except WinningsError:
        exact = None
    return BestStop(Stop(Fraction(loss), Fraction(win), reached, value), exact)


def _best(value: object, most: float) -> float:
    """The place of the maximum of a function with one hill, by the golden section."""
    assert callable(value)
    low, high = 1e-6, most
    for _ in range(80):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if value(left) > value(right) else (left, high)
    return (low + high) / 2
