"""All hands that a dealer can have, in lists for kernels: first as if no suit counted, then what flushes change.

A hand without regard to suits is a choice of ranks: products of binomials say how often it comes. A hand with a flush
is a set of ranks of one suit and a choice of ranks beside it. It is added as what it is, and taken off as what its
ranks would be without suits.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import Deck
from fairfelt.rules.hands.poker.joker_tables import JOKER

from .by_class import ranks_of_flushes
from .seven_cards import NONE, SIZE, Flushes, SevenCards

Ints = NDArray[Any]
RANKS: Final = NONE


class DealerHands(NamedTuple):
    """The lists, and where the dealer stands with each class of hands."""

    deck: Ints
    """[rank]: 1 where the deck has that rank, in every suit."""
    joker: Ints
    """One number: how many the deck has."""
    places: Ints
    """[hand, class]: the place of each hand's value among all that dealers have there."""
    steps: Ints
    """[hand]: how many values those are, and one."""
    pushes: Ints
    """[class]: 1 where all bets push."""
    by_ranks: Ints
    """[choice of ranks]: its class without a flush."""
    groups: Ints
    """[choice of ranks]: how many different ranks."""
    rank: Ints
    """[choice of ranks, group]: which rank, ascending."""
    times: Ints
    """[choice of ranks, group]: how many cards of it."""
    with_joker: Ints
    """[choice of ranks]: 1 where the joker is the seventh card."""
    masks: Ints
    """[suit set]: the ranks of the suit of a flush, as bits."""
    sizes: Ints
    first: Ints
    """[suit set]: the class of its first flush; one follows for each choice beside it."""
    beside_from: Ints
    """[suit set]: the first choice beside it…"""
    beside_end: Ints
    """…and the one after the last."""
    beside: Ints
    """[choice beside a flush, card]: ranks, 13 for no card."""
    held: Ints
    """[choice beside a flush]: how many cards."""
    plain: Ints
    """[class]: what the ranks of a class would be without suits."""
    doubles: Ints
    """[suit set, suit set] of three: the class where both have a flush beside the joker; empty where none has."""
    as_beside: Ints
    """[suit set] of three: which choice beside a flush has the same ranks."""


def list_dealer_hands(
    deck: Deck, classes: SevenCards, values: tuple[Ints, ...], scales: tuple[Ints, ...], pushes: Ints
) -> DealerHands:
    """All hands of a deck that has its ranks in all suits.

    values, scales  [class] what the house way makes of it, for each hand; and the values that dealers have, ascending
    """
    faces, flushes = [int(face) for face in deck.faces], classes.flushes
    there = np.isin(np.arange(RANKS), [face for face in faces if face < JOKER]).astype(np.int64)
    ranks = np.concatenate([(some[:, :, None] == np.arange(RANKS)).sum(axis=1) for some in classes.ranks])
    joker = faces.count(JOKER)
    fits = (ranks[:, there == 0] == 0).all(axis=1) & (ranks.sum(axis=1) >= SIZE - joker)
    counts = ranks[fits]
    order = np.argsort(counts == 0, axis=1, kind="stable")[:, :SIZE]
    masks, sizes, first, begin, end = _suit_sets(flushes)
    dealt = masks & ~int((there << np.arange(RANKS)).sum()) == 0
    plain = np.arange(len(values[0]))
    plain[flushes.blocks[0].first :] = ranks_of_flushes(classes)
    places = [np.searchsorted(scale, column) for scale, column in zip(scales, values, strict=True)]
    beside = _all_beside(flushes)
    return DealerHands(
        there, np.array([joker]), np.stack(places).astype(np.uint16), np.array([len(scale) + 1 for scale in scales]),
        pushes.astype(np.uint8), np.flatnonzero(fits), (counts > 0).sum(axis=1).astype(np.uint8),
        order.astype(np.uint8), np.take_along_axis(counts, order, axis=1).astype(np.uint8),
        (counts.sum(axis=1) < SIZE).astype(np.uint8), masks[dealt], sizes[dealt], first[dealt], begin[dealt],
        end[dealt], beside.astype(np.uint8), (beside < NONE).sum(axis=1), plain.astype(np.int32),
        *_doubles(flushes, classes.tables.doubles, dealt),
    )  # fmt: skip


def _doubles(flushes: Flushes, doubles: Ints, dealt: Ints) -> tuple[Ints, Ints]:
    """Those of the suit sets that are dealt, and the choices with the same ranks; nothing where one suit is enough."""
    if len(doubles) == 1:
        return np.zeros((0, 0), np.int64), np.zeros(0, np.int64)
    here = dealt[: len(doubles)]
    ranks = flushes.blocks[0].ranks
    return doubles[here][:, here].astype(np.int64), flushes.others[tuple(ranks.T)][here].astype(np.int64)


def _all_beside(flushes: Flushes) -> Ints:
    """[choice, card]: as `Flushes` numbers them, with room for the joker."""
    loose = flushes.others.ndim
    found = np.full((flushes.others.max() + 1, loose + 1), NONE)
    for block in flushes.blocks:
        found[flushes.others[tuple(block.beside.T)], :loose] = block.beside
    return found


def _suit_sets(flushes: Flushes) -> tuple[Ints, ...]:
    """Sets of ranks of a suit, their sizes, the class of the first flush, and which choices are beside it."""
    parts = []
    for block in flushes.blocks:
        choices = flushes.others[tuple(block.beside.T)]
        assert (np.diff(choices) == 1).all(), "choices beside a flush follow each other"
        same = np.ones(len(block.ranks), np.int64)
        first = block.first + np.arange(len(same)) * len(choices)
        sizes, begin, end = same * block.ranks.shape[1], same * choices[0], same * (choices[-1] + 1)
        parts.append(((1 << block.ranks).sum(axis=1), sizes, first, begin, end))
    return tuple(np.concatenate(column).astype(np.int64) for column in zip(*parts, strict=True))
