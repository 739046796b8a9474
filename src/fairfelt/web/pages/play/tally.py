"""How a session has gone: what was bet and won, beside what was to be expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from fairfelt.engine import Par, Root
from fairfelt.rules import MICROS, Opens
from fairfelt.table import Round

from .coach import Decision

START_MICROS = 1_000 * MICROS
"""What a learner sits down with."""
MOST_POINTS = 500


class TallyPoint(NamedTuple):
    """The result after a round, and what was to be expected by then."""

    net_micros: int
    expected_micros: Fraction


class MistakeKind(NamedTuple):
    """What was done, and what would have been better."""

    street: str
    choice: str
    best: str


class MistakeSum(NamedTuple):
    """How often, and for how much in units of the Ante."""

    times: int = 0
    cost: Fraction = Fraction(0)


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
    caught: int = 0
    """Mistakes that the learner was stopped before."""
    points: tuple[TallyPoint, ...] = ()
    """How it stood after each round, the last ones of a long session."""
    kinds: Mapping[MistakeKind, MistakeSum] = field(default_factory=dict)

    @property
    def bankroll_micros(self) -> int:
        """What is left of the chips the learner sat down with."""
        return START_MICROS + self.net_micros

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
            kinds=_with_mistakes(self.kinds, decisions),
        )
        known = par is not None and par.round.variance is not None
        if par and known and not player.foul and all(made.cost is not None for made in decisions):
            expected_micros, variance = _expected(round, seat, par)
            played = replace(
                played,
                counted=self.counted + 1,
                counted_net_micros=self.counted_net_micros + net_micros,
                expected_micros=self.expected_micros + expected_micros - cost_micros,
                variance=self.variance + variance,
            )
        point = TallyPoint(played.net_micros, played.expected_micros)
        return replace(played, points=(*self.points, point)[-MOST_POINTS:])


def _with_mistakes(
    kinds: Mapping[MistakeKind, MistakeSum], decisions: Sequence[Decision]
) -> Mapping[MistakeKind, MistakeSum]:
    sums = dict(kinds)
    for made in decisions:
        if made.cost:
            kind = MistakeKind(made.street, made.choice, made.best)
            times, cost = sums.get(kind, MistakeSum())
            sums[kind] = MistakeSum(times + 1, cost + made.cost)
    return sums


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
