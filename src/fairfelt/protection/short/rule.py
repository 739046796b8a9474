"""A short rule: the parts that a search found, in words, and what going by them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from fairfelt.answers.strategy import ShortRule
from fairfelt.rules import Choice

from .scales import Cells, Scale
from .tree import Part, part_cells


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
    return Priced(ShortRule(street, _words(parts, choices, scales, allows=allows)), edge)


def _words(parts: Sequence[Part], choices: Sequence[Choice], scales: Sequence[Scale], *, allows: bool) -> str:
    """The largest bet first; what is done in most parts, or least, comes last and without conditions."""
    made = sorted(parts, key=lambda part: -part.choice)
    of_choice = {choice: [*some] for choice, some in groupby(made, key=lambda part: part.choice)}
    if len(of_choice) == 1:
        return f"{choices[made[0].choice]}, always"
    rest = max(of_choice, key=lambda choice: (len(of_choice[choice]), -choice))
    told = [
        f"{choices[choice]}{_allowed(choices[choice], allows=allows)} "
        + "; or ".join(_conditions(part, scales) for part in some)
        for choice, some in of_choice.items()
        if choice != rest
    ]
    return "; ".join([*told, f"otherwise {choices[rest]}"])


def _allowed(choice: Choice, *, allows: bool) -> str:
    return ", or as much as your hand allows," if allows and not choice.folds else ""


def _conditions(part: Part, scales: Sequence[Scale]) -> str:
    words = [word for scale, bounds in zip(scales, part.bounds, strict=True) for word in scale.words(*bounds)]
    return f"if {' and '.join(words)}"
