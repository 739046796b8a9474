"""Hands to show by example: one for each line of a ranking, and two of a line of which one is better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from fairfelt.rules.cards import Card, Deck, card
from fairfelt.rules.hands.ranking import Ranking, line_of

Hand = tuple[Card, ...]
APART = (12, 9, 6, 3, 10, 7, 1, 4)
"""Ranks of which no five follow each other, the ace first."""
WHOLE_ENUMERATION = 2
"""Maximum number of cards for which all hands are enumerated."""
JOKER = Card(52)
SUIT_PATTERNS = ((3,), (3, 1), (3, 1, 0, 2), (3, 3, 3, 3, 1), (3, 3, 3, 1), (3, 3, 3, 3, 3, 1), (3, 3, 3, 3, 3, 3, 1))
"""Which suits the cards take in turn: all alike, colors by turns, all four, and almost all alike."""


@lru_cache(maxsize=64)
def line_examples(ranking: Ranking, deck: Deck, most: int) -> dict[int, Hand]:
    """For each line that up to `most` cards can make, a hand of as few cards as make it."""
    if ranking.lines_are_lengths:
        by_length = {size: _of_length(ranking, deck, size) for size in range(1, most + 1)}
        return {size: max(hands, key=_height(ranking)) for size, hands in by_length.items() if hands}
    found: dict[int, Hand] = {}
    for size in range(1, most + 1):
        for hand in _hands(ranking, deck, size):
            if len(found) == len(ranking.lines):
                return found
            found.setdefault(line_of(ranking.value(hand)), hand)
    return found


def _height(ranking: Ranking) -> Callable[[Hand], tuple[int, int, list[int]]]:
    """By value, and of equal hands the one of more suits, which nobody takes for a flush, its high cards first."""
    return lambda hand: (ranking.value(hand), len({one.suit for one in hand}), [one.rank for one in hand])


@lru_cache(maxsize=64)
def _of_length(ranking: Ranking, deck: Deck, size: int) -> tuple[Hand, ...]:
    """Hands of `size` cards of which every card counts."""
    faces = set(deck.faces)
    hands = (hand for ranks in _different_ranks(size) for hand in _suited(ranks) if faces.issuperset(hand))
    return tuple(hand for hand in hands if line_of(ranking.value(hand)) == size)


@lru_cache(maxsize=64)
def tie_example(ranking: Ranking, deck: Deck, most: int) -> tuple[Hand, Hand] | None:
    """Two hands of one line that are nearly equal, the better one first; None where a line has no order."""
    examples = line_examples(ranking, deck, most)
    wanted = 3 if ranking.lines_are_lengths else min(examples, default=0)
    size = len(examples.get(wanted, ()))
    of_size = _of_length(ranking, deck, size) if ranking.lines_are_lengths else _hands(ranking, deck, size)
    values = {ranking.value(hand): hand for hand in sorted(of_size, key=_height(ranking))}
    ranked = sorted((value for value in values if line_of(value) == wanted), reverse=True)
    return (values[ranked[0]], values[ranked[1]]) if len(ranked) > 1 else None


def _hands(ranking: Ranking, deck: Deck, size: int) -> Iterator[Hand]:
    """Hands of `size` cards, none where the ranking takes another number."""
    known = deck if ranking.knows_joker else replace(deck, jokers=0)
    for hand in _shapes(known, size):
        try:
            ranking.value(hand)
        except ValueError:
            return
        yield hand


@lru_cache(maxsize=32)
def _shapes(deck: Deck, size: int) -> tuple[Hand, ...]:
    """Hands of every kind that card games name: runs, groups of a rank, hands of one suit, with wild cards in them."""
    if size <= WHOLE_ENUMERATION:
        faces = sorted(deck.faces, reverse=True)
        twins = [(face,) * size for face in faces] if size > 1 and deck.copies > 1 else []
        return (*combinations(faces, size), *twins)
    natural = [hand for ranks in _rank_shapes(size) for hand in _suited(ranks)]
    wild = [w for hand in natural for w in _with_wild_cards(hand, deck)]
    faces_there = set(deck.faces)
    return tuple(dict.fromkeys(hand for hand in (*natural, *wild) if faces_there.issuperset(hand)))


def _different_ranks(size: int) -> Iterator[Sequence[int]]:
    """Hands of which all but the last card are as high as can be, and runs from every rank down."""
    for last in range(13 - size, -1, -1):
        yield (*range(12, 13 - size, -1), last)
    for end in range(12, -1, -1):
        yield [(end - back) % 13 for back in range(size)]


def _rank_shapes(size: int) -> Iterator[Sequence[int]]:
    top = range(12, -1, -1)
    yield from _different_ranks(size)
    for groups in _groups(size):
        for first in top:
            others = [rank for rank in APART if rank != first]
            if len(groups) <= len(others):
                ranks = (first, *others[: len(groups) - 1])
                yield [rank for rank, many in zip(ranks, groups, strict=True) for _ in range(many)]
    for length in range(size - 1, 1, -1):
        for end in top:
            run = [(end - back) % 13 for back in range(length)]
            beside = [rank for rank in APART if all((rank - r) % 13 not in (0, 1, 12) for r in run)]
            again = [*beside, *run]
            yield [*run, *again[: size - length]]


def _groups(size: int) -> Iterator[tuple[int, ...]]:
    """Ways to part a hand into groups of one rank, the largest first: (4, 1), (3, 2), (3, 1, 1), …"""

    def parts(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        for first in range(min(left, most), 0, -1):
            for rest in parts(left - first, first):
                yield (first, *rest)

    yield from parts(size, 4)


def _suited(ranks: Sequence[int]) -> Iterator[Hand]:
    for pattern in SUIT_PATTERNS:
        taken: dict[int, None] = {}
        for at, rank in enumerate(ranks):
            wanted = pattern[at] if len(pattern) > 4 and at < len(pattern) else pattern[at % len(pattern)]
            free = [suit for suit in (wanted, 3, 1, 0, 2) if card(rank, suit) not in taken]
            if not free:
                break
            taken[card(rank, free[0])] = None
        else:
            yield tuple(Card(one) for one in taken)


def _with_wild_cards(hand: Hand, deck: Deck) -> Iterator[Hand]:
    """The hand with its last cards wild: deuces, and the joker where there is one."""
    deuces = tuple(card(0, suit) for suit in (1, 0, 2, 3))
    for many in range(1, min(len(hand), len(deuces)) + 1):
        kept = tuple(one for one in hand if one.rank)[: len(hand) - many]
        if len(kept) == len(hand) - many:
            yield (*kept, *deuces[:many])
    if deck.jokers:
        yield (*hand[:-1], JOKER)
        if len(hand) == len(deuces) + 1:
            yield (*deuces, JOKER)
