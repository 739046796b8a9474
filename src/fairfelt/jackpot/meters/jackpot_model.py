"""A jackpot to ask about: the bet it is made for, as it is set up, and as a model with its bet counted."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from fairfelt import games
from fairfelt.engine.answers.par import LevelRow
from fairfelt.engine.strategy import JointPlay
from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.rules import Game, Paytable, Wager
from fairfelt.runtime.formats import shared_fields

from .edge import (
    NO_TAX,
    FixedPay,
    FoldRule,
    MeterError,
    Meters,
    ProgressiveBet,
    Tax,
    break_even,
    count_bet,
    house_edge_at,
    is_kept,
    long_run_edge,
    needs_solving,
    return_at,
    seed,
)
from .forecasts import Balances, Climb, Pace, climb_of

__all__ = [
    "USUAL_ANTE", "BreakEvens", "FoldComparison", "JackpotModel", "JackpotSetup", "ProgressiveOffer", "all_offers",
    "break_evens", "compare_fold_rules", "offers_of",
]  # fmt: skip

# The progressive bets of the catalogue: what a jackpot can be made for, and what a table can be set up with.


SEPARATOR = "|"


class ProgressiveOffer(NamedTuple):
    """A game with one of its progressive bets and one of its paytables, by their names."""

    game: str
    variant: str
    wager: str
    paytable: str

    @property
    def key(self) -> str:
        """The value in a form."""
        return SEPARATOR.join(self)

    @property
    def bet_key(self) -> str:
        """The key of the bet within its game."""
        return SEPARATOR.join((self.wager, self.paytable))

    @property
    def words(self) -> str:
        return f"{self.find_game().title}: {self.wager}, {self.paytable}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels it can win, from its best hand down."""
        pays = self.find_game().paytable(self.wager, self.paytable).pays
        return tuple(dict.fromkeys(pay.level for _, pay in sorted(pays.items(), reverse=True) if pay.level))

    def find_game(self) -> Game:
        return games.find(self.game, self.variant)


def offers_of(game: Game) -> tuple[ProgressiveOffer, ...]:
    """Every bet of a game that wins a share of a meter."""
    found = (
        ProgressiveOffer(game.slug, game.variant, wager.name, table.name)
        for wager in game.wagers
        if wager.feeds_meter
        for table in wager.paytables
    )
    return tuple(offer for offer in found if offer.levels)


@cache
def all_offers() -> dict[str, ProgressiveOffer]:
    """Those of all games, by their keys."""
    versions = (version for game in games.catalogue() for version in game.variants)
    return {offer.key: offer for version in versions for offer in offers_of(version)}


# A bet that a fold loses: best play of the game alone, of both together, and if folded hands qualify.


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
) -> FoldComparison:
    """Count all three: what the rule on folded hands does to the game, the bet and the player."""
    lost = game.with_wager(wager, survives_fold=False)
    alone = count_bet(lost, wager, paytable, stake=stake)
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
        hits=tuple(LevelRow(pay.level, hand, pay.share, chance) for pay, hand, chance in kept if pay.level),
        pays=tuple(FixedPay(hand, pay.net + 1, chance) for pay, hand, chance in kept if not pay.level and pay.net > -1),
        hits_folded=Fraction(0),
        fold=None,
    )


# A jackpot as it is set up, and with its bet counted.


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
        game, offer = self.game, self.offer
        solved = not needs_solving(game.wager(offer.wager)) or is_kept(game, offer.wager, offer.paytable)
        return "" if solved else offer.game

    def count_bet(self, executor: Executor | None = None) -> ProgressiveBet:
        return count_bet(self.game, self.offer.wager, self.offer.paytable, stake=self.stake, executor=executor)

    def model(self, bet: ProgressiveBet) -> JackpotModel:
        balances = Balances(dict(self.meters), dict(self.reserves))
        return JackpotModel(**shared_fields(self, JackpotModel), game=self.game, bet=bet, balances=balances)


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
        return tuple(climb_of(self.bet, self.terms, level.name) for level in self.terms.levels)

    @property
    def edge_now(self) -> Fraction:
        return house_edge_at(self.bet, self.meters, self.others)

    @property
    def long_run_edge(self) -> Fraction:
        return long_run_edge(self.bet, self.terms, self.others)

    @property
    def pays_from_meter(self) -> bool:
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
