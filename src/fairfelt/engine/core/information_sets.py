"""Visible cards up to an exchange of suits: every class once, with the deals it stands for and what can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SUITS, Card, Deck
from fairfelt.rules.hands import Tells
from fairfelt.runtime.compute.jit import njit

# What a player sees from the deal to the last decision: levels, each with more cards than the one before.


PLACES: Final = (Cards.OWN, Cards.COMMUNITY, Cards.DEALER)
"""Where cards lie; the cards of an information set stand in this order."""
RANK_OF: Final = np.append(np.arange(ALL_CARDS - 1) % RANKS_PER_SUIT, RANKS_PER_SUIT)
"""[card]: its rank, the joker's after all others."""


@dataclass(frozen=True)
class Group:
    """Cards of one place that are known alike."""

    place: Cards
    by_rule: int
    """The street at which the rules turn them over; past the last one, at the end of the round."""
    known: int
    """The street from which on the player knows their faces."""
    classes: tuple[int, ...] = ()
    """The class of each rank, which the player knows from the start, and the joker's; empty where backs say nothing."""
    size: int = 1

    @property
    def labels(self) -> int:
        """How many labels can be told: the class of one card, or how many cards of each class but the first."""
        kinds = max(self.classes, default=0) + 1
        return kinds if self.size == 1 else (self.size + 1) ** (kinds - 1)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """[card]: these, added up over the cards of the group, are the number of its label."""
        classes = np.array(self.classes or [0] * (RANKS_PER_SUIT + 1), np.int64)
        if self.size > 1:
            classes = np.where(classes, (self.size + 1) ** (classes - 1).clip(0), 0)
        return np.asarray(classes[RANK_OF], np.int64)


@dataclass(frozen=True)
class Level:
    """How many cards of each place are visible, and the streets that are decided with them."""

    counts: tuple[int, ...]
    """Own, shared, the dealer's and, where other hands are known, the cards of these."""
    streets: tuple[int, ...] = ()
    turned: Group | None = None
    """What it adds to the level before."""
    marked: tuple[Group, ...] = ()
    """Groups still face down whose labels are known."""

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def labels(self) -> int:
        """In how many ways the cards face down can be labeled; the group that is turned over first counts most."""
        return prod(group.labels for group in self.marked)

    def added(self, then: Level) -> tuple[int, int]:
        """The place at which a later level has more, and how many; one place only from one level to the next."""
        more = [b - a for a, b in zip(self.counts, then.counts, strict=True)]
        place = next(place for place, count in enumerate(more) if count)
        return place, more[place]


def hidden(game: Game, level: Level) -> tuple[Group, ...]:
    """The cards of each place that are still face down there, with nothing known of them."""
    end = len(game.streets)
    left = (game.deal.count(place) - seen for place, seen in zip(PLACES, level.counts, strict=False))
    return tuple(Group(place, end, end, size=many) for place, many in zip(PLACES, left, strict=True) if many)


def ways_to_turn(left: int, counts: Sequence[int]) -> int:
    """Combinations of n cards for each group, from n that are left."""
    return prod(comb(left - sum(counts[:at]), count) for at, count in enumerate(counts))


def offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[hand, choice]: which choices of a street may be made with each of the player's hands, one a row."""
    choices = game.streets[street].choices
    may = np.ones((len(own), len(choices)), np.bool_)
    for at, choice in enumerate(choices):
        if choice.holding and game.showdown:
            values = game.showdown.ranking.batch(np.ascontiguousarray(own))
            may[:, at] = values >= game.showdown.least_value(choice.holding)
    return may


def reads(cards: Cards) -> Iterator[int]:
    """The numbers of the places in a set of them."""
    return (number for number, place in enumerate(PLACES) if place in cards)


CHUNK = 2_000_000
"""Information sets that are looked at in one go: some hundred megabytes."""
MAX_KEPT = 1 << 25
"""Places of what follows that are kept between two passes: 128 megabytes."""
KEY_BITS = 63
RED, BLACK = "dh", "cs"
ALL_SUITS = len(SUITS)
MOST_CARDS = 64
BITS_PER_RANK = 4
"""No part of an information set holds a card so often that its number needs more."""
Choose = Callable[[Level, int, int], NDArray[np.int64]]
"""By the level that follows, the cards that are left and how many of them are turned over: [way, card]."""


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The suits that may be exchanged with each other, in groups."""

    deck: Deck
    groups: tuple[tuple[int, ...], ...]
    joined: bool = False
    """Whether own and shared cards are one hand to every bet, so that it does not matter which are which."""

    @property
    def order(self) -> int:
        """In how many ways suits can be exchanged."""
        return prod(factorial(len(group)) for group in self.groups)

    @cached_property
    def held(self) -> NDArray[np.int64]:
        """[face]: how often the deck holds each."""
        return np.array([self._counts[Card(face)] for face in self.faces.tolist()], np.int64)

    @cached_property
    def faces(self) -> NDArray[np.uint8]:
        """Each different card once."""
        return np.array([face for face in self.deck.faces if self._counts[face]], np.uint8)

    @cached_property
    def _counts(self) -> Counter[Card]:
        return Counter(self.deck.cards)

    @property
    def copies(self) -> bool:
        """Whether the deck holds any card more than once."""
        return bool((self.held > 1).any())

    def fits(self, cards: int) -> bool:
        """Whether n cards can be told by one number."""
        return bool(len(self.faces) ** cards < 1 << KEY_BITS)

    def keys_of(self, infosets: NDArray[np.uint8], level: Level) -> NDArray[np.int64]:
        """The same number for information sets that an exchange of suits makes equal."""
        groups = np.full((len(self.groups), len(SUITS)), -1, np.int64)
        for row, group in zip(groups, self.groups, strict=True):
            row[: len(group)] = group
        numbers = np.zeros(ALL_CARDS, np.int64)
        numbers[self.faces] = np.arange(len(self.faces))
        counts = np.array(self.counts(level), np.int64)
        return canonical_keys(np.ascontiguousarray(infosets), counts, groups, numbers, len(self.faces))

    def counts(self, level: Level) -> tuple[int, ...]:
        """n cards at a level whose order makes no difference, set after set."""
        own, shared, *others = level.counts
        return (own + shared, *others) if self.joined else level.counts

    def hands_of(self, keys: NDArray[np.int64], cards: int) -> NDArray[np.uint8]:
        """The information sets behind the numbers."""
        hands = np.empty((len(keys), cards), np.uint8)
        left = keys.copy()
        for at in reversed(range(cards)):
            left, number = np.divmod(left, len(self.faces))
            hands[:, at] = self.faces[number]
        return hands


def symmetry_of(deck: Deck, tells: Sequence[Tells]) -> Symmetry:
    """What may be exchanged under rankings that tell so much apart."""
    alike: list[str] = [SUITS] if all(each.exchanges_suits for each in tells) else [RED, BLACK]
    if any(each is Tells.CARDS for each in tells):
        alike = list(SUITS)
    groups = (tuple(SUITS.index(suit) for suit in deck.suits if suit in letters) for letters in alike)
    return Symmetry(deck, tuple(group for group in groups if group))


@dataclass(frozen=True, eq=False)
class Extension:
    """What some classes become at the next level."""

    some: slice
    seen: NDArray[np.uint8]
    """[class × way, card]"""
    keys: NDArray[Any]
    """[class, way]: 0 where a way is none; or places, where the next level is there."""
    many: NDArray[np.int64]
    """[class, way]: how many deals of the new cards are that way."""
    labels: NDArray[np.int64] | None
    """[class, way]: what was known of the new cards before, where they were marked."""


@dataclass(frozen=True, eq=False)
class InformationSets:
    """Every information set of one level, up to an exchange of suits."""

    symmetry: Symmetry
    level: Level
    keys: NDArray[np.int64]
    """In ascending order."""
    weights: NDArray[np.int64]
    """Deals that come to each."""

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """The visible cards, one information set a row: own cards, shared ones, the dealer's."""
        return self.symmetry.hands_of(self.keys, self.level.cards)

    def part(self, some: slice) -> InformationSets:
        return InformationSets(self.symmetry, self.level, self.keys[some], self.weights[some])

    def at(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of some keys; any place where there is no such class."""
        return np.searchsorted(self.keys, keys).clip(0, len(self) - 1)

    def places(self, infosets: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The classes of some information sets."""
        return np.searchsorted(self.keys, self.symmetry.keys_of(infosets, self.level))

    def next(self, then: Level) -> InformationSets:
        """What the next level shows, each class once."""
        found: dict[str, list[NDArray[np.int64]]] = {"keys": [], "weights": []}
        for part in self.extended(then):
            deals, live = part.many * self.weights[part.some, None], part.many > 0
            unique, weights = _add_up(part.keys[live], deals[live])
            found["keys"].append(unique)
            found["weights"].append(weights)
        return InformationSets(self.symmetry, then, *_add_up(*(np.concatenate(parts) for parts in found.values())))

    def extended(self, then: Level) -> Iterator[Extension]:
        """Some classes at a time, with every card that can be turned over."""
        place, more = self.level.added(then)
        ways = self._ways(then, more)
        step = max(1, CHUNK // max(1, len(ways)))
        before = sum(self.level.counts[: place + 1])
        for start in range(0, len(self), step):
            hands = self.hands[start : start + step]
            cards, many = _turn_over(self.symmetry, hands, ways)
            count = len(ways)
            whole = np.repeat(hands, count, axis=0)
            seen = np.hstack((whole[:, :before], cards.reshape(-1, more), whole[:, before:]))
            live = many.ravel() > 0
            keys = np.zeros(len(seen), np.int64)
            keys[live] = self._number(seen[live], then, start * count)
            labels = _labels(then, cards, many.shape)
            yield Extension(slice(start, start + len(hands)), seen, keys.reshape(-1, count), many, labels)

    def linked(self, then: InformationSets) -> Iterable[Extension]:
        """The same for a next level that is there, with the places of what they become in place of keys.

        A game is passed through backward and forward; the second time, the places are known if they are few.
        """
        if then.level in self._links:
            return self._links[then.level]
        found = (replace(part, keys=then.at(part.keys).astype(np.uint32)) for part in self.extended(then.level))
        if len(self) * len(self._ways(then.level, self.level.added(then.level)[1])) > MAX_KEPT:
            return found
        self._links[then.level] = [replace(part, seen=part.seen[:0]) for part in found]
        return self._links[then.level]

    @cached_property
    def _links(self) -> dict[Level, list[Extension]]:
        return {}

    def forget_links(self) -> None:
        """Free what `linked` keeps."""
        self._links.clear()

    def _ways(self, then: Level, more: int) -> NDArray[np.int64]:
        """[way, card]: which of the faces are turned over; of those that are left, where there is one of each."""
        faces = len(self.symmetry.faces)
        if (self.symmetry.held == 1).all():
            return np.array(list(combinations(range(faces - self.level.cards), more)), np.int64).reshape(-1, more)
        return np.array(list(combinations_with_replacement(range(faces), more)), np.int64).reshape(-1, more)

    def _number(self, seen: NDArray[np.uint8], then: Level, start: int) -> NDArray[np.int64]:
        """The keys of what they become, of which n came before."""
        return self.symmetry.keys_of(seen, then)


@dataclass(frozen=True, eq=False)
class Rows(InformationSets):
    """Information sets as they are given: the numbers of the rows are the keys. For a single deck."""

    choose: Choose | None = None
    """Which of the cards that are left are turned over, where these are not all."""

    @staticmethod
    def of(symmetry: Symmetry, level: Level, hands: NDArray[np.uint8], choose: Choose | None = None) -> Rows:
        rows = Rows(symmetry, level, np.arange(len(hands)), np.ones(len(hands), np.int64), choose)
        rows.__dict__["hands"] = hands
        return rows

    def next(self, then: Level) -> Rows:
        """Every row with every card that can be turned over; what follows one row stands together."""
        seen = np.concatenate([part.seen for part in self.extended(then)])
        return Rows.of(self.symmetry, then, seen, self.choose)

    def linked(self, then: InformationSets) -> Iterator[Extension]:
        place, more = self.level.added(then.level)
        keys = np.arange(len(then)).reshape(len(self), -1)
        new = then.hands[:, (first := sum(self.level.counts[: place + 1])) : first + more]
        yield Extension(slice(0, len(self)), then.hands, keys, np.ones_like(keys), _labels(then.level, new, keys.shape))

    def at(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        return keys

    def _ways(self, then: Level, more: int) -> NDArray[np.int64]:
        left = len(self.symmetry.faces) - self.hands.shape[1]
        return self.choose(then, left, more) if self.choose else super()._ways(then, more)

    def _number(self, seen: NDArray[np.uint8], then: Level, start: int) -> NDArray[np.int64]:
        return start + np.arange(len(seen))


def first_information_sets(symmetry: Symmetry, level: Level) -> InformationSets:
    """The player's own cards."""
    nothing = InformationSets(symmetry, Level((0,) * len(level.counts)), np.zeros(1, np.int64), np.ones(1, np.int64))
    return nothing.next(level)


def _labels(then: Level, cards: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.int64] | None:
    """What was known of the cards that a level adds, where they were marked."""
    marked = then.turned and then.turned.classes
    return then.turned.weights[cards].sum(axis=-1).reshape(shape) if then.turned and marked else None


def _add_up(keys: NDArray[np.int64], weights: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = np.argsort(keys, kind="stable")
    keys, weights = keys[order], weights[order]
    first = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return keys[first], np.add.reduceat(weights, first)


def _turn_over(
    symmetry: Symmetry, hands: NDArray[np.uint8], ways: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """[hand, way, card]: the cards turned over; and in how many ways each comes, for copies of a card are many."""
    faces, held = symmetry.faces, symmetry.held
    seen = (hands[:, :, None] == faces[None, None, :]).sum(axis=1)
    if (held == 1).all():
        rest = np.tile(faces, (len(hands), 1))[seen == 0].reshape(len(hands), -1)
        return rest[:, ways], np.broadcast_to(np.int64(1), (len(hands), len(ways)))
    left = held - seen
    many = np.ones((len(hands), len(ways)), np.int64)
    choose = np.array([[comb(n, k) for k in range(ways.shape[1] + 1)] for n in range(int(held.max()) + 1)], np.int64)
    for face in range(len(faces)):
        taken = (ways == face).sum(axis=1)
        with_it = np.flatnonzero(taken)
        many[:, with_it] *= choose[left[:, face][:, None], taken[with_it][None, :]]
    return np.broadcast_to(faces[ways], (len(hands), *ways.shape)), many


@njit(nogil=True, cache=True)
def canonical_keys(
    infosets: NDArray[np.uint8],
    counts: NDArray[np.int64],
    groups: NDArray[np.int64],
    numbers: NDArray[np.int64],
    faces: int,
) -> NDArray[np.int64]:
    """[information set]: suits are exchanged so that the fullest comes first in every group, place after place.

        key = sum of the card's number × faces^(cards after it), below 2^63 where `Symmetry.fits` says so

    The cards of a suit are compared as four bits for each of fourteen ranks at most, 56 in all.
    `counts` says how many cards each place has, `groups` which suits may be exchanged (a row each, filled up with -1),
    `numbers` the place of a card among all faces.
    """
    keys = np.zeros(infosets.shape[0], np.int64)
    weights = np.zeros((ALL_SUITS, counts.shape[0]), np.int64)
    becomes = np.zeros(ALL_SUITS, np.int64)
    order = np.zeros(ALL_SUITS, np.int64)
    held = np.zeros(MOST_CARDS, np.int64)
    for i in range(infosets.shape[0]):
        weights[:] = 0
        at = 0
        for place in range(counts.shape[0]):
            for _ in range(counts[place]):
                suit = infosets[i, at] // RANKS_PER_SUIT
                if suit < ALL_SUITS:
                    rank = np.int64(infosets[i, at]) - suit * RANKS_PER_SUIT
                    weights[suit, place] += np.int64(1) << (rank * BITS_PER_RANK)
                at += 1
        for suit in range(ALL_SUITS):
            becomes[suit] = suit
        for group in range(groups.shape[0]):
            many = 0
            while many < ALL_SUITS and groups[group, many] >= 0:
                suit = groups[group, many]
                to = many
                while to > 0 and _is_fuller(weights, suit, order[to - 1]):
                    order[to] = order[to - 1]
                    to -= 1
                order[to] = suit
                many += 1
            for to in range(many):
                becomes[order[to]] = groups[group, to]
        at, key = 0, np.int64(0)
        for place in range(counts.shape[0]):
            for n in range(counts[place]):
                card = np.int64(infosets[i, at])
                suit = card // RANKS_PER_SUIT
                if suit < ALL_SUITS:
                    card += (becomes[suit] - suit) * RANKS_PER_SUIT
                number = numbers[card]
                to = n
                while to > 0 and held[to - 1] > number:
                    held[to] = held[to - 1]
                    to -= 1
                held[to] = number
                at += 1
            for n in range(counts[place]):
                key = key * faces + held[n]
        keys[i] = key
    return keys


@njit(nogil=True, cache=True)
def _is_fuller(weights: NDArray[np.int64], suit: int, other: int) -> bool:
    """Whether a suit comes before another: by the first place in which they differ."""
    for place in range(weights.shape[1]):
        if weights[suit, place] != weights[other, place]:
            return bool(weights[suit, place] > weights[other, place])
    return False
