"""Counts showdowns of up to seven cards by a sweep over the dealer's hands, from the worst up.

The dealer's hands are added in ascending order. When all are in that are worth less than some hand of the player's,
that hand is asked how many of them hold none of its cards: inclusion and exclusion over the sets of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import COLUMNS, RANK_OF, Counter, Counts, IntArray, run_counter
from fairfelt.engine.core.decisions import Array, Cuts
from fairfelt.engine.core.information_sets import Rows
from fairfelt.engine.core.problem import Problem, Unsolved, decides_once, showdown_problem
from fairfelt.engine.core.value_counts import counts_by_ranks
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import (
    ALL_CARDS,
    RANKS_PER_SUIT,
    SUITS,
    Card,
    HandClasses,
    SuitClasses,
    UpCardClasses,
    sets_of,
)
from fairfelt.runtime.compute.executors import local_threads, split_by_size, split_evenly
from fairfelt.runtime.compute.jit import njit

from ..general.solver import GeneralResult, decide_hands, general_problem
from ..showdown import showdown_endings, showdown_solver
from ..solver import Keeping, Solver
from .by_ranks import DealerByRanks, dealer_by_ranks, sweep_by_ranks
from .source import sweep_kernel

# Kernels: hands beside known cards, and what they leave. They count hands of the dealer's, which are fewer than 2^31.


@njit(nogil=True, cache=True)
def turn_hands(
    hands: Array, kinds: Array, weights: Array, turn: Array, known: int, turned: Array, turned_kinds: Array,
    turned_weights: Array, found: int,
) -> int:  # fmt: skip
    """Hands with their suits exchanged, those that hold no known card, each in ascending order.

    turn     [card]        the card that it becomes
    known    a bit for each known card
    turned…  [hand, card]  out, from place `found` on; how many there are then
    """
    one = np.uint64(1)
    for hand in range(len(hands)):
        free = True
        for at in range(hands.shape[1]):
            card, place = turn[hands[hand, at]], at
            free = free and not known >> np.uint64(card) & one
            while place and turned[found, place - 1] > card:
                turned[found, place] = turned[found, place - 1]
                place -= 1
            turned[found, place] = card
        if free:
            turned_kinds[found], turned_weights[found] = kinds[hand], weights[hand]
            found += 1
    return found


@njit(nogil=True, cache=True)
def take_away(found: Array, rest: Array, columns: Array, hidden: int, below: Array) -> None:
    """Count the dealer's hands below each cut by the shown card and the rank of a hidden one.

    found   [hand and card, shown card, cut]  the dealer's hands with it that hold neither the player's cards nor a card
    rest    [hand, card]                      cards that the player does not hold
    below   [hand, shown card, rank, cut]     in and out

    A dealer's hand leaves out n of the other cards; it is found once for each of them. Sums are below 2^37.
    """
    left = rest.shape[1]
    missing = left - 1 - hidden
    for hand in range(len(rest)):
        for cut in range(found.shape[2]):
            for up in range(left):
                total = np.int64(0)
                for card in range(left):
                    if card != up:
                        total += found[hand * left + card, rest[hand, up], cut]
                total //= missing
                for card in range(left):
                    if card != up:
                        without = found[hand * left + card, rest[hand, up], cut]
                        below[hand, up, columns[rest[hand, card]], cut] += total - without


LEAST_CARDS = 2
MOST_CARDS, MOST_CARDS_BY_RANKS = 6, 7
"""Of a hand whose sets of cards are counted one by one, or by ranks with no card of the dealer's seen."""
MOST_SINGLE = 3_000_000
"""Hands that are looked at where suits cannot be exchanged."""
MAX_ENTRIES = 1 << 24
"""Numbers that one task counts: hands, with every label and every cut."""
LEAST_TASKS = 2
BATCH_SHOWN = 1_000
"""Canonical hands in one task, where a hidden card is counted beside each shown one."""
ASKED_S, KNOWN_S, PAIR_S = 3e-8, 1.2e-5, 2e-5
"""What a canonical hand takes by ranks, about, on one core: for each set of its cards, for a known card, and for one
beside each shown one."""

MOST_CLASSES = 8_000_000
"""Of the player's hands: each is in memory once, with its cards and its kind."""
MOST_DEALERS = 25_000_000
"""Hidden cards of the dealer's beside a known set, with all of them in memory."""
MOST_TOGETHER = 5_000_000
"""Hands that one sweep is asked about."""
OWN_S, SET_S, DEALER_S = 1e-7, 6e-9, 2e-7
"""On one core, about: a hand beside known cards, a set of its cards at all cuts, and a hand of the dealer's."""
SUIT_ORDERS = factorial(len(SUITS))


def fits(game: Game) -> bool:
    """By ranks: up to seven cards, nothing shared, none of the dealer's visible; or up to six, and one visible."""
    if not decides_once(game) or game.deal.count(Cards.COMMUNITY) or not game.showdown:
        return False
    seen, dealer = game.streets[0].dealer, game.deal.count(Cards.DEALER)
    most = MOST_CARDS if seen else MOST_CARDS_BY_RANKS
    few = min(game.hole, dealer) >= LEAST_CARDS and max(game.hole + seen, dealer) <= most
    return seen <= 1 and few and counts_by_ranks(game.showdown.ranking, game.deck, dealer)


def sweep_sets(
    dealer: int, theirs: tuple[NDArray[Any], ...], events: NDArray[Any], cuts: NDArray[Any], hands: NDArray[np.uint8],
    below: NDArray[np.int32],
) -> None:  # fmt: skip
    """[hand, 0, cut]: the same as `sweep_by_ranks` by all sets of cards; hands are in ascending order.

    theirs  n cards of the dealer's, as bits and in ascending order of kinds, and these kinds
    """
    sizes = [comb(ALL_CARDS, size) for size in range(dealer + 1)]
    some, few = sizes[: dealer - 1], sizes[dealer - 1 :]
    starts = np.array([sum(table[:at]) for table in (some, few) for at in range(len(table))], np.uint64)
    choose = np.array([[comb(card, k) for k in range(MOST_CARDS + 1)] for card in range(ALL_CARDS)], np.uint64)
    tables = np.zeros(sum(some), np.int32), np.zeros(sum(few), np.uint8)
    kernel = sweep_kernel(hands.shape[1], dealer)
    kernel(events, cuts, hands.astype(np.int64), *theirs, choose, starts, *tables, below)


def ordered_cuts(cuts: Cuts, kinds: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Every cut of every hand by its number, in the order of the cuts, and which cuts they are.

    There are millions: both come in few bits, and numbers of two bytes are put in order digit by digit.
    """
    few = cuts.places.max(initial=0) <= np.iinfo(np.int16).max
    cut = cuts.places.astype(np.int16 if few else np.int32)[kinds].ravel()
    events = np.argsort(cut, kind="stable")[np.count_nonzero(cut < 0) :].astype(np.uint32)
    return events, cut[events]


@dataclass(frozen=True, eq=False)
class SweepCounter(Counter):
    """None or one of the dealer's cards known; a label is that card, or the rank of a hidden card beside a shown one.

    The sweep counts the dealer's hands that hold each card. Where one card is shown and one exposed, it counts hands
    with the first and without the player's: so every other card is added to the player's, and what is missing held it.
    """

    @staticmethod
    def of(core: Game, exposed: int = 0) -> SweepCounter | None:
        """None where the game has another form, or suits often matter."""
        return SweepCounter(core, exposed) if fits(core) and exposed <= 1 else None

    @cached_property
    def classes(self) -> HandClasses:
        return UpCardClasses.of(self.own, self.game.deck) if self.shown else self.own

    @cached_property
    def own(self) -> SuitClasses:
        """The player's hands, up to an exchange of suits where suits can be exchanged."""
        return self.hands_of(self.game.hole)

    @cached_property
    def order(self) -> IntArray:
        """The places of own hands, from the worst to the best: so each sweep ends early."""
        return np.argsort(self.kinds_of(self.own.hands), kind="stable")

    @cached_property
    def theirs(self) -> DealerByRanks:
        return dealer_by_ranks(self.ranking, self.game.deck, self.shown + self.hidden)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.own.hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.theirs.kinds

    @property
    def seconds(self) -> float:
        deck, known = len(self.game.deck), self.shown + self.exposed
        beside = PAIR_S * self.left if known > 1 else KNOWN_S * known
        return comb(deck, self.game.hole) / SUIT_ORDERS * (ASKED_S * (1 << self.game.hole) + beside)

    @cached_property
    def label_ranks(self) -> IntArray:
        return np.arange(COLUMNS) if self.shown else RANK_OF

    def tasks(self) -> list[tuple[Any, ...]]:
        _ = self.tables, self.theirs
        hands, weights = self.own.hands[self.order], self.own.weights[self.order]
        if self.shown and self.exposed:
            return split_by_size(BATCH_SHOWN, hands, weights)
        labels = ALL_CARDS if self.shown + self.exposed else 1
        entries = len(hands) * labels * self.cuts.places.shape[1]
        return split_evenly(max(LEAST_TASKS, -(-entries // MAX_ENTRIES)), hands, weights)

    def count(self, hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        kinds = self.kinds_of(hands)
        if self.shown and self.exposed:
            return self._beside_shown(hands, kinds, weights)
        below = self.below_cuts(hands, kinds)
        live = np.ones(below.shape[:2], np.bool_)
        if self.shown + self.exposed:
            live[:] = np.isin(np.arange(ALL_CARDS), self.game.deck.faces)
            np.put_along_axis(live, hands.astype(np.int64), False, axis=1)
            below *= live[:, :, None]
        return Counts(kinds, weights, below, live * np.int64(self.following))

    def below_cuts(self, hands: NDArray[np.uint8], kinds: IntArray) -> NDArray[np.int32]:
        """[hand, known card, cut]: the dealer's hands below a cut that hold a card and none of the player's.

        With no card known there is one column for all of them.
        """
        events, cuts = ordered_cuts(self.cuts, kinds)
        labels = ALL_CARDS if self.shown + self.exposed else 1
        below = np.zeros((len(hands), labels, self.cuts.places.shape[1]), np.int32)
        sweep_by_ranks(self.theirs, events, cuts, hands, below)
        return below

    def _beside_shown(self, hands: NDArray[np.uint8], kinds: IntArray, weights: IntArray) -> Counts:
        left, faces = self.left, np.array(self.game.deck.faces, np.uint8)
        rest = np.stack([np.setdiff1d(faces, hand) for hand in hands])
        longer = np.hstack((np.repeat(hands, left, axis=0), rest.reshape(-1, 1)))
        found = self.below_cuts(longer, np.repeat(kinds, left))
        below = np.zeros((len(hands), left, COLUMNS, found.shape[-1]), np.int64)
        take_away(found, rest, RANK_OF, self.hidden, below)
        ranks, shown = RANK_OF[rest], RANK_OF[rest].ravel()
        live = np.repeat((ranks[:, :, None] == np.arange(COLUMNS)).sum(axis=1), left, axis=0)
        live[np.arange(len(live)), shown] -= 1
        by_rank = below.reshape(-1, *below.shape[2:])
        return Counts(np.repeat(kinds, left), np.repeat(weights, left), by_rank, live * self.following, shown)


@dataclass(frozen=True, eq=False)
class SetCounter(Counter):
    """None or some of the dealer's cards, known set by known set up to an exchange of suits: a label in each task.

    For one set, the dealer's hands that hold it are added in ascending order. When all are in that are worth less than
    some hand of the player's, that hand is asked how many of them hold none of its cards.
    """

    @staticmethod
    def of(core: Game, exposed: int) -> SetCounter | None:
        """None where the game has another form or is too large, or none or all of the dealer's cards are known."""
        if not decides_once(core) or core.deal.count(Cards.COMMUNITY):
            return None
        found = SetCounter(core, exposed)
        if not found.known or not 1 <= found.unknown <= MOST_CARDS:
            return None
        classes, dealers = comb(len(core.deck), core.hole) / len(found.orders), found._dealers_beside
        few = classes <= MOST_CLASSES and dealers <= MOST_DEALERS
        return found if few and found.rounds < 1 << 63 else None

    @staticmethod
    def of_plain_play(core: Game) -> SetCounter | None:
        """Nothing shared, none of the dealer's cards visible, and two to six on each side; None for another form."""
        if not decides_once(core) or core.deal.count(Cards.COMMUNITY) or core.streets[0].dealer:
            return None
        sizes = core.hole, core.deal.count(Cards.DEALER)
        return SetCounter(core) if min(sizes) >= LEAST_CARDS and max(sizes) <= MOST_CARDS else None

    def verify(self, problem: Problem) -> None:
        """Refuse hands, too, that have to be counted one by one and are too many for it."""
        super().verify(problem)
        hands, ranking = comb(len(self.game.deck), max(self.game.hole, self.hidden)), problem.showdown.ranking
        if not self.known and not ranking.tells.exchanges_suits and hands > MOST_SINGLE:
            raise Unsolved(
                f"{self.game.title}: {ranking.name} tells suits or single cards apart, and {hands:,} hands are too "
                "many to count one by one; no exact solver yet"
            )

    @property
    def known(self) -> int:
        """The dealer's cards that the player knows, those that are shown among them."""
        return self.shown + self.exposed

    @property
    def unknown(self) -> int:
        """The others."""
        return self.hidden - self.exposed

    @property
    def _dealers_beside(self) -> int:
        return comb(len(self.game.deck) - self.known, self.unknown)

    @property
    def rounds(self) -> int:
        """With every exchange of suits, each of which deals another round or the same once more."""
        cards, hole = len(self.game.deck), self.game.hole
        return comb(cards, self.known) * comb(cards - self.known, hole) * self.following * len(self.orders)

    @property
    def seconds(self) -> float:
        cards, hole = len(self.game.deck), self.game.hole
        sets = max(1.0, comb(cards, self.known) / SUIT_ORDERS)
        hands = comb(cards, self.known) * comb(cards - self.known, hole) / SUIT_ORDERS
        asked = sum(comb(hole, size) for size in range(min(hole, self.unknown) + 1))
        dealer_s = DEALER_S * 2.0 ** (self.unknown - 3)
        return sets * self._dealers_beside * dealer_s + hands * (OWN_S + asked * SET_S)

    @cached_property
    def orders(self) -> IntArray:
        """[order, suit]: every exchange of suits, that of none first; it alone, where no card is known."""
        suits = sorted(SUITS.index(suit) for suit in self.game.deck.suits)
        found = permutations(suits) if self.known and self.ranking.tells.exchanges_suits else [suits]
        chosen = np.array(list(found), np.int64)
        orders = np.tile(np.arange(len(SUITS)), (len(chosen), 1))
        orders[:, suits] = chosen
        return orders

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's hands alone."""
        return self.hands_of(self.game.hole)

    @cached_property
    def order(self) -> IntArray:
        """From the worst hand to the best."""
        return np.argsort(self.kinds_of(self.classes.hands), kind="stable")

    @cached_property
    def own(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], IntArray]:
        """The player's hands in that order, one of each class; their kinds and weights."""
        hands, weights = self.classes.hands[self.order], self.classes.weights[self.order]
        return hands, self.kinds_of(hands).astype(np.int32), weights

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.hands_of(self.shown + self.hidden).hands))

    def tasks(self) -> list[tuple[Any, ...]]:
        """A class of known cards each, with some of the exchanges of suits that leave them."""
        _ = self.own, self.tables
        sets, step, found = self._known_sets, max(1, MOST_TOGETHER // len(self.own[0])), []
        for known, weight in sets:
            stay, turns = suit_turns(self.orders, known)
            found += [(known, weight * stay, turns[at : at + step]) for at in range(0, len(turns), step)]
        return found

    def count(self, known: NDArray[np.uint8], weight: int, turns: IntArray) -> Counts:
        """The hands beside some known cards, as often as there are sets like them."""
        hands, kinds, weights = self._hands_beside(known, turns)
        below = self._below(self._dealers(known), hands, kinds)
        return Counts(kinds, weights * weight, below, np.full((len(hands), 1), self.following))

    def _hands_beside(
        self, known: NDArray[np.uint8], turns: IntArray
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32], IntArray]:
        """The player's hands without known cards, with these exchanges of suits; their kinds and weights."""
        most, found = len(self.own[0]) * len(turns), 0
        hands = np.zeros((most + 1, self.game.hole), np.uint8)
        kinds, weights = np.zeros(most, np.int32), np.zeros(most, np.int64)
        held = np.bitwise_or.reduce(np.uint64(1) << known.astype(np.uint64), initial=np.uint64(0))
        for order in turns:
            suits, joker = RANKS_PER_SUIT * order[:, None] + np.arange(RANKS_PER_SUIT), [ALL_CARDS - 1]
            turn = np.concatenate((suits.ravel(), joker)).astype(np.uint8)
            found = turn_hands(*self.own, turn, held, hands, kinds, weights, found)
        return hands[:found], kinds[:found], weights[:found]

    def _below(
        self, dealers: tuple[NDArray[np.uint64], IntArray], hands: NDArray[np.uint8], kinds: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """[hand, 1, cut]: the dealer's hands that are below the cut and hold none of the player's cards."""
        events, cuts = ordered_cuts(self.cuts, kinds)
        below = np.zeros((len(hands), 1, self.cuts.places.shape[1]), np.int32)
        sweep_sets(self.unknown, dealers, events, cuts, hands, below)
        return below

    def _dealers(self, known: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], IntArray]:
        """The unknown cards of the dealer's hands with these known ones, from the worst hand up, and their kinds."""
        rest = np.setdiff1d(np.array(sorted(self.game.deck.faces), np.uint8), known)
        more = rest[sets_of(len(rest), self.unknown)]
        hands = np.hstack((np.tile(known, (len(more), 1)), more)).astype(np.uint8)
        codes = np.searchsorted(self.dealer_kinds, self.ranking.batch(hands)).astype(np.int16)
        order = np.argsort(codes, kind="stable")
        bits = np.bitwise_or.reduce(np.uint64(1) << more[order].astype(np.uint64), axis=1)
        return bits, codes[order].astype(np.int64)

    @property
    def _known_sets(self) -> Iterator[tuple[NDArray[np.uint8], int]]:
        """Every set of known cards up to an exchange of suits, and how many there are like it."""
        if not self.known:
            return iter([(np.zeros(0, np.uint8), 1)])
        sets = self.hands_of(self.known)
        return zip(sets.hands, sets.weights.tolist(), strict=True)


def suit_turns(orders: IntArray, known: NDArray[np.uint8]) -> tuple[int, IntArray]:
    """How many exchanges of suits leave these cards as they are; and one of each lot that they turn into each other."""
    held = [sorted(known[known // RANKS_PER_SUIT == suit] % RANKS_PER_SUIT) for suit in range(len(SUITS))]
    stay = [order for order in orders if all(held[suit] == held[to] for suit, to in enumerate(order))]
    first = {min(tuple(after[order].tolist()) for after in stay) for order in orders}
    return len(stay), np.array(sorted(first), np.int64)


# Cards of the dealer's are shown: counted known set by known set.


MOST_UNKNOWN = 3
"""With more unknown beside several that are shown, it takes days on a whole deck."""


@dataclass(frozen=True, eq=False)
class ShownResult:
    """How all rounds end under the best choices; a single hand is valued when it is asked about."""

    problem: Problem
    totals: NDArray[np.int64]
    """[choice, player's line, row]"""


def fits_shown(game: Game) -> bool:
    """Nothing is shared or a joker, and one of the dealer's cards is shown at the only decision, or all but a few."""
    counter = SetCounter.of(game, 0)
    few = counter is not None and (counter.shown == 1 or counter.unknown <= MOST_UNKNOWN)
    return few and not game.deck.jokers


def solve_shown(game: Game, executor: Executor | None = None) -> ShownResult:
    """Every set of shown cards up to an exchange of suits, with every hand."""
    counter = SetCounter(game)
    threads = local_threads(executor)
    totals = sum(run_counter(counter, lambda *task: counter.decide(counter.count(*task)).totals, threads))
    every, odd = np.divmod(np.asarray(totals), len(counter.orders))
    assert not odd.any(), "every exchange of suits counts each round once"
    return ShownResult(counter.problem, every)


class ShownSolution(Solution):
    """One decision in view of some of the dealer's cards."""

    def __init__(self, game: Game, result: ShownResult) -> None:
        self.game, self.result = game, result
        self.endings = showdown_endings(result.problem, result.totals)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        self.verify_cards(cards, community, dealer)
        street, result = self.game.streets[0], self._decide(np.array([[*cards, *dealer]], np.uint8))
        unit = result.following[-1] * result.scale
        values = dict(zip(street.choices, result.values[0][0, 0, 0].tolist(), strict=True))
        offered, choices = self.game.offered(street, cards), self.result.problem.choices
        pairs = ((choice.name, Fraction(values[choice], unit)) for choice in choices if choice in offered)
        return HandAdvice(street.name, tuple(pairs))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return np.asarray(self._decide(hands).best[0][:, 0, 0])

    def _decide(self, hands: NDArray[np.uint8]) -> GeneralResult:
        problem = general_problem(self.game)
        return decide_hands(problem, Rows.of(problem.symmetry, problem.view.levels[-1], hands), problem.counter())


SOLVER = showdown_solver("sweep", lambda game: SweepCounter.of(game) or SetCounter.of_plain_play(game), kept=True)
SHOWN_SOLVER = Solver(
    "shown cards",
    fits_shown,
    solve_shown,
    ShownSolution,
    seconds=lambda game: SetCounter(game).seconds,
    prepare=showdown_problem,
    keeping=Keeping(
        lambda result: {"totals": result.totals},
        lambda game, arrays: ShownResult(showdown_problem(game), np.asarray(arrays["totals"], np.int64)),
        ships=True,
    ),
)
