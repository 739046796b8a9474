"""Splitting and splitting again: how many hands a pair becomes, and what the others say of each one's cards.

A hand is played by its own cards and the up card, so its result depends on the other hands only through the cards
that made them: pairs that were split again, and second cards that are known not to have been pairs. The order in which
hands are played makes no difference to the chances. A second card z that is no pair is "any card, less a pair", so

      E[result, z is no pair] = E[result] - P(z is a pair) · E[result with one pair card more gone]

and a hand with j such neighbors needs the results with 0 … j more pair cards gone, with binomial signs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import comb


@dataclass(frozen=True)
class SplitShare:
    """Of a hand's results: with so many pair cards gone besides the two that were split."""

    gone: int
    any_second: bool
    """Whether the second card may make a pair that is not split; otherwise it is no pair."""


Shares = Counter[SplitShare]
"""What to add up for one hand, with whole coefficients.

Each share is to be multiplied by the probability that its pair cards come in a row.
"""


@cache
def split_shares(most_hands: int) -> tuple[Shares, ...]:
    """For each hand in the order of play. A pair that is split is split again whenever it may be."""
    shares: tuple[Shares, ...] = tuple(Counter() for _ in range(most_hands))
    for pairs, closed in ways_to_split(most_hands):
        plain = sum(not free for free in closed)
        for into, free in zip(shares, closed, strict=False):
            neighbors = plain if free else plain - 1
            for more in range(neighbors + 1):
                into[SplitShare(pairs + more, free)] += (-1) ** more * comb(neighbors, more)
    return shares


def ways_to_split(most_hands: int) -> list[tuple[int, tuple[bool, ...]]]:
    """Every way in which a pair becomes hands: the pair cards that come, and which hands may have any second card."""
    return _ways(2, 0, most_hands)


def _ways(hands: int, closed: int, most: int) -> list[tuple[int, tuple[bool, ...]]]:
    """Every way from so many hands, some of them with their second card, to the end.

    Gives the pair cards still to come and, for each hand without its second card, whether that may be any card.
    """
    if closed == hands:
        return [(0, ())]
    if hands == most:
        return [(0, (True,) * (hands - closed))]
    again = [(pairs + 1, rest) for pairs, rest in _ways(hands + 1, closed, most)]
    return again + [(pairs, (False, *rest)) for pairs, rest in _ways(hands, closed + 1, most)]
