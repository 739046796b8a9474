"""Known cards at games that a course plays: by which method each is found, what that takes, and the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import hypot, sqrt
from random import Random
from typing import Any, cast

import numpy as np

from fairfelt.analysis.protection.figures import UNIT, Figures, Method, Plan, figures_of
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.next_cards import NextCards
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.courses.blackjack import count
from fairfelt.engine.courses.blackjack.count import to_ten_digits
from fairfelt.engine.courses.blackjack.hands import Counts, shoe_of, without
from fairfelt.engine.courses.blackjack.solution import BlackjackSolution
from fairfelt.engine.courses.switch import Exchange, SwitchResult, SwitchSolution
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Progress, Solution, Unsolved, percent_text, solve
from fairfelt.engine.simulation.course import Player
from fairfelt.engine.solve import advisor, core_game, solver_of
from fairfelt.engine.solvers.pai_gow.exposed import MAX_COUNTED, can_count, count_exposed, count_seconds
from fairfelt.engine.solvers.pai_gow.exposed_samples import SetGain, sample_draws, sample_labels
from fairfelt.rules import Blackjack, BlackjackSwitch, Cards, Course, Draw, Game, PaiGowPoker
from fairfelt.rules.cards import SUITS, Card
from fairfelt.rules.courses.blackjack.carried import CarriedWin
from fairfelt.rules.courses.blackjack.dealer_alone import DealerAlone
from fairfelt.rules.courses.blackjack.hand import points
from fairfelt.rules.courses.blackjack.rules import ACE, TEN
from fairfelt.rules.courses.blackjack.switch import HANDS
from fairfelt.rules.courses.seven_cards import SIZE
from fairfelt.rules.courses.three_hands import ThreeHands
from fairfelt.runtime.compute.executors import run_tasks

from .blackjack import (
    NATURAL,
    HoleCard,
    Pair,
    dealer_pairs,
    first_card_products,
    first_card_rounds,
    first_hand_wins,
    hole_card_rules,
    natural_ends,
    parlay_figures,
    verify_hole_card,
    with_known_hole,
)
from .few_cards import FewCards, is_small, round_of

# An exposed pai gow dealer: whether its cards are counted or sampled, what that takes, and the figures.


HAND_S = (0.0, 0.013, 0.025, 0.03, 3.5e-3, 4.5e-4, 1.8e-4, 15e-6)
"""[exposed cards]: what an own hand takes, set in two hands: all labels of one or two cards, else some draws."""
THREE_HANDS_S = (0.0, 0.05, 0.1, 0.13, 0.015, 2e-3, 8e-4, 80e-6)
"""The same set in three hands."""
TABLES_S = 10.0
MIN_HANDS = 60
WORDS = "the setting that wins most against what the dealer can have"


def plan_settings(game: Game, seen: int, exact_s: float, sample_s: float) -> Plan:
    """How so many of the dealer's cards are weighed, and about what that takes beside the count of plain play."""
    if seen == SIZE and isinstance(game.course, PaiGowPoker):
        shown = _shown(game)
        seconds = solver_of(shown).seconds(shown)
        if seconds <= exact_s:
            return Plan(Method.SOLVER, seconds)
    if can_count(game, seen) and count_seconds(seen) <= exact_s:
        return Plan(Method.EXPOSED, count_seconds(seen))
    if len(game.deck.suits) < len(SUITS):
        raise Unsolved(f"{game.title}: own hands are drawn from all four suits, and the deck lacks some")
    each = _hand_seconds(game, seen)
    hands = max(MIN_HANDS, int(sample_s / each) // 2 * 2)
    return Plan(Method.SAMPLE, hands * each + TABLES_S, hands)


def _hand_seconds(game: Game, seen: int) -> float:
    """What an own hand takes; with three hands as much time goes into the setting that it is compared with."""
    if isinstance(game.course, ThreeHands):
        return THREE_HANDS_S[seen] * (2 if seen <= MAX_COUNTED else 1)
    return HAND_S[seen]


def find_settings(
    game: Game, seen: int, plain: Figures, plan: Plan, executor: Executor | None, progress: Progress | None
) -> tuple[Figures, ShortRule]:
    """The figures of the best settings with so many cards in sight, and how they are chosen."""
    words = ShortRule(game.streets[0].name, WORDS)
    if plan.method is Method.SOLVER:
        return figures_of(solve(_shown(game), executor=executor).round), words
    if plan.method is Method.EXPOSED:
        return figures_of(round_of(count_exposed(game, seen, executor, progress).results(game))), words
    found, blind = _sampled(game, seen, plan.hands, executor, progress)
    if blind:
        words = ShortRule(words.street, f"{WORDS}. {blind_words(blind.gain)}")
    edge, lies = float(plain.edge) + found.gain, found.lies.moved(float(plain.edge))
    chances = {net: Fraction(share) for net, share in found.results}
    return figures_of(_sampled_round(chances), lies, Fraction(edge)), words


def blind_words(gain: float) -> str:
    """What needs no card in sight, so that nobody takes it for what the cards are worth."""
    more = percent_text(Fraction(gain), 1)
    return f"With no card seen, the best setting wins about {more} of the bet more than the house way"


def _sampled(
    game: Game, seen: int, hands: int, executor: Executor | None, progress: Progress | None
) -> tuple[SetGain, SetGain | None]:
    """What is gained over the house way; and how much of it a setting gains that sees nothing, where that is found."""
    three = isinstance(game.course, ThreeHands)
    if seen > MAX_COUNTED:
        best, blind = sample_draws(game, seen, hands, executor=executor, progress=progress)
        return best, blind if three else None
    found = sample_labels(game, seen, hands, executor=executor, progress=progress)
    if not three:
        return found, None
    many = int(hands * THREE_HANDS_S[seen] / THREE_HANDS_S[SIZE]) // 2 * 2
    _, blind = sample_draws(game, SIZE, many, executor=executor, progress=progress)
    gain = found.gain + blind.gain
    low, high = (hypot(*(getattr(each.lies, end) - each.gain for each in (found, blind))) for end in ("low", "high"))
    return SetGain(gain, replace(found.lies, low=gain - low, high=gain + high), found.results), blind


def _shown(game: Game) -> Game:
    """The same game with the dealer's hand turned up before the players set theirs."""
    core = core_game(game)
    assert isinstance(core.course, PaiGowPoker)
    return replace(core, course=replace(core.course, face_up=True))


def _sampled_round(results: Mapping[Fraction, Fraction]) -> RoundPar:
    """Shares in floats, rounded so that they add up to one."""
    total = 10**9
    counts = {net: round(share * total) for net, share in results.items()}
    return round_of({net: Fraction(count, sum(counts.values())) for net, count in counts.items()})


# Two hands with an exchange whose dealer's hole card is seen, and rounds of them dealt and played.
#
# How two hands come out together is counted as the mean of their product alone, and for the up card alone: not how
# often a round wins, and nothing of it where the hole card is seen.


ROUNDS = 40_000
"""Enough for a standard deviation that is right to one percent, and hits to a percentage point."""
PLAIN_ROUNDS = 20_000
"""Enough for hits to a percentage point."""
LOOKS = 12
"""Dealer's pairs for which two hands are counted card by card."""
SEED = 1


def switch_edge(game: Game, executor: Executor | None = None, *, looks: int = LOOKS) -> tuple[float, Interval]:
    """The player's edge at two hands that may exchange their second cards, in bets, and in what it lies.

    All dealer's pairs are valued as if the cards of the other hand were still in the shoe; for some pairs, drawn by
    their chances, it is counted what that is off.
    """
    result = SwitchResult(game)
    course, shoe = result.course, result.shoe
    chances = dict(dealer_pairs(shoe))
    played = [pair for pair in chances if set(pair) != NATURAL]
    weights = np.array([float(chances[pair]) for pair in played])
    near = np.array(run_tasks(_switch_value, [(course, shoe, *pair, True) for pair in played], executor))
    drawn = np.random.default_rng(SEED).choice(len(played), looks, p=weights / weights.sum())
    which, times = np.unique(drawn, return_counts=True)
    exact = run_tasks(_switch_value, [(course, shoe, *played[at], False) for at in which], executor)
    off = np.repeat(np.array(exact) - near[which], times) * weights.sum()
    ends = natural_ends(course.rules, shoe)
    natural = ends[count.NATURAL] * course.rules.natural.net - ends[count.DEALER_NATURAL]
    edge = float(weights @ near + off.mean()) + HANDS * float(chances[ACE, TEN] * natural)
    return edge, Interval.around(edge, float(off.std(ddof=1) / np.sqrt(looks)), looks, SEED)


def _switch_value(course: BlackjackSwitch, shoe: Counts, up: int, hole: int, nearly: bool) -> float:
    left = without(shoe, hole)
    return _with_hole(course, shoe, up, hole).best_worth(nearly=nearly) * sum(left) / left[up - 1]


def seen_results(game: Game, executor: Executor | None = None, *, rounds: int = ROUNDS) -> dict[Fraction, Fraction]:
    """How often a round comes to what, in bets of one hand, where both of the dealer's cards are seen: sampled."""
    pairs, chances = zip(*dealer_pairs(shoe_of(game.deck)), strict=True)
    times = np.random.default_rng(SEED).multinomial(rounds, np.array(chances, float))
    tasks = [(game, pair, int(many)) for pair, many in zip(pairs, times, strict=True)]
    found = sum(run_tasks(_against_pair, tasks, executor), Counter[Fraction]())
    return {net: Fraction(many, rounds) for net, many in found.items()}


def plain_hits(solution: Solution, *, rounds: int = PLAIN_ROUNDS) -> tuple[Fraction, Interval]:
    """The share of rounds that win one unit or more where no card is seen: sampled, and where it lies."""
    found = play_rounds(solution.game, solution, rounds)
    share = sum(many for net, many in found.items() if net >= UNIT) / rounds
    lies = Interval.around(share, sqrt(share * (1 - share) / rounds), rounds, SEED)
    return Fraction(round(share * rounds), rounds), lies


def _against_pair(game: Game, pair: Pair, rounds: int) -> Counter[Fraction]:
    """A natural of the dealer's ends the round before anything is decided: it has no plan."""
    result, (up, hole) = SwitchResult(game), pair
    plans = {}
    if set(pair) != NATURAL:
        plans = {up: _with_hole(result.course, result.shoe, up, hole).plan_nearly()}
    solution = SwitchSolution(game, replace(result, known=plans))
    return play_rounds(game, solution, rounds, dealer=pair, seed=up * TEN + hole)


def _with_hole(course: BlackjackSwitch, shoe: Counts, up: int, hole: int) -> Exchange:
    """Four cards against both cards of the dealer's."""
    known = replace(course, rules=with_known_hole(course.rules, hole))
    return Exchange(known, without(shoe, hole), up)


def play_rounds(
    game: Game, solution: Solution, rounds: int, *, dealer: tuple[int, ...] = (), seed: int = SEED
) -> Counter[Fraction]:
    """What one player wins by those choices, and in how many rounds; the dealer's first cards may be given."""
    player, source, rest = Player(game, solution), Random(seed), list(game.deck.cards)
    first = [rest.pop(next(at for at, card in enumerate(rest) if points(card) == value)) for value in dealer]
    ends = Counter[Ending]()
    for _ in range(rounds):
        source.shuffle(rest)
        ends.update(_play(player, first, rest))
    found = Counter[Fraction]()
    for end, many in ends.items():
        found[net_result(game, end)[0]] += many
    return found


def _play(player: Player, first: Sequence[Card], rest: Sequence[Card]) -> tuple[Ending, ...]:
    position, shoe = player.start(1), iter(rest)
    dealer = chain(first, shoe)
    while isinstance(step := position.step, Draw):
        cards = dealer if step.to is Cards.DEALER else shoe
        position = player.draw(position, next(cards))
    return player.end(position)


SHOE_S, HOLE_S, SWITCH_S = 3.0, 80.0, 260.0
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
