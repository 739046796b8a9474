"""The sweep by ranks, for rankings to which suits matter only where many cards are of one.

All hands of the same ranks are added at once, as if suits never mattered. Those with many cards of one suit are taken
away again where their ranks alone stand, and added where they stand with that suit; beside it the other cards matter by
their ranks. So a hand of the player's is asked once by its ranks, and once for each suit by its ranks in and beside it;
hands with the same answer share it.

Bounds: an entry counts hands of seven cards of 53 at most, below 2^28 in size; a sum over the 2^7 sets of cards within
a hand stays below 2^35.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.value_counts import CELLS, Ranks, capacities, choices_of_ranks, hands_by_ranks
from fairfelt.rules.cards import RANKS_PER_SUIT, SUITS, Deck
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.compute.jit import njit

# The kernels behind `by_ranks`: what the dealer's hands hold, counted by ranks alone and, beside one suit, by ranks.
#
# Ranks with repetitions have a number: those of fewer cards come first, and of as many cards in colexicographic order.
#
#       number of r1 <= r2 <= … <= rk   =  STARTS[k] + C(r1, 1) + C(r2 + 1, 2) + … + C(rk + k - 1, k)
#
# The joker is a rank of its own, and of no suit. An up card is never in a set: it has a column, so that a set is asked
# about all up cards at once. Without one there is a single column.


MOST = 8
NO_UP = CELLS
"""Instead of an up card."""
RISING = np.array([[comb(rank + at, at + 1) for rank in range(CELLS)] for at in range(MOST)], np.int64)
STARTS = np.array([sum(comb(CELLS + k - 1, k) for k in range(size)) for size in range(MOST + 2)], np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(MOST)] for n in range(MOST)], np.int64)
SIZE = np.bitwise_count(np.arange(1 << 13)).astype(np.int64)


class Holdings(NamedTuple):
    """For choices of a few ranks: the sets of ranks among them, and how many hands hold given cards of such a set."""

    sets: Array
    """[choice, entry]: the number of a set."""
    ups: Array
    """[choice, entry]: one more card that must be held, the up card; `NO_UP` where there is none."""
    ways: Array
    """[choice, entry]: how many hands of the choice hold given cards of the set and the up card."""
    counts: Array
    """[choice]: entries."""


class Suited(NamedTuple):
    """The dealer's hands that one suit decides: where they stand by ranks alone, and where they stand with it."""

    masks: Array
    """[hand]: ranks of that suit."""
    others: Array
    """[hand]: the number of the other ranks, which is their place among the `Holdings`."""
    kinds: Array
    """[event]: in ascending order."""
    events: Array
    """[event]: the hand, and whether it is added (2 × hand + 1) or taken away (2 × hand)."""


class Places(NamedTuple):
    """Where masks of one suit stand."""

    sets: Array
    """[mask]: its number among masks of no more cards than the player has, -1 for others."""
    rows: Array
    """[mask]: where hands with those cards of a suit begin, the others following by their number."""


@njit(nogil=True, cache=True)
def number_of(ranks: Array, chosen: int) -> int:
    """The number of the chosen ones, which are in ascending order; below 2^19."""
    number, size = 0, 0
    for at in range(len(ranks)):
        if chosen >> at & 1:
            number += RISING[size, ranks[at]]
            size += 1
    return int(number + STARTS[size])


@njit(nogil=True, cache=True)
def ways_to_hold(ranks: Array, chosen: int, capacities: Array) -> int:
    """Hands of these ranks that hold given cards of the chosen ones; below 2^28, and 0 if a later of equal
    ranks is chosen before."""
    ways, at = 1, 0
    while at < len(ranks):
        cards, held, rank = 0, 0, ranks[at]
        while at < len(ranks) and ranks[at] == rank:
            if chosen >> at & 1:
                if held < cards:
                    return 0
                held += 1
            cards += 1
            at += 1
        ways *= CHOOSE[capacities[rank] - held, cards - held]
    return ways


@njit(nogil=True, cache=True)
def list_holdings(
    ranks: Array, capacities: Array, alone: bool, with_up: bool, sets: Array, ups: Array, ways: Array
) -> int:
    """The entries for one choice of ranks: every set without an up card, and with each of its own as up card."""
    entries = 0
    for chosen in range(1 << len(ranks)):
        hands = ways_to_hold(ranks, chosen, capacities)
        if not hands:
            continue
        if alone:
            sets[entries], ups[entries], ways[entries] = number_of(ranks, chosen), NO_UP, hands
            entries += 1
        for at in range(len(ranks) if with_up else 0):
            last = at + 1 == len(ranks) or ranks[at + 1] != ranks[at] or not chosen >> (at + 1) & 1
            if chosen >> at & 1 and last:
                sets[entries], ups[entries], ways[entries] = number_of(ranks, chosen ^ 1 << at), ranks[at], hands
                entries += 1
    return entries


@njit(nogil=True, cache=True)
def add_ranks(ranks: Array, capacities: Array, table: Array, sets: Array, ups: Array, ways: Array) -> None:
    """All hands of a choice of ranks, by the sets they hold; below 2^28. table: [set, up card]."""
    up_seen = table.shape[1] > 1
    for entry in range(list_holdings(ranks, capacities, not up_seen, up_seen, sets, ups, ways)):
        if sets[entry] < len(table):
            table[sets[entry], ups[entry] if up_seen else 0] += ways[entry]


@njit(nogil=True, cache=True)
def add_suited(mask: int, holdings: Holdings, choice: int, sign: int, places: Array, table: Array) -> None:
    """All hands with a suit of these ranks and such other cards; below 2^28. table: [set, set of ranks, up card]."""
    up_seen, held = table.shape[2] > 1, mask
    while True:
        for entry in range(holdings.counts[choice]):
            up, place = holdings.ups[choice, entry], holdings.sets[choice, entry]
            ways = sign * holdings.ways[choice, entry]
            if place >= table.shape[1]:
                continue
            if up < NO_UP:
                if up_seen and places[held] >= 0:
                    table[places[held], place, CELLS + up] += ways
            elif not up_seen:
                if places[held] >= 0:
                    table[places[held], place, 0] += ways
            else:
                for rank in range(CELLS - 1):
                    if held >> rank & 1 and places[held ^ 1 << rank] >= 0:
                        table[places[held ^ 1 << rank], place, rank] += ways
        if not held:
            break
        held = held - 1 & mask


@njit(nogil=True, cache=True)
def count_ranks(ranks: Array, table: Array, row: Array) -> None:
    """Σ (-1)^|set| · table[set]: hands with none of the player's cards, as far as ranks decide; below 2^28."""
    row[:] = 0
    for chosen in range(1 << len(ranks)):
        if STARTS[SIZE[chosen]] < len(table):
            place, sign = number_of(ranks, chosen), 1 - 2 * (SIZE[chosen] & 1)
            for up in range(len(row)):
                row[up] += sign * table[place, up]


@njit(nogil=True, cache=True)
def count_suited(mask: int, others: Array, places: Array, table: Array, row: Array) -> None:
    """The same beside one suit, below 2^28: the player holds those ranks of it, and cards of other suits."""
    row[:] = 0
    for chosen in range(1 << len(others)):
        if STARTS[SIZE[chosen]] >= table.shape[1]:
            continue
        place, held = number_of(others, chosen), mask
        while True:
            sign = 1 - 2 * (SIZE[chosen] + SIZE[held] & 1)
            for up in range(len(row)):
                row[up] += sign * table[places[held], place, up]
            if not held:
                break
            held = held - 1 & mask


@njit(nogil=True, cache=True)
def order_cards(hand: Array, ranks: Array, suits: Array) -> None:
    """The ranks of a hand in ascending order, and their suits; the joker is last, and of a suit beyond the deck's."""
    for at in range(len(hand)):
        joker = hand[at] == (CELLS - 1) * 4
        rank, suit, place = (CELLS - 1 if joker else hand[at] % (CELLS - 1)), hand[at] // (CELLS - 1), at
        while place and ranks[place - 1] > rank:
            ranks[place], suits[place] = ranks[place - 1], suits[place - 1]
            place -= 1
        ranks[place], suits[place] = rank, suit


@njit(nogil=True, cache=True)
def sweep_ranks(
    events: Array, cuts: Array, hands: Array, deck: Array, capacities: Array, dealer: Array, dealer_kinds: Array,
    suited: Suited, others: Holdings, places: Places, sets: int, below: Array,
) -> None:  # fmt: skip
    """Answer the events in the order of their cuts, each when all that the dealer has below its cut is added.

    Counts are below 2^28; sums on the way to one wrap in 32 bits and come back.

    events, cuts     [event]               a hand times the cuts there can be, and which of its cuts; the first of the
                                           dealer's kinds not to count
    deck             [suit]                suits of the deck
    dealer           [choice, card]        the dealer's ranks, in the order of `dealer_kinds`
    sets             the number of sets of ranks that the player may hold
    below            [hand, up card, cut]  out
    """
    cards, by_card, slots = hands.shape[1], below.shape[1] > 1, below.shape[2]
    table = np.zeros((sets, CELLS if by_card else 1), np.int32)
    beside = np.zeros((places.sets.max() + 1, len(others.counts), 2 * CELLS if by_card else 1), np.int32)
    rank_rows = np.zeros((STARTS[cards + 1] - STARTS[cards], table.shape[1]), np.int32)
    suit_rows = np.zeros((places.rows[-1], beside.shape[2]), np.int32)
    rank_cuts, suit_cuts = np.full(len(rank_rows), -1, np.int32), np.full(len(suit_rows), -1, np.int32)
    ranks, suits, rest = np.zeros(cards, np.int64), np.zeros(cards, np.int64), np.zeros(cards, np.int64)
    found, total = np.zeros(len(deck), np.int64), np.zeros(CELLS, np.int64)
    scratch, added, moved = np.zeros((3, MOST << dealer.shape[1]), np.int64), 0, 0
    for e in range(len(events)):
        cut, hand, slot = cuts[e], events[e] // slots, events[e] % slots
        while added < len(dealer_kinds) and dealer_kinds[added] < cut:
            add_ranks(dealer[added], capacities, table, scratch[0], scratch[1], scratch[2])
            added += 1
        while moved < len(suited.kinds) and suited.kinds[moved] < cut:
            theirs, plus = suited.events[moved] >> 1, suited.events[moved] & 1
            add_suited(suited.masks[theirs], others, suited.others[theirs], 2 * plus - 1, places.sets, beside)
            moved += 1
        order_cards(hands[hand], ranks, suits)
        by_rank = number_of(ranks, (1 << cards) - 1) - STARTS[cards]
        if rank_cuts[by_rank] != cut:
            count_ranks(ranks, table, rank_rows[by_rank])
            rank_cuts[by_rank] = cut
        for s in range(len(deck)):
            mask, size = 0, 0
            for at in range(cards):
                if suits[at] == deck[s]:
                    mask |= 1 << ranks[at]
                else:
                    rest[size] = ranks[at]
                    size += 1
            row = places.rows[mask] + number_of(rest[:size], (1 << size) - 1) - STARTS[size]
            found[s] = row
            if suit_cuts[row] != cut:
                count_suited(mask, rest[:size], places.sets, beside, suit_rows[row])
                suit_cuts[row] = cut
        first = CELLS if by_card else 0
        for up in range(table.shape[1]):
            total[up] = rank_rows[by_rank, up]
            for s in range(len(deck)):
                total[up] += suit_rows[found[s], first + up]
        below[hand, below.shape[1] - 1, slot] = total[table.shape[1] - 1]
        if by_card:
            for s in range(len(deck)):
                row = found[s]
                for rank in range(CELLS - 1):
                    here = suit_rows[row, rank] - suit_rows[row, CELLS + rank]
                    below[hand, (CELLS - 1) * deck[s] + rank, slot] = total[rank] + here


@dataclass(frozen=True, eq=False)
class DealerByRanks:
    """The dealer's hands by their ranks, and those that one suit decides."""

    deck: Deck
    most_beside: int
    """Other cards beside those of the suit that decides."""
    ranks: Ranks
    """[choice of ranks, card]: ascending."""
    values: NDArray[np.int32]
    """[choice of ranks]: what most of its hands are worth."""
    masks: Ranks
    """[hand]: the ranks of the suit that decides."""
    others: Ranks
    """[hand]: the number of the other ranks."""
    by_ranks: Ranks
    by_suit: Ranks
    """[hand]: what its ranks alone would be worth, and what it is worth."""

    @property
    def kinds(self) -> NDArray[np.int32]:
        """Every value there is, ascending."""
        return np.unique(np.concatenate((self.values, self.by_suit))).astype(np.int32)


def dealer_by_ranks(ranking: Ranking, deck: Deck, cards: int) -> DealerByRanks:
    found = hands_by_ranks(ranking, deck, cards)
    parts = [np.zeros((4, 0), np.int64)]
    for part in found.suited:
        shape = part.by_suit.shape
        held, beside = np.broadcast_to(part.held[:, None], shape), np.broadcast_to(_numbers(part.beside), shape)
        hands = np.stack([each.ravel() for each in (held, beside, part.by_ranks, part.by_suit)])
        parts.append(hands[:, hands[2] != hands[3]])
    suited, most_beside = np.concatenate(parts, axis=1), max(cards - ranking.suited_from, 0)
    return DealerByRanks(deck, most_beside, found.ranks.astype(np.int64), found.values, *suited)


def sweep_by_ranks(
    theirs: DealerByRanks, events: NDArray[Any], cuts: NDArray[Any], hands: NDArray[np.uint8], below: NDArray[np.int32]
) -> None:
    """[hand, up card, cut]: the dealer's hands below each cut of each hand; see `sweep_ranks`."""
    deck, kinds, hole, dealer = theirs.deck, theirs.kinds, hands.shape[1], theirs.ranks.shape[1]
    dealer_kinds = np.searchsorted(kinds, theirs.values)
    ascending = np.argsort(dealer_kinds, kind="stable")
    moves = np.searchsorted(kinds, np.column_stack((theirs.by_ranks, theirs.by_suit)).ravel())
    moved = np.argsort(moves, kind="stable")
    sweep_ranks(
        events, cuts, hands, np.array(sorted(SUITS.index(suit) for suit in deck.suits)),
        capacities(deck, len(deck.suits)), theirs.ranks[ascending], dealer_kinds[ascending],
        Suited(theirs.masks, theirs.others, moves[moved], moved),
        _holdings(deck, theirs.most_beside), _places(hole), int(STARTS[min(hole, dealer) + 1]), below,
    )  # fmt: skip


def _holdings(deck: Deck, most: int) -> Holdings:
    """For all choices of up to n ranks beside a suit, by their numbers."""
    held = capacities(deck, len(deck.suits) - 1)
    choices, entries = int(STARTS[most + 1]), (most + 1) << most
    sets, ups, ways = (np.zeros((choices, entries), np.int64) for _ in range(3))
    counts = np.zeros(choices, np.int64)
    for size in range(most + 1):
        for ranks in choices_of_ranks(deck, size, len(deck.suits) - 1).astype(np.int64):
            at = number_of(ranks, (1 << size) - 1)
            counts[at] = list_holdings(ranks, held, True, True, sets[at], ups[at], ways[at])
    return Holdings(sets, ups, ways, counts)


def _places(hole: int) -> Places:
    sizes = np.bitwise_count(np.arange(1 << RANKS_PER_SUIT)).astype(np.int64)
    few = sizes <= hole
    beside = np.array([comb(CELLS + size - 1, size) for size in range(hole + 1)], np.int64)
    rows = np.where(few, beside[np.maximum(hole - sizes, 0)], 0)
    return Places(np.where(few, np.cumsum(few) - 1, -1), np.concatenate(([0], np.cumsum(rows))))


def _numbers(ranks: Ranks) -> Ranks:
    """As `number_of` gives them, for as many cards each."""
    size = ranks.shape[1]
    return np.asarray(STARTS[size] + RISING[np.arange(size), ranks].sum(axis=1), np.int64)
