"""Showdowns of five-card hands and the like, one of the dealer's cards seen or none: a sweep from the worst hand up.

The dealer's hands are added in ascending order. When all are in that are worth less than some hand of the player's,
that hand is asked how many of them hold none of its cards: inclusion and exclusion over the sets of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from itertools import accumulate
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.cuts import Cuts, cuts_of
from fairfelt.engine.core.decide import Array, ShowdownTables, decide_labels
from fairfelt.engine.core.decisions import (
    Decisions,
    ShowdownResult,
    empty_decisions,
    join_parts,
    narrow_classes,
    unpack_showdown,
)
from fairfelt.engine.core.problem import Problem, Unsolved, decides_once, showdown_problem
from fairfelt.engine.core.rank_choices import counts_by_ranks
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import (
    ALL_CARDS,
    SUITS,
    Deck,
    HandClasses,
    SuitClasses,
    UpCardClasses,
    single_hands,
    suit_classes,
)
from fairfelt.rules.hands import LINE_BITS
from fairfelt.runtime.compute.executors import run_tasks, split_evenly
from fairfelt.runtime.compute.jit import njit

from .by_ranks import dealer_by_ranks, sweep_by_ranks
from .source import sweep_kernel

# The sweep for larger hands: sets of cards are counted up to an exchange of suits.
#
# Every set T has so many of the dealer's hands that hold it, and the number is the same for all sets of its class. A
# class of hands D adds to the class of T, once for each T among its cards,
#
#       hands of the class D / sets of the class T    times all orders of the suits, which makes a whole number of it
#
# so that seven cards cost a hundredth of what all single sets would.


EMPTY = np.uint64(0)
USED = np.uint64(1 << 60)
"""Marks a place in the table that is taken: the set of no cards has a key too."""
MIX = np.uint64(0x9E3779B97F4A7C15)
ONE, JOKER_BIT = np.uint64(1), np.uint64(1 << 52)
W1, W2, W3, RANKS = np.uint64(13), np.uint64(26), np.uint64(39), np.uint64(8191)


@njit(nogil=True, cache=True, inline="always")
def class_key(held: int) -> tuple[Any, Any, Any, Any, Any]:
    """The key of the class of a set of cards: its suits in descending order; and those suits."""
    a, b, c, d = held & RANKS, held >> W1 & RANKS, held >> W2 & RANKS, held >> W3 & RANKS
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a | b << W1 | c << W2 | d << W3 | held & JOKER_BIT | USED, a, b, c, d


@njit(nogil=True, cache=True, inline="always")
def orders_that_keep(a: int, b: int, c: int, d: int, suits: int) -> int:
    """How many orders of the deck's suits leave a set as it is: those that exchange equal suits. Others are empty."""
    missing = 4 - suits
    alike, orders = 1, 1
    alike = alike + 1 if a == b else 1
    orders *= alike
    alike = alike + 1 if b == c else 1
    orders *= alike
    alike = alike + 1 if c == d else 1
    orders *= alike
    for extra in range(missing):
        orders //= alike - extra
    return orders


@njit(nogil=True, cache=True)
def sweep_classes(
    events: Array, cuts: Array, slots: int, hands: Array, theirs: Array, weights: Array, kinds: Array, suits: int,
    shift: int, table: Array, below: Array,
) -> None:  # fmt: skip
    """Answer the events in their order, each when all the dealer's hands of a kind below its cut are added.

    events   [event]       the place of a hand and a cut in `below`, one behind the other
    table    [place, 2]    out: the key of a class of sets, and the dealer's hands that hold one of them
    """
    orders = 1
    for suit in range(2, suits + 1):
        orders *= suit
    size, mine = theirs.shape[1], hands.shape[1]
    last = np.uint64(len(table) - 1)
    sets = np.zeros(1 << max(size, mine), np.uint64)
    signs = np.zeros(1 << mine, np.int64)
    for at in range(1 << mine):
        odd, rest = 0, at
        while rest:
            odd, rest = odd ^ 1, rest & rest - 1
        signs[at] = 1 - 2 * odd
    added = 0
    for e in range(len(events)):
        while added < len(kinds) and kinds[added] < cuts[e]:
            for card in range(size):
                bit = ONE << np.uint64(theirs[added, card])
                for at in range(1 << card):
                    sets[1 << card | at] = sets[at] | bit
            for at in range(1 << size):
                key, a, b, c, d = class_key(sets[at])
                place = key * MIX >> np.uint64(shift)
                while table[place, 0] != key and table[place, 0] != EMPTY:
                    place = place + ONE & last
                table[place, 0] = key
                table[place, 1] += np.uint64(weights[added] * orders_that_keep(a, b, c, d, suits))
            added += 1
        hand = events[e] // slots
        for card in range(mine):
            bit = ONE << np.uint64(hands[hand, card])
            for at in range(1 << card):
                sets[1 << card | at] = sets[at] | bit
        total = np.int64(0)
        for at in range(1 << mine):
            key = class_key(sets[at])[0]
            place = key * MIX >> np.uint64(shift)
            while table[place, 0] != key and table[place, 0] != EMPTY:
                place = place + ONE & last
            total += signs[at] * np.int64(table[place, 1])
        below[e] = total // orders


def count_classes(
    deck: Deck, slots: int, hands: NDArray[np.uint8], theirs: NDArray[np.uint8], weights: NDArray[np.int64],
    kinds: NDArray[np.int64], events: NDArray[np.int64], cuts: NDArray[np.int64],
) -> NDArray[np.int32]:  # fmt: skip
    """[event]: the dealer's hands below the cut that hold none of the player's cards; events in order of their cuts."""
    assert all(suit in SUITS for suit in deck.suits)
    bits = _table_bits(deck, theirs.shape[1])
    table, below = np.zeros((1 << bits, 2), np.uint64), np.zeros(len(events), np.int32)
    sweep_classes(events, cuts, slots, hands, theirs, weights, kinds, len(deck.suits), 64 - bits, table, below)
    return below


def _table_bits(deck: Deck, cards: int) -> int:
    """Twice as many places as there are classes of sets, or nearly."""
    sets, suits = sum(comb(len(deck), size) for size in range(cards + 1)), factorial(len(deck.suits))
    return max(10, (3 * min(sets, 5 * sets // (4 * suits) + 100_000) // 2).bit_length())


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
    """Two to six cards, nothing shared, one visible card of the dealer's or none; or seven and none visible."""
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
