"""What a short rule may ask of the visible cards: the player's own with shared ones, and the dealer's beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.strategy import first_of_lines
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANK_NAMES, RANKS_PER_SUIT
from fairfelt.rules.hands import LINE_BITS, POKER, Ranking
from fairfelt.rules.hands.partial import (
    ABOVE_ALL,
    STRAIGHT,
    made_of,
    made_words,
    nearest_straight,
    rank_counts,
    reads,
    suit_counts,
)

from .learner import IntArray, Scale

Hands = NDArray[np.uint8]
"""[hand, card]"""
Found = Iterator[tuple[Scale, IntArray]]
PAIR = 2
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
MAX_HANDS = 3_000
"""That are told apart on one scale."""


def _mine(own: Hands, shared: Hands) -> Found:
    level, _ = made_of(np.hstack((own, shared)))
    yield MADE, level
    if shared.shape[1] >= PAIR:
        board, _ = made_of(shared)
        yield IMPROVES, (level // RANKS_PER_SUIT > board // RANKS_PER_SUIT).astype(np.int64)
    if own.shape[1] == PAIR and shared.shape[1]:
        yield HIGHER_CARD, (own % RANKS_PER_SUIT).max(axis=1).astype(np.int64)
    if own.shape[1] == PAIR:
        yield LOWER_CARD, (own % RANKS_PER_SUIT).min(axis=1).astype(np.int64)


def _theirs(own: Hands, shared: Hands, seen: Hands) -> Found:
    """The dealer's cards that are seen, with the shared ones, beside the player's hand."""
    both = np.hstack((seen, shared))
    shown, their_strength = made_of(both)
    _, strength = made_of(np.hstack((own, shared)))
    ranks = (seen % RANKS_PER_SUIT).astype(np.int64)
    highest = ranks.max(axis=1)
    yield (CARD_SEEN if seen.shape[1] == 1 else HIGHEST_SEEN), highest
    if both.shape[1] > 1:
        yield SHOWN, shown
    if seen.shape[1] > 1:
        yield LOWEST_SEEN, ranks.min(axis=1)
        yield PAIRED, (rank_counts(seen).max(axis=1) > 1).astype(np.int64)
    yield AHEAD, 1 + np.sign(strength - their_strength)
    yield HIGHER, ((own % RANKS_PER_SUIT) > highest[:, None]).sum(axis=1).astype(np.int64)
    yield HELD, (rank_counts(own) * (rank_counts(seen) > 0)).sum(axis=1)
    longest = suit_counts(own).argmax(axis=1)
    yield SAME_SUIT, np.take_along_axis(suit_counts(seen), longest[:, None], axis=1)[:, 0]


def _draws(mine: Hands) -> Found:
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


def _reached(who: str, name: Callable[[int], str]) -> Scale:
    """What a hand makes, by the name of each level."""
    return Scale(lambda level: f"{who} {name(level)} or better", lambda level: f"{who} less than {name(level)}")


def _at_least(of: str, *, who: str = "you have ") -> Scale:
    """How many there are of something."""
    return Scale(lambda n: f"{who}{NUMBERS[n]} {of}", lambda n: f"{who}fewer than {NUMBERS[n]} {of}")


def _number(of: str, one: str, many: str) -> Scale:
    """How many there are, as "two of the cards seen are higher than your hand"."""
    return Scale(
        lambda n: f"{NUMBERS[n]} or more {of} {many}" if n > 1 else f"at least one {of} {one}",
        lambda n: f"none {of} {one}" if n == 1 else f"fewer than {NUMBERS[n]} {of} {many}",
    )


MADE, SHOWN = _reached("you have", made_words), _reached("the dealer shows", made_words)
IMPROVES = yes_or_no("your own cards improve the board", "your own cards do not improve the board")
HIGHER_CARD, LOWER_CARD = _ranks("your higher card"), _ranks("your lower card")
CARD_SEEN, HIGHEST_SEEN, LOWEST_SEEN = map(_ranks, ("the card seen", "the highest card seen", "the lowest card seen"))
AHEAD = Scale(
    lambda n: "your hand beats what the dealer shows" if n == 2 else "your hand is no worse than what the dealer shows",
    lambda n: "the dealer shows a better hand" if n == 1 else "your hand does not beat what the dealer shows",
    lambda *_: "your hand equals what the dealer shows",
)
HIGHER = Scale(
    lambda n: f"{NUMBERS[n]} of yours are higher than any seen" if n > 1 else "a card of yours is higher than any seen",
    lambda n: (
        f"at most {NUMBERS[n - 1]} of yours {'is' if n == 2 else 'are'} higher than any seen"
        if n > 1
        else "no card of yours is higher than those seen"
    ),
)
HELD = Scale(
    lambda n: f"you hold {NUMBERS[n]} of the ranks seen" if n > 1 else "you hold a rank seen",
    lambda n: f"you hold fewer than {NUMBERS[n]} of the ranks seen" if n > 1 else "you hold no rank seen",
)
CARD_OR_JOKER = Scale(
    lambda rank: CARD_SEEN.at_least(rank) if rank else "the joker is not seen",
    lambda rank: f"{CARD_SEEN.below(rank)} or the joker" if rank else "the joker is seen",
    partial(_between, "the card seen"),
)
"""In a deck with a joker, which lies below all ranks."""
PAIRED = yes_or_no("a pair is seen", "no pair is seen")
SAME_SUIT = Scale(
    lambda n: (
        f"{NUMBERS[n]} of the cards seen match your longest suit" if n > 1 else "a card seen matches your longest suit"
    ),
    lambda n: (
        f"fewer than {NUMBERS[n]} of the cards seen match it" if n > 1 else "no card seen matches your longest suit"
    ),
)
SEEN_OF_ONE_SUIT = _at_least("of the cards seen are of one suit", who="")
SHOWN_OR_JOKER = Scale(
    lambda level: (
        "a joker is seen" if level == ABOVE_ALL else f"the dealer shows {made_words(level)} or better or a joker"
    ),
    lambda level: "no joker is seen" if level == ABOVE_ALL else SHOWN.below(level),
)
"""In a deck with a joker, which is above all that other cards show."""
SUITED = yes_or_no("your cards are suited", "your cards are not suited")
OF_ONE_SUIT, TO_A_STRAIGHT = _at_least("of one suit"), _at_least("to a straight")
TO_YOUR_FLUSH = _at_least("to a flush with a card of your own")


def _from_rank(rank: int) -> Scale:
    """How many cards are of a rank or higher."""
    return Scale(
        lambda level: f"you have {NUMBERS[level]} cards from {article(rank)} up",
        lambda level: f"you have fewer than {NUMBERS[level]} from {article(rank)} up",
    )


FROM_RANK = {rank: _from_rank(rank) for rank in (RANK_NAMES.index("six"), RANK_NAMES.index("jack"))}


def several_seen(ranking: Ranking, own: Hands, seen: Hands, *, jokers: bool) -> Found:
    """Several of the dealer's cards beside the player's hand; a joker has no rank, and counts with the lowest one."""
    joker, theirs, mine = seen == ALL_CARDS - 1, rank_counts(seen), rank_counts(own)
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
    yield BOARD_PAIRED, (rank_counts(board).max(axis=1) > 1).astype(np.int64)
    yield BOARD_OF_ONE_SUIT, suit_counts(board).max(axis=1)
    with_own = np.where(suit_counts(own) > 0, suit_counts(np.hstack((own, board))), 0)
    yield TO_YOUR_FLUSH, with_own.max(axis=1)
    level = made_of(np.hstack((own, board)))[0]
    paired = np.where(level // RANKS_PER_SUIT == 1, level % RANKS_PER_SUIT, mine.max(axis=1))
    yield OUTS, _outs(own, board)
    yield OVER_YOURS, (shared > paired[:, None]).sum(axis=1).astype(np.int64)


def _outs(own: Hands, board: Hands) -> IntArray:
    """[row]: cards that would make a straight or better with a card of the player's own."""
    mine, outs = np.hstack((own, board)), np.zeros(len(own), np.int64)
    for card in range(ALL_CARDS - 1):
        more = np.full((len(own), 1), card, np.uint8)
        kind, alone = (made_of(np.hstack((cards, more)))[0] // RANKS_PER_SUIT for cards in (mine, board))
        outs += (kind >= STRAIGHT) & (kind > alone) & ~(mine == card).any(axis=1)
    return outs


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
OUTS = Scale(
    lambda level: f"{level} or more cards make you a straight or better",
    lambda level: f"fewer than {level} cards make you a straight or better",
)
OVER_YOURS = _number(
    "of the board's cards", "is higher than your pair or high card", "are higher than your pair or high card"
)


def own_scales(ranking: Ranking, values: IntArray) -> list[tuple[Scale, IntArray]]:
    """By whole lines, and by the hand itself; of many hands, those that begin alike are taken together."""
    lines = [f"a {line.name}" for line in ranking.lines]
    name, levels = _named(ranking, values)
    return [(_reached("you have", lines.__getitem__), values >> LINE_BITS), (_reached("you have", name), levels)]


def shown_scale(ranking: Ranking, values: IntArray) -> tuple[Scale, IntArray]:
    """Of the dealer's cards that are seen, by the hand that they make themselves."""
    name, levels = _named(ranking, values)
    return _reached("the dealer shows", name), levels


def _named(ranking: Ranking, values: IntArray) -> tuple[Callable[[int], str], IntArray]:
    """The name of the least hand of each level, and [hand] the level."""
    kinds, kind = np.unique(values, return_inverse=True)
    bits = next(bits for bits in range(0, LINE_BITS + 1, 4) if len(np.unique(kinds >> bits)) <= MAX_HANDS)
    _, first, group = np.unique(kinds >> bits, return_index=True, return_inverse=True)
    firsts = first_of_lines(kinds)

    def name(level: int) -> str:
        value = int(kinds[first][level])
        line = value >> LINE_BITS
        return f"a {ranking.lines[line].name}" if value <= firsts[line] else ranking.describe(value)

    return name, group.ravel()[kind.ravel()].astype(np.int64)


def joker_scales(seen: Hands) -> Found:
    """The dealer's cards of a deck with a joker, which has no rank."""
    joker, ranks = seen == ALL_CARDS - 1, seen.astype(np.int64) % RANKS_PER_SUIT
    if seen.shape[1] == 1:
        yield CARD_OR_JOKER, np.where(joker, -1, ranks)[:, 0]
    elif seen.shape[1]:
        yield SHOWN_OR_JOKER, np.where(joker.any(axis=1), ABOVE_ALL, made_of(seen)[0])
        yield HIGHEST_SEEN, np.where(joker, 0, ranks).max(axis=1)


def visible_scales(game: Game, counts: Sequence[int], cards: Hands) -> tuple[tuple[Scale, ...], IntArray]:
    """All that may be asked of the cards known at the first decision, and [hand, scale] their levels.

    counts  how many of the cards are the player's own, shared, and the dealer's
    """
    own, shared, seen, *_ = np.split(cards, np.cumsum(counts), axis=1)
    scales, levels = zip(*_scales(game, own, shared, seen), strict=True)
    return scales, np.stack(levels, axis=1)


def _scales(game: Game, own: Hands, shared: Hands, seen: Hands) -> Found:
    whole = np.ascontiguousarray(np.hstack((own, shared)))
    if game.showdown is None:  # against a paytable it does not matter whose the cards are
        yield from _mine(whole, shared[:, :0])
        yield from _draws(whole)
        ranks = whole % RANKS_PER_SUIT
        yield from ((scale, (ranks >= rank).sum(axis=1).astype(np.int64)) for rank, scale in FROM_RANK.items())
        return
    ranking = game.showdown.ranking
    if ranking is POKER and game.deal.count(Cards.COMMUNITY):
        yield from _mine(own, shared)
        if seen.shape[1]:
            yield from _theirs(own, shared, seen)
        yield from _draws(whole)
        if shared.shape[1]:
            yield from board_scales(own, shared)
        return
    if reads(ranking, whole.shape[1]):
        yield from own_scales(ranking, ranking.batch(whole).astype(np.int64))
    else:  # too few cards for it: shared ones come later
        yield from _mine(own, shared)
    if seen.shape[1] > 1:
        yield from several_seen(ranking, whole, seen, jokers=bool(game.deck.jokers))
    if game.deck.jokers:
        yield from joker_scales(seen)
    elif seen.shape[1]:
        yield from _theirs(whole, shared[:, :0], seen)
