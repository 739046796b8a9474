"""One class of own hands against all that the dealer can have, with none, one or two of the dealer's cards in sight.

Hand by hand, the own settings divide the dealer's values in a few steps, and together in regions, within which every
setting fares alike. Hands that the dealer can have are added up by region and by what is seen of them. Without suits
they depend on the own ranks only; what flushes of a suit change depends on the own ranks of that suit too, whatever
suits the other cards are of. So both are counted once for many hands, and a hand is the sum of five counts.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .dealers import RANKS, Dealers

SIZE: Final = 7
SUITS: Final = 4
WAYS: Final = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
"""[cards of a rank that are there, how many of them are taken]"""
SQUARE: Final = RANKS * RANKS
OUTSIDE, JOKER_SEEN = RANKS, 2 * RANKS
"""One card seen of a hand with a flush: of its suit, of others, the joker…"""
MIXED, BOTH_OUTSIDE, SUITED_JOKER, OUTSIDE_JOKER = SQUARE, 2 * SQUARE, 3 * SQUARE, 3 * SQUARE + RANKS
"""…two cards: both of the suit, one of it, none of it, the joker beside one or the other."""
KINDS: Final = np.array([1, 2 * RANKS + 1, 3 * SQUARE + 2 * RANKS])
"""[cards seen]: what can be seen of a hand with a flush…"""
KINDS_BY_RANK: Final = np.array([1, RANKS + 1, SQUARE + RANKS])
"""…and of one without suits."""


class Own(NamedTuple):
    """One class of own hands."""

    ranks: Array
    """[rank]: how many cards."""
    joker: int
    settings: Array
    """[setting, hand]: how many of the dealer's values are beaten; what the best is compared with comes last."""


class Regions(NamedTuple):
    """Where all settings fare alike."""

    step: Array
    """[hand, place of the dealer's]: which step it is on…"""
    sizes: Array
    """…[hand]: of how many…"""
    upto: Array
    """…[setting, hand]: and up to which the dealer is beaten."""
    grid: int
    """Regions, before those where bets may push follow."""
    many: int
    of: Array
    """[class without a flush]"""


class Changes(NamedTuple):
    """The flushes that change anything: by suit set from `first`, which choice is beside it, from and to where."""

    first: Array
    beside: Array
    after: Array
    before: Array


@njit(nogil=True, cache=True)
def _distinct(numbers: Array) -> Array:
    """Ascending. Not by `np.unique`: its kept code and that of other kernels' `np.argsort` go by the same names in
    numba, and whichever is read first from disk is taken for both."""
    found, many = np.zeros(len(numbers), np.int64), 0
    for number in numbers:
        at = many
        while at and found[at - 1] > number:
            at -= 1
        if at and found[at - 1] == number:
            continue
        for place in range(many, at, -1):
            found[place] = found[place - 1]
        found[at] = number
        many += 1
    return found[:many]


@njit(nogil=True, cache=True)
def regions_of(settings: Array, dealers: Dealers) -> Regions:
    """Tell apart what these settings tell apart."""
    hands = len(dealers.steps)
    step, sizes = np.zeros((hands, dealers.steps.max()), np.int64), np.zeros(hands, np.int64)
    upto = np.zeros(settings.shape, np.int64)
    for hand in range(hands):
        values = _distinct(settings[:, hand])
        for value in values:
            # A setting that beats so many values does not beat the next one.
            step[hand, value:] += 1
        sizes[hand] = len(values) + 1
        for at in range(len(settings)):
            upto[at, hand] = np.searchsorted(values, settings[at, hand])
    grid = sizes.prod()
    many = grid * (1 + dealers.pushes.max())
    assert many < 1 << 16
    found = Regions(step, sizes, upto, grid, many, np.zeros(dealers.by_ranks[-1] + 1, np.uint16))
    for place in dealers.by_ranks:
        found.of[place] = region_of(place, dealers, found)
    return found


@njit(nogil=True, cache=True)
def region_of(place: Any, dealers: Dealers, regions: Regions) -> Any:
    """Where a class stands."""
    region = regions.step[0, dealers.places[0, place]]
    for hand in range(1, len(regions.sizes)):
        region = region * regions.sizes[hand] + regions.step[hand, dealers.places[hand, place]]
    return region + regions.grid if dealers.pushes[place] else region


@njit(nogil=True, cache=True)
def count_by_ranks(own: Own, seen: int, dealers: Dealers, regions: Regions, into: Array) -> None:
    """Hands without regard to suits.  into [what is seen, region]: a card of each rank, all that are there together."""
    left = dealers.joker[0] - own.joker
    choices = np.zeros((RANKS, SUITS + 1), np.int64)
    for rank in range(RANKS):
        choices[rank] = WAYS[SUITS * dealers.deck[rank] - own.ranks[rank]]
    ranks, times = dealers.rank, dealers.times
    for at in range(len(dealers.by_ranks)):
        joker, groups = dealers.with_joker[at], dealers.groups[at]
        if joker and not left:
            continue
        ways = 1
        for group in range(groups):
            ways *= choices[ranks[at, group], times[at, group]]
        if not ways:
            continue
        region = regions.of[dealers.by_ranks[at]]
        if seen == 0:
            into[0, region] += ways
        elif seen == 1:
            for group in range(groups):
                into[ranks[at, group], region] += ways * times[at, group]
            if joker:
                into[RANKS, region] += ways
        else:
            for group in range(groups):
                one, some = ranks[at, group], ways * times[at, group]
                into[one * RANKS + one, region] += some * (times[at, group] - 1)
                for other in range(group + 1, groups):
                    into[one * RANKS + ranks[at, other], region] += some * times[at, other]
                if joker:
                    into[SQUARE + one, region] += some


@njit(nogil=True, cache=True)
def list_changes(dealers: Dealers, regions: Regions) -> Changes:
    """Flushes that stand in another region than their ranks would without suits."""
    total = np.int64((dealers.beside_upto - dealers.beside_from).sum())
    first = np.zeros(len(dealers.masks) + 1, np.int64)
    beside, after, before = np.zeros(total, np.uint16), np.zeros(total, np.uint16), np.zeros(total, np.uint16)
    end = 0
    for at in range(len(dealers.masks)):
        flush = dealers.first[at]
        for choice in range(dealers.beside_from[at], dealers.beside_upto[at]):
            plain = dealers.plain[flush]
            if plain < len(regions.of):
                one, other = region_of(flush, dealers, regions), regions.of[plain]
                if one != other:
                    beside[end], after[end], before[end] = choice, one, other
                    end += 1
            flush += 1
        first[at + 1] = end
    return Changes(first, beside, after, before)


@njit(nogil=True, cache=True)
def weigh_beside(own: Own, suited: Any, dealers: Dealers, weights: Array) -> None:
    """[choice beside a flush]: from how many cards it can be made, where these own ranks are of the suit."""
    for at in range(len(dealers.beside)):
        ways, run = 1, 0
        for card in range(dealers.held[at]):
            rank = dealers.beside[at, card]
            run = run + 1 if card and dealers.beside[at, card - 1] == rank else 1
            there = (SUITS - 1) * dealers.deck[rank] - own.ranks[rank] + (suited >> rank & 1)
            # Of so many cards one more is taken than before.
            ways = ways * max(0, there - run + 1) // run
        weights[at] = ways


class Room(NamedTuple):
    """For what is found beside one suit set."""

    all_of: Array
    """[joker, region]"""
    outside: Array
    """[joker, rank, region]"""
    listed: Array
    """Regions where something is…"""
    is_listed: Array
    """…and [region] whether it is among them."""


@njit(nogil=True, cache=True)
def count_flushes(
    own: Own, suited: Any, seen: int, dealers: Dealers, changes: Changes, weights: Array, into: Array
) -> None:
    """What flushes of a suit change of which the own hand has these ranks.  into [what is seen, region]"""
    weigh_beside(own, suited, dealers, weights)
    many, left = into.shape[1], dealers.joker[0] - own.joker
    room = Room(
        np.zeros((2, many), np.int64), np.zeros((2, RANKS, many if seen == 2 else 1), np.int64),
        np.zeros(many, np.int64), np.zeros(many, np.uint8),
    )  # fmt: skip
    all_of, outside, listed, is_listed = room.all_of, room.outside, room.listed, room.is_listed
    ranks = np.zeros(SIZE, np.int64)
    for at in range(len(dealers.masks)):
        mask, size = dealers.masks[at], dealers.sizes[at]
        if mask & suited:
            continue
        found = 0
        for place in range(changes.first[at], changes.first[at + 1]):
            choice, after, before = changes.beside[place], changes.after[place], changes.before[place]
            held, ways = dealers.held[choice], weights[choice]
            joker = SIZE - size - held
            if not ways or joker > left:
                continue
            all_of[joker, after] += ways
            all_of[joker, before] -= ways
            for region in (after, before):
                if not is_listed[region]:
                    is_listed[region], listed[found] = 1, region
                    found += 1
            for card in range(held if seen else 0):
                one = dealers.beside[choice, card]
                if seen == 1:
                    into[OUTSIDE + one, after] += ways
                    into[OUTSIDE + one, before] -= ways
                    continue
                outside[joker, one, after] += ways
                outside[joker, one, before] -= ways
                for more in range(card + 1, held):
                    other = dealers.beside[choice, more]
                    kind, twice = BOTH_OUTSIDE + one * RANKS + other, ways << (one == other)
                    into[kind, after] += twice
                    into[kind, before] -= twice
        if not found:
            continue
        here = 0
        for rank in range(RANKS):
            if mask >> rank & 1:
                ranks[here] = rank
                here += 1
        if seen < 2:
            _gather_one(seen, ranks[:here], room, found, into)
        else:
            _gather_two(ranks[:here], room, found, into)


@njit(nogil=True, cache=True)
def _gather_one(seen: int, ranks: Array, room: Room, found: int, into: Array) -> None:
    """Add what was found for one suit set to what can be seen of it; leaves nothing there."""
    for region in room.listed[:found]:
        ways = room.all_of[0, region] + room.all_of[1, region]
        if seen == 0:
            into[0, region] += ways
        else:
            for rank in ranks:
                into[rank, region] += ways
            into[JOKER_SEEN, region] += room.all_of[1, region]
        room.all_of[0, region] = room.all_of[1, region] = room.is_listed[region] = 0


@njit(nogil=True, cache=True)
def _gather_two(ranks: Array, room: Room, found: int, into: Array) -> None:
    """The same by pairs of cards."""
    for region in room.listed[:found]:
        room.is_listed[region] = 0
        for joker in range(2):
            ways = room.all_of[joker, region]
            room.all_of[joker, region] = 0
            if ways:
                for at in range(len(ranks)):
                    for more in range(at + 1, len(ranks)):
                        into[ranks[at] * RANKS + ranks[more], region] += ways
                    if joker:
                        into[SUITED_JOKER + ranks[at], region] += ways
            for rank in range(RANKS):
                ways = room.outside[joker, rank, region]
                if ways:
                    room.outside[joker, rank, region] = 0
                    for suited in ranks:
                        into[MIXED + suited * RANKS + rank, region] += ways
                    if joker:
                        into[OUTSIDE_JOKER + rank, region] += ways


@njit(nogil=True, cache=True)
def settle(counts: Array, cards: Array, regions: Regions, into: Array) -> None:
    """From regions to settings.

    counts  [what is seen, region]: is added up on the way
    cards   [what is seen]: how many cards or pairs of cards look like that; each of them is in as many hands
    into    [what is seen, column]: hands in which a setting wins, and in the next place those in which it loses; for
            all settings where some bets push, then where none do
    """
    grid, settings = regions.grid, len(regions.upto)
    for kind in range(len(counts)):
        each = max(1, cards[kind])
        row = counts[kind]
        for pushing in range(into.shape[1] // (2 * settings)):
            if pushing:
                row[:grid] = row[grid:]
            _add_up(row[:grid], regions.sizes)
            for setting in range(settings):
                won, lost = _fares(row[:grid], regions.upto[setting], regions.sizes)
                column = 2 * (pushing * settings + setting)
                into[kind, column], into[kind, column + 1] = won // each, lost // each
                if pushing:
                    into[kind, column] += into[kind, 2 * setting]
                    into[kind, column + 1] += into[kind, 2 * setting + 1]


@njit(nogil=True, cache=True)
def _add_up(row: Array, sizes: Array) -> None:
    """Let every region hold all that is not above it in any hand."""
    step = 1
    for hand in range(len(sizes) - 1, -1, -1):
        block = step * sizes[hand]
        for begin in range(0, len(row), block):
            for at in range(begin + step, begin + block):
                row[at] += row[at - step]
        step = block


@njit(nogil=True, cache=True)
def _fares(row: Array, upto: Array, sizes: Array) -> tuple[Any, Any]:
    """Of hands that were added up, those against which a setting wins two hands, and those to which it loses two."""
    total = row[len(row) - 1]
    if len(sizes) == 2:
        high, low, width = upto[0], upto[1], sizes[1]
        both = row[high * width + low]
        return both, total - row[high * width + width - 1] - row[(sizes[0] - 1) * width + low] + both
    a, b, c = upto[0], upto[1], upto[2]
    width, depth = sizes[1], sizes[2]
    all_a, all_b, all_c = sizes[0] - 1, width - 1, depth - 1
    every = row[(a * width + b) * depth + c]
    won = row[(a * width + b) * depth + all_c] + row[(a * width + all_b) * depth + c]
    won += row[(all_a * width + b) * depth + c] - 2 * every
    return won, total - won
