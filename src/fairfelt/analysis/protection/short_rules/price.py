"""Short rules for a player who sees more: learned from information sets that were counted, from hands or from rounds.

All three are rows of cards known at the first decision, with what each choice is worth there (`Lesson`). A count
teaches and prices a rule with the same rows; of a sample, some rows teach and the others price, so that the luck of
those that teach has no part in the price.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.sample import Sample
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.information_sets import Level, offered
from fairfelt.engine.core.problem import MOST, Problem, asks_for_a_hand, decides_once, showdown_problem
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.engine.exact import Solution, Unsolved
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.solvers.general.solver import count_each, general_problem, level_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands import LINE_BITS

from .conditions import Hands, visible_scales
from .learner import MAX_PARTS, PART_WORTH, Cells, IntArray, Line, Priced, Scale, best_lines, follow, rule_words

PARTS = 1_000_000
"""Of the Ante, in which sampled worths are integers."""
PART_HANDS = 2
"""A part more must gain what n sampled hands are that win or lose an Ante more: fewer may be luck."""
MAX_SAMPLED_PARTS = 10
LEARNED, PRICED = 200_000, 800_000
"""Rounds that a rule is learned from, and those that it is priced by."""
DEALT_PART_WORTH = Fraction(1, 2_500)
"""A part more of a rule from rounds must gain that part of the Ante: less may be luck."""
BATCH = 20_000


@dataclass(frozen=True, eq=False)
class Lesson:
    """Rows of cards known at the first decision, and what each choice is worth there."""

    game: Game
    scales: tuple[Scale, ...]
    levels: IntArray
    """[row, scale]"""
    worth: IntArray
    """[row, choice], in ascending order of the bet; a bet that a hand is too weak for is the largest it allows."""

    @staticmethod
    def of(game: Game, counts: Sequence[int], cards: Hands, values: IntArray) -> Lesson:
        """By [row, card], the player's own first, and [row, choice] in the order of the rules."""
        order = list(tree_of(game).orders[0])
        may = offered(game, 0, np.ascontiguousarray(cards[:, : game.hole]))[:, order]
        allowed = np.maximum.accumulate(np.where(may, np.arange(len(order)), 0), axis=1)
        return Lesson(game, *visible_scales(game, counts, cards), np.take_along_axis(values[:, order], allowed, axis=1))

    def learn(self, rows: slice, unit: int, least: Fraction, most: int) -> list[Line]:
        """The best rule for some rows; one Ante over all of them is the unit."""
        cells = Cells.of(self.levels[rows], self.worth[rows])
        return best_lines(cells, unit, least, most)

    def follow(self, lines: Sequence[Line], rows: slice) -> IntArray:
        """[row]: what the rule is worth there."""
        chosen = follow(lines, Cells(self.levels[rows], self.worth[rows]))
        return np.take_along_axis(self.worth[rows], chosen[:, None], axis=1)[:, 0]

    def tell(self, lines: Sequence[Line]) -> ShortRule:
        street, allows = self.game.streets[0], self.game.showdown is not None and asks_for_a_hand(self.game)
        choices = [street.choices[choice] for choice in tree_of(self.game).orders[0]]
        return ShortRule(street.name, rule_words(lines, choices, self.scales, allows=allows))


def counted_rule(solution: GeneralSolution) -> Priced | None:
    """By every information set of the first decision; None where nothing or only a class of cards is seen there."""
    result, game = solution.result, solution.game
    at = level_of(result.information_sets, 0)
    infosets, every = result.information_sets[at], slice(None)
    values, weights = result.values[0][:, 0, 0], infosets.weights
    if (
        infosets.level.cards == game.hole
        or infosets.level.labels > 1
        or int(np.abs(values).max()) * int(weights.sum()) > MOST
    ):
        return None  # sums of larger values are no integers of 64 bits
    lesson = Lesson.of(game, infosets.level.counts, infosets.hands, values.astype(np.int64) * weights[:, None])
    unit = int(weights.sum()) * result.following[at] * result.scale
    lines = lesson.learn(every, unit, PART_WORTH, MAX_PARTS)
    return Priced(lesson.tell(lines), Fraction(int(lesson.follow(lines, every).sum()), unit))


def sampled_rule(view: View, sampled: Sample, best: Figures, plain: Fraction) -> Priced | None:
    """Learned from one hand of each stratum, and priced by the other; None where it gains nothing.

    Against best play, if that was counted or each hand was decided exactly. Where the later cards were thinned, what
    plain play loses is known, and the rule gains so much over it.
    """
    if not _has_rule(view):
        return None
    teach, price = slice(0, None, 2), slice(1, None, 2)
    lesson = Lesson.of(view.game, view.first.counts, sampled.cards, _parts(sampled.values))
    least = max(PART_WORTH, Fraction(PART_HANDS, (sampled.hands + 1) // 2))
    lines = lesson.learn(teach, (sampled.hands + 1) // 2 * PARTS, least, MAX_SAMPLED_PARTS)
    worth = lesson.follow(lines, price) / PARTS
    if sampled.bias:
        gain = worth - sampled.usual[price]
        edge, lies = float(plain) + float(gain.mean()), _paired(gain, sampled).moved(float(plain))
    else:
        costs = lesson.worth[price].max(axis=1) / PARTS - worth
        of_best, cost = best.interval or Interval(float(best.edge), float(best.edge)), _paired(costs, sampled)
        edge = float(best.edge) - float(costs.mean())
        lies = replace(cost, low=of_best.low - cost.high, high=of_best.high - cost.low).cut(most=of_best.high)
    return Priced(lesson.tell(lines), Fraction(edge), lies) if edge > plain else None


def _paired(each: NDArray[np.float64], sampled: Sample) -> Interval:
    return paired_interval(each, sampled.lies.seed or 0)


def _parts(values: NDArray[np.float64]) -> IntArray:
    """In parts of the Ante."""
    return np.rint(values * PARTS).astype(np.int64)


def _has_rule(view: View) -> bool:
    """Not where nothing is seen but classes, or other hands."""
    return not (view.dead or any(card.classes for card in view.cards) or view.first.cards == view.game.hole)


@dataclass(frozen=True, eq=False)
class DealtRounds:
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
    rounds = deal(view, plain, learned + priced, seed)
    known, price = rounds.cards[:, : view.first.cards], slice(learned, None)
    lesson = Lesson.of(game, view.first.counts, known, _parts(rounds.values))
    lines = lesson.learn(slice(0, learned), learned * PARTS, DEALT_PART_WORTH, MAX_PARTS)
    gain = lesson.follow(lines, price) / PARTS - rounds.usual[price]
    middle, plain_edge = float(gain.mean()), float(plain.round.expected_value)
    lies = Interval.around(middle, float(gain.std()) / len(gain) ** 0.5, len(gain), seed)
    return Priced(lesson.tell(lines), Fraction(plain_edge + middle), lies.moved(plain_edge)) if lies.low > 0 else None


def deal(view: View, plain: Solution, rounds: int, seed: int) -> DealtRounds:
    """n rounds of a game with one decision; the same seed deals the same ones."""
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
    return DealtRounds(np.concatenate(cards), np.concatenate(values), np.concatenate(usual))


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
