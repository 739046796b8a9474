"""Scales of two sides together: the player's hand beside several cards of the dealer's, and beside the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.hands import Ranking
from fairfelt.protection.some_starts import reads

from .cards import NUMBERS, SEEN_OF_ONE_SUIT, yes_or_no
from .hands import STRAIGHT, made_of, nearest_straight, suit_counts
from .scales import Scale, Whole
from .showdowns import shown_scale

Hands = NDArray[np.uint8]
Found = Iterator[tuple[Scale, Whole]]


def several_seen(ranking: Ranking, own: Hands, seen: Hands, *, jokers: bool) -> Found:
    """Several of the dealer's cards beside the player's hand; a joker has no rank, and counts with the lowest one."""
    joker, theirs, mine = seen == ALL_CARDS - 1, _counts(seen), _counts(own)
    if ranking.lines_are_lengths and reads(ranking, seen.shape[1]):
        values, hand = (ranking.batch(np.ascontiguousarray(cards)).astype(np.int64) for cards in (seen, own))
        yield shown_scale(ranking, values)
        yield BEATS_SHOWN, (hand > values).astype(np.int64)
    made = (mine * (RANKS_PER_SUIT + 1) + np.arange(RANKS_PER_SUIT)).argmax(axis=1)
    ranks = np.where(joker, -1, seen.astype(np.int64) % RANKS_PER_SUIT)
    yield OVER, (ranks > made[:, None]).sum(axis=1).astype(np.int64)
    yield LOWEST_OR_JOKERS if jokers else LOWEST, (joker | (ranks == 0)).sum(axis=1).astype(np.int64)
    yield MATCHED, (theirs * (mine > 0)).sum(axis=1)
    yield SEEN_OF_ONE_SUIT, suit_counts(seen).max(axis=1)
    yield SEEN_TO_A_STRAIGHT, nearest_straight(theirs)


def board_scales(own: Hands, board: Hands) -> Found:
    """The player's own cards beside the shared ones."""
    mine, shared = own % RANKS_PER_SUIT, board % RANKS_PER_SUIT
    yield OVERCARDS, (mine > shared.max(axis=1)[:, None]).sum(axis=1).astype(np.int64)
    yield BOARD_PAIRED, (_counts(board).max(axis=1) > 1).astype(np.int64)
    yield BOARD_OF_ONE_SUIT, suit_counts(board).max(axis=1)
    with_own = np.where(suit_counts(own) > 0, suit_counts(np.hstack((own, board))), 0)
    yield TO_YOUR_FLUSH, with_own.max(axis=1)
    level = made_of(np.hstack((own, board)))[0]
    paired = np.where(level // RANKS_PER_SUIT == 1, level % RANKS_PER_SUIT, mine.max(axis=1))
    yield OUTS, _outs(own, board)
    yield OVER_YOURS, (shared > paired[:, None]).sum(axis=1).astype(np.int64)


def _outs(own: Hands, board: Hands) -> Whole:
    """[row]: cards that would make a straight or better with a card of the player's own."""
    mine, outs = np.hstack((own, board)), np.zeros(len(own), np.int64)
    for card in range(ALL_CARDS - 1):
        more = np.full((len(own), 1), card, np.uint8)
        kind, alone = (made_of(np.hstack((cards, more)))[0] // RANKS_PER_SUIT for cards in (mine, board))
        outs += (kind >= STRAIGHT) & (kind > alone) & ~(mine == card).any(axis=1)
    return outs


def _counts(cards: Hands) -> Whole:
    """[row, rank], without jokers."""
    ranks = np.where(cards == ALL_CARDS - 1, -1, cards.astype(np.int64) % RANKS_PER_SUIT)
    return np.asarray((ranks[:, :, None] == np.arange(RANKS_PER_SUIT)).sum(axis=1), np.int64)


def _number(of: str, one: str, many: str) -> Scale:
    """How many there are, as "two of the cards seen are higher than your hand"."""
    return Scale(
        lambda level: f"{NUMBERS[level]} or more {of} {many}" if level > 1 else f"at least one {of} {one}",
        lambda level: f"none {of} {one}" if level == 1 else f"fewer than {NUMBERS[level]} {of} {many}",
    )


SEEN = "of the cards seen"
BEATS_SHOWN = yes_or_no("your hand beats what the dealer shows", "your hand does not beat what the dealer shows")
OVER = _number(SEEN, "is higher than what you hold most of", "are higher than what you hold most of")
LOWEST = _number(SEEN, "is a deuce", "are deuces")
LOWEST_OR_JOKERS = _number(SEEN, "is a deuce or joker", "are deuces or jokers")
MATCHED = _number(SEEN, "is of a rank that you hold", "are of ranks that you hold")
SEEN_TO_A_STRAIGHT = _number(SEEN, "goes to a straight", "go to one straight")
OVERCARDS = _number("of your own cards", "is higher than the board", "are higher than the board")
BOARD_PAIRED = yes_or_no("the board has a pair", "the board has no pair")
BOARD_OF_ONE_SUIT = _number("of the board's cards", "is of one suit", "are of one suit")
TO_YOUR_FLUSH = Scale(
    lambda level: f"you have {NUMBERS[level]} to a flush with a card of your own",
    lambda level: f"you have fewer than {NUMBERS[level]} to a flush with a card of your own",
)
OUTS = Scale(
    lambda level: f"{level} or more cards make you a straight or better",
    lambda level: f"fewer than {level} cards make you a straight or better",
)
OVER_YOURS = _number(
    "of the board's cards", "is higher than your pair or high card", "are higher than your pair or high card"
)
