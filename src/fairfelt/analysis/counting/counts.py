"""Counts: a tag for every kind of card, how well they follow the effects of removal, and the best ones to remember."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import Card

from .shoe_bet import CardClass, ShoeBet, kinds_without

MOST_TRIED = 4_000_000
"""Rows of tags; where there are more, tags go from -1 to +1."""


@dataclass(frozen=True)
class Count:
    """Tags by kind of card, added up as cards are seen."""

    name: str
    tags: tuple[int, ...]
    correlation: float
    """With the effects of removal: 1 is as good as a count of this kind can be."""
    sum: int
    """Of the tags of a whole shoe: 0 where the count is balanced."""

    @property
    def is_balanced(self) -> bool:
        """Whether it comes out at nothing over a whole shoe."""
        return self.sum == 0


def correlation(tags: Sequence[float], effects: Sequence[Effect]) -> float:
    """Over all cards of the shoe, both taken from their means."""
    copies = np.array([effect.copies for effect in effects], float)
    worth = np.array([float(effect.on_edge) for effect in effects])
    marks = np.array(tags, float)
    worth, marks = (numbers - (numbers * copies).sum() / copies.sum() for numbers in (worth, marks))
    spread = sqrt((copies * worth**2).sum() * (copies * marks**2).sum())
    return float((copies * worth * marks).sum() / spread) if spread else 0.0


def count_of(name: str, tags: Sequence[int], effects: Sequence[Effect]) -> Count:
    """A count from its tags."""
    total = sum(tag * effect.copies for tag, effect in zip(tags, effects, strict=True))
    return Count(name, tuple(tags), correlation(tags, effects), total)


def linear_count(effects: Sequence[Effect]) -> tuple[float, ...]:
    """The best tags of all, in units of the greatest: the effects of removal themselves, from their mean."""
    copies = sum(effect.copies for effect in effects)
    mean = sum(float(effect.on_edge) * effect.copies for effect in effects) / copies
    worth = [float(effect.on_edge) - mean for effect in effects]
    greatest = max(map(abs, worth)) or 1.0
    return tuple(each / greatest for each in worth)


def best_count(effects: Sequence[Effect], *, balanced: bool) -> Count:
    """The tags from -2 to +2 that follow the effects best; of equals the ones with the least sum of sizes.

    Of kinds with as many cards each, the better one never has the smaller tag: exchanging the two would fit better, and
    change neither the sum nor the squares. So those orders are all that has to be tried.
    """
    worth, kinds = np.array(linear_count(effects)), defaultdict(list)
    for at, effect in enumerate(effects):
        kinds[effect.copies].append(at)
    groups = [_Group(copies, sorted(places, key=lambda at: worth[at]), worth) for copies, places in kinds.items()]
    if prod(len(group.tags) for group in groups) > MOST_TRIED:
        groups = [_Group(group.copies, group.places, worth, levels=(-1, 0, 1)) for group in groups]
    sums, squares, cross, sizes = (_outer([getattr(group, name) for group in groups]) for name in _Group.SUMS)
    spread = squares - sums**2 / sum(effect.copies for effect in effects)
    with np.errstate(divide="ignore", invalid="ignore"):
        fit = np.where((spread > 0) & ((sums == 0) | (not balanced)), cross / np.sqrt(spread), 0.0)
    best = np.lexsort((sizes, -np.round(fit, 12)))[0]
    tags = [0] * len(effects)
    for group, row in zip(groups, np.unravel_index(best, [len(group.tags) for group in groups]), strict=True):
        for place, tag in zip(group.places, group.tags[row], strict=True):
            tags[place] = int(tag)
    return count_of("best balanced" if balanced else "best unbalanced", tags, effects)


class _Group:
    """Kinds with as many cards each, the worst first, and every rising row of tags."""

    SUMS = ("sums", "squares", "cross", "sizes")

    def __init__(
        self, copies: int, places: list[int], worth: NDArray[np.float64], levels: Sequence[int] = range(-2, 3)
    ) -> None:
        self.copies, self.places = copies, places
        self.tags = np.array(list(combinations_with_replacement(levels, len(places))), np.int64)
        self.sums = copies * self.tags.sum(axis=1)
        self.squares = copies * (self.tags**2).sum(axis=1)
        self.cross = copies * self.tags @ worth[places]
        self.sizes = np.abs(self.tags).sum(axis=1)


def _outer(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Every sum of one number of each part, in the order of the parts."""
    whole = parts[0]
    for part in parts[1:]:
        whole = np.add.outer(whole, part).ravel()
    return whole


@dataclass(frozen=True)
class Effect:
    """What one card of a kind is worth when it is gone."""

    kind: CardClass
    copies: int
    on_edge: Fraction
    """Added to the player's expected result of one unit."""
    on_chance: Fraction
    """Added to the chance to win."""


def effects_of_removal(bet: ShoeBet) -> tuple[Effect, ...]:
    """For every kind of card: the expected result without one of them, less that of the whole shoe."""
    whole, chance = bet.expected(bet.copies), bet.chance(bet.copies)
    found = []
    for at, (kind, copies) in enumerate(zip(bet.classes, bet.copies, strict=True)):
        left = tuple(many - (at == other) for other, many in enumerate(bet.copies))
        found.append(Effect(kind, copies, bet.expected(left) - whole, bet.chance(left) - chance))
    return tuple(found)


def edge_with(bet: ShoeBet, removed: Sequence[Card]) -> Fraction:
    """The player's expected result of one unit when those cards have gone."""
    return bet.expected(kinds_without(bet, list(removed)))
