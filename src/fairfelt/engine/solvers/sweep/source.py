"""Writes the kernel of a sweep: straight-line code for all sets of a hand's cards.

A set of k cards has a number in colexicographic order, and a count of the dealer's hands that hold it stands there:

      number of c1 < c2 < … < ck   =  C(c1, 1) + C(c2, 2) + … + C(ck, k)
      some    sets of up to m - 2 cards, size after size; m cards are a hand of the dealer's
      few     sets of m - 1 and m cards, which fewer than 2^8 hands hold

Hands that hold none of the player's cards are then an alternating sum over sets of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from fairfelt.runtime.compute.compile import compile_source


@cache
def sweep_kernel(hole: int, dealer: int) -> Any:
    """The kernel for hands of those sizes."""
    return compile_source(sweep_source(hole, dealer), "sweep")


def sweep_source(hole: int, dealer: int) -> str:
    """A module whose `sweep` answers how many of the dealer's hands are below each event: of six cards, below 2^25."""
    add, count = _indented(_add(dealer), 2), _indented(_count(hole, dealer), 2)
    return f'''import numpy as np
from fairfelt.runtime.compute.jit import njit

@njit(nogil=True, cache=True, boundscheck=False)
def add(first, last, keys, choose, starts, some, few):
    """Some hands, each a set of cards as bits."""
    cards, one = np.zeros({dealer + 1}, np.uint64), np.uint64(1)
    for i in range(first, last):
        held, card, mask = 0, np.uint64(0), keys[i]
        while mask:
            cards[held] = card
            held += mask & one
            mask >>= one
            card += one
{add}

@njit(nogil=True, cache=True, boundscheck=False)
def count(first, last, events, hands, choose, starts, some, few, below):
    slots = below.shape[2]
    for e in range(first, last):
        cards, out, slot = hands[events[e] // slots], below[events[e] // slots], events[e] % slots
{count}

@njit(nogil=True, cache=True)
def sweep(events, cuts, hands, keys, kinds, choose, starts, some, few, below):
    """Answer the events in their order, each when all the dealer's hands of a kind below its cut are added."""
    added, first = 0, 0
    while first < len(events):
        more, last = added, first
        while more < len(keys) and kinds[more] < cuts[first]:
            more += 1
        while last < len(events) and cuts[last] == cuts[first]:
            last += 1
        add(added, more, keys, choose, starts, some, few)
        count(first, last, events, hands, choose, starts, some, few, below)
        added, first = more, last
'''


def _add(dealer: int) -> Iterator[str]:
    """Every set of a hand's cards is held once more."""
    yield from _numbers(dealer)
    yield from (f"{_entry(held, dealer)} += 1" for held in _sets(dealer, dealer))


def _count(hole: int, dealer: int) -> Iterator[str]:
    yield from _numbers(hole)
    yield "total = np.int64(0)"
    yield from (f"total {'-' if len(held) % 2 else '+'}= {_entry(held, dealer)}" for held in _sets(hole, dealer))
    yield "out[0, slot] = total"


def _sets(cards: int, most: int) -> list[tuple[int, ...]]:
    """Sets of up to n of the cards, by their places."""
    return [held for size in range(min(cards, most) + 1) for held in combinations(range(cards), size)]


def _numbers(cards: int) -> Iterator[str]:
    """What each card adds to the number of a set at each place it can have there."""
    places = ((at, place) for at in range(cards) for place in range(1, at + 2))
    return (f"n{at}_{place} = choose[cards[{at}], {place}]" for at, place in places)


def _entry(held: Sequence[int], dealer: int) -> str:
    """The count of a set, by its number."""
    number = " + ".join([f"starts[{len(held)}]", *(f"n{at}_{place}" for place, at in enumerate(held, 1))])
    return f"{'some' if len(held) < dealer - 1 else 'few'}[{number}]"


def _indented(lines: Iterator[str], depth: int) -> str:
    return "\n".join("    " * depth + line for line in lines)
