"""A jackpot to ask about: as it is set up, and as a model with its bet counted."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction

from fairfelt.jackpot.meters.forecasts import Balances, Climb, Pace, climb_of
from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.rules import Game

from .edge import NO_TAX, Tax, break_even, house_edge_at, long_run_edge, seed
from .fold import BreakEvens, break_evens
from .offers import ProgressiveOffer
from .progressive_bet import MeterError, ProgressiveBet, count_bet, needs_solving

__all__ = ["USUAL_ANTE", "JackpotModel", "JackpotSetup"]

Amounts = tuple[tuple[str, Fraction], ...]
"""Currency units by level."""
USUAL_ANTE = Fraction(5)


@dataclass(frozen=True, kw_only=True)
class JackpotSetup:
    """All that is known before the bet is counted; equal ones have one answer."""

    offer: ProgressiveOffer
    terms: Terms
    stake: Fraction = Fraction(1)
    others: int = 0
    """Other bettors at the table, whose hands pay envy."""
    meters: Amounts = ()
    """A level that is not named stands at its seed."""
    reserves: Amounts = ()
    pace: Pace | None = None
    ante: Fraction = USUAL_ANTE
    """The wager of the game itself, where a fold would lose the bet."""
    folded_hands_qualify: bool | None = None
    """The rule of a table in a room; None leaves it to the game."""

    @property
    def game(self) -> Game:
        """The game with the rule on folded hands."""
        game, qualify = self.offer.find_game(), self.folded_hands_qualify
        return game if qualify is None else game.with_wager(self.offer.wager, survives_fold=qualify)

    @property
    def solving(self) -> str:
        """The game that has to be solved for the bet, if any."""
        return self.offer.game if needs_solving(self.game.wager(self.offer.wager)) else ""

    def count_bet(self, executor: Executor | None = None) -> ProgressiveBet:
        """Count the bet."""
        return count_bet(self.game, self.offer.wager, self.offer.paytable, stake=self.stake, executor=executor)

    def model(self, bet: ProgressiveBet) -> JackpotModel:
        """The jackpot with its bet counted."""
        return JackpotModel(
            game=self.game,
            bet=bet,
            terms=self.terms,
            others=self.others,
            balances=Balances(dict(self.meters), dict(self.reserves)),
            pace=self.pace,
            ante=self.ante,
        )


@dataclass(frozen=True, kw_only=True)
class JackpotModel:
    """All that the mathematics of a meter goes by."""

    game: Game
    bet: ProgressiveBet
    terms: Terms
    others: int = 0
    balances: Balances = field(default_factory=Balances)
    pace: Pace | None = None
    ante: Fraction = USUAL_ANTE

    def __post_init__(self) -> None:
        if not 0 <= self.others < self.game.seats:
            raise MeterError(f"{self.others} other bettors are not possible: {self.game.title} seats {self.game.seats}")
        if self.ante <= 0:
            raise MeterError(f"an Ante of {self.ante} is not possible: give one above zero")
        for name in self.bet.levels:
            self.terms.level(name)
        for level in self.terms.levels:
            self.bet.hits_of(level.name)

    @property
    def meters(self) -> dict[str, Fraction]:
        """The amount on each meter; its seed if none was given."""
        return {**{level.name: seed(level) for level in self.terms.levels}, **self.balances.meters}

    @property
    def climbs(self) -> tuple[Climb, ...]:
        """Every level, wager by wager."""
        return tuple(climb_of(self.bet, self.terms, level.name) for level in self.terms.levels)

    @property
    def edge_now(self) -> Fraction:
        """The house edge at the meters now."""
        return house_edge_at(self.bet, self.meters, self.others)

    @property
    def long_run_edge(self) -> Fraction:
        """The house edge in the long run."""
        return long_run_edge(self.bet, self.terms, self.others)

    @property
    def pays_from_meter(self) -> bool:
        """Whether fixed pays come off the meter."""
        return self.terms.fixed_pays is FixedPays.METER

    def break_even(self, level: str, others: int | None = None, tax: Tax = NO_TAX) -> Fraction:
        """The meter of a level at which the bet stops losing, the other levels as they are, the game played as ever."""
        return break_even(self.bet, level, self.others if others is None else others, meters=self.meters, tax=tax)

    def break_evens(self, level: str, others: int | None = None, tax: Tax = NO_TAX) -> BreakEvens | None:
        """Break-even meters by how game and bet are played together, where a fold would lose the bet."""
        bettors = self.others if others is None else others
        return break_evens(self.bet, level, bettors, meters=self.meters, ante=self.ante, tax=tax)

    def house_edge_at(self, level: str, meter: Fraction, others: int) -> Fraction:
        """The house edge with another amount on one meter."""
        return house_edge_at(self.bet, {**self.meters, level: meter}, others)
