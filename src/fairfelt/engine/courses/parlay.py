"""A win on two cards that may be left on the table for the hand of blackjack they begin: a parlay.

Two cards are drawn before the up card, so how often they make a line goes by the whole shoe; what the hand is worth
goes by what its cards count and the up card. A win is left on the table where the hand is worth something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import comb, lcm, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import whole
from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.bets.first_cards import FirstHands
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.blackjack.advice import choice_in_play, values_of
from fairfelt.engine.courses.blackjack.count import (
    DEALER_NATURAL,
    NATURAL_PUSH,
    TWOS,
    RoundChances,
    ends_of_twos,
    exact_ends,
    name_chances,
    net_of_ends,
    to_ten_digits,
)
from fairfelt.engine.courses.blackjack.covariance import product_of_split
from fairfelt.engine.courses.blackjack.hands import Counts, Ints, all_hands, natural_card, settling, shoe_of
from fairfelt.engine.courses.blackjack.numbers import Array, Floats
from fairfelt.engine.courses.blackjack.odds import scale_for
from fairfelt.engine.courses.blackjack.play import NEARLY
from fairfelt.engine.courses.blackjack.solution import BlackjackSolution, hand_ends, seconds_with
from fairfelt.engine.courses.blackjack.strategy import Plan, Strategy, best_plan, pack_strategy, read_strategy, up_cards
from fairfelt.engine.solution import HandAdvice
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.rules import BlackjackFacts, Choice, Decide, Game, Wager
from fairfelt.rules.cards import Card, Deck, format_cards
from fairfelt.rules.courses.blackjack.carried import DEALT, TAKE, CarriedState, CarriedWin, carry, street_with
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd
from fairfelt.rules.courses.blackjack.hand import is_natural, points
from fairfelt.rules.courses.blackjack.rules import BlackjackRules
from fairfelt.rules.hands import line_of
from fairfelt.runtime.compute.executors import run_tasks

NATURALS = [DEALER_NATURAL, NATURAL_PUSH]
"""Ends by a dealer's natural: no win is left on the table against that."""


@dataclass(frozen=True, eq=False)
class UpCardPlan:
    """What to do against one up card."""

    plan: Plan
    carries: NDArray[np.bool_]
    """[hand of two cards]: whether a win is left on it."""
    ends: Array
    """[line, end]: how hands end that a win of that line is left on, weighed by the chance of the cards."""


def solve_against(rules: BlackjackRules, shoe: Counts, up: int, pairs: Ints) -> UpCardPlan:
    """Weigh every hand of two cards; `pairs` says in how many ways each makes each line."""
    plan, nets = best_plan(rules, shoe, up), net_of_ends(rules, shoe)
    exact = ends_of_twos(rules, shoe, up, plan, scale_for(rules, shoe)[1])
    exact[:, NATURALS] = 0
    worth = ends_of_twos(rules, shoe, up, plan, Floats()) @ nets.astype(float)
    for hand in np.flatnonzero(abs(worth) < NEARLY):
        worth[hand] = float((exact_ends(rules, shoe, exact[hand]) * nets).sum())
    carries = worth >= 0
    ups = (np.array(shoe)[up - 1] - all_hands().counts[TWOS, up - 1]).clip(0)
    return UpCardPlan(plan, carries, ends_by_line(rules, shoe, exact, 2 * pairs * (ups * carries)[:, None]))


def ends_by_line(rules: BlackjackRules, shoe: Counts, exact: Array, ways: Ints) -> Array:
    """[line, end]: the ends of hands of two cards, weighed by `ways` [hand, line] of three cards in order."""
    numbers, cards = scale_for(rules, shoe)[1], sum(shoe)
    chances = numbers.ratio(ways, cards)
    for drawn in range(1, DEALT + 1):
        chances = numbers.times(chances, numbers.ratio(np.array([[1]]), cards - drawn))
    return np.array(
        [numbers.reduced(numbers.times(chances[:, [at]], exact).sum(axis=0)) for at in range(ways.shape[1])]
    )


def split_products(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, ways: Ints) -> NDArray[np.float64]:
    """[line]: the products of two hands of one split pair, summed over `ways` [hand, line] in which wins lie there."""
    found, twos = np.zeros(ways.shape[1]), TWOS.tolist()
    for card in sorted(plan.splits):
        row = ways[twos.index(int(all_hands().twos[card, card]))]
        if row.any():
            found += row * product_of_split(rules, shoe, up, plan, card)
    return found


@dataclass(frozen=True)
class LineHands:
    """The hands that wins of one line are left on, weighed by their chance; in units of what lies on them."""

    net: Fraction
    square: Fraction
    """Of what each hand comes to, summed."""
    products: float
    """Of two hands of one pair, multiplied."""


@dataclass(frozen=True, eq=False)
class ParlayResult:
    """The best strategy, and what it comes to: found when it is asked for."""

    course: CarriedWin
    deck: Deck
    executor: Executor | None
    known: Mapping[int, UpCardPlan] | None = None
    """The plans, where they were kept."""

    @property
    def rules(self) -> BlackjackRules:
        """Of the play of the hand."""
        return self.course.rules

    @cached_property
    def shoe(self) -> Counts:
        """Cards by what they count."""
        return shoe_of(self.deck)

    @cached_property
    def pairs(self) -> Ints:
        """[hand of two cards, line]: in how many ways the shoe deals them."""
        hands = FirstHands(self.course.ranking, self.deck, DEALT)
        place = {hand: at for at, hand in enumerate(TWOS.tolist())}
        found = np.zeros((len(TWOS), len(self.course.ranking.lines)), np.int64)
        for cards, line, ways in zip(hands.hands.tolist(), hands.lines.tolist(), hands.ways().tolist(), strict=True):
            found[place[all_hands().of(*(points(Card(card)) for card in cards))], line] += ways
        return found

    @cached_property
    def plans(self) -> Mapping[int, UpCardPlan]:
        """By up card."""
        if self.known:
            return self.known
        ups = up_cards(self.shoe)
        found = run_tasks(solve_against, [(self.rules, self.shoe, up, self.pairs) for up in ups], self.executor)
        return dict(zip(ups, found, strict=True))

    @property
    def strategy(self) -> Strategy:
        """How hands are played."""
        return {up: found.plan for up, found in self.plans.items()}

    @property
    def played_lines(self) -> list[int]:
        """Lines that win, so that they can be left on the table."""
        return [line for line, stake in enumerate(self.course.stakes) if stake]

    @cached_property
    def counted(self) -> Mapping[int, RoundChances]:
        """By line: how hands end on which a win of that line is left."""
        parts = [found.ends for found in self.plans.values()]
        ends = scale_for(self.rules, self.shoe)[1].reduced(sum(parts[1:], parts[0]))
        of = settling(self.rules, self.shoe)
        return {line: name_chances(of, exact_ends(self.rules, self.shoe, ends[line])) for line in self.played_lines}

    @cached_property
    def _products(self) -> NDArray[np.float64]:
        """[line]: the mean sum of the products of two hands of one pair, where a win of that line is left on it."""
        found, held = np.zeros(len(self.course.stakes)), all_hands().counts[TWOS]
        for up, plan in self.plans.items():
            ups = (self.shoe[up - 1] - held[:, up - 1]).clip(0)
            ways = 2 * self.pairs * (plan.carries * ups)[:, None]
            found += split_products(self.rules, self.shoe, up, plan.plan, ways)
        return found / perm(sum(self.shoe), DEALT + 1)

    def moments(self, hands: Mapping[int, LineHands]) -> tuple[Fraction, Fraction]:
        """The mean and the mean square of what the bet and the hands that it is left on come to together."""
        mean, square = Fraction(0), Fraction(0)
        for line, chance in enumerate(self.line_chances):
            won = self.course.stakes[line] - 1
            mean, square = mean + chance * won, square + chance * won**2
        for line, hand in hands.items():
            stake = self.course.stakes[line]
            mean += stake * hand.net
            square += 2 * (stake - 1) * stake * hand.net + stake**2 * (hand.square + 2 * Fraction(hand.products))
        return mean, square

    @cached_property
    def variance_of_round(self) -> Fraction:
        """Of what the bet and a hand that it is left on come to together."""
        mean, square = self.moments({
            line: LineHands(hand.net, hand.square, float(self._products[line])) for line, hand in self.counted.items()
        })  # fmt: skip
        return to_ten_digits(square - mean**2)

    @cached_property
    def line_chances(self) -> tuple[Fraction, ...]:
        """The probability of each line."""
        return tuple(Fraction(int(ways), comb(len(self.deck), DEALT)) for ways in self.pairs.sum(axis=0))

    def offered(self, line: int, *, carried: bool) -> Fraction:
        """The probability that a win of that line is offered to be left on the table, and is left there or taken."""
        cards, found, all_held = sum(self.shoe), 0, all_hands().counts[TWOS]
        for up, plan in self.plans.items():
            hole = natural_card(self.rules, up)
            for at in np.flatnonzero(plan.carries == carried).tolist():
                held = all_held[at].tolist()
                ups = max(self.shoe[up - 1] - held[up - 1], 0)
                live = cards - 3 - (self.shoe[hole - 1] - held[hole - 1] if hole else 0)
                found += 2 * int(self.pairs[at, line]) * ups * live
        return Fraction(found, perm(cards, DEALT + 2))


class ParlaySolution(BlackjackSolution):
    """The hand is played by its own cards and the up card. Every bet has its own endings."""

    @property
    def rule(self) -> str:
        return "carry to every hand that is worth something by best play, otherwise take: ask about two cards"

    def __init__(self, game: Game, result: ParlayResult) -> None:
        self.game, self.parlay = game, result
        self.result = result  # type: ignore[assignment]

    @cached_property
    def endings(self) -> tuple[Ending, ...]:  # type: ignore[override]
        """Those of the bet on two cards."""
        chances = self.parlay.line_chances
        total = lcm(*(chance.denominator for chance in chances))
        return tuple(
            Ending((), BlackjackFacts(), line, whole(chance * total)) for line, chance in enumerate(chances) if chance
        )

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        return super().endings_of(wager) if isinstance(wager.settle, BetOnHand) else self.endings

    def _ends(self, wager: Wager, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        for line, counted in self.parlay.counted.items():
            stake = self.parlay.course.stakes[line]
            yield from hand_ends(counted, bet, partial(self._making_with, wager, stake))

    def _making_with(self, wager: Wager, stake: int, times: int) -> Path:
        """The choices that make a bet where so many units are left on the table."""
        course = self.parlay.course
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
        stakes, risked = self.parlay.course.stakes, Fraction(1)
        hands = {line: LineHands(hand.net, hand.square, 0.0) for line, hand in self.parlay.counted.items()}
        for line, counted in self.parlay.counted.items():
            risked += stakes[line] * (counted.risked - 1 + self.parlay.offered(line, carried=True))
        net, _ = self.parlay.moments(hands)
        return RoundPar(
            lcm(net.denominator, risked.denominator), -net, risked, lambda: self.parlay.variance_of_round, ()
        )

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often a win is taken, and left on the table by its size."""
        street, stakes = self.parlay.course.carrying, self.parlay.course.stakes
        taken = sum((self.parlay.offered(line, carried=False) for line in self.parlay.played_lines), Fraction(0))
        sizes = dict.fromkeys(street.choices[1:], Fraction(0))
        for line in self.parlay.played_lines:
            sizes[carry(stakes[line])] += self.parlay.offered(line, carried=True)
        rows = ((choice.name, share) for choice, share in sizes.items())
        return DecisionRow(street.name, TAKE.name, taken), *(DecisionRow(street.name, *row) for row in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What it is worth to take a win and to leave it on the table."""
        self.game.deck.verify([*cards, *dealer])
        course = self.parlay.course
        stake = course.stakes[line_of(course.ranking.value(tuple(cards)))] if len(cards) == DEALT else 0
        if len(dealer) != 1 or not stake or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(
                f"{self.game.title} is decided with two cards that win and one of the dealer's cards seen, not with "
                f"{seen}"
            )
        held, up = tuple(points(card) for card in cards), points(dealer[0])
        worth = stake * self._worth(held, up)
        values = ((TAKE.name, Fraction(stake - 1)), (carry(stake).name, stake - 1 + worth))
        return HandAdvice(course.carrying.name, values)

    def _worth(self, held: tuple[int, ...], up: int) -> Fraction:
        """Of a first hand by best play, in units of what lies on it."""
        rules = self.parlay.rules
        if is_natural(held):
            return Fraction(rules.natural.net)
        values = values_of(rules, self.parlay.shoe, self.parlay.plans[up].plan, held, up)
        return max(value for _, value in values)

    def can_advise(self, state: CarriedState) -> bool:  # type: ignore[override]
        """Two cards tell all only before they are played."""
        return len(state.stakes) < len(state.lines)

    def chooses(self, state: CarriedState, decide: Decide) -> Choice | None:  # type: ignore[override]
        found = self.parlay.plans[state.table.dealer[0]]
        if decide.street == self.parlay.course.carrying:
            hand = all_hands().of(*state.table.hand(decide.player, 1).cards)
            return decide.choices[int(found.carries[TWOS.tolist().index(hand)])]
        return choice_in_play(found.plan, state.table, decide)


def solve_parlay(game: Game, executor: Executor | None = None) -> ParlayResult:
    """Make ready; no shoe of a definition can run out in a round."""
    assert isinstance(game.course, CarriedWin)
    return ParlayResult(game.course, game.deck, executor)


def pack_parlay(result: ParlayResult) -> dict[str, NDArray[Any]]:
    """The plans, on which hands a win is left, and how those end."""
    plans = [result.plans[up] for up in sorted(result.plans)]
    return {
        **pack_strategy(result.strategy),
        "carries": np.array([found.carries for found in plans]),
        "ends": np.array([found.ends for found in plans]),
    }


def read_parlay(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ParlayResult:
    """The result that was kept."""
    plans = {
        up: UpCardPlan(plan, arrays["carries"][at], arrays["ends"][at])
        for at, (up, plan) in enumerate(read_strategy(arrays).items())
    }
    return replace(solve_parlay(game), known=plans)


SOLVER = Solver(
    "a win carried to blackjack",
    lambda game: isinstance(game.course, CarriedWin),
    solve_parlay,
    ParlaySolution,
    seconds=seconds_with,
    prepare=solve_parlay,
    keeping=Keeping(pack_parlay, read_parlay, ships=True),
)
