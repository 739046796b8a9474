"""Writes the kernel of a sweep: straight-line code for all sets of a hand's cards.

A set of k cards has a number in colexicographic order, and a count of the dealer's hands that hold it stands there:

      number of c1 < c2 < … < ck   =  C(c1, 1) + C(c2, 2) + … + C(ck, k)
      some    sets of up to m - 2 cards, size after size; m cards are a hand of the dealer's
      few     sets of m - 1 and m cards, which fewer than 2^8 hands hold

Hands that hold the up card and none of the player's cards are then an alternating sum over sets of the player's cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from fairfelt.runtime.compute.compile import compile_source


@cache
def sweep_kernel(hole: int, dealer: int, up: int) -> Any:
    """The kernel for hands of those sizes, with an up card or without."""
    return compile_source(sweep_source(hole, dealer, up), "sweep")


def sweep_source(hole: int, dealer: int, up: int) -> str:
    """A module whose `sweep` answers how many of the dealer's hands are below each event: of six cards, below 2^25."""
    add = _indented(_add(dealer), 3)
    count = _indented(_count_by_up_card(hole, dealer) if up else _count_alone(hole, dealer), 2)
    return f'''import numpy as np
from fairfelt.runtime.compute.jit import njit

@njit(nogil=True, cache=True, boundscheck=False)
def add(first, last, keys, suits, orders, choose, starts, some, few):
    """All hands of these classes: the suits of each, the fullest first, in every order that makes another hand."""
    cards, masks = np.zeros({dealer + 1}, np.uint64), np.zeros(4, np.uint64)
    one, ranks = np.uint64(1), np.uint64(8191)
    for i in range(first, last):
        for o in range(orders.shape[0]):
            repeated = False
            for s in range(orders.shape[1]):
                masks[orders[o, s]] = keys[i] >> np.uint64(13 * s) & ranks
                if s and orders[o, s - 1] > orders[o, s]:
                    repeated |= masks[orders[o, s - 1]] == masks[orders[o, s]]
            if repeated:
                continue
            held = 0
            for s in range(orders.shape[1]):
                card, mask = np.uint64(13 * suits[s]), masks[s]
                while mask:
                    cards[held] = card
                    held += mask & one
                    mask >>= one
                    card += one
            if keys[i] >> np.uint64(52):
                cards[held] = np.uint64(52)
{add}

@njit(nogil=True, cache=True, boundscheck=False)
def count(first, last, events, hands, choose, starts, some, few, below):
    slots, universe = below.shape[2], below.shape[1]
    for e in range(first, last):
        cards, out, slot = hands[events[e] // slots], below[events[e] // slots], events[e] % slots
{count}

@njit(nogil=True, cache=True)
def sweep(events, cuts, hands, keys, kinds, suits, orders, choose, starts, some, few, below):
    """Answer the events in their order, each when all the dealer's hands of a kind below its cut are added."""
    added, first = 0, 0
    while first < len(events):
        more, last = added, first
        while more < len(keys) and kinds[more] < cuts[first]:
            more += 1
        while last < len(events) and cuts[last] == cuts[first]:
            last += 1
        add(added, more, keys, suits, orders, choose, starts, some, few)
        count(first, last, events, hands, choose, starts, some, few, below)
        added, first = more, last
'''


def _add(dealer: int) -> Iterator[str]:
    """Every set of a hand's cards is held once more."""
    yield from _numbers(dealer, [range(1, at + 2) for at in range(dealer)])
    yield f"{_table(0, dealer)}[0] += 1"
    for held in _sets(dealer, dealer):
        if held:
            yield f"{_table(len(held), dealer)}[{_number(held, range(1, len(held) + 1))}] += 1"


def _count_alone(hole: int, dealer: int) -> Iterator[str]:
    yield from _numbers(hole, [range(1, at + 2) for at in range(hole)])
    yield "total = np.int64(0)"
    for held in _sets(hole, dealer):
        number = _number(held, range(1, len(held) + 1))
        yield f"total {_sign(held)}= {_table(len(held), dealer)}[{number}]"
    yield "out[0, slot] = total"


def _count_by_up_card(hole: int, dealer: int) -> Iterator[str]:
    """In a set, an up card moves the player's cards above it up one place.

    So for all up cards between the same two of the player's cards that part of the number is the same.
    """
    yield from _numbers(hole, [range(1, at + 3) for at in range(hole)])
    sets = _sets(hole, dealer - 1)
    for gap in range(hole + 1):
        for name, held in enumerate(sets):
            places = [at + 1 + (card >= gap) for at, card in enumerate(held)]
            yield f"b{name} = {_number(held, places, size=len(held) + 1)}"
        first = f"cards[{gap - 1}] + 1" if gap else "0"
        yield f"for up in range({first}, {f'cards[{gap}]' if gap < hole else 'universe'}):"
        yield from (f"    k{place} = choose[up, {place}]" for place in range(1, min(gap + 1, dealer) + 1))
        yield "    total = np.int64(0)"
        for name, held in enumerate(sets):
            place = 1 + sum(card < gap for card in held)
            yield f"    total {_sign(held)}= {_table(len(held) + 1, dealer)}[b{name} + k{place}]"
        yield "    out[up, slot] = total"


def _sets(cards: int, most: int) -> list[tuple[int, ...]]:
    """Sets of up to n of the cards, by their places."""
    return [held for size in range(min(cards, most) + 1) for held in combinations(range(cards), size)]


def _numbers(cards: int, places: Sequence[range]) -> Iterator[str]:
    """What each card adds to the number of a set at each place it can have there."""
    for at in range(cards):
        yield from (f"n{at}_{place} = choose[cards[{at}], {place}]" for place in places[at])


def _number(held: Sequence[int], places: Sequence[int], size: int = 0) -> str:
    return " + ".join([f"starts[{size or len(held)}]", *(f"n{at}_{p}" for at, p in zip(held, places, strict=True))])


def _table(size: int, dealer: int) -> str:
    return "some" if size < dealer - 1 else "few"


def _sign(held: Sequence[int]) -> str:
    return "-" if len(held) % 2 else "+"


def _indented(lines: Iterator[str], depth: int) -> str:
    return "\n".join("    " * depth + line for line in lines)
