"""A short rule: lines with conditions, of which the first that fits says what to do; in words, and priced as told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact.estimate.interval import Interval
from fairfelt.rules import Choice

from .bands import banded
from .scales import Cells, Scale, Whole
from .tree import PART_WORTH, Bounds, Part, part_cells, within


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


def better_rule(one: Priced | None, other: Priced | None) -> Priced | None:
    """The rule with the higher edge, if there is any."""
    return max((priced for priced in (one, other) if priced), key=lambda priced: priced.edge, default=None)


@dataclass(frozen=True)
class Line:
    """A choice, and any of several conditions under which it is made; none at all on the last line."""

    choice: int
    conditions: tuple[Bounds, ...] = ()


def short_rule(
    street: str, choices: Sequence[Choice], scales: Sequence[Scale], cells: Cells, unit: int, *, allows: bool = False
) -> Priced:
    """The best rule that was found, priced. Choices are in ascending order of the bet.

    allows  whether hands may be too weak for a bet, so that the largest one is made that they allow
    """
    lines = best_lines(cells, scales, unit)
    worth = int(followed(lines, cells).sum())
    return Priced(ShortRule(street, rule_words(lines, choices, scales, allows=allows)), Fraction(worth, unit))


def best_lines(
    cells: Cells, scales: Sequence[Scale], unit: int, least: Fraction = PART_WORTH, *, most: int | None = None
) -> list[Line]:
    """The best rule that was found; a part more is told where it gains that part of the Ante.

    most  parts of a rule that is searched for longer
    """
    ways = [part_cells(cells, scales, unit, least, most=most), *banded(cells, unit, least)]
    parts = max(ways, key=lambda parts: sum(part.worth for part in parts) - len(parts) * least * unit)
    return lines_of(cells, parts)


def followed(lines: Sequence[Line], cells: Cells) -> Whole:
    """[cell]: what the rule is worth there."""
    return np.take_along_axis(cells.worth, follow(lines, cells)[:, None], axis=1)[:, 0]


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


def follow(lines: Sequence[Line], cells: Cells) -> Whole:
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
