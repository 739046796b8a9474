"""The bets of a round together: how each varies with every other, and what a player who makes them all has."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.exact import Solution, solve
from fairfelt.exact.core.endings import Ending, settle_ending
from fairfelt.rules import Cards, Game, Kind, Paytable, Wager

from ..bets import BetRound
from .covariances import THE_GAME, Bet, Covariances, Means, check_round, moments
from .seven_cards import ENDINGS_BY_LINE, reads_seven_cards
from .told_apart import endings_told_apart, is_told_by_deals, reads_cards_in_sight, tray_tables, with_bets_on_showdown

TOGETHER = "all bets together"


@dataclass(frozen=True)
class BetsTogether:
    """Bets of one player in one round, each settled by how the round ends."""

    wagers: tuple[str, ...]
    means: Means
    """Net results in units of the opening bet; a side bet is one unit."""
    covariances: Covariances
    """[bet][bet]: on the diagonal the variance of each."""
    results: tuple[tuple[Fraction, Fraction], ...]
    """The net result of all of them together, from the greatest loss up, and how likely it is."""
    left_out: tuple[str, ...]
    """Bets that go by a meter, or by other cards than those that were told apart."""
    handle: Fraction
    """Units at risk when a round ends, on average; a bonus has no stake of its own."""

    @property
    def mean(self) -> Fraction:
        """Of all bets together."""
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Of all bets together: every variance, and every covariance twice."""
        return sum((each for row in self.covariances for each in row), Fraction(0))

    @property
    def round(self) -> BetRound:
        """As one bet, for sessions of them."""
        return BetRound(
            TOGETHER, self.results, -self.mean, self.variance, self.handle,
            single=False, wager=TOGETHER, paytable=TOGETHER,
        )  # fmt: skip

    def correlation(self, one: int, other: int) -> float:
        """Between two of the bets, from -1 to 1; 0 where one of them never varies."""
        spread = float(self.covariances[one][one] * self.covariances[other][other]) ** 0.5
        return float(self.covariances[one][other]) / spread if spread else 0.0


def solve_together(game: Game, executor: Executor | None = None) -> BetsTogether:
    """Every bet of a game that can be counted with the others, with the paytables in play."""
    return bets_together(solve(with_bets_on_showdown(game), executor=executor))


def bets_together(solution: Solution) -> BetsTogether:
    """Every bet that the endings of the round settle or all deals tell, with the paytables in play.

    Where a hand is split or drawn to for as long as one likes, bets are counted one by one, and no ending has them all.
    """
    game, endings = solution.game, solution.endings
    fixed = [wager for wager in game.wagers if wager.paytable in tray_tables(wager)]
    apart = [wager for wager in fixed if is_told_by_deals(game, wager)]
    if not all(is_settled(game, wager) for wager in apart):
        endings = endings_told_apart(solution, apart)
    taken = [wager for wager in fixed if wager in apart or is_settled(game, wager)]
    left_out = tuple(wager.name for wager in game.wagers if wager not in taken)
    total = sum(ending.combinations for ending in endings)
    means, covariances = _moments(game, endings, [((wager, wager.paytable),) for wager in taken])
    results: dict[Fraction, int] = {}
    handle = 0
    for ending in endings:
        settled = [settle_ending(game, wager, wager.paytable, ending) for wager in taken]
        staked = sum(units for wager, (_, units) in zip(taken, settled, strict=True) if wager.kind is not Kind.BONUS)
        handle += staked * ending.combinations
        whole = sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))
        results[whole] = results.get(whole, 0) + ending.combinations
    check_round(solution, sum((mean for wager, mean in zip(taken, means, strict=True) if wager.is_base), Fraction(0)))
    chances = tuple((net, Fraction(ways, total)) for net, ways in sorted(results.items()))
    names = tuple(wager.name for wager in taken)
    return BetsTogether(names, means, covariances, chances, left_out, Fraction(handle, total))


def all_paytables(solution: Solution) -> tuple[tuple[Bet, ...], Covariances]:
    """The game itself, without a name, and each side bet with each paytable: how any two of them vary in the tray."""
    game, endings = solution.game, solution.endings
    apart = [wager for wager in game.wagers if reads_seven_cards(game, wager)]
    if apart:
        endings = ENDINGS_BY_LINE[type(game.course)](solution, apart[0])
    elif any(_needs_every_deal(game, wager) for wager in game.wagers):
        apart = [wager for wager in game.wagers if is_told_by_deals(game, wager)]
        endings = endings_told_apart(solution, apart)
    base = tuple((wager, wager.paytable) for wager in game.wagers if wager.is_base)
    taken = [
        (wager, table)
        for wager in game.wagers if wager.is_optional
        for table in tray_tables(wager)
        if wager in apart or is_settled(game, wager, table)
    ]  # fmt: skip
    means, covariances = _moments(game, endings, [base, *((each,) for each in taken)])
    check_round(solution, means[0])
    return (THE_GAME, *((wager.name, table.name) for wager, table in taken)), covariances


def _needs_every_deal(game: Game, wager: Wager) -> bool:
    """Whether neither the endings of a round nor the player's own cards tell the bet's result, and all deals can."""
    settled = is_settled(game, wager, tray_tables(wager)[0])
    return not settled and not reads_cards_in_sight(game, wager) and is_told_by_deals(game, wager)


def _moments(
    game: Game, endings: Sequence[Ending], columns: Sequence[Sequence[tuple[Wager, Paytable]]]
) -> tuple[Means, Covariances]:
    """Means and covariances of net results, where each column is some bets together."""

    def net(column: Sequence[tuple[Wager, Paytable]], ending: Ending) -> Fraction:
        settled = (settle_ending(game, *bet, ending) for bet in column)
        return sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))

    rows = ((ending.combinations, [net(column, ending) for column in columns]) for ending in endings)
    return moments(rows, len(columns))


def is_settled(game: Game, wager: Wager, table: Paytable | None = None) -> bool:
    """Whether an ending tells the bet's result: of the game, on the showdown, or on the hand that shows down."""
    if any(pay.level for pay in (table or wager.paytable).pays.values()):
        return False
    if wager.is_base or wager.ranking is None:
        return True
    same = game.showdown is not None and wager.ranking is game.showdown.ranking
    return same and wager.on is Cards.OWN and not wager.against and not wager.first
