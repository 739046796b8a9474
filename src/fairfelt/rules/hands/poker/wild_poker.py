"""Five-card poker with all deuces and the joker wild: a wild card is whatever makes the hand best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from fairfelt.rules.cards import RANKS, Card
from fairfelt.rules.hands.poker.five_card import (
    ACE,
    POKER,
    RANK_WEIGHTS,
    SUIT_BITS,
    Poker,
    five_card_value,
    letters_of,
    pack_rows,
    value_by_ranks,
)
from fairfelt.rules.hands.ranking import (
    LINE_BITS,
    Ranking,
    Straightline,
    Tells,
    line_of,
    lines_of,
    poker_order,
    rank_words,
)
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE: Final = 5
DEUCE: Final = 0
ALL_CARDS: Final = 53


class WildPoker(IntEnum):
    """The lines of poker with wild cards, from worst to best; up to the straight flush they are those of poker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10
    FIVE_WILD_CARDS = 11


class WildPokerRanking(Ranking):
    """Five cards, deuces and the joker wild. In a flush a wild card is the highest rank that is missing."""

    name = "poker, deuces and joker wild"
    sizes = (SIZE,)
    tells = Tells.SUITS
    knows_joker = True
    lines = lines_of(WildPoker)
    order_in_words = (
        *poker_order("5-4-3-2-A"),
        "A wild card is whatever makes the hand best; in a flush it is the highest rank that is missing.",
    )

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        natural = [card for card in cards if not is_wild(card)]
        ranks = tuple(sorted(card.rank for card in natural))
        return _best(ranks, suited=len({card.suit for card in natural}) <= 1)

    def describe(self, value: int) -> str:
        match WildPoker(line_of(value)):
            case WildPoker.FIVE_OF_A_KIND:
                return f"five {rank_words(letters_of(value, 1))}"
            case WildPoker.ROYAL_FLUSH | WildPoker.FIVE_WILD_CARDS as line:
                return self.lines[line].name
        return POKER.describe(value)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        joined = {what: " | ".join(f"{out}_{what}[{card}]" for card in cards) for what in ("suits", "ranks")}
        statements = (
            f"{out}_k = " + " + ".join(f"{out}_keys[{card}]" for card in cards),
            f"{out} = {value_by_ranks(out, f'{out}_k')}",
            f"if {out}_one_suit[{joined['suits']}]: {out} = {out}_suited[{joined['ranks']}]",
        )
        return Straightline(statements, {f"{out}_{name}": table for name, table in _tables().items()})


def is_wild(card: Card) -> bool:
    """Deuces and the joker are."""
    return card.is_joker or card.rank == DEUCE


@lru_cache(maxsize=1 << 15)
def _best(natural: tuple[int, ...], *, suited: bool) -> int:
    """The best that the wild cards beside these ranks can make."""
    wild = SIZE - len(natural)
    if wild == SIZE:
        return WildPoker.FIVE_WILD_CARDS << LINE_BITS
    ranks = range(len(RANKS)) if wild else ()
    filled = combinations_with_replacement(ranks, wild)
    return max(_five(tuple(sorted((*natural, *some))), suited=suited) for some in filled)


@lru_cache(maxsize=1 << 14)
def _five(ranks: tuple[int, ...], *, suited: bool) -> int:
    """Five ranks as poker values them, with five of a kind between the straight flushes and the royal."""
    if len(set(ranks)) == 1:
        return WildPoker.FIVE_OF_A_KIND << LINE_BITS | ranks[0]
    value = five_card_value(ranks, suited=suited)
    return WildPoker.ROYAL_FLUSH << LINE_BITS | ACE if line_of(value) == Poker.ROYAL_FLUSH else value


@cache
def _tables() -> dict[str, NDArray[Any]]:
    """By ranks alone, as in poker with a weight of nothing for a wild card; and by ranks of one suit."""
    cards = [Card(c) for c in range(ALL_CARDS)]
    natural = [card for card in cards if not is_wild(card)]
    keys, suits, ranks = np.zeros(ALL_CARDS, np.uint32), np.zeros(ALL_CARDS, np.uint8), np.zeros(ALL_CARDS, np.uint16)
    for card in natural:
        keys[card], suits[card], ranks[card] = RANK_WEIGHTS[card.rank] << SUIT_BITS, 1 << card.suit, 1 << card.rank
    mixed = {
        sum(RANK_WEIGHTS[rank] for rank in held) % (1 << 32 - SUIT_BITS): _best(held, suited=False)
        for count in range(SIZE + 1)
        for held in combinations_with_replacement(range(1, len(RANKS)), count)
        if max(Counter(held).values(), default=0) <= 4
    }
    rows, values = pack_rows(np.array(sorted(mixed)), np.array([mixed[key] for key in sorted(mixed)]))
    suited = np.zeros(1 << len(RANKS), np.int32)
    for count in range(SIZE + 1):
        for held in combinations(range(1, len(RANKS)), count):
            suited[sum(1 << rank for rank in held)] = _best(held, suited=True)
    one_suit = np.isin(np.arange(16), (0, 1, 2, 4, 8))
    return {
        "keys": keys, "suits": suits, "ranks": ranks, "rows": rows, "values": values, "suited": suited,
        "one_suit": one_suit,
    }  # fmt: skip


WILD_POKER = WildPokerRanking()
