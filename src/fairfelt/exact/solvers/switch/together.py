"""How hands of one round come out together where a player has two: the mean product, for the variance of a round.

As with hands of a split pair, a result is a sum of parts over the cards that are drawn, and the product of two results
a sum over two parts. All four cards that lie there are counted among those of the parts, so that couples of every
layout that leave the same cards in the shoe are added up before the dealer is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from fairfelt.exact.solvers.blackjack.count import TWOS
from fairfelt.exact.solvers.blackjack.hands import Counts, Ints, all_hands
from fairfelt.exact.solvers.blackjack.settling import MONEY, Settling, settling
from fairfelt.exact.solvers.blackjack.shoe import SHIFTED
from fairfelt.exact.solvers.blackjack.splits import split_shares
from fairfelt.exact.solvers.blackjack.strategy import Plan
from fairfelt.exact.solvers.blackjack.together import (
    ENDS,
    Floating,
    HandParts,
    couples_of_split,
    parts_after_split,
    summed,
    weigh_couples,
)
from fairfelt.rules import BlackjackSwitch
from fairfelt.rules.courses.blackjack.rules import TEN

from .exchange import NATURAL, SWITCHED_21, Exchange, ExchangePlan

BLOCK = 1 << 21
"""Couples that are added up at a time."""
CODES = np.append(all_hands().counts[TWOS] @ SHIFTED, all_hands().counts[TWOS[NATURAL]] @ SHIFTED)
"""[row]: the two cards as one number."""


def products_against(course: BlackjackSwitch, shoe: Counts, up: int, found: ExchangePlan) -> float:
    """The mean of the sum of the products of two hands' results, whichever two, in the rounds with one up card."""
    look, ends = Exchange(course, shoe, up), settling(course.rules, shoe)
    layouts = look.layouts(found.switches).astype(float)
    left = np.array(shoe, np.int64)
    left[up - 1] -= 1
    rows = [*_across(ends, found.plan, layouts), *_inside(ends, found.plan, layouts)]
    sets, sums = summed(np.concatenate([codes for codes, _ in rows]), np.concatenate([sums for _, sums in rows]))
    both = weigh_couples(course.rules, left, up, sets, sums) * shoe[up - 1] / sum(shoe)
    return both + float(look.both_lost_at_once())


def _across(ends: Settling, plan: Plan, layouts: Floating) -> Iterator[tuple[Ints, Floating]]:
    """Couples of a hand of the first place and one of the second: their cards, and [cards, end] what they come to."""
    parts = [_parts(ends, plan, row) for row in range(SWITCHED_21 + 1)]
    codes = np.array(sorted({code for each in parts for code in each}), np.int64)
    table = np.zeros((len(parts), len(codes), ENDS))
    for row, each in enumerate(parts):
        table[row, np.searchsorted(codes, sorted(each))] = [each[code] for code in sorted(each)]
    beside = np.tensordot(layouts, table, 1)
    size = max(1, BLOCK // len(codes))
    for start in range(0, len(codes), size):
        some = slice(start, start + size)
        together = (codes[some, None] + codes[None, :]).ravel()
        sums = np.column_stack([(table[:, some, end].T @ beside[:, :, end]).ravel() for end in range(ENDS)])
        yield summed(together, sums)


def _parts(ends: Settling, plan: Plan, row: int) -> dict[int, Floating]:
    """The parts of what a row comes to, by all its cards: [end]."""
    hand = int(TWOS[NATURAL if row == SWITCHED_21 else row])
    low, high = (card for card in range(1, TEN + 1) for _ in range(all_hands().counts[hand, card - 1]))
    if row == NATURAL:
        return {int(CODES[row]): np.array([*[float(ends.rules.natural.net)] * (ENDS - 1), 0.0])}
    if low == high and low in plan.splits:
        return _split_parts(ends, plan, low)
    found = HandParts(ends, plan.moves[MONEY], MONEY)
    found.walk({hand: np.ones(2, np.int64)})
    return {code: part[1] for code, part in found.parts.items()}


def _split_parts(ends: Settling, plan: Plan, card: int) -> dict[int, Floating]:
    """Of all hands that a pair becomes."""
    found: dict[int, Floating] = {}
    of_one, one = parts_after_split(ends, card, plan.after_split[MONEY], MONEY), int(SHIFTED[card - 1])
    for hand in split_shares(ends.rules.hands_from(card)):
        for share, times in hand.items():
            for code, part in of_one.items():
                cards = code + (2 + share.gone) * one
                found[cards] = found.get(cards, 0) + times * part[int(share.any_second)]
    return found


def _inside(ends: Settling, plan: Plan, layouts: Floating) -> Iterator[tuple[Ints, Floating]]:
    """Couples of two hands of one split pair, beside every hand of the other place."""
    for card in sorted(plan.splits):
        row = TWOS.tolist().index(int(all_hands().twos[card, card]))
        sets, sums = couples_of_split(ends, plan, card)
        for other in np.flatnonzero(layouts[row] + layouts[:, row]):
            times = layouts[row, other] + layouts[other, row]
            yield sets + CODES[row] + CODES[other], sums * times
