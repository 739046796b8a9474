"""What each side can make of seven cards: the house way of every class, and the settings to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.solvers.pai_gow.by_class import count_hands_by_class
from fairfelt.exact.solvers.pai_gow.settings import all_settings
from fairfelt.exact.solvers.pai_gow.seven_cards import LEAST as LEAST_OF_FIVE
from fairfelt.exact.solvers.pai_gow.seven_cards import ClassTables, seven_cards
from fairfelt.exact.solvers.pai_gow.solver import counter_of
from fairfelt.exact.solvers.three_hands.by_class import count_by_class
from fairfelt.exact.solvers.three_hands.classes import LEAST as LEAST_OF_FOUR
from fairfelt.exact.solvers.three_hands.classes import three_classes
from fairfelt.exact.solvers.three_hands.settings import settings_of
from fairfelt.exact.solvers.three_hands.solution import tables_of_three_hands
from fairfelt.hands.poker.joker_tables import JOKER
from fairfelt.rules import Facts, Game, PaiGowPoker, Result, SetFacts

from .dealers import RANKS, Dealers, Ints, Stand, list_dealers
from .hands import OwnClasses

JOKERS: Final = 1
"""That count for a flush."""


@dataclass(frozen=True, eq=False)
class InTwoHands:
    """Seven cards set in two hands: some courses that differ in the hands with which a dealer pushes."""

    courses: tuple[PaiGowPoker, ...]
    deck: Deck

    least = LEAST_OF_FIVE + JOKERS
    """So many cards make a flush."""

    @cached_property
    def stand(self) -> Stand:
        """The house way, and the hands with which the dealer pushes at any of the courses."""
        counters = [counter_of(course) for course in self.courses]
        pushes = np.any([counter.push for counter in counters], axis=0)
        return Stand((counters[0].high, counters[0].low), pushes)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """[class]: hands of the deck."""
        return count_hands_by_class(self.deck.faces)

    @property
    def hands(self) -> Ints:
        """[class]: one of its hands."""
        return seven_cards().hands

    @cached_property
    def scales(self) -> tuple[Ints, ...]:
        """The values that dealers have."""
        return self.stand.scales(np.flatnonzero(self.counts))

    @property
    def two_suits_from(self) -> int:
        """The first class with a flush in two suits: none."""
        return len(seven_cards())

    @property
    def tables(self) -> ClassTables:
        """By which the class of a hand is found."""
        return seven_cards().tables

    @cached_property
    def dealers(self) -> Dealers:
        """All that they can have."""
        return list_dealers(self.deck, seven_cards().flushes, self.stand, self.scales, self.tables.doubles)

    def own(self, classes: NDArray[np.int64]) -> OwnClasses:
        """What these classes can be set in."""
        all_of = all_settings(self.courses[0].ranking)
        columns = [all_of.high[classes], all_of.low[classes]]
        return own_classes(self.hands[classes], seven_cards().flushes.blocks[0].first <= classes, columns,
                           [column[classes] for column in self.stand.values], self.scales)  # fmt: skip

    def nets(self, game: Game) -> tuple[Fraction, Fraction]:
        """What a win and a loss bring."""
        by_result = {result: net_result(game, Ending((), SetFacts(result), 0, 0))[0] for result in Result}
        pushed = net_result(game, Ending((), SetFacts(Result.TIE, theirs=True), 0, 0))[0]
        assert not by_result[Result.TIE] and not pushed, "a push brings nothing"
        return by_result[Result.WIN], by_result[Result.LOSS]


@dataclass(frozen=True, eq=False)
class InThreeHands:
    """Seven cards set in three hands."""

    game: Game

    least = LEAST_OF_FOUR + JOKERS

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """[class]: hands of the deck."""
        return count_by_class(self.game.deck.faces)

    @property
    def hands(self) -> Ints:
        """[class]: one of its hands."""
        return three_classes().hands

    @cached_property
    def stand(self) -> Stand:
        """The house way; the dealer never pushes."""
        table, *_ = tables_of_three_hands(self.game)
        of = table.arrays
        columns = tuple(of[f"{hand}s"][of[hand]] for hand in ("high", "medium", "low"))
        return Stand(columns, np.zeros(len(columns[0]), np.bool_))

    @cached_property
    def scales(self) -> tuple[Ints, ...]:
        """The values that dealers have."""
        return self.stand.scales(np.flatnonzero(self.counts))

    @cached_property
    def dealers(self) -> Dealers:
        """All that they can have."""
        return list_dealers(self.game.deck, three_classes().flushes, self.stand, self.scales, self.tables.doubles)

    @property
    def two_suits_from(self) -> int:
        """The first class with a flush in two suits."""
        return three_classes().flushes.end

    @cached_property
    def tables(self) -> ClassTables:
        """By which the class of a hand is found."""
        return three_classes().tables

    def own(self, classes: NDArray[np.int64]) -> OwnClasses:
        """What these classes can be set in."""
        hands = three_classes().hands[classes]
        high, medium, low = settings_of(hands)
        legal = (high >= medium) & (medium >= low)
        every = [np.where(legal, column, -1) for column in (high, medium, low)]
        has_flush = classes >= three_classes().flushes.blocks[0].first
        house = [column[classes] for column in self.stand.values]
        return take_likeliest(own_classes(hands, has_flush, every, house, self.scales), self.below)

    @cached_property
    def below(self) -> NDArray[np.int64]:
        """[place, place, place]: dealers' hands with lower values in all three hands."""
        found = np.zeros([len(scale) + 1 for scale in self.scales], np.int64)
        classes = np.flatnonzero(self.counts)
        places = [np.searchsorted(scale, column[classes]) + 1
                  for scale, column in zip(self.scales, self.stand.values, strict=True)]  # fmt: skip
        np.add.at(found, tuple(places), self.counts[classes])
        return found.cumsum(axis=0).cumsum(axis=1).cumsum(axis=2)

    def nets(self, game: Game) -> tuple[Fraction, Fraction]:
        """What a win and a loss bring."""
        win, loss = (net_result(game, Ending((), Facts(result), 0, 0))[0] for result in (Result.WIN, Result.LOSS))
        return win, loss


def own_classes(
    hands: Ints, has_flush: NDArray[np.bool_], every: list[Ints], house: list[Ints], scales: tuple[Ints, ...]
) -> OwnClasses:
    """Classes by a hand of each, its flush in the first suit; the values of all settings, below 0 if not allowed."""
    legal = every[0] >= 0
    beaten = np.stack([np.searchsorted(scale, column) for scale, column in zip(scales, every, strict=True)], axis=2)
    last = np.stack([np.searchsorted(scale, column) for scale, column in zip(scales, house, strict=True)], axis=1)
    usual = last.astype(np.int64)
    first, settings = not_beaten(beaten.astype(np.int64), legal, usual)
    numbers = hands.astype(np.int64)
    plain = numbers < JOKER
    ranks = ((numbers[:, :, None] % RANKS == np.arange(RANKS)) & plain[:, :, None]).sum(axis=1)
    flush = np.where(numbers < RANKS, 1 << numbers % RANKS, 0).sum(axis=1) * has_flush
    return OwnClasses(ranks, (~plain).sum(axis=1), flush, usual, first, settings)


def take_likeliest(own: OwnClasses, below: NDArray[np.int64]) -> OwnClasses:
    """The same with another setting last than the house way's: the one that wins most of all hands of the deck."""
    a, b, c = own.settings.T
    wins = below[a, b, -1] + below[a, -1, c] + below[-1, b, c] - 2 * below[a, b, c]
    last = own.first[1:] - 1
    wins[last] = -1
    most = np.repeat(np.maximum.reduceat(wins, own.first[:-1]), np.diff(own.first))
    best = np.flatnonzero(wins == most)
    _, at = np.unique(np.searchsorted(last, best), return_index=True)
    settings = own.settings.copy()
    settings[last] = settings[best[at]]
    return own._replace(settings=settings)


@njit(nogil=True, cache=True)
def not_beaten(every: Array, legal: Array, house: Array) -> tuple[Array, Array]:
    """Where each class begins, and [setting, hand] those to which no other is equal or better everywhere, then the
    house way's."""
    classes, splits, hands = every.shape
    first, found = np.zeros(classes + 1, np.int64), np.zeros((classes * (splits + 1), hands), np.int64)
    end = 0
    for at in range(classes):
        begin = end
        for split in range(splits):
            if not legal[at, split]:
                continue
            kept = begin
            beaten = False
            for other in range(begin, end):
                above = _covers(found[other], every[at, split])
                beaten |= above
                if above or not _covers(every[at, split], found[other]):
                    found[kept] = found[other]
                    kept += 1
            end = kept
            if not beaten:
                found[end] = every[at, split]
                end += 1
        found[end] = house[at]
        end += 1
        first[at + 1] = end
    return first, found[:end].copy()


@njit(nogil=True, cache=True)
def _covers(one: Array, other: Array) -> Any:
    """Whether one setting is as good as another everywhere."""
    return (one >= other).all()
