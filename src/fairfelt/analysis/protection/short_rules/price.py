"""Short rules for a player who sees more: by what a solver keeps of each hand, by a sample, or by rounds dealt out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.sample import Sample
from fairfelt.engine import Progress, Solution, Unsolved
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.counter import COLUMNS, Counter, run_counter
from fairfelt.engine.core.levels import Level, offered
from fairfelt.engine.core.problem import MOST, Problem, asks_for_a_hand, decides_once, showdown_problem
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.engine.solvers.boards.solution import BoardsSolution
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.solvers.general.solver import count_each, general_problem, level_of
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Choice, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, UpCardClasses
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.partial import reads

from .conditions import Hands, joker_scales, own_scales, scales_of, seen_scales, seen_with_own, visible_scales
from .learner import PART_WORTH, Cells, IntArray, Priced, Scale, best_lines, followed, rule_words, short_rule

PARTS = 1_000_000
"""Of the Ante, in which sampled worths are integers."""
PART_HANDS = 2
"""A part more must gain what so many sampled hands are that win or lose an Ante more: fewer may be luck."""
MAX_SAMPLED_PARTS, MAX_DEALT_PARTS = 10, 8
"""Parts of a rule that is learned from hands, and from rounds."""
LEARNED, PRICED = 200_000, 800_000
"""Rounds that a rule is learned from, and those that it is priced by."""
DEALT_PART_WORTH = Fraction(1, 2_500)
"""A part more of a rule from rounds must gain that part of the Ante: less may be luck."""
BATCH = 20_000
Found = Iterable[tuple[Scale, IntArray]]


def priced_rule(solution: Solution) -> Priced | None:
    """The rule of a game solved with those cards face up; None where its solver keeps nothing of single hands."""
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return _of_up_card(solution, solution.result.classes)
    if isinstance(solution, GeneralSolution):
        return _of_general(solution)
    if isinstance(solution, BoardsSolution) and 0 in solution.result.sums:
        return _of_boards(solution)
    return None


def _of_up_card(solution: ShowdownSolution, classes: UpCardClasses) -> Priced:
    """Every canonical hand with every card of the dealer's."""
    result, problem = solution.result, solution.result.problem
    there = np.flatnonzero(classes.weights)
    own, up_card = classes.own.hands[there // ALL_CARDS], (there % ALL_CARDS).astype(np.uint8)[:, None]
    values = result.seen[there].astype(np.int64)
    worth = result.values[there].astype(np.int64) * classes.weights[there].astype(np.int64)[:, None]
    beside = joker_scales(up_card) if solution.game.deck.jokers else seen_scales(own, up_card)
    found = [*own_scales(problem.showdown.ranking, values), *beside]
    may = np.arange(worth.shape[1]) < np.asarray(problem.allowed(values.astype(np.int32)))[:, None]
    unit = solution.total * problem.scale
    return _rule(solution.game, solution.choices, _stack(found), allowed_choices(may, worth), unit)


def _of_boards(solution: BoardsSolution) -> Priced:
    """Every pair beside every class of the shared cards in sight."""
    result, problem, order = solution.result, solution.result.problem, list(solution.tree.orders[0])
    pairs, boards = result.pairs.cards, result.boards(problem.sizes[0])
    own, shared, worth = [], [], []
    for board, weight in zip(boards.hands, boards.weights.tolist(), strict=True):
        for pair in pairs[~np.isin(pairs, board).any(axis=1)]:
            given = result.kept(0, tuple(board.tolist()), tuple(pair.tolist()))
            own.append(pair)
            shared.append(board)
            worth.append(problem.choice_values(0, given)[0][order] * weight)
    nobody = np.zeros((len(own), 0), np.uint8)
    scales = scales_of(np.array(own, np.uint8), np.array(shared, np.uint8), nobody)
    unit = (len(own) // len(boards)) * int(boards.weights.sum()) * problem.following[0] * problem.scale
    choices = [solution.game.streets[0].choices[at] for at in order]
    return _rule(solution.game, choices, scales, np.array(worth, np.int64), unit)


def _of_general(solution: GeneralSolution) -> Priced | None:
    """Every information set of the first decision; None where marks or cards of several places are known there."""
    result, game = solution.result, solution.game
    at = level_of(result.information_sets, 0)
    sights, hole, shown = result.information_sets[at], game.hole, result.information_sets[at].level.counts[1:]
    if game.deck.jokers or sights.level.labels > 1 or (game.showdown and sum(map(bool, shown)) != 1):
        return None
    order = list(solution.tree.orders[0])
    values = result.values[0][:, 0, 0][:, order]
    if int(np.abs(values).max()) * int(sights.weights.sum()) > MOST:
        return None  # sums of these are no integers of 64 bits
    worth = values.astype(np.int64) * sights.weights[:, None]
    worth = allowed_choices(offered(game, 0, sights.hands[:, :hole])[:, order], worth)
    scales = seen_with_own(sights.hands)
    if game.showdown and shown[1]:  # the dealer's cards stand beside the player's hand; shared ones make it longer
        scales = _beside_dealer(game.showdown.ranking, sights.hands[:, :hole], sights.hands[:, hole:])
    unit = int(sights.weights.sum()) * result.following[at] * result.scale
    return _rule(game, [game.streets[0].choices[choice] for choice in order], scales, worth, unit)


def _beside_dealer(ranking: Ranking, own: Hands, seen: Hands) -> tuple[tuple[Scale, ...], IntArray]:
    if not reads(ranking, own.shape[1]):  # too few cards for it: shared ones come later
        return scales_of(own, own[:, :0], seen)
    values = ranking.batch(np.ascontiguousarray(own)).astype(np.int64)
    return _stack([*own_scales(ranking, values), *seen_scales(own, seen)])


def rank_rule(count: Counter, executor: Executor | None = None, progress: Progress | None = None) -> Priced:
    """By every class of hands with every rank of one hidden card, and of the one beside it; suits are left out."""
    up_ranks = RANKS_PER_SUIT if count.shown else 1
    worth = np.zeros((len(count.kinds), up_ranks, COLUMNS, len(count.choices)), np.int64)
    for part in run_counter(count, partial(_ranked, count, worth.shape), executor, progress):
        worth += part
    kind, up_rank, rank = (at.ravel() for at in np.indices(worth.shape[:3]))
    there = worth.any(axis=3).ravel()
    kind, up_rank, rank = kind[there], up_rank[there], rank[there]
    assert rank.max() < RANKS_PER_SUIT, "a deck with jokers is not asked about so"
    seen = np.stack((up_rank, rank) if count.shown else (rank,), axis=1).astype(np.uint8)
    found = [*own_scales(count.ranking, count.kinds[kind].astype(np.int64)), *seen_scales(None, seen)]
    by_cell, unit = worth.reshape(-1, worth.shape[3])[there], count.rounds * count.scale
    return _rule(count.game, count.choices, _stack(found), by_cell, unit)


def _ranked(counter: Counter, shape: tuple[int, ...], *task: Any) -> IntArray:
    """[kind, rank of the shown card, rank of the hidden one, choice] of some hands."""
    counts, found = counter.count(*task).merge(counter.label_ranks, COLUMNS), np.zeros(shape, np.int64)
    shown = np.zeros(len(counts.kinds), np.int64) if counts.shown is None else counts.shown
    np.add.at(found, (counts.kinds, shown), counter.decide(counts).values * counts.weights[:, None, None])
    return found


def _rule(
    game: Game, choices: Iterable[Choice], scales: tuple[tuple[Scale, ...], IntArray], worth: IntArray, unit: int
) -> Priced:
    """The rule by [hand, choice] worths, choices in ascending order of the bet."""
    cells = Cells.of(scales[1], worth)
    return short_rule(game.streets[0].name, tuple(choices), scales[0], cells, unit, allows=_allows(game))


def _allows(game: Game) -> bool:
    """Whether hands may be too weak for a bet."""
    return game.showdown is not None and asks_for_a_hand(game)


def _stack(found: Found) -> tuple[tuple[Scale, ...], IntArray]:
    """The scales, and [hand, scale] their levels."""
    scales, levels = zip(*found, strict=True)
    return scales, np.stack(levels, axis=1)


def allowed_choices(may: NDArray[np.bool_], worth: IntArray) -> IntArray:
    """A bet that a hand is too weak for is the largest that it allows."""
    columns = np.maximum.accumulate(np.where(may, np.arange(worth.shape[1]), 0), axis=1)
    return np.asarray(np.take_along_axis(worth, columns, axis=1), np.int64)


@dataclass(frozen=True, eq=False)
class Lesson:
    """A rule learned from some rows, and what it comes to in others, in units of the Ante."""

    rule: ShortRule
    worth: NDArray[np.float64]
    """[row]: by the rule…"""
    best: NDArray[np.float64]
    """…and by the best choice."""


def _learn(
    view: View, cards: Hands, values: NDArray[np.float64], rows: tuple[slice, slice], least: Fraction, most: int
) -> Lesson:
    """Learn from the first rows and price by the second: the luck of those that teach has no part in the price.

    cards   [row, card]: what is known at the first decision
    values  [row, choice]: what each choice is worth
    """
    game, (teach, price) = view.game, rows
    order = list(tree_of(game).orders[0])
    may = offered(game, 0, np.ascontiguousarray(cards[:, : game.hole]))[:, order]
    worth = allowed_choices(may, np.rint(np.where(may, values[:, order], 0.0) * PARTS).astype(np.int64))
    scales, levels = _stack(visible_scales(view, cards))
    taught = Cells.of(levels[teach], worth[teach])
    lines = best_lines(taught, scales, len(levels[teach]) * PARTS, least, most=most)
    street = game.streets[0]
    words = rule_words(lines, [street.choices[choice] for choice in order], scales, allows=_allows(game))
    told = followed(lines, Cells(levels[price], worth[price])) / PARTS
    return Lesson(ShortRule(street.name, words), told, worth[price].max(axis=1) / PARTS)


def _has_rule(view: View) -> bool:
    """Not where nothing is seen but classes, or other hands."""
    return not (view.dead or any(card.classes for card in view.cards) or view.first.cards == view.game.hole)


@dataclass(frozen=True)
class SampledRule:
    """A rule, and what it comes to in hands that it was not learned from, in units of the Ante."""

    rule: ShortRule
    cost: float
    """Against the best play of each hand…"""
    cost_lies: Interval
    gain: float
    """…and over plain play."""
    gain_lies: Interval

    def priced(self, best: Figures, plain: Fraction, sampled: Sample) -> Priced | None:
        """With the edge of best play, if that was counted or each hand was decided exactly; none that gains nothing.

        Where the later cards were thinned, what plain play loses is known, and the rule gains so much over it.
        """
        if sampled.bias:
            edge, lies = float(plain) + self.gain, self.gain_lies.moved(float(plain))
        else:
            of_best = best.interval or Interval(float(best.edge), float(best.edge))
            edge, cost = float(best.edge) - self.cost, self.cost_lies
            lies = replace(cost, low=of_best.low - cost.high, high=of_best.high - cost.low).cut(most=of_best.high)
        return Priced(self.rule, Fraction(edge), lies) if edge > plain else None


def learn_rule(view: View, sampled: Sample) -> SampledRule | None:
    """Learn from one hand of each stratum, and price by the other."""
    if not _has_rule(view):
        return None
    rows = slice(0, None, 2), slice(1, None, 2)
    least = max(PART_WORTH, Fraction(PART_HANDS, (sampled.hands + 1) // 2))
    lesson = _learn(view, sampled.cards, sampled.values, rows, least, MAX_SAMPLED_PARTS)
    cost, gain = lesson.best - lesson.worth, lesson.worth - sampled.usual[rows[1]]
    lies = (paired_interval(each, sampled.lies.seed or 0) for each in (cost, gain))
    return SampledRule(lesson.rule, float(cost.mean()), next(lies), float(gain.mean()), next(lies))


@dataclass(frozen=True, eq=False)
class Dealt:
    """Rounds, one a row."""

    cards: Hands
    """[round, card]: what is known at the decision, then the others."""
    values: NDArray[np.float64]
    """[round, choice]: what each choice came to, in units of the Ante…"""
    usual: NDArray[np.float64]
    """…and what plain play came to."""


def dealt_rule(
    view: View, plain: Solution, learned: int = LEARNED, priced: int = PRICED, *, seed: int = 3
) -> Priced | None:
    """A rule out of many rounds, each dealt to its end: what one round says is mostly luck, what many say is not.

    A hand that is decided exactly costs as much as a million rounds, so that a sample of such hands is small. None
    where more is decided later, where nothing is seen but classes or other hands, or where it gains nothing.
    """
    game = view.game
    if len(game.streets) > 1 or game.showdown is None or not _has_rule(view):
        return None
    rounds, rows = deal(view, plain, learned + priced, seed), (slice(0, learned), slice(learned, None))
    known = rounds.cards[:, : view.first.cards]
    lesson = _learn(view, known, rounds.values, rows, DEALT_PART_WORTH, MAX_DEALT_PARTS)
    gain = lesson.worth - rounds.usual[learned:]
    middle, plain_edge = float(gain.mean()), float(plain.round.expected_value)
    lies = Interval.around(middle, float(gain.std()) / len(gain) ** 0.5, len(gain), seed)
    return Priced(lesson.rule, Fraction(plain_edge + middle), lies.moved(plain_edge)) if lies.low > 0 else None


def deal(view: View, plain: Solution, rounds: int, seed: int) -> Dealt:
    """So many rounds of a game with one decision; the same seed deals the same ones."""
    game, view = view.game, replace(view, apart=True)
    problem, tree, first = general_problem(game, view), tree_of(game), view.first
    nets, scale = problem.settlements.results(tree, 1)
    whole = Level((game.hole, game.deal.count(Cards.COMMUNITY), game.deal.count(Cards.DEALER)))
    hidden = [all_cards - known for all_cards, known in zip(whole.counts, first.counts, strict=True)]
    deck, random = np.array(game.deck.cards, np.uint8), np.random.default_rng(seed)
    cards, values, usual = [], [], []
    for at in range(0, rounds, BATCH):
        many = min(BATCH, rounds - at)
        dealt = deck[random.random((many, len(deck))).argsort(axis=1)[:, : whole.cards]]
        parts = np.split(dealt, np.cumsum((*first.counts, *hidden)), axis=1)
        hands = np.ascontiguousarray(np.hstack([parts[at] for place in range(3) for at in (place, place + 3)]))
        ends = count_each(problem.settlements, problem.symmetry, whole, hands, down=())
        worth = (ends @ nets.T)[:, tree.arrives_as[0][0]] / scale
        chosen = plain.decide(0, np.ascontiguousarray(dealt[:, view.shown_by_rules(first, 0)]))
        cards.append(dealt)
        values.append(worth)
        usual.append(worth[np.arange(many), chosen])
    return Dealt(np.concatenate(cards), np.concatenate(values), np.concatenate(usual))


LOSES, TIES, WINS = range(3)
NAMES = {WINS: "wins", TIES: "ties", LOSES: "loses"}
End = tuple[int, int]
"""The comparison, and whether the dealer plays."""
Ends = Mapping[End, Mapping[int, int]]
"""The best choice by the player's line, no smaller bet with a better line."""


def known_rule(game: Game) -> ShortRule | None:
    """When each bet is made with both hands known; None where more than the end of the showdown matters."""
    if not decides_once(game):
        return None
    try:
        problem = showdown_problem(game)
    except Unsolved:
        return None
    ends = _best_choices(problem)
    if ends is None:
        return None
    told = [words for choice in range(len(problem.choices) - 1, 0, -1) if (words := _words(problem, ends, choice))]
    return ShortRule(game.streets[0].name, "; ".join((*told, f"otherwise {problem.choices[0].name}")))


def _best_choices(problem: Problem) -> Ends | None:
    """Of equal values the larger bet; None where the dealer's line matters too, or a better line bets less."""
    nets = problem.nets.T[None] + problem.extras.T[:, None]
    index, found = problem.rows.index, dict[End, Mapping[int, int]]()
    least = problem.showdown.qualifying_value >> LINE_BITS
    for compared in NAMES:
        for plays in (0, 1):
            met = [line for line in range(index.shape[1]) if (line >= least if plays else line <= least)]
            by_line: dict[int, int] = {}
            for line in range(index.shape[0]):
                rows = {int(row) for row in index[line, met, compared, plays] if row >= 0}
                choices = {nets.shape[2] - 1 - int(np.argmax(nets[line, row, ::-1])) for row in rows}
                if len(choices) > 1:
                    return None
                by_line |= dict.fromkeys([line] * len(choices), next(iter(choices), 0))
            if list(by_line.values()) != sorted(by_line.values()):
                return None
            if by_line:
                found[compared, plays] = by_line
    return found


def _words(problem: Problem, ends: Ends, choice: int) -> str:
    """As "Raise if the dealer does not qualify, or if your hand wins"; nothing where the choice is never the best."""
    whole = {end for end, by_line in ends.items() if set(by_line.values()) == {choice}}
    conditions = [*_whole(ends, whole), *_from_line(problem, ends, choice)]
    least = ", or as much as your hand allows," if asks_for_a_hand(problem.game) and problem.floors[choice] else ""
    return f"{problem.choices[choice].name}{least} {', or '.join(conditions)}" if conditions else ""


def _whole(ends: Ends, whole: set[End]) -> Iterator[str]:
    """Ends that decide whatever the player holds."""
    if any(not plays for _, plays in ends) and all(end in whole for end in ends if not end[1]):
        yield "if the dealer does not qualify"
        whole = {end for end in whole if end[1]}
        ends = {end: by_line for end, by_line in ends.items() if end[1]}
    always = [each for each in NAMES if {end for end in ends if end[0] == each} <= whole and (each, 1) in ends]
    if always:
        yield f"if your hand {' or '.join(NAMES[each] for each in always)}"
    for each, plays in sorted(end for end in whole if end[0] not in always):
        yield f"if your hand {NAMES[each]} and the dealer {'qualifies' if plays else 'does not qualify'}"


def _from_line(problem: Problem, ends: Ends, choice: int) -> Iterator[str]:
    """Hands that are paid so well by themselves that they bet though they lose."""
    for (compared, _), by_line in ends.items():
        lines = [line for line, best in by_line.items() if best == choice]
        if lines and len(lines) < len(by_line):
            name = problem.showdown.ranking.lines[lines[0]].name
            yield f"with a {name} or better where your hand {NAMES[compared]}"
