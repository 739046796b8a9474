"""The numbers that partners could show: how many cards of some kind are out, and what the cards left can still make.

What is out is held by a partner; what is left is held by nobody in sight. "Your ranks" are those of the player who
decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANK_NAMES, RANKS, RANKS_PER_SUIT
from fairfelt.rules.hands.partial import FIVE, SUITS, rank_counts, reads, suit_counts

Whole = NDArray[np.int64]
Hands = NDArray[np.uint8]
FINGERS = 5
"""The most that is shown of a number which may be large."""
MOST_SETS = 300
"""Sets of cards left that are looked at one by one…"""
FEW = {2: "twos", 3: "threes"}
"""…with so many cards each."""
JOKER = ALL_CARDS - 1


@dataclass(frozen=True, eq=False)
class Table:
    """Some hands with all that partners see together, one a row."""

    game: Game
    own: Hands
    board: Hands
    """Shared cards in sight at the first decision…"""
    up: Hands
    """…and the dealer's."""
    out: Hands
    """Held by partners."""

    @staticmethod
    def of(game: Game, cards: Hands) -> Table:
        """Of rows as a sample keeps them: own cards, shared ones, the dealer's, those of partners."""
        first, hole = game.streets[0], game.hole
        board = hole + first.reveals(Cards.COMMUNITY)
        up = board + first.reveals(Cards.DEALER)
        return Table(game, cards[:, :hole], cards[:, hole:board], cards[:, board:up], cards[:, up:])

    @cached_property
    def mine(self) -> Hands:
        """What the player's hand is read from."""
        return np.ascontiguousarray(np.hstack((self.own, self.board)))

    @property
    def to_come(self) -> bool:
        """Whether shared cards will still make the player's hand."""
        return bool(self.game.deal.count(Cards.COMMUNITY) > self.board.shape[1])

    @cached_property
    def in_sight(self) -> Hands:
        """What the rules show beside it."""
        return np.hstack((self.board, self.up))

    @cached_property
    def left(self) -> Hands:
        """[hand, card]: what nobody has seen."""
        deck = np.array(self.game.deck.cards, np.uint8)
        there = np.ones((len(self.own), int(deck.max()) + 1), np.bool_)
        gone = np.hstack((self.own, self.in_sight, self.out)).astype(np.int64)
        np.put_along_axis(there, gone, False, axis=1)
        return np.ascontiguousarray(np.tile(deck, (len(self.own), 1))[there[:, deck]].reshape(len(self.own), -1))

    @cached_property
    def made(self) -> Whole:
        """[hand]: the rank that the player holds most of; of several the highest."""
        return np.asarray((rank_counts(self.mine) * (RANKS_PER_SUIT + 1) + np.arange(RANKS_PER_SUIT)).argmax(axis=1))


def numbers_of(table: Table) -> dict[str, Whole]:
    """[number][hand], by the words that follow "how many"."""
    parts = (_ranks_out, _yours_out, _beat_you, _suits, _pairs_left, _sets_left)
    found = {name: np.asarray(number, np.int64) for part in parts for name, number in part(table)}
    return {name: number for name, number in found.items() if number.min() < number.max()}


def _ranks_out(table: Table) -> Iterator[tuple[str, Whole]]:
    """Whatever the player holds."""
    deck, out = table.game.deck, _ranks(table.out)
    ranks = [at for at, letter in enumerate(RANKS) if letter in deck.ranks]
    low, last, high = ranks[0], ranks[-2], ranks[-1]
    if deck.jokers:
        yield f"{RANK_NAMES[low]}s and jokers are out", ((out == low) | (out < 0)).sum(axis=1)
    yield f"{RANK_NAMES[low]}s are out", (out == low).sum(axis=1)
    for rank in reversed(ranks[len(ranks) // 2 - 1 :]):
        name = RANK_NAMES[rank]
        yield (f"{name}s are out" if rank == high else f"cards from the {name} up are out"), (out >= rank).sum(axis=1)
        if rank < last:
            inner = ((out >= rank) & (out < high)).sum(axis=1)
            yield f"cards from the {name} to the {RANK_NAMES[last]} are out", inner


def _yours_out(table: Table) -> Iterator[tuple[str, Whole]]:
    """Cards that would have made the player's hand, or the dealer's, or that beat it."""
    out, own = _ranks(table.out), _ranks(table.own)
    yield "cards of your ranks are out", _of(out, own)
    yield "cards higher than all of yours are out", (out > own.max(axis=1)[:, None]).sum(axis=1)
    yield "cards higher than what you hold most of are out", (out > table.made[:, None]).sum(axis=1)
    if table.to_come:
        yield "cards of your highest rank are out", (out == own.max(axis=1)[:, None]).sum(axis=1)
        yield "cards of the rank that you hold most of are out", (out == table.made[:, None]).sum(axis=1)
        yield "cards that fill your straight are out", _straight_cards(table)
    if table.up.shape[1]:
        card = "the up card" if table.up.shape[1] == 1 else "the up cards"
        yield f"cards of the {_rank_word(table.up)} of {card} are out", _of(out, _ranks(table.up))
        yield f"cards higher than {card} are out", (out > _ranks(table.up).max(axis=1)[:, None]).sum(axis=1)
    if table.board.shape[1]:
        yield f"cards of the {_rank_word(table.board)} on the board are out", _of(out, _ranks(table.board))
        yield "cards higher than the board are out", (out > _ranks(table.board).max(axis=1)[:, None]).sum(axis=1)


def _beat_you(table: Table) -> Iterator[tuple[str, Whole]]:
    """Cards with any of which the board alone beats the player's hand, where the ranking reads so few."""
    showdown, board = table.game.showdown, table.board
    if showdown is None or not reads(showdown.ranking, board.shape[1] + 1) or not board.shape[1]:
        return
    hand, many = showdown.ranking.batch(table.mine), np.zeros(len(table.own), np.int64)
    for card in table.out.T:
        many += showdown.ranking.batch(np.ascontiguousarray(np.column_stack((board, card)))) > hand
    yield "cards are out that beat your hand beside the board", many


def _suits(table: Table) -> Iterator[tuple[str, Whole]]:
    mine, out = suit_counts(table.mine), suit_counts(table.out)
    longest = mine == mine.max(axis=1)[:, None]
    yield "cards of your longest suit are out", np.where(longest, out, table.out.shape[1]).min(axis=1)
    gone = suit_counts(np.hstack((table.own, table.in_sight, table.out)))
    yield "cards are out of the suit that is out most", gone.max(axis=1)
    yield "cards are out of the suit that is out least", gone.min(axis=1)


def _pairs_left(table: Table) -> Iterator[tuple[str, Whole]]:
    """What can still be made of the cards left."""
    left = rank_counts(table.left)
    pairs = left * (left - 1) // 2
    yield "pairs the cards left can make", pairs.sum(axis=1)
    yield "higher pairs than yours the cards left can make", _above(pairs, table.made)
    yield "ranks are wholly out", (rank_counts(np.hstack((table.own, table.in_sight, table.out))) == SUITS).sum(axis=1)


def _sets_left(table: Table) -> Iterator[tuple[str, Whole]]:
    """Sets of a few cards left that beat the player's hand, where the ranking reads so few and few are left."""
    showdown = table.game.showdown
    if showdown is None or table.board.shape[1]:
        return
    for size, word in FEW.items():
        if comb(table.left.shape[1], size) > MOST_SETS or not reads(showdown.ranking, size):
            continue
        hand, many = showdown.ranking.batch(table.mine), np.zeros(len(table.own), np.int64)
        for places in combinations(range(table.left.shape[1]), size):
            many += showdown.ranking.batch(np.ascontiguousarray(table.left[:, places])) > hand
        yield f"{word} of the cards left beat your hand, up to {FINGERS}", np.minimum(many, FINGERS)


def _straight_cards(table: Table) -> Whole:
    """[hand]: cards that are out of the straight to which the player has most cards; of several the highest."""
    counts, out = (np.asarray(rank_counts(cards)) for cards in (table.mine, table.out))
    there, gone = (np.hstack((of[:, -1:], of)) for of in ((counts > 0).astype(np.int64), out))
    starts = range(RANKS_PER_SUIT + 2 - FIVE)
    best = np.stack([there[:, at : at + FIVE].sum(axis=1) * SUITS**2 + at for at in starts], axis=1).argmax(axis=1)
    needed = np.stack([(gone * (1 - there))[:, at : at + FIVE].sum(axis=1) for at in starts], axis=1)
    return np.asarray(np.take_along_axis(needed, best[:, None], axis=1)[:, 0], np.int64)


def _ranks(cards: Hands) -> Whole:
    """[hand, card]: a joker lies below all ranks."""
    return np.where(cards == JOKER, -1, cards.astype(np.int64) % RANKS_PER_SUIT)


def _of(out: Whole, ranks: Whole) -> Whole:
    """[hand]: cards of any of some ranks."""
    return np.asarray((out[:, :, None] == ranks[:, None, :]).any(axis=2).sum(axis=1), np.int64)


def _above(counts: Whole, rank: Whole) -> Whole:
    return np.asarray((counts * (np.arange(RANKS_PER_SUIT) > rank[:, None])).sum(axis=1), np.int64)


def _rank_word(cards: Hands) -> str:
    return "rank" if cards.shape[1] == 1 else "ranks"
