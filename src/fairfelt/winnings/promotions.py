"""What a house gives away: match-play coupons, and rebates on losses by the theorem in print and by the exact chain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1

import numpy as np

from .bets import BetRound, WinningsError

MOST_STATES = 3_000
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

    loss: int
    win: int
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


def diffusion_stop(bet: BetRound, loss: float, win: float, rebate: float) -> tuple[float, float]:
    """The chance of the goal and the value, by Brownian motion with the same drift and variance."""
    theta = 2 * float(bet.edge) / float(bet.variance)
    reached = -expm1(-theta * loss) / (exp(min(theta * win, 700.0)) - exp(-theta * loss))
    return reached, win * reached - (1 - rebate) * loss * (1 - reached)


def exact_stop(bet: BetRound, loss: int, win: int, rebate: float) -> Stop:
    """The chain of whole results: every round from every standing between the two points, solved as it is."""
    step = bet.step
    low, high = -ceil(loss / step), ceil(win / step)
    states = np.arange(low + 1, high)
    if len(states) > MOST_STATES:
        raise WinningsError(f"{len(states):,} standings lie between the stops, more than the {MOST_STATES:,} solved")
    matrix, gains, goals = np.eye(len(states)), np.zeros(len(states)), np.zeros(len(states))
    for net, chance in bet.results:
        after = states + int(net / step)
        inside = (after > low) & (after < high)
        rows = np.flatnonzero(inside)
        matrix[rows, after[rows] - low - 1] -= float(chance)
        final = after * float(step)
        paid = np.where(final < 0, final * (1 - rebate), final)
        gains += np.where(inside, 0.0, paid * float(chance))
        goals += np.where(after >= high, float(chance), 0.0)
    sides = np.stack([gains, goals, np.ones(len(states))], axis=1)
    value, reached, rounds = np.linalg.solve(matrix, sides)[-low - 1]
    return Stop(loss, win, float(reached), float(value), float(rounds))


def best_stop(bet: BetRound, rebate: float) -> BestStop:
    """The best points for a player with that rebate: by the theorem, with the exact chain beside it."""
    if bet.edge <= 0:
        raise WinningsError(f"{bet.name} has no house edge: a player would never stop")
    scale = float(bet.variance) / float(bet.edge)
    loss, win = scale / 4, scale / 4
    for _ in range(60):
        loss = _best(lambda x, other=win: diffusion_stop(bet, x, other, rebate)[1], scale)
        win = _best(lambda x, other=loss: diffusion_stop(bet, other, x, rebate)[1], scale)
    return stop_at(bet, max(1, round(loss)), max(1, round(win)), rebate)


def stop_at(bet: BetRound, loss: int, win: int, rebate: float) -> BestStop:
    """A player who has chosen the points: by the theorem, with the exact chain beside it."""
    if bet.edge <= 0:
        raise WinningsError(f"{bet.name} has no house edge: a player would never stop")
    reached, value = diffusion_stop(bet, loss, win, rebate)
    try:
        exact = exact_stop(bet, loss, win, rebate)
    except WinningsError:
        exact = None
    return BestStop(Stop(loss, win, reached, value), exact)


def _best(value: object, most: float) -> float:
    """The place of the maximum of a function with one hill, by the golden section."""
    assert callable(value)
    low, high = 1e-6, most
    for _ in range(80):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if value(left) > value(right) else (left, high)
    return (low + high) / 2
