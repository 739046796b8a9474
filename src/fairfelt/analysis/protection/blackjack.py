"""Cards exposed at a table of blackjack: the hole card, the first card of a hand, and how to play by them.

With the hole card known, every two cards of the dealer's have a best strategy of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import sqrt

from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.endings import net_result
from fairfelt.engine.courses.blackjack.count import (
    TWOS,
    RoundChances,
    dealt_chances,
    ends_of_twos,
    name_chances,
    products_against,
    to_ten_digits,
)
from fairfelt.engine.courses.blackjack.dealer import Exact, Orders, orders_for, zeros
from fairfelt.engine.courses.blackjack.hands import MONEY, Counts, DealerCards, all_hands, settling
from fairfelt.engine.courses.blackjack.play import Move
from fairfelt.engine.courses.blackjack.solution import BlackjackResult, UpCardPlan
from fairfelt.engine.courses.blackjack.strategy import Plan, Strategy, up_cards
from fairfelt.engine.courses.parlay import ParlayResult
from fairfelt.engine.courses.player import Player
from fairfelt.engine.courses.switch import SwitchResult, SwitchSolution
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Solution, Unsolved, percent_text
from fairfelt.engine.simulation.course import step_course
from fairfelt.rules import Game
from fairfelt.rules.courses.blackjack.rules import ACE, TWENTY_ONE, BlackjackRules, best_total
from fairfelt.runtime.compute.executors import run_tasks

from .figures import UNIT, Figures

ROUNDS, SEED = 20_000, 1
"""Enough for hits to a percentage point."""
RANKS_OF = {1: "A", 10: "T, J, Q or K"}
Found = tuple[Figures, tuple[ShortRule, ...]]
HARD, SOFT = range(5, TWENTY_ONE), range(13, TWENTY_ONE)
WORDS = {
    Move.SURRENDER: "surrender", Move.DOUBLE: "double", Move.FREE_DOUBLE: "double free", Move.STAND: "stand",
}  # fmt: skip
PLURALS = {1: "aces", 10: "tens"}


def verify_hole_card(title: str, rules: BlackjackRules) -> None:
    """A dealer who takes no second card before the players have played has none to show."""
    if not rules.peeks:
        raise Unsolved(f"{title}: the dealer has no hole card while players play, so that none can be seen")


def hole_card_at_blackjack(game: Game, executor: Executor | None, *, spread: bool) -> Found:
    """The best strategy against every two cards of the dealer's; a round is a hit if its first hand wins."""
    seen = BlackjackResult(game, executor, exposed=True)
    figures = Figures(seen.counted.net, first_hand_wins(seen.counted), seen.variance if spread else None)
    return figures, hole_card_rules(seen.plans)


def hole_card_at_switch(game: Game, executor: Executor | None, *, spread: bool) -> Found:
    """Both hands by the better layout against the dealer's two cards; hits are sampled."""
    seen = SwitchSolution(game, SwitchResult(game, executor, exposed=True))
    hits, lies = sampled_hits(seen) if spread else (None, None)
    variance = seen.round.variance if spread else None
    words = ShortRule("Switch", "the two hands that are worth more against the dealer's two cards")
    return Figures(seen.round.expected_value, hits, variance, hits_interval=lies), (words,)


def hole_card_at_parlay(game: Game, executor: Executor | None, *, spread: bool) -> Found:
    """A bet whose win may be left on the hand: a hit if it wins and no first hand that it lies on loses.

    Without `spread` the variance is left out, for which both hands of a pair are followed together.
    """
    seen = ParlayResult(game, executor, exposed=True)
    hits = sum((seen.line_chances[line] for line in seen.played_lines if seen.course.stakes[line] > 1), Fraction(0))
    hits -= sum((first_hand_loses(hand) for hand in seen.counted_by_line.values()), Fraction(0))
    words = ShortRule("Carry", "to every hand that is worth something against the dealer's two cards")
    return Figures(seen.net, hits, seen.variance if spread else None), (words,)


def sampled_hits(solution: Solution, rounds: int = ROUNDS) -> tuple[Fraction, Interval]:
    """The share of rounds that win one unit or more, of rounds that are played out, and where it lies."""
    game = solution.game
    tally = step_course(Player(game, solution), rounds, SEED, 1, lambda done: None)
    won = sum(
        int(times) for end, times in zip(tally.endings, tally.counts, strict=True) if net_result(game, end)[0] >= UNIT
    )
    share = won / rounds
    return Fraction(won, rounds), Interval.around(share, sqrt(share * (1 - share) / rounds), rounds, SEED)


def first_hand_wins(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand wins."""
    nets = counted.settling.nets(MONEY).ravel()
    won = sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net > 0)
    return Fraction(won + counted.natural + counted.zapped_21)


def first_hand_loses(counted: RoundChances) -> Fraction:
    """The share of rounds whose first hand loses, the dealer's natural left out."""
    nets = counted.settling.nets(MONEY).ravel()
    return Fraction(sum(share for share, net in zip(counted.money[0].ravel(), nets, strict=True) if net < 0))


def first_card(result: BlackjackResult, executor: Executor | None, *, spread: bool) -> Found:
    """A bet is made where the first card says that the hand wins."""
    rounds = first_card_rounds(result.rules, result.shoe, result.strategy)
    cards, rules = sum(result.shoe), []
    bets = {card: counted for card, counted in rounds.items() if counted.net > 0}
    for card, counted in sorted(rounds.items(), key=lambda pair: -pair[1].net):
        chance = Fraction(result.shoe[card - 1], cards)
        words = f"{'bet' if card in bets else 'no bet'}, {percent_text(counted.net / chance, 3)}"
        rules.append(
            ShortRule(f"First card {RANKS_OF.get(card, card)}", f"{words} on {percent_text(chance, 3)} of rounds")
        )
    edge = sum((counted.net for counted in bets.values()), Fraction(0))
    hits = sum((first_hand_wins(counted) for counted in bets.values()), Fraction(0))
    variance = None
    if spread:
        products = first_card_products(result.rules, result.shoe, result.strategy, tuple(bets), executor)
        square = sum((counted.square for counted in bets.values()), Fraction(0))
        variance = to_ten_digits(square + 2 * Fraction(products) - edge**2)
    return Figures(edge, hits, variance), tuple(rules)


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


def hole_card_rules(plans: Mapping[DealerCards, UpCardPlan]) -> tuple[ShortRule, ...]:
    """A rule for each total that the dealer can have, the commonest cards of it; totals of one rule together."""
    by_total: dict[tuple[bool, int], Plan] = {}
    for cards, found in plans.items():  # the higher cards come last, and tens are the commonest
        total, soft = best_total(sum(cards), aces=ACE in cards)
        by_total[soft, total] = found.plan
    rows = [(total, play_words(plan)) for total, plan in sorted(by_total.items())]
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
