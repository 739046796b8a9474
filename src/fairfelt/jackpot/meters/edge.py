"""A progressive wager in numbers: how often it wins, what it returns at a meter, and where it breaks even."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final

from fairfelt.engine.answers.par import LevelRow, WagerPar
from fairfelt.engine.answers.store import kept_sheet
from fairfelt.engine.exact import Unsolved, solve, to_decimal, wager_par
from fairfelt.engine.solution import CountedRounds, Solution
from fairfelt.engine.strategy import JointValues, joint_values
from fairfelt.jackpot.terms import PPM, FixedPays, Level, Terms
from fairfelt.rules import DOLLARS, MICROS, Game, Paytable, Wager, format_amount

__all__ = [
    "NO_TAX", "FixedPay", "Interval", "MeterError", "Meters", "ProgressiveBet", "Tax",
    "break_even", "count_bet", "house_edge_at", "long_run_edge", "return_at",
]  # fmt: skip


@dataclass(frozen=True)
class Interval:
    """The truth lies between the ends; it is exact if they are equal."""

    low: Fraction
    high: Fraction


class MeterError(ValueError):
    """A question about a meter that has no answer, with the sentence that says why."""


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
    hits: tuple[LevelRow, ...]
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
        if sum(hit.probability for hit in self.hits) + sum(pay.probability for pay in self.pays) > 1:
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
    def chances(self) -> dict[str, Fraction]:
        """The probability of every hand that wins something, by its name."""
        return {hit.line: hit.probability for hit in self.hits} | {pay.hand: pay.probability for pay in self.pays}

    @property
    def largest_pay(self) -> Fraction:
        """The largest fixed pay in currency units."""
        return max((pay.units for pay in self.pays), default=Fraction(0)) * self.stake

    @property
    def amounts(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Each fixed pay in currency units, with its probability."""
        return tuple((pay.units * self.stake, pay.probability) for pay in self.pays)

    def hits_of(self, level: str) -> tuple[LevelRow, ...]:
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
    least, by_wager = (table.envy.least, table.envy.times_wager) if table.envy else (1, True)
    return ProgressiveBet(
        wager=bet.name,
        paytable=table.name,
        hits=sheet.levels,
        pays=tuple(FixedPay(row.name, units, row.probability) for row, units in returns if units > 0),
        envy_per_other=sheet.envy_per_bettor * least / (1 if by_wager else Fraction(stake)),
        stake=Fraction(stake),
        hits_folded=sheet.hits_folded,
        fold=_fold_rule(solved(), bet, table, Fraction(stake)) if beside_game and _may_fold(sheet, bet) else None,
    )


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


def _may_fold(sheet: WagerPar, bet: Wager) -> bool:
    """Whether a fold may lose the bet: by best play of the game alone, or because it is decided with the game."""
    return bool(sheet.hits_folded) or not (bet.survives_fold or bet.ranking is None)


@cache
def is_kept(game: Game, wager: str, paytable: str) -> bool:
    """Whether a bet that needs the solution of its game is priced by the answer that ships or was kept."""
    bet = game.wager(wager)
    sheet = kept_sheet(game, bet, game.paytable(wager, paytable) if paytable else bet.paytable)
    return sheet is not None and not _may_fold(sheet, bet)


def needs_solving(bet: Wager) -> bool:
    """Whether the game has to be solved for a bet: not where its hand counts even if it is folded."""
    return not (bet.ranking and bet.survives_fold)


# What it returns at a meter.


Meters = Mapping[str, Fraction | int]
"""Currency units by level."""
NO_METERS: Meters = {}


@dataclass(frozen=True)
class Tax:
    """Prizes from an amount on are taxed, the whole of them."""

    rate: Fraction
    least: Fraction = Fraction(0)
    """Currency units; a smaller prize goes free."""

    def __post_init__(self) -> None:
        if not 0 <= self.rate < 1:
            raise MeterError(f"a tax of {self.rate} is not possible: give a share from 0 up to but not 1")

    def kept(self, amount: Fraction) -> Fraction:
        """The prize after tax."""
        return amount * (1 - self.rate) if amount >= self.least else amount


NO_TAX = Tax(Fraction(0))


def return_at(bet: ProgressiveBet, meters: Meters, others: int = 0, tax: Tax = NO_TAX) -> Fraction:
    """The mean return of each unit staked, with the meters as they stand."""
    if others < 0:
        raise MeterError(f"{others} other bettors are not possible: give 0 or more")
    won = sum((tax.kept(hit.share * meters.get(hit.level, 0)) * hit.probability for hit in bet.hits), Fraction(0))
    won += sum((tax.kept(pay.units * bet.stake) * pay.probability for pay in bet.pays), Fraction(0))
    return won / bet.stake + others * bet.envy_per_other


def house_edge_at(bet: ProgressiveBet, meters: Meters, others: int = 0) -> Fraction:
    """The player's expected loss for each unit staked, with the meters as they stand."""
    return 1 - return_at(bet, meters, others)


def break_even(
    bet: ProgressiveBet,
    level: str,
    others: int = 0,
    *,
    meters: Meters = NO_METERS,
    tax: Tax = NO_TAX,
    beside: Fraction = Fraction(0),
) -> Fraction:
    """The meter of a level from which on the bet loses nothing; other levels stand as `meters` says, or at nothing.

    With a tax the return drops where a prize begins to be taxed: this is the meter from which on it stays even. What is
    lost `beside` it with each unit staked, by playing for it, has to come back too.
    """
    hits = bet.hits_of(level)
    lacking = 1 + beside - return_at(bet, {**meters, level: 0}, others, tax)
    ends = sorted({tax.least / hit.share for hit in hits}, reverse=True)
    for start in (*ends, Fraction(0)):
        taxed = [hit for hit in hits if hit.share * start >= tax.least]
        slope = bet.slope(level) - tax.rate * sum(hit.share * hit.probability for hit in taxed) / bet.stake
        if lacking / slope >= start:
            return lacking / slope
    return Fraction(0)


def long_run_edge(bet: ProgressiveBet, terms: Terms, others: int = 0) -> Fraction:
    """What the house keeps of each unit staked in the long run: every unit contributed is paid out some day.

    So percentage awards do not matter. With fixed pays off the meter this is before what the house makes up when
    the meter runs dry.
    """
    fixed = bet.fixed_return if terms.fixed_pays is FixedPays.TRAY else Fraction(0)
    kept = 1 - fixed - others * bet.envy_per_other
    return kept - contribution_rate(terms) - seed_cost(bet, terms) / bet.stake


def seed_cost(bet: ProgressiveBet, terms: Terms) -> Fraction:
    """What the seeds that whole awards call for cost the house with each wager, in currency units."""
    return sum((bet.whole(name) * seed(terms.level(name)) for name in bet.levels), Fraction(0))


def contribution_rate(terms: Terms) -> Fraction:
    """The share of a wager that goes to meters and reserves."""
    return sum((rate(level) + reserve_rate(level) for level in terms.levels), Fraction(0))


def seed(level: Level) -> Fraction:
    """The seed in currency units."""
    return Fraction(level.seed_micros, MICROS)


def rate(level: Level) -> Fraction:
    """The share of a wager that goes to the meter."""
    return Fraction(level.rate_ppm, PPM)


def reserve_rate(level: Level) -> Fraction:
    """The share of a wager that goes to the reserve."""
    return Fraction(level.reserve_rate_ppm, PPM)


# Seeds and rates to begin with: those that come with a paytable, or round figures of ours.


TOP_SEED, TOP_RATE, LOWER_RATE = 10_000, Fraction(15, 100), Fraction(3, 100)
ROUND_FIGURES = "Nobody prints a seed or a rate for this paytable: these are round figures to change."


@dataclass(frozen=True)
class SuggestedLevels:
    """What the levels of a paytable could be set to."""

    levels: tuple[Level, ...]
    origin: str
    """The source of these figures, in a sentence."""


def suggested_levels(table: Paytable) -> SuggestedLevels:
    """Suggestions for every level that a paytable wins, from its best hand down."""
    if preset := table.preset:
        levels = (Level(name, each.seed_micros, each.rate_ppm) for name, each in preset.levels.items())
        return SuggestedLevels(tuple(levels), preset.origin)
    names = dict.fromkeys(pay.level for _, pay in sorted(table.pays.items(), reverse=True) if pay.level)
    figures = (
        Level(name, max(1, TOP_SEED // 10**place) * MICROS, int((LOWER_RATE if place else TOP_RATE) * PPM))
        for place, name in enumerate(names)
    )
    return SuggestedLevels(tuple(figures), ROUND_FIGURES)


# Amounts, chances and times as text.


_SMALLEST: Final = Decimal("0.001")
DAYS: Final = 7
CENTS: Final = 100


def format_money(amount: Fraction | float, currency: str = DOLLARS) -> str:
    """Format an amount to the cent: "$1,250.00", "CHF 1,250.00"."""
    return format_amount(round(Fraction(amount) * CENTS) * MICROS // CENTS, currency)


def format_share(number: Decimal | Fraction) -> str:
    """A share of one to three significant digits: "0.148%"."""
    percent = (number if isinstance(number, Decimal) else to_decimal(number)) * 100
    return f"{percent:.3g}%" if percent >= _SMALLEST or not percent else f"{percent:.1e}%"


def format_chance(risk: Interval) -> str:
    """A chance, and both its ends where they differ in the digits shown."""
    low, high = format_share(risk.low), format_share(risk.high)
    return low if low == high else f"{low} to {high}"


def format_weeks(number: Fraction) -> str:
    """A time that a person can imagine: days, weeks or years."""
    if number < 2:
        return f"{to_decimal(number * DAYS):,.1f} days"
    return f"{to_decimal(number):,.1f} weeks" if number < 104 else f"{to_decimal(number / 52):,.1f} years"
