"""Kernels for boards: the kinds of cards beside each, the dealer's pairs band by band, and the way to the next card.

A suit counts on a board if it can still make a flush. Boards with the same ranks, and the same ranks of every suit that
counts, are one class; cards beside a board are of one kind if they have the same rank and neither, or both, the same
such suit. A holding is a pair of kinds. Those of one class of boards follow each other, `first` saying where they
begin, and the kinds a >= b are the holding a (a + 1) / 2 + b there. Some stand for nothing, as a kind with a single
card makes no pair with itself: they have a number, and whatever is written there is never asked for. Kinds of suits
that a board cannot tell apart have numbers of their own, and the same sums.

Numbers that are looked up by are unsigned where that counts: a number that may be negative costs a check. Sums over
all that follows are below 2**62, as `board_problem` makes sure.
"""

from __future__ import annotations

import numpy as np

from fairfelt.engine.core.decisions import Array
from fairfelt.rules.cards import RANKS_PER_SUIT
from fairfelt.runtime.compute.jit import njit

LESS, EQUAL, GREATER = 0, 1, 2
"""How the player's hand compares with the dealer's."""
DIGIT_BITS = 9
DIGITS = 3
"""Values have 27 bits: lines up to 127."""
SUITS = 4
KINDS = RANKS_PER_SUIT * (SUITS + 1)
"""A kind is numbered by its rank, and 13 more for each place of its suit among those that count, if it has one."""
HOLDINGS = KINDS * (KINDS + 1) // 2
KEY_BITS = RANKS_PER_SUIT * SUITS


@njit(nogil=True, cache=True)
def read_board(board: Array, least: Array, masks: Array, held: Array, places: Array) -> np.int64:
    """The key of the board's class; `places` gets the place of each suit, from 1, or 0 where it does not count.

    Suits of which the board has `least` cards count: [suit]. A key holds their masks, the greatest first, then the
    other cards rank by rank in as many masks as it takes, and above them how many suits count: below 2^55.
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
            if not places[suit] and held[suit] >= least[suit] and (fullest < 0 or masks[suit] > masks[fullest]):
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
def list_keys(boards: Array, least: Array, keys: Array) -> None:
    """[board]: the key of its class."""
    masks, held, places = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    for i in range(len(boards)):
        keys[i] = read_board(boards[i], least, masks, held, places)


@njit(nogil=True, cache=True)
def list_kinds(boards: Array, least: Array, deck: Array, times: Array, cards: Array) -> None:
    """The kinds of cards beside each board, fewer than 2^6 of each.

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
def _sort(values: Array, order: Array, spare: Array, starts: Array) -> None:
    """Put the places of the values in ascending order of value, digit by digit; there are fewer than 2^12."""
    mask = (1 << DIGIT_BITS) - 1
    starts[:] = 0
    for j in range(len(values)):
        order[j] = j
        for digit in range(DIGITS):
            starts[digit, np.uint32(values[j] >> DIGIT_BITS * digit & mask) + 1] += 1
    for digit in range(DIGITS):
        for d in range(1, 1 << DIGIT_BITS):
            starts[digit, d] += starts[digit, d - 1]
        for j in range(len(values)):
            number = np.uint32(values[order[j]] >> DIGIT_BITS * digit & mask)
            spare[starts[digit, number]] = order[j]
            starts[digit, number] += 1
        order[:] = spare


@njit(nogil=True, cache=True)
def _share_out(
    values: Array, order: Array, ends: Array, ways: Array, floors: Array, all_of: Array, with_card: Array
) -> None:
    """Pairs in each band: all of them, and by each of their cards; fewer than 2^11."""
    all_of[:] = 0
    with_card[:] = 0
    band = 0
    for j in order:
        while band + 1 < len(floors) and values[j] >= floors[band + 1]:
            band += 1
        all_of[band] += ways[2, j]
        with_card[band, ends[0, j]] += ways[0, j]
        with_card[band, ends[1, j]] += ways[1, j]


@njit(nogil=True, cache=True)
def _count_dealers(
    values: Array, order: Array, ends: Array, ways: Array, floors: Array, all_of: Array, with_card: Array,
    passed: Array, counts: Array,
) -> None:  # fmt: skip
    """Pass the pairs of a board in ascending order, those of equal value together.

    Of the pairs below a hand, fewer than 2^11, those with one of its two cards are taken off; no other pair has both.

    ends  [2, pair]  its kinds
    ways  [3, pair]  pairs of these kinds that have a given card of the first, of the second; all of them
    """
    bands, many = len(floors), len(values)
    band, below, at = 0, 0, 0
    passed[:] = 0
    while at < many:
        value = values[order[at]]
        while band + 1 < bands and value >= floors[band + 1]:
            band, below = band + 1, 0
            passed[:] = 0
        end = at
        while end < many and values[order[end]] == value:
            j = order[end]
            counts[3 * band + GREATER, j] = below - passed[ends[0, j]] - passed[ends[1, j]]
            end += 1
        for k in range(at, end):
            j = order[k]
            passed[ends[0, j]] += ways[0, j]
            passed[ends[1, j]] += ways[1, j]
            below += ways[2, j]
        for k in range(at, end):
            j = order[k]
            a, b = ends[0, j], ends[1, j]
            up_to = below - passed[a] - passed[b] + 1
            counts[3 * band + EQUAL, j] = up_to - counts[3 * band + GREATER, j]
            for other in range(bands):
                free = all_of[other] - with_card[other, a] - with_card[other, b]
                if other == band:
                    counts[3 * other + LESS, j] = free + 1 - up_to
                else:
                    counts[3 * other + (GREATER if other < band else LESS), j] = free
        at = end


@njit(nogil=True, cache=True)
def count_dealers(values: Array, many: Array, times: Array, first: Array, floors: Array, counts: Array) -> None:
    """[cell, holding]: the dealer's pairs that leave board and player their cards.

    A cell is a band and a comparison; counts come in as zeros.
    """
    bands, kinds = len(floors), times.shape[1]
    most = kinds * (kinds + 1) // 2
    order, spare = np.empty(most, np.uint32), np.empty(most, np.uint32)
    starts = np.empty((DIGITS, (1 << DIGIT_BITS) + 1), np.uint32)
    all_of, with_card = np.empty(bands, np.int32), np.empty((bands, kinds), np.int32)
    passed, ends, ways = np.empty(kinds, np.int32), np.empty((2, most), np.uint8), np.empty((3, most), np.int32)
    for i in range(len(many)):
        found = 0
        for a in range(many[i]):
            for b in range(a):
                ends[0, found], ends[1, found] = a, b
                ways[0, found], ways[1, found] = times[i, b], times[i, a]
                ways[2, found] = times[i, a] * times[i, b]
                found += 1
            ends[0, found], ends[1, found] = a, a
            ways[0, found], ways[1, found] = times[i, a] - 1, 0
            ways[2, found] = times[i, a] * (times[i, a] - 1) // 2
            found += 1
        here = slice(first[i], first[i] + found)
        _sort(values[here], order[:found], spare[:found], starts)
        _share_out(values[here], order[:found], ends, ways, floors, all_of, with_card)
        _count_dealers(values[here], order[:found], ends, ways, floors, all_of, with_card, passed, counts[:, here])


@njit(nogil=True, cache=True)
def _holding(a: int, b: int) -> int:
    """The place of a pair of kinds among all of them, whichever comes first."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@njit(nogil=True, cache=True)
def _look_ahead(
    board: Array, many: int, times: Array, cards: Array, least: Array, keys: Array, longer: Array, space: Array,
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
def pass_card(
    boards: Array, many: Array, times: Array, cards: Array, first: Array, own_least: Array, least: Array, keys: Array,
    next_first: Array, here: Array, there: Array, back: bool,
) -> None:  # fmt: skip
    """Between these boards, [row, holding], and those with one card more, added up over that card.

    Back, what the larger boards are worth is added here; forward, the rounds that come to these boards go on there.
    Cards after which a holding is called alike are added up first, as if nobody held them; then a player's own are
    taken off. Sums are below 2^62, as `board_problem` makes sure.
    """
    longer, space = np.empty(boards.shape[1] + 1, np.int64), np.empty((3, SUITS), np.int64)
    after, codes = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    goes, together = np.empty(HOLDINGS, np.int64), np.empty(HOLDINGS, np.int64)
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
            for row in range(len(here)):
                mine, theirs = here[row, first[i] : first[i] + count], there[row]
                together[:size] = 0
                for at in range(0 if back else count):
                    together[goes[at]] += mine[at]
                for kind in range(one, kinds):
                    if codes[kind] == code:
                        begin, copies = next_first[after[kind]], np.int64(times[i, kind])
                        if back:
                            for at in range(size):
                                together[at] += copies * theirs[begin + at]
                        else:
                            for at in range(size):
                                theirs[begin + at] += copies * together[at]
                for at in range(count if back else 0):
                    mine[at] += together[goes[at]]
                for kind in range(one, kinds):
                    if codes[kind] == code:
                        begin = next_first[after[kind]]
                        for other in range(kinds):
                            at, twice = _holding(kind, other), np.int64(kind == other)
                            if back:
                                mine[at] -= theirs[begin + goes[at]] << twice
                            else:
                                theirs[begin + goes[at]] -= mine[at] << twice
            for kind in range(one, kinds):
                if codes[kind] == code:
                    codes[kind] = -1


@njit(nogil=True, cache=True)
def find_holdings(hands: Array, least: Array, keys: Array, first: Array, holdings: Array) -> None:
    """[hand]: the holding of two cards beside a board; a hand has the two first. Nothing of use where they overlap."""
    masks, held, places = np.empty(SUITS, np.int64), np.empty(SUITS, np.int64), np.empty(SUITS, np.int64)
    for i in range(len(hands)):
        board = np.searchsorted(keys, read_board(hands[i, 2:], least, masks, held, places))
        a, b = np.int64(hands[i, 0]), np.int64(hands[i, 1])
        one = RANKS_PER_SUIT * places[a // RANKS_PER_SUIT] + a % RANKS_PER_SUIT
        other = RANKS_PER_SUIT * places[b // RANKS_PER_SUIT] + b % RANKS_PER_SUIT
        holdings[i] = first[board] + _holding(one, other)


@njit(nogil=True, cache=True)
def add_endings(
    values: Array, counts: Array, best: Array, ways: Array, states: Array, carried: Array, choices: Array, totals: Array
) -> None:
    """[standing, line, cell]: how the rounds with these holdings end, below 2^62 as `board_problem` makes sure.

    counts  [cell, holding]      the dealer's pairs
    ways    [standing, holding]  rounds that come there; the others as in `Passage`
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
