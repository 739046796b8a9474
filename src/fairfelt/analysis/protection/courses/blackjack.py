"""Cards exposed at a table of blackjack: the hole card, the first card of a hand, and how to play by them.

With the hole card known, every two cards of the dealer's have a best strategy of their own.

The dealer's cards count the same in either order, so that each pair of them is solved once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.figures import Figures
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.courses.blackjack import count
from fairfelt.engine.courses.blackjack.count import (
    TWOS,
    RoundChances,
    dealt_chances,
    ends_beside,
    ends_of_twos,
    name_chances,
    net_of_ends,
    to_ten_digits,
    with_zaps,
)
from fairfelt.engine.courses.blackjack.covariance import products_against
from fairfelt.engine.courses.blackjack.hands import MONEY, Counts, HoleKnown, Ints, all_hands, settling, without
from fairfelt.engine.courses.blackjack.odds import Exact, Orders, orders_for, zeros
from fairfelt.engine.courses.blackjack.play import Move
from fairfelt.engine.courses.blackjack.strategy import Plan, Strategy, best_plan, up_cards
from fairfelt.engine.courses.parlay import NATURALS as PARLAY_NATURALS
from fairfelt.engine.courses.parlay import LineHands, ParlayResult, ends_by_line, split_products
from fairfelt.engine.exact import Unsolved
from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, best_total
from fairfelt.runtime.compute.executors import run_tasks

NATURAL = {ACE, TEN}
Ends = NDArray[np.object_]
Pair = tuple[int, int]
HARD, SOFT = range(5, TWENTY_ONE), range(13, TWENTY_ONE)
WORDS = {
    Move.SURRENDER: "surrender", Move.DOUBLE: "double", Move.FREE_DOUBLE: "double free", Move.STAND: "stand",
}  # fmt: skip
PLURALS = {1: "aces", 10: "tens"}


@dataclass(frozen=True, eq=False)
class KnownPair:
    """Two cards of the dealer's, with the best strategy against them."""

    cards: Pair
    plan: Plan
    ends: Ends
    """[end]: how rounds end, if the dealer has them."""


def with_known_hole(rules: BlackjackRules, hole: int) -> HoleKnown:
    """The same table, where the hole card is known to count so much."""
    return HoleKnown(**{field.name: getattr(rules, field.name) for field in fields(BlackjackRules)}, hole=hole)


def dealer_pairs(shoe: Counts) -> Iterator[tuple[Pair, Fraction]]:
    """Every two cards of the dealer's, the lower first, and the chance to be dealt them in either order."""
    cards = sum(shoe)
    for low in range(ACE, TEN + 1):
        for high in range(low, TEN + 1):
            ways = shoe[low - 1] * (shoe[high - 1] - (low == high))
            if ways > 0:
                yield (low, high), Fraction(ways * (1 if low == high else 2), cards * (cards - 1))


def verify_hole_card(title: str, rules: BlackjackRules) -> None:
    """A dealer who takes no second card before the players have played has none to show."""
    if not rules.peeks:
        raise Unsolved(f"{title}: the dealer has no hole card while players play, so that none can be seen")


@dataclass(frozen=True, eq=False)
class HoleCard:
    """A table and a shoe; the hole card is known to the player."""

    rules: BlackjackRules
    shoe: Counts
    executor: Executor | None = None

    @cached_property
    def pairs(self) -> tuple[KnownPair, ...]:
        """Every two cards of the dealer's but a natural."""
        played = [pair for pair, _ in dealer_pairs(self.shoe) if set(pair) != NATURAL]
        found = run_tasks(_solve_pair, [(self.rules, self.shoe, *pair) for pair in played], self.executor)
        return tuple(KnownPair(pair, plan, ends) for pair, (plan, ends) in zip(played, found, strict=True))

    @cached_property
    def counted(self) -> RoundChances:
        """How rounds end."""
        chances = dict(dealer_pairs(self.shoe))
        parts = [pair.ends * chances[pair.cards] for pair in self.pairs]
        ends = sum(parts[1:], parts[0])
        ends[: count.NAMED] += chances[ACE, TEN] * natural_ends(self.rules, self.shoe)
        return name_chances(settling(self.rules, self.shoe), ends)

    @property
    def edge(self) -> Fraction:
        """The player's, in bets."""
        return self.counted.net

    @cached_property
    def variance(self) -> Fraction:
        """Of a round."""
        chances = dict(dealer_pairs(self.shoe))
        parts = run_tasks(
            _pair_products, [(self.rules, self.shoe, *pair.cards, pair.plan) for pair in self.pairs], self.executor
        )
        return self.counted.variance(
            sum(float(chances[pair.cards]) * part for pair, part in zip(self.pairs, parts, strict=True))
        )

    @property
    def hits(self) -> Fraction:
        """The share of rounds whose first hand wins."""
        return first_hand_wins(self.counted)


def first_hand_wins(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand wins."""
    nets = counted.settling.nets(MONEY).ravel()
    won = sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net > 0)
    return Fraction(won + counted.natural + counted.zapped_21)


def first_hand_loses(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand loses, the dealer's natural left out."""
    nets = counted.settling.nets(MONEY).ravel()
    return Fraction(sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net < 0))


def natural_ends(rules: BlackjackRules, shoe: Counts) -> Ends:
    """[named end]: how rounds end in which the dealer is known to have a natural."""
    left = without(shoe, ACE, TEN)
    ends = np.full(count.NAMED, Fraction(0), object)
    player = _natural_chance(left)
    ends[count.NATURAL if rules.natural_wins else count.NATURAL_PUSH] = player
    ends[count.DEALER_NATURAL] = 1 - player
    if rules.zaps and rules.zaps_before_peek:
        pushed = sum((chance * _natural_chance(two) for two, chance in _zapped(rules, left)), Fraction(0))
        ends[count.ZAPPED_PUSH] += pushed
        ends[count.DEALER_NATURAL] -= pushed
    return ends


def _natural_chance(left: Counts) -> Fraction:
    return Fraction(2 * left[ACE - 1] * left[TEN - 1], perm(sum(left), 2))


def _zapped(rules: BlackjackRules, left: Counts) -> Iterator[tuple[Counts, Fraction]]:
    """Every first hand that may be exchanged: what it leaves in the shoe, and its chance."""
    for low in range(ACE + 1, TEN + 1):
        for high in range(low, TEN + 1):
            if low + high in rules.zaps:
                ways = left[low - 1] * (left[high - 1] - (low == high)) * (1 if low == high else 2)
                yield without(left, low, high), Fraction(ways, perm(sum(left), 2))


def known_plan(rules: BlackjackRules, shoe: Counts, up: int, hole: int) -> tuple[HoleKnown, Counts, Plan]:
    """The table and the shoe with the hole card known, and the best strategy there."""
    known, left = with_known_hole(rules, hole), without(shoe, hole)
    return known, left, with_zaps(known, left, up, best_plan(known, left, up))


def _solve_pair(rules: BlackjackRules, shoe: Counts, up: int, hole: int) -> tuple[Plan, Ends]:
    """The best strategy against two cards, and how rounds end by it."""
    known, left, plan = known_plan(rules, shoe, up, hole)
    orders = orders_for(known, left)
    return plan, orders.fractions(ends_beside(known, left, up, plan, orders))


def _pair_products(rules: BlackjackRules, shoe: Counts, up: int, hole: int, plan: Plan) -> float:
    """The mean product of the results of two hands, if the dealer has those cards."""
    left = without(shoe, hole)
    return products_against(with_known_hole(rules, hole), left, up, plan) * sum(left) / left[up - 1]


def first_card_rounds(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[int, RoundChances]:
    """By what the first card counts: how rounds end that begin with it, weighed by its chance; in integers."""
    orders, of = orders_for(rules, shoe), settling(rules, shoe)
    ends = ends_by_first_card(rules, shoe, strategy, orders)
    return {card: name_chances(of, orders.fractions(ends[card - 1])) for card in up_cards(shoe)}


def first_card_products(
    rules: BlackjackRules, shoe: Counts, strategy: Strategy, cards: Collection[int], executor: Executor | None = None
) -> float:
    """What `mean_products` finds, of rounds that begin with one of some cards: hands come of a pair of it.

    Two cards that are exchanged begin with either of them as often, and may become any pair.
    """
    tasks = [(rules, shoe, up, part, times) for up, plan in strategy.items() for part, times in _parts(plan, cards)]
    return float(sum(run_tasks(_products, tasks, executor)))


def _parts(plan: Plan, cards: Collection[int]) -> Iterator[tuple[Plan, float]]:
    """Plans that add up to what is done with those first cards."""
    exchanged = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in plan.zaps)
    yield replace(plan, splits=plan.splits & set(cards) - exchanged, zaps=frozenset()), 1.0
    for of_them, times in ((1, 0.5), (2, 1.0)):
        held = {hand: all_hands().counts[hand] for hand in plan.zaps}
        zaps = frozenset(hand for hand, many in held.items() if sum(many[card - 1] for card in cards) == of_them)
        if zaps:
            yield replace(plan, zaps=zaps), times
            pairs = frozenset(card for card in plan.splits if int(all_hands().twos[card, card]) in zaps)
            yield replace(plan, splits=plan.splits - pairs, zaps=frozenset()), -times


def _products(rules: BlackjackRules, shoe: Counts, up: int, plan: Plan, times: float) -> float:
    return times * products_against(rules, shoe, up, plan)


def ends_by_first_card(rules: BlackjackRules, shoe: Counts, strategy: Strategy, orders: Orders) -> Exact:
    """[card, end]: a hand of two different cards begins with either of them as often."""
    twice = zeros(1)
    for up, plan in strategy.items():
        dealt = dealt_chances(shoe, up, orders)
        ends = orders.times(dealt[:, None], ends_of_twos(rules, shoe, up, plan, orders))
        twice = twice + all_hands().counts[TWOS].T.astype(object) @ ends
    return twice // 2


@dataclass(frozen=True)
class ParlayHands(LineHands):
    """Hands that wins of one line are left on, against two cards of the dealer's."""

    lost: Fraction
    """Chance that the first hand loses."""


def parlay_figures(game: Game, executor: Executor | None = None, *, spread: bool = True) -> Figures:
    """A bet whose win may be left on the hand, in bets: a hit if it wins and no first hand that it lies on loses.

    Without `spread` the variance is left out, for which both hands of a pair are followed together.
    """
    result = ParlayResult(game)
    lines, stakes = result.played_lines, result.course.stakes
    played = [pair for pair, _ in dealer_pairs(result.shoe) if set(pair) != NATURAL]
    tasks = [(result.rules, result.shoe, *pair, result.pairs[:, lines], spread) for pair in played]
    parts = run_tasks(_parlay_hands, tasks, executor)
    hits = sum((result.line_chances[line] for line in lines if stakes[line] > 1), Fraction(0))
    hands = {}
    for line, found in zip(lines, zip(*parts, strict=True), strict=True):
        net, square = (sum((getattr(part, name) for part in found), Fraction(0)) for name in ("net", "square"))
        hands[line] = LineHands(net, square, sum(part.products for part in found))
        hits -= sum((part.lost for part in found), Fraction(0))
    edge, square = result.moments(hands)
    return Figures(edge, hits, to_ten_digits(square - edge**2) if spread else None)


def _parlay_hands(
    rules: BlackjackRules, shoe: Counts, up: int, hole: int, pairs: Ints, spread: bool
) -> list[ParlayHands]:
    """[line]: `pairs` has the ways in which each hand of two cards makes it."""
    known, left, plan = known_plan(rules, shoe, up, hole)
    orders = orders_for(known, left)
    hands = ends_of_twos(known, left, up, plan, orders)
    worth = hands @ net_of_ends(known, left)
    held = all_hands().counts[TWOS]
    ups = (shoe[up - 1] - held[:, up - 1]).clip(0)
    holes = (shoe[hole - 1] - held[:, hole - 1] - (up == hole)).clip(0)
    ways = pairs * (2 * ups * holes * (1 if up == hole else 2) * (worth > 0).astype(int))[:, None]
    hands[:, PARLAY_NATURALS] = 0
    products = np.zeros(ways.shape[1])
    if spread:
        products = split_products(known, left, up, plan, ways) / perm(sum(shoe), 4)
    found = []
    for ends, product in zip(ends_by_line(left, orders, hands, ways), products.tolist(), strict=True):
        hand = name_chances(settling(known, left), orders.fractions(ends) / sum(shoe))
        found.append(ParlayHands(hand.net, hand.square, product, first_hand_loses(hand)))
    return found


def hole_card_rules(pairs: Sequence[KnownPair]) -> tuple[ShortRule, ...]:
    """A rule for each total that the dealer can have, the commonest cards of it; totals of one rule together."""
    by_total: dict[tuple[bool, int], KnownPair] = {}
    for pair in pairs:  # the higher cards come last, and tens are the commonest
        total, soft = best_total(sum(pair.cards), aces=ACE in pair.cards)
        by_total[soft, total] = pair
    rows = [(total, play_words(pair.plan)) for total, pair in sorted(by_total.items())]
    return tuple(_merged(rows))


def _merged(rows: Sequence[tuple[tuple[bool, int], str]]) -> Iterator[ShortRule]:
    for (soft, words), group in groupby(rows, key=lambda row: (row[0][0], row[1])):
        totals = [total for (_, total), _ in group]
        upto = str(totals[0]) if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        yield ShortRule(f"Dealer has {'soft' if soft else 'hard'} {upto}", words)


def play_words(plan: Plan) -> str:
    """One strategy in a sentence; what is not named is hit."""
    found = []
    for move, word in WORDS.items():
        named = [
            f"{kind} {_runs(totals)}"
            for kind, soft, every in (("hard", False, HARD), ("soft", True, SOFT))
            if (totals := [total for total in every if _usual(plan, soft=soft, total=total) is move])
        ]
        found += [f"{word} {', '.join(named)}"] if named else []
    if plan.splits:
        found.insert(0, "split " + ", ".join(PLURALS.get(card, f"{card}s") for card in sorted(plan.splits)))
    return "; ".join([*found, "otherwise hit"])


def _usual(plan: Plan, *, soft: bool, total: int) -> Move:
    """What is done with most hands of two cards that come to a total, or of three."""
    hands, moves = all_hands(), plan.moves[MONEY][0]
    for size in (2, 3):
        rows = (hands.total == total) & (hands.soft == soft) & (hands.size == size)
        if rows.any():
            return Move(Counter(moves[rows].tolist()).most_common(1)[0][0])
    return Move.HIT


def _runs(totals: Sequence[int]) -> str:
    """Numbers in a row as one: "12 to 16 and 18"."""
    runs: list[list[int]] = []
    for total in totals:
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return " and ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
