"""What some information is worth at a game: counted where it can be, sampled with an interval where not."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Progress, Solution, solve
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.counter import IntArray
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.solution import CountedRounds, play_every_ending
from fairfelt.engine.solve import advisor, core_game
from fairfelt.engine.solvers.boards.exposed import BoardTables, ExposedBoards, count_hand
from fairfelt.engine.solvers.boards.problem import HOLE
from fairfelt.engine.solvers.general.solution import solve_view
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game, fingerprint
from fairfelt.runtime.compute.executors import split_by_size, stream_tasks

from .courses.find import find_course
from .exposed import exposed_cards, play_exposed
from .figures import Figures, Method, Plan, figure_json, figures_of
from .information import Information, read_information, view_of
from .leaks.findings import Finding, Leak
from .leaks.shipped import finding_key, found_before, leak_of, set_aside
from .marked import card_rule, play_count, rank_count
from .plan import (
    EXACT_S,
    NO_LIMIT,
    SAMPLE_S,
    SLOWEST_HAND_S,
    cost_of_view,
    found_already,
    plan_exposure,
    plan_sample,
    sampled_by,
    verify_decision,
)
from .sample import Sample, SampledView, sample_view
from .short_rules.conditions import scales_of
from .short_rules.learner import Cells, Priced, Scale, better_rule, short_rule, sum_cells
from .short_rules.price import dealt_rule, known_rule, learn_rule, priced_rule
from .words import Explanation, explain, explain_with, explain_without, frequency_rule, frequency_rules

# Hold'em with the dealer's cards exposed: figures of the best play, and the rule by which to decide first.


STRETCH = 8
"""Canonical hands in one task."""
PARTS = 40
"""Of which the cells are put together, so that they take little memory."""
PartCount = tuple[IntArray, IntArray, Cells]
"""Numbers and choices made, hand by hand, and the cells of all."""


@dataclass(frozen=True)
class ExposedResult:
    """What best play comes to."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    rule_edge: Fraction | None
    """The player's edge by them, where they say what to do."""
    first: tuple[Fraction, ...]
    """[choice of the first street, in ascending order of the bet]: the share of rounds it is made in."""
    cells: Cells = field(compare=False)
    """What the rule was found in."""


def play_boards(
    boards: ExposedBoards,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    only: slice = slice(None),
) -> ExposedResult:
    """Every canonical hand, or only some of them."""
    problem, known = boards.problem, boards.hands
    hands, weights = known.hands[only], known.weights[only]
    found: dict[int, tuple[IntArray, IntArray]] = {}
    done = 0
    parts: list[Cells] = []
    tasks = split_by_size(STRETCH, hands, weights)
    for at, (sums_of, chosen_of, some) in stream_tasks(partial(count_hands, boards.tables), tasks, executor):
        found[at] = sums_of, chosen_of
        parts.append(some)
        if len(parts) == PARTS:
            parts = [sum_cells(parts)]
        done += len(sums_of)
        if progress:
            progress(done, len(hands), f"{problem.game.title}: {len(hands):,} classes of hands")
    sums, chosen = (np.concatenate([found[at][part] for at in sorted(found)]).astype(object) for part in (0, 1))
    deals = int(weights.sum())
    mean, square, hits = (Fraction(int(weights.astype(object) @ column), deals * boards.ways) for column in sums.T)
    figures = Figures(mean / problem.scale, hits, (square - mean**2) / problem.scale**2)
    first = [Fraction(int(column)) for column in weights.astype(object) @ chosen]
    shares = tuple(share / sum(first) for share in first)
    cells, street = sum_cells(parts), problem.game.streets[0].name
    scales = scales_beside(boards.tables, hands[:1])[0]
    priced = short_rule(street, boards.choices, scales, cells, deals * boards.ways * problem.scale)
    often = frequency_rule(street, zip(boards.choices, shares, strict=False), digits=4)
    told = explain_with(problem.game, priced, (often,))
    return ExposedResult(figures, told.rules, told.edge, shares, cells)


def count_hands(boards: BoardTables, hands: NDArray[np.uint8], weights: IntArray) -> PartCount:
    """[hand, number] of the first street's only state; [hand, choice]: how often each is the best there; and cells.

    Where no board is known at the first decision, all hands make one table of cells.
    """
    found = [count_hand(boards, hand) for hand in hands]
    sums, chosen = np.stack([each.sums[0] for each in found]), np.stack([each.chosen[0] for each in found])
    if not boards.sizes[0]:
        worth = np.concatenate([each.worth[0] for each in found]) * weights[:, None]
        return sums, chosen, Cells.of(scales_beside(boards, hands)[1], worth)
    worths = zip(hands, weights, found, strict=True)
    return (
        sums,
        chosen,
        sum_cells(
            [Cells.of(scales_beside(boards, hand[None])[1], each.worth[0] * weight) for hand, weight, each in worths]
        ),
    )


def scales_beside(boards: BoardTables, hands: NDArray[np.uint8]) -> tuple[Sequence[Scale], IntArray]:
    """The scales at the first decision, and [smaller board, scale] their levels; with several hands there is none."""
    deck = np.setdiff1d(boards.faces, hands[0]).astype(np.uint8)
    places = _places(len(deck), boards.sizes[0])
    shared = np.tile(deck[places], (len(hands), 1))
    own = np.repeat(hands, len(places), axis=0)
    return scales_of(own[:, :HOLE], shared, own[:, HOLE:])


@lru_cache(maxsize=4)
def _places(left: int, size: int) -> IntArray:
    """[board, card]: so many of the cards left, in the order of their numbers."""
    order = sorted(combinations(range(left), size), key=lambda places: places[::-1])
    return np.array(order, np.int64).reshape(len(order), size)


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
        """Plain data for JSON."""
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
        """Plain data for JSON."""
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
    with set_aside(_keys(game, information)) if recompute else nullcontext():
        if read := _read(game, information, exact_s, gains):
            return read
        if game.course:
            found_there = find_course(game, information, exact_s, sample_s, executor, progress, spread=spread)
            return Exposure(game, information, found_there.figures, found_there.plain, found_there.rules)
        return _count(game, information, exact_s, sample_s, executor, progress, gains=gains)


def _keys(game: Game, information: Information) -> list[str]:
    """Under which what is asked, and each part of it, comes with the package."""
    asked = [(leak_of(each), each) for each in (information, *_one_by_one(information))]
    sorted_key = finding_key(game, Leak.BACKS, Information())
    return [sorted_key, *(finding_key(game, leak, each) for leak, each in asked if leak)]


def _count(
    game: Game, information: Information, exact_s: float, sample_s: float, executor: Executor | None,
    progress: Progress | None, *, gains: bool,
) -> Exposure:  # fmt: skip
    """What is not read as a whole, and each card of it."""
    base = advisor(core_game(game), executor=executor)
    found = _found(game, base, information, exact_s, sample_s, executor, progress)
    if rule := known_rule(base.game) if view_of(base.game, information).knows_all else None:
        found = replace(found, strategy=(rule,), rule_edge=found.figures.edge, rule_interval=found.figures.interval)
    if not gains or information.sorted or information.hands > 1:
        return found
    steps, before = [], found.plain.edge
    for part in _one_by_one(information):
        step = found if part == information else _found(game, base, part, exact_s, sample_s, executor, progress)
        steps.append(Gain(part, step.figures.edge, step.figures.edge - before, step.figures.exact))
        before = step.figures.edge
    return replace(found, gains=tuple(steps))


def _read(game: Game, information: Information, exact_s: float, gains: bool) -> Exposure | None:
    """What needs no solving: all that is asked comes with the package, and plain play was counted before."""
    known = found_already(game, information, exact_s)
    parts = [] if game.course or information.sorted or information.hands > 1 or not gains else _one_by_one(information)
    steps = [(part, found_already(game, part, exact_s)) for part in parts]
    kept = kept_answer(game) if known else None
    if known is None or kept is None or any(step is None for _, step in steps):
        return None
    plain = figures_of(kept.par.round)
    if plain.edge != known.plain:  # another play of the same game is compared with
        return None
    exposure = _of_finding(game, known, plain)
    edges = [plain.edge, *(step.edge for _, step in steps if step)]
    gained = (
        Gain(part, after, after - before, step.figures.exact)
        for (part, step), before, after in zip(steps, edges, edges[1:], strict=False)
        if step
    )
    return replace(exposure, gains=tuple(gained))


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


def _found(
    game: Game,
    base: Solution,
    information: Information,
    exact_s: float,
    sample_s: float,
    executor: Executor | None,
    progress: Progress | None,
) -> Exposure:
    core = base.game
    plain = figures_of(base.round)
    if information.nothing:
        return Exposure(game, information, plain, plain, explain(base).rules)
    plan, view = plan_exposure(game, information, exact_s=exact_s, sample_s=sample_s), view_of(core, information)
    if known := found_already(game, information, exact_s):
        return _of_finding(game, known, plain)
    if plan.hands:
        return _sampled(game, base, information, plan, exact_s, executor, progress)
    if plan.method is Method.MARKED and (marked := rank_count(core, information)):
        figures, rules = play_count(marked, information.sorted, executor, progress)
        return Exposure(game, information, figures, plain, rules)
    if plan.method is Method.BOARDS and (boards := ExposedBoards.of(view)):
        counted = play_boards(boards, executor, progress)
        return Exposure(game, information, counted.figures, plain, counted.rules, rule_edge=counted.rule_edge)
    if plan.method is Method.EXPOSED and (seen := exposed_cards(core, information)):
        figures, often_made = play_exposed(seen, executor, progress)
        words = _explain_seen(base, information, figures, often_made, exact_s, executor, progress)
        return _exposure(game, information, figures, plain, words)
    solution = _solution(base, view, plan.method, executor, progress)
    words = _explained_before(game, information) or explain(solution)
    if words.edge is None and plan.method is not Method.ENUMERATE and not view.knows_all:
        short = cost_of_view(view).core_seconds <= exact_s
        rule = priced_rule(solve_view(view, executor, progress)) if short else None
        words = explain_with(core, rule, words.rules) if rule else words
    figures = figures_of(solution.round)
    if words.edge is None and (rule := _sampled_rule(base, information, figures, sample_s, executor, progress)):
        words = explain_with(core, rule, frequency_rules(solution))
    return _exposure(game, information, figures, plain, words)


def _sampled(
    game: Game, base: Solution, information: Information, plan: Plan, exact_s: float, executor: Executor | None,
    progress: Progress | None,
) -> Exposure:  # fmt: skip
    """By some hands, with the better of the rules that some hands or many rounds teach."""
    core, plain, view = base.game, figures_of(base.round), view_of(base.game, information)
    sampled = sample_view(
        sampled_by(view, plan), base, plan.hands, what=str(information), executor=executor, progress=progress
    )
    played = CountedRounds(core, sampled.endings)
    edge = plain.edge + max(Fraction(sampled.gain), Fraction(0))
    figures, often = figures_of(played.round, sampled.interval(plain.edge), edge), frequency_rules(played)
    words = _explained_before(game, information)
    if words is None:
        priced = card_rule(core, information, exact_s, executor, progress)
        learned = None if priced else learn_rule(view, sampled)
        priced = priced or (learned.priced(figures, plain.edge, sampled) if learned else None)
        priced = better_rule(priced, dealt_rule(view, base))
        words = explain_with(core, priced, often) if priced else Explanation(often)
        if learned and not priced:
            words = explain_without(core, often)
    return replace(_exposure(game, information, figures, plain, words), sampled=sampled)


def _explain_seen(
    base: Solution, information: Information, best: Figures, often: ShortRule, exact_s: float,
    executor: Executor | None, progress: Progress | None,
) -> Explanation:  # fmt: skip
    """The better of the rules for cards seen at the only decision; none is looked for where the end is known."""
    core = base.game
    if view_of(core, information).knows_all and known_rule(core):
        return Explanation((often,))
    priced = card_rule(core, information, exact_s, executor, progress)
    priced = better_rule(priced, dealt_rule(view_of(core, information), base))
    return explain_with(core, priced.at_most(best.edge), (often,)) if priced else explain_without(core, (often,))


def _of_finding(game: Game, known: Finding, plain: Figures) -> Exposure:
    words = Explanation(known.strategy, known.rule_edge, known.rule_interval)
    return replace(_exposure(game, known.information, known.figures, plain, words), before=known)


def _exposure(game: Game, information: Information, figures: Figures, plain: Figures, words: Explanation) -> Exposure:
    return Exposure(game, information, figures, plain, words.rules, rule_edge=words.edge, rule_interval=words.interval)


def _sampled_rule(
    base: Solution, information: Information, best: Figures, sample_s: float, executor: Executor | None,
    progress: Progress | None,
) -> Priced | None:  # fmt: skip
    """A rule for what was counted in a way that keeps no single hands: learned and priced by some of them."""
    view = view_of(base.game, information)
    of = SampledView.of(view)
    if information.sorted or view.knows_all or of.seconds > SLOWEST_HAND_S:
        return None
    hands = min(plan_sample(view, str(information), sample_s).hands, RULE_HANDS)
    sampled = sample_view(of, base, hands, what=str(information), executor=executor, progress=progress)
    learned = learn_rule(view, sampled)
    return learned.priced(best, base.round.expected_value, sampled) if learned else None


def _explained_before(game: Game, information: Information) -> Explanation | None:
    """The short rule that comes with the package."""
    found = found_before(game, information)
    words = found and found.rule_edge is not None
    return Explanation(found.strategy, found.rule_edge, found.rule_interval) if found and words else None


def _solution(
    base: Solution, view: View, method: Method, executor: Executor | None, progress: Progress | None
) -> Solution:
    """Counted exactly, one way or another."""
    if method is Method.SOLVER:
        return solve(view.game_shown, executor=executor)
    if method is Method.ENDINGS:
        return play_every_ending(base)
    return solve_view(view, executor, progress)
