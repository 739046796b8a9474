"""A game solved by information sets: what any visible cards are worth, with the dealer's among them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.information_sets import (
    PLACES,
    InformationSets,
    Symmetry,
    first_information_sets,
    reads,
    symmetry_of,
    ways_to_turn,
)
from fairfelt.engine.core.price import Progress, allowed_evaluations, allowing
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.solution import CountedRounds, Solution, StreetByStreetSolution, curve_of
from fairfelt.engine.view import View
from fairfelt.rules import Game, Wager
from fairfelt.rules.cards import Card, format_cards

from ..solver import Solver
from .settlements import Settlements, whole_line_reading
from .solver import (
    CHUNK_BYTES,
    MOST_BYTES,
    GeneralResult,
    cost_of,
    count_endings,
    count_view,
    fits,
    follow_choices,
    general_problem,
    level_of,
    rankings_of,
    solve_general,
)

SETS_AT_ONCE: Final = 1 << 12
"""Every ending is counted for each of them."""


def symmetry_with(game: Game, wagers: Sequence[Wager]) -> Symmetry:
    """The suits that may be exchanged where these bets are told apart too."""
    rankings = (*rankings_of(game), *(wager.ranking for wager in wagers if wager.ranking))
    return symmetry_of(game.deck, [ranking.tells for ranking in rankings])


def play_out(solution: Solution, told: Settlements, infosets: Sequence[InformationSets]) -> NDArray[Any]:
    """[path, ending]: rounds, as integers of any size, through all levels of a game."""
    game, tree = solution.game, tree_of(solution.game)
    chosen = []
    for seen in infosets:
        for street in seen.level.streets:
            made = [solution.decide(street, seen.hands, state) for state in range(len(tree.arrivals[street]))]
            chosen.append(np.array(made, np.uint8).reshape(-1, 1, len(seen)).T)
    standing, last, down = follow_choices(tree, infosets, chosen), infosets[-1], View.of(game).down
    found = np.zeros((len(tree.paths), len(told)), object)
    for first in range(0, len(last), SETS_AT_ONCE):
        some = slice(first, first + SETS_AT_ONCE)
        ends = count_endings(told, last.part(some), down=down)[:, 0]
        found += (standing[some, 0].T @ ends).astype(object)
    return found


def all_information_sets(game: Game, symmetry: Symmetry) -> list[InformationSets]:
    """What the rules show, level by level."""
    levels = View.of(game).levels
    infosets = [first_information_sets(symmetry, levels[0])]
    for level in levels[1:]:
        infosets.append(infosets[-1].next(level))
    return infosets


def lines_and_folds(solution: Solution, wager: Wager) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rounds on each line of the wager's ranking, and how many of them the player folds at whatever decision."""
    game, view = solution.game, View.of(solution.game)
    reading, symmetry = Settlements(game, None, (whole_line_reading(wager),)), symmetry_with(game, [wager])
    cost = cost_of(view, symmetry, reading)
    if 10 * cost.extensions > allowed_evaluations() or cost.bytes > MOST_BYTES:
        raise Unsolved(f"{game.title}: {cost.information_sets:,} information sets, to find the hands that are folded")
    infosets, read = all_information_sets(game, symmetry), set(reads(reading.hands[0].places))
    turned = [group.size for group in view.down if PLACES.index(group.place) in read]
    evaluations = len(infosets[-1]) * ways_to_turn(view.size - view.levels[-1].cards, turned)
    if evaluations > allowed_evaluations():
        raise Unsolved(f"{game.title}: {evaluations:,} evaluations to find the hands that are folded")
    rounds = play_out(solution, reading, infosets)
    folds = [any(choice.folds for _, choice in path) for path in tree_of(game).paths]
    return tuple(rounds.sum(axis=0).tolist()), tuple(rounds[folds].sum(axis=0).tolist())


class GeneralSolution(StreetByStreetSolution):
    """Any game of a deal, streets and a showdown or a paytable."""

    def __init__(self, game: Game, result: GeneralResult) -> None:
        self.game, self.result, self.tree = game, result, result.tree
        self.endings = result.settlements.endings(self.tree, result.endings)

    @cached_property
    def _visible(self) -> list[tuple[int, int]]:
        levels = (
            self.result.information_sets[level_of(self.result.information_sets, at)].level
            for at in range(len(self.game.streets))
        )
        return [(level.counts[1], level.counts[2]) for level in levels]

    @property
    def knows_one_hand(self) -> bool:
        """Whether what is known at a decision is a set of cards of one deck, wherever these lie."""
        symmetry = self.result.information_sets[0].symmetry
        return symmetry.joined and not symmetry.copies

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        result, level = self.result, level_of(self.result.information_sets, street)
        infosets = result.information_sets[level]
        if infosets.level.labels > 1 or result.view.dead:
            raise Unsolved(f"{self.game.title}: what a hand is worth depends on marks and cards that are not given")
        place = int(infosets.places(np.array([[*cards, *shared, *dealer]], np.uint8))[0])
        unit = result.following[level] * result.scale
        return [Fraction(int(value), unit) for value in result.values[street][place, 0, state]]

    def decide(
        self, street: int, hands: NDArray[np.uint8], state: int = 0, labels: NDArray[np.int64] | int = 0
    ) -> NDArray[np.uint8]:
        infosets = self.result.information_sets[level_of(self.result.information_sets, street)]
        return np.asarray(self.result.best[street][infosets.places(hands), labels, state])

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        if not self.game.streets:
            return ()
        result, choices = self.result, self.game.streets[0].choices
        level = level_of(result.information_sets, 0)
        infosets = result.information_sets[level]
        if infosets.level.labels > 1:
            return ()
        values = result.values[0][:, 0, 0] / (result.following[level] * result.scale)
        columns = {choice.name: values[:, at] for at, choice in enumerate(choices)}
        return curve_of(columns, infosets.weights, lambda at: format_cards(map(Card, infosets.hands[at].tolist())))


def solve_view(view: View, executor: Executor | None = None, progress: Progress | None = None) -> Solution:
    """The game of a player who knows what a view shows, however long it takes; large ones by their endings alone."""
    cost = general_problem(view.game, view).cost
    if cost.bytes <= CHUNK_BYTES:
        with allowing(cost.steps):
            return GeneralSolution(view.game, solve_general(view.game, executor, view))
    title = view.game.title
    tell = (lambda done, total: progress(done, total, title)) if progress else None
    return CountedRounds(view.game, count_view(view, executor, tell))


SOLVER = Solver(
    "general",
    fits,
    solve_general,
    GeneralSolution,
    seconds=lambda game: general_problem(game).cost.core_seconds,
    prepare=lambda game: general_problem(game).verify(),
)
