"""Hold'em with known cards: what a view says more than the rules, counted for one canonical hand beside every board.

reveal   the dealer's cards that are known stand with the player's own; shared ones are known at earlier streets
mark     the class of one hidden card of the dealer's is its label: counts are kept by label
share    the cards of other hands are out of the deck

The package counts such views by every information set, which takes ten times as long; what ships is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.findings import Finding, Leak, Question, shipped_finding
from fairfelt.analysis.protection.information import view_of
from fairfelt.analysis.protection.known_cards import RankValues, figures_of_sums, frequency_rule
from fairfelt.analysis.protection.sorting import first_hidden, search_partitions
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.counter import IntArray
from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.endings import Ending, scaled_net
from fairfelt.engine.core.information_sets import (
    Group,
    InformationSets,
    Level,
    first_information_sets,
    symmetry_of,
)
from fairfelt.engine.core.problem import MOST, Unsolved
from fairfelt.engine.solve import advisor, core_game
from fairfelt.engine.solvers.boards.problem import HOLE, BoardProblem, board_problem, fits
from fairfelt.engine.view import BY_RANK, View
from fairfelt.rules import Cards, Choice, Game
from fairfelt.rules.hands import POKER
from fairfelt.rules.hands.poker.five_card import poker_tables
from fairfelt.runtime.compute.executors import split_by_size, stream_tasks
from fairfelt.runtime.compute.jit import njit

BOARD_S, LABEL_S = (2e-7, 4.8e-7, 2e-6), 1.5e-7
"""What a board takes on one core by the dealer's hidden cards, and each further label."""


HANDS = 2
"""Canonical hands beside all boards in one task."""


class HandCount(NamedTuple):
    """One hand beside every board, under best play."""

    sums: IntArray
    """[label, number]: result, square and hits, over all rounds of the hand."""
    chosen: IntArray
    """[label, choice of the first street]: how often it is made, in equal parts of all rounds."""
    worth: IntArray
    """[label, board at the first street, choice]: results summed over all that can follow."""


@dataclass(frozen=True, eq=False)
class BoardTables:
    """What counting a hand takes, in numbers alone: it goes to other processes and machines."""

    faces: IntArray
    exposed: int
    labels: IntArray
    """[rank]"""
    sizes: tuple[int, ...]
    early: range
    columns: int
    floors: NDArray[np.int32]
    settled: IntArray
    late: IntArray
    streets: tuple[IntArray, ...]
    needs: tuple[IntArray, ...]
    """[early street]"""


@dataclass(frozen=True, eq=False)
class ExposedBoards:
    """A game with shared cards in streets, and what a player knows of its cards."""

    problem: BoardProblem
    sizes: tuple[int, ...]
    """Shared cards that are known at each street."""
    exposed: int = 0
    """Cards of the dealer's that are known."""
    classes: tuple[int, ...] = ()
    """The class of each rank by which one hidden card of the dealer's is marked."""
    view: View | None = None
    """In which there may be cards of other hands."""

    @staticmethod
    def of(view: View) -> ExposedBoards | None:
        """None where the game or what is known has another form, or sums would not fit in 63 bits."""
        game, dealer = view.game, [card for card in view.cards if card.place is Cards.DEALER]
        shared = [card for card in view.cards if card.place is Cards.COMMUNITY]
        marked = [card.classes for card in dealer if card.known and card.classes]
        if not _has_form(view, dealer, shared) or len(marked) > 1:
            return None
        try:
            problem = board_problem(game)
        except Unsolved:
            return None
        sizes = tuple(sum(card.known <= street for card in shared) for street in range(len(game.streets)))
        exposed = sum(card.known == 0 for card in dealer)
        found = ExposedBoards(problem, sizes, exposed, marked[0] if marked else (), view)
        early = [found.sizes[street] for street in found.early]
        if not early or any(a >= b for a, b in pairwise(early)):
            return None
        return found if int(np.abs(found.settled).max()) * found.ways < MOST else None

    @property
    def game(self) -> Game:
        return self.problem.game

    @property
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""
        return self.problem.scale

    @property
    def early(self) -> range:
        """Streets before the whole board is known."""
        return range(sum(size < BOARD for size in self.sizes))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Of the first decision, in ascending order of the bet."""
        return tuple(self.problem.game.streets[0].choices[choice] for choice in self.problem.tree.orders[0])

    @property
    def _dead(self) -> int:
        return self.view.dead if self.view else 0

    @property
    def left(self) -> int:
        """Cards that the player has not seen at the first decision, the shared ones among them."""
        return len(self.problem.game.deck) - HOLE - self.exposed - self._dead

    @cached_property
    def hands(self) -> InformationSets:
        """Own cards, the dealer's that are known and those of other hands, up to an exchange of suits."""
        symmetry = symmetry_of(self.problem.game.deck, [self.problem.ranking.tells])
        found = first_information_sets(symmetry, Level((HOLE, 0, 0, 0)))
        if self.exposed:
            found = found.next(Level((HOLE, 0, self.exposed, 0)))
        return found.next(Level((HOLE, 0, self.exposed, self._dead))) if self._dead else found

    @cached_property
    def ways(self) -> int:
        """Rounds that one hand is dealt: each as often as there are ways to come to its board, and hidden cards."""
        steps, unseen = [self.sizes[street] for street in self.early] + [BOARD], HOLE - self.exposed
        hidden = comb(self.left - BOARD, unseen) * max(1, unseen)
        return comb(self.left, BOARD) * hidden * prod(comb(b, a) for a, b in pairwise(steps))

    @property
    def rounds(self) -> int:
        """All that hands in their numbers are dealt."""
        return int(self.hands.weights.sum()) * self.ways

    def tasks(self) -> Sequence[tuple[Any, ...]]:
        """Canonical hands and their weights."""
        return split_by_size(HANDS, self.hands.hands, self.hands.weights)

    @property
    def seconds(self) -> float:
        """About, on one core."""
        deck, known = self.left + HOLE + self.exposed + self._dead, self.exposed + self._dead
        hands = comb(deck, HOLE) * comb(deck - HOLE, known) / (14 if known else 7.8)
        board_s = BOARD_S[HOLE - self.exposed] + max(self.classes, default=0) * LABEL_S
        return hands * comb(self.left, BOARD) * board_s

    @cached_property
    def settled(self) -> IntArray:
        """[player's line, cell, path, number]: result, square and hit of a path."""
        return settle_cells(self.problem)

    @cached_property
    def tables(self) -> BoardTables:
        labels = np.array(self.classes[:RANKS] or [0] * RANKS, np.int64)
        return BoardTables(
            self.hands.symmetry.faces.astype(np.int64), self.exposed, labels, self.sizes, self.early,
            self.first_columns[-1], self.problem.bands.floors, self.settled, self.late,
            tuple(self.street(at) for at in self.early), tuple(self.need(at) for at in self.early),
        )  # fmt: skip

    @cached_property
    def first_columns(self) -> tuple[int, ...]:
        """[street]: where the columns of its states begin, and at last how many columns there are."""
        states = [len(states) for states in self.problem.tree.arrivals[:-1]]
        return tuple(np.cumsum([len(self.problem.tree.paths), *states]).tolist())

    def street(self, at: int) -> IntArray:
        """[state, own column and targets]: the choices in ascending order of the bet."""
        tree = self.problem.tree
        leads_to, arrives_as = tree.leads_to[at][:, tree.orders[at]], tree.arrives_as[at][:, tree.orders[at]]
        first = np.array([*self.first_columns[:-1], 0])
        own = self.first_columns[at] + np.arange(len(leads_to))[:, None]
        return np.hstack((own, first[leads_to] + arrives_as)).astype(np.int64)

    def need(self, at: int) -> IntArray:
        """Columns that a street or an earlier one asks for, made after it."""
        asked = np.concatenate([self.street(street)[:, 1:].ravel() for street in range(at + 1)])
        own = np.concatenate([self.street(street)[:, 0] for street in range(at + 1)])
        return np.setdiff1d(asked, own).astype(np.int64)

    @cached_property
    def late(self) -> IntArray:
        """[street, state, own column and targets]: those with the whole board known, the last first; -1 for none."""
        streets = [self.street(at) for at in reversed(range(len(self.early), len(self.sizes)))]
        states, width = (max((street.shape[side] for street in streets), default=1) for side in (0, 1))
        found = np.full((len(streets), states, width), -1, np.int64)
        for at, street in enumerate(streets):
            found[at, : street.shape[0], : street.shape[1]] = street
        return found


def _has_form(view: View, dealer: list[Group], shared: list[Group]) -> bool:
    game = view.game
    if not fits(game) or game.showdown is None or game.showdown.ranking is not POKER:
        return False
    asks = any(choice.holding for street in game.streets for choice in street.choices)
    if asks or game.hole != HOLE or len(dealer) != HOLE or len(shared) != BOARD:
        return False
    hidden = (0, len(game.streets))
    return all(card.known in hidden for card in dealer) and not any(card.classes for card in shared)


def settle_cells(problem: BoardProblem) -> IntArray:
    """[player's line, cell, path, number]: result, square and hit of a path."""
    game, scale, facts, bands = problem.game, problem.scale, problem.rows.facts, problem.bands
    paths = problem.tree.paths
    nets = np.array([[scaled_net(game, Ending(path, each, 0, 0), scale) for each in facts] for path in paths], np.int64)
    numbers = np.stack((nets, nets**2, (nets >= scale).astype(np.int64)), axis=-1)
    there = bands.rows >= 0
    by_cell = numbers[:, np.where(there, bands.rows, 0)] * there[None, :, :, None]
    return np.ascontiguousarray(np.moveaxis(by_cell, 0, 2))


def seven_cards() -> SevenCards:
    tables = poker_tables(HOLE + BOARD)
    ranks = tables.keys[:RANKS] & ~np.uint32(SUIT_SUMS)
    return SevenCards(tables.keys, ranks, tables.rows, tables.values, tables.suited, tables.flushes)


def count_hand(boards: BoardTables, hand: NDArray[np.uint8]) -> HandCount:
    """One hand: own cards, the dealer's that are known, and those of other hands."""
    deck = np.setdiff1d(boards.faces, hand)
    left, labels = len(deck), int(boards.labels.max()) + 1
    binomials = np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(left + 1)], np.int64)
    columns, last = np.zeros((boards.columns, NUMBERS), np.int64), boards.early[-1]
    need, size = boards.needs[last], boards.sizes[last]
    into = np.zeros((labels, comb(left, size), len(need), NUMBERS), np.int64)
    own, theirs = hand[:HOLE], hand[HOLE : HOLE + boards.exposed]
    deal_boards(
        own, theirs, deck, boards.labels, seven_cards(), boards.floors, boards.settled, boards.late, need,
        parts_of(BOARD, size), binomials, columns, into,
    )  # fmt: skip
    of_label = boards.labels[deck % RANKS] == np.arange(labels)[:, None]
    found = [_decide_early(boards, some, into[label], columns, binomials) for label, some in enumerate(of_label)]
    return HandCount(*(np.stack(part) for part in zip(*found, strict=True)))


def _decide_early(
    boards: BoardTables, of_label: NDArray[np.bool_], into: IntArray, columns: IntArray, binomials: IntArray
) -> tuple[IntArray, IntArray, IntArray]:
    """Decide from the last street of whose boards the columns are known back to the first one, for one label.

    The numbers of the first street's only state, how often each choice is made there, and [board, choice] their worth.
    """
    need, chosen, worth = boards.needs[-1], np.zeros(0, np.int64), np.zeros(0, np.int64)
    for at in reversed(boards.early):
        given, given_need, size, street = into, need, boards.sizes[at], boards.streets[at]
        smaller = boards.sizes[at - 1] if at else 0
        need = boards.needs[at - 1] if at else street[:1, 0]
        into = np.zeros((comb(len(of_label), smaller), len(need), NUMBERS), np.int64)
        chosen = np.zeros(street.shape[1] - 1, np.int64)
        worth = given[:, np.searchsorted(given_need, street[0, 1:]), 0]
        parts = parts_of(size, smaller) if at else np.zeros((1, 0), np.int64)
        decide_boards(
            given, given_need, of_label.astype(np.int64), size, street, need, parts, binomials, columns, into, chosen
        )
    return into[0, 0], chosen, worth


def play_boards(boards: ExposedBoards, executor: Executor | None = None) -> tuple[Figures, ShortRule]:
    """The figures of best play, and how often it makes each choice of the first street."""
    sums, chosen = np.zeros(NUMBERS, object), np.zeros(len(boards.choices), object)
    for _, part in stream_tasks(partial(_play_hands, boards.tables), boards.tasks(), executor):
        sums, chosen = sums + part[0], chosen + part[1]
    shares = [Fraction(int(made), int(chosen.sum())) for made in chosen]
    often = frequency_rule(boards.game.streets[0].name, zip(boards.choices, shares, strict=True), digits=4)
    return figures_of_sums(sums, boards.rounds, boards.scale), often


def _play_hands(tables: BoardTables, hands: NDArray[np.uint8], weights: IntArray) -> tuple[Any, Any]:
    """Of numbers alone, so that it goes to other processes and machines."""
    found = [(weight, count_hand(tables, hand)) for hand, weight in zip(hands, weights.astype(object), strict=True)]
    return tuple(sum(weight * getattr(count, name).sum(axis=0).astype(object) for weight, count in found)
                 for name in ("sums", "chosen"))  # fmt: skip


def rank_boards(boards: ExposedBoards, executor: Executor | None = None) -> Iterator[RankValues]:
    """By hand and board at the only decision, by the rank of the marked card."""
    ranked = replace(boards, classes=BY_RANK)
    return (part for _, part in stream_tasks(partial(_rank_hands, ranked.tables), boards.tasks(), executor))


def _rank_hands(tables: BoardTables, hands: NDArray[np.uint8], weights: IntArray) -> RankValues:
    values = [count_hand(tables, hand).worth.swapaxes(0, 1) for hand in hands]
    each = np.repeat(weights, [len(worth) for worth in values])
    return RankValues(np.ascontiguousarray(np.concatenate(values)), each)


def boards_of(question: Question) -> ExposedBoards | None:
    """None where a leak is not counted board by board, or takes too long; for backs, by the first card face down."""
    game, information = question.game, question.information
    if game.course or question.leak not in (Leak.DEALER, Leak.BACKS):
        return None
    core = core_game(game)
    if question.leak is Leak.BACKS:
        if len(core.streets) != 1:
            return None  # two classes are no sum over ranks: see `tools.street_backs`
        information = replace(first_hidden(core), sorted="A")
    found = ExposedBoards.of(view_of(core, information))
    return found if found and found.seconds <= question.limits[0] else None


def count_leak(question: Question, boards: ExposedBoards, executor: Executor | None = None) -> Finding:
    """One leak, counted; the words are those of the row that ships, if there is one."""
    core, information = core_game(question.game), question.information
    if question.leak is Leak.BACKS:
        ranks, _ = search_partitions(core.deck, rank_boards(boards, executor))
        information = replace(first_hidden(core), sorted=ranks)
        marked = ExposedBoards.of(view_of(core, information))
        assert marked, "it has the form of the search"
        boards = marked
    figures, often = play_boards(boards, executor)
    plain = advisor(core, executor=executor).round.expected_value
    found = Finding(question.leak, information, figures.edge, plain, strategy=(often,))
    before = shipped_finding(question)
    found = replace(before, information=information, edge=figures.edge, plain=plain) if before else found
    return replace(found, interval=None, hit_frequency=figures.hit_frequency, variance=figures.variance)


def parts_of(size: int, smaller: int) -> IntArray:
    """[part, card]: every way to take n cards out of more."""
    found = list(combinations(range(size), smaller))
    return np.array(found, np.int64).reshape(len(found), smaller)


# Kernels for hold'em with known cards: one hand beside every board, the dealer's hidden cards counted by label.
#
# For a board b and a label l, the dealer's hands are counted by cell (a band of hands, and how the player's compares):
#
#     hist[l, c]  =  Σ over hidden hands of cell c, Σ over their cards of label l, 1
#
# so that a hidden hand counts once for each of its cards, any of which may be the marked one. All hands are counted by
# ranks first; those that make a flush are then moved to their own cells.
#
# A column stands for a path to the end, or for a state at a street with best play from there on; it has three numbers,
# the result, its square and the hits, summed over all that can follow. Columns of whole boards are added to each
# smaller board within them that is a decision's, and so on back to the first decision. Smaller boards are numbered by
# the places of their cards among those that are left, which are added up as binomials. `ExposedBoards.of` refuses a
# game whose largest square times all rounds of a hand is not below 2^63.


BOARD = 5
FLUSH = 5
NUMBERS = 3
RANKS = 13
SUITS = 4
SUIT_MASK, SUIT_SUMS, COLUMN_SHIFT, COLUMN_MASK, ROW_SHIFT, ROW_MASK = 8191, 511, 9, 2047, 20, 4095
LINE_BITS = 20


class SevenCards(NamedTuple):
    """The tables by which seven cards are valued; see `poker_tables`."""

    keys: Array
    rank_keys: Array
    """[rank]: what a card adds to a key, whatever its suit."""
    rows: Array
    values: Array
    suited: Array
    flushes: Array


@njit(nogil=True, cache=True)
def cell_of(mine: Any, theirs: Any, floors: Array) -> int:
    """The cell of two hands: the band of the dealer's, and whether the player's is less, equal or greater."""
    band = len(floors) - 1
    while theirs < floors[band]:
        band -= 1
    return 3 * band + (1 if mine == theirs else 2 if mine > theirs else 0)


@njit(nogil=True, cache=True)
def _by_ranks(key: Any, rows: Array, values: Array) -> Any:
    """Where no five are of one suit."""
    return values[(key >> COLUMN_SHIFT & COLUMN_MASK) + rows[key >> ROW_SHIFT & ROW_MASK]]


@njit(nogil=True, cache=True)
def value_of(key: Any, mask: Any, rows: Array, values: Array, suited: Array, flushes: Array) -> Any:
    """Of seven cards, by the sum of their keys and the set of them."""
    if suited[key & SUIT_SUMS]:
        best = 0
        for suit in range(SUITS):
            best = max(best, flushes[mask >> RANKS * suit & SUIT_MASK])
        return best
    return _by_ranks(key, rows, values)


@njit(nogil=True, cache=True)
def _move(
    mine: Any, ranked: Any, key: Any, mask: Any, cards: SevenCards, floors: Array, label: int, hist: Array
) -> Any:
    """Move one hidden hand from the cell of its ranks to its own; counts stay below 2^12."""
    hist[label, cell_of(mine, _by_ranks(ranked, cards.rows, cards.values), floors)] -= 1
    value = value_of(key, mask, cards.rows, cards.values, cards.suited, cards.flushes)
    hist[label, cell_of(mine, value, floors)] += 1


@njit(nogil=True, cache=True)
def _move_flushes(
    mine: Any, key: Any, mask: Any, suit: int, missing: int, unseen: int, deck: Array, taken: Array, labels: Array,
    cards: SevenCards, floors: Array, hist: Array,
) -> None:  # fmt: skip
    """The hidden hands with the missing cards of a suit."""
    for x in range(len(deck)):
        one = deck[x]
        short = missing - (one // RANKS == suit)
        if taken[x] or short > unseen - 1:
            continue
        ranked, found, held = key + cards.rank_keys[one % RANKS], key + cards.keys[one], mask | 1 << one
        if unseen == 1:
            _move(mine, ranked, found, held, cards, floors, labels[one % RANKS], hist)
            continue
        for y in range(x):
            other = deck[y]
            if taken[y] or short > (other // RANKS == suit):
                continue
            both, two = ranked + cards.rank_keys[other % RANKS], found + cards.keys[other]
            _move(mine, both, two, held | 1 << other, cards, floors, labels[one % RANKS], hist)
            _move(mine, both, two, held | 1 << other, cards, floors, labels[other % RANKS], hist)


@njit(nogil=True, cache=True)
def _count_dealers(
    mine: Any, key: Any, mask: Any, suits: Any, unseen: int, deck: Array, taken: Array, left: Array, labels: Array,
    cards: SevenCards, floors: Array, hist: Array,
) -> None:  # fmt: skip
    """All that the dealer may hold beside a board, each for each of its cards: counts below 2^12.

    key, mask, suits  of the board with the dealer's cards that are known; four bits for the cards of each suit
    taken             [place in the deck]  whether the board has it
    left              [rank]               cards beside the board
    hist              [label, cell]        out, zeros before
    """
    for a in range(RANKS):
        if not left[a]:
            continue
        one = key + cards.rank_keys[a]
        if unseen == 1:
            hist[labels[a], cell_of(mine, _by_ranks(one, cards.rows, cards.values), floors)] += left[a]
            continue
        for b in range(a + 1):
            many = left[a] * left[b] if b < a else left[a] * (left[a] - 1) // 2
            if many:
                value = _by_ranks(one + cards.rank_keys[b], cards.rows, cards.values)
                cell = cell_of(mine, value, floors)
                hist[labels[a], cell] += many
                hist[labels[b], cell] += many
    for suit in range(SUITS):
        missing = FLUSH - (suits >> 4 * suit & 15)
        if missing <= unseen:
            _move_flushes(mine, key, mask, suit, missing, unseen, deck, taken, labels, cards, floors, hist)


@njit(nogil=True, cache=True)
def decide(columns: Array, street: Array) -> int:
    """Each state takes its best choice, of equal ones the last; the choice of the first state."""
    first = 0
    for state in range(len(street)):
        own = street[state, 0]
        if own < 0:
            break
        best = street[state, 1]
        for choice in range(1, street.shape[1]):
            target = street[state, choice]
            if target >= 0 and columns[target, 0] >= columns[best, 0]:
                best = target
                if state == 0:
                    first = choice - 1
        for number in range(NUMBERS):
            columns[own, number] = columns[best, number]
    return first


@njit(nogil=True, cache=True)
def _settle(pays: Array, counts: Array, columns: Array) -> bool:
    """columns[path] = Σ counts[cell] · pays[cell, path], below 2^62 (`ExposedBoards.of`); whether there are any."""
    found = False
    columns[: pays.shape[1]] = 0
    for cell in range(len(counts)):
        if counts[cell]:
            found = True
            for path in range(pays.shape[1]):
                for number in range(NUMBERS):
                    columns[path, number] += counts[cell] * pays[cell, path, number]
    return found


@njit(nogil=True, cache=True)
def _number(places: Array, part: Array, binomials: Array) -> int:
    """Σ C(place, at + 1) over a part of some cards, given by their places in ascending order; below 2^22."""
    number = 0
    for at in range(len(part)):
        number += binomials[places[part[at]], at + 1]
    return number


@njit(nogil=True, cache=True)
def _add_to_parts(kept: Array, places: Array, parts: Array, binomials: Array, into: Array) -> None:
    """Add the columns that are kept to every smaller board within one; sums are below 2^62."""
    for part in range(len(parts)):
        row = into[_number(places, parts[part], binomials)]
        for k in range(len(kept)):
            for n in range(NUMBERS):
                row[k, n] += kept[k, n]


@njit(nogil=True, cache=True)
def deal_boards(
    own: Array, theirs: Array, deck: Array, labels: Array, cards: SevenCards, floors: Array, settled: Array,
    late: Array, need: Array, parts: Array, binomials: Array, columns: Array, into: Array,
) -> None:  # fmt: skip
    """Add the columns of every whole board to the smaller boards within it, label by label; sums are below 2^62.

    theirs   the dealer's cards that are known
    deck     the cards left
    labels   [rank]                              of a hidden card
    settled  [player's line, cell, path, number]
    late     [street, state, own column and targets]: decisions with the whole board known, the last first
    need     the columns that are kept
    into     [label, smaller board, kept column, number]  in and out
    """
    left, unseen = len(deck), 2 - len(theirs)
    places, taken, kept = np.arange(BOARD), np.zeros(left, np.bool_), np.zeros((len(need), NUMBERS), np.int64)
    hist, of_rank, beside = (
        np.zeros((len(into), settled.shape[1]), np.int64),
        np.zeros(RANKS, np.int64),
        np.zeros(RANKS, np.int64),
    )
    own_key, own_mask = cards.keys[own[0]] + cards.keys[own[1]], 1 << np.int64(own[0]) | 1 << np.int64(own[1])
    their_key, their_mask, their_suits = np.uint32(0), np.int64(0), np.int64(0)
    for card in theirs:
        their_key += cards.keys[card]
        their_mask |= 1 << np.int64(card)
        their_suits += 1 << 4 * (np.int64(card) // RANKS)
    for x in range(left):
        of_rank[deck[x] % RANKS] += 1
    taken[:BOARD] = True
    while True:
        key, mask, suits = np.uint32(0), np.int64(0), np.int64(0)
        beside[:] = of_rank
        for i in range(BOARD):
            card = deck[places[i]]
            key += cards.keys[card]
            mask |= 1 << card
            suits += 1 << 4 * (card // RANKS)
            beside[card % RANKS] -= 1
        mine = value_of(key + own_key, mask | own_mask, cards.rows, cards.values, cards.suited, cards.flushes)
        line, key, mask = mine >> LINE_BITS, key + their_key, mask | their_mask
        hist[:] = 0
        if unseen == 0:
            value = value_of(key, mask, cards.rows, cards.values, cards.suited, cards.flushes)
            hist[0, cell_of(mine, value, floors)] = 1
        else:
            _count_dealers(
                mine, key, mask, suits + their_suits, unseen, deck, taken, beside, labels, cards, floors, hist
            )
        for label in range(len(hist)):
            if _settle(settled[line], hist[label], columns):
                for street in range(len(late)):
                    decide(columns, late[street])
                for k in range(len(need)):
                    kept[k] = columns[need[k]]
                _add_to_parts(kept, places, parts, binomials, into[label])
        at = 0
        while at < BOARD - 1 and places[at] + 1 == places[at + 1]:
            taken[places[at]] = False
            at += 1
        taken[places[at]] = False
        places[at] += 1
        if places[at] == left:
            return
        for i in range(at):
            places[i] = i
        for i in range(at + 1):
            taken[places[i]] = True


@njit(nogil=True, cache=True)
def decide_boards(
    given: Array, given_need: Array, of_label: Array, size: int, street: Array, need: Array, parts: Array,
    binomials: Array, columns: Array, into: Array, chosen: Array,
) -> None:  # fmt: skip
    """Decide at every board of a size, and add its columns to the smaller boards within it; sums are below 2^62.

    of_label  [place in the deck]  whether a card has the label that is known
    chosen    [choice]             in and out: a board counts once for each card of the label beside it
    """
    places, every, kept = np.arange(size), of_label.sum(), np.zeros((len(need), NUMBERS), np.int64)
    for here in range(len(given)):
        for k in range(len(given_need)):
            for n in range(NUMBERS):
                columns[given_need[k], n] = given[here, k, n]
        beside = every
        for i in range(size):
            beside -= of_label[places[i]]
        chosen[decide(columns, street)] += beside
        for k in range(len(need)):
            kept[k] = columns[need[k]]
        _add_to_parts(kept, places, parts, binomials, into)
        at = 0
        while at < size - 1 and places[at] + 1 == places[at + 1]:
            at += 1
        if size:
            places[at] += 1
            for i in range(at):
                places[i] = i
