"""Index play by some numbers: in every band of like hands, a choice is worth a straight line over what is shown.

Hands are in one band if plain play does the same with them, what the dealer shows lies as far above or below them, and
they are about as strong. The lines are drawn by some hands and tried on others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.sample import Sample
from fairfelt.engine.core.information_sets import offered
from fairfelt.engine.core.tree import tree_of
from fairfelt.rules import Game
from fairfelt.rules.cards import RANKS_PER_SUIT
from fairfelt.rules.hands.partial import nearest_straight, rank_counts, reads, suit_counts

from .numbers import Table, Whole

BANDS = 72
BAND_HANDS = 80
"""The fewest hands of a band, of those that lines are drawn by."""
ORDER = 64
"""More than any of the numbers that hands are put in order by."""
STEADY = 1e-3
"""Added to sums of squares, so that a number that never changes draws no line."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lesson:
    """Hands at one decision of a game, and what each choice gains on what plain play does with them."""

    table: Table
    """All that partners see."""
    plain: NDArray[np.uint8]
    """[hand]: what plain play does…"""
    gains: Values
    """[hand, choice], in ascending order of the bet: …and what is gained on it; nothing by what may not be done."""
    may: NDArray[np.bool_]
    """[hand, choice], in that order."""
    expected: Values | None = None
    """[hand]: what plain play expects of the largest bet over the smallest, beside a board."""
    sights: int = 1
    """Hands that come of one start: they stand in turns with those of the start that teaches nothing to them."""
    seed: int = 1
    """Of the sample."""

    @staticmethod
    def of(game: Game, sampled: Sample, expected: Values | None = None) -> Lesson:
        """The first decision."""
        table, order = Table.of(game, sampled.cards), list(tree_of(game).orders[0])
        may = offered(game, 0, table.own)[:, order]
        plain = sampled.values[np.arange(sampled.hands), sampled.plain][:, None]
        gains = np.where(may, (sampled.values - plain)[:, order], 0.0)
        return Lesson(table, sampled.plain, gains, may, expected, seed=sampled.lies.seed or 1)

    @property
    def learns(self) -> slice:
        """One hand of each stratum draws the lines…"""
        return slice(0, None, 2)

    @property
    def tries(self) -> slice:
        """…and the other tries them."""
        return slice(1, None, 2)

    @cached_property
    def larger(self) -> Values:
        """[hand]: what the largest bet that the hand allows gains on the smallest."""
        largest = self.may.shape[1] - 1 - self.may[:, ::-1].argmax(axis=1)
        return np.asarray(np.take_along_axis(self.gains, largest[:, None], axis=1)[:, 0] - self.gains[:, 0])

    @cached_property
    def strengths(self) -> NDArray[np.generic]:
        """[hand]: numbers in the order of strength; beside a board, by what plain play expects of the larger bet."""
        return _strengths(self.table) if self.expected is None else self.expected

    @cached_property
    def bands(self) -> Whole:
        """[hand]: the number of its band."""
        table, hands = self.table, len(self.gains)
        beside = np.zeros(hands, np.int64)
        if table.up.shape[1]:
            beside = np.sign((table.up % RANKS_PER_SUIT).max(axis=1).astype(np.int64) - table.made) + 1
        kinds = self.plain.astype(np.int64) * 3 + beside
        strengths, found, bands = self.strengths, np.zeros(hands, np.int64), 0
        for kind in np.unique(kinds).tolist():
            here = np.flatnonzero(kinds == kind)
            many = max(1, min(round(BANDS * len(here) / hands), len(here) // (2 * BAND_HANDS)))
            found[here[np.argsort(strengths[here], kind="stable")]] = bands + np.arange(len(here)) * many // len(here)
            bands += many
        return found

    @cached_property
    def known(self) -> Values:
        """[hand, number]: what the player sees anyway, beside how strong the hand is; a one first."""
        table, columns = self.table, [np.ones(len(self.gains))]
        if self.expected is not None:
            return np.stack((*columns, _steady(self.expected)), axis=1)
        if table.up.shape[1]:
            theirs, mine = table.up % RANKS_PER_SUIT, table.own % RANKS_PER_SUIT
            highest = theirs.max(axis=1)
            held = (mine[:, :, None] == theirs[:, None, :]).any(axis=2).sum(axis=1)
            columns += [_steady(number) for number in (highest, held, mine.max(axis=1) > highest)]
        if table.to_come:
            draws = suit_counts(table.mine).max(axis=1), nearest_straight(rank_counts(table.mine))
            columns += [_steady(number) for number in draws]
        return np.stack(columns, axis=1)

    def played(self, numbers: Sequence[Whole], by: slice, on: slice) -> Values:
        """[hand]: what hands gain that go by such numbers, on lines that others have drawn."""
        seen = np.column_stack((self.known, *(_steady(number) for number in numbers)))
        lines = self._lines(seen[by], self.bands[by], self.gains[by])
        guess = np.einsum("hn,hnc->hc", seen[on], lines[self.bands[on]])
        best = guess.argmax(axis=1)
        gained = np.take_along_axis(self.gains[on], best[:, None], axis=1)[:, 0]
        return np.where(guess[np.arange(len(best)), best] > 0, gained, 0.0)

    def speaks_for_more(self, numbers: Sequence[Whole]) -> list[bool]:
        """Of each number whether a higher one speaks for the larger bet, beside the others."""
        seen = np.column_stack((self.known, *(_steady(number) for number in numbers)))[self.learns]
        bands = self.bands[self.learns]
        slopes = self._lines(seen, bands, self.larger[self.learns, None])[:, -len(numbers) :, 0]
        matters = np.bincount(bands, self.gains[self.learns].max(axis=1), len(slopes))
        return [bool(slope > 0) for slope in matters @ slopes]

    def _lines(self, seen: Values, bands: Whole, gains: Values) -> Values:
        """[band, number, choice]: by least squares."""
        count = int(self.bands.max()) + 1
        width = seen.shape[1]
        squares = np.empty((count, width, width))
        sums = np.empty((count, width, gains.shape[1]))
        for one in range(width):
            for other in range(one, width):
                squares[:, one, other] = squares[:, other, one] = np.bincount(
                    bands, seen[:, one] * seen[:, other], count
                )
            for choice in range(gains.shape[1]):
                sums[:, one, choice] = np.bincount(bands, seen[:, one] * gains[:, choice], count)
        return np.asarray(np.linalg.solve(squares + np.eye(width) * STEADY, sums), np.float64)


def _steady(number: NDArray[np.generic]) -> Values:
    """About zero, and about one apart."""
    values = number.astype(np.float64)
    spread = float(values.std())
    return np.asarray((values - values.mean()) / (spread or 1.0))


def _strengths(table: Table) -> Whole:
    """[hand]: numbers in the order of strength; by pairs and ranks where no ranking reads so few cards."""
    game, mine = table.game, table.mine
    ranking = game.showdown.ranking if game.showdown else next(wager.ranking for wager in game.wagers if wager.ranking)
    if reads(ranking, mine.shape[1]):
        return np.asarray(ranking.batch(mine), np.int64)
    ranks = np.sort(mine % RANKS_PER_SUIT, axis=1)[:, ::-1].astype(np.int64)
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=(1, 2))
    return np.asarray(np.column_stack((alike, ranks)) @ ORDER ** np.arange(mine.shape[1], -1, -1), np.int64)
