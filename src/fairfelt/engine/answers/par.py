"""The PAR sheet of a game as a value: every outcome of every wager, the round, the decisions, the warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from fairfelt.engine.answers.numbers import Root, as_json, as_plain
from fairfelt.rules import Game, Pay, Paytable, UnknownName, find_named, fingerprint

BEST_CHOICE, BEST_SETTING, BOTH_BY_HOUSE_WAY = "best choice", "best setting", "both by the house way"
"""The play that a round is counted for."""


@dataclass(frozen=True)
class OutcomeRow:
    """One way a wager can end."""

    name: str
    pay: Pay
    combinations: int
    probability: Fraction
    contribution: Fraction
    """What it adds to the expected result, in units of the wager."""
    line: int | None = None

    @property
    def pays(self) -> str:
        return self.pay.words

    @property
    def stake(self) -> Fraction | None:
        """Units on the wager when it ends so; None where nothing is won or lost that would tell."""
        told = self.pay.net * self.probability
        return self.contribution / told if told else None

    def to_dict(self) -> dict[str, Any]:
        return as_plain(self, "name", "pays", "stake", "combinations", "probability", "contribution")


@dataclass(frozen=True)
class LevelRow:
    """How often a wager wins its share of a progressive level."""

    level: str
    line: str
    share: Fraction
    probability: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {"level": self.level, "hand": self.line, **as_plain(self, "share", "probability")}


@dataclass(frozen=True)
class EnvyTerms:
    """What the hands of others pay a bettor."""

    bettors: int
    """Other players with the bet, as this sheet assumes."""
    per_bettor: Fraction
    """Expected envy from each of them, in units of a one-unit wager."""


@dataclass(frozen=True)
class WagerPar:
    """One wager with one paytable."""

    wager: str
    kind: str
    paytable: str
    total: int
    """All combinations: the rows add up to it."""
    house_edge: Fraction
    """Expected loss for each unit staked on this wager. Meter shares are left out: see `levels`."""
    hit_frequency: Fraction
    variance: Fraction
    """Of the result of one unit; envy and meter shares left out."""
    average_stake: Fraction
    """Units of the Ante that are on this wager on average when the round ends."""
    outcomes: tuple[OutcomeRow, ...]
    levels: tuple[LevelRow, ...] = ()
    envy: EnvyTerms | None = None
    hits_folded: Fraction = Fraction(0)
    """Hands that would be paid but are lost because best play of the game alone folds them."""
    edge_alone: Fraction | None = None
    """The house edge for a player who makes this bet alone and so folds nothing; None where it cannot be."""
    sampling_variance: Fraction | None = None
    """Of what one round adds to a sampled mean for each unit staked, envy included; a standard error goes by it."""

    @property
    def standard_deviation(self) -> Root:
        """Of the result of one unit staked."""
        return Root(self.variance)

    @property
    def player_return(self) -> Fraction:
        """What comes back of each unit staked, the stake of a winning bet included."""
        return 1 - self.house_edge

    @property
    def expected_value(self) -> Fraction:
        """The house edge as the player sees it."""
        return -self.house_edge

    @property
    def envy_per_bettor(self) -> Fraction:
        """What each other player's hand adds to the return, by envy."""
        return self.envy.per_bettor if self.envy else Fraction(0)

    @property
    def combinations(self) -> Fraction:
        return Fraction(self.total)

    def outcome(self, name: str) -> OutcomeRow:
        return find_named(f"outcome of {self.wager}", name, ((row.name, row) for row in self.outcomes))

    @property
    def break_even_meter(self) -> Fraction | None:
        """The meter, in wagers, at which a bet that wins shares of one level has no edge; None otherwise."""
        names = {row.level for row in self.levels}
        shares = sum((row.share * row.probability for row in self.levels), Fraction(0))
        return self.house_edge / shares if len(names) == 1 and shares else None

    def to_dict(self) -> dict[str, Any]:
        return {
            **as_plain(self, "wager", "kind", "paytable"),
            "combinations": self.total,
            **as_plain(self, "house_edge", "hit_frequency", "standard_deviation", "average_stake"),
            "outcomes": [row.to_dict() for row in self.outcomes],
            "levels": [row.to_dict() for row in self.levels],
            **as_plain(self, "break_even_meter"),
            "envy": self.envy
            and {"other_bettors": self.envy.bettors, "return_per_other_bettor": as_json(self.envy.per_bettor)},
        }


@dataclass(frozen=True)
class RoundPar:
    """The game itself, side bets left out, with the best choice at every decision unless `Par` says otherwise."""

    total: int
    house_edge: Fraction
    """Expected loss for each unit of the Ante."""
    average_wager: Fraction
    """Units of the Ante at risk when the round ends."""
    spread: Fraction | Callable[[], Fraction] | None = field(compare=False)
    """The variance, or how to count it where that takes longer than all the rest."""
    results: tuple[tuple[Fraction, int], ...]
    """Net units and combinations, from the greatest loss up; none where bets are counted one by one."""

    @property
    def variance(self) -> Fraction | None:
        """Of the net result; None where a strategy is followed that is not the best."""
        return self.spread() if callable(self.spread) else self.spread

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss for each unit bet."""
        return self.house_edge / self.average_wager

    @property
    def expected_value(self) -> Fraction:
        """The house edge as the player sees it."""
        return -self.house_edge

    @property
    def total_loss(self) -> Fraction:
        """Units of the Ante lost over all combinations."""
        return self.house_edge * self.total

    @property
    def standard_deviation(self) -> Root | None:
        """Of the net result in units of the Ante."""
        return None if self.variance is None else Root(self.variance)

    def to_dict(self) -> dict[str, Any]:
        return {
            "combinations": self.total,
            **as_plain(self, "house_edge", "element_of_risk", "average_wager", "standard_deviation"),
            "results": [
                {"net": as_json(net), "combinations": count, "probability": as_json(Fraction(count, self.total))}
                for net, count in self.results
            ],
        }


@dataclass(frozen=True)
class DecisionRow:
    """How often a choice is made, of all rounds."""

    street: str
    choice: str
    frequency: Fraction

    def to_dict(self) -> dict[str, Any]:
        return as_plain(self, "street", "choice", "frequency")


@dataclass(frozen=True)
class Uncounted:
    """A wager with one paytable that could not be counted."""

    wager: str
    paytable: str
    reason: str

    def __str__(self) -> str:
        return f"{self.wager} {self.paytable}".strip() + f": {self.reason}"

    def to_dict(self) -> dict[str, Any]:
        return as_plain(self, "wager", "paytable", "reason")


@dataclass(frozen=True)
class Par:
    """All of a game's mathematics."""

    game: Game
    wagers: tuple[WagerPar, ...]
    round: RoundPar
    decisions: tuple[DecisionRow, ...]
    warnings: tuple[str, ...]
    uncounted: tuple[Uncounted, ...] = ()
    """What is missing from the sheet, and why."""
    by_house_way: bool = False
    """Whether both sides of `round` set their hands by the house way."""
    best: RoundPar | None = None
    """The round with the best setting of every hand, where `round` is by the house way and the best is counted."""

    @property
    def headline(self) -> RoundPar:
        """The round of the best player that is counted: what the house keeps at least."""
        return self.best or self.round

    @property
    def headline_play(self) -> str:
        """By which play the headline is counted."""
        return BEST_SETTING if self.best else BOTH_BY_HOUSE_WAY if self.by_house_way else BEST_CHOICE

    def wager(self, name: str, paytable: str = "") -> WagerPar:
        """The sheet of one wager, with the named paytable or its first."""
        for sheet in self.wagers:
            if sheet.wager.lower() == name.lower() and (not paytable or sheet.paytable.lower() == paytable.lower()):
                return sheet
        raise UnknownName("wager", f"{name} {paytable}".strip(), tuple(f"{w.wager} {w.paytable}" for w in self.wagers))

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.slug,
            "name": self.game.name,
            "variant": self.game.variant,
            "fingerprint": fingerprint(self.game),
            "wagers": [sheet.to_dict() for sheet in self.wagers],
            "headline": {"house_edge": as_json(self.headline.house_edge), "play": self.headline_play},
            "round": {**self.round.to_dict(), "play": BOTH_BY_HOUSE_WAY if self.by_house_way else BEST_CHOICE},
            "best_setting": self.best and self.best.to_dict(),
            "decisions": [row.to_dict() for row in self.decisions],
            "warnings": list(self.warnings),
            "uncounted": [missing.to_dict() for missing in self.uncounted],
        }


# Figures of a round or a bet that need no counting: sheets kept from before, results, skewness. Light to load.


Results = tuple[tuple[Fraction, Fraction], ...]
"""Net units and probabilities, from the greatest loss up."""


def skewness_of(results: Iterable[tuple[Fraction, Fraction]]) -> float | None:
    """The third moment about the mean by the cube of the standard deviation; None where nothing varies."""
    rows = list(results)
    mean = sum((net * chance for net, chance in rows), Fraction(0))
    square, cube = (sum(((net - mean) ** n * chance for net, chance in rows), Fraction(0)) for n in (2, 3))
    return float(cube / square) / sqrt(square) if square else None


def wager_results(sheet: WagerPar) -> Results:
    """Every net result of one bet."""
    found: Counter[Fraction] = Counter()
    for row in sheet.outcomes:
        if row.probability:
            found[row.contribution / row.probability] += row.probability  # type: ignore[assignment]
    return tuple(sorted((net, Fraction(chance)) for net, chance in found.items()))


def wager_skewness(sheet: WagerPar) -> float | None:
    """Of one bet; None where a meter decides what it pays."""
    return None if sheet.levels else skewness_of(wager_results(sheet))


def round_skewness(figures: RoundPar) -> float | None:
    """Of the game itself; None where the results of a round are not counted."""
    return skewness_of((net, Fraction(ways, figures.total)) for net, ways in figures.results)


def variance_with_meter(sheet: WagerPar, meter: Fraction) -> Fraction:
    """Of one unit, with what is won of the meter: all levels stand at n wagers."""
    nets = {row.name: row.contribution / row.probability for row in sheet.outcomes if row.probability}
    mean, square = sheet.expected_value, sheet.variance + sheet.expected_value**2
    for row in sheet.levels:
        won = row.share * meter
        mean += row.probability * won
        square += row.probability * (
            (nets.get(row.line, Fraction(0)) + won) ** 2 - nets.get(row.line, Fraction(0)) ** 2
        )
    return square - mean**2


def variance_with_envy(sheet: WagerPar, table: Paytable, others: int) -> Fraction:
    """Of one unit beside n other hands, each as if it were dealt from a deck of its own."""
    if table.envy is None:
        return sheet.variance
    paid = [(row.probability, table.envy.per_unit(row.line)) for row in sheet.outcomes]
    mean = sum((chance * amount for chance, amount in paid), Fraction(0))
    return sheet.variance + others * (sum((chance * amount**2 for chance, amount in paid), Fraction(0)) - mean**2)
