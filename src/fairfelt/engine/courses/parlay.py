"""A win on two cards that may be left on the table for the hand of blackjack they begin: a parlay.

Two cards are drawn before the up card, so how often they make a line goes by the whole shoe; what the hand is worth
goes by what its cards count and the up card. A win is left on the table where the hand is worth something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import comb, lcm, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import whole
from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.bets.census import FirstHands
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.blackjack.count import (
    DEALER_NATURAL,
    NATURAL_PUSH,
    TWOS,
    RoundChances,
    ends_of_twos,
    name_chances,
    net_of_ends,
    product_of_split,
    to_ten_digits,
)
from fairfelt.engine.courses.blackjack.dealer import orders_for
from fairfelt.engine.courses.blackjack.hands import Counts, DealerView, Ints, all_hands, natural_card, settling
from fairfelt.engine.courses.blackjack.solution import (
    BlackjackResult,
    BlackjackSolution,
    UpCardPlan,
    blackjack_solver,
    hand_ends,
)
from fairfelt.engine.courses.blackjack.strategy import Plan, best_plan, choice_in_play, values_of
from fairfelt.engine.solution import HandAdvice
from fairfelt.rules import BlackjackFacts, Choice, Decide, Wager
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd
from fairfelt.rules.courses.blackjack.hand import Hand, is_natural, points
from fairfelt.rules.courses.blackjack.rules import BlackjackRules
from fairfelt.rules.courses.blackjack.variants import DEALT, TAKE, CarriedState, CarriedWin, carry, street_with
from fairfelt.rules.hands import line_of

NATURALS = [DEALER_NATURAL, NATURAL_PUSH]
"""Ends by a dealer's natural: no win is left on the table against that."""


def solve_view(pairs: Ints, view: DealerView) -> UpCardPlan:
    """Weigh every hand of two cards; `pairs` says in how many ways each makes each line.

    Chosen is [hand of two cards], whether a win is left on it, and the ends are [line, end], weighed by the chance of
    the cards.
    """
    plan, orders = best_plan(view.rules, view.shoe, view.up), orders_for(view.rules, view.shoe)
    ends = ends_of_twos(view.rules, view.shoe, view.up, plan, orders)
    ends[:, NATURALS] = 0
    carries = (ends @ net_of_ends(view.rules, view.shoe) >= 0).astype(bool)
    chances = orders.ratio(carried_ways(pairs, view, carries), perm(sum(view.shoe), DEALT + 1))
    by_line = [orders.times(chances[:, [at]], ends).sum(axis=0) for at in range(pairs.shape[1])]
    return UpCardPlan(plan, carries, np.array(by_line, object))


def carried_ways(pairs: Ints, view: DealerView, carries: NDArray[np.bool_]) -> Ints:
    """[hand, line]: in how many orders the cards come, the dealer's among them, with which a win is left there."""
    return 2 * pairs * (carries * view.ways(all_hands().counts[TWOS]))[:, None]


def split_products(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, ways: Ints) -> NDArray[np.float64]:
    """[line]: the products of two hands of one split pair, summed over `ways` [hand, line] in which wins lie there."""
    found, twos = np.zeros(ways.shape[1]), TWOS.tolist()
    for card in sorted(plan.splits):
        row = ways[twos.index(int(all_hands().twos[card, card]))]
        if row.any():
            found += row * product_of_split(rules, shoe, up, plan, card)
    return found


class ParlayResult(BlackjackResult):
    """The best strategy, and what it comes to: found when it is asked for."""

    @property
    def course(self) -> CarriedWin:
        assert isinstance(self.game.course, CarriedWin)
        return self.game.course

    @cached_property
    def pairs(self) -> Ints:
        """[hand of two cards, line]: in how many ways the shoe deals them."""
        hands = FirstHands(self.course.ranking, self.game.deck, DEALT)
        place = {hand: at for at, hand in enumerate(TWOS.tolist())}
        found = np.zeros((len(TWOS), len(self.course.ranking.lines)), np.int64)
        for cards, line, ways in zip(hands.hands.tolist(), hands.lines.tolist(), hands.ways().tolist(), strict=True):
            found[place[all_hands().of(*(points(Card(card)) for card in cards))], line] += ways
        return found

    def _work(self) -> tuple[Callable[..., UpCardPlan], tuple[Any, ...]]:
        return solve_view, (self.pairs,)

    @property
    def played_lines(self) -> list[int]:
        """Lines that win, so that they can be left on the table."""
        return [line for line, stake in enumerate(self.course.stakes) if stake]

    @cached_property
    def counted_by_line(self) -> Mapping[int, RoundChances]:
        """How hands end on which a win of that line is left."""
        found = {}
        for line in self.played_lines:
            ends = sum(
                orders_for(view.rules, view.shoe).fractions(self.plans[view.cards].ends[line])
                * Fraction(perm(sum(view.shoe), DEALT + 1), self._deals(view))
                for view in self.views
            )
            found[line] = name_chances(settling(self.rules, self.shoe), np.asarray(ends, object))
        return found

    def _deals(self, view: DealerView) -> int:
        """Orders of two cards and those that are known of the dealer's."""
        return perm(sum(self.shoe), DEALT + len(view.cards))

    @cached_property
    def _products(self) -> NDArray[np.float64]:
        """[line]: the mean sum of the products of two hands of one pair, where a win of that line is left on it."""
        found = np.zeros(len(self.course.stakes))
        for view in self.views:
            plan = self.plans[view.cards]
            ways = carried_ways(self.pairs, view, plan.chosen)
            found += split_products(view.rules, view.shoe, view.up, plan.plan, ways) / self._deals(view)
        return found

    @cached_property
    def net(self) -> Fraction:
        """The mean of what the bet and a hand that it is left on come to together."""
        stakes = self.course.stakes
        won = sum((chance * (stakes[line] - 1) for line, chance in enumerate(self.line_chances)), Fraction(0))
        return won + sum((stakes[line] * hand.net for line, hand in self.counted_by_line.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Of what the bet and a hand that it is left on come to together."""
        stakes, products, square = self.course.stakes, self._products.tolist(), Fraction(0)
        for line, chance in enumerate(self.line_chances):
            square += chance * (stakes[line] - 1) ** 2
        for line, hand in self.counted_by_line.items():
            stake, both = stakes[line], 2 * Fraction(products[line])
            square += 2 * (stake - 1) * stake * hand.net + stake**2 * (hand.square + both)
        return to_ten_digits(square - self.net**2)

    @cached_property
    def line_chances(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(ways), comb(len(self.game.deck), DEALT)) for ways in self.pairs.sum(axis=0))

    def offered(self, line: int, *, carried: bool) -> Fraction:
        """The probability that a win of that line is offered to be left on the table, and is left there or taken."""
        cards, found, all_held = sum(self.shoe), 0, all_hands().counts[TWOS]
        for (up, *_), plan in self.plans.items():
            hole = natural_card(self.rules, up)
            for at in np.flatnonzero(plan.chosen == carried).tolist():
                held = all_held[at].tolist()
                ups = max(self.shoe[up - 1] - held[up - 1], 0)
                live = cards - 3 - (self.shoe[hole - 1] - held[hole - 1] if hole else 0)
                found += 2 * int(self.pairs[at, line]) * ups * live
        return Fraction(found, perm(cards, DEALT + 2))


class ParlaySolution(BlackjackSolution):
    """The hand is played by its own cards and the up card. Every bet has its own endings."""

    result: ParlayResult

    @property
    def rule(self) -> str:
        return "carry to every hand that is worth something by best play, otherwise take: ask about two cards"

    @cached_property
    def endings(self) -> tuple[Ending, ...]:  # type: ignore[override]
        """Those of the bet on two cards."""
        chances = self.result.line_chances
        total = lcm(*(chance.denominator for chance in chances))
        return tuple(
            Ending((), BlackjackFacts(), line, whole(chance * total)) for line, chance in enumerate(chances) if chance
        )

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        return super().endings_of(wager) if isinstance(wager.settle, BetOnHand) else self.endings

    def _ends(self, wager: Wager, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        for line, counted in self.result.counted_by_line.items():
            stake = self.result.course.stakes[line]
            yield from hand_ends(counted, bet, partial(self._making_with, wager, stake))

    def _making_with(self, wager: Wager, stake: int, times: int) -> Path:
        """The choices that make a bet where n units are left on the table."""
        course = self.result.course
        if carry(stake).bet == wager.name:
            return ((course.carrying.name, carry(stake)),)
        for number in range(1, course.rules.most_hands + 1):
            street = street_with(number, stake, course.rules)
            made = [choice for choice in street.choices if choice.bet == wager.name]
            if made:
                return tuple((street.name, choice) for choice in made[:times])
        return ()

    @cached_property
    def round(self) -> RoundPar:
        """The bet, and the hand that its win is left on."""
        stakes, risked = self.result.course.stakes, Fraction(1)
        for line, counted in self.result.counted_by_line.items():
            risked += stakes[line] * (counted.risked - 1 + self.result.offered(line, carried=True))
        net = self.result.net
        return RoundPar(lcm(net.denominator, risked.denominator), -net, risked, lambda: self.result.variance, ())

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often a win is taken, and left on the table by its size."""
        street, stakes = self.result.course.carrying, self.result.course.stakes
        taken = sum((self.result.offered(line, carried=False) for line in self.result.played_lines), Fraction(0))
        sizes = dict.fromkeys(street.choices[1:], Fraction(0))
        for line in self.result.played_lines:
            sizes[carry(stakes[line])] += self.result.offered(line, carried=True)
        rows = ((choice.name, share) for choice, share in sizes.items())
        return DecisionRow(street.name, TAKE.name, taken), *(DecisionRow(street.name, *row) for row in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What it is worth to take a win and to leave it on the table."""
        course = self.result.course
        stake = course.stakes[line_of(course.ranking.value(tuple(cards)))] if len(cards) == DEALT else 0
        fits = len(dealer) == 1 and bool(stake) and not community
        wanted = "with two cards that win and one of the dealer's cards seen"
        self.verify_decided(cards, community, dealer, fits=fits, wanted=wanted)
        held, up = tuple(points(card) for card in cards), points(dealer[0])
        worth = stake * self._worth(held, up)
        values = ((TAKE.name, Fraction(stake - 1)), (carry(stake).name, stake - 1 + worth))
        return HandAdvice(course.carrying.name, values)

    def _worth(self, held: tuple[int, ...], up: int) -> Fraction:
        """Of a first hand by best play, in units of what lies on it."""
        rules = self.result.rules
        if is_natural(held):
            return Fraction(rules.natural.net)
        hand = Hand(tuple(sorted(held)), waits=False)
        return max(values_of(rules, self.result.shoe, self.result.plans[up,].plan, hand, up).values())

    def values_in(self, state: CarriedState, decide: Decide) -> Mapping[str, Fraction]:  # type: ignore[override]
        if decide.street == self.result.course.carrying:
            return {}
        stake = state.stakes[decide.player]
        return {name: stake * value for name, value in super().values_in(state.table, decide).items()}

    def chooses(self, state: CarriedState, decide: Decide) -> Choice | None:  # type: ignore[override]
        found = self.result.against(state.table.dealer)
        if decide.street == self.result.course.carrying:
            hand = all_hands().of(*state.table.hand(decide.player, 1).cards)
            return decide.choices[int(found.chosen[TWOS.tolist().index(hand)])]
        return choice_in_play(found.plan, state.table, decide)


SOLVER = blackjack_solver("a win carried to blackjack", CarriedWin, ParlayResult, ParlaySolution)
