"""One round of a bet as a player sees it: every net result in units, and how likely it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

from fairfelt.exact import Par
from fairfelt.moments import skewness_of, wager_results

THE_GAME = "the game itself"


class WinningsError(ValueError):
    """A question about winnings that has no answer, and the sentence that says why."""


@dataclass(frozen=True)
class BetRound:
    """The net results of one round for each unit bet, from the greatest loss up."""

    name: str
    results: tuple[tuple[Fraction, Fraction], ...]
    """Net units and probabilities; none where rounds are not counted result by result."""
    edge: Fraction
    """Expected loss for a unit of the opening bet, or of this bet."""
    variance: Fraction
    single: bool = True
    """Whether one stake is all that is bet, so that a coupon can take its place."""
    wager: str = ""
    """The bet and its paytable; neither for the game itself, or for bets together."""
    paytable: str = ""

    @property
    def step(self) -> Fraction:
        """The largest number of units that every result is a whole multiple of."""
        below = lcm(*(net.denominator for net, _ in self.results))
        return Fraction(gcd(*(int(net * below) for net, _ in self.results)) or 1, below)

    def times(self, units: Fraction) -> BetRound:
        """The same bet with another stake, in units of today's."""
        results = tuple((net * units, chance) for net, chance in self.results)
        return replace(self, results=results, edge=self.edge * units, variance=self.variance * units**2)

    @property
    def skewness(self) -> float | None:
        """The third moment about the mean by the cube of the standard deviation."""
        return skewness_of(self.results)


def bet_round(par: Par, wager: str = "", paytable: str = "") -> BetRound:
    """The game itself with best play, or one of its bets with a paytable: that in play if none is named."""
    if not wager:
        whole = par.round
        for bet in par.game.wagers:
            if bet.is_base and bet.feeds_meter:
                raise WinningsError(_of_a_meter(bet.name))
        results = tuple((net, Fraction(ways, whole.total)) for net, ways in whole.results)
        if whole.variance is None:
            raise WinningsError(f"{par.game.title}: the variance of a round is not counted, so nothing follows from it")
        return BetRound(THE_GAME, results, whole.house_edge, whole.variance, single=whole.average_wager == 1)
    table = paytable or par.game.wager(wager).paytable.name
    sheet = par.wager(wager, table)
    if sheet.levels:
        raise WinningsError(_of_a_meter(sheet.wager))
    results = wager_results(sheet)
    return BetRound(sheet.wager, results, sheet.house_edge, sheet.variance, wager=sheet.wager, paytable=table)


def _of_a_meter(wager: str) -> str:
    return f"{wager} wins shares of a meter: ask 'fairfelt meter' what it will do, or name another bet"
