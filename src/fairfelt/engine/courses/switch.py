"""When to exchange second cards, and how a hand comes out after it: all four cards of a player against one up card.

Each hand is played by its own cards and the up card. What the other hand draws makes no difference to the chances, but
the two cards it lies there with do: they are gone from the shoe. So the value of a hand is asked for with every other
hand beside it, and of the two ways to lay out four cards the better one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.blackjack.advice import StrategyLine, choice_in_play
from fairfelt.engine.courses.blackjack.count import (
    DEALER_NATURAL,
    NAMED,
    NATURAL_PUSH,
    TWOS,
    RoundChances,
    add_up,
    ends_of_twos,
    net_of_ends,
    to_ten_digits,
)
from fairfelt.engine.courses.blackjack.covariance import (
    ENDS,
    Floating,
    HandParts,
    couples_of_split,
    parts_after_split,
    summed,
    weigh_couples,
)
from fairfelt.engine.courses.blackjack.hands import (
    GIVEN_UP,
    MONEY,
    Counts,
    Ints,
    Settling,
    all_hands,
    natural_card,
    settling,
    shoe_of,
    without,
)
from fairfelt.engine.courses.blackjack.numbers import Array, Floats, Numbers, Residues
from fairfelt.engine.courses.blackjack.odds import SHIFTED, UpCardOdds, orders_for, scale_for
from fairfelt.engine.courses.blackjack.play import NEARLY
from fairfelt.engine.courses.blackjack.solution import BlackjackSolution
from fairfelt.engine.courses.blackjack.splits import split_shares
from fairfelt.engine.courses.blackjack.strategy import Plan, Strategy, best_plan, pack_strategy, read_strategy, up_cards
from fairfelt.engine.solution import HandAdvice
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.rules import BlackjackSwitch, Choice, Decide, Game
from fairfelt.rules.cards import Card, format_cards
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd
from fairfelt.rules.courses.blackjack.hand import KEEP, points
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules
from fairfelt.rules.courses.blackjack.switch import HANDS, SWITCH, SWITCHING, SwitchState
from fairfelt.runtime.compute.executors import run_tasks

OTHER_CARDS = 2
ENDED = [DEALER_NATURAL, NATURAL_PUSH]
"""Ends by a dealer's natural."""
PAIRS = np.full((TEN, TEN), -1, np.int64)
"""[card, card]: the place of a hand among hands of two cards; cards count from 0 here."""
for _at, _hand in enumerate(TWOS.tolist()):
    _low, _high = all_hands().cards(_hand)
    PAIRS[_low - 1, _high - 1] = PAIRS[_high - 1, _low - 1] = _at
SWITCHED_21 = len(TWOS)
"""The row of an ace and a ten that came together by an exchange."""
NATURAL = int(PAIRS[ACE - 1, TEN - 1])
FOUR_CARDS = FIRST, SECOND, OTHER_FIRST, OTHER_SECOND = np.indices((TEN,) * 4)
"""[first card, second card, first card of the other hand, its second]"""
KEPT = PAIRS[FIRST, SECOND], PAIRS[OTHER_FIRST, OTHER_SECOND]
"""[four cards]: both hands as they are dealt…"""
CHANGED = PAIRS[FIRST, OTHER_SECOND], PAIRS[OTHER_FIRST, SECOND]
"""…and with their second cards exchanged."""


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
        keep, switch = self._sums(self._values_nearly(plan) if nearly else self._values(plan))
        better = np.where(self._asked, np.maximum(keep, switch), keep)
        return float((self.ways * better).sum() / perm(sum(self.shoe), 5))

    def plan_nearly(self) -> ExchangePlan:
        """The better layouts, valued as if the cards of the other hand were still in the shoe."""
        plan = best_plan(self.course.rules, self.shoe, self.up)
        keep, switch = self._sums(self._values_nearly(plan))
        return ExchangePlan(plan, (switch > keep) & self._asked)

    def values(self, plan: Plan, four: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """What four cards are worth kept and exchanged, in bets, and no dealer's natural."""
        place = tuple(card - 1 for card in four)
        kept, changed = ([int(hand[place]) for hand in hands] for hands in (KEPT, CHANGED))
        return self._value(plan, *kept, exchanged=False), self._value(plan, *changed, exchanged=True)

    def _counted(self, found: ExchangePlan) -> Array:
        """[end]: all ends of the first hand, weighed by the probability of the cards dealt.

        A dealer's natural that was looked for ends the round before anybody exchanges cards.
        """
        numbers, after = self._numbers, self._laid_out(found.switches)
        total = numbers.zeros(len(self._nets))
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
        keep, switch = (
            values[self._row(first, exchanged=exchanged), second]
            + values[self._row(second, exchanged=exchanged), first]
            for exchanged, (first, second) in ((False, KEPT), (True, CHANGED))
        )
        return keep, switch

    def _rows(self, switches: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """[four cards]: the rows of both hands as they lie there in the end."""
        mine, other = (
            np.where(switches, self._row(after, exchanged=True), self._row(before, exchanged=False))
            for before, after in zip(KEPT, CHANGED, strict=True)
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
        dealt = (KEPT[0] != NATURAL) & (KEPT[1] != NATURAL)
        return Fraction(int((self.ways * (unseen - self._live))[dealt].sum()), perm(sum(self.shoe), 6))

    def _chances(self, ways: Ints, numbers: Numbers) -> Array:
        """[row, 1]: those ways of all orders of five cards."""
        cards = sum(self.shoe)
        found = numbers.ratio(ways, cards)
        for drawn in range(1, 5):
            found = numbers.times(found, numbers.ratio(np.array([1]), cards - drawn))
        return found[:, None]

    def _ends_beside(self, plan: Plan, other: int, numbers: Numbers) -> Array:
        """[row, end]: how every hand comes out that lies beside that other one."""
        return self._ends_of(plan, without(self.shoe, *all_hands().cards(int(TWOS[other]))), numbers)

    def _ends_of(self, plan: Plan, left: Counts, numbers: Numbers) -> Array:
        """[row, end]: how every hand comes out with so many cards in the shoe."""
        found = numbers.zeros(SWITCHED_21 + 1, len(self._nets))
        found[:SWITCHED_21] = ends_of_twos(self.course.rules, left, self.up, plan, numbers)
        found[SWITCHED_21] = self._ends_of_21(left, numbers)
        return found

    def _ends_of_21(self, left: Counts, numbers: Numbers) -> Array:
        """[end]: how an ace and a ten come out that are no natural."""
        rules, found = self.course.rules, numbers.zeros(len(self._nets))
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
        """[end]: what it is worth in bets."""
        return net_of_ends(self.course.rules, self.shoe)

    def _value(self, plan: Plan, hand: int, other: int, *, exchanged: bool) -> Fraction:
        """Of both hands together."""
        rules, numbers, found = self.course.rules, orders_for(self.course.rules, self.shoe, OTHER_CARDS), Fraction(0)
        for mine, beside in ((hand, other), (other, hand)):
            left = without(self.shoe, *all_hands().cards(int(TWOS[beside])))
            if int(self._row(np.array(mine), exchanged=exchanged)) == SWITCHED_21:
                ends = self._ends_of_21(left, numbers)
            else:
                ends = ends_of_twos(rules, left, self.up, plan, numbers, TWOS[[mine]])[0]
            found += Fraction((ends * self._nets).sum(), numbers.scale)
        return found

    @cached_property
    def _numbers(self) -> Residues:
        """As for one hand, with the other hand's two cards gone besides."""
        return scale_for(self.course.rules, self.shoe, others=OTHER_CARDS)[1]


def solve_against(course: BlackjackSwitch, shoe: Counts, up: int) -> tuple[ExchangePlan, Array]:
    """The best plan against one up card, and how the first hand ends by it."""
    return Exchange(course, shoe, up).solved()


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
    low, high = all_hands().cards(hand)
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


@dataclass(frozen=True, eq=False)
class SwitchResult:
    """The best strategy for some rules and some shoe, and what it comes to: found when it is asked for."""

    course: BlackjackSwitch
    shoe: Counts
    executor: Executor | None
    known: Mapping[int, tuple[ExchangePlan, Array]] | None = None
    """By up card, where it was kept: the plan, and how the first hand ends by it."""

    @property
    def rules(self) -> BlackjackRules:
        """Of the play of each hand."""
        return self.course.rules

    @cached_property
    def by_up_card(self) -> Mapping[int, tuple[ExchangePlan, Array]]:
        if self.known:
            return self.known
        ups = up_cards(self.shoe)
        found = run_tasks(solve_against, [(self.course, self.shoe, up) for up in ups], self.executor)
        return dict(zip(ups, found, strict=True))

    @property
    def plans(self) -> Mapping[int, ExchangePlan]:
        """By up card."""
        return {up: plan for up, (plan, _) in self.by_up_card.items()}

    @property
    def strategy(self) -> Strategy:
        """How each hand is played once cards are exchanged or kept."""
        return {up: found.plan for up, found in self.plans.items()}

    @cached_property
    def counted(self) -> RoundChances:
        """How one of the two hands ends; the other one ends so as often."""
        return add_up(self.rules, self.shoe, [ends for _, ends in self.by_up_card.values()], OTHER_CARDS)

    @cached_property
    def variance_of_round(self) -> Fraction:
        """Of what both hands and all that are split from them come to."""
        tasks = [(self.course, self.shoe, up, plan) for up, plan in self.plans.items()]
        products = sum(run_tasks(products_against, tasks, self.executor))
        return to_ten_digits(HANDS * self.counted.square + 2 * Fraction(products) - (HANDS * self.counted.net) ** 2)

    @cached_property
    def asked_and_switched(self) -> tuple[Fraction, Fraction]:
        """The probability that cards are kept where there is a choice, and that they are exchanged."""
        looks = [(Exchange(self.course, self.shoe, up), found.switches) for up, found in self.plans.items()]
        kept = sum((look.share(~switches) for look, switches in looks), Fraction(0))
        return kept, sum((look.share(switches) for look, switches in looks), Fraction(0))


def solve_switch(game: Game, executor: Executor | None = None) -> SwitchResult:
    """Make ready; no shoe of a definition can run out in a round."""
    assert isinstance(game.course, BlackjackSwitch)
    shoe = shoe_of(game.deck)
    return SwitchResult(game.course, shoe, executor)


def pack_switch(result: SwitchResult) -> dict[str, NDArray[Any]]:
    """The plans and how the first hand ends by them."""
    solved = [result.by_up_card[up] for up in sorted(result.by_up_card)]
    return {
        **pack_strategy(result.strategy),
        "switches": np.array([found.switches for found, _ in solved]),
        "ends": np.array([ends for _, ends in solved]),
    }


def read_switch(game: Game, arrays: Mapping[str, NDArray[Any]]) -> SwitchResult:
    """The result that was kept."""
    strategy = read_strategy(arrays)
    found = {
        up: (ExchangePlan(plan, arrays["switches"][at]), arrays["ends"][at])
        for at, (up, plan) in enumerate(strategy.items())
    }
    return replace(solve_switch(game), known=found)


FOUR = 4


class SwitchSolution(BlackjackSolution):
    """Each hand is played by its own cards and the up card; both hands end alike, as often as each other."""

    def __init__(self, game: Game, result: SwitchResult) -> None:
        self.game, self.switched = game, result
        self.result = result  # type: ignore[assignment]

    def _ends(self, wager: Any, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        """As a hand of the first place ends."""
        return super()._ends(wager, replace(bet, hand=(bet.hand - 1) % self.switched.rules.most_hands + 1))

    @cached_property
    def round(self) -> RoundPar:
        counted = self.switched.counted
        edge, risked = -HANDS * counted.net, HANDS * counted.risked
        return RoundPar(
            lcm(edge.denominator, risked.denominator), edge, risked, lambda: self.switched.variance_of_round, ()
        )

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often cards are kept and exchanged, where that makes a difference."""
        rows = zip(SWITCHING.choices, self.switched.asked_and_switched, strict=True)
        return tuple(DecisionRow(SWITCHING.name, choice.name, share) for choice, share in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What four cards are worth kept and exchanged: the first cards of both hands, then the second ones."""
        self.game.deck.verify([*cards, *dealer])
        held = tuple(points(card) for card in cards)
        if len(dealer) != 1 or len(held) != FOUR or held[0] == held[1] or held[2] == held[3] or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(
                f"{self.game.title} is decided with two first cards that differ, two second cards that differ "
                f"and one of the dealer's cards seen, not with {seen}"
            )
        four, up = (held[0], held[2], held[1], held[3]), points(dealer[0])
        look = Exchange(self.switched.course, self.switched.shoe, up)
        worth = [value / look.live(four) for value in look.values(self.switched.plans[up].plan, four)]
        return HandAdvice(SWITCHING.name, tuple(zip((KEEP.name, SWITCH.name), worth, strict=True)))

    @property
    def basic_words(self) -> tuple[StrategyLine, ...]:
        """No table says which of two layouts is better; both are valued where somebody asks."""
        return (
            (SWITCHING.name, "the two hands that are worth more together: ask about four cards"),
            ("Each hand", "the choice of greatest value, by its own cards and the up card"),
        )

    @property
    def basic_edge(self) -> Fraction:
        """That of best play."""
        return self.round.house_edge

    def can_advise(self, state: SwitchState) -> bool:  # type: ignore[override]
        """The cards of two hands lie together in sight: they tell all only before they are played."""
        return bool(state.order)

    def chooses(self, state: SwitchState, decide: Decide) -> Choice | None:  # type: ignore[override]
        table = state.table
        found = self.switched.plans[table.dealer[0]]
        if decide.street == SWITCHING:
            first, other = state.order[HANDS * decide.player : HANDS * (decide.player + 1)]
            four = tuple(card - 1 for card in (*first, *other))
            return SWITCH if found.switches[four] else KEEP
        return choice_in_play(found.plan, table, decide)


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work, which is done for each up card and each hand beside another."""
    assert isinstance(game.course, BlackjackSwitch)
    kinds = sum(held > 0 for held in shoe_of(game.deck))
    return 75 * 2.0 ** (game.course.rules.most_hands - 4) * kinds / TEN * comb(kinds + 1, 2) / comb(TEN + 1, 2)


SOLVER = Solver(
    "two hands with an exchange",
    lambda game: isinstance(game.course, BlackjackSwitch),
    solve_switch,
    SwitchSolution,
    seconds=_seconds,
    prepare=solve_switch,
    keeping=Keeping(pack_switch, read_switch, ships=True),
)
