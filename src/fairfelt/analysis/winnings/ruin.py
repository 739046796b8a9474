"""Ruin: the bankroll for a small chance of losing it all, by bounds that hold and by formulas in print."""

from __future__ import annotations

from math import log

import numpy as np

from .bets import BetRound, WinningsError

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
