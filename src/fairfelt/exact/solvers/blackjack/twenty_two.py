"""How often the dealer comes to 22, and how often with cards of one suit or one color."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import perm

import numpy as np

from fairfelt.rules.courses.blackjack.facts import TwentyTwo
from fairfelt.rules.courses.blackjack.rules import TEN, BlackjackRules

from .dealer import FINALS, dealer_draws, dealer_ends
from .hands import Counts
from .kernels import LIMB

SUITS, COLORS = 4, 2


def chances_of_22(rules: BlackjackRules, shoe: Counts) -> dict[TwentyTwo, Fraction]:
    """The dealer plays alone; a part of the shoe is drawn from as if the rest could not come."""
    rules = replace(rules, pushes_22=True)
    suited = SUITS * _from_part(rules, shoe, SUITS)
    colored = COLORS * _from_part(rules, shoe, COLORS)
    every = _from_part(rules, shoe, 1)
    return {
        TwentyTwo.SUITED: suited,
        TwentyTwo.SAME_COLOR: colored - suited,
        TwentyTwo.OTHER: every - colored,
        TwentyTwo.NO: 1 - every,
    }


def _from_part(rules: BlackjackRules, shoe: Counts, parts: int) -> Fraction:
    """The probability of a 22 all of whose cards lie in one of so many equal parts of the shoe."""
    part, total = np.array(shoe, np.int64) // parts, Fraction(0)
    for up in range(1, TEN + 1):
        if not part[up - 1]:
            continue
        left = part.copy()
        left[up - 1] -= 1
        ends = dealer_ends(dealer_draws(rules, up), left[None])[0, FINALS - 1].tolist()
        ways = (Fraction(low + (high << LIMB), perm(sum(shoe) - 1, depth)) for depth, (low, high) in enumerate(ends))
        total += Fraction(int(part[up - 1]), sum(shoe)) * sum(ways)
    return total
