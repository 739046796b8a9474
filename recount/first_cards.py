"""Bets on the first cards of a blackjack shoe, written from their rules: every ending at full size.

Two or three cards are drawn from a shoe of 52 kinds of card. A bet is a function from those cards to the name that the
sheet gives the ending.
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


def endings(decks: int, size: int, line: Callable[..., str]) -> Endings:
    """How often each line comes with the first cards."""
    found = Counter[str]()
    for cards, ways in drawn(decks, size):
        found[line(*cards)] += ways
    return {name: Fraction(ways, found.total()) for name, ways in found.items()}


def points(card: Card) -> int:
    """At blackjack, the ace one."""
    return 1 if card[0] == ACE else min(card[0], 10)


def is_blackjack(first: Card, second: Card) -> bool:
    """An ace and a ten."""
    return sorted((points(first), points(second))) == [1, 10]


def best_total(*cards: Card) -> int:
    """With an ace as eleven where that does not break the hand."""
    low = sum(map(points, cards))
    return low + 10 if low <= 11 and any(rank == ACE for rank, _ in cards) else low


def bet_the_set(first: Card, second: Card) -> str:
    """A pair."""
    if first[0] != second[0]:
        return NOTHING
    return "suited pair" if first[1] == second[1] else "pair"


def field_gold(first: Card, second: Card) -> str:
    """The total, the ace one."""
    if {first[0], second[0]} == {ACE, JACK} and first[1] == second[1]:
        return "suited ace and jack"
    if is_blackjack(first, second):
        return "blackjack"
    by_total = {2: "pair of aces", 3: "three or four", 4: "three or four", 9: "nine or ten", 10: "nine or ten"}
    by_total |= {11: "eleven or twelve", 12: "eleven or twelve"}
    return by_total.get(points(first) + points(second), NOTHING)


def royal_match(first: Card, second: Card) -> str:
    """Two cards of one suit."""
    if first[1] != second[1]:
        return NOTHING
    return "royal match" if {first[0], second[0]} == {KING, QUEEN} else "easy match"


def is_in_a_row(first: Card, second: Card) -> bool:
    """An ace stands beside the king and beside the deuce."""
    return abs(first[0] - second[0]) == 1 or {first[0], second[0]} == {2, ACE}


def royal_match_deluxe(first: Card, second: Card) -> str:
    """Two cards of one suit, with more for pairs and cards in a row."""
    if royal_match(first, second) != "easy match":
        return royal_match(first, second)
    if first[0] == second[0]:
        return "suited pair"
    return "two-card straight flush" if is_in_a_row(first, second) else "two suited cards"


def bounty(first: Card, second: Card) -> str:
    """Two cards that make twenty."""
    if best_total(first, second) != 20:
        return NOTHING
    suited, kings = first[1] == second[1], first[0] == second[0] == KING
    if first == second == (KING, SPADES):
        return "kings of spades"
    if suited and first[0] == second[0]:
        return "suited kings" if kings else "suited queens, jacks or tens"
    return "suited twenty" if suited else "unsuited kings" if kings else "unsuited twenty"


def crown_treasure(decks: int) -> Endings:
    """With a line for a royal match of both: one of the same suit has lost a king and a queen."""
    found, best = endings(decks, 2, royal_match), "royal match"
    both = Fraction(3 * decks**2 + (decks - 1) ** 2, comb(52 * decks - 2, 2))
    found[f"{best} of player and dealer"] = found[best] * both
    found[best] *= 1 - both
    return found


def fortune_blackjack(*cards: Card) -> str:
    """The total of the player's two cards and the dealer's up card."""
    ranks, total = sorted(rank for rank, _ in cards), best_total(*cards)
    suited = "suited" if len({suit for _, suit in cards}) == 1 else "unsuited"
    for wanted in ([6, 7, 8], [7, 7, 7]):
        if ranks == wanted:
            return f"{suited} {'-'.join(map(str, wanted))}"
    return f"{suited} 21" if total == 21 else f"any {total}" if total in (19, 20) else NOTHING


def trilux(*cards: Card) -> str:
    """A three-card poker hand with the dealer's up card; three equal cards are three of a kind."""
    ranks, flush = sorted(rank for rank, _ in cards), len({suit for _, suit in cards}) == 1
    straight = ranks == [2, 3, ACE] or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    if ranks[0] == ranks[2]:
        return "three of a kind"
    if straight:
        return "straight flush" if flush else "straight"
    return "flush" if flush else NOTHING


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


def perfect_pair(first: Card, second: Card) -> str:
    """A pair, by what its suits have in common."""
    if first[0] != second[0]:
        return NOTHING
    colored = (first[1] in RED) == (second[1] in RED)
    return "perfect pair" if first == second else "colored pair" if colored else "mixed pair"


def ladies(first: Card, second: Card) -> str:
    """Two cards that make twenty, by what they have in common."""
    if best_total(first, second) != 20:
        return NOTHING
    if first == second:
        return "queens of hearts" if first == (QUEEN, HEARTS) else "matched twenty"
    return "suited twenty" if first[1] == second[1] else "unsuited twenty"


def with_blackjack(decks: int, line: Callable[..., str], best: str) -> Endings:
    """With a line more for the best one beside a dealer's blackjack: an ace and a ten of what is left."""
    found = endings(decks, 2, line)
    blackjack = Fraction(4 * decks * (16 * decks - 2), comb(52 * decks - 2, 2))
    found[f"{best} and a dealer's blackjack"] = found[best] * blackjack
    found[best] *= 1 - blackjack
    return found


def house_money(first: Card, second: Card) -> str:
    """A pair or two cards in a row."""
    if first[0] == second[0]:
        return "pair"
    if not is_in_a_row(first, second):
        return NOTHING
    if first[1] != second[1]:
        return "straight"
    return "suited ace-king" if {first[0], second[0]} == {KING, ACE} else "straight flush"


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


FIRST_CARDS: dict[tuple[str, str], Callable[[], dict[str, Endings]]] = {
    ("bet-the-set-21", ""): _one("Bet the Set", lambda: endings(6, 2, bet_the_set)),
    ("field-gold-21", ""): _one("Field Gold", lambda: endings(6, 2, field_gold)),
    ("royal-match-21", "plain"): _one("Royal Match", lambda: endings(6, 2, royal_match)),
    ("royal-match-21", "crown"): _one("Royal Match", lambda: crown_treasure(6)),
    ("royal-match-21-deluxe", ""): _one("Royal Match", lambda: endings(6, 2, royal_match_deluxe)),
    ("kings-bounty", ""): _one("Bounty", lambda: with_blackjack(6, bounty, "kings of spades")),
    ("fortune-blackjack", ""): _one("Fortune Blackjack", lambda: endings(6, 3, fortune_blackjack)),
    ("lucky-ladies", ""): _one("Lucky Ladies", lambda: with_blackjack(6, ladies, "queens of hearts")),
    ("perfect-pairs", ""): _one("Perfect Pairs", lambda: endings(6, 2, perfect_pair)),
    ("twenty-one-plus-three", ""): _one("21+3", lambda: endings(6, 3, trilux)),
    ("house-money", ""): _one("House Money", lambda: endings(6, 2, house_money)),
    ("dragon-tiger", ""): lambda: dragon_tiger(8),
    ("trilux-bonus", ""): _one("TriLux", lambda: endings(6, 3, trilux)),
    ("blazing-7s-progressive-dealers-up-card", ""): _one("Blazing 7's", lambda: blazing_sevens(6, up_card=True)),
    ("blazing-7s-progressive-player-cards-only", ""): _one("Blazing 7's", lambda: blazing_sevens(6, up_card=False)),
    ("bet-the-bust", ""): _one("Bust", lambda: bet_the_bust(6, hits_soft_17=False)),
    ("bet-the-bust", "hits-soft-17"): _one("Bust", lambda: bet_the_bust(6, hits_soft_17=True)),
}
"""Games and versions that are counted as they are dealt."""
