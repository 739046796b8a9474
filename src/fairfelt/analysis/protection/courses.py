"""Known cards at games that a course plays: by which method each is found, what that takes, and the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, cast

from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.courses.blackjack.solution import BlackjackResult, BlackjackSolution
from fairfelt.engine.exact import Progress, Solution
from fairfelt.engine.solve import advisor, core_game
from fairfelt.rules import Blackjack, BlackjackSwitch, Course, Game, PaiGowPoker
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import DealerAlone
from fairfelt.rules.courses.three_hands import ThreeHands

from .blackjack import (
    Found,
    first_card,
    first_hand_wins,
    hole_card_at_blackjack,
    hole_card_at_parlay,
    hole_card_at_switch,
    sampled_hits,
    verify_hole_card,
)
from .figures import Figures, Method, Plan, figures_of
from .information import Information
from .next_cards import FewCards, known_shoe
from .set_hands import find_settings, plan_settings

SHOE_S, HOLE_S, SWITCH_S = 3.0, 80.0, 300.0


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
    if information.nothing and counter is not KNOWN_SHOE:
        return CourseFound(plain, plain, ())
    figures, rules = counter.find(question)
    return CourseFound(figures, plain, rules)


def _counter_of(game: Game) -> ExposureCounter:
    return COUNTERS.get(type(game.course), KNOWN_SHOE)


def _result(question: Question) -> BlackjackResult:
    return cast(BlackjackSolution, question.base).result


def _plain_of_bets(question: Question) -> Figures:
    """Bets of a round are counted one by one, so that it is not known how often a round wins."""
    round_ = question.base.round
    return Figures(round_.expected_value, None, round_.variance if question.spread else None)


def _plain_blackjack(question: Question) -> Figures:
    """A round is a hit if its first hand wins."""
    return replace(_plain_of_bets(question), hit_frequency=first_hand_wins(_result(question).counted))


def _plain_switch(question: Question) -> Figures:
    """How often two hands with an exchange win is sampled."""
    hits, lies = sampled_hits(question.base) if question.spread else (None, None)
    return replace(_plain_of_bets(question), hit_frequency=hits, hits_interval=lies)


def _at_blackjack(question: Question) -> Found:
    if question.information.shoe:
        return first_card(_result(question), question.executor, spread=question.spread)
    return _with_hole_card(hole_card_at_blackjack)(question)


def _with_hole_card(count: Callable[..., Found]) -> Callable[[Question], Found]:
    """A count of the hole card; a table without one has none to show."""

    def find(question: Question) -> Found:
        result = _result(question)
        verify_hole_card(question.game.title, result.rules)
        return count(result.game, question.executor, spread=question.spread)

    return find


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


SETTINGS = ExposureCounter(_set_hands, _plain_round, _plan_settings)
COUNTERS: Mapping[type[Course[Any]] | type[None], ExposureCounter] = {
    Blackjack: ExposureCounter(_at_blackjack, _plain_blackjack),
    BlackjackSwitch: ExposureCounter(
        _with_hole_card(hole_card_at_switch), _plain_switch, lambda question: Plan(Method.COURSE, SWITCH_S)
    ),
    CarriedWin: ExposureCounter(_with_hole_card(hole_card_at_parlay), _plain_of_bets),
    DealerAlone: ExposureCounter(_at_dealer_alone, _plain_round, lambda question: Plan(Method.COURSE, SHOE_S)),
    PaiGowPoker: SETTINGS,
    ThreeHands: SETTINGS,
}
"""Courses whose cards are no next cards of a shoe."""
KNOWN_SHOE = ExposureCounter(
    lambda question: known_shoe(question.game).bettor(question.information),
    lambda question: known_shoe(question.game).bettor(Information())[0],
    lambda question: Plan(known_shoe(question.game).method, SHOE_S),
)
