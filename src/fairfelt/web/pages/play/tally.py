"""How a session has gone: what was bet and won, beside what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.exact import Par, Root
from fairfelt.rules import Opens
from fairfelt.table import Round

from .coach import Decision


@dataclass(frozen=True)
class Tally:
    """Sums over the rounds of one session, in millionths."""

    rounds: int = 0
    staked_micros: int = 0
    net_micros: int = 0
    counted: int = 0
    """Rounds of a game that was solved by then; only these have an expected result…"""
    counted_net_micros: int = 0
    expected_micros: Fraction = Fraction(0)
    """…by the house edge of every bet, and by the mistakes that were made."""
    variance: Fraction = Fraction(0)
    """Of the result in millionths, as if bets of one round did not depend on one another."""
    decisions: int = 0
    mistakes: int = 0
    cost_micros: Fraction = Fraction(0)

    @property
    def deviation_micros(self) -> Root:
        """One standard deviation of the result."""
        return Root(self.variance)

    def after(self, round: Round, seat: int, decisions: Sequence[Decision], par: Par | None) -> Tally:
        """With one more round, settled."""
        assert round.settlement, "only a finished round counts"
        bets, player = round.settlement.of(seat), round.seat(seat)
        net_micros = round.settlement.net_micros(seat)
        cost_micros = player.ante_micros * sum((made.cost or Fraction(0) for made in decisions), Fraction(0))
        played = replace(
            self,
            rounds=self.rounds + 1,
            staked_micros=self.staked_micros + sum(bet.stake_micros for bet in bets),
            net_micros=self.net_micros + net_micros,
            decisions=self.decisions + len(decisions),
            mistakes=self.mistakes + sum(made.is_mistake for made in decisions),
            cost_micros=self.cost_micros + cost_micros,
        )
        if not par or player.foul or any(made.cost is None for made in decisions):
            return played
        expected_micros, variance = _expected(round, seat, par)
        return replace(
            played,
            counted=self.counted + 1,
            counted_net_micros=self.counted_net_micros + net_micros,
            expected_micros=self.expected_micros + expected_micros - cost_micros,
            variance=self.variance + variance,
        )


def _expected(round: Round, seat: int, par: Par) -> tuple[Fraction, Fraction]:
    """Mean and variance of the result with best play: of the game itself or the bet it was opened with, and of each
    side bet."""
    player = round.seat(seat)
    game, mean, variance = round.game, Fraction(0), Fraction(0)
    bets = game.optional if game.opens is Opens.ALL else (*game.openings, *game.optional)
    if game.opens is Opens.ALL:
        mean -= par.round.house_edge * player.ante_micros
        assert par.round.variance is not None, "best play is counted with its variance"
        variance += par.round.variance * player.ante_micros**2
    for wager in bets:
        if stake_micros := player.stakes_micros.get(wager.name, 0):
            sheet = par.wager(wager.name, wager.paytable.name)
            mean -= sheet.house_edge * stake_micros
            variance += sheet.variance * stake_micros**2
    return mean, variance
