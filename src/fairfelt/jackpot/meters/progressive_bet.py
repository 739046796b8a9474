"""A progressive wager in numbers: how often it wins which share of which level, its fixed pays, its envy."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from fairfelt.engine.exact import Unsolved, solve, wager_par
from fairfelt.engine.moments import kept_sheet
from fairfelt.engine.solution import CountedRounds, Solution
from fairfelt.engine.strategy import JointValues, joint_values
from fairfelt.rules import Game, Paytable, Wager

__all__ = ["FixedPay", "LevelHit", "MeterError", "ProgressiveBet", "count_bet"]


class MeterError(ValueError):
    """A question about a meter that has no answer, with the sentence that says why."""


@dataclass(frozen=True)
class LevelHit:
    """A hand that wins a share of a level."""

    level: str
    hand: str
    share: Fraction
    probability: Fraction


@dataclass(frozen=True)
class FixedPay:
    """A hand that is paid by the wager."""

    hand: str
    units: Fraction
    """The return of each unit staked."""
    probability: Fraction


@dataclass(frozen=True, kw_only=True)
class ProgressiveBet:
    """What one wager of `stake` currency units may bring. Pays are multiples of it, meters are not."""

    wager: str
    paytable: str
    hits: tuple[LevelHit, ...]
    pays: tuple[FixedPay, ...] = ()
    envy_per_other: Fraction = Fraction(0)
    """Expected envy from each other bettor, for each unit staked."""
    stake: Fraction = Fraction(1)
    hits_folded: Fraction = Fraction(0)
    """How often best play of the game alone folds a hand that this bet would pay."""
    fold: FoldRule | None = field(default=None, compare=False, repr=False)
    """What else can be done about hands that a fold loses; None where it loses none."""

    def __post_init__(self) -> None:
        if self.stake <= 0:
            raise MeterError(f"a wager of {self.stake} is not possible: give one above zero")
        if self.chance_of_any > 1:
            raise MeterError(f"the hands of {self.wager} come to more than all hands there are")

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels it can win, in the order of its paytable."""
        return tuple(dict.fromkeys(hit.level for hit in self.hits))

    @property
    def fixed_return(self) -> Fraction:
        """What the fixed pays bring for each unit staked."""
        return sum((pay.units * pay.probability for pay in self.pays), Fraction(0))

    @property
    def chance_of_any(self) -> Fraction:
        """The probability of any win of its own."""
        chances = [hit.probability for hit in self.hits] + [pay.probability for pay in self.pays]
        return sum(chances, Fraction(0))

    @property
    def largest_pay(self) -> Fraction:
        """The largest fixed pay in currency units."""
        return max((pay.units for pay in self.pays), default=Fraction(0)) * self.stake

    @property
    def amounts(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Each fixed pay in currency units, with its probability."""
        return tuple((pay.units * self.stake, pay.probability) for pay in self.pays)

    def hits_of(self, level: str) -> tuple[LevelHit, ...]:
        """The hands that win shares of a level."""
        found = tuple(hit for hit in self.hits if hit.level == level)
        if not found:
            raise MeterError(f"{self.wager} {self.paytable} wins no level {level!r}; it wins {', '.join(self.levels)}")
        return found

    def slope(self, level: str) -> Fraction:
        """The increase of the return of one unit with each currency unit on the meter of a level."""
        return sum((hit.share * hit.probability for hit in self.hits_of(level)), Fraction(0)) / self.stake

    def whole(self, level: str) -> Fraction:
        """The probability of winning a level whole."""
        return sum((hit.probability for hit in self.hits_of(level) if hit.share == 1), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class FoldRule:
    """A bet that a fold loses: the game beside it, and the same bet where folded hands qualify."""

    wager: Wager
    paytable: Paytable
    base_edge: Fraction
    """Edge of the game by its own best play, in units of the Ante."""
    joint: JointValues | None
    """Values if both are decided together."""
    unsolved: str
    """Why they are not."""
    qualifying: ProgressiveBet


def count_bet(
    game: Game,
    wager: str,
    paytable: str = "",
    *,
    stake: Fraction | int = 1,
    executor: Executor | None = None,
    beside_game: bool = True,
) -> ProgressiveBet:
    """Count a progressive bet with one of its paytables, the first if none is named.

    If the game has to be solved for it, it is counted under best play of the game alone. The effect of a fold on
    game and bet together is left out unless the game is counted beside it.
    """
    bet = game.wager(wager)
    table = game.paytable(wager, paytable) if paytable else bet.paytable

    @cache
    def solved() -> Solution:
        return solve(game, executor=executor) if needs_solving(bet) else CountedRounds(game, ())

    kept = kept_sheet(game, bet, table) if needs_solving(bet) else None
    sheet = kept or wager_par(solved(), bet, table)
    if not sheet.levels:
        raise MeterError(f"{bet.name} {table.name} of {game.title} wins no share of a meter: choose a progressive bet")
    returns = ((row, row.contribution / row.probability + 1) for row in sheet.outcomes)
    chances = ((row.line, row.probability) for row in sheet.outcomes if row.line is not None)
    return ProgressiveBet(
        wager=bet.name,
        paytable=table.name,
        hits=tuple(LevelHit(row.level, row.line, row.share, row.probability) for row in sheet.levels),
        pays=tuple(FixedPay(row.name, units, row.probability) for row, units in returns if units > 0),
        envy_per_other=expected_envy(table, chances, Fraction(stake)),
        stake=Fraction(stake),
        hits_folded=sheet.hits_folded,
        fold=_fold_rule(solved(), bet, table, Fraction(stake))
        if beside_game and _is_folded(bet, sheet.hits_folded)
        else None,
    )


def _is_folded(bet: Wager, hits_folded: Fraction) -> bool:
    """Whether a fold may lose the bet: by best play of the game alone, or because it can be decided with the game."""
    return bool(hits_folded) or not (bet.survives_fold or bet.ranking is None)


def _fold_rule(solution: Solution, bet: Wager, table: Paytable, stake: Fraction) -> FoldRule:
    joint, unsolved = None, ""
    try:
        joint = joint_values(solution, bet)
    except Unsolved as error:
        unsolved = str(error)
    kept = solution.game.with_wager(bet.name, survives_fold=True)
    return FoldRule(
        wager=bet,
        paytable=table,
        base_edge=solution.round.house_edge,
        joint=joint,
        unsolved=unsolved,
        qualifying=count_bet(kept, bet.name, table.name, stake=stake),
    )


def needs_solving(bet: Wager) -> bool:
    """Whether the game has to be solved for a bet: not where its hand counts even if it is folded."""
    return not (bet.ranking and bet.survives_fold)


def expected_envy(table: Paytable, chances: Iterable[tuple[int, Fraction]], stake: Fraction) -> Fraction:
    """Expected envy for each unit staked from one other hand, whose lines have these chances."""
    if not table.envy:
        return Fraction(0)
    amounts, each = table.envy.amounts, 1 if table.envy.times_wager else stake
    return sum((amounts.get(line, 0) * chance for line, chance in chances), Fraction(0)) / each
