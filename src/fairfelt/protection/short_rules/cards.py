"""The scales of cards in sight: the player's own with shared ones, and the dealer's that are seen beside them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANK_NAMES
from fairfelt.cards.classes import RANKS_PER_SUIT

from .hands import ABOVE_ALL, made_of, made_words, nearest_straight, rank_counts, suit_counts
from .scales import Scale, Whole

Cards = NDArray[np.uint8]
"""[sight, card]"""
Found = Iterator[tuple[Scale, Whole]]
FOUR, PAIR = 4, 2
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def scales_of(own: Cards, shared: Cards, seen: Cards) -> tuple[tuple[Scale, ...], Whole]:
    """The scales, the simplest first, and [sight, scale] their levels."""
    found = [*_mine(own, shared), *(_theirs(own, shared, seen) if seen.shape[1] else ()), *_draws(own, shared)]
    return tuple(scale for scale, _ in found), np.stack([levels for _, levels in found], axis=1)


def seen_with_own(hands: Cards) -> tuple[tuple[Scale, ...], Whole]:
    """Cards of which it does not matter whose they are, against a paytable."""
    found = [*_mine(hands, hands[:, :0]), *_draws(hands, hands[:, :0])]
    ranks = hands % RANKS_PER_SUIT
    found += [(scale, (ranks >= rank).sum(axis=1).astype(np.int64)) for rank, scale in FROM_RANK.items()]
    return tuple(scale for scale, _ in found), np.stack([levels for _, levels in found], axis=1)


def _mine(own: Cards, shared: Cards) -> Found:
    level, _ = made_of(np.hstack((own, shared)))
    yield MADE, level
    if shared.shape[1] >= PAIR:
        board, _ = made_of(shared)
        yield IMPROVES, (level // RANKS_PER_SUIT > board // RANKS_PER_SUIT).astype(np.int64)
    if own.shape[1] == PAIR and shared.shape[1]:
        yield HIGHER_CARD, (own % RANKS_PER_SUIT).max(axis=1).astype(np.int64)
    if own.shape[1] == PAIR:
        yield LOWER_CARD, (own % RANKS_PER_SUIT).min(axis=1).astype(np.int64)


def _theirs(own: Cards, shared: Cards, seen: Cards) -> Found:
    both = np.hstack((seen, shared))
    shown, their_strength = made_of(both)
    _, strength = made_of(np.hstack((own, shared)))
    highest = (seen % RANKS_PER_SUIT).max(axis=1).astype(np.int64)
    if both.shape[1] > 1:
        yield SHOWN, shown
    yield (CARD_SEEN if seen.shape[1] == 1 else HIGHEST_SEEN), highest
    if seen.shape[1] > 1 and not shared.shape[1]:
        yield LOWEST_SEEN, (seen % RANKS_PER_SUIT).min(axis=1).astype(np.int64)
    yield AHEAD, 1 + np.sign(strength - their_strength)
    yield HIGHER, ((own % RANKS_PER_SUIT) > highest[:, None]).sum(axis=1).astype(np.int64)
    yield HELD, (rank_counts(own) * (rank_counts(seen) > 0)).sum(axis=1)


def _draws(own: Cards, shared: Cards) -> Found:
    mine = np.hstack((own, shared))
    if mine.shape[1] == PAIR:
        yield SUITED, (suit_counts(mine).max(axis=1) == PAIR).astype(np.int64)
        return
    yield OF_ONE_SUIT, suit_counts(mine).max(axis=1)
    yield TO_A_STRAIGHT, nearest_straight(rank_counts(mine))


def yes_or_no(yes: str, no: str) -> Scale:
    """Two levels."""
    return Scale(lambda _: yes, lambda _: no)


def _ranks(what: str) -> Scale:
    """The rank of a card."""
    return Scale(
        lambda rank: f"{what} is {article(rank)} or higher" if rank < RANKS_PER_SUIT - 1 else f"{what} is an ace",
        lambda rank: f"{what} is {article(rank - 1)} or lower" if rank > 1 else f"{what} is a deuce",
        partial(_between, what),
    )


def _between(what: str, low: int, high: int) -> str:
    return f"{what} is {article(low)}" + ("" if low == high else f" to {article(high)}")


def article(rank: int) -> str:
    """As "an eight"."""
    name = RANK_NAMES[rank]
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def _ahead(level: int) -> str:
    return "your hand beats what the dealer shows" if level == 2 else "your hand is no worse than what the dealer shows"


def _behind(level: int) -> str:
    return "the dealer shows a better hand" if level == 1 else "your hand does not beat what the dealer shows"


def _higher(level: int) -> str:
    return (
        "a card of yours is higher than any seen"
        if level == 1
        else f"{NUMBERS[level]} of yours are higher than any seen"
    )


def _not_higher(level: int) -> str:
    if level == 1:
        return "no card of yours is higher than those seen"
    return f"at most {NUMBERS[level - 1]} of yours {'is' if level == 2 else 'are'} higher than any seen"


def _held(level: int) -> str:
    return "you hold a rank seen" if level == 1 else f"you hold {NUMBERS[level]} of the ranks seen"


def _not_held(level: int) -> str:
    return "you hold no rank seen" if level == 1 else f"you hold fewer than {NUMBERS[level]} of the ranks seen"


MADE = Scale(
    lambda level: f"you have {made_words(level)} or better", lambda level: f"you have less than {made_words(level)}"
)
IMPROVES = yes_or_no("your own cards improve the board", "your own cards do not improve the board")
HIGHER_CARD, LOWER_CARD = _ranks("your higher card"), _ranks("your lower card")
SHOWN = Scale(
    lambda level: f"the dealer shows {made_words(level)} or better",
    lambda level: f"the dealer shows less than {made_words(level)}",
)
CARD_SEEN, HIGHEST_SEEN, LOWEST_SEEN = map(_ranks, ("the card seen", "the highest card seen", "the lowest card seen"))
AHEAD = Scale(_ahead, _behind, lambda *_: "your hand equals what the dealer shows")
HIGHER = Scale(_higher, _not_higher)
HELD = Scale(_held, _not_held)
CARD_OR_JOKER = Scale(
    lambda rank: CARD_SEEN.at_least(rank) if rank else "the joker is not seen",
    lambda rank: f"{CARD_SEEN.below(rank)} or the joker" if rank else "the joker is seen",
    partial(_between, "the card seen"),
)
"""In a deck with a joker, which lies below all ranks."""
PAIRED = yes_or_no("a pair is seen", "no pair is seen")
SAME_SUIT = Scale(
    lambda level: (
        f"{NUMBERS[level]} of the cards seen match your longest suit"
        if level > 1
        else "a card seen matches your longest suit"
    ),
    lambda level: (
        "no card seen matches your longest suit"
        if level == 1
        else f"fewer than {NUMBERS[level]} of the cards seen match it"
    ),
)
SEEN_OF_ONE_SUIT = Scale(
    lambda level: f"{NUMBERS[level]} of the cards seen are of one suit",
    lambda level: f"fewer than {NUMBERS[level]} of the cards seen are of one suit",
)
SHOWN_OR_JOKER = Scale(
    lambda level: (
        "a joker is seen" if level == ABOVE_ALL else f"the dealer shows {made_words(level)} or better or a joker"
    ),
    lambda level: "no joker is seen" if level == ABOVE_ALL else SHOWN.below(level),
)
"""In a deck with a joker, which is above all that other cards show."""
SUITED = yes_or_no("your cards are suited", "your cards are not suited")
OF_ONE_SUIT = Scale(
    lambda level: f"you have {NUMBERS[level]} of one suit",
    lambda level: f"you have fewer than {NUMBERS[level]} of one suit",
)
TO_A_STRAIGHT = Scale(
    lambda level: f"you have {NUMBERS[level]} to a straight",
    lambda level: f"you have fewer than {NUMBERS[level]} to a straight",
)


def _from_rank(rank: int) -> Scale:
    """How many cards are of a rank or higher."""
    return Scale(
        lambda level: f"you have {NUMBERS[level]} cards from {article(rank)} up",
        lambda level: f"you have fewer than {NUMBERS[level]} from {article(rank)} up",
    )


FROM_RANK = {rank: _from_rank(rank) for rank in (RANK_NAMES.index("six"), RANK_NAMES.index("jack"))}
