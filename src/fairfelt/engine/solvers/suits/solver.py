"""Showdowns by the longest flush, wild cards and two shared cards included."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.cuts import by_row, cuts_by_row
from fairfelt.engine.core.decide import ShowdownTables, decide_labels
from fairfelt.engine.core.decisions import (
    BINOMIALS,
    Decisions,
    ShowdownResult,
    empty_decisions,
    join_parts,
    unpack_showdown,
)
from fairfelt.engine.core.problem import Problem, Unsolved, asks_for_a_hand, plain_ranking, showdown_problem
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, Deck, SuitClasses, suit_classes
from fairfelt.rules.hands import LINE_BITS, TrackRanking
from fairfelt.runtime.compute.executors import run_tasks, split_evenly

from .kernels import SuitTables, count_classes
from .steps import SUITS

PARTS = 64
BOARD = 2


def fits(game: Game) -> bool:
    """The longest flush wins, shared cards come after the decision, and no choice asks for a hand."""
    ranking, shared = plain_ranking(game), game.deal.count(Cards.COMMUNITY)
    by_suits = isinstance(ranking, TrackRanking) and ranking.tracks == SUITS and ranking.tells.exchanges_suits
    return by_suits and shared > 0 and not asks_for_a_hand(game)


def suits_problem(game: Game) -> Problem:
    """Put a game in integers; refuse one that needs another solver."""
    problem = showdown_problem(game)
    if game.deal.count(Cards.COMMUNITY) != BOARD or problem.showdown.qualify:
        raise Unsolved(
            f"{game.title}: flushes with other than two shared cards or a qualifying dealer have no solver yet"
        )
    assert isinstance(problem.showdown.ranking, TrackRanking)
    _deck_masks(game.deck, problem.showdown.ranking)
    return problem


def solve_suits(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every class of hands of a game in which two shared cards follow the decision."""
    problem = suits_problem(game)
    ranking = problem.showdown.ranking
    assert isinstance(ranking, TrackRanking)
    classes = _classes(game, ranking)
    seen = ranking.batch(classes.hands)
    tasks = split_evenly(PARTS, *suit_masks(classes.keys), classes.weights, (seen >> LINE_BITS).astype(np.int64))
    cuts, lines = cuts_by_row(problem.extras.shape[1], problem.nets.shape[1]), np.arange(problem.extras.shape[1])
    every = np.full(len(lines), len(problem.choices))
    settles = ShowdownTables(cuts.places, cuts.rows, cuts.counts, lines, every, problem.nets, problem.extras)
    parts = run_tasks(partial(_decide, suit_tables(problem), settles), tasks, executor)
    return join_parts(problem, classes, seen, parts, _following(game))


def suit_tables(problem: Problem) -> SuitTables:
    """What is the same for all classes of hands."""
    game, ranking = problem.game, problem.showdown.ranking
    assert isinstance(ranking, TrackRanking)
    deck, wild = np.array(_deck_masks(game.deck, ranking), np.int64), len(loose_cards(game, ranking))
    rows, draws = problem.rows.index[:, :, :, 1].astype(np.int64), game.deal.count(Cards.DEALER)
    return SuitTables(deck, wild, draws, ranking.table, BINOMIALS, rows)


def read_suits(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShowdownResult:
    """The result that was kept."""
    problem = suits_problem(game)
    ranking = problem.showdown.ranking
    assert isinstance(ranking, TrackRanking)
    return unpack_showdown(problem, _classes(game, ranking), _following(game), arrays)


def _classes(game: Game, ranking: TrackRanking) -> SuitClasses:
    return suit_classes(game.deck, game.hole, loose_cards(game, ranking))


def loose_cards(game: Game, ranking: TrackRanking) -> list[Card]:
    """Wild cards, whose suit means nothing."""
    return [card for card in game.deck.faces if ranking.is_wild(card)]


def _following(game: Game) -> int:
    """Combinations of shared cards and dealer's cards that follow each hand."""
    rest = len(game.deck) - game.hole
    return comb(rest, BOARD) * comb(rest - BOARD, game.deal.count(Cards.DEALER))


def _decide(
    tables: SuitTables, settles: ShowdownTables, masks: NDArray[np.int64], wilds: NDArray[np.int64],
    weights: NDArray[np.int64], lines: NDArray[np.int64],
) -> Decisions:  # fmt: skip
    """Some of the hands."""
    tally = np.zeros((len(masks), 1, settles.nets.shape[1]), np.int64)
    count_classes(tables, masks, wilds, tally[:, 0])
    found = empty_decisions((len(masks), 1), settles.nets, settles.extras)
    decide_labels(settles, lines, weights, *by_row(tally), *found)
    return Decisions(found.values[:, 0], found.best[:, 0], found.totals)


def suit_masks(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[class, suit]: ranks without the wild ones, three as the lowest; and [class] the number of wild cards."""
    columns = [(keys >> np.uint64(RANKS_PER_SUIT * s)) & np.uint64(8191) for s in range(SUITS)]
    wild = (keys >> np.uint64(SUITS * RANKS_PER_SUIT)).astype(np.int64)
    return np.stack(columns, axis=1).astype(np.int64) >> 1, wild


def _deck_masks(deck: Deck, ranking: TrackRanking) -> list[int]:
    """Ranks of each suit without the wild ones, suits that are missing last."""
    ranks = {card.rank for card in deck.faces if not ranking.is_wild(card)}
    if 0 in ranks:
        raise Unsolved("the longest flush is counted with deuces wild or out of the deck only")
    mask = sum(1 << rank for rank in ranks) >> 1
    return [mask] * len(deck.suits) + [0] * (SUITS - len(deck.suits))
