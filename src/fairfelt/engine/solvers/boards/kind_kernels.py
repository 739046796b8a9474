"""Kernels for kinds of cards: the class of a board, the kinds beside it, and the way from a board to the next card.

A holding is a pair of kinds. Those of one class of boards follow each other, `first` saying where they begin, and the
kinds a >= b are the holding a (a + 1) / 2 + b there. Some stand for nothing, as a kind with a single card makes no
pair with itself: they have a number, and whatever is written there is never asked for.
"""

from __future__ import annotations

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.rules.cards import RANKS_PER_SUIT
from fairfelt.runtime.compute.jit import njit

SUITS = 4
KINDS = RANKS_PER_SUIT * (SUITS + 1)
"""A kind is numbered by its rank, and 13 more for each place of its suit among those that count, if it has one."""
HOLDINGS = KINDS * (KINDS + 1) // 2
KEY_BITS = RANKS_PER_SUIT * SUITS


@njit(nogil=True, cache=True)
def read_board(board: Array, least: int, masks: Array, held: Array, places: Array) -> np.int64:
    """The key of the board's class; `places` gets the place of each suit, from 1, or 0 where it does not count.

    Suits of which the board has `least` cards count. A key holds their masks, the greatest first, then the other
    cards rank by rank in as many masks as it takes, and above them how many suits count.
    """
    masks[:] = 0
    held[:] = 0
    places[:] = 0
    for card in board:
        masks[card // RANKS_PER_SUIT] |= 1 << np.int64(card % RANKS_PER_SUIT)
        held[card // RANKS_PER_SUIT] += 1
    key, counting = np.int64(0), 0
    while True:
        fullest = -1
        for suit in range(SUITS):
            if not places[suit] and held[suit] >= least and (fullest < 0 or masks[suit] > masks[fullest]):
                fullest = suit
        if fullest < 0:
            break
        key |= masks[fullest] << RANKS_PER_SUIT * counting
        counting += 1
        places[fullest] = counting
    for card in board:
        if not places[card // RANKS_PER_SUIT]:
            bit = RANKS_PER_SUIT * counting + card % RANKS_PER_SUIT
            while key >> bit & 1:
                bit += RANKS_PER_SUIT
            key |= np.int64(1) << bit
    return key | np.int64(counting) << KEY_BITS


@njit(nogil=True, cache=True)
def list_keys(boards: Array, least: int, keys: Array) -> None:
    """[board]: the key of its class."""
    masks, held, places = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    for i in range(len(boards)):
        keys[i] = read_board(boards[i], least, masks, held, places)


@njit(nogil=True, cache=True)
def list_kinds(boards: Array, least: int, deck: Array, times: Array, cards: Array) -> None:
    """The kinds of cards beside each board.

    deck   [card]            whether the deck has it
    times  [board, kind]     its cards
    cards  [board, kind, 2]  the first and the last of them
    """
    masks, held, places = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    left = np.empty(len(deck), np.bool_)
    for i in range(len(boards)):
        read_board(boards[i], least, masks, held, places)
        left[:] = deck
        for card in boards[i]:
            left[card] = False
        for card in range(len(deck)):
            if left[card]:
                kind = RANKS_PER_SUIT * places[card // RANKS_PER_SUIT] + card % RANKS_PER_SUIT
                if not times[i, kind]:
                    cards[i, kind, 0] = card
                times[i, kind] += 1
                cards[i, kind, 1] = card


@njit(nogil=True, cache=True)
def deal_holdings(boards: Array, many: Array, times: Array, cards: Array, first: Array, hands: Array) -> None:
    """[holding, card]: a board of the class with two cards of the kinds; with any two where it stands for nothing."""
    size = boards.shape[1]
    for i in range(len(boards)):
        any_kind = 0
        while not times[i, any_kind]:
            any_kind += 1
        other_kind = any_kind + (times[i, any_kind] == 1)
        while not times[i, other_kind]:
            other_kind += 1
        at = first[i]
        for a in range(many[i]):
            for b in range(a + 1):
                for k in range(size):
                    hands[at, k] = boards[i, k]
                if times[i, a] and times[i, b] and (a != b or times[i, a] > 1):
                    hands[at, size], hands[at, size + 1] = cards[i, a, 1], cards[i, b, 0]
                else:
                    hands[at, size], hands[at, size + 1] = cards[i, other_kind, 1], cards[i, any_kind, 0]
                at += 1


@njit(nogil=True, cache=True)
def _holding(a: int, b: int) -> int:
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit(nogil=True, cache=True)
def _look_ahead(
    board: Array, many: int, times: Array, cards: Array, least: int, keys: Array, longer: Array, space: Array,
    after: Array, codes: Array,
) -> None:  # fmt: skip
    """[kind]: the class of the board with one card of it more, and what becomes of the places of suits, as a number."""
    longer[:-1] = board
    for kind in range(many):
        codes[kind] = -1
        if times[kind]:
            longer[-1] = cards[kind, 0]
            after[kind] = np.searchsorted(keys, read_board(longer, least, space[0], space[1], space[2]))
            codes[kind] = 0
            for suit in range(SUITS):
                codes[kind] = codes[kind] << 3 | space[2, suit]


@njit(nogil=True, cache=True)
def _follow(many: int, places: Array, code: int, goes: Array) -> int:
    """[holding]: the one that it is after a card that gives the suits other places; how many there are then."""
    new, most = np.zeros(SUITS + 1, np.int64), 0
    for suit in range(SUITS):
        place = code >> 3 * (SUITS - 1 - suit) & 7
        most = max(most, place)
        if places[suit]:
            new[places[suit]] = place
    at = 0
    for a in range(many):
        kind = RANKS_PER_SUIT * new[a // RANKS_PER_SUIT] + a % RANKS_PER_SUIT
        for b in range(a + 1):
            goes[at] = _holding(kind, RANKS_PER_SUIT * new[b // RANKS_PER_SUIT] + b % RANKS_PER_SUIT)
            at += 1
    kinds = RANKS_PER_SUIT * (most + 1)
    return kinds * (kinds + 1) // 2


@njit(nogil=True, cache=True)
def pull(
    boards: Array, many: Array, times: Array, cards: Array, first: Array, own_least: int, least: int, keys: Array,
    next_first: Array, given: Array, sums: Array,
) -> None:  # fmt: skip
    """[column, holding]: what the boards with one card more are worth to these boards, added up over that card.

    Cards after which a holding is called alike are added up first, as if nobody held them; then a player's own are
    taken off.
    """
    longer, space = np.empty(boards.shape[1] + 1, np.int64), np.empty((3, SUITS), np.int64)
    after, codes = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    goes, together = np.empty(HOLDINGS, np.int64), np.empty(HOLDINGS, np.int64)
    for i in range(len(boards)):
        kinds, start = many[i], first[i] - first[0]
        count = kinds * (kinds + 1) // 2
        _look_ahead(boards[i], kinds, times[i], cards[i], least, keys, longer, space, after, codes)
        read_board(boards[i], own_least, space[0], space[1], space[2])
        for one in range(kinds):
            code = codes[one]
            if code < 0:
                continue
            size = _follow(kinds, space[2], code, goes)
            for column in range(len(sums)):
                row, into = given[column], sums[column, start : start + count]
                together[:size] = 0
                for kind in range(one, kinds):
                    if codes[kind] == code:
                        begin = next_first[after[kind]]
                        for at in range(size):
                            together[at] += times[i, kind] * row[begin + at]
                for at in range(count):
                    into[at] += together[goes[at]]
                for kind in range(one, kinds):
                    if codes[kind] == code:
                        begin = next_first[after[kind]]
                        for other in range(kinds):
                            at = _holding(kind, other)
                            into[at] -= row[begin + goes[at]] << (kind == other)
            for kind in range(one, kinds):
                if codes[kind] == code:
                    codes[kind] = -1


@njit(nogil=True, cache=True)
def push_ways(
    boards: Array, many: Array, times: Array, cards: Array, first: Array, own_least: int, least: int, keys: Array,
    next_first: Array, before: Array, after_all: Array,
) -> None:  # fmt: skip
    """The other way: the rounds that come to these boards, [standing, holding], go on to those with one card more."""
    longer, space = np.empty(boards.shape[1] + 1, np.int64), np.empty((3, SUITS), np.int64)
    after, codes = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    goes, together = np.empty(HOLDINGS, np.int64), np.empty(HOLDINGS, np.uint32)
    for i in range(len(boards)):
        kinds = many[i]
        count = kinds * (kinds + 1) // 2
        _look_ahead(boards[i], kinds, times[i], cards[i], least, keys, longer, space, after, codes)
        read_board(boards[i], own_least, space[0], space[1], space[2])
        for one in range(kinds):
            code = codes[one]
            if code < 0:
                continue
            size = _follow(kinds, space[2], code, goes)
            for standing in range(len(before)):
                come, into = before[standing, first[i] : first[i] + count], after_all[standing]
                together[:size] = 0
                for at in range(count):
                    together[goes[at]] += come[at]
                for kind in range(one, kinds):
                    if codes[kind] == code:
                        begin = next_first[after[kind]]
                        for at in range(size):
                            into[begin + at] += np.uint32(times[i, kind]) * together[at]
                        for other in range(kinds):
                            at = _holding(kind, other)
                            into[begin + goes[at]] -= come[at] << np.uint32(kind == other)
            for kind in range(one, kinds):
                if codes[kind] == code:
                    codes[kind] = -1


@njit(nogil=True, cache=True)
def _list_holdings(board: Array, pairs: Array, least: int, keys: Array, first: Array, space: Array,
                holdings: Array) -> None:  # fmt: skip
    """[pair]: the holding that each pair of cards is beside a board; -1 where the board has one of them."""
    place = np.searchsorted(keys, read_board(board, least, space[0], space[1], space[2]))
    held = np.int64(0)
    for card in board:
        held |= 1 << np.int64(card)
    for pair in range(len(pairs)):
        one, other = np.int64(pairs[pair, 0]), np.int64(pairs[pair, 1])
        holdings[pair] = -1
        if not held & (1 << one | 1 << other):
            a = RANKS_PER_SUIT * space[2, one // RANKS_PER_SUIT] + one % RANKS_PER_SUIT
            b = RANKS_PER_SUIT * space[2, other // RANKS_PER_SUIT] + other % RANKS_PER_SUIT
            holdings[pair] = first[place] + _holding(a, b)


@njit(nogil=True, cache=True)
def spread_holdings(
    boards: Array, pairs: Array, least: int, keys: Array, first: Array, given: Array, sums: Array
) -> None:
    """[board, column, pair] from [column, holding]."""
    holdings, space = np.empty(len(pairs), np.int64), np.empty((3, SUITS), np.int64)
    for i in range(len(boards)):
        _list_holdings(boards[i], pairs, least, keys, first, space, holdings)
        for column in range(len(given)):
            for pair in range(len(pairs)):
                if holdings[pair] >= 0:
                    sums[i, column, pair] = given[column, holdings[pair]]


@njit(nogil=True, cache=True)
def collect_ways(
    some: Array, boards: Array, pairs: Array, least: int, keys: Array, first: Array, board_weights: Array,
    packed: Array, ways: Array,
) -> None:  # fmt: skip
    """[standing, holding]: the rounds that stand so at some boards, given by their numbers.

    packed  [board, word, pair]  as `kernels.advance` leaves them
    """
    holdings, space = np.empty(len(pairs), np.int64), np.empty((3, SUITS), np.int64)
    for i in some:
        _list_holdings(boards[i], pairs, least, keys, first, space, holdings)
        for pair in range(len(pairs)):
            if holdings[pair] >= 0:
                for standing in range(len(ways)):
                    times = packed[i, standing // 8, pair] >> np.uint64(8 * (standing % 8)) & np.uint64(255)
                    if times:
                        ways[standing, holdings[pair]] += np.uint32(board_weights[i] * np.int64(times))


@njit(nogil=True, cache=True)
def add_holding_endings(
    values: Array, counts: Array, best: Array, ways: Array, states: Array, carried: Array, choices: Array, totals: Array
) -> None:
    """[standing, line, cell]: how the rounds with these holdings end.

    counts  [cell, holding]      the dealer's pairs
    ways    [standing, holding]  rounds that come there; the others as in `kernels.advance`
    """
    for at in range(len(values)):
        line = values[at] >> 20
        for standing in range(len(ways)):
            times = np.int64(ways[standing, at])
            if times:
                state = states[standing]
                then = carried[standing] if state < 0 else choices[state, best[state, at]]
                for cell in range(len(counts)):
                    totals[then, line, cell] += times * counts[cell, at]
