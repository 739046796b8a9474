"""The learner of short rules: conditions on scales, put together by a search, told in words and priced as told.

A scale is one thing that a rule may ask of the visible cards, as levels in ascending order that have words. Hands that
no scale tells apart are one cell. Cells are split again and again by the condition that gains most, while a part is
worth its words: more parts are made than a rule may have, and those that gain least are put together again, since a
part that gains little may lead to one that gains much. Rules of another form are bands of what is seen, and in each of
them the larger bet from some hand on. The search compares in floating point; what a part is worth is an exact sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.estimate.interval import Interval
from fairfelt.rules import Choice

MAX_PARTS = 8
GROWN = 3
"""How many times as many parts are made before those that gain least are put together again."""
FEW_LEVELS = 14
"""A split on a scale with no more levels may be worth nothing by itself, if its halves are split again."""
MAX_LOOKED_AHEAD = 50_000
"""Cells of a part of which splits are looked at together with the next one: with more, that takes minutes."""
PART_WORTH = Fraction(1, 2_000)
"""A part more is told where it gains that part of the Ante…"""
FORGIVEN = Fraction(1, 10_000)
"""…and by a simpler scale, which comes first, where that loses no more than this."""
OWN = 2
"""The first scales are of the player's own hand."""
Steps = list[tuple[int, int | None, int | None]]
"""A choice, and from which to before which of the player's levels it is made."""
Bounds = tuple[tuple[int | None, int | None], ...]
"""[scale]: the level it begins at, and the one it ends before."""
IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Scale:
    """One thing to look at. Its levels are whole numbers; a rule asks whether they reach one."""

    at_least: Callable[[int], str]
    """As "you hold a pair or better"."""
    below: Callable[[int], str]
    """As "you hold less than a pair"."""
    between: Callable[[int, int], str] | None = None
    """From the first to the last level, where that has words of its own."""

    def words(self, low: int | None, high: int | None) -> list[str]:
        """The conditions of levels from `low` on, up to but not including `high`."""
        if low is not None and high is not None and self.between:
            return [self.between(low, high - 1)]
        found = [] if low is None else [self.at_least(low)]
        return found if high is None else [*found, self.below(high)]


@dataclass(frozen=True, eq=False)
class Cells:
    """Visible cards that no scale tells apart, together: their levels, and what each choice is worth with them."""

    levels: IntArray
    """[cell, scale]"""
    worth: IntArray
    """[cell, choice]: summed over all rounds, choices in ascending order of the bet."""

    @staticmethod
    def of(levels: IntArray, worth: IntArray) -> Cells:
        """Put equal ones together; sums are whole numbers of 64 bits, or it fails."""
        assert float(np.abs(worth.astype(np.float64)).sum()) < 2.0**62, "the sums fit 64 bits"
        least = levels.min(axis=0)
        sizes = (levels.max(axis=0) - least + 1).tolist()
        assert prod(sizes) < 1 << 62, "the levels of all scales make one number"
        keys = np.zeros(len(levels), np.int64)
        for column, first, size in zip(levels.T, least.tolist(), sizes, strict=True):
            keys = keys * size + (column - first)
        _, at, kind = np.unique(keys, return_index=True, return_inverse=True)
        found = np.zeros((len(at), worth.shape[1]), np.int64)
        np.add.at(found, kind.ravel(), worth)
        return Cells(levels[at], found)

    @cached_property
    def codes(self) -> list[tuple[IntArray, IntArray]]:
        """[scale]: the levels that there are, and [cell] the number of its level among them."""
        each = (np.unique(column, return_inverse=True) for column in self.levels.T)
        return [(kinds, codes.ravel()) for kinds, codes in each]


@dataclass(frozen=True, eq=False)
class Part:
    """Some cells, and what is done with them."""

    cells: NDArray[np.bool_]
    bounds: Bounds
    choice: int
    worth: int


@dataclass(frozen=True)
class _Split:
    """One part made two."""

    gain: int
    scale: int
    level: int
    part: Part


def part_cells(cells: Cells, unit: int, least: Fraction = PART_WORTH, most: int = MAX_PARTS) -> list[Part]:
    """The parts of the best rule that was found. `unit` is one Ante, summed over all rounds."""
    every = np.ones(len(cells.levels), np.bool_)
    parts = [_part(cells, every, ((None, None),) * cells.levels.shape[1])]
    splits, halved = {parts[0]: _promising(cells, parts[0], unit)}, dict[Part, list[Part]]()
    while len(parts) < GROWN * most:
        best = max((split for split in splits.values() if split), key=lambda split: split.gain, default=None)
        if best is None or best.gain < least * unit:
            break
        del splits[best.part]
        halves = halved[best.part] = _halves(cells, best)
        splits |= {half: _promising(cells, half, unit) for half in halves}
        parts = [half for part in parts for half in (halves if part is best.part else [part])]
    return _joined(cells, _pruned(parts, halved, most, least * unit))


def _pruned(parts: list[Part], halved: dict[Part, list[Part]], most: int, least: Fraction) -> list[Part]:
    """The same with halves made whole where that loses least, until few are left and all are worth their words."""
    while True:
        whole = {
            sum(half.worth for half in halves) - part.worth: part
            for part, halves in halved.items()
            if all(half in parts for half in halves)
        }
        if not whole or (len(parts) <= most and min(whole) >= least):
            return parts
        part = whole[min(whole)]
        parts = [part, *(each for each in parts if each not in halved[part])]


def _promising(cells: Cells, part: Part, unit: int) -> _Split | None:
    """The split that gains most; or one whose halves gain more, each split again, by the splits that this takes."""
    best = _best_split(cells, part, unit)
    if int(part.cells.sum()) > MAX_LOOKED_AHEAD:
        return best
    for scale in range(cells.levels.shape[1]):
        kinds, codes = cells.codes[scale]
        levels = kinds[np.bincount(codes[part.cells], minlength=len(kinds)) > 0]
        for level in levels[1:].tolist() if len(levels) <= FEW_LEVELS else ():
            halves = _halves(cells, _Split(0, scale, level, part))
            later = [split.gain for half in halves if (split := _best_split(cells, half, unit))]
            gain = (sum(half.worth for half in halves) + sum(later) - part.worth) // (1 + len(later))
            if best is None or gain > best.gain + FORGIVEN * unit:
                best = _Split(gain, scale, level, part)
    return best


def _joined(cells: Cells, parts: list[Part]) -> list[Part]:
    """Parts that do the same and differ on one scale only, where one begins as the other ends, are one."""
    for one in parts:
        for other in parts:
            differs = [at for at, (a, b) in enumerate(zip(one.bounds, other.bounds, strict=True)) if a != b]
            if one.choice == other.choice and len(differs) == 1 and one.bounds[differs[0]][1] is not None:
                (low, end), (begin, high) = one.bounds[differs[0]], other.bounds[differs[0]]
                if end == begin:
                    whole = (*one.bounds[: differs[0]], (low, high), *one.bounds[differs[0] + 1 :])
                    rest = [part for part in parts if part is not one and part is not other]
                    return _joined(cells, [*rest, _part(cells, one.cells | other.cells, whole)])
    return parts


def within(cells: Cells, bounds: Bounds) -> NDArray[np.bool_]:
    """[cell]: whether all its levels lie inside."""
    inside = np.ones(len(cells.levels), np.bool_)
    for levels, (low, high) in zip(cells.levels.T, bounds, strict=True):
        if low is not None:
            inside &= levels >= low
        if high is not None:
            inside &= levels < high
    return inside


def _part(cells: Cells, chosen: NDArray[np.bool_], bounds: Bounds) -> Part:
    """Of equal choices the larger bet."""
    sums = cells.worth[chosen].sum(axis=0)
    choice = len(sums) - 1 - int(np.argmax(sums[::-1]))
    return Part(chosen, bounds, choice, int(sums[choice]))


def _best_split(cells: Cells, part: Part, unit: int) -> _Split | None:
    """The condition that gains most; of those that gain about as much the one on the simplest scale."""
    found = []
    inside = np.flatnonzero(part.cells)
    worth = cells.worth[inside].astype(np.float64)
    for scale, (kinds, codes) in enumerate(cells.codes):
        here = codes[inside]
        columns = [np.bincount(here, column, len(kinds)) for column in worth.T]
        below = np.cumsum(columns, axis=1)[:, :-1]
        if not below.size:
            continue
        gains = below.max(axis=0) + (worth.sum(axis=0)[:, None] - below).max(axis=0) - part.worth
        at = int(np.argmax(gains))
        if gains[at] > 0:
            found.append(_Split(int(gains[at]), scale, int(kinds[at + 1]), part))
    if not found:
        return None
    most = max(split.gain for split in found)
    return next(split for split in found if split.gain >= most - FORGIVEN * unit)


def _halves(cells: Cells, split: _Split) -> list[Part]:
    """Both parts of it, the higher levels first."""
    part, upper = split.part, cells.levels[:, split.scale] >= split.level
    low, high = part.bounds[split.scale]
    halves = []
    for chosen, bounds in ((upper, (split.level, high)), (~upper, (low, split.level))):
        whole = (*part.bounds[: split.scale], bounds, *part.bounds[split.scale + 1 :])
        halves.append(_part(cells, part.cells & chosen, whole))
    return halves


def banded(cells: Cells, unit: int, worth: Fraction = PART_WORTH) -> Iterator[list[Part]]:
    """The best rule of this form by every scale with few levels, beside each of the player's own."""
    for own in range(min(OWN, len(cells.codes))):
        for by, (kinds, _) in enumerate(cells.codes):
            if by != own and 1 < len(kinds) <= FEW_LEVELS:
                yield _bands(cells, own, by, int(worth * unit))


def _bands(cells: Cells, own: int, by: int, price: int) -> list[Part]:
    """Neighbors in one band as long as that costs less than to tell them apart."""
    (hands, hand), (kinds, kind) = cells.codes[own], cells.codes[by]
    worth = np.zeros((len(kinds) + 1, len(hands), cells.worth.shape[1]), np.int64)
    np.add.at(worth, (kind + 1, hand), cells.worth)
    upto = np.cumsum(worth, axis=0)
    best: list[tuple[int, list[tuple[int, int, Steps]]]] = [(0, [])]
    for end in range(1, len(kinds) + 1):
        ways = []
        for start in range(end):
            value, steps = _best_steps(upto[end] - upto[start], hands, price)
            before, bands = best[start]
            ways.append((before + value, [*bands, (start, end, steps)]))
        best.append(max(ways, key=lambda way: way[0]))
    parts = []
    for start, end, steps in best[-1][1]:
        for choice, low, high in steps:
            bounds: list[tuple[int | None, int | None]] = [(None, None)] * len(cells.codes)
            bounds[own], bounds[by] = (low, high), (_level(kinds, start), _level(kinds, end))
            inside = within(cells, tuple(bounds))
            parts.append(Part(inside, tuple(bounds), choice, int(cells.worth[inside, choice].sum())))
    return parts


def _best_steps(worth: IntArray, hands: IntArray, price: int) -> tuple[int, Steps]:
    """What the best thresholds come to, less the price of each; [hand, choice] are worth so much."""
    upto = np.vstack((np.zeros((1, worth.shape[1]), np.int64), np.cumsum(worth, axis=0)))
    reached, starts = upto[:, 0] - price, [np.zeros(len(upto), np.int64)]
    for choice in range(1, worth.shape[1]):
        gained = reached - upto[:, choice] - price
        gained[0] = max(int(gained[0]), -price)
        most = np.maximum.accumulate(gained)
        first = np.maximum.accumulate(np.where(gained == most, np.arange(len(gained)), 0))
        with_it = most + upto[:, choice]
        starts.append(np.where(with_it >= reached, first, -1))
        reached = np.maximum(with_it, reached)
    end, steps = len(hands), []
    for choice in reversed(range(worth.shape[1])):
        start = int(starts[choice][end])
        if 0 <= start < end or (choice == 0 and end):
            start = start if choice else 0
            steps.append((choice, _level(hands, start), _level(hands, end)))
            end = start
    return int(reached[-1]), steps


def _level(levels: IntArray, at: int) -> int | None:
    """None at either end."""
    return int(levels[at]) if 0 < at < len(levels) else None


@dataclass(frozen=True)
class Priced:
    """A rule for the first decision and the player's edge by it, all later decisions as good as can be."""

    rule: ShortRule
    edge: Fraction
    interval: Interval | None = None
    """In which the edge lies, where the rule was priced by a sample."""

    def at_most(self, best: Fraction) -> Priced:
        """No rule is worth more than best play, whatever a sample says."""
        lies = self.interval and self.interval.cut(most=float(best))
        return replace(self, edge=min(self.edge, best), interval=lies)


@dataclass(frozen=True)
class Line:
    """A choice, and any of several conditions under which it is made; none at all on the last line."""

    choice: int
    conditions: tuple[Bounds, ...] = ()


def best_lines(cells: Cells, unit: int, least: Fraction, most: int) -> list[Line]:
    """The best rule that was found; a part more is told where it gains that part of the Ante."""
    ways = [part_cells(cells, unit, least, most), *banded(cells, unit, least)]
    parts = max(ways, key=lambda parts: sum(part.worth for part in parts) - len(parts) * least * unit)
    return lines_of(cells, parts)


def lines_of(cells: Cells, parts: Sequence[Part]) -> list[Line]:
    """The largest bet first; what is done in most parts comes last and without conditions."""
    made = {part.choice for part in parts}
    rest = max(made, key=lambda choice: (sum(part.choice == choice for part in parts), -choice))
    lines, told = [], np.zeros(len(cells.levels), np.bool_)
    for choice in sorted(made - {rest}, reverse=True):
        some = [part for part in parts if part.choice == choice]
        told |= np.any([part.cells for part in some], axis=0)
        lines.append(Line(choice, tuple(_loosened(cells, some, told))))
    return [*lines, Line(rest)]


def follow(lines: Sequence[Line], cells: Cells) -> IntArray:
    """[cell]: what the first line that fits says."""
    *told, last = lines
    made = np.full(len(cells.levels), last.choice, np.int64)
    for line in reversed(told):
        made[np.any([within(cells, bounds) for bounds in line.conditions], axis=0)] = line.choice
    return made


def _loosened(cells: Cells, parts: Sequence[Part], free: NDArray[np.bool_]) -> list[Bounds]:
    """The bounds of parts that do the same, without those that only keep out cells which are told already."""
    found: dict[Bounds, NDArray[np.bool_]] = {}
    for part in sorted(parts, key=lambda part: -int(part.cells.sum())):
        bounds = part.bounds
        for at, side in ((at, side) for at in reversed(range(len(bounds))) for side in (0, 1)):
            pair = (None, bounds[at][1]) if side == 0 else (bounds[at][0], None)
            looser = (*bounds[:at], pair, *bounds[at + 1 :])
            if not (within(cells, looser) & ~free).any():
                bounds = looser
        found[bounds] = within(cells, bounds)
    kept = dict(found)
    for bounds, inside in found.items():
        others = [other for each, other in kept.items() if each != bounds]
        if others and not (inside & ~np.any(others, axis=0)).any():
            del kept[bounds]
    return list(kept)


def rule_words(lines: Sequence[Line], choices: Sequence[Choice], scales: Sequence[Scale], *, allows: bool) -> str:
    """As "Play 3x if you have a flush or better; otherwise fold"."""
    *told, last = lines
    most = ["" if choice.folds or not allows else ", or as much as your hand allows" for choice in choices]
    otherwise = f"{choices[last.choice]}{most[last.choice]}"
    if not told:
        return f"{otherwise}, always"
    said = []
    for line in told:
        comma = "," if most[line.choice] else ""
        conditions = "; or ".join(_condition(each, scales) for each in line.conditions)
        said.append(f"{choices[line.choice]}{most[line.choice]}{comma} {conditions}")
    return "; otherwise ".join([*said, otherwise])


def _condition(bounds: Bounds, scales: Sequence[Scale]) -> str:
    words = [word for scale, pair in zip(scales, bounds, strict=True) for word in scale.words(*pair)]
    return f"if {' and '.join(words)}"
