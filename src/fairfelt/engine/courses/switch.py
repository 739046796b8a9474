"""When to exchange second cards, and how a hand comes out after it: all four cards of a player against one up card.

Each hand is played by its own cards and the up card. What the other hand draws makes no difference to the chances, but
the two cards it lies there with do: they are gone from the shoe. So the value of a hand is asked for with every other
hand beside it, and of the two ways to lay out four cards the better one is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import DecisionRow
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.blackjack.count import (
    DEALER_NATURAL,
    ENDS,
    NAMED,
    NATURAL_PUSH,
    TWOS,
    Floating,
    HandParts,
    RoundChances,
    couples_of_split,
    ends_of_twos,
    exposed_natural_ends,
    name_chances,
    net_of_ends,
    parts_after_split,
    summed,
    to_ten_digits,
    weigh_couples,
)
from fairfelt.engine.courses.blackjack.dealer import SHIFTED, Exact, Orders, UpCardOdds, orders_for, zeros
from fairfelt.engine.courses.blackjack.hands import (
    GIVEN_UP,
    MONEY,
    Counts,
    DealerView,
    Ints,
    Settling,
    all_hands,
    natural_card,
    settling,
    without,
)
from fairfelt.engine.courses.blackjack.play import split_shares
from fairfelt.engine.courses.blackjack.solution import BlackjackResult, BlackjackSolution, UpCardPlan, blackjack_solver
from fairfelt.engine.courses.blackjack.strategy import Plan, StrategyLine, best_plan, choice_in_play, up_cards
from fairfelt.engine.solution import HandAdvice
from fairfelt.rules import BlackjackSwitch, Choice, Decide, Game
from fairfelt.rules.cards import Card
from fairfelt.rules.courses.blackjack.facts import BetOnHand, HandEnd
from fairfelt.rules.courses.blackjack.hand import KEEP, points
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE
from fairfelt.rules.courses.blackjack.variants import HANDS, SWITCH, SWITCHING, SwitchState
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
class FourCards:
    """The four cards of one player against one up card."""

    course: BlackjackSwitch
    shoe: Counts
    up: int

    def solved(self) -> UpCardPlan:
        """The best plan: chosen is [four cards], whether second cards are exchanged; the ends are the first hand's."""
        plan = best_plan(self.course.rules, self.shoe, self.up)
        held = np.array(self.shoe) - all_hands().counts[TWOS]
        beside = np.flatnonzero((held >= 0).all(axis=1)).tolist()
        ends = {
            other: self._ends_of(plan, without(self.shoe, *all_hands().cards(int(TWOS[other])))) for other in beside
        }
        keep, switch = self._sums(self._worth(ends))
        switches = (switch >= keep).astype(bool) & self._asked
        return UpCardPlan(plan, switches, self._counted(switches, ends))

    def values(self, plan: Plan, four: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """What four cards are worth kept and exchanged, in bets, and no dealer's natural."""
        place = tuple(card - 1 for card in four)
        kept, changed = ([int(hand[place]) for hand in hands] for hands in (KEPT, CHANGED))
        return self._value(plan, *kept, exchanged=False), self._value(plan, *changed, exchanged=True)

    def _counted(self, switches: NDArray[np.bool_], ends: Mapping[int, Exact]) -> Exact:
        """[end]: all ends of the first hand, weighed by the probability of the cards dealt.

        A dealer's natural that was looked for ends the round before anybody exchanges cards. `ends` are by the other
        hand: [row, end].
        """
        orders, after, total = self._orders, self._laid_out(switches), zeros(len(self._nets))
        before = self._laid_out(np.zeros_like(switches)) if self.course.rules.peeks else after
        deals = perm(sum(self.shoe), 5)
        for other, rows in ends.items():
            played, ended = (
                orders.times(orders.ratio(ways[:, [other]], deals), rows).sum(axis=0) for ways in (after, before)
            )
            played[ENDED] = ended[ENDED]
            total += played
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

    def _sums(self, values: Exact) -> tuple[Exact, Exact]:
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

    def _ends_of(self, plan: Plan, left: Counts) -> Exact:
        """[row, end]: how every hand comes out with n cards in the shoe."""
        rows = ends_of_twos(self.course.rules, left, self.up, plan, self._orders)
        return np.concatenate((rows, self._ends_of_21(left)[None]))

    def _ends_of_21(self, left: Counts) -> Exact:
        """[end]: how an ace and a ten come out that are no natural."""
        rules, found = self.course.rules, zeros(len(self._nets))
        against = UpCardOdds(rules, left, self.up, all_hands().counts[[TWOS[NATURAL]]], self._orders)
        found[NAMED : NAMED + GIVEN_UP] = against.standing(np.array([TWENTY_ONE]))[0]
        if rules.peeks:
            found[DEALER_NATURAL] = against.natural[0]
        return found

    def _worth(self, ends: Mapping[int, Exact]) -> Exact:
        """[row, other hand]: what each hand is worth beside each other one, from its ends there."""
        found = zeros(SWITCHED_21 + 1, len(TWOS))
        for other, rows in ends.items():
            found[:, other] = rows @ self._nets
        return found

    @cached_property
    def _nets(self) -> NDArray[np.object_]:
        """[end]: what it is worth in bets."""
        return net_of_ends(self.course.rules, self.shoe)

    def _value(self, plan: Plan, hand: int, other: int, *, exchanged: bool) -> Fraction:
        """Of both hands together."""
        found = Fraction(0)
        for mine, beside in ((hand, other), (other, hand)):
            left = without(self.shoe, *all_hands().cards(int(TWOS[beside])))
            if int(self._row(np.array(mine), exchanged=exchanged)) == SWITCHED_21:
                ends = self._ends_of_21(left)
            else:
                ends = ends_of_twos(self.course.rules, left, self.up, plan, self._orders, TWOS[[mine]])[0]
            found += Fraction((ends * self._nets).sum(), self._orders.scale)
        return found

    @cached_property
    def _orders(self) -> Orders:
        """As for one hand, with the other hand's two cards gone besides."""
        return orders_for(self.course.rules, self.shoe, OTHER_CARDS)


def four_cards_in(course: BlackjackSwitch, view: DealerView) -> FourCards:
    """Four cards against what is known of the dealer's."""
    return FourCards(replace(course, rules=view.rules), view.shoe, view.up)


def solve_view(course: BlackjackSwitch, view: DealerView) -> UpCardPlan:
    """The best plan, and how the first hand ends by it."""
    return four_cards_in(course, view).solved()


BLOCK = 1 << 21
"""Couples that are added up at a time."""
CODES = np.append(all_hands().counts[TWOS] @ SHIFTED, all_hands().counts[TWOS[NATURAL]] @ SHIFTED)
"""[row]: the two cards as one number."""


def products_in(course: BlackjackSwitch, view: DealerView, found: UpCardPlan) -> float:
    """The mean of the sum of the products of two hands' results, whichever two, in the rounds that are played."""
    rules, shoe, up = view.rules, view.shoe, view.up
    layouts, ends = four_cards_in(course, view).layouts(found.chosen).astype(float), settling(rules, shoe)
    left = np.array(shoe, np.int64)
    left[up - 1] -= 1
    rows = [*_across(ends, found.plan, layouts), *_inside(ends, found.plan, layouts)]
    sets, sums = summed(np.concatenate([codes for codes, _ in rows]), np.concatenate([sums for _, sums in rows]))
    return weigh_couples(rules, left, up, sets, sums) * shoe[up - 1] / sum(shoe) * float(view.weight)


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
    for hand in split_shares(ends.rules.hands_from(card)).values():
        for share, times in hand.items():
            for code, part in of_one.items():
                cards = code + (2 + share.gone) * one
                found[cards] = found.get(cards, 0) + times * part[int(share.any_second[0])]
    return found


def _inside(ends: Settling, plan: Plan, layouts: Floating) -> Iterator[tuple[Ints, Floating]]:
    """Couples of two hands of one split pair, beside every hand of the other place."""
    for card in sorted(plan.splits):
        row = TWOS.tolist().index(int(all_hands().twos[card, card]))
        sets, sums = couples_of_split(ends, plan, card)
        for other in np.flatnonzero(layouts[row] + layouts[:, row]):
            times = layouts[row, other] + layouts[other, row]
            yield sets + CODES[row] + CODES[other], sums * times


class SwitchResult(BlackjackResult):
    """The best strategy for some rules and some shoe, and what it comes to: found when it is asked for."""

    @property
    def course(self) -> BlackjackSwitch:
        assert isinstance(self.game.course, BlackjackSwitch)
        return self.game.course

    def _work(self) -> tuple[Callable[..., UpCardPlan], tuple[Any, ...]]:
        return solve_view, (self.course,)

    @cached_property
    def counted(self) -> RoundChances:
        """How one of the two hands ends; the other one ends so as often."""
        ends = sum(
            orders_for(view.rules, view.shoe, OTHER_CARDS).fractions(self.plans[view.cards].ends) * view.weight
            for view in self.views
        )
        if self.exposed:
            ends[:NAMED] += exposed_natural_ends(self.rules, self.shoe)
        return name_chances(settling(self.rules, self.shoe), np.asarray(ends, object))

    @cached_property
    def variance(self) -> Fraction:
        """Of what both hands and all that are split from them come to."""
        tasks = [(self.course, view, self.plans[view.cards]) for view in self.views]
        lost = sum(FourCards(self.course, self.shoe, up).both_lost_at_once() for up in up_cards(self.shoe))
        products = sum(run_tasks(products_in, tasks, self.executor)) + float(lost)
        return to_ten_digits(HANDS * self.counted.square + 2 * Fraction(products) - (HANDS * self.counted.net) ** 2)

    @cached_property
    def asked_and_switched(self) -> tuple[Fraction, Fraction]:
        """The probability that cards are kept where there is a choice, and that they are exchanged."""
        looks = [(four_cards_in(self.course, view), self.plans[view.cards].chosen) for view in self.views]
        kept = sum((look.share(~switches) for look, switches in looks), Fraction(0))
        return kept, sum((look.share(switches) for look, switches in looks), Fraction(0))


FOUR = 4


class SwitchSolution(BlackjackSolution):
    """Each hand is played by its own cards and the up card; both hands end alike, as often as each other."""

    result: SwitchResult
    places = HANDS

    def _ends(self, wager: Any, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        """As a hand of the first place ends."""
        return super()._ends(wager, replace(bet, hand=(bet.hand - 1) % self.result.rules.most_hands + 1))

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often cards are kept and exchanged, where that makes a difference."""
        rows = zip(SWITCHING.choices, self.result.asked_and_switched, strict=True)
        return tuple(DecisionRow(SWITCHING.name, choice.name, share) for choice, share in rows)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """What four cards are worth kept and exchanged: the first cards of both hands, then the second ones."""
        held = tuple(points(card) for card in cards)
        fits = len(dealer) == 1 and len(held) == FOUR and held[0] != held[1] and held[2] != held[3] and not community
        wanted = "with two first cards that differ, two second cards that differ and one of the dealer's cards seen"
        self.verify_decided(cards, community, dealer, fits=fits, wanted=wanted)
        four, up = (held[0], held[2], held[1], held[3]), points(dealer[0])
        look = FourCards(self.result.course, self.result.shoe, up)
        worth = [value / look.live(four) for value in look.values(self.result.plans[up,].plan, four)]
        return HandAdvice(SWITCHING.name, tuple(zip((KEEP.name, SWITCH.name), worth, strict=True)))

    @property
    def basic_words(self) -> tuple[StrategyLine, ...]:
        """No table says which of two layouts is better; both are valued when asked."""
        return (
            (SWITCHING.name, "the two hands that are worth more together: ask about four cards"),
            ("Each hand", "the choice of greatest value, by its own cards and the up card"),
        )

    @property
    def basic_edge(self) -> Fraction:
        return self.round.house_edge

    def values_in(self, state: SwitchState, decide: Decide) -> Mapping[str, Fraction]:  # type: ignore[override]
        return {} if decide.street == SWITCHING else super().values_in(state.table, decide)

    def chooses(self, state: SwitchState, decide: Decide) -> Choice | None:  # type: ignore[override]
        table = state.table
        found = self.result.against(table.dealer)
        if decide.street == SWITCHING:
            first, other = state.order[HANDS * decide.player : HANDS * (decide.player + 1)]
            four = tuple(card - 1 for card in (*first, *other))
            return SWITCH if found.chosen[four] else KEEP
        return choice_in_play(found.plan, table, decide)


def _seconds(game: Game) -> float:
    """Each further hand of a split doubles the work, which is done for each up card and each hand beside another."""
    result = SwitchResult(game)
    kinds = len(up_cards(result.shoe))
    return 140 * 2.0 ** (result.rules.most_hands - 4) * kinds / TEN * comb(kinds + 1, 2) / comb(TEN + 1, 2)


SOLVER = blackjack_solver("two hands with an exchange", BlackjackSwitch, SwitchResult, SwitchSolution, _seconds)
