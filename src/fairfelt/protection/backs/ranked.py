"""One marked card of the dealer's: what every choice is worth by hand and by the rank of that card.

A round is counted once for each card of the dealer's that may be the marked one: any of them is as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS, Deck
from fairfelt.exact import Progress
from fairfelt.exact.core.counter import COLUMNS, JOKER, RANK_OF, Counter, IntArray
from fairfelt.exact.strategy.short import first_of_lines, threshold_words
from fairfelt.exact.strategy.steps import best_steps
from fairfelt.protection.exposed import part_of
from fairfelt.rules import Choice, Game

NUMBERS = 3
"""Result, square and hit."""


@dataclass(frozen=True, eq=False)
class RankValues:
    """Some hands of the player's, each with what is visible beside it."""

    values: IntArray
    """[hand, rank, choice]: results summed over all that can follow; a choice that may not be made is worth no more
    than another."""
    weights: IntArray
    """[hand]: how many such hands there are."""


@dataclass(frozen=True, eq=False)
class MarkedPart:
    """Some hands, played as is best by the class of the marked card."""

    sums: NDArray[Any]
    """[number]: result, its square and hits, over all rounds."""
    chosen: NDArray[Any]
    """[choice]: rounds in which each is made."""
    worth: IntArray | None = None
    """[class, kind, choice]: what hands of each kind are worth, where the player sees nothing beside them."""


class MarkedCard(Protocol):
    """A game of which one hidden card is marked, counted in parts."""

    @property
    def game(self) -> Game:
        """With one decision."""

    @property
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """In ascending order of the bet."""

    @property
    def seconds(self) -> float:
        """About, on one core."""

    @property
    def rounds(self) -> int:
        """What the parts add up to."""

    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        """The parts; where all of them need something that takes long, that is counted first."""

    def by_rank(self, *task: Any) -> RankValues:
        """One of them."""

    def play(self, classes: IntArray, *task: Any) -> MarkedPart:
        """One of them played by the class of the marked card. classes: [rank]"""

    def threshold(self, worth: IntArray) -> str:
        """The best rule by hands from some hand on, in words, where hands have kinds. worth: [kind, choice]"""


@dataclass(frozen=True, eq=False)
class MarkedShowdown:
    """A showdown with one decision."""

    counter: Counter

    @property
    def game(self) -> Game:
        return self.counter.game

    @property
    def scale(self) -> int:
        return self.counter.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.counter.choices

    @property
    def seconds(self) -> float:
        return self.counter.seconds

    @property
    def rounds(self) -> int:
        return self.counter.rounds

    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        return self.counter.tasks()

    def by_rank(self, *task: Any) -> RankValues:
        counts = self.counter.count(*task).merge(self.counter.label_ranks, COLUMNS)
        return RankValues(self.counter.decide(counts).values, counts.weights)

    def play(self, classes: IntArray, *task: Any) -> MarkedPart:
        counter = self.counter
        counts = counter.count(*task).merge(classes[counter.label_ranks], 2)
        found = counter.decide(counts)
        sums, chosen = part_of(counter.problem, found.totals)
        if counts.shown is not None:
            return MarkedPart(sums, chosen)
        worth = np.zeros((len(counter.kinds), 2, len(counter.choices)), np.int64)
        np.add.at(worth, counts.kinds, found.values * counts.weights[:, None, None])
        return MarkedPart(sums, chosen, worth.swapaxes(0, 1))

    def threshold(self, worth: IntArray) -> str:
        there, counter = worth.any(axis=1), self.counter
        seen, each = counter.kinds[there].astype(np.int64), list(worth[there].T)
        steps = best_steps(seen, np.ones(len(seen), np.int64), each, counter.problem.floors)
        named = [(counter.choices[choice], value) for choice, value in steps.starts]
        return threshold_words(named, counter.ranking, first_of_lines(seen))


def live_columns(deck: Deck) -> list[int]:
    """The columns that a deck has."""
    ranks = [at for at, letter in enumerate(RANKS) if letter in deck.ranks]
    return [*ranks, JOKER] if deck.jokers else ranks


def live_cards(deck: Deck, hands: NDArray[np.uint8]) -> IntArray:
    """[hand, rank]: cards of the deck that a hand does not hold."""
    there = np.bincount(RANK_OF[np.array(deck.faces, np.int64)], minlength=COLUMNS)
    held = (RANK_OF[hands][:, :, None] == np.arange(COLUMNS)).sum(axis=1)
    return np.asarray(there - held, np.int64)
