"""The kernel behind `by_sweep`: the dealer's hands that hold a hidden card beside the one in sight."""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


@njit(nogil=True, cache=True)
def take_away(found: Array, places: Array, rest: Array, columns: Array, hidden: int, below: Array) -> None:
    """By the card in sight and the rank of a hidden one.

    found   [event, card in sight]         the dealer's hands with it that hold neither the player's cards nor a card
    places  [hand, card, cut]              the event for that card, -1 where there is none
    rest    [hand, card]                   cards that the player does not hold
    below   [hand, in sight, rank, cut]    in and out

    A dealer's hand leaves out so many of the other cards; it is found once for each of them.
    """
    left = rest.shape[1]
    missing = left - 1 - hidden
    for hand in range(len(rest)):
        for cut in range(places.shape[2]):
            if places[hand, 0, cut] < 0:
                continue
            for up in range(left):
                total = np.int64(0)
                for card in range(left):
                    if card != up:
                        total += found[places[hand, card, cut], rest[hand, up]]
                total //= missing
                for card in range(left):
                    if card != up:
                        without = found[places[hand, card, cut], rest[hand, up]]
                        below[hand, up, columns[rest[hand, card]], cut] += total - without
