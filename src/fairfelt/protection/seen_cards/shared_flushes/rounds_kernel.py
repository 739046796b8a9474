"""The kernel behind `rounds`: every hand of the dealer's beside one of the player's, and every two shared cards.

A flush is a code: its length, and its place among those of that length. A card of another suit never makes a flush
less, so that two shared cards of different suits make the better of what each makes alone; only two of one suit are
looked up together. How often rounds are settled in each kind of way is a field of one word.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.solvers.suits.steps import LENGTHS, RANKS, SUITS

LENGTH_BITS = 12
"""Of a code below its length."""
FIELD = 10
"""Bits of a word for each kind but the commonest, which is the rest."""
HELD = (1 << 16) - 1
"""Instead of a code: a card that is not free, better than any flush."""
TIE = LENGTHS * LENGTHS
"""From here on, words of equal flushes by their length."""


@njit(nogil=True, cache=True)
def _best(codes: Array, wild: int, masks: Array) -> int:
    best = 0
    for suit in range(SUITS):
        best = max(best, int(codes[wild, masks[suit]]))
    return best


@njit(nogil=True, cache=True)
def _word(words: Array, mine: int, theirs: int) -> int:
    """One round settled, in its field; nothing where it is of the rest."""
    if mine < theirs:
        return 0
    if mine == theirs:
        return int(words[TIE + (mine >> LENGTH_BITS)])
    return int(words[(mine >> LENGTH_BITS) * LENGTHS + (theirs >> LENGTH_BITS)])


@njit(nogil=True, cache=True)
def _count_shared(
    masks: Array, drawn: int, wild: int, suits: Array, bits: Array, one: Array, both: Array, beside_wild: Array,
    two_wild: int, codes: Array, words: Array, theirs: Array,
) -> int:  # fmt: skip
    """All shared cards beside a hand of the dealer's, as a word.

    masks        [suit]        the dealer's ranks, and the number of wild cards drawn of all that are left
    suits, bits  [card]        cards that the player does not hold, suit by suit
    one, both, beside_wild     the player's codes with one of these, with two of one suit, with one and a wild card
    theirs       [card]        room for the dealer's with one
    """
    cards, total = len(suits), 0
    alone = _best(codes, drawn, masks)
    for i in range(cards):
        mask = masks[suits[i]]
        theirs[i] = HELD if mask & bits[i] else max(alone, int(codes[drawn, mask | bits[i]]))
    for i in range(cards):
        if theirs[i] == HELD:
            continue
        mask = masks[suits[i]] | bits[i]
        for j in range(i):
            if theirs[j] == HELD:
                continue
            if suits[i] == suits[j]:
                total += _word(words, both[i, j], max(theirs[i], theirs[j], int(codes[drawn, mask | bits[j]])))
            else:
                total += _word(words, max(one[i], one[j]), max(theirs[i], theirs[j]))
    left = wild - drawn
    if left:
        alone = _best(codes, drawn + 1, masks)
        for i in range(cards):
            if theirs[i] != HELD:
                found = max(alone, int(codes[drawn + 1, masks[suits[i]] | bits[i]]))
                total += left * _word(words, beside_wild[i], found)
    if left > 1:
        total += left * (left - 1) // 2 * _word(words, two_wild, _best(codes, drawn + 2, masks))
    return total


@njit(nogil=True, cache=True)
def _players_codes(
    own: Array, own_wild: int, wild: int, suits: Array, bits: Array, codes: Array, one: Array, both: Array,
    beside_wild: Array,
) -> int:  # fmt: skip
    """What the player makes with one card, with two of one suit, with one and a wild card; and with two wild cards."""
    alone = _best(codes, own_wild, own)
    with_wild = _best(codes, own_wild + 1, own) if wild else 0
    for i in range(len(suits)):
        mask = own[suits[i]] | bits[i]
        one[i] = max(alone, int(codes[own_wild, mask]))
        if wild:
            beside_wild[i] = max(with_wild, int(codes[own_wild + 1, mask]))
        for j in range(i):
            if suits[i] == suits[j]:
                both[i, j] = max(alone, int(codes[own_wild, mask | bits[j]]))
    return _best(codes, own_wild + 2, own) if wild > 1 else 0


@njit(nogil=True, cache=True)
def count_rounds(
    own: Array, own_wild: int, deck: Array, wild: int, draws: int, boards: int, codes: Array, words: Array,
    settled: Array, by_pairs: bool, pairs: Array, sums: Array, chosen: Array,
) -> None:  # fmt: skip
    """All hands of the dealer's beside one of the player's: by two cards that they hold, or each decided for itself.

    own, deck  [suit]  ranks of the player's and of the deck; wild: wild cards that are left
    boards     ways to deal the shared cards beside both
    settled    [kind, choice, number]
    pairs      [pair, kind]  in and out: cards i < j have the number j(j - 1)/2 + i, a wild card is one more than all
               others, and two of them come last
    sums       [number]      in and out: of the best choice with all cards of the dealer's known
    chosen     [choice]      in and out: rounds
    """
    cards = 0
    suits, bits = np.zeros(SUITS * RANKS, np.int64), np.zeros(SUITS * RANKS, np.int64)
    for suit in range(SUITS):
        for rank in range(RANKS):
            if (deck[suit] & ~own[suit]) >> rank & 1:
                suits[cards], bits[cards] = suit, 1 << rank
                cards += 1
    suits, bits = suits[:cards], bits[:cards]
    one, beside_wild, theirs = np.zeros(cards, np.int64), np.zeros(cards, np.int64), np.zeros(cards, np.int64)
    both = np.zeros((cards, cards), np.int64)
    two_wild = _players_codes(own, own_wild, wild, suits, bits, codes, one, both, beside_wild)
    kinds, masks, counts = len(settled), np.zeros(SUITS, np.int64), np.zeros(len(settled), np.int64)
    places = np.zeros(draws + 1, np.int64)
    for drawn in range(min(wild, draws) + 1):
        size, weight = draws - drawn, 1
        for at in range(drawn):
            weight = weight * (wild - at) // (at + 1)
        if size > cards:
            continue
        for at in range(size):
            places[at] = at
        places[size] = cards
        while True:
            masks[:] = 0
            for at in range(size):
                masks[suits[places[at]]] |= bits[places[at]]
            word = _count_shared(
                masks, drawn, wild, suits, bits, one, both, beside_wild, two_wild, codes, words, theirs
            )
            counts[kinds - 1] = boards
            for kind in range(kinds - 1):
                counts[kind] = word >> FIELD * kind & (1 << FIELD) - 1
                counts[kinds - 1] -= counts[kind]
            if by_pairs:
                for kind in range(kinds):
                    many = weight * counts[kind]
                    for j in range(size):
                        for i in range(j):
                            pairs[places[j] * (places[j] - 1) // 2 + places[i], kind] += many
                        pairs[cards * (cards - 1) // 2 + places[j], kind] += drawn * many
                    pairs[cards * (cards + 1) // 2, kind] += drawn * (drawn - 1) // 2 * many
            else:
                _decide(counts, settled, weight, boards, sums, chosen)
            at = 0  # the next set of that size
            while at < size and places[at] + 1 == places[at + 1]:
                places[at] = at
                at += 1
            if at == size:
                break
            places[at] += 1


@njit(nogil=True, cache=True)
def _decide(counts: Array, settled: Array, weight: int, boards: int, sums: Array, chosen: Array) -> None:
    """The choice of greatest result, of equal ones the larger bet."""
    best, most = 0, 0
    for choice in range(settled.shape[1]):
        worth = 0
        for kind in range(len(counts)):
            worth += counts[kind] * settled[kind, choice, 0]
        if choice == 0 or worth >= most:
            best, most = choice, worth
    for number in range(settled.shape[2]):
        for kind in range(len(counts)):
            sums[number] += weight * counts[kind] * settled[kind, best, number]
    chosen[best] += weight * boards
