"""Means and covariances of several bets, out of what they come to in rounds that are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from fairfelt.exact import Solution

from ..bets import WinningsError

Means = tuple[Fraction, ...]
Covariances = tuple[tuple[Fraction, ...], ...]
Row = tuple[int, Sequence[Fraction]]
"""So many rounds, and what each bet comes to in them."""


def moments(rows: Iterable[Row], size: int) -> tuple[Means, Covariances]:
    """Means and covariances of so many bets, each once for every round."""
    total, sums, products = 0, [Fraction(0)] * size, [[Fraction(0)] * size for _ in range(size)]
    for rounds, nets in rows:
        total += rounds
        for at, one in enumerate(nets):
            sums[at] += one * rounds
            for other in range(at, size):
                products[at][other] += one * nets[other] * rounds
    means = tuple(each / total for each in sums)
    return means, tuple(
        tuple(products[min(a, b)][max(a, b)] / total - means[a] * means[b] for b in range(size)) for a in range(size)
    )


def check_round(solution: Solution, mean: Fraction) -> None:
    """Refuse a game whose endings do not tell the whole round."""
    if mean + solution.round.house_edge:
        raise WinningsError(f"{solution.game.title}: the bets of a round are counted one by one: ask for one of them")
