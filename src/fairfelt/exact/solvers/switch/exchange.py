"""When to exchange second cards, and how a hand comes out after it: all four cards of a player against one up card.

Each hand is played by its own cards and the up card. What the other hand draws makes no difference to the chances, but
the two cards it lies there with do: they are gone from the shoe. So the value of a hand is asked for with every other
hand beside it, and of the two ways to lay out four cards the better one is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.solvers.blackjack.count import (
    DEALER_NATURAL,
    NAMED,
    NATURAL_PUSH,
    TWOS,
    ends_of_twos,
    name_chances,
    without,
)
from fairfelt.exact.solvers.blackjack.dealer import natural_card
from fairfelt.exact.solvers.blackjack.hands import Counts, Ints, all_hands
from fairfelt.exact.solvers.blackjack.play import NEARLY
from fairfelt.exact.solvers.blackjack.residues import Array, Floats, Numbers, Residues
from fairfelt.exact.solvers.blackjack.settling import GIVEN_UP, settling
from fairfelt.exact.solvers.blackjack.shoe import UpCardOdds, orders_for, scale_for
from fairfelt.exact.solvers.blackjack.strategy import Plan, best_plan
from fairfelt.rules import BlackjackSwitch
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE

OTHER_CARDS = 2
ENDED = [DEALER_NATURAL, NATURAL_PUSH]
"""Ends by a dealer's natural."""
PAIRS = np.full((TEN, TEN), -1, np.int64)
"""[card, card]: the place of a hand among hands of two cards; cards count from 0 here."""
for _at, _hand in enumerate(TWOS.tolist()):
    _low, _high = (card for card in range(TEN) for _ in range(all_hands().counts[_hand, card]))
    PAIRS[_low, _high] = PAIRS[_high, _low] = _at
SWITCHED_21 = len(TWOS)
"""The row of an ace and a ten that came together by an exchange."""
NATURAL = int(PAIRS[ACE - 1, TEN - 1])
FOUR_CARDS = FIRST, SECOND, OTHER_FIRST, OTHER_SECOND = np.indices((TEN,) * 4)
"""[first card, second card, first card of the other hand, its second]"""


@dataclass(frozen=True, eq=False)
class ExchangePlan:
    """What to do with four cards against one up card."""

    plan: Plan
    """How each hand is played then."""
    switches: NDArray[np.bool_]
    """[first card, second, first of the other hand, its second]"""


@dataclass(frozen=True, eq=False)
class Exchange:
    """The four cards of one player against one up card."""

    course: BlackjackSwitch
    shoe: Counts
    up: int

    def solved(self) -> tuple[ExchangePlan, Array]:
        """The best plan, and all ends of the first hand by it."""
        plan = best_plan(self.course.rules, self.shoe, self.up)
        keep, switch = self._sums(self._values(plan))
        switches = (switch > keep) & self._asked
        near = (abs(switch - keep) < NEARLY) & self._asked & (self.ways > 0)
        for four in np.argwhere(near):
            kept, switched = self.values(plan, tuple(int(card) + 1 for card in four))
            switches[tuple(four)] = switched >= kept
        found = ExchangePlan(plan, switches)
        return found, self._counted(found)

    def best_worth(self, *, nearly: bool = False) -> float:
        """What both hands come to by the better layout of every four cards, in bets and floats: no dealer's natural.

        Weighed by the chance of the up card. Nearly: as if the cards of the other hand were still in the shoe, which
        takes a fiftieth of the time.
        """
        plan = best_plan(self.course.rules, self.shoe, self.up)
        values = self._values_nearly(plan) if nearly else self._values(plan)
        keep, switch = self._sums(values)
        better = np.where(self._asked, np.maximum(keep, switch), keep)
        return float((self.ways * better).sum() / perm(sum(self.shoe), 5))

    def values(self, plan: Plan, four: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """What four cards are worth kept and exchanged, in bets, and no dealer's natural."""
        first, second, other_first, other_second = (card - 1 for card in four)
        kept = int(PAIRS[first, second]), int(PAIRS[other_first, other_second])
        changed = int(PAIRS[first, other_second]), int(PAIRS[other_first, second])
        return self._value(plan, *kept, exchanged=False), self._value(plan, *changed, exchanged=True)

    def _counted(self, found: ExchangePlan) -> Array:
        """[end]: all ends of the first hand, weighed by the probability of the cards dealt.

        A dealer's natural that was looked for ends the round before anybody exchanges cards.
        """
        numbers, after = self._numbers, self._laid_out(found.switches)
        total = numbers.zeros(self._ends)
        before = self._laid_out(np.zeros_like(found.switches)) if self.course.rules.peeks else after
        for other in range(len(TWOS)):
            if not (before[:, other].any() or after[:, other].any()):
                continue
            rows = self._ends_beside(found.plan, other, self._numbers)
            played, ended = (
                numbers.reduced(numbers.times(self._chances(ways[:, other], numbers), rows).sum(axis=0))
                for ways in (after, before)
            )
            played[ENDED] = ended[ENDED]
            total = numbers.reduced(total + played)
        return total

    def live(self, four: tuple[int, ...]) -> Fraction:
        """The probability that a dealer who has looked has no natural."""
        place = tuple(card - 1 for card in four)
        return Fraction(int(self._live[place]), sum(self.shoe) - 5)

    def share(self, made: NDArray[np.bool_]) -> Fraction:
        """The probability that such four cards are dealt, and that a dealer who has looked has no natural."""
        of = made & self._asked
        return Fraction(int((self.ways * self._live)[of].sum()), perm(sum(self.shoe), 6))

    @cached_property
    def _live(self) -> Ints:
        """[four cards]: the hole cards with which the round goes on."""
        unseen, hole = sum(self.shoe) - 5, natural_card(self.course.rules, self.up)
        if not hole or not self.course.rules.peeks:
            return np.full(FIRST.shape, unseen)
        gone = sum((card == hole - 1 for card in FOUR_CARDS), np.zeros(FIRST.shape, np.int64))
        return unseen - (self.shoe[hole - 1] - gone).clip(0)

    @cached_property
    def _asked(self) -> NDArray[np.bool_]:
        """Whether an exchange would make other hands."""
        return np.asarray((FIRST != OTHER_FIRST) & (SECOND != OTHER_SECOND))

    @cached_property
    def ways(self) -> Ints:
        """[four cards]: in how many ways they and the up card come out of the shoe."""
        assert perm(sum(self.shoe), 6) < 1 << 62, "orders of six cards fit into 64 bits"
        found = np.full(FIRST.shape, self.shoe[self.up - 1], np.int64)
        drawn: list[Ints] = [np.full(FIRST.shape, self.up - 1)]
        for card in FOUR_CARDS:
            gone = sum((before == card for before in drawn), np.zeros(FIRST.shape, np.int64))
            found = found * (np.array(self.shoe)[card] - gone).clip(0)
            drawn.append(card)
        return found

    def _row(self, pair: Ints, *, exchanged: bool) -> Ints:
        """The row of a hand: an ace and a ten may be no natural after an exchange."""
        no_natural = exchanged and not self.course.switched_natural
        return np.where((pair == NATURAL) & no_natural, SWITCHED_21, pair)

    def _sums(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[four cards]: of both hands together, kept and exchanged; `values` is by row and the hand beside it."""
        kept = PAIRS[FIRST, SECOND], PAIRS[OTHER_FIRST, OTHER_SECOND]
        changed = PAIRS[FIRST, OTHER_SECOND], PAIRS[OTHER_FIRST, SECOND]
        keep, switch = (
            values[self._row(first, exchanged=exchanged), second]
            + values[self._row(second, exchanged=exchanged), first]
            for exchanged, (first, second) in ((False, kept), (True, changed))
        )
        return keep, switch

    def _rows(self, switches: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """[four cards]: the rows of both hands as they lie there in the end."""
        kept = PAIRS[FIRST, SECOND], PAIRS[OTHER_FIRST, OTHER_SECOND]
        changed = PAIRS[FIRST, OTHER_SECOND], PAIRS[OTHER_FIRST, SECOND]
        mine, other = (
            np.where(switches, self._row(after, exchanged=True), self._row(before, exchanged=False))
            for before, after in zip(kept, changed, strict=True)
        )
        return mine, other

    def _laid_out(self, switches: NDArray[np.bool_]) -> Ints:
        """[row, other hand]: in how many ways the first hand lies there so in the end."""
        mine, other = self._rows(switches)
        found = np.zeros((SWITCHED_21 + 1, len(TWOS)), np.int64)
        np.add.at(found, (mine, np.where(other == SWITCHED_21, NATURAL, other)), self.ways)
        return found

    def layouts(self, switches: NDArray[np.bool_]) -> Ints:
        """[row, row of the other hand]: four cards, in the order in which they come, that lie there so in the end."""
        found = np.zeros((SWITCHED_21 + 1, SWITCHED_21 + 1), np.int64)
        np.add.at(found, self._rows(switches), 1)
        return found

    def both_lost_at_once(self) -> Fraction:
        """The probability of a dealer's natural that is looked for, and of none of the player's."""
        unseen = sum(self.shoe) - 5
        dealt = (PAIRS[FIRST, SECOND] != NATURAL) & (PAIRS[OTHER_FIRST, OTHER_SECOND] != NATURAL)
        return Fraction(int((self.ways * (unseen - self._live))[dealt].sum()), perm(sum(self.shoe), 6))

    def _chances(self, ways: Ints, numbers: Numbers) -> Array:
        """[row, 1]: those ways of all orders of five cards."""
        cards = sum(self.shoe)
        found = numbers.ratio(ways, cards)
        for drawn in range(1, 5):
            found = numbers.times(found, numbers.ratio(np.array([1]), cards - drawn))
        return found[:, None]

    @property
    def _ends(self) -> int:
        ends, rules = settling(self.course.rules, self.shoe), self.course.rules
        return NAMED + 2 * rules.most_hands * ends.endings * ends.results

    def _ends_beside(self, plan: Plan, other: int, numbers: Numbers) -> Array:
        """[row, end]: how every hand comes out that lies beside that other one."""
        return self._ends_of(plan, without(self.shoe, int(TWOS[other])), numbers)

    def _ends_of(self, plan: Plan, left: Counts, numbers: Numbers) -> Array:
        """[row, end]: how every hand comes out with so many cards in the shoe."""
        found = numbers.zeros(SWITCHED_21 + 1, self._ends)
        found[:SWITCHED_21] = ends_of_twos(self.course.rules, left, self.up, plan, numbers)
        found[SWITCHED_21] = self._ends_of_21(left, numbers)
        return found

    def _ends_of_21(self, left: Counts, numbers: Numbers) -> Array:
        """[end]: how an ace and a ten come out that are no natural."""
        rules, found = self.course.rules, numbers.zeros(self._ends)
        against = UpCardOdds(rules, left, self.up, all_hands().counts[[TWOS[NATURAL]]], numbers)
        found[NAMED : NAMED + GIVEN_UP] = against.standing(np.array([TWENTY_ONE]))[0]
        if rules.peeks:
            found[DEALER_NATURAL] = against.natural[0]
        return found

    def _values(self, plan: Plan) -> NDArray[np.float64]:
        """[row, other hand]: what each hand is worth beside each other one."""
        nets, found = self._nets.astype(float), np.zeros((SWITCHED_21 + 1, len(TWOS)))
        for other in self._in_the_shoe:
            found[:, other] = self._ends_beside(plan, other, Floats()) @ nets
        return found

    @property
    def _in_the_shoe(self) -> list[int]:
        """Hands of two cards that can lie there."""
        held = np.array(self.shoe) - all_hands().counts[TWOS]
        return [int(other) for other in np.flatnonzero((held >= 0).all(axis=1))]

    def _values_nearly(self, plan: Plan) -> NDArray[np.float64]:
        """[row, other hand]: the same, whatever the other hand is."""
        worth = self._ends_of(plan, self.shoe, Floats()) @ self._nets.astype(float)
        return np.repeat(worth[:, None], len(TWOS), axis=1)

    @cached_property
    def _nets(self) -> NDArray[np.object_]:
        """[end]: what it is worth in bets, and no dealer's natural: nobody exchanges cards against that."""
        ends = settling(self.course.rules, self.shoe)
        ones = np.eye(self._ends, dtype=np.int64).astype(object)
        nets = np.array([name_chances(ends, one).net for one in ones], object)
        nets[DEALER_NATURAL] = Fraction(0)
        return nets

    def _value(self, plan: Plan, hand: int, other: int, *, exchanged: bool) -> Fraction:
        """Of both hands together."""
        rules, numbers, found = self.course.rules, orders_for(self.course.rules, self.shoe, OTHER_CARDS), Fraction(0)
        for mine, beside in ((hand, other), (other, hand)):
            left = without(self.shoe, int(TWOS[beside]))
            if int(self._row(np.array(mine), exchanged=exchanged)) == SWITCHED_21:
                ends = self._ends_of_21(left, numbers)
            else:
                ends = ends_of_twos(rules, left, self.up, plan, numbers, TWOS[[mine]])[0]
            found += Fraction((ends * self._nets).sum(), numbers.scale)
        return found

    @cached_property
    def _numbers(self) -> Residues:
        return scale_of(self.course, self.shoe)[1]


def scale_of(course: BlackjackSwitch, shoe: Counts) -> tuple[int, Residues]:
    """As for one hand, with the other hand's two cards gone besides."""
    return scale_for(course.rules, shoe, others=OTHER_CARDS)


def solve_against(course: BlackjackSwitch, shoe: Counts, up: int) -> tuple[ExchangePlan, Array]:
    """The best plan against one up card, and how the first hand ends by it."""
    return Exchange(course, shoe, up).solved()
