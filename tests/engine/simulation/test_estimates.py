"""Means and errors from counts are those of the rounds one by one."""

from __future__ import annotations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.simulation.tallies import estimate
from tests.support.settled_deals import settle_deals

GAME = games.find("three-card-poker")
ROUNDS = 400


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("wager", "paytable"), [("Ante", ""), ("Play", ""), ("Three Card Poker Bonus", "TCPB-04E")])
def test_a_wager(wager: str, paytable: str, seats: int) -> None:
    source = np.random.default_rng(8)
    settled = settle_deals(GAME, [source.permutation(52) for _ in range(ROUNDS)], seats=seats)
    by_seat = [settled.outcomes(wager, paytable, seat=seat) for seat in range(1, seats + 1)]
    won = np.array([[float(outcome.pay.net * units) for outcome, units in bets] for bets in by_seat]).sum(axis=0)
    won += settled.envy(wager, paytable).sum(axis=1)
    staked = np.array([[units for _, units in bets] for bets in by_seat]).sum(axis=0)
    mean = won.sum() / staked.sum()
    error = np.std(won - mean * staked, ddof=1) * ROUNDS**0.5 / staked.sum()

    found, table, at = settled.find(wager, paytable)
    tally = settled.counted(at)
    guess = estimate(tally, tally.wager_results(found, table, seats - 1), ROUNDS)
    assert guess.mean == pytest.approx(mean)
    assert guess.standard_error == pytest.approx(error)


def test_the_round_is_the_sum_of_the_games_own_wagers() -> None:
    settled = settle_deals(GAME, [np.random.default_rng(1).permutation(52) for _ in range(ROUNDS)])
    own = [settled.outcomes(wager.name) for wager in GAME.wagers if wager.is_base]
    total = sum(outcome.pay.net * units for bets in own for outcome, units in bets)
    tally = settled.counted(0)
    guess = estimate(tally, tally.round_results(), ROUNDS)
    assert guess.mean == pytest.approx(float(total) / ROUNDS)
