"""What it costs that a fold loses the progressive bet: best play of the game alone, and of both together."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.exact import solve
from fairfelt.exact.strategy.joint import JointPlay, joint_play
from fairfelt.rules import Game, Paytable, Wager

from .edge import Meters, return_at
from .progressive_bet import FixedPay, LevelHit, ProgressiveBet, count_bet, expected_envy


@dataclass(frozen=True, kw_only=True)
class FoldComparison:
    """The same bet in three rooms, with the meters as they stand."""

    ante: Fraction
    """Currency units."""
    alone: ProgressiveBet
    """Folded hands do not qualify, and the game is played as if there were no bet beside it."""
    alone_edge: Fraction
    """Of the game, in units of the Ante."""
    together: ProgressiveBet
    """Folded hands do not qualify, and both are decided together."""
    together_edge: Fraction
    qualifying: ProgressiveBet
    """Folded hands qualify, so that the bet has no say in the decision."""
    played_on: tuple[tuple[str, Fraction], ...]
    """Hands that are folded alone and played together, with their probability."""

    def loss(self, bet: ProgressiveBet, edge: Fraction, meters: Meters, others: int = 0) -> Fraction:
        """What a round costs the player on average, in currency units: the game and the bet."""
        return edge * self.ante + (1 - return_at(bet, meters, others)) * bet.stake


def compare_fold_rules(
    game: Game,
    wager: str,
    paytable: str = "",
    *,
    meters: Meters,
    stake: Fraction | int = 1,
    ante: Fraction | int = 1,
    executor: Executor | None = None,
) -> FoldComparison:
    """Count all three: what the rule on folded hands does to the game, the bet and the player."""
    bet, ante = replace(game.wager(wager), survives_fold=False), Fraction(ante)
    table = game.paytable(wager, paytable) if paytable else bet.paytable
    kept, lost = (game.with_wager(wager, survives_fold=survives) for survives in (True, False))
    solution = solve(lost, executor=executor)
    played = joint_play(solution, bet, _worth(bet, table, meters, Fraction(stake), ante))
    alone = count_bet(lost, wager, table.name, stake=stake, executor=executor)
    return FoldComparison(
        ante=ante,
        alone=alone,
        alone_edge=solution.round.house_edge,
        together=_together(alone, bet, table, played),
        together_edge=played.house_edge,
        qualifying=count_bet(kept, wager, table.name, stake=stake),
        played_on=tuple(
            (table.line_name(line, bet.ranking), chance)
            for line, chance in played.played_on.items()
            if _listed(bet, table, line) is not None
        ),
    )


def _listed(bet: Wager, table: Paytable, line: int) -> int | None:
    assert bet.ranking
    return table.listed_line(line, bet.ranking)


def _worth(bet: Wager, table: Paytable, meters: Meters, stake: Fraction, ante: Fraction) -> dict[int, Fraction]:
    """What each line brings if it is not folded, in units of the Ante. The stake is gone either way."""
    assert bet.ranking
    pays = (table.for_line(line, bet.ranking) for line in range(len(bet.ranking.lines)))
    won = ((pay.net + 1) * stake + pay.share * Fraction(meters.get(pay.level, 0)) for pay in pays)
    return {line: amount / ante for line, amount in enumerate(won)}


def _together(alone: ProgressiveBet, bet: Wager, table: Paytable, played: JointPlay) -> ProgressiveBet:
    """The bet with the hands that are kept when both are decided together."""
    chances: dict[int, Fraction] = {}
    for line, chance in played.kept.items():
        listed = _listed(bet, table, line)
        if listed is not None:
            chances[listed] = chances.get(listed, Fraction(0)) + chance
    kept = [(table.pays[line], table.line_name(line, bet.ranking), chance) for line, chance in chances.items()]
    return replace(
        alone,
        hits=tuple(LevelHit(pay.level, hand, pay.share, chance) for pay, hand, chance in kept if pay.level),
        pays=tuple(FixedPay(hand, pay.net + 1, chance) for pay, hand, chance in kept if not pay.level and pay.net > -1),
        envy_per_other=expected_envy(table, chances.items(), alone.stake),
        hits_folded=Fraction(0),
    )
