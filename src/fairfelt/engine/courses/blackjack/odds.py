"""What each hand meets: the cards still to come, and how the dealer ends, given the up card and the cards gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import DEALER_STANDS, TEN, TWENTY_ONE, BlackjackRules

from .dealer import FINALS, dealer_draws, longest_draw
from .hands import LOSE, PUSH, WIN, Counts, Ints, Settling, all_hands, natural_card, settling
from .numbers import PRIME_BITS, Array, Numbers, Residues, Wholes

SHIFTED = 1 << 6 * np.arange(TEN, dtype=np.int64)
"""To write a set of cards as one number: no set holds 64 cards of a kind."""


class KnownFinals:
    """How the dealer ends, by the cards that are gone: for one table, shoe, up card and kind of numbers."""

    def __init__(self) -> None:
        self._codes: Ints = np.zeros(0, np.int64)
        self._finals: Array | None = None

    def of(self, codes: Ints, count: Callable[[Ints], Array]) -> Array:
        """[set, final]: those of the sets with these codes; `count` is asked for some of the sets by their places."""
        distinct, first, same = np.unique(codes, return_index=True, return_inverse=True)
        new = ~np.isin(distinct, self._codes)
        if self._finals is None:
            self._codes, self._finals = distinct, count(first)
        elif new.any():
            codes = np.concatenate((self._codes, distinct[new]))
            order = np.argsort(codes)
            self._codes, self._finals = codes[order], np.concatenate((self._finals, count(first[new])))[order]
        return np.asarray(self._finals[np.searchsorted(self._codes, distinct)[same]])


@dataclass(frozen=True, eq=False)
class UpCardOdds:
    """One up card, and some sets of cards that have left the shoe besides it.

    All probabilities are of what is said *and* that the dealer, who has looked, has no natural. So nothing is ever
    divided by the probability of that, and the sums stay whole numbers over products of numbers of cards.
    """

    rules: BlackjackRules
    shoe: Counts
    up: int
    gone: Ints
    """[set, card]"""
    numbers: Numbers
    known: KnownFinals = field(default_factory=KnownFinals)

    @property
    def settling(self) -> Settling:
        """How hands can end."""
        return settling(self.rules, self.shoe)

    def only(self, rows: Ints) -> UpCardOdds:
        """Some of the sets."""
        return replace(self, gone=self.gone[rows])

    @cached_property
    def left(self) -> Ints:
        """[set, card]: cards of each kind that nobody has seen, the hole card among them."""
        left = np.array(self.shoe, np.int64) - self.gone
        left[:, self.up - 1] -= 1
        return left.clip(0)

    @cached_property
    def unseen(self) -> Ints:
        """[set]: cards that nobody has seen; sets that the shoe cannot deal have no part in any result."""
        return np.asarray(sum(self.shoe) - 1 - self.gone.sum(axis=1), np.int64).clip(2)

    @cached_property
    def draw(self) -> Array:
        """[set, card]: the probability that the next card counts so much."""
        return self.numbers.ratio(self.left, self.unseen[:, None])

    @cached_property
    def natural(self) -> Array:
        """[set]: the probability of a natural."""
        card = natural_card(self.rules, self.up)
        none = np.zeros(len(self.gone), np.int64)
        return self.numbers.ratio(self.left[:, card - 1] if card else none, self.unseen)

    @cached_property
    def live(self) -> Array:
        """[set]: the probability that the hand is played out: always, or if there is no natural."""
        one = self.numbers.ratio(self.unseen, self.unseen)
        return self.numbers.reduced(one - self.natural) if self.rules.peeks else one

    def live_with(self, cards: NDArray[np.bool_]) -> Array:
        """[set]: the same and that the next card is one of these. cards: [set, card]"""
        numbers, card = self.numbers, natural_card(self.rules, self.up)
        if not card or not self.rules.peeks:
            return numbers.ratio((self.left * cards).sum(axis=1), self.unseen)
        rest = self.left[:, [card - 1]] - (np.arange(1, TEN + 1) == card)
        ways = self.left * (self.unseen[:, None] - 1 - rest).clip(0)
        return numbers.times(
            numbers.ratio((ways * cards).sum(axis=1), self.unseen), numbers.ratio(np.array(1), self.unseen - 1)
        )

    @cached_property
    def finals(self) -> Array:
        """[set, final]: the dealer stands on 17, …, 21, or has 22."""
        draws = dealer_draws(self.rules, self.up)
        count = lambda sets: self.numbers.chances(draws, self.left[sets], self.unseen[sets])  # noqa: E731
        return self.known.of(self.gone @ SHIFTED, count)

    def standing(self, totals: Ints) -> Array:
        """[set, result]: how a hand that stands on these totals comes out."""
        numbers, finals = self.numbers, self.finals
        below = numbers.zeros(len(self.gone), FINALS + 1)
        np.cumsum(finals, axis=1, out=below[:, 1:])
        found, made = numbers.zeros(len(self.gone), 3), numbers.reduced(below[:, FINALS])
        sets, at = np.arange(len(self.gone)), totals - DEALER_STANDS
        ties = at >= 0
        found[:, WIN] = below[sets, at.clip(0)]
        found[ties, PUSH] = finals[ties, at[ties]]
        found[:, LOSE] = below[:, FINALS - 1] - below[sets, at.clip(-1) + 1]
        natural = numbers.zeros(len(self.gone)) if self.rules.peeks else self.natural
        found[:, WIN] += self.live - made - natural
        found[:, PUSH] += finals[:, FINALS - 1]
        found[:, LOSE] += natural
        if self.rules.wins_with_21:
            rows = totals == TWENTY_ONE
            found[rows, WIN] += found[rows, PUSH]
            found[rows, PUSH] = 0
        return numbers.reduced(found)


def scale_for(rules: BlackjackRules, shoe: Counts, others: int = 0) -> tuple[int, Residues]:
    """All orders of as many cards as are ever counted together, and primes enough for numbers of that size."""
    deals = orders_for(rules, shoe, others).scale
    return deals, Residues(deals.bit_length() // (PRIME_BITS - 1) + 2)


def orders_for(rules: BlackjackRules, shoe: Counts, others: int = 0) -> Wholes:
    """Numbers that are whole multiples of one of those orders, as all results are.

    Together means one hand, the pairs split around it, the dealer's, and so many others that are known to be gone.
    """
    longest = max(longest_draw(rules, up) for up in range(1, TEN + 1))
    cards = 1 + longest + int(all_hands().size.max()) + 1 + 2 * rules.most_hands + 2 * bool(rules.zaps) + others
    return Wholes(perm(sum(shoe), min(sum(shoe), cards)))
