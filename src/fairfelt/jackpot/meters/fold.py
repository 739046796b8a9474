"""A progressive bet that a fold loses: best play of the game alone, of both together, and if folded hands qualify."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.engine.strategy import JointPlay
from fairfelt.rules import Game, Paytable, Wager

from .edge import NO_TAX, Meters, Tax, break_even, return_at
from .progressive_bet import FixedPay, FoldRule, LevelHit, MeterError, ProgressiveBet, count_bet

__all__ = ["BreakEvens", "FoldComparison", "break_evens", "compare_fold_rules"]


@dataclass(frozen=True, kw_only=True)
class FoldComparison:
    """One bet in three rooms, with the meters as they stand."""

    ante: Fraction
    """Currency units."""
    alone: ProgressiveBet
    """Folded hands do not qualify, and the game is played as if there were no bet beside it."""
    alone_edge: Fraction
    """Edge of the game, in units of the Ante."""
    together: ProgressiveBet
    """Folded hands do not qualify, and both are decided together."""
    together_edge: Fraction
    qualifying: ProgressiveBet
    """Folded hands qualify, so that the bet has no say in the decision."""
    played_on: tuple[tuple[str, Fraction], ...]
    """Hands that are folded alone and played together, with their probability."""

    def loss(self, bet: ProgressiveBet, edge: Fraction, meters: Meters, others: int = 0) -> Fraction:
        """The mean cost of a round to the player, in currency units: the game and the bet."""
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
    lost = game.with_wager(wager, survives_fold=False)
    alone = count_bet(lost, wager, paytable, stake=stake, executor=executor)
    if alone.fold is None:
        raise MeterError(f"{alone.wager} {alone.paytable}: best play of {game.title} folds no hand that it would pay")
    played = _decide(alone.fold, meters, alone.stake, Fraction(ante))
    bet, table = alone.fold.wager, alone.fold.paytable
    return FoldComparison(
        ante=Fraction(ante),
        alone=alone,
        alone_edge=alone.fold.base_edge,
        together=_together(alone, bet, table, played),
        together_edge=played.house_edge,
        qualifying=alone.fold.qualifying,
        played_on=tuple(
            (table.line_name(line, bet.ranking), chance)
            for line, chance in played.played_on.items()
            if _listed(bet, table, line) is not None
        ),
    )


@dataclass(frozen=True, kw_only=True)
class BreakEvens:
    """The break-even meter of a bet by how it is played, the joint best play first; None if unknown."""

    together: Fraction | None
    """Game and bet decided together: what a player at such a meter does."""
    alone: Fraction
    """The game played by its own best play, as if there were no bet beside it."""
    qualifying: Fraction
    """The break-even meter if folded hands qualify."""


def break_evens(
    bet: ProgressiveBet, level: str, others: int = 0, *, meters: Meters, ante: Fraction, tax: Tax = NO_TAX
) -> BreakEvens | None:
    """The three side by side; nothing for a bet that no fold loses, which has one break-even meter only."""
    if bet.fold is None:
        return None
    alone = break_even(bet, level, others, meters=meters, tax=tax)
    return BreakEvens(
        together=_break_even_together(bet, level, others, meters, ante, tax, alone) if bet.fold.joint else None,
        alone=alone,
        qualifying=break_even(bet.fold.qualifying, level, others, meters=meters, tax=tax),
    )


def _break_even_together(
    bet: ProgressiveBet, level: str, others: int, meters: Meters, ante: Fraction, tax: Tax, start: Fraction
) -> Fraction:
    """Start at the meter where best play of the game alone is even, and go down: best play is even lower.

    The return of each strategy is linear in the meter, and best play is their maximum: a few steps find its root.
    """
    rule, even = bet.fold, start
    assert rule, "only a bet that a fold loses comes here"
    while True:
        played = _decide(rule, {**meters, level: even}, bet.stake, ante, tax)
        together = _together(bet, rule.wager, rule.paytable, played)
        given_up = (played.house_edge - rule.base_edge) * ante / bet.stake
        lower = break_even(together, level, others, meters=meters, tax=tax, beside=given_up)
        if lower >= even:
            return even
        even = lower


def _decide(rule: FoldRule, meters: Meters, stake: Fraction, ante: Fraction, tax: Tax = NO_TAX) -> JointPlay:
    if rule.joint is None:
        raise MeterError(rule.unsolved)
    return rule.joint.play(_worth(rule.wager, rule.paytable, meters, stake, ante, tax))


def _listed(bet: Wager, table: Paytable, line: int) -> int | None:
    assert bet.ranking
    return table.listed_line(line, bet.ranking)


def _worth(
    bet: Wager, table: Paytable, meters: Meters, stake: Fraction, ante: Fraction, tax: Tax
) -> dict[int, Fraction]:
    """What each line brings if it is not folded, in units of the Ante. The stake is gone either way."""
    assert bet.ranking
    pays = (table.for_line(line, bet.ranking) for line in range(len(bet.ranking.lines)))
    won = (tax.kept((pay.net + 1) * stake) + tax.kept(pay.share * Fraction(meters.get(pay.level, 0))) for pay in pays)
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
        hits_folded=Fraction(0),
        fold=None,
    )
