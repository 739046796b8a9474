"""Solved blackjack: the best strategy, counted, and read by every bet of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ShortRule, StrategyChart
from fairfelt.engine.answers.numbers import whole
from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.rules import Blackjack, BlackjackFacts, BlackjackSwitch, Choice, Course, Decide, Game, Result, Wager
from fairfelt.rules.cards import SUITS, Card
from fairfelt.rules.courses.blackjack.facts import BetOnHand, Doubled, EndedBy, HandEnd, alone
from fairfelt.rules.courses.blackjack.hand import KEEP, ZAP, ZAPPING, Hand, points, shoe_of, street_of, total_of
from fairfelt.rules.courses.blackjack.round import BlackjackState
from fairfelt.rules.courses.blackjack.rules import TWENTY_ONE, BlackjackRules
from fairfelt.rules.courses.blackjack.variants import CarriedWin
from fairfelt.runtime.compute.executors import run_tasks

from .count import RoundChances, count_views, products_of_views, with_zaps, zap_values
from .dealer import Exact, chances_of_22, zeros
from .hands import (
    FREE_DOUBLED,
    GIVEN_UP,
    LOSE,
    PUSH,
    WIN,
    Counts,
    DealerCards,
    DealerView,
    DealtRules,
    Settling,
    all_hands,
    dealer_views,
    views_of,
)
from .strategy import (
    BasicStrategy,
    Plan,
    Strategy,
    StrategyLine,
    basic_strategy,
    basic_words,
    best_plan,
    chart_of,
    choice_in_play,
    first_choices,
    pack_strategy,
    read_strategy,
    values_of,
)

RESULTS = {Result.WIN: WIN, Result.TIE: PUSH, Result.LOSS: LOSE}
Chances = list[tuple[Path, BlackjackFacts, Fraction]]


@dataclass(frozen=True, eq=False)
class UpCardPlan:
    """What to do against one up card."""

    plan: Plan
    """How hands are played."""
    chosen: NDArray[np.bool_]
    """What is chosen before that, by the cards, where a course asks something then."""
    ends: Exact
    """[…, end]: how hands end by it, in parts of the orders of the shoe; nothing where it is counted when asked for."""


@dataclass(frozen=True, eq=False)
class BlackjackResult:
    """The best strategy for some rules and some shoe, and what it comes to: found when it is asked for.

    Bets on the dealer's hand alone do not ask.
    """

    game: Game
    executor: Executor | None = None
    known: Mapping[DealerCards, UpCardPlan] | None = None
    """By the dealer's cards, where it was kept."""
    exposed: bool = False
    """Whether players know the hole card."""

    @property
    def rules(self) -> BlackjackRules:
        """Of the play of a hand, with the suits of a deck that lacks some."""
        assert isinstance(self.game.course, Blackjack | BlackjackSwitch | CarriedWin)
        rules, suits = self.game.course.rules, self.game.deck.suits
        return rules if len(suits) == len(SUITS) else DealtRules.of(rules, suits=suits)

    @cached_property
    def shoe(self) -> Counts:
        """Cards by what they count."""
        return shoe_of(self.game.deck)

    @cached_property
    def views(self) -> list[DealerView]:
        """Every view of the dealer's cards in which hands are played."""
        return dealer_views(self.rules, self.shoe, exposed=self.exposed)

    @cached_property
    def plans(self) -> Mapping[DealerCards, UpCardPlan]:
        """By the dealer's cards that are known."""
        if self.known:
            return self.known
        work, given = self._work()
        found = run_tasks(work, [(*given, view) for view in self.views], self.executor)
        return {view.cards: plan for view, plan in zip(self.views, found, strict=True)}

    def _work(self) -> tuple[Callable[..., UpCardPlan], tuple[Any, ...]]:
        """What solves one view, and all that it is given besides the view."""
        return _solve_view, ()

    def against(self, dealer: DealerCards) -> UpCardPlan:
        """What to do against the dealer's hand, as far as it is known."""
        return self.plans[tuple(sorted(dealer)) if self.exposed else dealer[:1]]

    @property
    def strategy(self) -> Strategy:
        return {up: found.plan for (up, *_), found in self.plans.items()}

    @property
    def by_view(self) -> dict[DealerView, Plan]:
        """What to do with every hand, by the view of the dealer's cards."""
        return {view: self.plans[view.cards].plan for view in self.views}

    @cached_property
    def counted(self) -> RoundChances:
        """How rounds and hands end by it."""
        return count_views(self.rules, self.shoe, self.by_view, self.executor)

    @cached_property
    def basic(self) -> BasicStrategy:
        return basic_strategy(self.rules, self.shoe, self.strategy)

    @cached_property
    def variance(self) -> Fraction:
        return self.counted.variance(products_of_views(self.by_view, self.executor))

    def pack(self) -> dict[str, NDArray[Any]]:
        """As plain arrays: integers beyond 64 bits as their digits."""
        plans = [self.plans[cards] for cards in sorted(self.plans)]
        chosen, ends = (np.array([getattr(plan, name) for plan in plans]) for name in ("chosen", "ends"))
        more = {"chosen": chosen, "ends": ends.astype(str)} if ends.size else {}
        return {**pack_strategy(self.strategy), **more}

    @classmethod
    def read(cls, game: Game, arrays: Mapping[str, NDArray[Any]]) -> Self:
        strategy = read_strategy(arrays)
        if "ends" not in arrays:
            return cls(game, known={(up,): UpCardPlan(plan, NOT_ASKED, NOT_COUNTED) for up, plan in strategy.items()})
        ends = np.vectorize(int, otypes=[object])(arrays["ends"])
        rows = zip(strategy.items(), arrays["chosen"], ends, strict=True)
        return cls(game, known={(up,): UpCardPlan(plan, *row) for (up, plan), *row in rows})


NOT_ASKED, NOT_COUNTED = np.zeros(0, np.bool_), zeros(0)


def _solve_view(view: DealerView) -> UpCardPlan:
    table = view.rules, view.shoe, view.up
    return UpCardPlan(with_zaps(*table, best_plan(*table)), NOT_ASKED, NOT_COUNTED)


class BlackjackSolution(Solution):
    """Each hand is played by its own cards and the up card; hands after a split as the same hands before one.

    Every bet has its own endings, for how hands of one round come out together is not counted.
    """

    places: ClassVar[int] = 1
    """At which each player has such a bet."""

    def __init__(self, game: Game, result: BlackjackResult) -> None:
        self.game, self.result = game, result

    @cached_property
    def endings(self) -> tuple[Ending, ...]:  # type: ignore[override]
        """Those of the bet that a round opens with."""
        return self.endings_of(self.game.wagers[0])

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        chances = [chance for chance in self._chances(wager) if chance[2]]
        total = lcm(*(chance.denominator for _, _, chance in chances))
        return tuple(Ending(path, facts, 0, whole(chance * total)) for path, facts, chance in chances)

    def _chances(self, wager: Wager) -> Chances:
        """How the one hand that a bet reads comes out, and whether the bet is made."""
        if not isinstance(wager.settle, BetOnHand):
            chances = chances_of_22(self.result.rules, self.result.shoe)
            return [((), BlackjackFacts(twenty_two=end), chance) for end, chance in chances.items()]
        number = wager.settle.hand
        found = [(path, alone(number, end), chance) for path, end, chance in self._ends(wager, wager.settle)]
        rest = 1 - sum((chance for _, _, chance in found), Fraction(0))
        return [*found, ((), BlackjackFacts(), rest)]

    def _ends(self, wager: Wager, bet: BetOnHand) -> Iterator[tuple[Path, HandEnd, Fraction]]:
        return hand_ends(self.result.counted, bet, lambda times: self._making(wager, times))

    def _making(self, wager: Wager, times: int) -> Path:
        """The choices that make a bet of that size: one, or one after another where a hand is doubled again."""
        for street in self.game.streets:
            made = [choice for choice in street.choices if choice.bet == wager.name]
            if made:
                return tuple((street.name, choice) for choice in made[:times])
        return ()

    @cached_property
    def round(self) -> RoundPar:
        counted = self.result.counted
        edge, risked = -self.places * counted.net, self.places * counted.risked
        return RoundPar(lcm(edge.denominator, risked.denominator), edge, risked, lambda: self.result.variance, ())

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often each choice is the first one of a round."""
        made = first_choices(self.result.rules, self.result.shoe, self.result.strategy)
        asked = ((street.name, choice.name) for street in self.game.streets[:2] for choice in street.choices)
        return tuple(DecisionRow(*key, made[key]) for key in dict.fromkeys(asked) if key in made)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every choice with a first hand against an up card."""
        held = tuple(points(card) for card in cards)
        fits = len(dealer) == 1 and len(cards) > 1 and total_of(held)[0] < TWENTY_ONE and not community
        wanted = "below 21 with one of the dealer's cards seen"
        self.verify_decided(cards, community, dealer, fits=fits, wanted=wanted)
        rules, shoe, up = self.result.rules, self.result.shoe, points(dealer[0])
        hand = Hand(tuple(sorted(held)), waits=False)
        if hand.may_zap(rules):
            worth = zap_values(rules, shoe, up, self.result.strategy[up], all_hands().of(*held))
            return HandAdvice(ZAPPING.name, tuple(zip((KEEP.name, ZAP.name), worth, strict=True)))
        values = values_of(rules, shoe, self.result.strategy[up], hand, up)
        return HandAdvice(street_of(1, rules).name, tuple(values.items()))

    def values_in(self, state: BlackjackState, decide: Decide) -> Mapping[str, Fraction]:
        """Of the hand in play, which may be split off or doubled, by its own cards and the up card."""
        place = state.in_play()
        if place is None or decide.street == ZAPPING:
            return {}
        up, others = state.dealer[0], len(state.hands[place[0]]) - 1
        plan = self.result.strategy[up]
        return values_of(self.result.rules, self.result.shoe, plan, state.hand(*place), up, others)

    def chooses(self, state: BlackjackState, decide: Decide) -> Choice | None:
        plan = self.result.strategy[state.dealer[0]]
        if decide.street == ZAPPING:
            return ZAP if all_hands().of(*state.hand(decide.player, 1).cards) in plan.zaps else KEEP
        return choice_in_play(plan, state, decide)

    @property
    def chart(self) -> StrategyChart | None:
        return None if self.rule or self.places > 1 else chart_of(self.result.rules, self.result.basic)

    @property
    def basic_words(self) -> tuple[StrategyLine, ...]:
        return basic_words(self.result.rules, self.result.basic)

    @cached_property
    def basic_edge(self) -> Fraction:
        rules, shoe = self.result.rules, self.result.shoe
        return -count_views(rules, shoe, views_of(rules, shoe, self.result.basic.strategy)).net

    def short_rules(self) -> tuple[tuple[ShortRule, ...], Fraction]:
        """The table of totals against up cards."""
        if self.rule:
            return super().short_rules()
        return tuple(ShortRule(hand, words) for hand, words in self.basic_words), self.basic_edge


def hand_ends(
    counted: RoundChances, bet: BetOnHand, making: Callable[[int], Path]
) -> Iterator[tuple[Path, HandEnd, Fraction]]:
    """How the hand that a bet lies on ends, with the choices that make the bet where it is made, and how often."""
    number, ends = bet.hand, counted.settling
    if number == 1:
        for bonus, share in ends.natural_shares.items():
            end = HandEnd(Result.WIN, ended_by=EndedBy.NATURAL, bonus=bonus)
            yield making(1) if bet.lies_on(end) else (), end, counted.natural * share
        for end, chance in (
            (HandEnd(Result.TIE, ended_by=EndedBy.NATURAL), counted.natural_push),
            (HandEnd(Result.LOSS, ended_by=EndedBy.DEALER_NATURAL), counted.dealer_natural),
            (HandEnd(Result.WIN, ended_by=EndedBy.ZAPPED), counted.zapped_21),
            (HandEnd(Result.TIE, ended_by=EndedBy.ZAPPED), counted.zapped_push),
        ):
            yield making(1) if bet.lies_on(end) else (), end, chance
    for free, table in ((False, counted.money), (True, counted.free)):
        for ending in range(ends.endings):
            doubled = Doubled.FREE if ending == FREE_DOUBLED else Doubled(min(ends.doublings(ending), 1))
            made = making(max(ends.doublings(ending), 1))
            for end, result, share in _results(ends, doubled, free=free):
                yield made if bet.lies_on(end) else (), end, table[number - 1, ending, result] * share


def _results(ends: Settling, doubled: Doubled, *, free: bool) -> Iterator[tuple[HandEnd, int, Fraction]]:
    """Every end of a hand, which result that is, and how much of the result."""
    one = Fraction(1)
    yield from ((HandEnd(result, doubled, free), at, one) for result, at in RESULTS.items())
    if ends.gives_up:
        yield HandEnd(Result.LOSS, doubled, free, EndedBy.SURRENDERED), GIVEN_UP, one
    for at, kind in enumerate(ends.at_once[1], ends.first_at_once):
        for bonus, share in ends.shares(kind).items():
            yield HandEnd(Result.WIN, doubled, free, bonus=bonus), at, share


def seconds_with(game: Game) -> float:
    """Each further hand of a split doubles the work."""
    return 10 * 2.0 ** (BlackjackResult(game).rules.most_hands - 4)


def blackjack_solver(
    name: str,
    course: type[Course[Any]],
    result: type[BlackjackResult],
    solution: Callable[[Game, Any], BlackjackSolution],
    seconds: Callable[[Game], float] = seconds_with,
) -> Solver[Any]:
    """Plain play of a course of blackjack."""
    keeping = Keeping(result.pack, result.read, ships=True)
    return Solver(name, lambda game: isinstance(game.course, course), result, solution, seconds, result, keeping)


SOLVER = blackjack_solver("blackjack", Blackjack, BlackjackResult, BlackjackSolution)
