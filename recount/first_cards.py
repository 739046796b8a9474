"""Bets on the first cards of a blackjack shoe, written from their rules: every ending at full size.

Two or three cards are drawn from a shoe of 52 kinds of card. A bet is a table of the names that the sheet gives its
endings, each with the condition on which cards make it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from .blackjack import Shoe, chances, is_soft, take, total_of
from .cards import Card
from .courses import Endings, add
from .rankings import by_groups, points, straight_top

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
SPADES, HEARTS = 3, 2
RED = {1, 2}
"""Suits in the order clubs, diamonds, hearts, spades."""
KINDS = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
NOTHING = "no paying hand"


def drawn(decks: int, size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of cards from the shoe, and how many there are of it."""
    for cards in combinations_with_replacement(KINDS, size):
        ways = 1
        for copies in Counter(cards).values():
            ways *= comb(decks, copies)
        if ways:
            yield cards, ways


class Few:
    """What lines ask of a few cards."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.ranks, low = sorted(rank for rank, _ in cards), sum(map(points, cards))
        self.suited, self.one_color = (len({of(suit) for _, suit in cards}) == 1 for of in (int, RED.__contains__))
        self.sizes, self.in_a_row = by_groups(self.ranks)[0], straight_top(self.ranks) > 0
        self.equal, self.royal = len(self.sizes) == 1, self.suited and self.ranks == [QUEEN, KING]
        self.low, self.total = low, low + 10 if low <= 11 and ACE in self.ranks else low
        self.only = cards[0] if len(set(cards)) == 1 else None


Lines = dict[str, Callable[[Few], bool]]
"""The endings of a bet from the best down, with what makes each."""


def endings(decks: int, size: int, lines: Lines) -> Endings:
    """How often each line comes with the first cards; of several the first counts."""
    found = Counter[str]()
    for cards, ways in drawn(decks, size):
        few = Few(cards)
        found[next((name for name, makes in lines.items() if makes(few)), NOTHING)] += ways
    return {name: Fraction(ways, found.total()) for name, ways in found.items()}


PAIR: Lines = {"suited pair": lambda few: few.equal and few.suited, "pair": lambda few: few.equal}
PERFECT_PAIR: Lines = {
    "perfect pair": lambda few: few.equal and few.suited,
    "colored pair": lambda few: few.equal and few.one_color,
    "mixed pair": lambda few: few.equal,
}
FIELD_GOLD: Lines = {
    "suited ace and jack": lambda few: few.suited and few.ranks == [JACK, ACE],
    "blackjack": lambda few: few.total == 21,
    "pair of aces": lambda few: few.ranks == [ACE, ACE],
    "three or four": lambda few: few.low in (3, 4),
    "nine or ten": lambda few: few.low in (9, 10),
    "eleven or twelve": lambda few: few.low in (11, 12),
}
ROYAL_MATCH: Lines = {"royal match": lambda few: few.royal, "easy match": lambda few: few.suited}
ROYAL_DELUXE: Lines = {
    "royal match": lambda few: few.royal,
    "suited pair": lambda few: few.equal and few.suited,
    "two-card straight flush": lambda few: few.in_a_row and few.suited,
    "two suited cards": lambda few: few.suited,
}
BOUNTY: Lines = {
    "kings of spades": lambda few: few.only == (KING, SPADES),
    "suited kings": lambda few: few.suited and few.ranks == [KING, KING],
    "suited queens, jacks or tens": lambda few: few.total == 20 and few.suited and few.equal,
    "suited twenty": lambda few: few.total == 20 and few.suited,
    "unsuited kings": lambda few: few.ranks == [KING, KING],
    "unsuited twenty": lambda few: few.total == 20,
}
LADIES: Lines = {
    "queens of hearts": lambda few: few.only == (QUEEN, HEARTS),
    "matched twenty": lambda few: few.total == 20 and few.only is not None,
    "suited twenty": lambda few: few.total == 20 and few.suited,
    "unsuited twenty": lambda few: few.total == 20,
}
HOUSE_MONEY: Lines = {
    "suited ace-king": lambda few: few.suited and few.ranks == [KING, ACE],
    "pair": lambda few: few.equal,
    "straight flush": lambda few: few.in_a_row and few.suited,
    "straight": lambda few: few.in_a_row,
}
FORTUNE: Lines = {
    "suited 6-7-8": lambda few: few.suited and few.ranks == [6, 7, 8],
    "unsuited 6-7-8": lambda few: few.ranks == [6, 7, 8],
    "suited 7-7-7": lambda few: few.suited and few.ranks == [7, 7, 7],
    "unsuited 7-7-7": lambda few: few.ranks == [7, 7, 7],
    "suited 21": lambda few: few.suited and few.total == 21,
    "unsuited 21": lambda few: few.total == 21,
    "any 20": lambda few: few.total == 20,
    "any 19": lambda few: few.total == 19,
}
THREE_CARDS: Lines = {
    "three of a kind": lambda few: few.equal,
    "straight flush": lambda few: few.in_a_row and few.suited,
    "straight": lambda few: few.in_a_row,
    "flush": lambda few: few.suited,
}


def with_blackjack(decks: int, lines: Lines) -> Endings:
    """With a line more for the best one beside a dealer's blackjack: an ace and a ten of what is left."""
    found, best = endings(decks, 2, lines), next(iter(lines))
    blackjack = Fraction(4 * decks * (16 * decks - 2), comb(52 * decks - 2, 2))
    found[f"{best} and a dealer's blackjack"] = found[best] * blackjack
    found[best] *= 1 - blackjack
    return found


def crown_treasure(decks: int) -> Endings:
    """With a line for a royal match of both: one of the same suit has lost a king and a queen."""
    found, best = endings(decks, 2, ROYAL_MATCH), "royal match"
    twice = Fraction(3 * decks**2 + (decks - 1) ** 2, comb(52 * decks - 2, 2))
    found[f"{best} of player and dealer"] = found[best] * twice
    found[best] *= 1 - twice
    return found


def blazing_sevens(decks: int, *, up_card: bool) -> Endings:
    """Sevens among the player's two cards; for three, the next card or the dealer's up card is one too.

    A player's own third card comes unless the dealer's two cards are a blackjack, in which no seven is.
    """
    sevens, whole, names = 4 * decks, 52 * decks, ("no seven", "one seven", "two sevens")
    found = {name: Fraction(comb(sevens, n) * comb(48 * decks, 2 - n), comb(whole, 2)) for n, name in enumerate(names)}
    comes = Fraction(1) if up_card else 1 - Fraction(4 * decks * 16 * decks, comb(whole - 2, 2))
    chance = found["two sevens"] * comes
    if up_card:
        third = Fraction(sevens - 2, whole - 2)
    else:  # of the cards that are left after a dealer's two cards that are no blackjack
        pairs = {n: comb(sevens - 2, n) * comb(48 * decks, 2 - n) for n in range(3)}
        pairs[0] -= 4 * decks * 16 * decks
        left = sum(ways * (sevens - 2 - n) for n, ways in pairs.items())
        third = Fraction(left, (whole - 4) * sum(pairs.values()))
    found["two sevens"] -= chance * third
    by_suits = Counter[str]()
    for suits in combinations_with_replacement(range(4), 3):
        ways = 1
        for copies in Counter(suits).values():
            ways *= comb(decks, copies)
        colors = {suit in RED for suit in suits}
        kind = " of one suit" if len(set(suits)) == 1 else " of one color" if len(colors) == 1 else ""
        by_suits[f"three sevens{kind}"] += ways
    for name, ways in by_suits.items():
        found[name] = chance * third * Fraction(ways, by_suits.total())
    return found


def bet_the_bust(decks: int, *, hits_soft_17: bool) -> Endings:
    """Whether the dealer goes above 21, by the up card; a dealer with a natural takes no bet."""
    shoe: Shoe = (4 * decks,) * 9 + (16 * decks,)

    @cache
    def busts(left: Shoe, hand: tuple[int, ...]) -> Fraction:
        total = total_of(hand)
        if total > 21:
            return Fraction(1)
        if total > 17 or (total == 17 and not (hits_soft_17 and is_soft(hand))):
            return Fraction(0)
        return sum(
            (chance * busts(take(left, card), tuple(sorted((*hand, card)))) for card, chance in chances(left)),
            Fraction(0),
        )

    result = Endings()
    for up, often in chances(shoe):
        words = {1: "an ace", 8: "an 8"}.get(up, f"a {up}")
        for hole, chance in chances(take(shoe, up)):
            both = often * chance
            if {up, hole} == {1, 10}:
                add(result, "not bet", both)
                continue
            bust = busts(take(shoe, up, hole), tuple(sorted((up, hole))))
            for name, part in ((f"bust with {words} up", bust), (f"no bust with {words} up", 1 - bust)):
                add(result, name, both * part)
    return result


def dragon_tiger(decks: int) -> dict[str, Endings]:
    """One card each, aces low; the six bets."""
    high = {rank: 1 if rank == ACE else rank for rank in range(2, 15)}
    names = {1: "Dragon wins", 0: "tie", -1: "Tiger wins"}
    found = {bet: Endings() for bet in ("Dragon", "Tiger", "Tie", "Suited Tie", "Big", "Small")}
    for first in KINDS:
        for second in KINDS:
            left = decks - (first == second)
            chance = Fraction(decks * left, 52 * decks * (52 * decks - 1))
            mine, theirs = high[first[0]], high[second[0]]
            winner = names[(mine > theirs) - (mine < theirs)]
            add(found["Dragon"], winner, chance)
            add(found["Tiger"], winner, chance)
            add(found["Tie"], "tie" if winner == "tie" else "no tie", chance)
            add(found["Suited Tie"], "suited tie" if first == second else NOTHING, chance)
            add(found["Big"], "big" if mine > 7 else NOTHING, chance)
            add(found["Small"], "small" if mine < 7 else NOTHING, chance)
    return found


def _one(name: str, count: Callable[[], Endings]) -> Callable[[], dict[str, Endings]]:
    return lambda: {name: count()}


def _first(name: str, size: int, lines: Lines) -> Callable[[], dict[str, Endings]]:
    return _one(name, lambda: endings(6, size, lines))


FIRST_CARDS: dict[tuple[str, str], Callable[[], dict[str, Endings]]] = {
    ("bet-the-set-21", ""): _first("Bet the Set", 2, PAIR),
    ("field-gold-21", ""): _first("Field Gold", 2, FIELD_GOLD),
    ("royal-match-21", "plain"): _first("Royal Match", 2, ROYAL_MATCH),
    ("royal-match-21", "crown"): _one("Royal Match", lambda: crown_treasure(6)),
    ("royal-match-21-deluxe", ""): _first("Royal Match", 2, ROYAL_DELUXE),
    ("kings-bounty", ""): _one("Bounty", lambda: with_blackjack(6, BOUNTY)),
    ("fortune-blackjack", ""): _first("Fortune Blackjack", 3, FORTUNE),
    ("lucky-ladies", ""): _one("Lucky Ladies", lambda: with_blackjack(6, LADIES)),
    ("perfect-pairs", ""): _first("Perfect Pairs", 2, PERFECT_PAIR),
    ("twenty-one-plus-three", ""): _first("21+3", 3, THREE_CARDS),
    ("house-money", ""): _first("House Money", 2, HOUSE_MONEY),
    ("dragon-tiger", ""): lambda: dragon_tiger(8),
    ("trilux-bonus", ""): _first("TriLux", 3, THREE_CARDS),
    ("blazing-7s-progressive-dealers-up-card", ""): _one("Blazing 7's", lambda: blazing_sevens(6, up_card=True)),
    ("blazing-7s-progressive-player-cards-only", ""): _one("Blazing 7's", lambda: blazing_sevens(6, up_card=False)),
    ("bet-the-bust", ""): _one("Bust", lambda: bet_the_bust(6, hits_soft_17=False)),
    ("bet-the-bust", "hits-soft-17"): _one("Bust", lambda: bet_the_bust(6, hits_soft_17=True)),
}
"""Games and versions that are counted as they are dealt."""
