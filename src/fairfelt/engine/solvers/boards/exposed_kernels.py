"""Kernels for hold'em with known cards: one hand beside every board, the dealer's hidden cards counted by label.

For a board b and a label l, the dealer's hands are counted by cell (a band of hands, and how the player's compares):

    hist[l, c]  =  Σ over hidden hands of cell c, Σ over their cards of label l, 1

so that a hidden hand counts once for each of its cards, any of which may be the marked one. All hands are counted by
ranks first; those that make a flush are then moved to their own cells.

A column stands for a path to the end, or for a state at a street with best play from there on; it has three numbers,
the result, its square and the hits, summed over all that can follow. Columns of whole boards are added to each smaller
board within them that is a decision's, and so on back to the first decision. Smaller boards are numbered by the places
of their cards among those that are left, which are added up as binomials. `ExposedBoards.of` refuses a game whose
largest square times all rounds of a hand is not below 2**63.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.runtime.compute.jit import njit

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
