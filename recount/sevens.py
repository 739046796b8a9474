"""Bets on seven cards of a deck with a joker, at full size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product
from math import comb

from .cards import DATA
from .courses import Endings, shares
from .evaluator import ACE, FULL_HOUSE, LINE, MAIN, ROYAL, STRAIGHT, SUIT_BITS, TOPS, count_hands, rank_hand

LINES: list[str] = DATA["lines"]["pai gow"]
KING_QUEEN, BROADWAY = 0b110 << 9, 0b11111 << 8
RUNS = [sum(1 << (top - down) % 13 for down in range(7)) for top in range(5, 13)]
"""Seven ranks in a row, the ace low in the first."""
Suits = tuple[int, ...]
"""How many cards there are of each suit."""


def count_paid(**more: int) -> Counter[str]:
    """How many hands come to each line from three of a kind, or from another least value."""
    found = count_hands(7, {**{line: at << LINE for at, line in enumerate(LINES)}, **more}, 1)
    found["no paying hand"] = sum(found.pop(line) for line in LINES[:3])
    return found


def without_one(cards: int) -> list[int]:
    """The sets that a joker completes."""
    return [cards & ~(1 << rank) for rank in range(13) if cards >> rank & 1]


def straights_of_three() -> int:
    """How many straights hold three of a kind besides, the joker as an ace among them."""
    found = 0
    for joker, rank in product((0, 1), range(13)):
        size = 2 if joker and 1 << rank == ACE else 3
        for beside in combinations([other for other in range(13) if other != rank], 7 - joker - size):
            if TOPS[joker, sum(1 << each for each in (rank, *beside))]:
                for suits, others in product(combinations(range(4), size), product(range(4), repeat=len(beside))):
                    cards = [*((rank, suit) for suit in suits), *zip(beside, others, strict=True)]
                    hand = sum(1 << each + SUIT_BITS * suit for each, suit in cards)
                    found += rank_hand(hand, joker) >> LINE == STRAIGHT
    return found


def fortune() -> dict[str, Endings]:
    """Paid by the line that pays most: three of a kind before a straight, and three lines above all others."""
    found, both = count_paid(), straights_of_three()
    found["straight"] -= both
    found["three of a kind"] += both
    kings = [(royal, joker) for joker in (0, 1) for royal in (without_one(BROADWAY) if joker else [BROADWAY])]
    special = {
        "natural seven-card straight flush": {(run << SUIT_BITS * suit, 0) for run in RUNS for suit in range(4)},
        "seven-card straight flush with joker": {
            (six << SUIT_BITS * suit, 1) for run in RUNS for six in without_one(run) for suit in range(4)
        },
        "royal flush and suited king queen": {
            (royal << SUIT_BITS * suit | KING_QUEEN << SUIT_BITS * other, joker)
            for royal, joker in kings for suit in range(4) for other in range(4) if other != suit
        },
    }  # fmt: skip
    for name, hands in special.items():
        found[name] = len(hands)
        for hand, joker in hands:
            found["royal flush" if rank_hand(hand, joker) >> LINE == ROYAL else "straight flush"] -= 1
    return {"Fortune Bonus": shares(found)}


def trips() -> dict[str, Endings]:
    """A full house of aces is a line of its own."""
    return {"Trips": shares(count_paid(**{"aces full": FULL_HOUSE << LINE | ACE << MAIN}))}


def queens_dragon() -> dict[str, Endings]:
    """A dealer with nothing better than a queen."""
    found = count_hands(7, {"low": 0, "dealer has queen high": 1 << 10, "more": 1 << 11}, 1)
    found["dealer has no queen high"] = found.pop("low") + found.pop("more")
    return {"Queen's Dragon": shares(found)}


# -- both hands with nothing better than an ace ----------------------------------------------------------------------


@cache
def suits(mine: Suits, theirs: Suits, left: tuple[int, int, int], most: tuple[int, int]) -> int:
    """In how many ways ranks of both hands, of one and of the other have suits without a flush, so many of each."""
    if max(mine) > most[0] or max(theirs) > most[1]:
        return 0
    both, own, other = left
    if both:
        after = (both - 1, own, other)
        return sum(suits(_add(mine, one), _add(theirs, two), after, most) for one, two in permutations(range(4), 2))
    if own:
        return sum(suits(_add(mine, one), theirs, (0, own - 1, other), most) for one in range(4))
    return sum(suits(mine, _add(theirs, one), (0, 0, other - 1), most) for one in range(4)) if other else 1


def _add(counts: Suits, suit: int) -> Suits:
    return tuple(many + (at == suit) for at, many in enumerate(counts))


def ace_high() -> dict[str, Endings]:
    """An ace, or the joker as one, and six lower cards without a pair, straight or flush; the joker completes both."""
    sixes = [sum(1 << rank for rank in ranks) for ranks in combinations(range(12), 6)]
    hands = [[six for six in sixes if not TOPS[joker, six | (0 if joker else ACE)]] for joker in (0, 1)]
    both, alone, none = {}, {}, (0, 0, 0, 0)
    for mine, theirs in ((0, 0), (1, 0)):
        common = Counter((six & other).bit_count() for six in hands[mine] for other in hands[theirs])
        aces, most, cards = int(mine == theirs), (4 - mine, 4 - theirs), (7 - mine, 7 - theirs)
        both[mine] = sum(
            ways * suits(none, none, (many + aces, cards[0] - many - aces, cards[1] - many - aces), most)
            for many, ways in common.items()
        )
        alone[mine] = len(hands[mine]) * suits(none, none, (0, 7 - mine, 0), most)
    whole, rest = comb(53, 7), comb(46, 7)
    ends = Counter({
        "dealer and player have ace high": both[0] + 2 * both[1],
        "dealer has ace high with the joker": alone[1] * rest - both[1],
        "dealer has ace high without the joker": alone[0] * rest - both[0] - both[1],
    })  # fmt: skip
    ends["dealer has no ace high"] = whole * rest - ends.total()
    return {"Ace-High": shares(ends)}


SEVENS: dict[str, Callable[[], dict[str, Endings]]] = {
    "fortune-pai-gow-poker-progressive": fortune,
    "face-up-pai-gow": lambda: {**fortune(), **ace_high()},
    "ez-pai-gow": queens_dragon,
    "high-five-poker": trips,
}
