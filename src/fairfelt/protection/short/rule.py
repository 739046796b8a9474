"""A short rule: the parts that a search found, in words, and what going by them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.rules import Choice

from .scales import Cells, Scale
from .tree import Bounds, Part, part_cells


@dataclass(frozen=True)
class Priced:
    """A rule for the first decision and the player's edge by it, all later decisions as good as can be."""

    rule: ShortRule
    edge: Fraction


def short_rule(
    street: str, choices: Sequence[Choice], scales: Sequence[Scale], cells: Cells, unit: int, *, allows: bool = False
) -> Priced:
    """The best rule that was found, priced. Choices are in ascending order of the bet.

    allows  whether hands may be too weak for a bet, so that the largest one is made that they allow
    """
    parts = part_cells(cells, scales, unit)
    edge = Fraction(sum(part.worth for part in parts), unit)
    return Priced(ShortRule(street, _words(cells, parts, choices, scales, allows=allows)), edge)


def _words(
    cells: Cells, parts: Sequence[Part], choices: Sequence[Choice], scales: Sequence[Scale], *, allows: bool
) -> str:
    """The largest bet first; what is done in most parts comes last and without conditions."""
    made = sorted(parts, key=lambda part: -part.choice)
    of_choice = {choice: [*some] for choice, some in groupby(made, key=lambda part: part.choice)}
    if len(of_choice) == 1:
        return f"{choices[made[0].choice]}, always"
    rest = max(of_choice, key=lambda choice: (len(of_choice[choice]), -choice))
    told, done = [], np.zeros(len(cells.levels), np.bool_)
    for choice, some in of_choice.items():
        if choice != rest:
            here = np.any([part.cells for part in some], axis=0)
            conditions = [_conditions(bounds, scales) for bounds in _loosened(cells, some, here | done)]
            least = ", or as much as your hand allows," if allows and not choices[choice].folds else ""
            told.append(f"{choices[choice]}{least} {'; or '.join(conditions)}")
            done |= here
    return "; otherwise ".join([*told, str(choices[rest])])


def _loosened(cells: Cells, parts: Sequence[Part], free: NDArray[np.bool_]) -> list[Bounds]:
    """The bounds of parts that do the same, without those that only keep out cells which are told already."""
    found: dict[Bounds, NDArray[np.bool_]] = {}
    for part in sorted(parts, key=lambda part: -int(part.cells.sum())):
        bounds = part.bounds
        for at, side in ((at, side) for at in reversed(range(len(bounds))) for side in (0, 1)):
            pair = (None, bounds[at][1]) if side == 0 else (bounds[at][0], None)
            looser = (*bounds[:at], pair, *bounds[at + 1 :])
            if not (_within(cells, looser) & ~free).any():
                bounds = looser
        found[bounds] = _within(cells, bounds)
    kept = dict(found)
    for bounds, inside in found.items():
        others = [other for each, other in kept.items() if each != bounds]
        if others and not (inside & ~np.any(others, axis=0)).any():
            del kept[bounds]
    return list(kept)


def _within(cells: Cells, bounds: Bounds) -> NDArray[np.bool_]:
    inside = np.ones(len(cells.levels), np.bool_)
    for levels, (low, high) in zip(cells.levels.T, bounds, strict=True):
        if low is not None:
            inside &= levels >= low
        if high is not None:
            inside &= levels < high
    return inside


def _conditions(bounds: Bounds, scales: Sequence[Scale]) -> str:
    words = [word for scale, pair in zip(scales, bounds, strict=True) for word in scale.words(*pair)]
    return f"if {' and '.join(words)}"
