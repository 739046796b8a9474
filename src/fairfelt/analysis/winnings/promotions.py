"""What a house gives away: match-play coupons, and rebates on losses by the theorem in print and by the exact chain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, expm1

import numpy as np
from numpy.typing import NDArray

from .bets import BetRound, WinningsError

MOST_STATES = 3_000
FIRST_WINDOW = 64
"""Steps to each side in which the best stops are looked for first."""
LEAST_GAIN = 1e-12
Numbers = NDArray[np.float64]
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
