"""What a sample counts: rounds by how they end, as far as some wagers can report, and what these endings come to.

Money is left out until the end: an ending is settled then, by the same Python that settles one of the exact count, for
every wager and every paytable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import inf, lcm, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending, Rows, net_result, settle_ending, showdown_rows, wager_tables
from fairfelt.engine.core.tree import Path, tree_of
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solvers.general.settlements import HandRead, hands_read
from fairfelt.rules import Cards, Facts, Game, Kind, Paytable, Wager

ALL = ""
"""Stands for the round, and for every wager of which nothing else was counted."""
Results = list[tuple[Fraction, int]]
"""By ending, what one player wins and the units that this is measured by: those on the wager, or on the Ante for the
round and for a bonus."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Endings, and how often players came to each."""

    game: Game
    endings: Sequence[Ending]
    counts: NDArray[np.int64]
    pairs: NDArray[np.int64]
    """[ending, ending]: of every two seats of a round, once; empty for a single seat."""
    results: Results | None = None
    """What the rounds came to, where that is all that was counted, and no ending is known."""

    def round_results(self) -> Results:
        """All wagers of the game itself, in units of the first one."""
        return self.results or [(net_result(self.game, ending)[0], 1) for ending in self.endings]

    def wager_results(self, wager: Wager, table: Paytable, others: int = 0) -> Results:
        """One wager by one of its paytables, with the envy that the other seats get for the hand."""
        found = []
        for ending in self.endings:
            outcome, units = settle_ending(self.game, wager, table, ending)
            envy = table.envy.per_unit(outcome.line) if table.envy else 0
            found.append((outcome.pay.net * units + others * envy, units))
        return found

    def as_opened_with(self, wager: Wager) -> Tally:
        """The same rounds for a player who had opened with that bet, where no later choice could depend on it."""
        street = self.game.opening_choice
        if not street or wager.kind is not Kind.OPENING or self.game.streets:
            return self
        path: Path = tuple((street.name, choice) for choice in street.choices if choice.bet == wager.name)
        return replace(self, endings=[replace(ending, choices=path) for ending in self.endings])


class TallyCounter:
    """Counts rounds one by one, each by what its players end with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._numbers: dict[Ending, int] = {}
        self._counts, self._pairs = Counter[int](), Counter[tuple[int, int]]()

    def add(self, ends: Iterable[Ending], times: int = 1) -> None:
        """Some rounds that ended alike."""
        numbers = [self._numbers.setdefault(end, len(self._numbers)) for end in ends]
        for number in numbers:
            self._counts[number] += times
        for pair in combinations(numbers, 2):
            self._pairs[pair] += times

    def tally(self) -> Tally:
        size = len(self._numbers)
        pairs = np.zeros((size, size) if self._pairs else (0, 0), np.int64)
        for pair, times in self._pairs.items():
            pairs[pair] = times
        counts = np.array([self._counts[number] for number in range(size)], np.int64)
        return Tally(self.game, tuple(self._numbers), counts, pairs)


# Mean and standard error from counts, in integers up to the last division.
#
# A mean is all that was won over all units staked, of all seats. Its error goes by rounds, which are independent of
# each other. Let X be what the seats win in a round and U what they stake, each a sum over seats; then
#
#       mean            =  sum X / sum U
#       standard error  =  sqrt( n / (n - 1) * sum (X - mean * U)^2 )  /  sum U          over n rounds
#
# and a sum of X * U over rounds is the sum over all endings and twice that over all pairs of endings.


@dataclass(frozen=True)
class Estimate:
    """A mean and how far it may be off."""

    mean: float
    standard_error: float
    """Infinite where one round, or no stake at all, says nothing about it."""
    between_seats: float = 0.0
    """The part of its square that comes of seats that share a round; nothing where there is one."""
    between_error: float = 0.0
    """The standard error of that part, by the products that were seen: rare large ones make it wide."""


def estimate(tally: Tally, results: Results, rounds: int) -> Estimate:
    counts, pairs, won, staked = _merge_equal(tally, results)
    total, stake = int((counts * won).sum()), int((counts * staked).sum())
    if not stake:
        return Estimate(0.0, inf)
    mean = Fraction(total, stake)
    off = won - mean * staked
    alone, between = (counts * off * off).sum(), 2 * (off @ pairs @ off) if pairs.size else 0
    error = sqrt((alone + between) * rounds / (rounds - 1)) / stake if rounds > 1 else inf
    return Estimate(float(mean), error, float(Fraction(between) / stake**2), _between_error(pairs, off, stake))


def _between_error(pairs: Any, off: Any, stake: int) -> float:
    """The standard error of twice the sum over pairs of seats of the product of what they are off, by stake².

    n pairs with products z: 2 * sqrt(sum of z² - (sum of z)² / n) / stake².
    """
    if not (n := int(pairs.sum()) if pairs.size else 0):
        return 0.0
    squares, total = (off * off) @ pairs @ (off * off), off @ pairs @ off
    return 2 * sqrt(squares - Fraction(total * total) / n) / stake**2


def _merge_equal(tally: Tally, results: Results) -> tuple[Any, Any, Any, Any]:
    """Counts, pairs, won and staked, where equal endings are one, on a scale that makes all integers."""
    groups: dict[tuple[Fraction, int], int] = {}
    group = np.array([groups.setdefault(result, len(groups)) for result in results], np.int64)
    counts = np.zeros(len(groups), np.int64)
    np.add.at(counts, group, tally.counts)
    pairs = np.zeros((len(groups),) * 2 if tally.pairs.size else (0, 0), np.int64)
    if tally.pairs.size:
        np.add.at(pairs, (group[:, None], group[None, :]), tally.pairs)
    scale = lcm(*(won.denominator for won, _ in groups))
    won, staked = (np.array([int(each[at] * scale) for each in groups], object) for at in range(2))
    return counts.astype(object), pairs.astype(object), won, staked


# What the kernels of dealt games can tell apart.


@dataclass(frozen=True, eq=False)
class Cells:
    """Wagers that are settled by the same facts: a path, a row of the showdown, the line of one hand.

    All endings that no paytable of these wagers can tell apart are one cell.
    """

    game: Game
    wagers: tuple[Wager, ...]
    rows: Rows | None
    hand: HandRead | None

    @property
    def numbers(self) -> NDArray[np.uint16]:
        """[path, row, line]: the number of the cell."""
        return self._found[0]

    @property
    def endings(self) -> list[Ending]:
        """[cell]: one of its endings."""
        return self._found[1]

    def __len__(self) -> int:
        return len(self.endings)

    @cached_property
    def _found(self) -> tuple[NDArray[np.uint16], list[Ending]]:
        paths, lines = tree_of(self.game).paths, len(self.hand.numbers) if self.hand else 1
        shape = len(paths), len(self.rows) if self.rows else 1, lines
        known: dict[object, int] = {}
        numbers, endings = list[int](), list[Ending]()
        for path, row, line in product(*map(range, shape)):
            ending = Ending(paths[path], self.rows.facts[row] if self.rows else Facts(player=line), line, 0)
            answers = tuple(settle_ending(self.game, *table, ending) for table in wager_tables(self.wagers))
            numbers.append(known.setdefault(answers, len(known)))
            if numbers[-1] == len(endings):
                endings.append(ending)
        return np.array(numbers, np.uint16).reshape(shape), endings


def cells_of(game: Game) -> tuple[Cells, ...]:
    """First the game itself, with all side bets that need to know no more; then the others by what they read."""
    read = hands_read(game, (_without_empty_places(game, wager) for wager in game.wagers))
    base = [hand for hand in read if any(game.wager(name).is_base for name in hand.wagers)]
    if len(base) > 1:
        raise Unsolved(f"{game.title}: its own wagers are paid by {len(base)} different hands; one is dealt so far")
    others = [hand for hand in read if hand not in base]
    inside = tuple(w for w in game.wagers if not any(w.name in hand.wagers for hand in others))
    first = Cells(game, inside, showdown_rows(game) if game.showdown else None, next(iter(base), None))
    return (first, *(Cells(game, tuple(map(game.wager, hand.wagers)), None, hand) for hand in others))


def _without_empty_places(game: Game, wager: Wager) -> Wager:
    """A wager that reads the places that get cards, so that those that read the same ones are alike."""
    dealt = Cards(sum(place.value for place in Cards if game.deal.count(place)))
    return replace(wager, on=wager.on & dealt, against=wager.against and wager.against & dealt)
