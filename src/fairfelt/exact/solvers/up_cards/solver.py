"""Showdowns with several of the dealer's cards in sight: for every set of them, hands of the same ranks at once.

Most choices of suits for some ranks are worth the same, so the dealer's hands below are the same ones for all of them,
and only the cards that are gone differ: sums over sets of cards are put together rank by rank instead of hand by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.problem import Problem, Unsolved, decides_once, showdown_problem
from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import Cards, Game

from .hands import HandsByRank, hands_by_rank
from .kernel import GROUPS, count_up_cards

PARTS = 64
MOST_UNSEEN = 3
FIELD = 1 << 16


@dataclass(frozen=True, eq=False)
class UpCardsResult:
    """How all rounds end under the best choices."""

    problem: Problem
    totals: NDArray[np.int64]
    """[choice, player's line, row]"""


def fits(game: Game) -> bool:
    """Up to six cards against a dealer who shows two or more and hides three at most; nothing shared or wild."""
    if not decides_once(game) or game.deal.count(Cards.COMMUNITY) or game.deck.jokers:
        return False
    seen, dealer, left = game.streets[0].dealer, game.deal.count(Cards.DEALER), len(game.deck) - game.hole
    unseen = dealer - seen
    if seen < 2 or not 1 <= unseen <= MOST_UNSEEN or game.hole > GROUPS:
        return False
    assert game.showdown
    return game.showdown.ranking.tells.exchanges_suits and comb(left - seen, unseen) < FIELD


def up_cards_problem(game: Game) -> Problem:
    """Put a game in integers; refuse one whose bets go by the dealer's line."""
    problem = showdown_problem(game)
    for mine in problem.rows.index:
        for compared in range(3):
            for plays in range(2):
                if len({int(row) for row in mine[:, compared, plays] if row >= 0}) > 1:
                    raise Unsolved(f"{game.title}: a bet goes by the dealer's line, with several cards seen")
    return problem


def solve_up_cards(game: Game, executor: Executor | None = None) -> UpCardsResult:
    """Every set of up cards up to an exchange of suits, with every hand."""
    problem = up_cards_problem(game)
    ranking, seen = problem.showdown.ranking, game.streets[0].dealer
    by_rank = hands_by_rank(game.deck, ranking, game.hole)
    kinds = np.unique(np.concatenate((by_rank.values, by_rank.hand_values)))
    groups = _groups(problem, kinds)
    ups = suit_classes(game.deck, seen)
    following = comb(len(game.deck) - game.hole - seen, game.deal.count(Cards.DEALER) - seen)
    worth = [_coefficients(problem, line, plays=plays, all_ways=following) for line, plays in groups.known]
    coefficients = np.stack(worth)
    count = partial(
        _count, ranking, game.deal.count(Cards.DEALER) - seen, problem.showdown.qualifying_value, by_rank, kinds,
        groups.of_kind, coefficients[groups.of_kind], problem.allowed(kinds.astype(np.int32)),
        (len(groups.known), len(problem.choices), 4),
    )  # fmt: skip
    parts = run_tasks(count, split_evenly(PARTS, ups.hands, ups.weights), executor)
    return UpCardsResult(problem, _rows(problem, groups, sum(parts), following))


def read_up_cards(game: Game, arrays: Mapping[str, NDArray[Any]]) -> UpCardsResult:
    """The result that was kept."""
    return UpCardsResult(up_cards_problem(game), np.asarray(arrays["totals"], np.int64))


@dataclass(frozen=True, eq=False)
class _Groups:
    """Hands on the same line that stand alike to the dealer's least hand that plays."""

    known: tuple[tuple[int, bool], ...]
    """The line, and whether the hand would itself be enough to play."""
    of_kind: NDArray[np.int64]


def _groups(problem: Problem, kinds: NDArray[np.int64]) -> _Groups:
    least, known = problem.showdown.qualifying_value, dict[tuple[int, bool], int]()
    of_kind = [known.setdefault((int(kind) >> LINE_BITS, bool(kind >= least)), len(known)) for kind in kinds]
    return _Groups(tuple(known), np.array(of_kind, np.int64))


def _row(problem: Problem, line: int, compared: int, *, plays: bool) -> int:
    """The row of a comparison, whatever the dealer's line; -1 if it cannot be."""
    return int(problem.rows.index[line, :, compared, int(plays)].max())


def _segments(problem: Problem, line: int, *, plays: bool) -> list[tuple[int, tuple[int, int, int, int]]]:
    """Rows with how many of the dealer's hands fall there: by those below, up to and not playing, and by all."""
    less, even, more = (
        [_row(problem, line, compared, plays=playing) for playing in (False, True)] for compared in (2, 1, 0)
    )
    if plays:
        return [(less[0], (0, 0, 1, 0)), (less[1], (1, 0, -1, 0)), (even[1], (-1, 1, 0, 0)), (more[1], (0, -1, 0, 1))]
    return [(less[0], (1, 0, 0, 0)), (even[0], (-1, 1, 0, 0)), (more[0], (0, -1, 1, 0)), (more[1], (0, 0, -1, 1))]


def _coefficients(problem: Problem, line: int, *, plays: bool, all_ways: int) -> NDArray[np.int64]:
    """[choice, count]: what a choice is worth, as a sum of the three counts and a number."""
    found = np.zeros((len(problem.choices), 4), np.int64)
    for row, parts in _segments(problem, line, plays=plays):
        if row >= 0:
            found += problem.nets[:, row, None] * np.array(parts)
    found[:, 3] = (found[:, 3] + problem.extras[:, line]) * all_ways
    return found


def _rows(problem: Problem, groups: _Groups, totals: NDArray[np.int64], all_ways: int) -> NDArray[np.int64]:
    """[choice, line, row]"""
    found = np.zeros((len(problem.choices), len(problem.showdown.ranking.lines), len(problem.rows)), np.int64)
    for (line, plays), counted in zip(groups.known, totals, strict=True):
        whole = counted * np.array([1, 1, 1, all_ways])
        for row, parts in _segments(problem, line, plays=plays):
            if row >= 0:
                found[:, line, row] += whole @ np.array(parts)
    return found


def _count(
    ranking: Ranking, unseen: int, qualifying: int, by_rank: HandsByRank, kinds: NDArray[np.int64],
    of_kind: NDArray[np.int64], coefficients: NDArray[np.int64], allowed: NDArray[np.int64],
    shape: tuple[int, int, int], ups: NDArray[np.uint8], weights: NDArray[np.int64],
) -> NDArray[np.int64]:  # fmt: skip
    """[group, choice, count]: some sets of up cards."""
    totals = np.zeros(shape, np.int64)
    number = {int(card): at for at, card in enumerate(by_rank.numbers)}
    for up, weight in zip(ups.tolist(), weights.tolist(), strict=True):
        taken = np.array([number[card] for card in up], np.int64)
        rest = np.setdiff1d(np.arange(len(number)), taken)
        more = np.array(list(combinations(rest.tolist(), unseen)), np.int64)
        theirs = np.hstack((np.tile(taken, (len(more), 1)), more))
        dealers = ranking.batch(by_rank.numbers[theirs].astype(np.uint8)).astype(np.int64)
        order = np.argsort(dealers, kind="stable")
        count_up_cards(
            taken, more[order], dealers[order], qualifying, by_rank.values, by_rank.sizes, by_rank.firsts,
            by_rank.counts, by_rank.starts, by_rank.options, by_rank.others, by_rank.hands, by_rank.hand_values,
            kinds, of_kind, coefficients, allowed, weight, totals,
        )  # fmt: skip
    return totals
