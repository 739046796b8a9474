"""What some information is worth at a game: counted where it can be, sampled with an interval where not.

Every method states its cost: the cheapest exact one is taken, and a sample where none is short enough.

information.py   "dealer 1" as typed, and the View of the cards that it gives a player
known_cards.py   a fast counter of the engine for that view, where one fits the game
courses.py       the same for games that a course plays
figures.py       edge, hit frequency and standard deviation of what was counted
exposure.py      all of it in order, with the short rule, for one question
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import inf
from typing import Any

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.exact import Progress, Solution, Unsolved, duration, solve
from fairfelt.engine.solution import CountedRounds, StreetByStreetSolution, play_every_ending
from fairfelt.engine.solve import advisor, core_game, keeps_every_ending, solver_of
from fairfelt.engine.solvers.general.solution import GeneralSolution, solve_view
from fairfelt.engine.solvers.general.solver import Cost, general_problem
from fairfelt.engine.strategy import short_strategy_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game, fingerprint

from .courses import ExposureQuestion, find_course
from .figures import Figures, Method, Plan, figure_json, figures_of
from .findings import SHIPPED_EXACT_S, Finding, Leak, Question, best_backs_before, found_before, leak_of, set_aside
from .information import Information, read_information, view_of
from .known_cards import frequency_rule, known_cards, play_known
from .sample import Sample, SampledView, sample_view, thin
from .short_rules.learner import Priced
from .short_rules.price import counted_rule, dealt_rule, known_rule, sampled_rule

GENERAL = "general"
NO_LIMIT = inf
EXACT_S = 60.0
"""A view that takes longer is sampled, unless a user agrees to count it…"""
SAMPLE_S = 20.0
"""…for about so long."""
MIN_HANDS, MIN_THINNED_HANDS, MAX_HANDS = 400, 200, 40_000
"""Hands that are sampled: with fewer, an interval for 99 times in 100 holds less often."""
SLOWEST_HAND_S = 0.2
"""Where a single hand takes longer, the cards that come later are thinned."""
PILOT = (40, 120)
"""Hands that are sampled to tell what more of them take, after two that compile what is needed."""


def verify_decision(game: Game) -> None:
    """Refuse a game where nothing is decided after the deal."""
    if not game.streets and not game.course:
        raise Unsolved(
            f"{game.title}: nothing is decided once the bets are down, so that no card seen then is worth anything"
        )
    if not has_one_deck(game) and not game.course:
        raise Unsolved(f"{game.title}: cards seen early are counted for a single deck so far")


def plan_exposure(
    game: Game,
    information: Information,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    recompute: bool = False,
) -> Plan:
    """The method and about how long it takes; a sentence with the cost where there is none."""
    verify_decision(game)
    if not recompute and found_already(game, information, exact_s):
        return Plan(Method.SHIPPED, 0.0)
    if game.course:
        question = ExposureQuestion(game, information, exact_s, sample_s)
        return question.counter.plan(question)
    core = core_game(game)
    fitting = [plan for plan, limit_s in _exact_methods(core, information, exact_s) if plan.seconds <= limit_s]
    if fitting:
        return next((plan for plan in fitting if plan.seconds <= EXACT_S), min(fitting, key=lambda plan: plan.seconds))
    return plan_sample(view_of(core, information), str(information), sample_s)


def _exact_methods(core: Game, information: Information, exact_s: float) -> Iterator[tuple[Plan, float]]:
    """Every method that counts this, each with the seconds that it may take: as long as plain play, at least.

    Those that keep single hands come first, so that their short rules are exact.
    """
    view = view_of(core, information)
    known = known_cards(core, information)
    if information.sorted and known:
        yield Plan(known.method, known.counter.seconds), exact_s
    if not information.sorted and view.is_by_rules:
        try:
            solver = solver_of(view.game_shown)
        except Unsolved:
            solver = None
        if solver and solver.name != GENERAL:
            plain_s = solver_of(core).seconds(core)
            yield Plan(Method.SOLVER, solver.seconds(view.game_shown)), max(exact_s, plain_s)
        if view.knows_all and keeps_every_ending(core):
            yield Plan(Method.ENDINGS, solver_of(core).seconds(core)), NO_LIMIT
        if known:
            yield Plan(known.method, known.counter.seconds), exact_s
    if not view.dead:
        yield Plan(Method.ENUMERATE, cost_of_view(view).core_seconds), exact_s


def plan_sample(view: View, what: str, sample_s: float) -> Plan:
    """How many hands are decided, whole or thinned."""
    one, least, method = SampledView.of(view), MIN_HANDS, Method.SAMPLE
    if one.seconds > SLOWEST_HAND_S:
        thinned = thin(view)
        if thinned is None:
            cost, one_hand = cost_of_view(view), duration(one.seconds)
            raise Unsolved(
                f"{view.game.title}, {what}: {cost.evaluations:.3g} rounds to look at, about "
                f"{duration(cost.core_seconds)} on one core; a single hand takes {one_hand}, too long to sample"
            )
        one, least, method = thinned, MIN_THINNED_HANDS, Method.THINNED
    hands = int(min(MAX_HANDS, max(least, sample_s / one.seconds))) // 2 * 2
    return Plan(method, hands * one.seconds, hands)


def sampled_by(view: View, plan: Plan) -> SampledView:
    found = SampledView.of(view) if plan.method is Method.SAMPLE else thin(view)
    assert found, "it was thinned when it was planned"
    return found


def found_already(game: Game, information: Information, exact_s: float) -> Finding | None:
    """What comes with the package, whole; where a user waits for an exact count, no sample."""
    if information.sorted:
        sorted_ = best_backs_before(game)
        return sorted_ if sorted_ and sorted_.information == information and sorted_.variance is not None else None
    found = found_before(game, information)
    whole = (
        found and (found.variance is not None or game.course) and (found.figures.exact or exact_s <= SHIPPED_EXACT_S)
    )
    return found if whole else None


def cost_of_view(view: View) -> Cost:
    """What it takes to count every information set."""
    return general_problem(view.game, view).cost


def measured_seconds(
    game: Game, information: Information, plan: Plan, clock: Callable[[], float], executor: Executor | None = None
) -> float:
    """About how long a sample takes once plain play is solved, by a few hands of it; a count as it was planned.

    What a hand takes is mostly what plain play takes to decide it, and no formula foretells that for every solver.
    """
    if not plan.hands or game.course:
        return plan.seconds
    core, taken = core_game(game), list[float]()
    of, base = sampled_by(view_of(core, information), plan), advisor(core, executor=executor)
    for hands in (2, *PILOT):
        begun = clock()
        sample_view(of, base, hands, executor=executor)
        taken.append(clock() - begun)
    each = max(0.0, taken[2] - taken[1]) / (PILOT[1] - PILOT[0])
    return taken[1] + each * max(0, plan.hands - PILOT[0])


# The strategy of a player who knows more, in words short enough to be signaled across a table.


LATER = "the choice of greatest value, which depends on all cards in sight"


def explain(solution: Solution) -> tuple[ShortRule, ...]:
    """As ordinary play is explained, or how often each choice is made."""
    if not isinstance(solution, StreetByStreetSolution):
        try:
            return short_strategy_of(solution).rules
        except Unsolved:
            pass
    return frequency_rules(solution)


def explain_with(game: Game, rule: ShortRule, best_play: Iterable[ShortRule]) -> tuple[ShortRule, ...]:
    """A rule for the first decision, what is done at later ones, and how often best play makes each choice."""
    later = (ShortRule(street.name, LATER) for street in game.streets[1:])
    often = (ShortRule(f"{each.street}, best play", each.words) for each in best_play)
    return (rule, *later, *often)


def frequency_rules(solution: Solution) -> tuple[ShortRule, ...]:
    """How often each choice is made, of all rounds, where no rule is short."""
    found = []
    for street, rows in groupby(solution.decisions, key=lambda row: row.street):
        found.append(frequency_rule(street, ((row.choice, row.frequency) for row in rows), digits=2))
    return tuple(found)


# Exposures.


NOT_SEARCHED = "Signals come with the figures of the catalogue; none is searched for here."
"""What is said where hands are shared and no signal was found before."""
RULE_HANDS = 10_000
"""Of which a rule is learned and priced, at most, where its figures were counted."""


@dataclass(frozen=True)
class Gain:
    """What one more card seen is worth."""

    information: Information
    edge: Fraction
    gain: Fraction
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        figures = {name: figure_json(getattr(self, name), exact=self.exact) for name in ("edge", "gain")}
        return {"information": str(self.information), **figures, "exact": self.exact}


@dataclass(frozen=True)
class Exposure:
    """A game played with some information."""

    game: Game
    information: Information
    figures: Figures
    plain: Figures
    """The same game with nothing but what the rules show."""
    strategy: tuple[ShortRule, ...]
    gains: tuple[Gain, ...] = ()
    sampled: Sample | None = None
    rule_edge: Fraction | None = None
    """The player's edge by the short rules, where they say what to do; later decisions are as good as can be."""
    rule_interval: Interval | None = None
    """In which that edge lies, where it was sampled."""
    before: Finding | None = None
    """Of which all this was read, where it comes with the package."""

    @property
    def rule_cost(self) -> Fraction | None:
        """What they lose against the best play that was counted with the same cards."""
        exact = self.rule_edge is not None and self.rule_interval is None and self.figures.exact
        return self.figures.edge - self.rule_edge if exact and self.rule_edge is not None else None

    @property
    def gain(self) -> Fraction:
        """What the information adds to the player's edge."""
        return self.figures.edge - self.plain.edge

    @property
    def signal(self) -> dict[str, Any] | None:
        """What partners who share their hands would show each other, where that comes with the package."""
        return self.before.signal if self.before else None

    @property
    def signal_words(self) -> str:
        """That signal in a sentence, or why there is none; nothing where no hands are shared."""
        if self.information.hands == 1:
            return ""
        return self.before.note if self.before else NOT_SEARCHED

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.slug,
            "variant": self.game.variant,
            "fingerprint": fingerprint(self.game),
            "information": str(self.information),
            "unit": self.game.unit,
            **self.figures.to_dict(),
            "strategy": [{"street": rule.street, "words": rule.words} for rule in self.strategy],
            "strategy_edge": figure_json(self.rule_edge, exact=self.rule_interval is None),
            "strategy_interval": self.rule_interval and self.rule_interval.to_dict(),
            "strategy_cost": figure_json(self.rule_cost, exact=True),
            "plain": self.plain.to_dict(),
            "gain": figure_json(self.gain, exact=self.figures.exact),
            "gains": [gain.to_dict() for gain in self.gains],
            "signal": self.signal,
            "signal_words": self.signal_words,
        }


def protect(
    game: Game,
    *,
    seen: str = "",
    sorted: str = "",
    hands: int = 1,
    exact: bool = False,
    recompute: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Exposure:
    """What it is worth to see cards early ("dealer 1"), to tell ranks from the back ("QKA"), or to share hands.

    With `exact` it is counted however long that takes, wherever there is a way to count it; with `recompute` it is
    found anew, even where the figures come with the package.
    """
    information, exact_s = read_information(game, seen, sorted, hands), NO_LIMIT if exact else EXACT_S
    return expose(game, information, exact_s=exact_s, recompute=recompute, executor=executor, progress=progress)


def expose(
    game: Game,
    information: Information,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    gains: bool = True,
    spread: bool = True,
    recompute: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Exposure:
    """Find the figures of a game with some information, and of each card of it on the way.

    Without `spread` the standard deviation is left out where it takes as long as all the rest.
    """
    verify_decision(game)
    question = ExposureQuestion(game, information, exact_s, sample_s, executor, progress, spread)
    with set_aside(_keys(game, information)) if recompute else nullcontext():
        found = _found_at_course(question) if game.course else _found(question)
        if game.course or not gains or information.sorted or information.hands > 1:
            return found
        steps, before = [], found.plain.edge
        for part in _one_by_one(information):
            step = found if part == information else _found(replace(question, information=part))
            steps.append(Gain(part, step.figures.edge, step.figures.edge - before, step.figures.exact))
            before = step.figures.edge
        return replace(found, gains=tuple(steps))


def _keys(game: Game, information: Information) -> list[str]:
    """Under which what is asked, and each part of it, comes with the package."""
    asked = [(leak_of(each), each) for each in (information, *_one_by_one(information))]
    asked.append((Leak.BACKS, Information()))
    return [Question(game, leak, each).key for leak, each in asked if leak]


def _one_by_one(information: Information) -> list[Information]:
    """The same information with one card, with two, and so on."""
    cards = [(Cards.DEALER, n) for n in information.dealer] + [(Cards.COMMUNITY, n) for n in information.community]
    return [
        Information(
            tuple(n for place, n in cards[:upto] if place is Cards.DEALER),
            tuple(n for place, n in cards[:upto] if place is Cards.COMMUNITY),
        )
        for upto in range(1, len(cards) + 1)
    ]


def _found_at_course(question: ExposureQuestion) -> Exposure:
    if known := found_already(question.game, question.information, question.exact_s):
        plain = _kept_plain(question.game, known) or question.counter.plain(question)
        if plain.edge == known.plain:
            return _of_finding(question.game, known, plain)
    return Exposure(question.game, question.information, *find_course(question))


def _kept_plain(game: Game, known: Finding) -> Figures | None:
    """Plain play as it was counted before; None where a finding is compared with another play of the same game."""
    kept = kept_answer(game)
    plain = figures_of(kept.par.round) if kept else None
    return plain if plain and plain.edge == known.plain else None


def _found(question: ExposureQuestion) -> Exposure:
    game, information = question.game, question.information
    exact_s, sample_s, executor, progress = question.exact_s, question.sample_s, question.executor, question.progress
    if known := found_already(game, information, exact_s):
        return _of_finding(game, known, _kept_plain(game, known) or figures_of(question.base.round))
    base, plain = question.base, figures_of(question.base.round)
    core = base.game
    if information.nothing:
        return Exposure(game, information, plain, plain, explain(base))
    plan, view = plan_exposure(game, information, exact_s=exact_s, sample_s=sample_s), view_of(core, information)
    solution: Solution | None = None
    if plan.hands:
        found = _sampled(question, plan)
    elif plan.method in (Method.MARKED, Method.EXPOSED) and (cards := known_cards(core, information)):
        figures, rules = play_known(cards, executor, progress)
        found = Exposure(game, information, figures, plain, rules)
    else:
        solution = _solution(base, view, plan.method, executor, progress)
        found = Exposure(game, information, figures_of(solution.round), plain, frequency_rules(solution))
    if information.sorted or information.hands > 1:
        return found
    before = found_before(game, information)
    if before and before.rule_edge is not None:
        return replace(found, strategy=before.strategy, rule_edge=before.rule_edge, rule_interval=before.rule_interval)
    if rule := known_rule(core) if view.knows_all else None:
        return replace(found, strategy=(rule,), rule_edge=found.figures.edge, rule_interval=found.figures.interval)
    priced = _rule(question, view, found, solution)
    if priced is None:
        return replace(found, strategy=explain(solution)) if solution else found
    if found.figures.exact:
        priced = priced.at_most(found.figures.edge)
    strategy = explain_with(core, priced.rule, found.strategy)
    return replace(found, strategy=strategy, rule_edge=priced.edge, rule_interval=priced.interval)


def _rule(question: ExposureQuestion, view: View, found: Exposure, solution: Solution | None) -> Priced | None:
    """The short rule for the first decision: from the count of every information set, from rounds, or from hands."""
    base, executor, progress = question.base, question.executor, question.progress
    is_counted = isinstance(solution, GeneralSolution) or found.sampled
    if not is_counted and cost_of_view(view).core_seconds <= min(question.exact_s, EXACT_S):
        solution = solve_view(view, executor, progress)
    if isinstance(solution, GeneralSolution) and (rule := counted_rule(solution)):
        return rule
    if rule := dealt_rule(view, base):
        return rule
    sampled, of = found.sampled, SampledView.of(view)
    if sampled is None and not view.knows_all and of.seconds <= SLOWEST_HAND_S:
        what = str(found.information)
        hands = min(plan_sample(view, what, question.sample_s).hands, RULE_HANDS)
        sampled = sample_view(of, base, hands, what=what, executor=executor, progress=progress)
    return sampled_rule(view, sampled, found.figures, base.round.expected_value) if sampled else None


def _sampled(question: ExposureQuestion, plan: Plan) -> Exposure:
    base, what = question.base, str(question.information)
    plain, of = figures_of(base.round), sampled_by(view_of(base.game, question.information), plan)
    sampled = sample_view(of, base, plan.hands, what=what, executor=question.executor, progress=question.progress)
    played = CountedRounds(base.game, sampled.endings)
    edge = plain.edge + max(Fraction(sampled.gain), Fraction(0))
    figures = figures_of(played.round, sampled.interval(plain.edge), edge)
    return Exposure(question.game, question.information, figures, plain, frequency_rules(played), sampled=sampled)


def _of_finding(game: Game, known: Finding, plain: Figures) -> Exposure:
    return Exposure(
        game, known.information, known.figures, plain, known.strategy, rule_edge=known.rule_edge,
        rule_interval=known.rule_interval, before=known,
    )  # fmt: skip


def _solution(
    base: Solution, view: View, method: Method, executor: Executor | None, progress: Progress | None
) -> Solution:
    if method is Method.SOLVER:
        return solve(view.game_shown, executor=executor)
    if method is Method.ENDINGS:
        return play_every_ending(base)
    return solve_view(view, executor, progress)
