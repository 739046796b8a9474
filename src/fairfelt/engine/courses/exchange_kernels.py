"""The kernels behind games of exchange: what hands come to, which hands they came of, and how rounds end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.engine.core.decisions import Array, ShowdownTables, settle_cuts
from fairfelt.runtime.compute.jit import njit


class Classes(NamedTuple):
    """The classes of hands as they are dealt."""

    keys: Array
    """In ascending order…"""
    places: Array
    """…and where each stands among the classes."""
    hands: Array
    suits: Array
    """Those of the deck first."""
    exchanged: bool
    """Whether a class is all hands up to an exchange of suits, the fullest suit first."""


@njit(nogil=True, cache=True)
def value_hands(
    tables: ShowdownTables, kinds: Array, below: Array, live: Array, following: int, values: Array, best: Array
) -> None:
    """[hand, up card]: what the best of folding and raising comes to, and which it is."""
    found = np.zeros(tables.nets.shape[0], np.int64)
    nothing = np.zeros((tables.nets.shape[0], tables.extras.shape[1], tables.nets.shape[1]), np.int64)
    for hand in range(len(kinds)):
        kind = kinds[hand]
        for up in range(live.shape[1]):
            if live[hand, up]:
                best[hand, up] = settle_cuts(
                    below[hand, up], tables.rows[kind], tables.cuts[kind], following, tables.nets, tables.extras,
                    tables.lines[kind], 0, found, nothing, tables.allowed[kind],
                )  # fmt: skip
                values[hand, up] = found[best[hand, up]]


@njit(nogil=True, cache=True)
def trace_back(
    hands: Array, gone: Array, kept: Array, classes: Classes, choices: Array, places: Array, columns: Array,
    moved: Array,
) -> None:  # fmt: skip
    """Every hand that each can have been: its class, the choice that was made, and how suits become those of the class.

    gone             [hand, card]               the cards that went
    kept             [way it came, card]        places of the cards that it was dealt
    choices          [places as bits]           the choice by which the cards at those places go
    places, columns  [hand, way it came]        out: the class, and the choice
    moved            [hand, way it came, suit]  out: what each suit becomes
    """
    masks, order, full = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    for hand in range(len(hands)):
        for way in range(len(kept)):
            masks[:] = 0
            for at in kept[way]:
                masks[hands[hand, at] // 13] |= 1 << hands[hand, at] % 13
            for card in gone[hand]:
                masks[card // 13] |= 1 << card % 13
            for at in range(4):
                suit, place = classes.suits[at], at
                bits, count = masks[suit], 0
                while bits:
                    bits &= bits - 1
                    count += 1
                fullness = count << 13 | masks[suit] if classes.exchanged else 0
                while place and full[place - 1] < fullness:
                    full[place], order[place] = full[place - 1], order[place - 1]
                    place -= 1
                full[place], order[place] = fullness, suit
            key = 0
            for at in range(4):
                key |= masks[order[at]] << 13 * at
                moved[hand, way, order[at]] = classes.suits[at]
            place = classes.places[np.searchsorted(classes.keys, key)]
            bits = 0
            for card in gone[hand]:
                turned = moved[hand, way, card // 13] * 13 + card % 13
                for at in range(classes.hands.shape[1]):
                    if classes.hands[place, at] == turned:
                        bits |= 1 << at
            places[hand, way], columns[hand, way] = place, choices[bits]


@njit(nogil=True, cache=True)
def add_values(
    values: Array, live: Array, weights: Array, places: Array, columns: Array, moved: Array, sums: Array
) -> None:
    """Add what each hand comes to where it came from; see `trace_back`. sums: [class, column, up card], below 2^62."""
    for hand in range(values.shape[0]):
        for way in range(places.shape[1]):
            for up in range(values.shape[1]):
                if live[hand, up]:
                    to = moved[hand, way, up // 13] * 13 + up % 13 if values.shape[1] > 1 else 0
                    sums[places[hand, way], columns[hand, way], to] += weights[hand] * values[hand, up]


@njit(nogil=True, cache=True)
def add_rounds(
    tables: ShowdownTables, kinds: Array, below: Array, live: Array, following: int, weights: Array, places: Array,
    columns: Array, moved: Array, chosen: Array, totals: Array,
) -> None:  # fmt: skip
    """Count how the rounds end that come to each hand by a choice that was the best.

    chosen  [class, column, up card]           how many of a class's hands make that choice, times what is shared
    totals  [column, choice, line group, row]  in and out, below 2^62
    """
    found = np.zeros(tables.nets.shape[0], np.int64)
    for hand in range(len(kinds)):
        kind = kinds[hand]
        for way in range(places.shape[1]):
            column = columns[hand, way]
            for up in range(live.shape[1]):
                to = moved[hand, way, up // 13] * 13 + up % 13 if live.shape[1] > 1 else 0
                times = chosen[places[hand, way], column, to]
                if live[hand, up] and times:
                    settle_cuts(
                        below[hand, up], tables.rows[kind], tables.cuts[kind], following, tables.nets, tables.extras,
                        tables.lines[kind], weights[hand] * times, found, totals[column], tables.allowed[kind],
                    )  # fmt: skip
