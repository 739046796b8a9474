"""Showdowns of five-card hands and the like, one of the dealer's cards seen or none: a sweep from the worst hand up.

The dealer's hands are added in ascending order. When all are in that are worth less than some hand of the player's,
that hand is asked how many of them hold none of its cards: inclusion and exclusion over the sets of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import ALL_CARDS, HandClasses, SuitClasses, UpCardClasses, single_hands, suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.cuts import Cuts, cuts_of
from fairfelt.exact.core.decide import ShowdownTables, decide_labels
from fairfelt.exact.core.decisions import (
    Decisions,
    ShowdownResult,
    empty_decisions,
    join_parts,
    narrow_classes,
    unpack_showdown,
)
from fairfelt.exact.core.problem import Problem, Unsolved, decides_once, showdown_problem
from fairfelt.exact.core.rank_choices import counts_by_ranks
from fairfelt.hands import LINE_BITS
from fairfelt.rules import Cards, Game

from .by_ranks import dealer_by_ranks, sweep_by_ranks
from .set_classes import count_classes
from .source import sweep_kernel

PARTS = 16
SWEEPS = 2
"""Each adds the dealer's hands from the first one, so more of them cost more."""
LEAST_CARDS = 2
"""Sets of cards are counted in two tables, by how many of the dealer's they are short of."""
MOST_CARDS = 6
MOST_CARDS_BY_CLASS = 7
"""So many where sets of cards are counted up to an exchange of suits, and no card of the dealer's is seen."""
MOST_SINGLE = 3_000_000
"""So many hands, each with every up card, are looked at where suits cannot be exchanged."""


def fits(game: Game) -> bool:
    """Two to six cards, nothing shared, one card of the dealer's in sight or none; or seven and none in sight."""
    if not decides_once(game) or game.deal.count(Cards.COMMUNITY):
        return False
    seen, dealer = game.streets[0].dealer, game.deal.count(Cards.DEALER)
    most = MOST_CARDS if seen else MOST_CARDS_BY_CLASS
    return seen <= 1 and min(game.hole, dealer) >= LEAST_CARDS and max(game.hole + seen, dealer) <= most


def sweep_problem(game: Game) -> Problem:
    """Put a game in integers; refuse one with more hands than can be counted one by one."""
    problem = showdown_problem(game)
    _verify_size(problem, game.streets[0].dealer)
    return problem


def solve_sweep(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every class of hands, and with each up card where the player sees one."""
    problem = sweep_problem(game)
    ranking = problem.showdown.ranking
    dealer, up = game.deal.count(Cards.DEALER), game.streets[0].dealer
    own = _hands(problem, game.hole)
    seen = ranking.batch(own.hands)
    player_kinds, kinds = np.unique(seen, return_inverse=True)
    if counts_by_ranks(ranking, game.deck, dealer):
        theirs = dealer_by_ranks(ranking, game.deck, dealer)
        cuts = cuts_of(problem, player_kinds, theirs.kinds)
        below = _answer(partial(sweep_by_ranks, theirs, up), own, kinds, cuts, up, executor)
    else:
        against = own if dealer == game.hole else _hands(problem, dealer)
        dealer_kinds, dealer_kind = np.unique(ranking.batch(against.hands), return_inverse=True)
        cuts = cuts_of(problem, player_kinds, dealer_kinds)
        if max(game.hole, dealer) > MOST_CARDS:
            below = sweep_by_class(game.deck, own, kinds, against, dealer_kind, cuts, executor)
        else:
            below = _sweep(own, kinds, against, dealer_kind, cuts, up, executor)
    classes, following = _classes(problem, own), _following(game)
    lines, allowed = (player_kinds >> LINE_BITS).astype(np.int64), problem.allowed(player_kinds)
    tables = ShowdownTables(cuts.places, cuts.rows, cuts.counts, lines, allowed, problem.nets, problem.extras)
    live = (classes.weights > 0).reshape(len(own), -1)
    tasks = split_evenly(PARTS, kinds, own.weights, below, live)
    decide = partial(_decide, tables, following)
    parts = run_tasks(decide, tasks, executor)
    return join_parts(problem, classes, np.repeat(seen, below.shape[1]), parts, following)


def read_sweep(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShowdownResult:
    """The result that was kept."""
    problem = sweep_problem(game)
    classes = _classes(problem, _hands(problem, game.hole))
    return unpack_showdown(problem, narrow_classes(classes), _following(game), arrays)


def _hands(problem: Problem, cards: int) -> SuitClasses:
    """Hands of so many cards, by suit classes where suits can be exchanged."""
    classes_of = suit_classes if problem.showdown.ranking.tells.exchanges_suits else single_hands
    return classes_of(problem.game.deck, cards)


def _classes(problem: Problem, own: SuitClasses) -> HandClasses:
    return UpCardClasses.of(own, problem.game.deck) if problem.game.streets[0].dealer else own


def _following(game: Game) -> int:
    """Combinations of the dealer's unseen cards."""
    up = game.streets[0].dealer
    return comb(len(game.deck) - game.hole - up, game.deal.count(Cards.DEALER) - up)


def _verify_size(problem: Problem, up: int) -> None:
    """Refuse hands that would have to be counted one by one and are too many for it."""
    game, ranking = problem.game, problem.showdown.ranking
    hands = comb(len(game.deck), max(game.hole, game.deal.count(Cards.DEALER))) * (len(game.deck) if up else 1)
    if not ranking.tells.exchanges_suits and hands > MOST_SINGLE:
        raise Unsolved(
            f"{game.title}: {ranking.name} tells suits or single cards apart, and {hands:,} hands are too many to "
            "count one by one; no exact solver yet"
        )


def _decide(
    tables: ShowdownTables, following: int, kinds: NDArray[np.int64], weights: NDArray[np.int64],
    below: NDArray[np.int32], live: NDArray[np.bool_],
) -> Decisions:  # fmt: skip
    """Some of the hands, with every up card that is live."""
    found = empty_decisions(live.shape, tables.nets, tables.extras)
    decide_labels(tables, kinds, weights, below, following * live.astype(np.int64), *found)
    return Decisions(found.values.reshape(live.size, -1), found.best.ravel(), found.totals).narrow()


def sweep_by_class(
    deck: Deck, own: SuitClasses, kinds: NDArray[np.int64], against: SuitClasses, dealer_kind: NDArray[np.int64],
    cuts: Cuts, executor: Executor | None,
) -> NDArray[np.int32]:  # fmt: skip
    """[class, no up card, cut]: the dealer's hands below each cut of each class."""
    ascending = np.argsort(dealer_kind, kind="stable")
    (events, cut), slots = _questions(kinds, cuts), cuts.places.shape[1]
    theirs, weights = against.hands[ascending], against.weights[ascending]
    count = partial(count_classes, deck, slots, own.hands, theirs, weights, dealer_kind[ascending])
    below = np.zeros((len(own), 1, slots), np.int32)
    below.reshape(-1)[events] = np.concatenate(run_tasks(count, split_evenly(SWEEPS, events, cut), executor))
    return below


def _sweep(
    own: SuitClasses, kinds: NDArray[np.int64], against: SuitClasses, dealer_kind: NDArray[np.int64],
    cuts: Cuts, up: int, executor: Executor | None,
) -> NDArray[np.int32]:  # fmt: skip
    """[class, up card, cut]: the dealer's hands below each cut of each class."""
    ascending = np.argsort(dealer_kind, kind="stable")
    keys, added = against.keys[ascending], dealer_kind[ascending]
    count = partial(_count, against.hands.shape[1], up, keys, added, np.array(own.suits), own.orders)
    return _answer(count, own, kinds, cuts, up, executor)


def _answer(
    count: Callable[[NDArray[np.uint8], NDArray[np.int64]], NDArray[np.int32]], own: SuitClasses,
    kinds: NDArray[np.int64], cuts: Cuts, up: int, executor: Executor | None,
) -> NDArray[np.int32]:  # fmt: skip
    """[class, up card, cut]: what is counted for some hands, which come in the order of their cuts."""
    (events, cut), slots = _questions(kinds, cuts), cuts.places.shape[1]
    below = np.zeros((len(own), ALL_CARDS if up else 1, slots), np.int32)
    parts = run_tasks(count, split_evenly(SWEEPS, own.hands[events // slots], cut), executor)
    for (some,), found in zip(split_evenly(SWEEPS, events), parts, strict=True):
        below[some // slots, :, some % slots] = found
    return below


def _questions(kinds: NDArray[np.int64], cuts: Cuts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every cut of every hand by its number, in the order of the cuts, and which cuts they are.

    There are millions: both come in few bits, and numbers of two bytes are put in order digit by digit.
    """
    few = cuts.places.max(initial=0) <= np.iinfo(np.int16).max
    cut: Any = cuts.places.astype(np.int16 if few else np.int32)[kinds].ravel()
    events: Any = np.argsort(cut, kind="stable")[np.count_nonzero(cut < 0) :].astype(np.uint32)
    return events, cut[events]


def _count(
    dealer: int, up: int, keys: NDArray[np.uint64], kinds: NDArray[np.int64], suits: NDArray[np.int64],
    orders: NDArray[np.int64], hands: NDArray[np.uint8], cuts: NDArray[np.int64],
) -> NDArray[np.int32]:  # fmt: skip
    """[hand, up card]: the dealer's hands below the cut of each hand; the hands come in the order of their cuts."""
    hands = np.sort(hands, axis=1).astype(np.int64)
    choose = np.array([[comb(card, k) for k in range(MOST_CARDS + 1)] for card in range(ALL_CARDS)], np.uint64)
    starts, some, few = sets_tables(dealer)
    below = np.zeros((len(hands), ALL_CARDS if up else 1, 1), np.int32)
    kernel = sweep_kernel(hands.shape[1], dealer, up)
    kernel(np.arange(len(hands)), cuts, hands, keys, kinds, suits, orders, choose, starts,
           np.zeros(some, np.int32), np.zeros(few, np.uint8), below)  # fmt: skip
    return below[:, :, 0]


def sets_tables(dealer: int) -> tuple[NDArray[np.uint64], int, int]:
    """Where the sets of each size begin, and how many sets are counted in either table."""
    sizes = [comb(ALL_CARDS, size) for size in range(dealer + 1)]
    some, few = sizes[: dealer - 1], sizes[dealer - 1 :]
    starts = (*accumulate(some[:-1], initial=0), *accumulate(few[:-1], initial=0))
    return np.array(starts, np.uint64), sum(some), sum(few)
