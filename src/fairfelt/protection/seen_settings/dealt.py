"""Three to six of the dealer's cards seen: sampled hands, each set in every way that is allowed.

What is averaged is the gain over the house way, whose edge is counted; every hand that the dealer can have is weighed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Progress
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.estimate.interval import paired_interval
from fairfelt.exact.solvers.pai_gow.kernels import count_classes
from fairfelt.exact.solvers.pai_gow.settings import all_settings
from fairfelt.exact.solvers.pai_gow.seven_cards import ClassTables, seven_cards
from fairfelt.exact.solvers.pai_gow.solver import counter_of
from fairfelt.exact.solvers.three_hands.classes import three_classes
from fairfelt.exact.solvers.three_hands.settings import house_values, settings_of, values_of
from fairfelt.rules import Facts, Game, PaiGowPoker, Result, SetFacts
from fairfelt.rules.courses.three_hands import ThreeHands

from .sample import SetGain

SIZE = 7
Ints = NDArray[np.int64]
Hands = tuple[Ints, ...]
"""[class]: the value of each hand that seven cards are set in, the largest hand first."""


class Setter(Protocol):
    """How a game sets seven cards."""

    def classes_with(self, cards: Ints, faces: Ints) -> tuple[Ints, Ints]:
        """The classes of all hands of seven from some faces that hold some cards, and how many hands each has."""

    def house(self, classes: Ints) -> Hands:
        """What the house way makes of them."""

    def every(self, place: int) -> Hands:
        """All ways to set one class."""

    def nets(self, mine: Hands, theirs: Hands, dealers: Ints) -> NDArray[np.float64]:
        """[setting, dealer]: what settings come to against dealers' hands of those classes."""


class _PaiGow:
    def __init__(self, game: Game) -> None:
        assert isinstance(game.course, PaiGowPoker)
        self._counter = counter_of(game.course)
        self._settings = all_settings(game.course.ranking)
        self._nets = np.array([_net(game, SetFacts(result)) for result in sorted(Result)])
        self._counts = np.zeros(len(seven_cards()), np.int64)

    def classes_with(self, cards: Ints, faces: Ints) -> tuple[Ints, Ints]:
        return _counted(cards, faces, seven_cards().tables, self._counts)

    def house(self, classes: Ints) -> Hands:
        return self._counter.high[classes].astype(np.int64), self._counter.low[classes].astype(np.int64)

    def every(self, place: int) -> Hands:
        high, low = self._settings.high[place], self._settings.low[place]
        return high[high >= 0].astype(np.int64), low[high >= 0].astype(np.int64)

    def nets(self, mine: Hands, theirs: Hands, dealers: Ints) -> NDArray[np.float64]:
        return np.where(self._counter.push[dealers], 0.0, self._nets[_better(mine, theirs)])


class _ThreeHands:
    def __init__(self, game: Game) -> None:
        assert isinstance(game.course, ThreeHands)
        self._way, self._deck = game.course.way, game.deck
        self._nets = np.array([_net(game, Facts(Result.LOSS))] * 2 + [_net(game, Facts(Result.WIN))] * 2)
        self._counts = np.zeros(len(three_classes()), np.int64)

    @cached_property
    def _all(self) -> tuple[Ints, Hands]:
        """[class]: its place among the hands of the deck; and the house way's values of those."""
        values = values_of(self._way, self._deck)
        places = np.full(len(self._counts), -1, np.int64)
        places[values.classes] = np.arange(len(values.classes))
        return places, values.by_hand

    def classes_with(self, cards: Ints, faces: Ints) -> tuple[Ints, Ints]:
        return _counted(cards, faces, three_classes().tables, self._counts)

    def house(self, classes: Ints) -> Hands:
        if len(classes) < FEW:
            return house_values(self._way, classes).by_hand
        places, values = self._all
        return tuple(column[places[classes]] for column in values)

    def every(self, place: int) -> Hands:
        high, medium, low = (values[0] for values in settings_of(three_classes().hands[[place]]))
        legal = (high >= medium) & (medium >= low)
        return high[legal], medium[legal], low[legal]

    def nets(self, mine: Hands, theirs: Hands, dealers: Ints) -> NDArray[np.float64]:
        return self._nets[_better(mine, theirs)]


FEW = 20_000
"""Classes that are set one by one."""


def setter_of(game: Game) -> Setter:
    """How the game sets seven cards."""
    return _PaiGow(game) if isinstance(game.course, PaiGowPoker) else _ThreeHands(game)


def _net(game: Game, facts: Facts) -> float:
    return float(net_result(game, Ending((), facts, 0, 0))[0])


def _better(mine: Hands, theirs: Hands) -> Ints:
    """[setting, dealer]: how many of the hands are better."""
    parts = [one[:, None] > other[None, :] for one, other in zip(mine, theirs, strict=True)]
    return np.asarray(np.sum(parts, axis=0), np.int64)


def _counted(cards: Ints, faces: Ints, tables: ClassTables, counts: Ints) -> tuple[Ints, Ints]:
    """The classes that are found with their counts, which are nothing again."""
    listed = np.zeros(len(counts), np.int64)
    classes = listed[: count_classes(cards, faces, tables, counts, listed)]
    found = counts[classes]
    counts[classes] = 0
    return classes, found


def sample_settings(game: Game, seen: int, hands: int, *, seed: int = 1, progress: Progress | None = None) -> SetGain:
    """Deal so many hands with so many of the dealer's cards in sight, and set each as is best."""
    setter, gains = setter_of(game), list[float]()
    by_net: dict[float, float] = {}
    for number, (own, shown, rest) in enumerate(_deals(game, seen, hands, seed)):
        mine, _ = setter.classes_with(NOTHING, own)
        dealers, ways = setter.classes_with(shown, rest)
        theirs, weights = setter.house(dealers), ways / ways.sum()
        nets = setter.nets(setter.every(int(mine[0])), theirs, dealers)
        means = nets @ weights
        plain = setter.nets(setter.house(mine), theirs, dealers) @ weights
        gains.append(float(means.max() - plain[0]))
        for net in np.unique(nets[means.argmax()]):
            share = float(weights[nets[means.argmax()] == net].sum()) / hands
            by_net[float(net)] = by_net.get(float(net), 0.0) + share
        if progress and number % 16 == 0:
            progress(number, hands, game.title)
    gain = np.array(gains)
    results = tuple((Fraction(net).limit_denominator(1000), share) for net, share in sorted(by_net.items()))
    return SetGain(float(gain.mean()), paired_interval(gain, seed), results)


NOTHING = np.zeros(0, np.int64)


def _deals(game: Game, seen: int, hands: int, seed: int) -> Iterator[tuple[Ints, Ints, Ints]]:
    """The player's cards, those of the dealer's that are seen, and all that are not the player's."""
    random, deck = np.random.default_rng(seed), np.array(game.deck.faces, np.int64)
    for _ in range(hands):
        mixed = random.permutation(deck)
        yield np.sort(mixed[:SIZE]), np.sort(mixed[SIZE : SIZE + seen]), np.sort(mixed[SIZE:])
