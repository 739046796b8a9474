"""Known cards at games that a course plays: by which method each is found, what that takes, and the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact import Progress, Solution, Unsolved, percent_text
from fairfelt.exact.courses.blackjack.count import to_ten_digits
from fairfelt.exact.courses.blackjack.solution import BlackjackSolution
from fairfelt.exact.solve import advisor, core_game
from fairfelt.protection.figures import Figures, Method, Plan, figures_of
from fairfelt.protection.information import Information
from fairfelt.protection.next_cards import NextCards
from fairfelt.rules import Blackjack, BlackjackSwitch, Course, Game, PaiGowPoker
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import DealerAlone
from fairfelt.rules.courses.three_hands import ThreeHands

from .blackjack import (
    HoleCard,
    first_card_products,
    first_card_rounds,
    first_hand_wins,
    hole_card_rules,
    parlay_figures,
    verify_hole_card,
)
from .few_cards import FewCards, is_small, round_of
from .set_hands import find_settings, plan_settings
from .switch import plain_hits, seen_results, switch_edge

SHOE_S, HOLE_S, SWITCH_S = 3.0, 40.0, 140.0
RANKS_OF = {1: "A", 10: "T, J, Q or K"}


@dataclass(frozen=True)
class CourseFound:
    """The figures with the cards known, those of plain play, and how it is played."""

    figures: Figures
    plain: Figures
    rules: tuple[ShortRule, ...]


@dataclass(frozen=True)
class Question:
    """What is asked of a game, and what may be spent on it."""

    game: Game
    information: Information
    exact_s: float
    sample_s: float
    executor: Executor | None = None
    progress: Progress | None = None
    spread: bool = True
    """Whether the standard deviation is asked for, which takes as long as all the rest at blackjack."""

    @property
    def base(self) -> Solution:
        """The game solved for plain play."""
        return advisor(core_game(self.game), executor=self.executor)


Found = tuple[Figures, tuple[ShortRule, ...]]


@dataclass(frozen=True)
class ExposureCounter:
    """How known cards are counted at one kind of course."""

    find: Callable[[Question], Found]
    plain: Callable[[Question], Figures]
    plan: Callable[[Question], Plan] = lambda question: Plan(
        Method.COURSE, HOLE_S if question.information.dealer else SHOE_S
    )
    """By which method, and about what it takes beside the count of plain play."""


def questions_of(game: Game) -> tuple[Information, ...]:
    """What is asked for a verdict: one, two and all of the dealer's cards; one, two, four of the shoe's."""
    assert game.course
    dealer, shoe = game.course.exposures.dealer, game.course.exposures.shoe
    seen = {tuple(dealer[:many]) for many in (1, 2, len(dealer))} - {()}
    known = {tuple(shoe[:many]) for many in (1, 2, 4)} - {()} if dealer or not game.streets else set[tuple[int, ...]]()
    if game.streets and not dealer:
        known = {tuple(shoe[:1]), tuple(shoe[:2]), tuple(shoe[-1:])} - {()}
    return (
        *(Information(dealer=numbers) for numbers in sorted(seen, key=len)),
        *(Information(shoe=numbers) for numbers in sorted(known, key=lambda each: (len(each), each))),
    )


def plan_course(game: Game, information: Information, exact_s: float, sample_s: float) -> Plan:
    """How it is found, and about what it takes beside the count of plain play."""
    return _counter_of(game).plan(Question(game, information, exact_s, sample_s))


def find_course(
    game: Game, information: Information, exact_s: float, sample_s: float, executor: Executor | None,
    progress: Progress | None, *, spread: bool = True,
) -> CourseFound:  # fmt: skip
    """The figures of a game whose course is played by a player who knows those cards."""
    question = Question(game, information, exact_s, sample_s, executor, progress, spread)
    counter = _counter_of(game)
    plain = counter.plain(question)
    if information.nothing and counter is not NEXT_CARDS:
        return CourseFound(plain, plain, ())
    figures, rules = counter.find(question)
    return CourseFound(figures, plain, rules)


def _counter_of(game: Game) -> ExposureCounter:
    found = COUNTERS.get(type(game.course))
    if found:
        return found
    if game.streets and not is_small(game):
        raise Unsolved(f"{game.title}: cards known early are not counted for {game.family} yet")
    return FEW_CARDS if game.streets else NEXT_CARDS


def _blackjack_base(question: Question) -> BlackjackSolution:
    return cast(BlackjackSolution, question.base)


def _plain_blackjack(question: Question) -> Figures:
    """A round is a hit if its first hand wins."""
    return replace(_plain_parlay(question), hit_frequency=first_hand_wins(_blackjack_base(question).result.counted))


def _plain_parlay(question: Question) -> Figures:
    round_ = question.base.round
    return Figures(round_.expected_value, None, round_.variance if question.spread else None)


def _plain_switch(question: Question) -> Figures:
    """Two hands with an exchange are played out."""
    hits, lies = plain_hits(question.base) if question.spread else (None, None)
    return replace(_plain_parlay(question), hit_frequency=hits, hits_interval=lies)


def _at_blackjack(question: Question) -> Found:
    base = _blackjack_base(question)
    if question.information.shoe:
        return _first_card(base, question)
    verify_hole_card(question.game.title, base.result.rules)
    seen = HoleCard(base.result.rules, base.result.shoe, question.executor)
    variance = seen.variance if question.spread else None
    return Figures(seen.edge, seen.hits, variance), hole_card_rules(seen.pairs)


def _at_switch(question: Question) -> Found:
    verify_hole_card(question.game.title, _blackjack_base(question).result.rules)
    edge, interval = switch_edge(question.game, question.executor)
    words = ShortRule("Switch", "the two hands that are worth more against the dealer's two cards")
    figures = Figures(Fraction(edge), None, None, interval)
    if question.spread:
        results = round_of(seen_results(core_game(question.game), question.executor))
        figures = figures_of(results, interval, Fraction(edge))
    return figures, (words,)


def _at_parlay(question: Question) -> Found:
    words = ShortRule("Carry", "to every hand that is worth something against the dealer's two cards")
    return parlay_figures(question.game, question.executor, spread=question.spread), (words,)


def _first_card(base: BlackjackSolution, question: Question) -> Found:
    """A bet is made where the first card says that the hand wins."""
    result = base.result
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
    if question.spread:
        products = first_card_products(result.rules, result.shoe, result.strategy, tuple(bets), question.executor)
        square = sum((counted.square for counted in bets.values()), Fraction(0))
        variance = to_ten_digits(square + 2 * Fraction(products) - edge**2)
    return Figures(edge, hits, variance), tuple(rules)


def _at_dealer_alone(question: Question) -> Found:
    """The up card lies open anyway: with the hole card the dealer's first two cards are known before the bet."""
    figures, _ = FewCards(core_game(question.game)).bettor(Information(shoe=(1, 2)))
    words = ShortRule("Both of the dealer's cards seen", "bet where the dealer busts often enough, else not")
    return figures, (words,)


def _set_hands(question: Question) -> Found:
    plain, plan = _plain_round(question), _plan_settings(question)
    seen = len(question.information.dealer)
    figures, words = find_settings(question.game, seen, plain, plan, question.executor, question.progress)
    return figures, (words,)


def _plan_settings(question: Question) -> Plan:
    seen = len(question.information.dealer)
    return (
        plan_settings(question.game, seen, question.exact_s, question.sample_s) if seen else Plan(Method.COURSE, SHOE_S)
    )


def _plain_round(question: Question) -> Figures:
    return figures_of(question.base.round)


def _next_cards(question: Question) -> Found:
    bettor = NextCards(question.game).bettor(question.information)
    return bettor.figures, bettor.rules


SETTINGS = ExposureCounter(_set_hands, _plain_round, _plan_settings)
COUNTERS: Mapping[type[Course[Any]] | type[None], ExposureCounter] = {
    Blackjack: ExposureCounter(_at_blackjack, _plain_blackjack),
    BlackjackSwitch: ExposureCounter(_at_switch, _plain_switch, lambda question: Plan(Method.SAMPLE, SWITCH_S)),
    CarriedWin: ExposureCounter(_at_parlay, _plain_parlay),
    DealerAlone: ExposureCounter(_at_dealer_alone, _plain_round, lambda question: Plan(Method.COURSE, SHOE_S)),
    PaiGowPoker: SETTINGS,
    ThreeHands: SETTINGS,
}
"""Courses that have a counter of their own."""
FEW_CARDS = ExposureCounter(
    lambda question: FewCards(question.game).bettor(question.information),
    lambda question: FewCards(question.game).bettor(Information())[0],
)
NEXT_CARDS = ExposureCounter(
    _next_cards, lambda question: NextCards(question.game).bettor(Information(), may_pass=False).figures
)
