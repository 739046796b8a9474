"""What each hand meets: the cards still to come, and how the dealer ends, given the up card and the cards gone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import DEALER_STANDS, TEN, TWENTY_ONE, BlackjackRules

from .dealer import FINALS, Draws, dealer_draws, dealer_ends
from .hands import LOSE, PUSH, WIN, Counts, Ints, Settling, all_hands, natural_card, settling

SHIFTED = 1 << 6 * np.arange(TEN, dtype=np.int64)
"""To write a set of cards as one number: no set holds 64 cards of a kind."""
Exact = NDArray[Any]
"""Python's integers: probabilities as multiples of one part of a scale."""


@dataclass(frozen=True)
class Orders:
    """Probabilities as integers: multiples of one of so many orders of cards.

    Whatever is multiplied are probabilities of cards that come one after the other, so that every division is without
    a remainder. Only sets of cards that the shoe cannot deal are off, and these are multiplied by 0.
    """

    scale: int

    def ratio(self, above: Ints, below: Ints | int) -> Exact:
        """Integers over integers that divide the scale."""
        return np.asarray(np.asarray(above, object) * (self.scale // np.asarray(below, object)), object)

    def times(self, a: Exact, b: Exact) -> Exact:
        """Element by element."""
        return np.asarray(a * b // self.scale, object)

    def drawn(self, chances: Exact, results: Exact, after: Ints) -> Exact:
        """[row, …]: results weighed by the chances [row, card] of the cards that lead to these places [row, card].

        The last of the results is that of hands that are no more: zeros.
        """
        found = zeros(len(after), *results.shape[1:])
        for chance, places in zip(chances.T, after.T, strict=True):
            found += chance.reshape(-1, *(1,) * (results.ndim - 1)) * results[places]
        return np.asarray(found // self.scale, object)

    def finals(self, draws: Draws, left: Ints, unseen: Ints) -> Exact:
        """[shoe, final]: the probability that the dealer comes to each final total."""
        found = zeros(len(left), FINALS)
        for many in np.unique(unseen).tolist():
            rows = unseen == many
            # A dealer who cannot draw so many cards has no such end.
            parts = [self.scale // max(perm(many, depth), 1) for depth in range(draws.longest + 1)]
            found[rows] = dealer_ends(draws, left[rows]) @ np.array(parts, object)
        return found

    def fractions(self, parts: Exact) -> NDArray[np.object_]:
        """[number]: these numbers as fractions."""
        return np.array([Fraction(part, self.scale) for part in parts.tolist()], object)


def zeros(*shape: int) -> Exact:
    """So many zeros."""
    return np.zeros(shape, object)


def orders_for(rules: BlackjackRules, shoe: Counts, others: int = 0) -> Orders:
    """All orders of as many cards as are ever counted together.

    Together means one hand, the pairs split around it, the dealer's, which never holds more cards than points that it
    stands on, and so many others that are known to be gone.
    """
    cards = DEALER_STANDS + int(all_hands().size.max()) + 1 + 2 * rules.most_hands + 2 * bool(rules.zaps) + others
    return Orders(perm(sum(shoe), min(sum(shoe), cards)))


@dataclass(frozen=True, eq=False)
class UpCardOdds:
    """One up card, and some sets of cards that have left the shoe besides it.

    All probabilities are of what is said *and* that the dealer, who has looked, has no natural. So nothing is ever
    divided by the probability of that, and the sums stay integers over products of numbers of cards.
    """

    rules: BlackjackRules
    shoe: Counts
    up: int
    gone: Ints
    """[set, card]"""
    orders: Orders
    known: dict[int, Exact] = field(default_factory=dict)
    """How the dealer ends, by the cards that are gone; shared by odds that differ in the sets alone."""

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
    def draw(self) -> Exact:
        """[set, card]: the probability that the next card counts so much."""
        return self.orders.ratio(self.left, self.unseen[:, None])

    @cached_property
    def natural(self) -> Exact:
        """[set]: the probability of a natural."""
        card = natural_card(self.rules, self.up)
        none = np.zeros(len(self.gone), np.int64)
        return self.orders.ratio(self.left[:, card - 1] if card else none, self.unseen)

    @cached_property
    def live(self) -> Exact:
        """[set]: the probability that the hand is played out: always, or if there is no natural."""
        one = np.full(len(self.gone), self.orders.scale, object)
        return one - self.natural if self.rules.peeks else one

    def live_with(self, cards: NDArray[np.bool_]) -> Exact:
        """[set]: the same and that the next card is one of these. cards: [set, card]"""
        orders, card = self.orders, natural_card(self.rules, self.up)
        if not card or not self.rules.peeks:
            return orders.ratio((self.left * cards).sum(axis=1), self.unseen)
        rest = self.left[:, [card - 1]] - (np.arange(1, TEN + 1) == card)
        ways = self.left * (self.unseen[:, None] - 1 - rest).clip(0)
        return orders.ratio((ways * cards).sum(axis=1), self.unseen * (self.unseen - 1))

    @cached_property
    def finals(self) -> Exact:
        """[set, final]: the dealer stands on 17, …, 21, or has 22."""
        codes = (self.gone @ SHIFTED).tolist()
        new = {code: at for at, code in enumerate(codes) if code not in self.known}
        if new:
            sets = list(new.values())
            found = self.orders.finals(dealer_draws(self.rules, self.up), self.left[sets], self.unseen[sets])
            self.known.update(zip(new, found, strict=True))
        return np.array([self.known[code] for code in codes], object).reshape(-1, FINALS)

    def standing(self, totals: Ints) -> Exact:
        """[set, result]: how a hand that stands on these totals comes out."""
        finals, below = self.finals, zeros(len(self.gone), FINALS + 1)
        np.cumsum(finals, axis=1, out=below[:, 1:])
        found = zeros(len(self.gone), 3)
        sets, at = np.arange(len(self.gone)), totals - DEALER_STANDS
        ties = at >= 0
        found[:, WIN] = below[sets, at.clip(0)]
        found[ties, PUSH] = finals[ties, at[ties]]
        found[:, LOSE] = below[:, FINALS - 1] - below[sets, at.clip(-1) + 1]
        natural = zeros(len(self.gone)) if self.rules.peeks else self.natural
        found[:, WIN] += self.live - below[:, FINALS] - natural
        found[:, PUSH] += finals[:, FINALS - 1]
        found[:, LOSE] += natural
        if self.rules.wins_with_21:
            rows = totals == TWENTY_ONE
            found[rows, WIN] += found[rows, PUSH]
            found[rows, PUSH] = 0
        return found
