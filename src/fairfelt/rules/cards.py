"""The ground: cards, decks, notation, and classes of cards that a ranking cannot distinguish."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, permutations
from math import comb, factorial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "RANKS", "RANK_NAMES", "STANDARD", "SUITS", "SUIT_NAMES", "Card", "Deck", "DeckError", "NotationError",
    "card", "format_cards", "parse_card", "parse_cards",
]  # fmt: skip


# One playing card, as an integer that knows its name.
#
#       index = 13 * suit + rank        rank  0..12 = 2 3 4 5 6 7 8 9 T J Q K A
#                                       suit  0..3  = clubs diamonds hearts spades
#       jokers are 52 and up
#
# A suit is therefore thirteen neighboring bits of a 52-bit set of cards.


RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER_SYMBOL: Final = "*"

RANK_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """A card of a 52-card deck, or a joker. Equal cards of several decks are equal."""

    __slots__ = ()

    @property
    def is_joker(self) -> bool:
        """Whether this card has neither rank nor suit."""
        return self >= 52

    @property
    def rank(self) -> int:
        """0 for the deuce up to 12 for the ace."""
        return self % 13

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self // 13

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red."""
        return self.suit in (1, 2)

    @property
    def words(self) -> str:
        """The card as a dealer says it: "ace of spades"."""
        return "joker" if self.is_joker else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return JOKER_SYMBOL if self.is_joker else RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def card(rank: int, suit: int) -> Card:
    """The card of that rank (0 = deuce) and suit (0 = clubs)."""
    return Card(13 * suit + rank)


# What is in the shoe: ranks, suits, copies, jokers.


class DeckError(ValueError):
    """Cards that this deck cannot deal, with the sentence that says why."""


@dataclass(frozen=True)
class Deck:
    """Every rank in every suit, `copies` times, and `jokers` jokers."""

    ranks: str = RANKS
    suits: str = SUITS
    copies: int = 1
    jokers: int = 0

    def __post_init__(self) -> None:
        for letters, allowed, what in ((self.ranks, RANKS, "rank"), (self.suits, SUITS, "suit")):
            for letter in letters:
                if letter not in allowed:
                    raise DeckError(f"{letter!r} is no {what}: a deck takes {what}s from {allowed}")
            if len(set(letters)) != len(letters):
                raise DeckError(f"a {what} is named twice in {letters!r}")
        if self.copies < 1 or self.jokers < 0:
            raise DeckError("a deck has at least one copy of each card and no negative number of jokers")

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Each different card once, in order of index; one face stands for all jokers."""
        plain = sorted(card(RANKS.index(r), SUITS.index(s)) for s in self.suits for r in self.ranks)
        return (*plain, Card(52)) if self.jokers else tuple(plain)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the shoe, copies included."""
        plain = [face for face in self.faces if not face.is_joker]
        return (*plain * self.copies, *[Card(52)] * self.jokers)

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits) * self.copies + self.jokers

    def fixed_order(self, number: int) -> tuple[Card, ...]:
        """All cards in an order that is the same for the same number, everywhere."""
        keys = [hashlib.sha256(f"{number} {at}".encode()).digest() for at in range(len(self))]
        return tuple(self.cards[at] for at in sorted(range(len(self)), key=keys.__getitem__))

    def verify(self, cards: Iterable[Card]) -> None:
        """Refuse cards that are not in the deck, or more of one than it holds."""
        held = self._held
        for face, wanted in Counter(cards).items():
            if face not in held:
                raise DeckError(f"{face} is not in this deck")
            if wanted > held[face]:
                times = "once" if held[face] == 1 else f"{held[face]} times"
                raise DeckError(f"{face} is there {wanted} times; the deck holds it {times}")

    @cached_property
    def _held(self) -> Counter[Card]:
        return Counter(self.cards)


STANDARD = Deck()


# Cards in writing: "As Kd 7c", "AsKd7c", "10h", "Q♠", "*" for a joker.


_SYMBOLS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_WRITTEN = str.maketrans({**_SYMBOLS, "🃏": JOKER_SYMBOL, "\ufe0e": "", "\ufe0f": "", ",": " ", "-": " "})
"""Suits as they are printed, with or without the mark that makes them colored; what may stand between cards."""


class NotationError(ValueError):
    """Text that is not a card, with the sentence that says why."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written with or without spaces or commas between them."""
    letters = text.replace("10", "T").translate(_WRITTEN)
    found: list[Card] = []
    for word in letters.split():
        found.extend(_parse_word(word))
    return tuple(found)


def parse_card(text: str) -> Card:
    """Read exactly one card."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotationError(f"{text!r} is not one card: write a rank and a suit, such as As or 10h")
    return cards[0]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards with a space between them, as `parse_cards` reads them."""
    return " ".join(str(card) for card in cards)


def _parse_word(word: str) -> Iterable[Card]:
    at = 0
    while at < len(word):
        if word[at] == JOKER_SYMBOL:
            yield Card(52)
            at += 1
            continue
        rank, suit = word[at].upper(), word[at + 1 : at + 2].lower()
        if rank not in RANKS:
            raise NotationError(f"{word!r} is not a card: {word[at]!r} is no rank; ranks are {' '.join(RANKS)}")
        if not suit or suit not in SUITS:
            raise NotationError(f"{word!r} is not a card: after the rank comes a suit, one of {' '.join(SUITS)}")
        yield card(RANKS.index(rank), SUITS.index(suit))
        at += 2


# Classes of hands that a ranking cannot distinguish: what an exact count enumerates instead of every hand.


RANKS_PER_SUIT = 13
ALL_CARDS = 53
"""Every card there is, one joker among them."""


@dataclass(frozen=True, eq=False)
class HandClasses(ABC):
    """Every class of hands once: its key, and how many hands it stands for."""

    keys: NDArray[np.uint64]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.keys)

    @abstractmethod
    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """The keys of the classes these hands belong to, one hand a row."""

    def places(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The places of those classes."""
        return self._order[np.searchsorted(self._sorted_keys, self.keys_of(hands))]

    def place(self, cards: Sequence[Card]) -> int:
        """The place of the class of one hand."""
        return int(self.places(np.array([cards], np.uint8))[0])

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self.keys)

    @cached_property
    def _sorted_keys(self) -> NDArray[np.uint64]:
        return self.keys[self._order]


@dataclass(frozen=True, eq=False)
class CellClasses(HandClasses):
    """Hands as multisets of cells, where cards of one cell count alike.

    A key holds the number of cards of each cell, a fixed number of bits per cell, and is the sum of `card_keys`.
    """

    card_keys: NDArray[np.uint64]

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        return np.asarray(self.card_keys[hands].sum(axis=1), np.uint64)


@dataclass(frozen=True, eq=False)
class SuitClasses(HandClasses):
    """Hands up to an exchange of suits; loose cards (wild ones, the joker) count by their number alone.

    A key holds the suits' 13-bit masks, the fullest suit first, and the number of loose cards above them.
    """

    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""
    loose: NDArray[np.bool_]
    """Which of all cards are loose."""
    suits: tuple[int, ...]
    """Suits of the deck; a representative has its fullest suit on the first."""

    @property
    def orders(self) -> NDArray[np.int64]:
        """[order, suit]: the orders in which the suits of a key come in the hands of its class."""
        return np.array(list(permutations(range(len(self.suits)))), np.int64)

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        ordered = np.sort(self._fullness(hands), axis=1)[:, ::-1]
        return suit_keys(ordered >> 1 & (1 << RANKS_PER_SUIT) - 1, self.loose[hands].sum(axis=1))

    def turned(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """[hand, card]: the card that any card becomes when suits are exchanged so that the hand is its class's own."""
        order = np.argsort(-self._fullness(hands), axis=1, kind="stable")
        place = np.argsort(order, axis=1, kind="stable")
        suits = np.array([*self.suits, *(s for s in range(len(SUITS)) if s not in self.suits)])
        moved = suits[place][:, :, None] * RANKS_PER_SUIT + np.arange(RANKS_PER_SUIT)
        cards = np.full((len(hands), ALL_CARDS), ALL_CARDS - 1, np.uint8)
        cards[:, : ALL_CARDS - 1] = moved.reshape(len(hands), -1)
        return cards

    def _fullness(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """By suit: the number of its cards, their mask, and whether the deck has it, most important first."""
        bits = np.where(self.loose[hands], 0, np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64))
        held = hands // RANKS_PER_SUIT
        masks = np.stack([(bits * (held == suit)).sum(axis=1) for suit in range(len(SUITS))], axis=1)
        there = np.isin(np.arange(len(SUITS)), self.suits)
        return np.asarray((np.bitwise_count(masks).astype(np.int64) << RANKS_PER_SUIT | masks) << 1 | there, np.int64)


@dataclass(frozen=True, eq=False)
class SingleHands(SuitClasses):
    """Every hand for itself, where suits cannot be exchanged: a key holds the suits in the order of the deck."""

    @property
    def orders(self) -> NDArray[np.int64]:
        return np.arange(len(self.suits))[None, :]

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        masks = self._fullness(hands)[:, list(self.suits)] >> 1 & (1 << RANKS_PER_SUIT) - 1
        return suit_keys(masks, self.loose[hands].sum(axis=1))

    def turned(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.tile(np.arange(ALL_CARDS, dtype=np.uint8), (len(hands), 1))


@dataclass(frozen=True, eq=False)
class UpCardClasses(HandClasses):
    """Hands with one card of the dealer's beside them, up to an exchange of suits. A key is a place.

    A hand here is a row of the player's cards and the up card. Where the class itself holds that card the weight is 0.
    """

    own: SuitClasses

    @classmethod
    def of(cls, own: SuitClasses, deck: Deck) -> UpCardClasses:
        """Every class of hands with every card of the deck that it leaves."""
        left = np.zeros((len(own), ALL_CARDS), bool)
        left[:, np.array(deck.faces)] = True
        left[np.arange(len(own))[:, None], own.hands] = False
        weights = np.where(left, own.weights[:, None], 0)
        return cls(np.arange(left.size, dtype=np.uint64), weights.ravel(), own)

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        own = hands[:, :-1]
        up_card = np.take_along_axis(self.own.turned(own), hands[:, -1:].astype(np.int64), axis=1)[:, 0]
        return np.asarray(self.own.places(own) * ALL_CARDS + up_card, np.uint64)

    def places(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        return self.keys_of(hands).astype(np.int64)


def all_hands(deck: Deck, count: int) -> NDArray[np.uint8]:
    """Every hand of a single deck, one a row, in the order of `itertools.combinations`."""
    flat = chain.from_iterable(combinations(deck.faces, count))
    return np.fromiter(flat, np.uint8, comb(len(deck.faces), count) * count).reshape(-1, count)


def suit_keys(masks: NDArray[np.int64], loose: NDArray[np.int64] | int) -> NDArray[np.uint64]:
    """Keys of hands given by their suits, the fullest first."""
    shifts = RANKS_PER_SUIT * np.arange(masks.shape[1])
    key = (masks << shifts).sum(axis=1) | np.int64(loose) << len(SUITS) * RANKS_PER_SUIT
    return np.asarray(key, np.uint64)


def single_hands(deck: Deck, count: int) -> SingleHands:
    """All hands of `count` cards of a single deck, one by one."""
    hands, joker = all_hands(deck, count), np.arange(ALL_CARDS) == ALL_CARDS - 1
    suits = tuple(sorted(SUITS.index(s) for s in deck.suits))
    found = SingleHands(np.zeros(0, np.uint64), np.ones(len(hands), np.int64), hands, joker, suits)
    return replace(found, keys=found.keys_of(hands))


def suit_classes(deck: Deck, count: int, loose: Sequence[Card] = ()) -> SuitClasses:
    """All hands of `count` cards up to an exchange of suits; the loose cards and the joker are taken by number."""
    if deck.copies != 1 or deck.jokers > 1:
        raise ValueError("suits are exchanged in a single deck with no more than one joker only")
    suits = tuple(sorted(SUITS.index(s) for s in deck.suits))
    wild = [card for card in deck.cards if card in loose or card.is_joker]
    ranks = tuple(sorted({card.rank for card in deck.cards if card not in wild}))
    parts = []
    for taken in range(min(count, len(wild)) + 1):
        found = _held_in_suits(ranks, suits, count - taken)
        ways = factorial(len(suits)) // found.orders.astype(np.int64) * comb(len(wild), taken)
        keys = found.keys | np.uint64(taken << len(SUITS) * RANKS_PER_SUIT)
        loosely = np.tile(np.array(wild[:taken], np.uint8), (len(keys), 1))
        parts.append((keys, ways, np.hstack((found.hands, loosely)) if taken else found.hands))
    keys, weights, hands = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
    is_loose = np.isin(np.arange(ALL_CARDS), wild)
    return SuitClasses(keys, weights, hands, is_loose, suits)


class _Holdings(NamedTuple):
    """What may be held in some suits, none fuller than the one before it, in the order of the keys."""

    keys: NDArray[Any]
    hands: NDArray[Any]
    fullness: NDArray[Any]
    """Of the last suit: the number of its cards, and their mask."""
    alike: NDArray[Any]
    """Number of suits at the end that hold the same cards."""
    orders: NDArray[Any]
    """Number of orders of these suits that read the same."""


def _held_in_suits(ranks: tuple[int, ...], suits: tuple[int, ...], cards: int) -> _Holdings:
    """Every way to hold `cards` cards. The last suit leads, so that the keys come in order and need no sorting."""
    masks = sorted(sum(1 << rank for rank in some) for size in range(cards + 1) for some in combinations(ranks, size))
    by_cards = {total: _in_one_suit([mask for mask in masks if mask.bit_count() == total], suits[0], total)
                for total in range(cards + 1)}  # fmt: skip
    for at in range(1, len(suits)):
        by_cards = {total: _with_a_suit(by_cards, masks, at, suits[at], total)
                    for total in (range(cards + 1) if at < len(suits) - 1 else [cards])}  # fmt: skip
    return by_cards[cards]


def _in_one_suit(masks: list[int], suit: int, size: int) -> _Holdings:
    of_masks, once = np.array(masks, np.int32), np.ones(len(masks), np.uint8)
    hands = RANKS_PER_SUIT * suit + _ranks_of_masks()[of_masks, :size]
    return _Holdings(of_masks.astype(np.uint64), hands.astype(np.uint8), size << RANKS_PER_SUIT | of_masks, once, once)


def _with_a_suit(before: Mapping[int, _Holdings], masks: list[int], at: int, suit: int, total: int) -> _Holdings:
    """One more suit, that is no fuller than those before."""
    parts = []
    for mask in masks:
        if (size := mask.bit_count()) * (at + 1) > total:
            continue
        others, fullness = before[total - size], size << RANKS_PER_SUIT | mask
        if mask:
            fuller = others.fullness >= fullness
            others = _Holdings(*(column[fuller] for column in others))
        alike = np.where(others.fullness == fullness, others.alike + 1, 1).astype(np.uint8)
        hands = np.empty((len(alike), total), np.uint8)
        hands[:, : total - size] = others.hands
        hands[:, total - size :] = RANKS_PER_SUIT * suit + _ranks_of_masks()[mask, :size]
        keys = others.keys | np.uint64(mask << RANKS_PER_SUIT * at)
        parts.append((keys, hands, np.full(len(alike), fullness, np.int32), alike, others.orders * alike))
    return _Holdings(*map(np.concatenate, zip(*parts, strict=True)))


@cache
def _ranks_of_masks() -> NDArray[np.uint8]:
    """[mask]: its ranks, the lowest first, and then nothing of meaning."""
    held = np.zeros((1 << RANKS_PER_SUIT, RANKS_PER_SUIT), np.uint8)
    for mask in range(1 << RANKS_PER_SUIT):
        ranks = [rank for rank in range(RANKS_PER_SUIT) if mask >> rank & 1]
        held[mask, : len(ranks)] = ranks
    return held


# Sets of places, all of them, as rows of one array.


@lru_cache(maxsize=4)
def sets_of(kinds: int, count: int, most: int = 1) -> NDArray[np.uint8]:
    """Every multiset of `count` places among `kinds` kinds, in ascending order, none taken more than `most` times."""
    found = np.zeros((1, 0), np.uint8)
    for at in range(count):
        last = found[:, -1].astype(np.int64) if at else np.full(1, -1)
        full = (found[:, at - most] == last) if at >= most else np.zeros(len(found), np.bool_)
        start = np.where(full, last + 1, last) if at else np.zeros(1, np.int64)
        many = kinds - start
        rows = np.repeat(np.arange(len(found)), many)
        first = np.cumsum(many) - many
        added = np.arange(len(rows)) - first[rows] + start[rows]
        found = np.hstack((found[rows], added[:, None].astype(np.uint8)))
    return found
