"""A solved game: how its rounds end under best play, and what any hand is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card, format_cards
from fairfelt.rules import Choice, Game

from .decided import Decided
from .endings import Ending, ladder_endings, net_results, showdown_endings
from .ladder import Climbed, last_bets
from .par import DecisionRow, RoundPar

CURVE_POINTS = 240


@dataclass(frozen=True)
class HandAdvice:
    """The exact value of every choice with some cards in sight, in units of the Ante for the whole game."""

    street: str
    values: tuple[tuple[str, Fraction], ...]

    @property
    def best(self) -> str:
        """The choice of greatest value; of equal ones the larger bet, which comes last."""
        return max(reversed(self.values), key=lambda pair: pair[1])[0]


@dataclass(frozen=True)
class CurvePoint:
    """At this share of all hands, sorted from worst to best, what each choice is worth. For plots."""

    share: float
    values: dict[str, float]


class Solution(ABC):
    """What exact solving gives, whichever way it was done."""

    game: Game
    endings: tuple[Ending, ...]

    @abstractmethod
    def advise(self, cards: Sequence[Card], community: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of the street at which so many cards are in sight."""

    @abstractmethod
    def decide(self, street: int, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The best choice for many hands at a street, own and community cards together, one hand a row.

        Choices are numbered as the street lists them.
        """

    @property
    @abstractmethod
    def curve(self) -> tuple[CurvePoint, ...]:
        """Value of each choice at the first decision over all hands."""

    @cached_property
    def total(self) -> int:
        """All combinations of a round."""
        return sum(ending.combinations for ending in self.endings)

    @cached_property
    def round(self) -> RoundPar:
        """The figures of the game itself."""
        results: Counter[Fraction] = Counter()
        risked = 0
        for net, units, count in net_results(self.game, self.endings):
            results[net] += count
            risked += units * count
        mean = sum((net * n for net, n in results.items()), Fraction(0)) / self.total
        square = sum((net * net * n for net, n in results.items()), Fraction(0)) / self.total
        ordered = tuple(sorted(results.items()))
        return RoundPar(self.total, -mean, Fraction(risked, self.total), square - mean * mean, ordered)

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often each choice is made, of all rounds."""
        made: Counter[tuple[str, str]] = Counter()
        for ending in self.endings:
            for street, choice in ending.choices:
                made[street, choice.name] += ending.combinations
        return tuple(
            DecisionRow(street.name, choice.name, Fraction(made[street.name, choice.name], self.total))
            for street in self.game.streets
            for choice in street.choices
        )

    def verify_cards(self, cards: Sequence[Card], community: Sequence[Card]) -> int:
        """The number of the street at which so many cards are in sight; a clear sentence if there is none."""
        self.game.deck.verify([*cards, *community])
        if len(cards) != self.game.hole:
            raise ValueError(
                f"a player holds {self.game.hole} cards in {self.game.title}, not {len(cards)}: {format_cards(cards)}"
            )
        seen = 0
        sizes = []
        for at, street in enumerate(self.game.streets):
            seen += street.community
            sizes.append(str(seen))
            if seen == len(community):
                return at
        raise ValueError(
            f"{self.game.title} has a decision with {' or '.join(sizes)} community cards, not {len(community)}"
        )


class ShowdownSolution(Solution):
    """A showdown with one decision."""

    def __init__(self, game: Game, decided: Decided) -> None:
        self.game = game
        self.decided = decided
        self.endings = showdown_endings(decided)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """In the order of the columns of `decided.values`."""
        return self.decided.problem.choices

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = ()) -> HandAdvice:
        self.verify_cards(cards, community)
        values = self.decided.values[self.decided.classes.place(cards)]
        unit = self.decided.following * self.decided.problem.scale
        pairs = [(c.name, Fraction(int(v), unit)) for c, v in zip(self.choices, values, strict=True)]
        return HandAdvice(self.game.streets[0].name, tuple(pairs))

    def decide(self, street: int, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        listed = self.game.streets[street].choices
        order = np.array([listed.index(choice) for choice in self.choices], np.uint8)
        return order[self.decided.best[self.decided.classes.places(hands)]]

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        unit = self.decided.following * self.decided.problem.scale
        columns = {c.name: self.decided.values[:, i] / unit for i, c in enumerate(self.choices)}
        return _curve(columns, self.decided.classes.weights)


class LadderSolution(Solution):
    """A game against a paytable, street by street."""

    def __init__(self, game: Game, climbed: Climbed) -> None:
        self.game = game
        self.climbed = climbed
        self.endings = ladder_endings(climbed)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = ()) -> HandAdvice:
        at = self.verify_cards(cards, community)
        ladder = self.climbed.ladder
        if at == 0:
            bet = int(self.climbed.values[self.climbed.classes.place(cards)])
        else:
            bet = int(last_bets(ladder, np.array([[*cards, *community]], np.uint8))[0])
        unit = int(ladder.following[at]) * ladder.scale
        street = self.game.streets[at]
        worth = {True: Fraction(int(ladder.folds[at]), ladder.scale), False: Fraction(bet, unit)}
        return HandAdvice(street.name, tuple((c.name, worth[c.folds]) for c in street.choices))

    def decide(self, street: int, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        ladder = self.climbed.ladder
        first = street == 0
        values = self.climbed.values[self.climbed.classes.places(hands)] if first else last_bets(ladder, hands)
        folds = [choice.folds for choice in self.game.streets[street].choices]
        going_on = values >= ladder.folds[street] * ladder.following[street]
        return np.where(going_on, folds.index(False), folds.index(True)).astype(np.uint8)

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        ladder = self.climbed.ladder
        fold, bet = self.game.streets[0].choices
        values = self.climbed.values / (int(ladder.following[0]) * ladder.scale)
        folded = np.full(len(values), ladder.folds[0] / ladder.scale)
        return _curve({fold.name: folded, bet.name: values}, self.climbed.classes.weights)


def _curve(columns: dict[str, NDArray[np.float64]], weights: NDArray[np.int64]) -> tuple[CurvePoint, ...]:
    """Hands from worst to best by the last choice, thinned to what a plot can show."""
    order = np.argsort(list(columns.values())[-1], kind="stable")
    share = np.cumsum(weights[order]) / weights.sum()
    picks = np.unique(np.searchsorted(share, np.linspace(0, 1, CURVE_POINTS)).clip(0, len(order) - 1))
    return tuple(
        CurvePoint(float(share[p]), {name: float(column[order[p]]) for name, column in columns.items()}) for p in picks
    )
